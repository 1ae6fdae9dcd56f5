"""`pentarch match`: bots against each other on this machine."""

import re
import shlex
import sys
import time
import traceback
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pentarch.arbiter.referee import UNTIMED, Terms, branch_of
from pentarch.arbiter.referee.seats import own_frames
from pentarch.author.position import played_on
from pentarch.bots.registry import is_program
from pentarch.cli.client import DEFAULT_ADDRESS, Address, Token
from pentarch.cli.records import content, record_paths
from pentarch.cli.terminal import (
    ABORTED,
    FAILED,
    AsJson,
    Failure,
    console,
    misuse,
    print_json,
    progress,
    write_bytes,
)
from pentarch.engine import registry
from pentarch.engine.chance import SEED_LIMIT
from pentarch.engine.core import SEAT_NAMES
from pentarch.engine.plain import Json, ints, strs
from pentarch.engine.record import Record, decode, encode
from pentarch.local import Played, Series, play_series, seat_of

_CLOCK = re.compile(r"^(\d+(?:\.\d+)?)\+(\d+(?:\.\d+)?)/(\d+(?:\.\d+)?)$")
_PRINTED = "a program's standard output is its answers; print other things to standard error"
_MOST_FAILURES = 5

OptionTexts = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the ruleset."),
]
Seed = Annotated[int, typer.Option(min=0, max=SEED_LIMIT - 1, help="The seed of all chance.")]
Jobs = Annotated[int, typer.Option(min=1, max=256, help="Processes to play in.")]


def play(
    ruleset: Annotated[str, typer.Argument(help="A ruleset's id; with --from it may be left out.")],
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            help="One bot per seat: random, greedy, mcts, mcts:1000, mcts:0.5s, expert, FILE.py, "
            "FOLDER, 'run:COMMAND LINE'; the last may also be a command line after --"
        ),
    ] = None,
    seed: Seed = 0,
    option: OptionTexts = None,
    games: Annotated[
        int,
        typer.Option(
            min=1,
            max=1_000_000,
            help="Matches to play: each seed once in every rotation of the seats.",
        ),
    ] = 1,
    is_seated: Annotated[
        bool,
        typer.Option(
            "--no-rotate", help="Every bot keeps its seat, and every match has its own seed."
        ),
    ] = False,
    record: Annotated[
        str,
        typer.Option(
            metavar="FILE",
            help="Write the record; for several matches a directory, or a name with {n} in it.",
        ),
    ] = "",
    clock: Annotated[
        str, typer.Option(metavar="BANK+INCREMENT/CAP", help="Seconds per seat, e.g. 60+0.5/10.")
    ] = "",
    jobs: Jobs = 1,
    source: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="FILE_OR_ID",
            help="Play on from a position of this record.",
        ),
    ] = "",
    step: Annotated[int, typer.Option(min=1, help="With --from: the step to play anew.")] = 1,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Play matches between bots and say who won.

    Where bots are equal, the rotations of a seed repeat one match; the summary says how many
    matches were distinct.
    If a bot fails, its traceback or what it answered is printed, and the exit code is 1.
    """
    seated = bots or []
    if source:
        if games > 1 or option or seed:
            raise misuse("a match that is played on has the seed and options of its record")
        origin = decode(content(source, address, token))
        # The record says which ruleset it is.
        seated = seated if ruleset == origin.ruleset else [ruleset, *seated]
        _play_on(origin, step, seated, record, read_clock(clock), as_json=as_json)
        return
    if not seated:
        info = registry.get(ruleset).info
        raise misuse(f"name the bots: {ruleset} is played by {info.min_seats} to {info.max_seats}")
    series = Series(
        ruleset=ruleset,
        bots=seated,
        seed=seed,
        matches=games,
        options=read_options(option or []),
        terms=read_clock(clock),
        keep_records=bool(record),
        is_rotated=not is_seated,
    )
    series.check()
    paths = record_paths(record, games) if record else []
    began = time.perf_counter()
    with progress(f"{ruleset}: {' - '.join(seated)}", games) as bar:

        def on_match(result: Played) -> None:
            if result.aborted:
                raise Failure(f"match {result.index + 1} was aborted: {result.aborted}", ABORTED)
            if paths:
                write_bytes(paths[result.index], result.record)
            bar.advance(bar.task_ids[0])

        try:
            played = play_series(series, jobs=jobs, on_match=on_match)
        except KeyboardInterrupt as error:
            _show_where(error)
            raise
    seconds = time.perf_counter() - began
    summary = summarise(series, played, seconds)
    failed = [result for result in played if result.evidence]
    if as_json:
        print_json(summary)
    else:
        _print_summary(series, played, summary)
        _print_failures(series, failed, paths)
    if failed:
        raise typer.Exit(FAILED)


def _show_where(error: KeyboardInterrupt) -> None:
    """Where the author's bot was: one that does not come to an end is interrupted by hand."""
    frames = own_frames(error)
    if frames is not None and not str(frames.tb_frame.f_globals["__name__"]).startswith(
        "pentarch."
    ):
        sys.stderr.write("".join(traceback.format_tb(frames)))


