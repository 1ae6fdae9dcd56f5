"""`pentarch record`: verify, show and export records, from files or from an arbiter."""

import os
import re
from pathlib import Path
from typing import Annotated, Final

import typer

from pentarch.arbiter.v1.matches_pb2 import GetRecordRequest
from pentarch.arbiter.v1.matches_pb2_grpc import MatchServiceStub
from pentarch.cli.client import DEFAULT_ADDRESS, Address, Token, dial
from pentarch.cli.terminal import (
    FAILED,
    MISUSED,
    AsJson,
    Failure,
    misuse,
    one_line,
    print_json,
    print_plain,
    printable,
    progress,
    read_bytes,
    row_id,
    write_bytes,
)
from pentarch.dashboard.viewer.page import page, pair_page
from pentarch.engine.core import SEAT_NAMES
from pentarch.engine.errors import EngineError, OtherVersion, UnknownRuleset
from pentarch.engine.plain import Json, ints, strs
from pentarch.engine.record import Frame, Record, decode, replay, start
from pentarch.engine.record import verify as verify_bytes
from pentarch.engine.ruleset import OMNISCIENT

app = typer.Typer(help="Verify, show and export records of matches.")

_PLACEHOLDER: Final = re.compile(r"\{\w*\}")
_SUFFIX: Final = ".pentarch"

Source = Annotated[
    str,
    typer.Argument(
        metavar="FILE_OR_ID", help="A record file, or the number of one of the arbiter's matches."
    ),
]


