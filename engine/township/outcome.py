"""Who leaves the match, how it ends, and who has won (TS-19 to TS-21)."""

from pentarch.engine.core import Event, Outcome, Seat, ranks_of
from pentarch.engine.township.state import OVER, State, empty_town
from pentarch.engine.township.tables import CAP, CONQUEST, ENDINGS, GOES_ON, RENOWN


def eliminate(state: State, seat: Seat, events: list[Event]) -> None:
    """TS-19: the town leaves the match; the last one left wins at once (TS-21.1)."""
    town = empty_town()
    town.out = 1 + len(state.towns) - len(state.living())
    state.towns[seat] = town
    state.campaign.assigned[seat] = 0
    events.append(Event("eliminated", seat))
    if len(state.living()) == 1:
        end_match(state, CONQUEST, events)


def end_round(state: State, events: list[Event]) -> None:
    """TS-21.2 to TS-21.4."""
    renown = [state.towns[seat].renown(state.settings.finery_renown) for seat in state.living()]
    if max(renown) >= state.settings.renown_target:
        end_match(state, RENOWN, events)
    elif state.round >= state.settings.round_cap:
        end_match(state, CAP, events)


def end_match(state: State, ending: str, events: list[Event]) -> None:
    """Nobody decides any more."""
    state.ending = ending
    state.decision = OVER
    state.attack = None
    events.append(Event("ended", -1, (ending,)))


def is_over(state: State) -> bool:
    """Whether the match has ended."""
    return state.ending != GOES_ON


def ranking(state: State) -> Outcome:
    """Living seats by renown, laurels, units, stock; then the eliminated, the last out first
    (TS-21.5)."""
    renown = [town.renown(state.settings.finery_renown) for town in state.towns]
    keys: list[tuple[int, ...]] = [
        (0, town.out, 0, 0, 0)
        if town.out
        else (1, renown[seat], town.laurels, town.units, town.pieces())
        for seat, town in enumerate(state.towns)
    ]
    ending = ENDINGS[state.ending]
    return Outcome(
        ranks=ranks_of(keys),
        scores=renown,
        rule=ending.rule,
        reason=state.ending,
        natural=ending.natural,
    )
