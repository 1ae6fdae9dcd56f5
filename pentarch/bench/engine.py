"""The engine's figures: each is measured in CPU time of this process, on one core.

A figure is taken in many short slices spread over the run, and the best slice counts: that is the
one least disturbed by whatever else the machine does. Every slice begins with the same seed.
"""

import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import orjson

from pentarch.arbiter.referee import BotSeat, Port, Referee
from pentarch.bots.random import Random
from pentarch.bots.simulator import Simulator
from pentarch.engine import registry
from pentarch.engine.chance import Seeded
from pentarch.engine.match import Match
from pentarch.engine.options import choose
from pentarch.engine.plain import Json
from pentarch.engine.record import encode, record_of, verify
from pentarch.engine.ruleset import Ruleset

SLICES: Final = 12
_STATE_EVERY: Final = 7
_RECORDED: Final = 6
_SIMULATED: Final = 200

Loop: TypeAlias = Callable[[int], int]
"""Does a bounded piece of work with the given seed; returns how many units of work it was."""


class Subject(ABC):
    """Something to measure."""

    def __init__(self, name: str) -> None:
        self.name: Final = name

    @abstractmethod
    def rate(self, seconds: float) -> float:
        """Units of work per CPU second, from about that many seconds of it."""


class Looped(Subject):
    """A loop of this process that is called again and again."""

    def __init__(self, name: str, loop: Loop) -> None:
        super().__init__(name)
        self._loop: Final = loop

    def rate(self, seconds: float) -> float:
        return rate(self._loop, seconds)


def rates(
    subjects: list[Subject], seconds: float, on_slice: Callable[[], None]
) -> "dict[str, float]":
    """Units of work per CPU second of each subject; `seconds` go to each."""
    best = {subject.name: 0.0 for subject in subjects}
    for _ in range(SLICES):
        for subject in subjects:
            measured = subject.rate(seconds / SLICES)
            best[subject.name] = max(best[subject.name], measured)
            on_slice()
    return best


def rate(loop: Loop, seconds: float) -> float:
    """Units of work per CPU second of this process."""
    done = 0
    seed = 0
    began = time.process_time()
    while True:
        done += loop(seed)
        seed += 1
        spent = time.process_time() - began
        if spent >= seconds:
            return done / spent


class EngineSubjects:
    """Everything that is measured of one ruleset."""

    def __init__(self, id: str) -> None:
        self.id: Final = id
        self._ruleset: Final[Ruleset[Any]] = registry.get(id)
        info = self._ruleset.info
        self._seats: Final = max(2, info.min_seats)
        self._options: Final = choose(info.options, {})
        self._states: Final[list[Any]] = []
        self._records: Final[list[bytes]] = []
        self._widths: Final[list[int]] = []
        self._steps = 0
        for seed in range(_RECORDED):
            self._collect(seed)

    def subjects(self) -> list[Subject]:
        """The loops, named after the ruleset and the figure."""
        return [
            Looped(f"{self.id} steps", self.play),
            Looped(f"{self.id} copy", self._copy),
            Looped(f"{self.id} view", self._view),
            Looped(f"{self.id} verify", self._verify),
            Looped(f"{self.id} match", self._match),
            Looped(f"{self.id} referee", self._referee),
            Looped(f"{self.id} simulate", self._simulate),
        ]

    def figures(self, measured: "dict[str, float]") -> "dict[str, Json]":
        """The figures in the shape that scripts rely on."""
        steps = measured[f"{self.id} steps"]
        size = sum(len(record) for record in self._records)
        referee = measured[f"{self.id} referee"] / measured[f"{self.id} match"]
        figures: dict[str, Json] = {
            "mode": mode(self._ruleset),
            "steps_per_second": round(steps),
            "copy_us": round(1e6 / measured[f"{self.id} copy"], 2),
            "view_us": round(1e6 / measured[f"{self.id} view"], 2),
            "legal_mean": round(sum(self._widths) / len(self._widths), 2),
            "legal_max": max(self._widths),
            "record_bytes_per_200_steps": round(200 * size / self._steps),
            "verify_ratio": round(measured[f"{self.id} verify"] / steps, 3),
            "referee_ratio": round(referee, 3),
            "step_us": round(1e6 / steps, 2),
            "simulate_us": round(1e6 / measured[f"{self.id} simulate"], 2),
        }
        if f"{self.id} interpreted" in measured:
            slow = measured[f"{self.id} interpreted"]
            figures["interpreted_steps_per_second"] = round(slow)
            figures["compiled_ratio"] = round(steps / slow, 2)
        return figures

    def _collect(self, seed: int) -> None:
        match = Match(self._ruleset, self._seats, {}, seed)
        chance = Seeded(seed)
        while match.outcome is None:
            seat = match.to_act()[0]
            legal = match.legal(seat)
            self._widths.append(len(legal))
            if len(match.steps) % _STATE_EVERY == 0:
                self._states.append(self._ruleset.copy(match.state))
            match.play(seat, chance.choice(legal))
        self._steps += len(match.steps)
        self._records.append(encode(record_of(match, ["random"] * self._seats)))

    def play(self, seed: int) -> int:
        """The bare engine: whose turn, what is legal, one of it at random, apply."""
        ruleset = self._ruleset
        to_act, legal, apply = ruleset.to_act, ruleset.legal, ruleset.apply
        chance = Seeded(seed)
        choice = chance.choice
        state = ruleset.setup(self._seats, self._options, chance)
        for step in range(ruleset.info.max_steps):
            acting = to_act(state)
            if not acting:
                return step
            seat = acting[0]
            apply(state, seat, choice(legal(state, seat)), chance)
        return ruleset.info.max_steps

    def _match(self, seed: int) -> int:
        """The bare engine with digests."""
        match = Match(self._ruleset, self._seats, {}, seed)
        chance = Seeded(seed)
        while match.outcome is None:
            seat = match.to_act()[0]
            match.play(seat, chance.choice(match.legal(seat)))
        return len(match.steps)

    def _referee(self, seed: int) -> int:
        match = Match(self._ruleset, self._seats, {}, seed)
        ports: list[Port] = [BotSeat(Random()) for _ in range(self._seats)]
        Referee(match, ports, bots=["random"] * self._seats).run()
        return len(match.steps)

    def _simulate(self, seed: int) -> int:
        """As a program in another language: two lines of JSON each way for a step."""
        simulator, chance = Simulator(), Seeded(seed)

        def ask(do: str, **values: Json) -> Any:
            return orjson.loads(simulator.answer(orjson.dumps({"do": do, **values})))

        state = ask("new", ruleset=self.id, seats=self._seats, seed=seed)["state"]
        for step in range(_SIMULATED):
            answer = ask("legal", state=state)
            if not answer["acting"]:
                return step
            seat = answer["acting"][0]
            ask("apply", state=state, seat=seat, command=chance.choice(answer["legal"][seat]))
        return _SIMULATED

    def _copy(self, seed: int) -> int:
        for state in self._states:
            self._ruleset.copy(state)
        return len(self._states)

    def _view(self, seed: int) -> int:
        for state in self._states:
            self._ruleset.view(state, seed % self._seats)
        return len(self._states)

    def _verify(self, seed: int) -> int:
        return len(verify(self._records[seed % len(self._records)]).steps)


def mode(ruleset: "Ruleset[Any]") -> str:
    """Whether the ruleset runs compiled or interpreted."""
    source = sys.modules[type(ruleset).__module__].__file__ or ""
    return "interpreted" if source.endswith((".py", ".pyc")) else "compiled"
