"""Golden playthroughs: matches written out step by step, to be reviewed like code.

A file in `tests/golden/<ruleset>/` starts with a header:

    # what this match shows
    ruleset township
    seats 3
    option renown_target=20        (any number of these)
    seed 7
    play random                    (or: greedy; or: script, the steps below are the script)
    steps 120                      (optional: stop there)

A script names its `draws` instead of a seed, dice from 1 and others from 0, as many lines as it
takes: what it shows must not hang on a generator.

and goes on with one line per step: number, seat, command, how many commands were legal, digest;
below it the events. The state is drawn every twentieth step and at the end. `make golden` (that is
`python -m tests.playthroughs`) rewrites every file from its header; for a script it reads the seats
and commands from the step lines, so a new script only needs lines such as `1 p1 break house`.
"""

import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import wrap
from typing import Any

from pentarch.bots.greedy import greedy
from pentarch.engine import registry
from pentarch.engine.chance import Scripted, Seeded, derive
from pentarch.engine.commands import Command
from pentarch.engine.core import SEAT_NAMES, Event, Outcome, Seat
from pentarch.engine.errors import IllegalCommand
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import OMNISCIENT, Ruleset
from tests.playing import new_state, one_decision, seat_bots

FOLDER = Path(__file__).parent / "golden"
EVERY = 20


@dataclass
class Header:
    """What a playthrough plays."""

    comments: list[str] = field(default_factory=list)
    ruleset: str = ""
    seats: int = 2
    options: dict[str, Json] = field(default_factory=dict)
    seed: int = 0
    draws: list[int] = field(default_factory=list)
    play: str = "random"
    steps: int | None = None
    script: list[tuple[Seat, str]] = field(default_factory=list)


def parse(text: str) -> Header:
    """The header of a file, and its steps as a script."""
    header = Header()
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word == "#":
            header.comments.append(line)
        elif word == "option":
            name, _, value = rest.partition("=")
            header.options[name] = value
        elif word in ("ruleset", "play"):
            setattr(header, word, rest)
        elif word == "draws":
            header.draws += [int(value) for value in rest.split()]
        elif word in ("seats", "seed", "steps"):
            setattr(header, word, int(rest))
        elif word.isdecimal():
            seat, _, command = rest.partition(" ")
            header.script.append((SEAT_NAMES.index(seat), command.split("  ")[0]))
    return header


def render(header: Header) -> str:
    """The whole file, played anew."""
    lines = [*header.comments, f"ruleset {header.ruleset}", f"seats {header.seats}"]
    lines += [f"option {name}={value}" for name, value in header.options.items()]
    if header.draws:
        lines += [f"draws {line}" for line in wrap(" ".join(map(str, header.draws)), 100)]
    else:
        lines.append(f"seed {header.seed}")
    lines.append(f"play {header.play}")
    if header.steps is not None:
        lines.append(f"steps {header.steps}")
    ruleset = registry.get(header.ruleset)
    if header.draws:
        stage = Stage(ruleset, header)
        return "\n".join([*lines, *played(stage, iter(header.script))]) + "\n"
    match = Match(ruleset, header.seats, header.options, header.seed)
    return "\n".join([*lines, *played(match, choices(header, match))]) + "\n"


class Stage:
    """What a playthrough needs of a match, with the draws of a script for its chance."""

    def __init__(self, ruleset: Ruleset[Any], header: Header) -> None:
        self.ruleset = ruleset
        self.steps: list[Command] = []
        self.chance = Scripted(header.draws)
        self.state = new_state(ruleset, header.seats, header.options, self.chance)
        self.last_digest = b""

    @property
    def outcome(self) -> Outcome | None:
        return self.ruleset.outcome(self.state)

    def legal(self, seat: Seat) -> list[Command]:
        return self.ruleset.legal(self.state, seat)

    def submit(self, seat: Seat, command: Command) -> list[Event]:
        if refusal := self.ruleset.check(self.state, seat, command):
            raise IllegalCommand(refusal)
        events = self.ruleset.apply(self.state, seat, command, self.chance)
        self.steps.append(command)
        link = b"%d|%s" % (self.chance.position, self.ruleset.fingerprint(self.state))
        checksum = zlib.crc32(link, int.from_bytes(self.last_digest, "big"))
        self.last_digest = checksum.to_bytes(4, "big")
        return events


def played(match: Match[Any] | Stage, steps: Iterator[tuple[Seat, str]]) -> list[str]:
    """The steps, their events, and the state now and then."""
    lines = ["", *drawn(match)]
    for seat, text in steps:
        legal = len(match.legal(seat))
        events = match.submit(seat, match.ruleset.read(text))
        lines.append(step_line(match, seat, text, legal))
        lines += [f"    {event}" for event in public(events)]
        if len(match.steps) % EVERY == 0 and match.outcome is None:
            lines += drawn(match)
    lines += drawn(match)
    if match.outcome is not None:
        lines.append(f"outcome {match.outcome!r}")
    return lines


def choices(header: Header, match: Match[Any]) -> Iterator[tuple[Seat, str]]:
    """The seats and commands to play, as the match goes on."""
    if header.play == "script":
        yield from header.script
        return
    pick = Seeded(derive(header.seed, "golden"))
    bots = [greedy(header.ruleset) for _ in range(header.seats)] if header.play == "greedy" else []
    seat_bots(match, bots)
    while acting := match.to_act():
        if header.steps is not None and len(match.steps) >= header.steps:
            return
        seat = acting[0] if bots else pick.choice(acting)
        if bots:
            for command in one_decision(match, seat, bots[seat]):
                yield seat, command.text
        else:
            yield seat, pick.choice(match.legal(seat)).text


def step_line(match: Match[Any] | Stage, seat: Seat, text: str, legal: int) -> str:
    """`12 p1 break house  of 15  0a1b2c3d`."""
    digest = match.last_digest.hex()
    return f"{len(match.steps)} {SEAT_NAMES[seat]} {text}  of {legal}  {digest}"


def public(events: list[Event]) -> list[str]:
    """Events as text, with those to whom they are shown when not everybody."""
    shown = []
    for event in events:
        to = "" if event.to is None else f" (to {', '.join(SEAT_NAMES[s] for s in event.to)})"
        shown.append(f"{event}{to}")
    return shown


def drawn(match: Match[Any] | Stage) -> list[str]:
    """The state as text, set off by a bar."""
    text = match.ruleset.text(match.ruleset.view(match.state, OMNISCIENT))
    return [f"  | {line}".rstrip() for line in text.splitlines()]


def files() -> list[Path]:
    """All playthroughs."""
    return sorted(FOLDER.glob("*/*.txt"))


def main() -> None:
    """Rewrite every playthrough, or those of the rulesets named."""
    for path in files():
        if len(sys.argv) > 1 and path.parent.name not in sys.argv[1:]:
            continue
        old = path.read_text()
        new = render(parse(old))
        path.write_text(new)
        print(("changed" if new != old else "same   "), path.relative_to(FOLDER))


if __name__ == "__main__":
    main()
