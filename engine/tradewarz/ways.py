"""Ways: where a group may set foot, and by what: channels, structures, linked posts, gates."""

from typing import Final, final

from pentarch.engine.core import Refusal
from pentarch.engine.tradewarz import refusals
from pentarch.engine.tradewarz.economy import less
from pentarch.engine.tradewarz.lattice import CROSSINGS, GATES
from pentarch.engine.tradewarz.state import House, State
from pentarch.engine.tradewarz.tables import (
    BRIDGE,
    CASTLE,
    GATE_LIMIT,
    MOST_SQUADS,
    NONE,
    STRUCTURES,
    Cost,
    links,
)
from pentarch.engine.tradewarz.techs import UNITS


@final
class Group:
    """Soldiers of one house who march together, with a super unit or NONE."""

    __slots__ = ("at", "house", "size", "unit")

    def __init__(self, house: House, at: int, size: int, unit: int) -> None:
        self.house: Final = house
        self.at: Final = at
        self.size: Final = size
        self.unit: Final = unit

    def crosses(self) -> bool:
        """TW-MAR.7: whether blocked channels are open to it."""
        return self.unit != NONE and UNITS[self.unit].crosses


def entry_refusal(state: State, group: Group, goal: int) -> "Refusal | None":
    """Whether a group may set foot on `goal`, whatever the way.

    TW-MAR.12 and TW-ALL.9: room. TW-MAR.13: squads. TW-MAR.14 and TW-SUP.2: support.
    TW-MAR.15, TW-MAR.16: gates.
    """
    house = group.house
    square = state.squares[goal]
    here = square.here
    if goal == house.gate:
        if not here.has_other(house.seat) and house.army[goal] + group.size > GATE_LIMIT:
            return refusals.GATE_FULL
        return None
    if goal < GATES:
        owner = state.gates[goal].owner
        if owner == NONE:
            return refusals.NO_GATE
        if house.friends.has(owner) or here.minus(house.seat).meets(house.friends):
            return refusals.ALLIED_GATE
    if square.crowd and here.within(house.friends):
        if square.crowd + group.size > house.squad_limit():
            return refusals.SQUAD_FULL
        if group.unit != NONE and square.unit != NONE:
            return refusals.TWO_UNITS
    start = group.at
    if not house.army[goal]:
        whole = start != house.gate and house.army[start] == group.size
        if house.squads + (0 if whole else 1) > MOST_SQUADS:
            return refusals.TOO_MANY_SQUADS
    if start == house.gate and house.field + group.size > house.capacity():
        return refusals.UNSUPPORTED
    return None


def can_step(state: State, group: Group) -> bool:
    """TW-MAR.5: whether a group has any step at all."""
    start = group.at
    for goal in state.land.near[start]:
        if entry_refusal(state, group, goal) is None:
            return True
    if group.crosses():
        for goal in state.land.shut[start]:
            if entry_refusal(state, group, goal) is None:
                return True
    for crossing in CROSSINGS[start]:
        if entry_refusal(state, group, crossing.goal) is None and (
            state.structures[crossing.diagonal]
            or lay_refusal(state, group.house, crossing.diagonal) is None
        ):
            return True
    return any(warp_refusal(state, group, goal) is None for goal in linked_squares(state, start))


def is_defended(state: State, house: House, goal: int) -> bool:
    """TW-MAR.17, TW-RAID.2, TW-ALL.8: whether setting foot there starts a battle."""
    square = state.squares[goal]
    if goal == house.gate:
        return square.here.has_other(house.seat)  # TW-CAP.10
    if goal < GATES:
        return not house.army[goal]
    if not square.here.within(house.friends):
        return True
    owner = square.building.owner
    if owner == NONE or house.friends.has(owner):
        return False
    return square.building.kind == CASTLE or state.houses[owner].powers.has_militia()


# Structures on diagonals.


def has_structure(state: State, start: int, goal: int) -> bool:
    """TW-MAR.10: whether a structure joins the two, whoever laid it."""
    diagonal = diagonal_to(start, goal)
    return diagonal != NONE and state.structures[diagonal] != 0


def diagonal_to(start: int, goal: int) -> int:
    """The diagonal that joins two squares, or NONE."""
    for crossing in CROSSINGS[start]:
        if crossing.goal == goal:
            return crossing.diagonal
    return NONE


def structure_refusal(
    state: State, house: House, structure: int, diagonal: int
) -> "Refusal | None":
    """TW-MAR.9: terrain, limits, supply and cost of a new structure."""
    if state.land.structures[diagonal] != structure:
        return refusals.WRONG_TERRAIN
    if state.structures[diagonal] or (structure == BRIDGE and state.structures[diagonal ^ 1]):
        return refusals.STRUCTURE_THERE
    if not house.can_pay(structure_cost(house, structure)):
        return refusals.CANNOT_PAY
    if structures_laid(state, structure) >= STRUCTURES[structure].supply:
        return refusals.NO_STRUCTURES_LEFT
    return None


def lay_refusal(state: State, house: House, diagonal: int) -> "Refusal | None":
    """The same for the structure that suits the diagonal."""
    return structure_refusal(state, house, state.land.structures[diagonal], diagonal)


def structure_cost(house: House, structure: int) -> Cost:
    """What a structure costs the house; Road Crews make it cheaper."""
    row = STRUCTURES[structure]
    return less(row.cost, row.crews, house.powers.crews)


def structures_laid(state: State, structure: int) -> int:
    """How many structures of a kind stand on the map."""
    count = 0
    for diagonal, laid in enumerate(state.structures):
        if laid and state.land.structures[diagonal] == structure:
            count += 1
    return count


# Linked posts.


def linked_squares(state: State, space: int) -> list[int]:
    """TW-TP.2, TW-TP.3: the squares of the posts linked with the one on this space."""
    number = state.post_at(space)
    if number == NONE:
        return []
    return [state.posts[other].square for other in links(state.seats)[number]]


def warp_refusal(state: State, group: Group, goal: int) -> "Refusal | None":
    """TW-TP.4, TW-TP.5: teleporting between linked posts of one seat."""
    house = group.house
    if state.post_at(group.at) == NONE:
        return refusals.NOT_ON_POST
    if goal not in linked_squares(state, group.at):
        return refusals.NOT_LINKED
    if state.building(goal).owner != house.seat and not house.army[goal]:
        return refusals.POST_NOT_HELD
    return entry_refusal(state, group, goal)
