"""Records: compact, byte-equal for equal matches, and no damage goes unnoticed."""

import zlib
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pentarch.engine import registry
from pentarch.engine import sections as codec
from pentarch.engine.chance import commitment, seed_key
from pentarch.engine.core import Outcome
from pentarch.engine.errors import (
    DamagedRecord,
    Diverged,
    EngineError,
    InvalidValue,
    OtherVersion,
    UnknownRuleset,
)
from pentarch.engine.match import DIGEST_BYTES, Forfeit, Match
from pentarch.engine.plain import Json
from pentarch.engine.record import Record, decode, encode, record_of, replay, verify
from tests.playing import play_random
from tests.records import changed, joined, parts_of

BUDGET = 4096
"""Bytes that 200 steps may take."""


def short_match(seed: int = 3) -> Match[Any]:
    match = Match(registry.get("township"), 2, {"round_cap": 5}, seed)
    return play_random(match, seed)


def short_record(seed: int = 3) -> bytes:
    return encode(record_of(short_match(seed), ["a", "b"], {"how": "a", "notes": [[1, 0, "x"]]}))


@pytest.mark.parametrize("id", registry.IDS)
def test_a_record_comes_back_as_it_was(id: str) -> None:
    ruleset = registry.get(id)
    match = play_random(Match(ruleset, ruleset.info.max_seats, {}, 5), 5)
    bots = [f"bot {seat}" for seat in range(match.seats)]
    record = verify(encode(record_of(match, bots, {"note": 1})))
    assert record.ruleset == id
    assert record.version == ruleset.info.version
    assert record.options == match.options.plain()
    assert record.bots == bots
    assert (record.seed, record.key) == (5, match.key)
    assert record.steps == [(step.seat, step.command.number) for step in match.steps]
    assert record.outcome == match.outcome
    assert record.final_digest == match.final_digest
    assert record.annotations == {"note": 1}


@pytest.mark.parametrize("id", registry.IDS)
def test_200_steps_fit_into_4_kilobytes(id: str) -> None:
    ruleset = registry.get(id)
    for seats in (ruleset.info.min_seats, ruleset.info.max_seats):
        match = play_random(Match(ruleset, seats, {}, 1), 1)
        size = len(encode(record_of(match, ["some bot"] * seats)))
        assert size <= BUDGET * max(1.0, len(match.steps) / 200)


def test_equal_matches_give_equal_bytes_and_other_seeds_do_not() -> None:
    assert short_record(3) == short_record(3)
    assert short_record(3) != short_record(4)


def test_annotations_change_nothing_else() -> None:
    match = short_match()
    plain = encode(record_of(match, ["a", "b"]))
    noted = encode(record_of(match, ["a", "b"], {"x": 1}))
    assert noted.startswith(plain)
    assert verify(plain).annotations is None


def test_a_match_that_goes_on_has_no_record() -> None:
    match: Match[Any] = Match(registry.get("township"), 2, {}, 1)
    with pytest.raises(InvalidValue, match="not over"):
        record_of(match, ["a", "b"])


def test_every_seat_needs_a_bot_name() -> None:
    with pytest.raises(InvalidValue, match="2 bot names"):
        record_of(short_match(), ["a"])


def test_forfeits_are_replayed_at_their_step() -> None:
    match: Match[Any] = Match(registry.get("township"), 3, {"round_cap": 5}, 1)
    play_random(match, 1, 20)
    match.forfeit(1, "BOT_CRASH")
    play_random(match, 2)
    record = verify(encode(record_of(match, ["a", "b", "c"])))
    assert [(item.step, item.seat, item.verdict) for item in record.forfeits] == [
        (20, 1, "BOT_CRASH")
    ]
    assert record.outcome.ranks[1] == 3


def test_a_match_ended_by_forfeit_has_a_record_too() -> None:
    match: Match[Any] = Match(registry.get("township"), 2, {}, 1)
    match.forfeit(0, "BOT_TIMEOUT")
    record = verify(encode(record_of(match, ["a", "b"])))
    assert record.steps == []
    assert record.outcome.ranks == [2, 1]


