"""Finals: the field, the cuts, and the table they make."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pentarch.arbiter.competition.formats.settings import InvalidPlan
from pentarch.arbiter.competition.formats.standings import Standing
from pentarch.arbiter.competition.seasons.finals import (
    Finals,
    Place,
    can_play,
    final_table,
    first_field,
    newest_only,
    next_field,
)


def table(*bots: str, blocks: int = 5) -> list[Standing]:
    return [
        Standing(rank, bot, 100.0 - rank, blocks=blocks) for rank, bot in enumerate(bots, start=1)
    ]


NAMES = [f"b{number:02d}@1" for number in range(40)]


def test_the_field_are_the_best_who_qualify_and_still_play() -> None:
    lines = [
        *table("ant@1", "bee@1"),
        Standing(3, "cat@1", 90.0, blocks=5, is_out=True),
        Standing(4, "dog@1", 80.0, blocks=2),
        Standing(5, "eel@1", 70.0, blocks=5),
    ]
    assert first_field(Finals("swiss", field=3, least_blocks=3), lines) == [
        "ant@1",
        "bee@1",
        "eel@1",
    ]
    assert len(first_field(Finals("swiss"), lines)) == 4


@given(st.integers(2, 40), st.integers(0, 12).filter(lambda cut: cut != 1))
def test_the_field_is_halved_until_the_cut_is_reached(size: int, cut: int) -> None:
    finals = Finals("round_robin", cut=cut)
    sizes = [size]
    field = NAMES[:size]
    stages = []
    while field:
        stages.append(table(*field))
        field = next_field(finals, stages[-1])
        if field:
            sizes.append(len(field))
    assert len(sizes) == 1 or cut
    for before, after in pairwise(sizes):
        assert after == max(cut, (before + 1) // 2) < before
    assert not cut or sizes[-1] <= max(cut, 2) or sizes[-1] == size <= cut
    places = final_table(table(*NAMES), stages)
    assert [place.bot for place in places] == NAMES, "nobody is lost, and no order is turned"
    assert [place.rank for place in places] == list(range(1, 41))
    assert [place.stage for place in places] == sorted(
        (place.stage for place in places), reverse=True
    )


def test_ranks_that_are_shared_in_a_stage_are_shared_in_the_table() -> None:
    last = [Standing(1, "ant@1", 2), Standing(1, "bee@1", 2)]
    first = [*last, Standing(3, "cat@1", 1), Standing(3, "dog@1", 1)]
    places = final_table(table("dog@1", "cat@1", "bee@1", "ant@1", "eel@1"), [first, last])
    assert places == [
        Place(1, "ant@1", 2),
        Place(1, "bee@1", 2),
        Place(3, "cat@1", 1),
        Place(3, "dog@1", 1),
        Place(5, "eel@1", 0),
    ]


def test_a_bot_stands_in_the_table_with_its_newest_version_alone() -> None:
    lines = table("ant@9", "bee@1", "ant@10")
    assert [line.bot for line in newest_only(lines)] == ["bee@1", "ant@10"]
    assert final_table(lines, []) == [Place(1, "bee@1", 0), Place(2, "ant@10", 0)]


def test_large_tables_need_as_many_owners() -> None:
    owners = {"ant@1": "one", "bee@1": "one", "cat@1": "two"}
    assert can_play(["ant@1", "bee@1"], owners, 2)
    assert not can_play(["ant@1"], owners, 2)
    assert not can_play([*owners], owners, 3)


@pytest.mark.parametrize(
    ("field", "least_blocks", "cut"), [(1, 0, 0), (-1, 0, 0), (501, 0, 0), (0, -1, 0), (0, 0, 1)]
)
def test_finals_that_cannot_be_are_refused(field: int, least_blocks: int, cut: int) -> None:
    with pytest.raises(InvalidPlan):
        Finals("swiss", None, field, least_blocks, cut)
