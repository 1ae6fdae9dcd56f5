"""The bot doctor: lets a bot's program play, treats it badly, and says whether it is fit to play.

    report = check_bot(launch_of("path/to/folder"))

The program is started like a hosted bot, without a sandbox. For every ruleset it names it plays
against a random bot while messages come late, twice, empty or with unknown fields; then it plays
itself in every rotation of the seats. With the same seed each rotation must be the same match, so
that the block comes out exactly even: if not, the bot carries something over from match to match,
or does not take its luck from the match.
"""

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from pentarch.arbiter.referee import Aborted, BotSeat, Fault, PlayedMatch, Port, Referee
from pentarch.arbiter.referee import Verdict as V
from pentarch.arbiter.referee.clocks import TRIAL
from pentarch.author.launch import Launch
from pentarch.author.program import CheckedPort, RoughPort, RunningProgram
from pentarch.bots.random import Random
from pentarch.bots.sdk import Start
from pentarch.engine import registry
from pentarch.engine.chance import derive
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from pentarch.engine.record import encode

START_WAIT: Final = 30.0
END_WAIT: Final = 10.0
SLOW_START: Final = 5.0
MOST_MEMORY: Final = 512 << 20
_GARBAGE: Final = b"\xff" * 64 + b"\n"

OnCheck = Callable[[str], None]


class Grade(StrEnum):
    """How a check went. Only FAILED makes a bot unfit."""

    PASSED = "passed"
    NOTED = "noted"
    FAILED = "failed"


@dataclass(frozen=True)
class Check:
    """One thing that was checked. `ruleset` is empty if it concerns all of them."""

    name: str
    ruleset: str
    result: Grade
    detail: str
    stderr: list[str] = field(default_factory=list)

    def plain(self) -> "dict[str, Json]":
        """For `--json`."""
        return {
            "check": self.name,
            "ruleset": self.ruleset,
            "result": self.result.value,
            "detail": self.detail,
            "stderr": [*self.stderr],
        }


@dataclass
class Diagnosis:
    """All checks of a bot, and what it used."""

    name: str
    checks: list[Check] = field(default_factory=list)
    start_seconds: float = 0.0
    slowest_seconds: float = 0.0
    peak_bytes: int = 0

    @property
    def is_fit(self) -> bool:
        """Whether nothing failed."""
        return all(check.result is not Grade.FAILED for check in self.checks)

    def plain(self) -> "dict[str, Json]":
        """For `--json`."""
        return {
            "bot": self.name,
            "fit": self.is_fit,
            "start_seconds": round(self.start_seconds, 3),
            "slowest_seconds": round(self.slowest_seconds, 3),
            "peak_bytes": self.peak_bytes,
            "checks": [check.plain() for check in self.checks],
        }


def check_bot(
    launch: Launch,
    *,
    rulesets: "list[str] | None" = None,
    seed: int = 1,
    blocks: int = 1,
    is_timed: bool = False,
    on_check: OnCheck = lambda _: None,
) -> Diagnosis:
    """Look a bot over. `on_check` is told what comes next; `is_timed` bots need not be even."""
    doctor = _Doctor(launch, seed, on_check)
    doctor.start_and_end()
    if not doctor.report.is_fit:
        return doctor.report
    for ruleset in rulesets or launch.rulesets:
        if doctor.rough_play(ruleset):
            doctor.self_play(ruleset, blocks, is_timed=is_timed)
    doctor.broken_messages()
    doctor.look_at_use()
    return doctor.report


