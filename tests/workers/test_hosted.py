"""Hosted bots between matches and after them: warm processes, and what they printed."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import grpc
import pytest

from pentarch.arbiter.v1 import bots_pb2, bots_pb2_grpc
from pentarch.bots.sdk import Answer, Bot, Turn
from pentarch.local import play_local
from pentarch.workers.output import MOST_LINES, MOST_LINES_EACH, MOST_TEXT, Output
from pentarch.workers.windows import play_matches
from tests.hosting import builtin, hosted, queue, source
from tests.remote import Hall
from tests.waiting import PATIENCE

SAYS = "print('match', played, 'decision', turn.sequence)"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path)
    yield made
    made.close()


def logs(hall: Hall, token: str, number: int = 1) -> list[str]:
    """What the owner of a token reads of the bot, oldest first."""
    with grpc.insecure_channel(f"127.0.0.1:{hall.port}") as channel:
        answer = bots_pb2_grpc.BotServiceStub(channel).ListLogs(
            bots_pb2.ListLogsRequest(bot="mine", number=number),
            metadata=(("authorization", f"Bearer {token}"),),
            timeout=PATIENCE,
        )
    return [entry.text for entry in reversed(answer.entries)]


def play_block(
    hall: Hall, code: str, *, is_reusable: bool, seeds: Sequence[int] = (0, 1, 2)
) -> list[int]:
    """Matches of one bot, played as one task."""
    mine = hosted(hall.store, code, is_reusable=is_reusable)
    rival = builtin(hall.store, "random")
    ids = [queue(hall.store, [mine, rival], seed=seed, options={"round_cap": 5}) for seed in seeds]
    assert play_matches(hall.host, ids) == ids
    for match_id in ids:
        assert [seat.verdict for seat in hall.row(match_id).seats] == [None, None]
    return ids


def running_from(folder: Path) -> list[str]:
    """The command lines of processes that were started with a package of this folder."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            line = (place / "cmdline").read_bytes().decode("utf-8", "replace")
        except OSError:
            continue
        if f"{folder}/cache" in line:
            found.append(line)
    return found


def test_a_reusable_bot_plays_its_block_in_one_process(hall: Hall, tmp_path: Path) -> None:
    play_block(hall, source(SAYS), is_reusable=True)
    texts = logs(hall, hall.tokens["author"])
    assert [text.splitlines()[1] for text in texts] == [
        f"match {number} decision 1" for number in (1, 2, 3)
    ]
    assert running_from(tmp_path) == []


def test_no_process_plays_two_matches_of_one_key(hall: Hall, tmp_path: Path) -> None:
    play_block(hall, source(SAYS), is_reusable=True, seeds=(0, 0, 1, 0, 2))
    texts = logs(hall, hall.tokens["author"])
    # The third and the last match find a process that rests and does not know their key.
    assert [text.splitlines()[1] for text in texts] == [
        f"match {number} decision 1" for number in (1, 1, 2, 1, 2)
    ]
    assert running_from(tmp_path) == []


def test_any_other_bot_gets_a_process_for_each_match(hall: Hall, tmp_path: Path) -> None:
    play_block(hall, source(SAYS), is_reusable=False, seeds=(0, 1))
    texts = logs(hall, hall.tokens["author"])
    assert [text.splitlines()[1] for text in texts] == ["match 1 decision 1"] * 2
    assert running_from(tmp_path) == []


def test_a_bot_that_ends_between_matches_gets_a_fresh_start(hall: Hall) -> None:
    play_block(hall, source(SAYS, finish="import os; os._exit(1)"), is_reusable=True)


def test_what_a_bot_prints_is_kept_by_decision_for_its_owner_alone(hall: Hall) -> None:
    play_block(hall, source(SAYS), is_reusable=False, seeds=(0,))
    [text] = logs(hall, hall.tokens["author"])
    lines = text.splitlines()
    assert lines[:4] == [
        "[decision 1]",
        "match 1 decision 1",
        "[decision 2]",
        "match 1 decision 2",
    ]
    with pytest.raises(grpc.RpcError) as refused:
        logs(hall, hall.tokens["rival"])
    assert refused.value.code() is grpc.StatusCode.PERMISSION_DENIED


def test_a_hosted_bot_hears_what_happened(hall: Hall) -> None:
    play_block(hall, source("print(*turn.events, sep='; ')"), is_reusable=False, seeds=(0,))
    told: list[str] = []

    class Alike(Bot):
        def decide(self, turn: Turn) -> Answer:
            told.append("; ".join([str(event) for event in turn.events]))
            return turn.legal[turn.sequence % len(turn.legal)]

    play_local("township", [Alike(), "random"], seed=0, options={"round_cap": 5})
    [text] = logs(hall, hall.tokens["author"])
    lines = text.splitlines()
    assert lines[1::2] == told
    assert any("p2 command" in line for line in told)


def test_output_is_bounded_in_lines_and_in_all() -> None:
    output = Output()
    assert output.text() == ""
    for decision in range(200):
        output.begin(decision)
        output.feed(b"".join(b"line %d %s\n" % (n, b"x" * 500) for n in range(50)) + b"no end")
    text = output.text()
    assert len(text) <= MOST_TEXT + 200 * 20
    assert text.startswith("(earlier lines were dropped)\n")
    last = text.rpartition("[decision 199]\n")[2].splitlines()
    assert len(last) == MOST_LINES_EACH
    assert last[-1] == "no end"
    assert len(output.last) == MOST_LINES
    output.feed(b"y" * 10_000_000)
    assert len(output.text()) <= MOST_TEXT + 200 * 20


def test_lines_before_the_first_decision_belong_to_the_start() -> None:
    output = Output()
    output.feed(b"loading\nrea")
    output.feed(b"dy\n\xff\n")
    output.begin(1)
    output.feed(b"hm")
    assert output.text() == "[start]\nloading\nready\n\ufffd\n[decision 1]\nhm"
