"""`pentarch test`: is one version better than another? Made for CI."""

import uuid
from typing import Annotated

import typer

from pentarch.arbiter.competition.formats.version_test.settings import VersionTestSettings
from pentarch.arbiter.v1 import tournaments_pb2 as pb
from pentarch.cli.client import DEFAULT_ADDRESS, Address, Token
from pentarch.cli.matches import OptionTexts
from pentarch.cli.plans import ClockText, Given, plan_of, settings_of, with_settings
from pentarch.cli.terminal import AsJson
from pentarch.cli.tournaments import SeedChoice, end_with_verdict, follow, service


@with_settings([VersionTestSettings])
def compare(
    *,
    ruleset: Annotated[str, typer.Argument(help="A ruleset's id.")],
    new: Annotated[str, typer.Argument(help="The version under test: NAME or NAME@VERSION.")],
    old: Annotated[str, typer.Argument(help="What it must beat.")],
    given: Given,
    option: OptionTexts = None,
    clock: ClockText = "",
    seed: SeedChoice = None,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Test one version against another by a sequential test, and wait for the verdict.

    Exit code 0: accepted (better), 1: rejected, 3: not decided.
    """
    plan = plan_of(
        settings_of(VersionTestSettings, given),
        ruleset=ruleset,
        bots=[new, old],
        options=option or [],
        clock=clock,
        seed=seed,
    )
    request = pb.CreateTournamentRequest(
        request_id=str(uuid.uuid4()), title=f"{new} against {old}", plan=plan
    )
    with service(address, token) as stub:
        id = stub.CreateTournament(request).tournament.id
        stub.StartTournament(pb.StartTournamentRequest(tournament_id=id))
        last = follow(stub, id)
    end_with_verdict(last.progress.test, as_json)