def test_every_flipped_byte_is_noticed_and_named() -> None:
    data = short_record()
    count = len(decode(data).steps)
    parts = {"magic word", "format", "section", "contents", *codec.PARTS.values()}
    for at in range(len(data)):
        for flip in (0x01, 0xFF):
            broken = bytearray(data)
            broken[at] ^= flip
            with pytest.raises((DamagedRecord, Diverged)) as caught:
                verify(bytes(broken))
            error = caught.value
            if isinstance(error, DamagedRecord):
                assert error.part in parts
            else:
                assert isinstance(error, Diverged)
                assert 1 <= error.step <= count


def test_a_flipped_digest_names_its_step() -> None:
    data = short_record()
    at = data.index(parts_of(data)[b"D"])
    for step in (1, 2, 17):
        broken = bytearray(data)
        broken[at + (step - 1) * DIGEST_BYTES] ^= 0x10
        with pytest.raises(Diverged) as caught:
            verify(bytes(broken))
        assert caught.value.step == step


def test_every_cut_is_noticed() -> None:
    data = encode(record_of(short_match(), ["a", "b"]))
    for length in range(len(data)):
        with pytest.raises(DamagedRecord):
            verify(data[:length])


def test_anything_after_the_end_is_noticed() -> None:
    data = short_record()
    for extra in (b"\x00", b"X" * 20, data[9:40]):
        with pytest.raises(DamagedRecord):
            verify(data + extra)


@given(st.binary(max_size=200))
@settings(max_examples=60, derandomize=True)
def test_bytes_that_are_no_record_are_refused(data: bytes) -> None:
    for candidate in (data, codec.MAGIC + bytes([codec.FORMAT]) + data):
        with pytest.raises(DamagedRecord):
            verify(candidate)


def change_command(record: Record, index: int) -> list[tuple[int, int]]:
    steps = list(record.steps)
    seat, number = steps[index]
    steps[index] = (seat, number + 1)
    return steps


def with_steps(data: bytes, steps: list[tuple[int, int]]) -> bytes:
    parts = parts_of(data)
    parts[b"S"] = zlib.compress(codec.pack_steps(steps, 2), 9)
    return joined(parts)


@pytest.mark.parametrize("index", [0, 5, 30])
def test_another_command_diverges_at_its_step(index: int) -> None:
    data = short_record()
    with pytest.raises(Diverged) as caught:
        verify(with_steps(data, change_command(decode(data), index)))
    assert caught.value.step == index + 1


def test_a_record_that_stops_early_diverges() -> None:
    match = short_match()
    parts = parts_of(encode(record_of(match, ["a", "b"])))
    steps = [(step.seat, step.command.number) for step in match.steps[:-3]]
    parts[b"S"] = zlib.compress(codec.pack_steps(steps, 2), 9)
    parts[b"D"] = parts[b"D"][: len(steps) * DIGEST_BYTES]
    with pytest.raises(Diverged, match="stops before"):
        verify(joined(parts))


def forge_outcome(value: dict[str, Json]) -> None:
    ranks = value["ranks"]
    assert isinstance(ranks, list)
    value["ranks"] = [*reversed(ranks)]


def forge_digest(value: dict[str, Json]) -> None:
    value["digest"] = "00" * 16


def forge_forfeit(value: dict[str, Json]) -> None:
    value["forfeits"] = [[4, 0, "BOT_CRASH"]]


@pytest.mark.parametrize("forge", [forge_outcome, forge_digest, forge_forfeit])
def test_a_forged_outcome_with_right_checksums_diverges(
    forge: Callable[[dict[str, Json]], None],
) -> None:
    with pytest.raises(Diverged):
        verify(changed(short_record(), b"O", forge))


HEADERS: dict[str, tuple[str, Json, type[EngineError]]] = {
    "another rules version": ("version", 999, OtherVersion),
    "no such ruleset": ("ruleset", "chess", UnknownRuleset),
    "no ruleset": ("ruleset", 7, DamagedRecord),
    "too many seats": ("seats", 7000, EngineError),
    "negative seats": ("seats", -2, EngineError),
    "another seed": ("seed", 4, DamagedRecord),
    "negative seed": ("seed", -4, DamagedRecord),
    "another key": ("key", seed_key(4).hex(), DamagedRecord),
    "half a key": ("key", "00" * 16, DamagedRecord),
    "a key that is no key": ("key", "zz", DamagedRecord),
    "another commitment": ("commitment", commitment(seed_key(4)), DamagedRecord),
    "no options": ("options", [], DamagedRecord),
    "unknown option": ("options", {"colour": "red"}, EngineError),
    "missing bot": ("bots", ["a"], DamagedRecord),
    "bots of the wrong type": ("bots", "ab", DamagedRecord),
}


