"""The rules as a service on standard input and output, for bots in any language.

One JSON document per line: a request with a `do`, and whatever that needs; an answer with the same
`id`, and either what was asked for or an `error`. States stay here and go by numbers.

    {"id": 1, "do": "new", "ruleset": "township", "seats": 2, "seed": 7}
    {"id": 1, "state": 1}
    {"id": 2, "do": "legal", "state": 1}
    {"id": 2, "acting": [0], "legal": [["break farm", ..., "skip"], []]}
    {"id": 3, "do": "apply", "state": 1, "seat": 0, "command": "skip"}
    {"id": 3, "events": []}

`pentarch simulate` runs it. A program that plays finds in its environment, as PENTARCH_SIMULATOR,
the command line that starts it, at the desk and in the sandbox alike.
"""

import base64
import shlex
import sys
from collections.abc import Callable, Mapping
from typing import IO, Any, Final, TypeAlias

import orjson

from pentarch.engine import registry
from pentarch.engine.chance import Keyed, seed_key
from pentarch.engine.core import Event, Outcome, Seat
from pentarch.engine.errors import EngineError, InvalidValue
from pentarch.engine.options import choose
from pentarch.engine.plain import Json, as_dict, as_int, as_list, field, int_field, str_field
from pentarch.engine.record import decode, replay
from pentarch.engine.ruleset import OMNISCIENT, Ruleset

MOST_STATES: Final = 100_000
MOST_BYTES: Final = 16 << 20
_MOST_STEPS: Final = 1_000_000

Deeds: TypeAlias = "Mapping[str, Callable[[Json], dict[str, Json]]]"
"""What can be asked for, by name."""


def command_line(python: str) -> str:
    """What starts it, with that Python."""
    return shlex.join([python, "-m", "pentarch.bots.simulator"])


class Held:
    """A state that is kept here: its rules, and the chance of what comes."""

    def __init__(self, ruleset: Ruleset[Any], state: Any, chance: Keyed, seats: int) -> None:
        self.ruleset: Final = ruleset
        self.state: Final = state
        self.chance: Final = chance
        self.seats: Final = seats

    def copy(self, seed: int | None) -> "Held":
        """The same state, with other dice to come if a seed is given."""
        chance = self.chance.copy() if seed is None else _chance(seed)
        return Held(self.ruleset, self.ruleset.copy(self.state), chance, self.seats)

    def play(self, seat: Seat, text: str) -> list[Event]:
        """Carry out a command. Raises EngineError."""
        if not 0 <= seat < self.seats:
            raise InvalidValue(f"there is no seat {seat}")
        command = self.ruleset.read(text)
        refusal = self.ruleset.check(self.state, seat, command)
        if refusal is not None:
            raise InvalidValue(f"{text!r} is refused: {refusal.reason} ({refusal.rule})")
        return self.ruleset.apply(self.state, seat, command, self.chance)