def _play_on(
    origin: Record,
    step: int,
    bots: list[str],
    path: str,
    terms: Terms,
    *,
    as_json: bool,
) -> None:
    """Play one match on from a position, and say how it and its origin ended."""
    ruleset = origin.ruleset
    if len(bots) != origin.seats:
        raise misuse(f"the record is of {ruleset} with {origin.seats} seats: name as many bots")
    ports = [seat_of(bot, ruleset, terms) for bot in bots]
    result = played_on(origin, step, ports, bots, terms)
    branch = branch_of(origin, step, result)
    if path:
        write_bytes(Path(path), encode(branch))
    steps, ranks = len(branch.steps), result.outcome.ranks
    failures: list[Json] = [evidence.plain(timed=False) for evidence in result.evidence]
    if as_json:
        print_json(
            {
                "ruleset": ruleset,
                "from_step": step,
                "bots": strs(bots),
                "ranks": ints(ranks),
                "scores": ints(result.outcome.scores),
                "origin_ranks": ints(origin.outcome.ranks),
                "steps": steps,
                "failures": failures,
            }
        )
    else:
        out = console()
        out.print(f"played on from step {step} to {steps}: {result.outcome.reason}", markup=False)
        for seat, bot in enumerate(bots):
            was = f"was {origin.bots[seat]}, rank {origin.outcome.ranks[seat]}"
            out.print(f"p{seat + 1} {bot}: rank {ranks[seat]} ({was})", markup=False)
        for evidence in result.evidence:
            out.print(evidence.text(), markup=False)
    if failures:
        raise typer.Exit(FAILED)


def read_options(texts: list[str]) -> "dict[str, Json]":
    """Options from `name=value` texts. Raises Failure; values are checked by the ruleset."""
    options: dict[str, Json] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not name or not equals:
            raise misuse(f"an option is written name=value, not {text!r}")
        if name in options:
            raise misuse(f"option {name!r} is given twice")
        options[name] = value
    return options


def summarise(series: Series, played: list[Played], seconds: float) -> "dict[str, Json]":
    """The result of a series in the shape that scripts rely on."""
    rotations = len(series.bots) if series.is_rotated else 1
    bots: list[Json] = []
    for bot, spec in enumerate(series.bots):
        ranks = [result.rank_of(bot) for result in played]
        shared = [result.ranks.count(1) > 1 for result in played]
        wins = sum(rank == 1 and not tie for rank, tie in zip(ranks, shared, strict=True))
        draws = sum(rank == 1 and tie for rank, tie in zip(ranks, shared, strict=True))
        forfeits = sum(
            result.seating[seat] == bot for result in played for seat, _ in result.forfeits
        )
        rotation = [
            series.seating(index).index(bot) for index in range(min(series.matches, rotations))
        ]
        bots.append(
            {
                "bot": spec,
                "seat_rotation": ints(rotation),
                "wins": wins,
                "draws": draws,
                "losses": len(played) - wins - draws,
                "forfeits": forfeits,
                "mean_rank": round(sum(ranks) / len(ranks), 4),
            }
        )
    return {
        "ruleset": series.ruleset,
        "options": series.all_options(),
        "seed": series.seed,
        "matches": len(played),
        "distinct_matches": series.distinct(),
        "bots": bots,
        "steps": sum(result.steps for result in played),
        "natural_ends": sum(result.natural for result in played),
        "failures": [failure for result in played for failure in _failures(series, result)],
        "seconds": round(seconds, 3),
    }


def _failures(series: Series, result: Played) -> list[Json]:
    """What went wrong in a match, with the bot and the match it was."""
    return [
        {
            "match": result.index + 1,
            "seed": result.seed,
            "bot": series.bots[result.seating[seat]],
            **evidence,
        }
        for evidence in result.evidence
        if isinstance(seat := evidence["seat"], int)
    ]


def read_clock(text: str) -> Terms:
    """The time control that a text describes; none if it is empty. Raises Failure."""
    if not text:
        return UNTIMED
    found = _CLOCK.match(text)
    if not found or float(found[3]) <= 0:
        raise misuse(f"a clock is written BANK+INCREMENT/CAP in seconds (60+0.5/10), not {text!r}")
    return Terms(bank=float(found[1]), increment=float(found[2]), cap=float(found[3]))


