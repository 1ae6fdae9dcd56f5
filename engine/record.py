"""Records: what is kept of a match, in a few kilobytes, and how it is played again.

A record file is made of sections (`sections.py`):

    H  header       JSON, deflated: ruleset, version, seats, options, bots, key, commitment, seed
    S  steps        per step a varint of `number * seats + seat`, deflated
    D  digests      per step four bytes, a CRC-32 of all up to it, as they are (`engine/match.py`)
    O  outcome      JSON, deflated: ranks, scores, rule, reason, forfeits, final digest
    A  annotations  JSON, deflated; optional, and no digest covers it

The key is hexadecimal; the seed is null unless a person chose it, and then the key is the seed's.
Equal matches give equal H, S, D and O. States are never stored: whoever needs them plays it again.
"""

from collections.abc import Iterator
from typing import Any, Final, final

from pentarch.engine import registry
from pentarch.engine.chance import commitment, seed_key
from pentarch.engine.core import Event, Outcome, Seat
from pentarch.engine.errors import DamagedRecord, Diverged, EngineError, InvalidValue, OtherVersion
from pentarch.engine.match import DIGEST_BYTES, WINDOW, Forfeit, Match
from pentarch.engine.plain import (
    Json,
    as_ints,
    bool_field,
    canonical,
    field,
    int_field,
    ints,
    ints_field,
    list_field,
    parse,
    str_field,
    strs,
    strs_field,
)
from pentarch.engine.ruleset import OMNISCIENT, Ruleset
from pentarch.engine.sections import (
    FORMAT,
    MAGIC,
    PARTS,
    deflate,
    inflate,
    pack_steps,
    section,
    split,
    unpack_steps,
)


@final
class Record:
    """A finished match. `steps` are pairs of seat and command number; `bots` name who sat where.

    `bytes(record)` is what a record file holds. States are not stored: `frames` plays it again.

    Examples:
        >>> from pentarch import play
        >>> record = play("township", ["greedy", "random"], seed=1, options={"round_cap": 5})
        >>> record.bots, record.outcome.ranks, record.outcome.reason
        (['greedy', 'random'], [1, 2], 'cap')
        >>> record.verify()
        >>> for frame in record.frames():
        ...     for event in frame.events:
        ...         last = f"step {frame.step}: {event}"
        >>> last.endswith("ended cap")
        True
        >>> frame.view(0)["round"], frame.ruleset.measures(frame.state)["units"]
        (5, [10, 5])
    """

    def __init__(
        self,
        *,
        ruleset: str,
        version: int,
        seats: int,
        options: "dict[str, Json]",
        bots: list[str],
        key: bytes,
        seed: "int | None",
        steps: "list[tuple[Seat, int]]",
        digests: bytes,
        final_digest: bytes,
        forfeits: list[Forfeit],
        outcome: Outcome,
        annotations: Json,
    ) -> None:
        self.ruleset: Final = ruleset
        self.version: Final = version
        self.seats: Final = seats
        self.options: Final = options
        self.bots: Final = bots
        self.key: Final = key
        self.seed: Final = seed
        self.steps: Final = steps
        self.digests: Final = digests
        self.final_digest: Final = final_digest
        self.forfeits: Final = forfeits
        self.outcome: Final = outcome
        self.annotations: Final = annotations

    def frames(self) -> "Iterator[Frame]":
        """Play it again, step by step, and check it on the way: see `replay`."""
        return replay(self)

    def verify(self) -> None:
        """Play it again to the end. Raises an EngineError unless everything is as recorded."""
        for _ in replay(self):
            pass

    def __bytes__(self) -> bytes:
        return encode(self)


def record_of(match: "Match[Any]", bots: list[str], annotations: Json = None) -> Record:
    """The record of a match that is over."""
    outcome = match.outcome
    if outcome is None:
        raise InvalidValue("the match is not over")
    if len(bots) != match.seats:
        raise InvalidValue(f"{match.seats} seats need {match.seats} bot names, not {len(bots)}")
    return Record(
        ruleset=match.ruleset.info.id,
        version=match.ruleset.info.version,
        seats=match.seats,
        options=match.options.plain(),
        bots=bots,
        key=match.key,
        seed=match.seed,
        steps=[(step.seat, step.command.number) for step in match.steps],
        digests=match.digests,
        final_digest=match.final_digest,
        forfeits=match.forfeits,
        outcome=outcome,
        annotations=annotations,
    )


