"""What matches cost: from a model's answers over notes and the store to the page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import insights
from pentarch.arbiter.store.results import Reported, usages_in
from pentarch.arbiter.store.words import OVERALL
from pentarch.bots.llm.bot import Llm
from pentarch.bots.llm.settings import Settings
from pentarch.bots.random import Random
from pentarch.engine.plain import Json
from pentarch.workers.verification import verify_matches
from tests.chat import chatting, says
from tests.dashboard.test_pages import tables
from tests.needs import needs_redis
from tests.remote import Hall
from tests.waiting import PATIENCE

USAGE: dict[str, Json] = {"calls": 2, "tokens_in": 30, "tokens_out": 5, "cost": 0.5}


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    made = Hall(tmp_path)
    monkeypatch.setenv("PENTARCH_DATA", str(tmp_path))
    monkeypatch.setenv("PENTARCH_DATABASE", f"sqlite:///{tmp_path / 'pentarch.db'}")
    settings.cache_clear()
    st.cache_data.clear()
    yield made
    made.close()
    settings.cache_clear()
    st.cache_resource.clear()


def page(**query: str) -> AppTest:
    script = "from pentarch.dashboard.app import main\nmain('models')\n"
    app = AppTest.from_string(script, default_timeout=PATIENCE)
    for name, value in query.items():
        app.query_params[name] = value
    app.run()
    assert [item.value for item in app.exception] == []
    return app


@needs_redis
def test_tokens_and_cost_of_a_connected_model_stand_beside_its_rating(hall: Hall) -> None:
    usage = {"prompt_tokens": 1000, "completion_tokens": 50}
    answer = '{"commands": [0], "reasoning": "The first is the best."}'
    with chatting(usual=says(answer, usage)) as chat:
        known = Settings(url=chat.url, model="parrot", price_in=1.0, price_out=2.0, calls=4)
        model = hall.bot(lambda: Llm(known), "model", "township")
        other = hall.bot(Random, "other", "township")
        match = hall.queue("township", [model, other], seed=1, options={"round_cap": 6})
        record = hall.play(match)
        verify_matches(hall.verifier, [match])
    assert record.forfeits == []
    assert len(chat.asked) == 4
    for scope in ("township", OVERALL):
        with hall.store.reading() as session:
            (spent,) = insights.expenses(session, scope, limit=10)
        assert (spent.bot, spent.matches, spent.calls, spent.tokens) == ("model", 1, 4.0, 4200.0)
        assert spent.cost == pytest.approx(0.0044)
    with hall.store.reading() as session:
        assert insights.expenses(session, "capital", limit=10) == []
    (table,) = tables(page(ruleset="township"))
    assert (table["bot"], table["tokens"], table["cost"]) == (["model@1"], ["4200"], ["0.0044"])
    empty = [item.value for item in page(ruleset="capital").markdown]
    assert any("No bot has reported what its matches cost" in text for text in empty)


@pytest.mark.parametrize(
    "notes",
    [
        None,
        {},
        [1, [], [1, 2], [1, 9, {"usage": USAGE}], [1, "p1", {"usage": USAGE}], [1, 0, "usage"]],
        [[1, 0, {"usage": [1]}], [1, 0, {"usage": {**USAGE, "calls": True}}]],
        [[1, 0, {"usage": {**USAGE, "tokens_in": -1}}], [1, 0, {"usage": {**USAGE, "cost": "1"}}]],
        [[1, 0, {"usage": {**USAGE, "tokens_out": 10**15}}]],
        [[1, 0, {"usage": {**USAGE, "cost": float("nan")}}]],
    ],
)
def test_notes_that_make_no_sense_are_no_report(notes: Json) -> None:
    assert usages_in({"notes": notes}, 2) == {}


def test_the_latest_report_of_a_seat_counts() -> None:
    notes: Json = [
        [1, 0, {"usage": {**USAGE, "calls": 1}}],
        [2, 1, {"reasoning": "none"}],
        [7, 0, {"usage": USAGE}],
    ]
    assert usages_in({"notes": notes}, 2) == {0: Reported(2, 35, 0.5)}
    assert usages_in(None, 2) == {}