@app.command("verify")
def verify(
    source: Source,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Play a record again and compare every digest."""
    data = content(source, address, token)
    try:
        record = verify_bytes(data)
    except EngineError as error:
        raise _failure(source, error) from error
    if as_json:
        print_json({"file": source, "valid": True, **_header(record)})
        return
    print_plain(f"{source}: {len(record.steps)} steps verified, {_ending(record)}")


@app.command("get")
def get(
    number: Annotated[
        int,
        typer.Argument(
            metavar="MATCH", parser=row_id, help="The number of a match of the arbiter."
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="The file to write; default: MATCH.pentarch."),
    ] = None,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Fetch the record of a match from an arbiter."""
    path = out or Path(f"{number}.pentarch")
    record = content(str(number), address, token)
    write_bytes(path, record)
    if as_json:
        print_json({"match": number, "file": str(path), "bytes": len(record)})
        return
    print_plain(f"{path}: the record of match {number}; see: pentarch record show {path}")


@app.command("show")
def show(
    source: Source,
    state: Annotated[bool, typer.Option("--state", help="Draw the state after each step.")] = False,
    first: Annotated[int, typer.Option("--from", min=0, help="The first step to show.")] = 0,
    last: Annotated[int | None, typer.Option("--to", min=0, help="The last step.")] = None,
    codes: Annotated[
        bool, typer.Option("--codes", help="Commands and events as programs know them.")
    ] = False,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Print a record step by step: commands, what happened, what bots noted, and the evidence of
    verdicts."""
    record = decoded(source, content(source, address, token))
    count = len(record.steps)
    end = count if last is None else last
    if first > end or end > count:
        raise misuse(f"the record has steps 0 to {count}, not {first} to {end}")
    shown: list[Json] = []
    notes = _notes(record)
    try:
        start(record)
        if not as_json:
            print_plain(_heading(record))
        for frame in replay(record):
            if frame.step > end:
                break
            if frame.step < first:
                continue
            if as_json:
                shown.append({**_step_json(frame, state), "notes": notes.get(frame.step, {})})
                continue
            if frame.step:
                print_plain(_step_text(frame, codes))
            for name, value in notes.get(frame.step, {}).items():
                print_plain(" " * 9 + one_line(f"note {name}: {value}"))
            if state:
                print_plain(_drawn(frame))
    except EngineError as error:
        raise _failure(source, error) from error
    evidence = _evidence(record)
    if as_json:
        print_json({**_header(record), "steps": shown, "evidence": [*evidence]})
    elif end == count:
        print_plain("\n".join([_ending(record), *(_verdict_text(item) for item in evidence)]))


@app.command("html")
def html(
    source: Source,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="The file to write; default: FILE.html or match-ID.html."),
    ] = None,
    beside: Annotated[
        str, typer.Option("--with", help="Another record, shown beside it, stepping together.")
    ] = "",
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Write a record as one HTML page to step through; it needs no network."""
    record = decoded(source, content(source, address, token))
    target = out or Path(f"match-{source}.html" if _is_number(source) else f"{source}.html")
    if beside:
        other = decoded(beside, content(beside, address, token))
        written = _pair_page((source, beside), (record, other))
    else:
        written = _page(source, record)
    write_bytes(target, written.encode("utf-8"))
    if as_json:
        print_json({"file": str(target), "steps": len(record.steps)})
    else:
        print_plain(str(target))


def _page(source: str, record: Record) -> str:
    try:
        with progress("replaying", len(record.steps)) as bar:
            return page(record, lambda: bar.advance(bar.task_ids[0]))
    except EngineError as error:
        raise _failure(source, error) from error


def _pair_page(sources: tuple[str, str], records: tuple[Record, Record]) -> str:
    one, other = records
    if one.ruleset != other.ruleset:
        raise misuse(f"{sources[0]} is of {one.ruleset}, {sources[1]} of {other.ruleset}")
    try:
        return pair_page(records, (Path(sources[0]).name, Path(sources[1]).name))
    except EngineError as error:
        raise _failure(" or ".join(sources), error) from error


def _is_number(source: str) -> bool:
    """Whether it names a match of the arbiter: a number that is not the name of a file."""
    return source.isascii() and source.isdigit() and not os.path.exists(source)


def content(source: str, address: str, token: str) -> bytes:
    """The bytes of a record. Raises Failure."""
    if not _is_number(source):
        return read_bytes(Path(source))
    request = GetRecordRequest(match_id=row_id(source))
    with dial(address, token) as channel:
        return MatchServiceStub(channel).GetRecord(request).record


def record_paths(text: str, count: int) -> list[Path]:
    """Where so many records go: a folder, or a name with their numbers in it. Raises Failure."""
    path = Path(text)
    if unknown := _PLACEHOLDER.search(path.name.replace("{n}", "")):
        raise misuse(
            f"{unknown[0]} in the name of a record stands for nothing; {{n}} is its number"
        )
    if path.is_dir():
        names = [path / f"{index + 1:0{len(str(count))}}{_SUFFIX}" for index in range(count)]
    elif "{n}" in path.name:
        names = [path.with_name(path.name.replace("{n}", str(n + 1))) for n in range(count)]
    elif count == 1:
        names = [path]
    else:
        raise misuse(f"{count} records need a directory or a name with {{n}} in it, not {text!r}")
    if not names[0].parent.is_dir():
        raise misuse(f"there is no directory {str(names[0].parent)!r}")
    return names


def decoded(source: str, data: bytes) -> Record:
    """A record of these bytes. Raises Failure."""
    try:
        return decode(data)
    except EngineError as error:
        raise _failure(source, error) from error


def _failure(source: str, error: EngineError) -> Failure:
    """A record of rules that are not here is misuse; any other fault is in the record."""
    code = MISUSED if isinstance(error, OtherVersion | UnknownRuleset) else FAILED
    return Failure(f"{source}: {error}", code)


def _header(record: Record) -> "dict[str, Json]":
    outcome = record.outcome
    return {
        "ruleset": record.ruleset,
        "version": record.version,
        "seats": record.seats,
        "bots": strs(record.bots),
        "options": record.options,
        "key": record.key.hex(),
        "seed": record.seed,
        "count": len(record.steps),
        "ranks": ints(outcome.ranks),
        "scores": ints(outcome.scores),
        "rule": outcome.rule,
        "reason": outcome.reason,
        "natural": outcome.natural,
        "forfeits": [
            {"step": forfeit.step, "seat": forfeit.seat, "verdict": forfeit.verdict}
            for forfeit in record.forfeits
        ],
        "digest": record.final_digest.hex(),
    }


def _heading(record: Record) -> str:
    bots = ", ".join(f"{SEAT_NAMES[seat]} {one_line(bot)}" for seat, bot in enumerate(record.bots))
    options = ", ".join(f"{name}={value}".lower() for name, value in record.options.items())
    lines = [
        f"{record.ruleset} (rules version {record.version}), {record.seats} seats, "
        + (f"key {record.key.hex()}" if record.seed is None else f"seed {record.seed}"),
        f"bots: {bots}",
    ]
    if options:
        lines.append(f"options: {options}")
    return "\n".join(lines)


def _ending(record: Record) -> str:
    outcome = record.outcome
    places = ", ".join(
        f"{SEAT_NAMES[seat]} {one_line(bot)} rank {outcome.ranks[seat]} ({outcome.scores[seat]})"
        for seat, bot in enumerate(record.bots)
    )
    forfeits = "".join(
        f"; {SEAT_NAMES[forfeit.seat]} forfeited after step {forfeit.step}: "
        f"{one_line(forfeit.verdict)}"
        for forfeit in record.forfeits
    )
    return f"ended by {outcome.rule} ({outcome.reason}): {places}{forfeits}"


def _annotated(record: Record, name: str) -> "list[Json]":
    """A list that stands beside the steps. No digest covers it, so its items may be anything."""
    annotations = record.annotations
    kept = annotations.get(name) if isinstance(annotations, dict) else None
    return kept if isinstance(kept, list) else []


def _evidence(record: Record) -> "list[dict[str, Json]]":
    """What the verdicts rest on."""
    return [item for item in _annotated(record, "evidence") if isinstance(item, dict)]


def _notes(record: Record) -> "dict[int, dict[str, Json]]":
    """What bots noted, by the step that their decision begins with."""
    found: dict[int, dict[str, Json]] = {}
    for item in _annotated(record, "notes"):
        match item:
            case [int(step), int(), dict(named)]:
                found[step] = named
    return found


def _verdict_text(item: "dict[str, Json]") -> str:
    """One verdict: a line, and the last lines that the bot printed below it."""
    times = [
        f"{name} {item[name]} s"
        for name in ("sent", "received", "cpu", "allowed")
        if isinstance(item.get(name), int | float)
    ]
    parts = [f"{item.get('error')}", *times]
    if item.get("offending"):
        parts.append(f"the answer was {item['offending']!r}")
    seat = item.get("seat")
    who = SEAT_NAMES[seat] if isinstance(seat, int) and 0 <= seat < len(SEAT_NAMES) else "nobody"
    decision = f" in decision {item['decision']}," if item.get("decision") else ""
    head = f"evidence: {who} {item.get('verdict')}{decision} after step {item.get('step')}: "
    printed = item.get("stderr")
    lines = printed if isinstance(printed, list) else []
    return "\n".join(
        [one_line(head + "; ".join(parts)), *(printable(f"  | {line}") for line in lines)]
    )


def _step_text(frame: Frame, codes: bool) -> str:
    """A step and what came of it: in words, or as programs know it on one line."""
    step, ruleset = frame.match.steps[-1], frame.match.ruleset
    head = f"{frame.step:5} {SEAT_NAMES[step.seat]}"
    if codes:
        events = "; ".join(str(event) for event in frame.events)
        return f"{head} {step.command.text}" + (f"  [{events}]" if events else "")
    told = [f"         {ruleset.sentence(event)}" for event in frame.events]
    return "\n".join([f"{head} {ruleset.phrase(step.command)}", *told])


def _step_object(frame: Frame) -> "dict[str, Json]":
    if frame.step == 0:
        return {"step": 0, "seat": None, "command": "", "events": []}
    step, ruleset = frame.match.steps[-1], frame.match.ruleset
    return {
        "step": frame.step,
        "seat": step.seat,
        "command": step.command.text,
        "phrase": ruleset.phrase(step.command),
        "events": [str(event) for event in frame.events],
        "sentences": [ruleset.sentence(event) for event in frame.events],
    }


def _step_json(frame: Frame, with_state: bool) -> "dict[str, Json]":
    value = _step_object(frame)
    if with_state:
        value["text"] = _drawn(frame)
    return value


def _drawn(frame: Frame) -> str:
    ruleset = frame.match.ruleset
    return ruleset.text(ruleset.view(frame.match.state, OMNISCIENT))
