"""A view of Heroes to be read: the seats, the cities, the world as a grid and in words."""

from typing import Final

from pentarch.engine.core import SEAT_NAMES
from pentarch.engine.heroes.combat.text import combat_lines
from pentarch.engine.heroes.schema import DECISIONS
from pentarch.engine.heroes.tables import RACES
from pentarch.engine.heroes.world.atlas import atlas
from pentarch.engine.plain import (
    Json,
    as_list,
    bool_field,
    field,
    int_field,
    ints_field,
    list_field,
    str_field,
)
from pentarch.engine.prose import fill, flags, marked, page, said


def draw(view: Json) -> str:
    """The turn, the combat if there is one, the seats, then the world."""
    return page(
        [
            *_headlines(view),
            *combat_lines(field(view, "combat")),
            *[line for seat in list_field(view, "seats") for line in _seat(seat)],
            *_categories(view),
            *[line for city in list_field(view, "cities") for line in _city(city)],
            *_supplies(view),
            *atlas(view),
        ]
    )


def _headlines(view: Json) -> list[str]:
    options = field(view, "options")
    war = "war" if bool_field(view, "war") else "peace"
    head = fill("Round {round} of ", view) + fill("{rounds}", options)
    head += fill(", sequence {sequence}, stage {stage}", view) + f", {war}. "
    lines = [head + _asked(view), fill("Combat method {method}. Settings: {options}", view)]
    order = fill("Order of turns: {order}; now place ", view) + str(int_field(view, "turn") + 1)
    agenda = [_task(task) for task in list_field(view, "agenda")]
    return [*lines, f"{order}. To be done, the next last: {', '.join(agenda) or 'nothing'}"]


def _asked(view: Json) -> str:
    if field(view, "decision") is None:
        return fill("The match is over ({over}); the last turn was {active}'s", view)
    decision = str_field(view, "decision")
    return fill("Turn of {active}; ", view) + f"`{decision}`: {DECISIONS[decision]}"


def _task(task: Json) -> str:
    return " ".join([said(word) for word in as_list(task, "a task")])


def _categories(view: Json) -> list[str]:
    """What counts at the end, unless it is hidden at the moment."""
    found = field(view, "categories")
    if found is None:
        return ["Mines, levels and armies by seat: hidden for now"]
    told = []
    for word in ("mines", "levels", "army"):
        values = [
            f"{SEAT_NAMES[seat]} {value}" for seat, value in enumerate(ints_field(found, word))
        ]
        told.append(f"{word} {', '.join(values)}")
    return [f"What counts: {'; '.join(told)}"]


# --- seats ---------------------------------------------------------------------------------------


def _seat(seat: Json) -> list[str]:
    if not bool_field(seat, "alive"):
        return [fill("{seat}, {race}: defeated (place {defeat} in the order of defeat)", seat)]
    marks = flags(seat, {"deaths": "Heroes lost {deaths}", "grace": "term for its capital {grace}"})
    return [
        fill("{seat}, {race}", seat) + _entered(seat) + "".join([f"; {mark}" for mark in marks]),
        *[line for hero in list_field(seat, "heroes") for line in _hero(hero)],
    ]


def _entered(seat: Json) -> str:
    """What it has entered in secret, or that this is hidden."""
    if field(seat, "budget") is None:
        return "; budget, vote and whether it has decided: hidden"
    vote = "hidden" if field(seat, "vote") is None else fill("{vote}", seat)
    return fill("; budget {budget}, still to decide {pending}, vote ", seat) + vote


def _hero(hero: Json) -> list[str]:
    if str_field(hero, "status") != "in_play":
        told = fill("  {hero}: {status}, level {level}, deaths {died}; army: ", hero)
        return [told + _army(list_field(hero, "sections"))]
    return [
        fill("  {hero} at {hex} (from {from}): level {level}, experience {experience}, ", hero)
        + fill("movement points {mp}", hero)
        + "".join([f"; {mark}" for mark in flags(hero, _DEEDS)]),
        fill("    abilities {with_equipment} (own {abilities}); equipment {equipment}; ", hero)
        + fill("skills {skills}; quest {quest} ({progress} done)", hero),
        f"    army: {_army(list_field(hero, 'sections'))}",
    ]


_DEEDS: Final = {
    "honor": "honour {honor}",
    "trained": "was trained",
    "moved": "has moved",
    "finished": "is done for this turn ({finished})",
    "transfers": "{transfers} transfers made",
    "spent": "has used its units' hex",
    "quest_dropped": "gave a quest up",
    "died": "deaths {died}",
}


def _army(sections: "list[Json]") -> str:
    told = [
        f"s{number} " + fill("{count} {name} ({unit})", section)
        for number, section in enumerate(sections, 1)
        if section is not None
    ]
    return ", ".join(told) or "none, or hidden"


def _city(city: Json) -> list[str]:
    if field(city, "hex") is None:
        return []
    words = {"stored_honor": "honour {stored_honor}", "razed": "special building razed"}
    race = "".join([race.name for race in RACES if race.letter == str_field(city, "city")])
    name = f"City of the {race}" + fill(" at {hex}, held by {holder}", city)
    return [
        marked(name, flags(city, words)),
        fill("  stock: {stock}; garrison: {garrison}; buildings: {buildings}", city),
    ]


def _supplies(view: Json) -> list[str]:
    grounds = [
        f"{race.letter} " + fill("{status} with {units} units", ground)
        for race, ground in zip(RACES, list_field(view, "grounds"), strict=True)
    ]
    deck = "hidden" if field(view, "deck") is None else fill("{deck}", view)
    told = flags(
        view,
        {"checked": "guards checked at {checked}", "fresh": "just entered: {fresh}"},
    )
    left = [_task(row) for row in list_field(view, "left_units")]
    if left:
        told.append(f"units left behind this turn: {', '.join(left)}")
    return [
        f"Recruitment Locations: {', '.join(grounds)}",
        fill("Equipment left: {cup}", view),
        f"Quest deck: {deck}; " + fill("quests done or given up: {discards}", view),
        *([f"This turn: {'; '.join(told)}"] if told else []),
    ]
