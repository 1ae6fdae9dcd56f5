"""`pentarch bot ask`: a position of a record before a bot."""

import pdb
import signal
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, NoReturn

import typer

from pentarch.arbiter.referee import Fault
from pentarch.arbiter.referee.seats import own_frames
from pentarch.author import position
from pentarch.author.position import TrialReply
from pentarch.author.seats import bot_of
from pentarch.bots.position import Position, before
from pentarch.cli.client import DEFAULT_ADDRESS, Address, Token
from pentarch.cli.records import Source, content
from pentarch.cli.terminal import (
    FAILED,
    AsJson,
    Failure,
    misuse,
    print_json,
    print_plain,
    printable,
)
from pentarch.engine import registry
from pentarch.engine.core import SEAT_NAMES, Seat
from pentarch.engine.plain import Json, strs
from pentarch.engine.record import Record, decode


def ask(
    bot: Annotated[
        str,
        typer.Argument(
            help="A bot as for `pentarch match`: greedy, FILE.py, FOLDER; "
            "or left out, with a command line after -- at the end"
        ),
    ],
    source: Source,
    step: Annotated[
        int,
        typer.Option(
            min=1, help="The step that was played there; the one after the last if a bot failed."
        ),
    ],
    seat: Annotated[str, typer.Option(help="The seat to decide for, p1 to p6.")] = "",
    is_debugged: Annotated[
        bool, typer.Option("--pdb", help="Stop in the debugger where the bot raises.")
    ] = False,
    limit: Annotated[
        float, typer.Option(min=0.001, max=86_400, help="Seconds after which it is interrupted.")
    ] = 60.0,
    is_told: Annotated[
        bool, typer.Option("--text", help="Show the decision in words, as the seat is asked it.")
    ] = False,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Put a position of a record before a bot, and show what it would do there."""
    record = decode(content(source, address, token))
    found = before(record, step)
    chosen = _seat(seat, found)
    made = bot_of(bot, record.ruleset)
    names = list(record.bots)
    names[chosen] = bot
    try:
        with _limited(limit):
            reply = position.ask(made, found, chosen, names)
    except Exception as error:
        if is_debugged:
            traceback.print_exception(error)
            pdb.post_mortem(error.__traceback__)
        raise _failed(bot, error) from error
    recorded = _recorded(record, step, chosen)
    text = position.turn_of(found, chosen).text if is_told else ""
    if as_json:
        told = _plain(reply, chosen, recorded or None)
        print_json({**told, "text": text} if is_told else told)
    else:
        if is_told:
            print_plain(f"{text}\n")
        _print(reply, found, chosen, recorded)
    if reply.refusal:
        raise typer.Exit(FAILED)


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raise TimeoutError in the middle of what takes longer: the traceback says where it was."""

    def interrupt(number: int, frame: object) -> NoReturn:
        raise TimeoutError(f"no answer after {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, interrupt)
    timer = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, before)


def _recorded(record: Record, step: int, seat: Seat) -> str:
    """What the seat played there; empty if that was somebody else, or nobody."""
    if step > len(record.steps) or record.steps[step - 1][0] != seat:
        return ""
    return registry.get(record.ruleset).commands.by_number(record.steps[step - 1][1]).text


def _seat(text: str, found: Position) -> Seat:
    if not text:
        return found.acting[0]
    if text not in SEAT_NAMES[: found.match.seats]:
        raise misuse(f"a seat of this match is one of p1 to p{found.match.seats}, not {text!r}")
    seat = SEAT_NAMES.index(text)
    if seat not in found.acting:
        names = " and ".join(SEAT_NAMES[each] for each in found.acting)
        raise misuse(f"{text} does not decide here: {names} does")
    return seat


def _failed(bot: str, error: Exception) -> Failure:
    if isinstance(error, Fault):
        # A program: its own last words say more than how it was called.
        print("".join(f"{printable(line)}\n" for line in error.stderr), end="", file=sys.stderr)
        return Failure(f"{bot} fails: {error}", FAILED)
    lines = traceback.format_exception(type(error), error, own_frames(error))
    print("".join(lines), end="", file=sys.stderr)
    return Failure(f"{bot} fails: {type(error).__name__}: {error}", FAILED)


def _plain(reply: TrialReply, seat: Seat, recorded: str | None) -> dict[str, Json]:
    return {
        "seat": seat,
        "commands": strs(reply.commands),
        "refusal": reply.refusal,
        "notes": reply.notes,
        "seconds": round(reply.seconds, 6),
        "recorded": recorded,
    }


def _print(reply: TrialReply, found: Position, seat: Seat, recorded: str) -> None:
    legal = found.match.legal(seat)
    print_plain(f"{SEAT_NAMES[seat]} decides, {len(legal)} commands are legal")
    for text in reply.commands:
        print_plain(f"  {text}")
    if reply.refusal:
        print_plain(f"refused: {reply.refusal}")
    if recorded:
        same = "as in the record" if reply.commands[:1] == [recorded] else f"recorded: {recorded}"
        print_plain(same)
    for name, value in reply.notes.items():
        print_plain(f"note {name}: {value}")
    print_plain(f"took {reply.seconds * 1000:,.1f} ms")
