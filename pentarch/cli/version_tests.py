"""`pentarch test`: is one version better than another? Made for CI."""

import secrets
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pentarch.arbiter.competition.formats.version_test.settings import VersionTestSettings
from pentarch.arbiter.v1 import tournaments_pb2 as pb
from pentarch.cli import standings as shown
from pentarch.cli.client import DEFAULT_ADDRESS, Address, Token
from pentarch.cli.matches import Jobs, OptionTexts, read_clock, read_options
from pentarch.cli.plans import ClockText, Given, plan_of, settings_of, with_settings
from pentarch.cli.terminal import AsJson, needing, print_plain, status
from pentarch.cli.tournaments import SeedChoice, end_with_verdict, follow, service
from pentarch.engine.chance import SEED_LIMIT

if TYPE_CHECKING:
    from pentarch.author.comparison import Comparison


@with_settings([VersionTestSettings])
def compare(
    *,
    ruleset: Annotated[str, typer.Argument(help="A ruleset's id.")],
    new: Annotated[
        str,
        typer.Argument(
            help="The bot under test: FILE.py or FOLDER here, or a version of the arbiter's, "
            "NAME or NAME@VERSION."
        ),
    ],
    old: Annotated[str, typer.Argument(help="What it must beat; here also greedy, mcts:200.")],
    given: Given,
    option: OptionTexts = None,
    clock: ClockText = "",
    seed: SeedChoice = None,
    is_local: Annotated[
        bool,
        typer.Option("--local", help="Play on this machine, as when NEW is a file or a folder."),
    ] = False,
    jobs: Jobs = 1,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Test one version against another by a sequential test, and wait for the verdict.

    Exit code 0: accepted (better), 1: rejected, 3: not decided.
    """
    settings = settings_of(VersionTestSettings, given)
    if is_local or Path(new.partition(":")[0]).exists():
        with needing("statistics"):
            from pentarch.author.comparison import Comparison
        asked = Comparison(
            ruleset,
            new,
            old,
            secrets.randbelow(SEED_LIMIT) if seed is None else seed,
            read_options(option or []),
            read_clock(clock),
        )
        end_with_verdict(_decided(asked, settings, jobs, as_json), as_json)
    plan = plan_of(
        settings, ruleset=ruleset, bots=[new, old], options=option or [], clock=clock, seed=seed
    )
    request = pb.CreateTournamentRequest(
        request_id=str(uuid.uuid4()), title=f"{new} against {old}", plan=plan
    )
    with service(address, token) as stub:
        id = stub.CreateTournament(request).tournament.id
        stub.StartTournament(pb.StartTournamentRequest(tournament_id=id))
        last = follow(stub, id)
    end_with_verdict(last.progress.test, as_json)


def _decided(
    asked: "Comparison", settings: VersionTestSettings, jobs: int, as_json: bool
) -> pb.TestProgress:
    """What the test says when it is over, played on this machine."""
    from pentarch.arbiter.api import version_tests
    from pentarch.author import comparison

    with status(f"{asked.new} against {asked.old}") as say:
        report = comparison.compare(
            asked,
            settings,
            jobs=jobs,
            on_report=lambda report: say(shown.verdict(version_tests.progress(report))),
        )
    if not as_json:
        print_plain(f"seed {asked.seed}, {report.matches} matches")
        for bot, count in zip((asked.new, asked.old), report.forfeits, strict=True):
            if count:
                print_plain(f"{bot} forfeited {count}: pentarch match shows why")
    return version_tests.progress(report)