def encode(record: Record) -> bytes:
    """The record as bytes."""
    header: Json = {
        "ruleset": record.ruleset,
        "version": record.version,
        "seats": record.seats,
        "options": record.options,
        "bots": strs(record.bots),
        "key": record.key.hex(),
        "commitment": commitment(record.key),
        "seed": record.seed,
    }
    outcome: Json = {
        "ranks": ints(record.outcome.ranks),
        "scores": ints(record.outcome.scores),
        "rule": record.outcome.rule,
        "reason": record.outcome.reason,
        "natural": record.outcome.natural,
        "forfeits": [[f.step, f.seat, f.verdict] for f in record.forfeits],
        "digest": record.final_digest.hex(),
    }
    parts = [
        MAGIC,
        bytes([FORMAT]),
        section(b"H", deflate(canonical(header))),
        section(b"S", deflate(pack_steps(record.steps, record.seats))),
        section(b"D", record.digests),
        section(b"O", deflate(canonical(outcome))),
    ]
    if record.annotations is not None:
        parts.append(section(b"A", deflate(canonical(record.annotations))))
    return b"".join(parts)


def decode(data: bytes) -> Record:
    """The record in the bytes. Raises DamagedRecord, or UnknownRuleset."""
    record, damage = read_damaged(data)
    if damage is not None:
        raise damage
    return record


def read_damaged(data: bytes) -> "tuple[Record, DamagedRecord | None]":
    """As `decode`, but a record whose contents can still be read comes back with its damage.

    Lets `verify` name the first bad step of a file with a bad checksum.
    """
    sections, damage = split(data)
    for tag in (b"H", b"S", b"D", b"O"):
        if tag not in sections:
            raise damage or DamagedRecord(PARTS[tag], "is missing")
    try:
        record = _assemble(sections)
    except EngineError as error:
        raise damage or _as_damage(error) from error
    return record, damage


class Frame:
    """A moment of a replay: the match before (step 0) or after a step, and what happened in it.

    All frames of a replay share one match, which goes on with the next of them.
    """

    def __init__(self, match: "Match[Any]", step: int, events: list[Event]) -> None:
        self.match: Final = match
        self.step: Final = step
        self.events: Final = events

    @property
    def ruleset(self) -> "Ruleset[Any]":
        """The rules of the match."""
        return self.match.ruleset

    @property
    def state(self) -> Any:
        """A copy of the state, to keep and to try things on."""
        return self.match.ruleset.copy(self.match.state)

    def view(self, seat: "Seat | None" = OMNISCIENT) -> Json:
        """What a seat knew at that moment (None: a spectator); without a seat all there was."""
        return self.match.ruleset.view(self.match.state, seat)


def replay(record: Record, *, is_checked: bool = True) -> Iterator[Frame]:
    """Play the record again, checking every digest and at the end the outcome.

    Yields a frame for the first state and one after each step. The match inside is the same object
    throughout: copy its state to keep it. Raises OtherVersion or Diverged; unchecked only where
    the commands do not fit or the match is not over after the last.
    """
    match = start(record)
    yield Frame(match, 0, [])
    forfeits = list(record.forfeits)
    commands, digests = match.ruleset.commands, record.digests
    for index, (seat, number) in enumerate(record.steps):
        while forfeits and forfeits[0].step == index:
            forfeit = forfeits.pop(0)
            match.forfeit(forfeit.seat, forfeit.verdict)
        try:
            events = match.submit(seat, commands.by_number(number))
        except EngineError as error:
            raise Diverged(index + 1, f"the recorded command is refused: {error}") from error
        if is_checked:
            at = index * DIGEST_BYTES
            if match.last_digest != digests[at : at + DIGEST_BYTES]:
                raise Diverged(index + 1, _difference(index + 1))
        yield Frame(match, index + 1, events)
    for forfeit in forfeits:
        match.forfeit(forfeit.seat, forfeit.verdict)
    if match.outcome is None:
        raise Diverged(len(record.steps), "the record stops before the match is over")
    if not is_checked:
        return
    if match.outcome != record.outcome or len(match.forfeits) != len(record.forfeits):
        raise Diverged(len(record.steps), f"the outcome differs: replayed {match.outcome!r}")
    if match.final_digest != record.final_digest:
        raise Diverged(len(record.steps), "the final digest differs")