@pytest.mark.parametrize("way", HEADERS)
def test_a_forged_header_is_refused(way: str) -> None:
    key, value, error = HEADERS[way]
    with pytest.raises(error):
        verify(changed(short_record(), b"H", lambda header: header.update({key: value})))


OUTCOMES: dict[str, tuple[str, Json]] = {
    "digest that is no digest": ("digest", "zz"),
    "too few ranks": ("ranks", [1]),
    "scores of the wrong type": ("scores", ["1", "2"]),
    "flag of the wrong type": ("natural", 1),
    "forfeit of nobody": ("forfeits", [[1, 5, "BOT_CRASH"]]),
    "forfeit before the start": ("forfeits", [[-1, 0, "BOT_CRASH"]]),
    "forfeit without verdict": ("forfeits", [[1, 0]]),
    "forfeit of the wrong type": ("forfeits", ["x"]),
}


@pytest.mark.parametrize("way", OUTCOMES)
def test_a_forged_outcome_of_the_wrong_shape_is_damage(way: str) -> None:
    key, value = OUTCOMES[way]
    with pytest.raises(DamagedRecord):
        decode(changed(short_record(), b"O", lambda outcome: outcome.update({key: value})))


@pytest.mark.parametrize("tag", [b"H", b"S", b"D", b"O"])
def test_a_missing_part_is_named(tag: bytes) -> None:
    parts = parts_of(short_record())
    del parts[tag]
    with pytest.raises(DamagedRecord) as caught:
        decode(joined(parts))
    assert caught.value.part == codec.PARTS[tag]


@pytest.mark.parametrize("payload", [b"", b"\xff" * 9, b"\x80" * 12])
def test_steps_that_are_no_numbers_are_damage(payload: bytes) -> None:
    parts = parts_of(short_record())
    parts[b"S"] = zlib.compress(payload, 9)
    with pytest.raises(DamagedRecord):
        decode(joined(parts))


def test_a_bomb_is_not_unpacked() -> None:
    parts = parts_of(short_record())
    parts[b"A"] = zlib.compress(b" " * (65 * 1024 * 1024) + b"0", 1)
    with pytest.raises(DamagedRecord):
        decode(joined(parts))


def test_replay_yields_every_moment_with_its_events() -> None:
    record = decode(short_record())
    frames = [(frame.step, len(frame.match.steps)) for frame in replay(record)]
    assert frames == [(step, step) for step in range(len(record.steps) + 1)]


def test_steps_of_many_seats_and_large_numbers_pack_and_unpack() -> None:
    steps = [(5, 0), (0, 127), (3, 10**9), (1, 2**40)]
    assert codec.unpack_steps(codec.pack_steps(steps, 6), 6) == steps


def test_a_record_has_a_seed_only_when_a_person_chose_it() -> None:
    ruleset = registry.get("township")
    key = bytes(range(32))
    match = play_random(Match(ruleset, 2, {"round_cap": 5}, key), 5)
    record = verify(encode(record_of(match, ["a", "b"])))
    assert (record.seed, record.key) == (None, key)
    again = Match(ruleset, 2, {"round_cap": 5}, seed_key(5))
    chosen = Match(ruleset, 2, {"round_cap": 5}, 5)
    assert (again.seed, chosen.seed) == (None, 5)
    assert again.final_digest == chosen.final_digest != match.final_digest


def test_a_record_made_by_hand_is_checked_like_any_other() -> None:
    record = decode(short_record())
    forged = Record(
        ruleset=record.ruleset,
        version=record.version,
        seats=2,
        options=record.options,
        bots=record.bots,
        key=record.key,
        seed=record.seed,
        steps=record.steps,
        digests=record.digests,
        final_digest=record.final_digest,
        forfeits=[Forfeit(len(record.steps) + 5, 0, "BOT_CRASH")],
        outcome=Outcome(ranks=[1, 2], scores=[0, 0], rule="X-1", reason="x", natural=True),
        annotations=None,
    )
    with pytest.raises(Diverged):
        verify(encode(forged))
