"""One match in memory: a state, its chance, and the record that grows with every step."""

import hashlib
import zlib
from struct import Struct
from typing import Final, Generic, TypeVar, final

from pentarch.engine.chance import Keyed, seed_key
from pentarch.engine.commands import Command
from pentarch.engine.core import NOT_TO_ACT, Event, Outcome, Refusal, Seat
from pentarch.engine.errors import IllegalCommand
from pentarch.engine.options import Options, choose
from pentarch.engine.plain import Json, canonical
from pentarch.engine.ruleset import Ruleset

S = TypeVar("S")

DIGEST_BYTES: Final = 4
WINDOW: Final = 64
"""After so many steps each the digests cover the whole state."""
_LINK: Final = Struct("<BIQ")
_FINAL_BYTES: Final = 16
STEP_CAP: Final = "CORE-3"
FORFEIT: Final = "CORE-4"


@final
class Step:
    """A command that was played."""

    __slots__ = ("command", "seat")

    def __init__(self, seat: Seat, command: Command) -> None:
        self.seat = seat
        self.command = command


@final
class Forfeit:
    """A seat that lost the match by its own fault: before step `step` (counted from 0), and why."""

    __slots__ = ("seat", "step", "verdict")

    def __init__(self, step: int, seat: Seat, verdict: str) -> None:
        self.step = step
        self.seat = seat
        self.verdict = verdict