class _Doctor:
    def __init__(self, launch: Launch, seed: int, on_check: OnCheck) -> None:
        self._launch: Final = launch
        self._seed: Final = seed
        self._on_check: Final = on_check
        self._matches = 0
        self.report: Final = Diagnosis(launch.name)

    def start_and_end(self) -> None:
        """It says Hello, and ends when its input does."""
        self._on_check("start")
        began = time.perf_counter()
        try:
            program = self._program()
        except Fault as fault:
            self._failed("start", "", fault)
            return
        try:
            _greet(program)
            self.report.start_seconds = time.perf_counter() - began
        except Fault as fault:
            program.end(END_WAIT)
            hint = "; does it call run(...)?" if fault.verdict is V.BOT_CRASH else ""
            self._failed("start", "", fault, hint)
            return
        said = f"Hello after {self.report.start_seconds:.2f} s"
        self._add("start", "", Grade.PASSED, "started" if program.is_in_lines else said)
        code = _end(program)
        self.report.peak_bytes = program.peak_bytes
        if code is None:
            said = f"still running {END_WAIT:.0f} s after its input was closed"
            self._add("end", "", Grade.FAILED, said)
        else:
            self._add("end", "", Grade.PASSED, f"ends with its input, exit code {code}")

    def rough_play(self, ruleset: str) -> bool:
        """A match against chance, with late, repeated, empty and unknown messages; then another."""
        self._on_check(f"{ruleset}: rough play")
        program = self._program()
        try:
            _greet(program)
            port = RoughPort(program, self._next_id(), TRIAL, derive(self._seed, "rough", 0))
            result = self._play(ruleset, port, self._seed)
            if result is None:
                return False
            self.report.slowest_seconds = max(self.report.slowest_seconds, port.slowest)
            if port.pongs < port.pings:
                raise Fault(V.BOT_PROTOCOL, f"{port.pings} Pings got {port.pongs} Pongs")
            if self._launch.is_reusable and not self._goes_on(ruleset, program):
                return False
        except Fault as fault:
            self._failed("rough play", ruleset, fault)
            return False
        finally:
            self._end([program])
        steps = len(result.match.steps)
        done = ", ".join(f"{name} {count}" for name, count in sorted(port.done.items()))
        self._add("rough play", ruleset, Grade.PASSED, f"{steps} steps; {done or 'no turns'}")
        return True

    def _goes_on(self, ruleset: str, program: RunningProgram) -> bool:
        """A match that is broken off without a result does not disturb the next."""
        rules = registry.get(ruleset)
        seats = rules.info.min_seats
        start = Start(rules, 0, seats, {}, [self.report.name] * seats, seed=1)
        with closing(CheckedPort(program, self._next_id(), TRIAL)) as given_up:
            given_up.start(start, time.perf_counter() + START_WAIT)
            given_up.break_off()
        port = CheckedPort(program, self._next_id(), TRIAL)
        return self._play(ruleset, port, self._seed + 1) is not None

    def self_play(self, ruleset: str, blocks: int, *, is_timed: bool) -> None:
        """The bot against itself: every rotation of a block must be the same match."""
        for block in range(blocks):
            self._on_check(f"{ruleset}: self-play, block {block + 1} of {blocks}")
            try:
                points, matches = self._play_block(ruleset, derive(self._seed, "doctor", block))
            except Fault as fault:
                self._failed("self-play", ruleset, fault)
                return
            except Aborted as aborted:
                self._add("self-play", ruleset, Grade.FAILED, str(aborted))
                return
            score = " : ".join(f"{value:g}" for value in points)
            if matches > 1:
                self._add(
                    "self-play",
                    ruleset,
                    Grade.NOTED if is_timed else Grade.FAILED,
                    f"not even ({score}): one seed gave {matches} different matches; take luck "
                    "from start.seed only, and keep nothing from match to match",
                )
                return
        self._add("self-play", ruleset, Grade.PASSED, f"even, {score} in the last block")

    def _play_block(self, ruleset: str, seed: int) -> tuple[list[float], int]:
        """Points of each program over all rotations, and how many different matches came out."""
        seats = registry.get(ruleset).info.min_seats
        points = [0.0] * seats
        records: set[bytes] = set()
        programs: list[RunningProgram] = []
        try:
            for rotation in range(seats):
                if not programs or not self._launch.is_reusable:
                    self._end(programs)
                    programs = [self._program() for _ in range(seats)]
                    for program in programs:
                        _greet(program)
                # The program that sits at seat 0 now sat at seat 1 the time before.
                seating = [(seat + rotation) % seats for seat in range(seats)]
                ports: list[Port] = [
                    CheckedPort(programs[index], self._next_id(), TRIAL) for index in seating
                ]
                match: Match[Any] = Match(registry.get(ruleset), seats, {}, seed)
                names = [self.report.name] * seats
                result = Referee(match, ports, bots=names, terms=TRIAL).run()
                for evidence in result.evidence:
                    told = f"{evidence.error} (at decision {evidence.decision})"
                    raise Fault(V(evidence.verdict), told, stderr=evidence.stderr)
                records.add(encode(result.record(timed=False)))
                for index, gained in zip(seating, _points(result.outcome.ranks), strict=True):
                    points[index] += gained
        finally:
            self._end(programs)
        return points, len(records)

    def _end(self, programs: list[RunningProgram]) -> None:
        for program in programs:
            program.end(END_WAIT)
            self.report.peak_bytes = max(self.report.peak_bytes, program.peak_bytes)

    def broken_messages(self) -> None:
        """Bytes that are no message: the program may end, and must not hang."""
        self._on_check("broken messages")
        program = self._program()
        try:
            _greet(program)
        except Fault as fault:
            self._failed("broken messages", "", fault)
        program.write(_GARBAGE)
        code = _end(program)
        if code is None:
            said = f"hangs: still running {END_WAIT:.0f} s after it was sent garbage"
            self._add("broken messages", "", Grade.FAILED, said)
        else:
            self._add("broken messages", "", Grade.PASSED, f"ends with exit code {code}")

    def look_at_use(self) -> None:
        """Memory and start-up, beside what a hosted bot is allowed."""
        peak = self.report.peak_bytes
        allowed = f"{peak / (1 << 20):.0f} MiB at most, {MOST_MEMORY >> 20} are allowed"
        self._add("memory", "", Grade.FAILED if peak > MOST_MEMORY else Grade.PASSED, allowed)
        if self.report.start_seconds > SLOW_START:
            said = f"{self.report.start_seconds:.1f} s until Hello: import less"
            self._add("start-up", "", Grade.NOTED, said)

    def _play(self, ruleset: str, port: CheckedPort, seed: int) -> "PlayedMatch | None":
        rules = registry.get(ruleset)
        match: Match[Any] = Match(rules, rules.info.min_seats, {}, seed)
        rivals = [BotSeat(Random()) for _ in range(match.seats - 1)]
        names = [self.report.name, *["random"] * len(rivals)]
        try:
            result = Referee(match, [port, *rivals], bots=names, terms=TRIAL).run()
        except Aborted as aborted:
            self._add("rough play", ruleset, Grade.FAILED, str(aborted))
            return None
        for evidence in result.evidence:
            if evidence.seat == 0:
                said = f"{evidence.verdict} at decision {evidence.decision}: {evidence.error}"
                self._add("rough play", ruleset, Grade.FAILED, said, evidence.stderr)
                return None
        return result

    def _program(self) -> RunningProgram:
        return RunningProgram(self._launch)

    def _next_id(self) -> int:
        self._matches += 1
        return self._matches

    def _failed(self, name: str, ruleset: str, fault: Fault, hint: str = "") -> None:
        self._add(name, ruleset, Grade.FAILED, f"{fault}{hint}", fault.stderr)

    def _add(
        self,
        name: str,
        ruleset: str,
        result: Grade,
        detail: str,
        stderr: "list[str] | None" = None,
    ) -> None:
        self.report.checks.append(Check(name, ruleset, result, detail, stderr or []))


def _greet(program: RunningProgram) -> None:
    """Wait for its Hello. Raises Fault."""
    with closing(CheckedPort(program, 0, TRIAL)) as port:
        port.expect_hello(time.perf_counter() + START_WAIT)


def _end(program: RunningProgram) -> int | None:
    """Ask it to end: its exit code, None when it had to be killed."""
    with closing(CheckedPort(program, 0, TRIAL)) as port:
        code = port.end(END_WAIT)
    program.end(0.0)
    return code


def _points(ranks: list[int]) -> list[float]:
    """One point for each seat left behind, half a point for each seat that is level."""
    return [sum((other > rank) + 0.5 * (other == rank) for other in ranks) - 0.5 for rank in ranks]