def _print_summary(series: Series, played: list[Played], summary: "dict[str, Json]") -> None:
    out = console()
    table = Table("bot", box=None, pad_edge=False)
    for name in ("wins", "draws", "losses", "forfeits", "mean rank"):
        table.add_column(name, justify="right")
    bots = summary["bots"]
    assert isinstance(bots, list)
    for bot in bots:
        assert isinstance(bot, dict)
        cells = [str(bot[key]) for key in ("wins", "draws", "losses", "forfeits", "mean_rank")]
        table.add_row(escape(str(bot["bot"])), *cells)
    out.print(table)
    steps = sum(result.steps for result in played)
    natural = sum(result.natural for result in played)
    out.print(
        f"{_counted(len(played), 'match', 'matches')} of {series.ruleset}, "
        f"{_counted(steps, 'step', 'steps')}, {_counted(natural, 'natural end', 'natural ends')}, "
        f"{summary['seconds']} seconds"
    )
    if (distinct := series.distinct()) < len(played):
        out.print(
            f"only {distinct} of them are distinct: with equal bots a rotation of seats repeats "
            "the match; --no-rotate gives every match a seed of its own",
            markup=False,
        )
    if len(played) == 1:
        result = played[0]
        scores = ", ".join(
            f"p{seat + 1} {series.bots[bot]} {result.scores[seat]}"
            for seat, bot in enumerate(result.seating)
        )
        out.print(f"ended by {result.rule} ({result.reason}); scores: {scores}", markup=False)


def _counted(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"


def _print_failures(series: Series, failed: list[Played], paths: list[Path]) -> None:
    if not failed:
        return
    out = console()
    for result in failed[:_MOST_FAILURES]:
        for failure in _failures(series, result):
            assert isinstance(failure, dict)
            _print_failure(out, series.ruleset, failure)
    if len(failed) > _MOST_FAILURES:
        out.print(f"and in {len(failed) - _MOST_FAILURES} more matches; --json has them all")
    out.print(f"\n{_advice(series, failed[0], paths)}", markup=False, soft_wrap=True)


def _advice(series: Series, result: Played, paths: list[Path]) -> str:
    """How a bot is asked once more where it failed first."""
    failure = _failures(series, result)[0]
    assert isinstance(failure, dict)
    seat, step = failure["seat"], failure["step"]
    assert isinstance(seat, int)
    assert isinstance(step, int)
    file = str(paths[result.index]) if paths else "FILE"
    command = shlex.join(["pentarch", "bot", "ask", str(failure["bot"]), file])
    told = f"{command} --step {step + 1} --seat {SEAT_NAMES[seat]}"
    return f"ask it again there: {told}" if paths else f"with --record FILE, ask it again: {told}"


def _print_failure(out: Console, ruleset: str, failure: dict[str, Json]) -> None:
    seat = failure["seat"]
    assert isinstance(seat, int)
    match = f"match {failure['match']} (--seed {failure['seed']})"
    where = f"at decision {failure['decision']}, after step {failure['step']} of {match}"
    out.print()
    out.print(
        f"{failure['bot']} (p{seat + 1}): {failure['verdict']} {where}",
        markup=False,
        style="bold",
    )
    stderr = failure["stderr"]
    if failure["offending"]:
        out.print(_refused(ruleset, failure), markup=False, soft_wrap=True)
    elif not isinstance(stderr, list) or stderr[-1:] != [failure["error"]]:
        out.print(str(failure["error"]), markup=False)
    for line in stderr if isinstance(stderr, list) else ():
        out.print(f"    {line}", markup=False, highlight=False, soft_wrap=True)


def _refused(ruleset: str, failure: dict[str, Json]) -> str:
    """What a bot answered, and what is wrong with it."""
    answer, error = str(failure["offending"]), str(failure["error"])
    unknown, illegal = error.removeprefix(f"{answer!r} "), error.removeprefix(f"{answer}: ")
    told = f"it answered {answer!r}: {error}"
    if unknown != error:
        told = f"it answered {answer!r}, which {unknown}"
    elif illegal != error:
        told = f"it answered {answer!r}, which is refused: {illegal}"
    verbs = {entry.usage.split()[0] for entry in registry.get(ruleset).manual().verbs}
    is_meant = answer.startswith("{") or answer.partition(" ")[0] in verbs
    return told if is_meant or not is_program(str(failure["bot"])) else f"{told}\n{_PRINTED}"
