"""What all tests share: known rule ids, threads that are heard, and nothing left behind."""

from collections.abc import Iterator

import pytest

from tests import guard, threads
from tests.catalogue import all_rule_ids


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


@pytest.fixture(autouse=True)
def _threads_are_heard() -> Iterator[None]:
    """A thread that failed fails its test, though the test did not ask for its result."""
    yield
    failures = threads.unheard()
    assert not failures, "\n".join(map(threads.told, failures))