class Simulator:
    """Answers requests. Nothing of what it is asked makes it fail."""

    def __init__(self) -> None:
        self._states: Final[dict[int, Held]] = {}
        self._made = 0
        self._deeds: Final[Deeds] = {
            "new": self._new,
            "load": self._load,
            "sample": self._sample,
            "record": self._record,
            "copy": self._copy,
            "drop": self._drop,
            "legal": self._legal,
            "apply": self._apply,
            "view": self._view,
            "dump": self._dump,
            "outcome": self._outcome,
            "measures": self._measures,
            "text": self._text,
            "playout": self._playout,
        }
        self._all_deeds: Final[Deeds] = {**self._deeds, "all": self._all}

    def answer(self, line: bytes) -> bytes:
        """The answer to a line, without the end of the line."""
        try:
            request: Json = orjson.loads(line)
        except orjson.JSONDecodeError as error:
            return orjson.dumps({"id": None, "error": f"this is not JSON: {error}"})
        return orjson.dumps(self._answered(request, self._all_deeds))

    def _answered(self, request: Json, deeds: Deeds) -> dict[str, Json]:
        id = request.get("id") if isinstance(request, dict) else None
        try:
            name = str_field(request, "do")
            if name not in deeds:
                raise InvalidValue(f"{name!r} is not one of {', '.join(deeds)}")
            return {"id": id, **deeds[name](request)}
        except EngineError as error:
            return {"id": id, "error": str(error)}

    # States come from somewhere.

    def _new(self, request: Json) -> dict[str, Json]:
        ruleset = registry.get(str_field(request, "ruleset"))
        seats = int_field(request, "seats")
        ruleset.info.check_seats(seats)
        options = choose(ruleset.info.options, as_dict(_get(request, "options", {}), "options"))
        chance = _chance(_seed(request) or 0)
        return self._kept(Held(ruleset, ruleset.setup(seats, options, chance), chance, seats))

    def _load(self, request: Json) -> dict[str, Json]:
        ruleset = registry.get(str_field(request, "ruleset"))
        state = ruleset.load(field(request, "dump"))
        return self._kept(_held(ruleset, state, _chance(_seed(request) or 0)))

    def _sample(self, request: Json) -> dict[str, Json]:
        ruleset = registry.get(str_field(request, "ruleset"))
        chance = _chance(_seed(request) or 0)
        state = ruleset.sample(field(request, "view"), int_field(request, "seat"), chance)
        return self._kept(_held(ruleset, state, chance))

    def _record(self, request: Json) -> dict[str, Json]:
        """The position after a number of steps of a record, which comes in base64."""
        try:
            content = base64.b64decode(str_field(request, "record"), validate=True)
        except ValueError as error:
            raise InvalidValue("the record is not in base64") from error
        record = decode(content)
        step = int_field(request, "step")
        for frame in replay(record, is_checked=False):
            if frame.step == step:
                match = frame.match
                return self._kept(Held(match.ruleset, match.state, match.chance, match.seats))
        raise InvalidValue(f"the record has {len(record.steps)} steps, not {step}")

    def _copy(self, request: Json) -> dict[str, Json]:
        return self._kept(self._held(request).copy(_seed(request)))

    def _drop(self, request: Json) -> dict[str, Json]:
        for number in as_list(field(request, "states"), "states"):
            self._states.pop(as_int(number, "a state"), None)
        return {"states": len(self._states)}

    # What can be asked of them.

    def _legal(self, request: Json) -> dict[str, Json]:
        held = self._held(request)
        acting = held.ruleset.to_act(held.state)
        legal = [held.ruleset.legal(held.state, seat) for seat in range(held.seats)]
        return {
            "acting": [*acting],
            "legal": [[command.text for command in commands] for commands in legal],
        }

    def _apply(self, request: Json) -> dict[str, Json]:
        """A command, or several: all of them, or none if one is refused."""
        held = self._held(request)
        seat = int_field(request, "seat")
        commands = field(request, "command")
        if not isinstance(commands, list):
            return {"events": _played(held, seat, commands)}
        tried = held.copy(None)
        events = [event for command in commands for event in _played(tried, seat, command)]
        self._states[int_field(request, "state")] = tried
        return {"events": events}

    def _view(self, request: Json) -> dict[str, Json]:
        held = self._held(request)
        seat = int_field(request, "seat")
        if not 0 <= seat < held.seats:
            raise InvalidValue(f"there is no seat {seat}")
        return {"view": held.ruleset.view(held.state, seat)}

    def _dump(self, request: Json) -> dict[str, Json]:
        held = self._held(request)
        return {"dump": held.ruleset.dump(held.state)}

    def _outcome(self, request: Json) -> dict[str, Json]:
        held = self._held(request)
        outcome = held.ruleset.outcome(held.state)
        standing = outcome or held.ruleset.adjudicate(held.state)
        return {"over": outcome is not None, **_ranking(standing)}

    def _measures(self, request: Json) -> dict[str, Json]:
        held = self._held(request)
        values = held.ruleset.measures(held.state)
        return {"measures": {name: [*numbers] for name, numbers in values.items()}}

    def _text(self, request: Json) -> dict[str, Json]:
        held = self._held(request)
        return {"text": held.ruleset.text(held.ruleset.view(held.state, OMNISCIENT))}

    def _playout(self, request: Json) -> dict[str, Json]:
        """Random commands from here on, on a copy: how it ends, or stands after `most` steps."""
        held = self._held(request).copy(_seed(request))
        most = min(as_int(_get(request, "most", _MOST_STEPS), "most"), _MOST_STEPS)
        ruleset, state, chance = held.ruleset, held.state, held.chance
        steps = 0
        while steps < most and (acting := ruleset.to_act(state)):
            ruleset.apply(state, acting[0], chance.choice(ruleset.legal(state, acting[0])), chance)
            steps += 1
        outcome = ruleset.outcome(state)
        standing = outcome or ruleset.adjudicate(state)
        return {"over": outcome is not None, "steps": steps, **_ranking(standing)}

    def _all(self, request: Json) -> dict[str, Json]:
        """Several requests in one line, which do not hold others: their answers in their order."""
        parts = as_list(field(request, "requests"), "requests")
        return {"answers": [self._answered(part, self._deeds) for part in parts]}

    def _held(self, request: Json) -> Held:
        number = int_field(request, "state")
        if number not in self._states:
            raise InvalidValue(f"there is no state {number}")
        return self._states[number]

    def _kept(self, held: Held) -> dict[str, Json]:
        if len(self._states) >= MOST_STATES:
            raise InvalidValue(f"{MOST_STATES} states are kept at most: drop some")
        self._made += 1
        self._states[self._made] = held
        return {"state": self._made}


def serve(source: IO[bytes], target: IO[bytes]) -> None:
    """Answer lines until there are no more."""
    simulator = Simulator()
    while line := source.readline(MOST_BYTES):
        if line.strip():
            target.write(simulator.answer(line) + b"\n")
            target.flush()


def _played(held: Held, seat: Seat, command: Json) -> list[Json]:
    if not isinstance(command, str):
        raise InvalidValue("a command is a text")
    return [_plain(event) for event in held.play(seat, command)]


def _held(ruleset: Ruleset[Any], state: Any, chance: Keyed) -> Held:
    return Held(ruleset, state, chance, len(ruleset.adjudicate(state).ranks))


def _chance(seed: int) -> Keyed:
    return Keyed(seed_key(seed, "simulation"))


def _seed(request: Json) -> int | None:
    value = _get(request, "seed", None)
    return None if value is None else as_int(value, "seed")


def _get(request: Json, key: str, default: Json) -> Json:
    return as_dict(request, "a request").get(key, default)


def _ranking(outcome: Outcome) -> dict[str, Json]:
    return {"ranks": [*outcome.ranks], "scores": [*outcome.scores], "reason": outcome.reason}


def _plain(event: Event) -> Json:
    return {"name": event.name, "seat": event.seat, "values": [*event.values]}


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
