"""`pentarch bot ask`: a position of a record before a bot."""

import pdb
import sys
import traceback
from typing import Annotated

import typer

from pentarch.arbiter.referee import Fault
from pentarch.arbiter.referee.seats import own_frames
from pentarch.author import position
from pentarch.author.position import Reply
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
from pentarch.engine.core import SEAT_NAMES, Seat
from pentarch.engine.plain import Json, strs
from pentarch.engine.record import decode


def ask(
    bot: Annotated[
        str,
        typer.Argument(
            help="A bot as for `pentarch match`: greedy, FILE.py, FOLDER; "
            "or left out, with a command line behind -- at the end"
        ),
    ],
    source: Source,
    step: Annotated[int, typer.Option(min=1, help="The step that was played there.")],
    seat: Annotated[str, typer.Option(help="The seat to decide for, p1 to p6.")] = "",
    is_debugged: Annotated[
        bool, typer.Option("--pdb", help="Stop in the debugger where the bot raises.")
    ] = False,
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
        reply = position.ask(made, found, chosen, names)
    except Exception as error:
        if is_debugged:
            traceback.print_exception(error)
            pdb.post_mortem(error.__traceback__)
        raise _failed(bot, error) from error
    played = record.steps[step - 1]
    recorded = found.match.ruleset.commands.by_number(played[1]).text
    text = position.turn_of(found, chosen).text if is_told else ""
    if as_json:
        told = _plain(reply, chosen, recorded if played[0] == chosen else None)
        print_json({**told, "text": text} if is_told else told)
    else:
        if is_told:
            print_plain(f"{text}\n")
        _print(reply, found, chosen, recorded if played[0] == chosen else "")
    if reply.refusal:
        raise typer.Exit(FAILED)


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


def _plain(reply: Reply, seat: Seat, recorded: str | None) -> dict[str, Json]:
    return {
        "seat": seat,
        "commands": strs(reply.commands),
        "refusal": reply.refusal,
        "notes": reply.notes,
        "seconds": round(reply.seconds, 6),
        "recorded": recorded,
    }


def _print(reply: Reply, found: Position, seat: Seat, recorded: str) -> None:
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
    print_plain(f"took {reply.seconds:.3f} seconds")
