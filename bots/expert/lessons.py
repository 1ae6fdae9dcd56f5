"""Matches to learn from: greedy bots in all their styles, who stray at times.

At some turns it is noted how the features of the first seat differ from those of the second, and
what the match was worth to it in the end. Two seats play, with the usual options or shorter ones.
The same ruleset, seed and number always make the same match.
"""

from typing import Any, Final

from pentarch.bots.evaluation import worth
from pentarch.bots.expert.model import RANK_WEIGHT, Features
from pentarch.bots.greedy import greedy, styles
from pentarch.engine.chance import Seeded, derive
from pentarch.engine.commands import Command
from pentarch.engine.core import Seat
from pentarch.engine.options import choose
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import Ruleset

RECIPE: Final = 1
"""Changes when the same seed would make other matches."""
_STRAYS: Final = [6, 15, 40, 1000]
"""One command in so many is any legal one: a match has one of these."""
_NOTE: Final = 2
"""One turn in so many is noted."""
_OPTIONS: Final[dict[str, list[dict[str, Json]]]] = {
    "heroes": [{"rounds": 1}, {"rounds": 2}, {"rounds": 4}, {"rounds": 6}],
    "tradewarz": [{}, {"target": 4}],
}
"""Options of the matches, one after another, where matches of the usual length are long."""


class Lesson:
    """A position of a match: how far it had come, the first seat's lead in every feature, and what
    the match was worth to it in the end."""

    def __init__(self, progress: float, leads: list[float], result: float) -> None:
        self.progress: Final = progress
        self.leads: Final = leads
        self.result: Final = result


def lessons_of(ruleset: Ruleset[Any], seed: int, number: int) -> list[Lesson]:
    """Play a match, and note some of its positions."""
    id = ruleset.info.id
    luck = derive(seed, id, number)
    noise = Seeded(derive(luck, "noise"))
    chance = Seeded(derive(luck, "chance"))
    variants = _OPTIONS.get(id, [{}])
    options = choose(ruleset.info.options, variants[number % len(variants)])
    state = ruleset.setup(2, options, chance)
    policies = [greedy(id, noise.choice(styles(id))) for _ in range(2)]
    for seat, policy in enumerate(policies):
        policy.reset(derive(luck, "policy", seat))
    strays = noise.choice(_STRAYS)
    features = Features(id)
    noted: list[tuple[float, list[float]]] = []
    plans: list[list[Command]] = [[], []]
    last: Seat = -1
    for _ in range(ruleset.info.max_steps):
        acting = ruleset.to_act(state)
        if not acting:
            break
        seat = acting[0]
        if seat != last and noise.below(_NOTE) == 0:
            first, second = features.rows(state)
            leads = [own - other for own, other in zip(first, second, strict=True)]
            noted.append((features.progress(state), leads))
        last = seat
        legal = ruleset.legal(state, seat)
        if noise.below(strays) == 0:
            plans[seat] = [noise.choice(legal)]
        elif not plans[seat] or ruleset.check(state, seat, plans[seat][0]) is not None:
            plans[seat] = policies[seat].plan(state, seat, legal)
        ruleset.apply(state, seat, plans[seat].pop(0), chance)
    result = worth(ruleset.adjudicate(state), rank_weight=RANK_WEIGHT)[0]
    return [Lesson(progress, leads, result) for progress, leads in noted]
