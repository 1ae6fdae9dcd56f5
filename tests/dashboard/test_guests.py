"""A person at a table of the arbiter: a remote bot to the service, a table to the page."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import owners
from pentarch.dashboard.guests import GuestTable
from pentarch.dashboard.service import Refused
from pentarch.dashboard.table import Seating
from pentarch.engine import registry
from pentarch.engine.record import Record
from pentarch.workers.windows import play_matches
from tests.builtin_bots import add_builtin
from tests.remote import Hall
from tests.threads import Background
from tests.waiting import PATIENCE

SEATING = Seating("township", 1, ("random",), {"round_cap": 5}, 7)


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    hall = Hall(tmp_path)
    with hall.store.writing() as session:
        owner = owners.by_name(session, "rival")
        add_builtin(session, owner.id, "random", datetime.now(UTC))
    monkeypatch.setenv("PENTARCH_ARBITER", f"127.0.0.1:{hall.port}")
    settings.cache_clear()
    yield hall
    hall.close()
    settings.cache_clear()


def between_decisions(record: Record) -> list[str]:
    """The commands of p1 from the first decision of p2 to its last."""
    assert isinstance(record.annotations, dict)
    how = str(record.annotations["how"])
    mine = [at for at, (seat, _) in enumerate(record.steps) if seat == 1 and how[at] == "a"]
    table = registry.get(record.ruleset).commands
    texts = [
        f"p1 command {table.by_number(number).text}"
        for seat, number in record.steps[mine[0] : mine[-1]]
        if seat == 0
    ]
    assert texts
    return texts


def test_a_match_against_an_active_bot_is_played_by_a_worker(hall: Hall) -> None:
    table = GuestTable(SEATING, hall.tokens["author"], "me", lambda: True)
    assert table.bots == ["random", "me@1"]
    assert table.payload() is None
    worker = Background(lambda: play_matches(hall.host, [table.match_id]))
    asked = 0
    while table.outcome is None:
        table.wait(PATIENCE)
        choice = table.choice
        if choice.legal:
            asked += 1
            table.enter(choice.turn, "cheat")
            table.enter(choice.turn, choice.legal[0])
            table.enter(choice.turn, choice.legal[0])
    assert worker.result() == [table.match_id]
    assert table.trouble == ""
    record = hall.record(table.match_id)
    assert record.outcome.ranks == table.outcome.ranks
    assert record.seed == 7
    assert not record.forfeits
    shown = json.loads(table.payload() or "")
    assert list(shown["eyes"]) == ["p2"]
    assert table.steps == asked - 1 == len(shown["steps"])
    told = [event["text"] for step in shown["steps"] for event in step["events"]]
    assert [text for text in told if text.startswith("p1 command")] == between_decisions(record)
    # Else it would look for the arbiter again after this test has ended it.
    table.leave()


def test_a_wrong_token_or_name_is_refused(hall: Hall) -> None:
    with pytest.raises(Refused, match="does not accept the token"):
        GuestTable(SEATING, "nonsense", "me", lambda: True)
    with pytest.raises(Refused):
        GuestTable(SEATING, hall.tokens["author"], "Not A Name", lambda: True)
    with pytest.raises(Refused, match="nobody"):
        GuestTable(
            Seating("township", 0, ("nobody",), {}, None), hall.tokens["author"], "me", lambda: True
        )
