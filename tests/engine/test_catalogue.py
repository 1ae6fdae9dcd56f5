"""Every rule has a test, every refusal is provoked, every id is listed once."""

import re
from collections import Counter

import pytest

from pentarch.engine import registry
from tests.catalogue import ROOT, asserted_names, claimed_ids, refusal_names, rule_ids

IDS = pytest.mark.parametrize("ruleset", registry.IDS)


@IDS
def test_every_rule_of_the_catalogue_has_a_test(ruleset: str) -> None:
    missing = [id for id in rule_ids(ruleset) if id not in claimed_ids(ruleset)]
    assert rule_ids(ruleset)
    assert not missing


@IDS
def test_no_rule_is_listed_twice(ruleset: str) -> None:
    assert [id for id, count in Counter(rule_ids(ruleset)).items() if count > 1] == []


@IDS
def test_every_rule_carries_the_prefix_of_its_ruleset(ruleset: str) -> None:
    prefix = registry.get(ruleset).info.prefix + "-"
    assert all(id.startswith(prefix) for id in rule_ids(ruleset))


@IDS
def test_every_refusal_is_provoked_by_a_test_and_cites_a_listed_rule(ruleset: str) -> None:
    refusals = refusal_names(ruleset)
    assert refusals
    assert [name for name in refusals if name not in asserted_names(ruleset)] == []
    assert [name for name, rule in refusals.items() if rule not in rule_ids(ruleset)] == []


@IDS
def test_rules_cited_in_the_code_are_listed(ruleset: str) -> None:
    prefix = registry.get(ruleset).info.prefix
    cited = set()
    for path in (ROOT / "engine" / ruleset).rglob("*.py"):
        cited |= set(re.findall(rf"\b{prefix}-[A-Za-z0-9.]*[A-Za-z0-9]", path.read_text()))
    listed = set(rule_ids(ruleset))
    chapters = {id.rsplit(".", depth)[0] for id in listed for depth in range(1, id.count(".") + 1)}
    assert sorted(cited - listed - chapters) == []
