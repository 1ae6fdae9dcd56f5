"""The Rules page has all that the manual and the rules say, and a search finds it."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from pentarch.dashboard import manual
from pentarch.dashboard.manual import Topic
from pentarch.engine import registry
from pentarch.engine.manual import Manual
from pentarch.engine.plain import Json
from pentarch.engine.rulebook import rulebook, rules_of
from tests.dashboard.scenes import HOSTILE
from tests.dashboard.test_pages import run

RULESETS = pytest.mark.parametrize("ruleset", registry.IDS)
TABS = ["Commands", "Decisions", "Events", "Options", "Tables", "View", "Rules"]


def words_of(entries: list[Topic]) -> set[str]:
    """The first word of what each entry is called: a command's verb, a name, an id."""
    return {re.findall(r"<code>(.*?)</code>", entry.html)[0] for entry in entries}


def fields_of(schema: Json) -> int:
    """How many fields a schema has, at any depth."""
    if isinstance(schema, list):
        return sum(map(fields_of, schema))
    if not isinstance(schema, dict):
        return 0
    properties = schema.get("properties")
    own = len(properties) if isinstance(properties, dict) else 0
    return own + sum(map(fields_of, schema.values()))


@RULESETS
def test_everything_of_the_manual_is_there(ruleset: str) -> None:
    found = registry.get(ruleset)
    described: Manual = found.manual()
    parts = manual.parts(ruleset)
    assert list(parts) == TABS
    assert words_of(parts["Decisions"]) == set(described.decisions)
    assert words_of(parts["Events"]) == set(described.events)
    assert words_of(parts["Options"]) == {option.name for option in found.info.options}
    assert len(parts["View"]) == len(words_of(parts["View"])) == fields_of(described.view)
    for entry, shown in zip(described.verbs, parts["Commands"], strict=True):
        assert entry.usage in shown.html
        assert entry.example in shown.html
        assert set(re.findall(r"<summary>(.*?)</summary>", shown.html)) == set(entry.rules)
    for table, shown in zip(described.tables, parts["Tables"], strict=True):
        assert shown.html.count("<tr>") == 1 + len(table.rows)


@RULESETS
def test_every_rule_that_a_command_names_is_one_click_away(ruleset: str) -> None:
    rules = {rule.id: rule.text for rule in rules_of(rulebook(ruleset))}
    named = {id for entry in registry.get(ruleset).manual().verbs for id in entry.rules}
    assert named - rules.keys() == set()
    folded = "".join(entry.html for entry in manual.parts(ruleset)["Commands"])
    said = dict(re.findall(r"<summary>(.*?)</summary>(.*?)</details>", folded))
    assert said.keys() == named
    assert all(len(said[id]) >= len(rules[id].split()[0]) for id in named)


def test_a_search_finds_entries_with_all_its_words_in_any_order() -> None:
    entry = Topic("train hero ability trains an ability. hw-4.3.3.a", "")
    for wanted in ("", "Ability", "hero TRAINS", "hw-4.3"):
        assert entry.is_about(wanted), wanted
    assert not entry.is_about("hero attack")


def test_text_stays_text() -> None:
    shown = manual.page(manual._meanings({HOSTILE: HOSTILE}))
    assert "<img" not in shown
    assert "&lt;img" in shown


def test_the_page_counts_what_a_search_finds_and_shows_it() -> None:
    app = run("rules", ruleset="heroes", search="manned towers shares")
    assert app.title[0].value == "Rules"
    assert html(app).count('class="entry"') == 1
    assert "tower TOWER" in html(app)
    labels = [tab.label for tab in app.tabs]
    assert [label.partition(" (")[0] for label in labels] == TABS
    assert labels[0] == "Commands (1)"
    empty = run("rules", ruleset="township", search="zeppelin")
    assert "Nothing here is about" in "".join(item.value for item in empty.markdown)


def html(app: AppTest) -> str:
    return "".join(item.proto.body for item in app.get("html"))
