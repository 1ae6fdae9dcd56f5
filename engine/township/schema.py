"""What Township asks seats, and what a view holds, with a sentence for every field."""

from typing import Final

from pentarch.engine.manual import (
    chosen_options,
    flag,
    listing,
    maybe,
    name,
    per_seat,
    record,
    seat,
    whole,
)
from pentarch.engine.township.settings import OPTIONS
from pentarch.engine.township.state import (
    ARMING,
    ASSIGNING,
    BREAKING,
    CHOOSING,
    DEFENDING,
    DISCARDING,
    OVER,
    SHIELDING,
    SPOILING,
    SUFFERING,
    WORKING,
)
from pentarch.engine.township.tables import (
    ENDINGS,
    FULL,
    GOODS,
    MOST_UNITS,
    PLACES,
    SITES,
)

DECISIONS: Final = {
    BREAKING: "Phase 3: whether to break ground, and for what.",
    WORKING: "Phase 4: the next activity of an idle unit, or `done`.",
    DISCARDING: "Phase 5: which piece to throw away; the warehouses are too full.",
    ASSIGNING: "Phase 7: how many mustered units go against the opponent in `asked`.",
    CHOOSING: "Phase 7: which of the assigned attacks is fought next.",
    ARMING: "How many swords the attackers use.",
    DEFENDING: "How many units the attacked seat defends with.",
    SHIELDING: "How many shields the defenders use.",
    SPOILING: "What an attacker with points left over does: loot or raze.",
    SUFFERING: "Which of its buildings the razed seat damages next.",
    OVER: "Nobody decides: the match is over.",
}

_BUILDING: Final = record(
    "Building",
    "A building in play.",
    {
        "name": name("The site: the kind and a number.", [site.name for site in SITES]),
        "damage": whole("Damage tokens; only without any does the building work.", 0, FULL),
        "depletion": whole("Depletion tokens, each of which closes a place.", 0, FULL),
        "worked": whole("Activities here in this turn.", 0, PLACES),
        "produced": flag("Whether raw materials were taken here in this turn."),
    },
)

_TOWN: Final = record(
    "Town",
    "One seat's town.",
    {
        "seat": seat("Whose it is."),
        "eliminated": whole("The place in the order of elimination; 0 while it plays.", 0),
        "renown": whole("Laurels, stored finery and undamaged buildings: what wins."),
        "laurels": whole("Laurels from feasts and fights."),
        "units": whole("All units.", 0, MOST_UNITS),
        "housing": whole("Units that the houses hold; more leave at the end of the turn."),
        "idle": whole("Units that can still do something this turn.", 0, MOST_UNITS),
        "mustered": whole("Units that attack this turn.", 0, MOST_UNITS),
        "tools_used": whole("Tools used this turn."),
        "stock": record(
            "Stock",
            "Pieces in stock.",
            {good: whole(f"Pieces of {good}.") for good in GOODS},
        ),
        "grain_room": whole("Grain that the granaries hold."),
        "goods_room": whole("Other pieces that the warehouses hold."),
        "buildings": listing("The buildings in canonical order.", _BUILDING, len(SITES)),
    },
)

_ATTACK: Final = record(
    "Attack",
    "The attack being fought. Numbers are 0 until they are decided or rolled.",
    {
        "defender": seat("Who is attacked."),
        "attackers": whole("Units that attack.", 0, MOST_UNITS),
        "swords": whole("Swords used.", 0, MOST_UNITS),
        "defenders": whole("Units that defend.", 0, MOST_UNITS),
        "shields": whole("Shields used.", 0, MOST_UNITS),
        "attack_total": whole("Dice of the attack that scored.", 0, MOST_UNITS),
        "defence_total": whole("Dice of the defence that scored.", 0, MOST_UNITS),
        "left_over": whole("Points of a success that no defender took.", 0, MOST_UNITS),
    },
)

VIEW: Final = record(
    "View",
    "The whole match: nothing is hidden.",
    {
        "round": whole("The round, from 1 on.", 1),
        "active": seat("Whose turn it is."),
        "decision": name("What is being decided.", list(DECISIONS)),
        "ending": name("How the match ended; empty while it goes on.", list(ENDINGS)),
        "options": chosen_options(OPTIONS),
        "assigned": per_seat(
            "Units sent against each seat and not fought with yet.",
            whole("Units sent against the seat.", 0, MOST_UNITS),
        ),
        "asked": maybe(seat("The opponent that `assign` asks about."), "nobody is asked about."),
        "attack": maybe(_ATTACK, "nobody is fighting."),
        "towns": per_seat("The towns in the order of seats.", _TOWN),
    },
)
