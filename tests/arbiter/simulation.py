"""Simulated bots with known strengths: they finish in the order of strength plus Gumbel noise.

That is the Plackett-Luce model. Every match draws from its own seed, so a simulated tournament
replays exactly.
"""

import math
from collections.abc import Mapping, Sequence

from pentarch.arbiter.competition.formats.plan import Block, Entry, History, Plan
from pentarch.arbiter.competition.formats.scheduler import Scheduler
from pentarch.arbiter.competition.formats.squares import seatings
from pentarch.arbiter.competition.ratings import BotId, MatchResult
from pentarch.engine.chance import Seeded, derive

Strengths = Mapping[BotId, float]

SEAT_EFFECTS = (0.4, 0.0, -0.1, -0.3, 0.0, 0.0)
NO_SEAT_EFFECTS = (0.0,) * 6


def gumbel(chance: Seeded) -> float:
    return -math.log(-math.log((chance.below(1 << 50) + 0.5) / (1 << 50)))


def play_match(
    match_id: str,
    block_id: str,
    seating: Sequence[BotId],
    strengths: Strengths,
    *,
    seed: int,
    seat_effects: Sequence[float] = NO_SEAT_EFFECTS,
    tie_width: float = 0.0,
    is_luck_shared: bool = False,
) -> MatchResult:
    """One match. Seats closer than `tie_width` to the one ahead share its rank.

    With shared luck, a bot has the same luck in all matches of a seed.
    """
    label = "block" if is_luck_shared else match_id
    forms = [
        strengths[bot] + seat_effects[seat] + gumbel(Seeded(derive(seed, "luck", label, bot)))
        for seat, bot in enumerate(seating)
    ]
    order = sorted(range(len(forms)), key=lambda seat: -forms[seat])
    ranks = [0] * len(forms)
    for place, seat in enumerate(order):
        ahead = order[place - 1]
        level = place > 0 and forms[ahead] - forms[seat] < tie_width
        ranks[seat] = ranks[ahead] if level else place + 1
    return MatchResult(match_id, block_id, tuple(seating), tuple(ranks))


def play_block(
    block: Block,
    strengths: Strengths,
    *,
    seat_effects: Sequence[float] = NO_SEAT_EFFECTS,
    tie_width: float = 0.0,
    is_luck_shared: bool = False,
) -> list[MatchResult]:
    return [
        play_match(
            match_id,
            block.id,
            seating,
            strengths,
            seed=derive(0, block.id),
            seat_effects=seat_effects,
            tie_width=tie_width,
            is_luck_shared=is_luck_shared,
        )
        for match_id, seating in zip(block.match_ids, block.seatings, strict=True)
    ]


def random_blocks(
    strengths: Strengths,
    *,
    seats: int,
    count: int,
    seed: int,
    seat_effects: Sequence[float] = NO_SEAT_EFFECTS,
    tie_width: float = 0.0,
    is_luck_shared: bool = False,
) -> list[MatchResult]:
    """Whole blocks between bots drawn evenly."""
    chance = Seeded(derive(seed, "lineups"))
    results = []
    for number in range(count):
        bots = sorted(strengths)
        chance.shuffle(bots)
        block = Block(
            f"s{seed}-{number}",
            number,
            seatings(bots[:seats], mirrored=number % 2 == 1),
        )
        results += play_block(
            block,
            strengths,
            seat_effects=seat_effects,
            tie_width=tie_width,
            is_luck_shared=is_luck_shared,
        )
    return results


def plan_of(
    count: int, *, seed: int = 1, seats: tuple[int, ...] = (2,), per_owner: int = 1
) -> Plan:
    """A plan with bots b00, b01, ...; neighbours share an owner when `per_owner` says so."""
    entries = tuple(Entry(f"b{k:02d}", f"owner{k // per_owner}") for k in range(count))
    return Plan(f"t{seed}", seed, entries, seats)


def falling_strengths(plan: Plan, gap: float) -> dict[BotId, float]:
    """Each bot stronger than the next entry by `gap` natural units."""
    return {bot: -gap * place for place, bot in enumerate(plan.bots)}


def run(
    scheduler: Scheduler,
    strengths: Strengths,
    *,
    capacity: int = 1000,
    start: History | None = None,
) -> History:
    """Play a tournament to its end, undisturbed."""
    history = start or History()
    while not scheduler.is_finished(history):
        blocks = scheduler.next_blocks(history, capacity)
        results = [result for block in blocks for result in play_block(block, strengths)]
        history = history.after(issued=blocks, results=results)
    return history