@final
class Match(Generic[S]):
    """A match being played, or played again.

    Digests start with the header and take in every step: seat, command number and the number of
    draws so far; every WINDOW steps and at the end the state's fingerprint as well, which would
    cost more than the rules at every step. A step's own digest is a checksum chained to the one
    before it, quick to make and enough to find the first command that differs; the final digest is
    a BLAKE2b over everything.

    All chance comes from `key`, 32 bytes that nobody may know before the match is over. A person
    who wants a certain match gives a seed instead: it has a key of its own, and `seed` keeps it.

    Examples:
        >>> from pentarch import Match, rulesets
        >>> match = Match(rulesets()["township"], 2, {"round_cap": 5}, 1)
        >>> while match.outcome is None:
        ...     for seat in match.to_act():
        ...         events = match.submit(seat, match.legal(seat)[0])
        >>> match.outcome.reason, match.outcome.ranks
        ('cap', [1, 1])
    """

    def __init__(
        self, ruleset: "Ruleset[S]", seats: int, options: "dict[str, Json]", key: "bytes | int"
    ) -> None:
        ruleset.info.check_seats(seats)
        self.ruleset: Final = ruleset
        self.seats: Final = seats
        self.options: Final[Options] = choose(ruleset.info.options, options)
        self.seed: Final = key if isinstance(key, int) else None
        self.key: Final = seed_key(key) if isinstance(key, int) else key
        self.chance: Final = Keyed(self.key)
        self.state: Final[S] = ruleset.setup(seats, self.options, self.chance)
        self.steps: list[Step] = []
        self.forfeits: list[Forfeit] = []
        self._digests: list[bytes] = []
        self._checksum = 0
        # What the hash has not taken in yet: a few links at once cost little more than one.
        self._links: list[bytes] = []
        self._hash: Final = hashlib.blake2b(digest_size=_FINAL_BYTES)
        self._take_in(self._header() + ruleset.fingerprint(self.state))
        self._outcome: Outcome | None = None
        self._settle()

    def to_act(self) -> list[Seat]:
        """The seats that must decide now; empty when the match is over."""
        if self._outcome is not None:
            return []
        return self.ruleset.to_act(self.state)

    def legal(self, seat: Seat) -> list[Command]:
        """What the seat may give now."""
        if self._outcome is not None:
            return []
        return self.ruleset.legal(self.state, seat)

    def check(self, seat: Seat, command: Command) -> "Refusal | None":
        """Why the command is refused now, or None."""
        if self._outcome is not None or not 0 <= seat < self.seats:
            return NOT_TO_ACT
        return self.ruleset.check(self.state, seat, command)

    def submit(self, seat: Seat, command: Command) -> list[Event]:
        """Check a command from outside and play it. Raises IllegalCommand."""
        refusal = self.check(seat, command)
        if refusal is not None:
            raise IllegalCommand(refusal)
        return self.play(seat, command)

    def play(self, seat: Seat, command: Command) -> list[Event]:
        """Play a command that is known to be legal (taken from `legal` a moment ago)."""
        events = self.ruleset.apply(self.state, seat, command, self.chance)
        self.steps.append(Step(seat, command))
        link = _LINK.pack(seat, command.number, self.chance.position)
        if len(self.steps) % WINDOW == 0:
            link += self.ruleset.fingerprint(self.state)
        self._take_in(link)
        self._digests.append(self.last_digest)
        self._settle()
        return events

    def forfeit(self, seat: Seat, verdict: str) -> None:
        """The seat is out by its own fault: it will rank last. Ends a match of two at once."""
        if self._outcome is not None or self.has_forfeited(seat):
            return
        self.forfeits.append(Forfeit(len(self.steps), seat, verdict))
        if len(self.forfeits) >= self.seats - 1:
            standing = self.ruleset.adjudicate(self.state)
            self._outcome = self._with_forfeits(
                Outcome(
                    ranks=standing.ranks,
                    scores=standing.scores,
                    rule=FORFEIT,
                    reason="forfeit",
                    natural=False,
                )
            )

    def has_forfeited(self, seat: Seat) -> bool:
        """Whether the seat is out by its own fault."""
        return any(forfeit.seat == seat for forfeit in self.forfeits)

    @property
    def outcome(self) -> "Outcome | None":
        """How it ended, or None while it goes on."""
        return self._outcome

    @property
    def digests(self) -> bytes:
        """The step digests so far, DIGEST_BYTES each."""
        return b"".join(self._digests)

    @property
    def last_digest(self) -> bytes:
        """The digest of the latest step."""
        return self._checksum.to_bytes(DIGEST_BYTES, "big")

    @property
    def final_digest(self) -> bytes:
        """The digest of the whole match up to its state now: equal exactly for equal matches."""
        whole = self._hash.copy()
        whole.update(b"".join(self._links))
        whole.update(self.ruleset.fingerprint(self.state))
        return whole.digest()

    def _header(self) -> bytes:
        info = self.ruleset.info
        plain = self.options.plain()
        return canonical([info.id, info.version, self.seats, plain, self.key.hex()])

    def _take_in(self, link: bytes) -> None:
        """Let the digests cover what has just happened."""
        self._checksum = zlib.crc32(link, self._checksum)
        self._links.append(link)
        if len(self._links) == WINDOW:
            self._hash.update(b"".join(self._links))
            self._links.clear()

    def _settle(self) -> None:
        natural = self.ruleset.outcome(self.state)
        if natural is not None:
            self._outcome = self._with_forfeits(natural)
        elif len(self.steps) >= self.ruleset.info.max_steps:
            standing = self.ruleset.adjudicate(self.state)
            self._outcome = self._with_forfeits(
                Outcome(
                    ranks=standing.ranks,
                    scores=standing.scores,
                    rule=STEP_CAP,
                    reason="step_cap",
                    natural=False,
                )
            )

    def _with_forfeits(self, outcome: Outcome) -> Outcome:
        """Forfeited seats behind all others, the first to forfeit last of all."""
        if not self.forfeits:
            return outcome
        ranks = list(outcome.ranks)
        out = [forfeit.seat for forfeit in self.forfeits]
        honest = [seat for seat in range(self.seats) if seat not in out]
        for seat in honest:
            ranks[seat] = 1 + sum(1 for s in honest if outcome.ranks[s] < outcome.ranks[seat])
        for place, seat in enumerate(reversed(out)):
            ranks[seat] = len(honest) + 1 + place
        return Outcome(
            ranks=ranks,
            scores=outcome.scores,
            rule=outcome.rule,
            reason=outcome.reason,
            natural=outcome.natural,
        )