def _difference(step: int) -> str:
    """What it can mean that the digest of a step is the first to differ."""
    if step % WINDOW:
        return "the digest differs"
    return f"the digest differs, or the state after a step from {step - WINDOW + 1} on"


def start(record: Record) -> "Match[Any]":
    """The match of a record before its first step. Raises OtherVersion."""
    ruleset = registry.get(record.ruleset)
    if record.version != ruleset.info.version:
        raise OtherVersion(
            f"the record was made under version {record.version} of the {record.ruleset} rules, "
            f"this engine has version {ruleset.info.version}"
        )
    key = record.key if record.seed is None else record.seed
    return Match(ruleset, record.seats, record.options, key)


def verify(data: bytes) -> Record:
    """Decode and replay; the record when everything holds. Raises an EngineError otherwise."""
    record, damage = read_damaged(data)
    record.verify()
    if damage is not None:
        raise damage
    return record


def played_again(data: bytes) -> "bytes | None":
    """What the commands of a record lead to here, as a record, whether or not it is the same.

    None when they do not lead to an end, or cannot be read.
    """
    try:
        record, _ = read_damaged(data)
        frames = list(replay(record, is_checked=False))
        return encode(record_of(frames[-1].match, record.bots))
    except EngineError:
        return None


def _assemble(sections: "dict[bytes, bytes]") -> Record:
    header = parse(inflate(sections[b"H"], "header"), "the header")
    outcome = parse(inflate(sections[b"O"], "outcome"), "the outcome")
    seats = int_field(header, "seats")
    key = _bytes_of(str_field(header, "key"), "header", "the key")
    seed = None if field(header, "seed") is None else int_field(header, "seed")
    ruleset = registry.get(str_field(header, "ruleset"))
    ruleset.info.check_seats(seats)
    if str_field(header, "commitment") != commitment(key):
        raise DamagedRecord("header", "the key does not fit its commitment")
    if seed is not None and seed_key(seed) != key:
        raise DamagedRecord("header", "the key is not the seed's")
    bots = strs_field(header, "bots")
    steps = unpack_steps(inflate(sections[b"S"], "steps"), seats)
    if len(sections[b"D"]) != len(steps) * DIGEST_BYTES:
        raise DamagedRecord("digests", "there is not one for each step")
    ranks = ints_field(outcome, "ranks")
    scores = ints_field(outcome, "scores")
    if len(bots) != seats or len(ranks) != seats or len(scores) != seats:
        raise DamagedRecord("outcome", "there is not one entry for each seat")
    options = field(header, "options")
    if not isinstance(options, dict):
        raise DamagedRecord("header", "the options are not an object")
    annotations: Json = None
    if b"A" in sections:
        annotations = parse(inflate(sections[b"A"], "annotations"), "the annotations")
    return Record(
        ruleset=ruleset.info.id,
        version=int_field(header, "version"),
        seats=seats,
        options=options,
        bots=bots,
        key=key,
        seed=seed,
        steps=steps,
        digests=sections[b"D"],
        final_digest=_bytes_of(str_field(outcome, "digest"), "outcome", "the final digest"),
        forfeits=[_forfeit(item, seats) for item in list_field(outcome, "forfeits")],
        outcome=Outcome(
            ranks=ranks,
            scores=scores,
            rule=str_field(outcome, "rule"),
            reason=str_field(outcome, "reason"),
            natural=bool_field(outcome, "natural"),
        ),
        annotations=annotations,
    )


def _bytes_of(text: str, part: str, what: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError as error:
        raise DamagedRecord(part, f"{what} is not hexadecimal") from error


def _forfeit(item: Json, seats: int) -> Forfeit:
    if not isinstance(item, list) or len(item) != 3 or not isinstance(item[2], str):
        raise DamagedRecord("outcome", "a forfeit is not a step, a seat and a verdict")
    step, seat = as_ints(item[:2], "a forfeit")
    if not 0 <= seat < seats or step < 0:
        raise DamagedRecord("outcome", "a forfeit names no seat of this match")
    return Forfeit(step, seat, item[2])


def _as_damage(error: EngineError) -> EngineError:
    """A value of the wrong shape inside a section is damage too; other errors stay as they are."""
    if isinstance(error, InvalidValue):
        return DamagedRecord("contents", str(error))
    return error
