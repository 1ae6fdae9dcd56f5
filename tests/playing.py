"""Ways to play a match in tests: by random choice, or along a list of numbers."""

from collections.abc import Sequence
from typing import Any

from pentarch.bots.sdk import Bot, Clock, Start, Turn
from pentarch.engine import registry
from pentarch.engine.chance import Chance, Seeded, bot_seed, derive, seed_key
from pentarch.engine.commands import Command
from pentarch.engine.core import Seat
from pentarch.engine.match import Match
from pentarch.engine.options import choose
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import Ruleset


def ruleset_of(id: str) -> Ruleset[Any]:
    """A registered ruleset."""
    return registry.get(id)


def new_state(ruleset: Ruleset[Any], seats: int, options: dict[str, Json], chance: Chance) -> Any:
    """A first state with the options given and the others at their defaults."""
    return ruleset.setup(seats, choose(ruleset.info.options, options), chance)


def play_choices(match: Match[Any], choices: Sequence[int]) -> None:
    """Play one step per number: the seat and the command it picks. Short lists shrink well."""
    for number in choices:
        seats = match.to_act()
        if not seats:
            return
        seat = seats[number % len(seats)]
        commands = match.legal(seat)
        match.submit(seat, commands[number // len(seats) % len(commands)])


def play_random(match: Match[Any], seed: int, most: int | None = None) -> Match[Any]:
    """Play to the end, or `most` steps, with every choice drawn evenly."""
    chance = Seeded(derive(seed, "random play"))
    while (seats := match.to_act()) and (most is None or len(match.steps) < most):
        seat = chance.choice(seats)
        match.play(seat, chance.choice(match.legal(seat)))
    return match


def by_text(ruleset: Ruleset[Any], state: Any, seat: Seat, chance: Chance, *texts: str) -> None:
    """Check and apply commands given as text, one after another, by one seat."""
    for text in texts:
        command = ruleset.read(text)
        refusal = ruleset.check(state, seat, command)
        assert refusal is None, f"{text}: {refusal}"
        ruleset.apply(state, seat, command, chance)


def texts(commands: list[Command]) -> list[str]:
    """Commands as text."""
    return [command.text for command in commands]


def play_bots(match: Match[Any], bots: Sequence[Bot]) -> Match[Any]:
    """Play to the end with one bot per seat, without clocks."""
    seat_bots(match, bots)
    while acting := match.to_act():
        seat = acting[0]
        for command in one_decision(match, seat, bots[seat]):
            match.submit(seat, command)
    return match


def seat_bots(match: Match[Any], bots: Sequence[Bot]) -> None:
    """Tell every bot that the match begins."""
    names = [type(bot).__name__ for bot in bots]
    for seat, bot in enumerate(bots):
        seed = bot_seed(seed_key(match.seed or 0, "bots"), seat)
        bot.start(Start(match.ruleset, seat, match.seats, match.options.plain(), names, seed))


def one_decision(match: Match[Any], seat: Seat, bot: Bot) -> list[Command]:
    """What the bot answers, as commands; a forced decision is not put to it."""
    legal = match.legal(seat)
    if len(legal) == 1:
        return legal
    turn = Turn(
        ruleset=match.ruleset,
        seat=seat,
        seats=match.seats,
        sequence=len(match.steps),
        legal=legal,
        clock=Clock(left=60.0, increment=1.0, cap=10.0),
        look=lambda: match.ruleset.view(match.state, seat),
    )
    answer = bot.decide(turn)
    parts = [answer] if isinstance(answer, str | Command) else answer
    return [match.ruleset.read(part) if isinstance(part, str) else part for part in parts]
