"""What all tests share: known rule ids, needs, threads that are heard, nothing left behind."""

from collections.abc import Iterator

import pytest

from tests import guard, needs, threads
from tests.catalogue import all_rule_ids

pytest_plugins = ["tests.progress"]
# Parts of another project: see test_new_ruleset.py.
collect_ignore = ["new_ruleset"]


def pytest_configure() -> None:
    """Whatever is started from now on ends with this process."""
    guard.watch()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse marks that name rules no RULES.md has."""
    known = all_rule_ids()
    for item in items:
        for mark in item.iter_markers("rule"):
            unknown = [id for id in mark.args if id not in known]
            if unknown or not mark.args:
                raise pytest.UsageError(f"{item.nodeid}: no RULES.md has {unknown or 'no id'}")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Do not run what this machine has not the means for."""
    needs.check_marks(item)


@pytest.fixture(autouse=True)
def _threads_are_heard() -> Iterator[None]:
    """A thread that failed fails its test, though the test did not ask for its result."""
    yield
    failures = threads.unheard()
    assert not failures, "\n".join(map(threads.told, failures))
