"""What language models are pointed to: rules that fit a prompt, and the list of pages."""

import re
from pathlib import Path

import pytest

from pentarch.bots.sdk.rules import MOST_WORDS, rules_for_prompt
from pentarch.engine import registry

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("id", registry.IDS)
def test_the_rules_for_a_prompt_are_written_down_as_they_are_now(id: str) -> None:
    written = (DOCS / "prompts" / f"{id}.txt").read_text()
    assert written == rules_for_prompt(registry.get(id)), "run `make prompts`"


@pytest.mark.parametrize("id", registry.IDS)
def test_they_fit_a_prompt_and_leave_no_rule_verb_or_number_out(id: str) -> None:
    ruleset = registry.get(id)
    text = rules_for_prompt(ruleset)
    assert len(text.split()) <= MOST_WORDS
    catalogue = (DOCS.parent / "engine" / id / "RULES.md").read_text()
    for rule in re.findall(r"^- \*\*([A-Z]+-[A-Za-z0-9.]+)\*\*", catalogue, re.M):
        assert f"**{rule}**" in text
    for entry in ruleset.manual().verbs:
        assert entry.usage in text
    for table in ruleset.manual().tables:
        assert table.title in text


def test_they_say_nothing_of_the_code() -> None:
    for id in registry.IDS:
        assert ".py" not in rules_for_prompt(registry.get(id))


def test_the_list_of_pages_leads_to_pages_and_names_every_prompt() -> None:
    listed = (DOCS / "llms.txt").read_text()
    assert listed.startswith("# Pentarch\n\n> ")
    links = re.findall(r"\]\(([^)]+)\)", listed)
    for link in links:
        # The site serves docs/bots.md as bots/.
        page = DOCS / f"{link.rstrip('/')}.md" if link.endswith("/") else DOCS / link
        assert page.exists(), link
    assert {f"prompts/{id}.txt" for id in registry.IDS} <= set(links)
