"""Pebbles for bot authors: decisions, verbs, events, tables, and what a view holds."""

from pentarch.engine.manual import (
    Manual,
    Table,
    VerbEntry,
    chosen_options,
    per_seat,
    record,
    seat,
    whole,
)
from pentarch.engine.pebbles.commands import TAKE
from pentarch.engine.pebbles.settings import OPTIONS
from pentarch.engine.pebbles.tables import DIE, LARGEST_HEAP, MOST_TAKEN, WIND
from pentarch.engine.plain import Json


def manual() -> Manual:
    """The ruleset described for those who write bots."""
    return Manual(
        decisions={"take": "How many pebbles to take."},
        verbs=[
            VerbEntry(
                TAKE,
                ("count",),
                "Take that many pebbles.",
                rules=("PB-2.1", "PB-2.2"),
                example="take 2",
            )
        ],
        events={"blown": "The wind has taken a pebble: how many are left."},
        tables=[
            Table("numbers", "The numbers of the rules", ("number", "value"), numbers()),
        ],
        view=record(
            "View",
            "Everything there is.",
            {
                "options": chosen_options(OPTIONS),
                "heap": whole("Pebbles in the heap.", 0, LARGEST_HEAP),
                "taken": per_seat("What each seat has.", whole("Pebbles of a seat.")),
                "active": seat("Whose turn it is."),
            },
        ),
    )


def numbers() -> "list[list[Json]]":
    """The numbers of the rules."""
    return [["most_taken", MOST_TAKEN], ["die", DIE], ["wind", WIND]]
