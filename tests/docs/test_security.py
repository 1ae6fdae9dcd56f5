"""The tables of attacks are complete: every kind has a row, and every row a test that exists."""

import re
from collections import Counter

from pentarch.arbiter.api.access import TABLE
from tests.docs.test_pages import ROOT
from tests.workers.kinds import ATTEMPTS, KINDS, RAW

ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| `(test_\w+)` \|$", re.M)
LEAST = 40


def rows() -> list[tuple[str, str, str]]:
    return ROW.findall((ROOT / "docs" / "security.md").read_text())


def test_every_hostile_kind_has_a_row_that_says_what_stops_it() -> None:
    names = Counter(name for name, _, _ in rows())
    kinds = [*KINDS, *ATTEMPTS, *RAW]
    assert len(kinds) == len({*kinds}) >= LEAST
    assert [kind for kind in kinds if names[kind] != 1] == []


def test_every_row_names_a_test_that_exists() -> None:
    sources = "".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    tests = {*re.findall(r"^(?:async )?def (test_\w+)\(", sources, re.M)}
    assert [row for row in rows() if row[2] not in tests] == []


def test_the_table_of_calls_is_the_guard_s() -> None:
    page = (ROOT / "docs" / "security.md").read_text()
    for name, access in TABLE.items():
        cells = ("nobody needs a token", "", "")
        if access.role is not None:
            cells = (access.role.value, access.scope.value, access.whose.value)
        assert page.count(f"| `{name}` | {' | '.join(cells)} |") == 1, name
    assert {*re.findall(r"^\| `(\w+Service/\w+)` \|", page, re.M)} == {*TABLE}
