"""What all tests share: a mark with an unknown rule id is an error."""

import pytest

from tests.catalogue import all_rule_ids


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse marks that name rules no RULES.md has."""
    known = all_rule_ids()
    for item in items:
        for mark in item.iter_markers("rule"):
            unknown = [id for id in mark.args if id not in known]
            if unknown or not mark.args:
                raise pytest.UsageError(f"{item.nodeid}: no RULES.md has {unknown or 'no id'}")
