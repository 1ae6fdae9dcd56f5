"""What all tests share: their order, known rule ids, needs, threads that are heard, nothing left
behind."""

from collections.abc import Iterator
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

from tests import guard, needs, threads
from tests.catalogue import all_rule_ids

pytest_plugins = ["tests.progress"]
# Parts of another project: see test_new_ruleset.py.
collect_ignore = ["new_ruleset"]

FIRST: Final = ("workers", "deploy", "pentarch", "docs", "dashboard", "bots")
"""The folders with tests that take long, and wait. With those at the end, one process would be
idle while another one is still at the last of them; beside them there is room for the others."""


# How fast a machine is proves nothing.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


def pytest_configure() -> None:
    """Whatever is started from now on ends with this process."""
    guard.watch()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put long tests first, and refuse marks that name rules no RULES.md has."""
    items.sort(key=_place)
    known = all_rule_ids()
    for item in items:
        for mark in item.iter_markers("rule"):
            unknown = [id for id in mark.args if id not in known]
            if unknown or not mark.args:
                raise pytest.UsageError(f"{item.nodeid}: no RULES.md has {unknown or 'no id'}")


def _place(item: pytest.Item) -> int:
    folder = item.nodeid.split("/")[1]
    return FIRST.index(folder) if folder in FIRST else len(FIRST)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Do not run what this machine has not the means for."""
    needs.check_marks(item)


@pytest.fixture(autouse=True)
def _threads_are_heard() -> Iterator[None]:
    """A thread that failed fails its test, though the test did not ask for its result."""
    yield
    failures = threads.unheard()
    assert not failures, "\n".join(map(threads.told, failures))
