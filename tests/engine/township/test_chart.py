"""The chart says what the tables say, and the board takes it from there."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pentarch.engine.township import RULESET
from pentarch.engine.township.tables import (
    ATTACK_ARMS,
    DEFENCE_ARMS,
    FULL,
    GOODS,
    KINDS,
    PLACES,
    Kind,
    Price,
)
from tests.engine.township.build import start

BOARD = Path(__file__).parent.parent.parent.parent / "dashboard" / "boards" / "township.js"


def chart() -> Any:
    return json.loads(json.dumps(RULESET.chart(start())))


def price(parts: Price) -> dict[str, int]:
    return {GOODS[good]: pieces for good, pieces in parts}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_a_building_type_is_on_the_chart_as_in_its_row(kind: Kind) -> None:
    entry = chart()["kinds"][kind.id]
    assert entry.pop("repair") == price(kind.repair)
    makes = [(made["good"], made["pieces"], made["inputs"]) for made in entry.pop("makes")]
    assert makes == [(GOODS[r.good], r.output, price(r.inputs)) for r in kind.makes]
    assert entry == {
        "title": kind.title,
        "band": kind.band,
        "copies": kind.copies,
        "renown": kind.renown,
        "offers": kind.offers,
        "room": kind.room,
    }


def test_goods_places_and_dice_are_on_the_chart() -> None:
    found = chart()
    assert list(found["kinds"]) == [kind.id for kind in KINDS]
    assert (found["goods"], found["full"], found["places"]) == (list(GOODS), FULL, PLACES)
    for arms, name in ((ATTACK_ARMS, "attack"), (DEFENCE_ARMS, "defence")):
        scores = {"good": GOODS[arms.good], "bare": arms.bare_from, "armed": arms.armed_from}
        assert found[name] == scores


def test_the_board_names_no_building_type_and_no_number_of_the_rules() -> None:
    code = BOARD.read_text()
    named = [kind.id for kind in KINDS if re.search(rf"[\"'`]{kind.id}|\b{kind.id}:", code)]
    assert named == []
    assert re.findall(r"(?:armed|bare|renown|full|places): *[0-9]+", code) == []
    assert re.findall(r"(?:tokens|depletion|damage|value|i) *[<>]=? *[0-9]", code) == []
    assert re.search(r"prepare\(frames, steps, chart\)", code)
