"""Tournament plans from the options of the command line."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import typer

from pentarch.arbiter.v1 import tournaments_pb2 as pb
from pentarch.bots.sdk.wire import duration
from pentarch.cli.matches import read_clock, read_options


class Format(StrEnum):
    """How bots meet."""

    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"
    GAUNTLET = "gauntlet"
    ELIMINATION = "elimination"
    LADDER = "ladder"
    TEST = "test"


Seats = Annotated[
    list[int] | None,
    typer.Option("--seats", min=2, help="Seats of a match; may be repeated. Default: 2."),
]
Blocks = Annotated[
    int,
    typer.Option(
        min=1, help="Blocks per pair; in a Swiss round per table, in elimination per duel."
    ),
]
Rounds = Annotated[int, typer.Option(min=1, help="Swiss: how many rounds.")]
Challengers = Annotated[
    list[str] | None,
    typer.Option("--challenger", metavar="BOT", help="Gauntlet: who meets all others; repeat it."),
]
Replays = Annotated[
    int, typer.Option(min=0, help="Elimination: further blocks when a duel is level.")
]
MaxBlocks = Annotated[
    int, typer.Option(min=0, help="Ladder and test: end after so many blocks; 0: no limit.")
]
SettledWidth = Annotated[
    float,
    typer.Option(min=0, help="Ladder: end when all 95 % intervals are this narrow; 0: never."),
]
Low = Annotated[float, typer.Option(help="Test: so many Elo more are no improvement.")]
High = Annotated[float, typer.Option(help="Test: so many Elo more are one.")]
Alpha = Annotated[float, typer.Option(help="Test: the chance of accepting no improvement.")]
Beta = Annotated[float, typer.Option(help="Test: the chance of rejecting an improvement.")]
ClockText = Annotated[
    str, typer.Option("--clock", metavar="BANK+INCREMENT/CAP", help="Seconds, e.g. 60+0.5/10.")
]


@dataclass(frozen=True)
class PlanTexts:
    """What the command line says of a plan; each format takes what it needs."""

    ruleset: str
    bots: list[str]
    format: Format
    seats: list[int]
    options: list[str]
    clock: str = ""
    seed: int | None = None
    rated: bool = False
    blocks: int = 1
    rounds: int = 5
    challengers: "list[str] | tuple[str, ...]" = ()
    replays: int = 2
    max_blocks: int = 0
    max_wait: int = 0
    settled_width: float = 0.0
    low: float = 0.0
    high: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05


def plan_of(texts: PlanTexts) -> pb.TournamentPlan:
    """The plan as a message. Raises Failure; the arbiter checks the rest."""
    options = {name: str(value) for name, value in read_options(texts.options).items()}
    plan = pb.TournamentPlan(
        ruleset=texts.ruleset,
        options=options,
        seats=texts.seats,
        bots=texts.bots,
        rated=texts.rated,
    )
    if texts.seed is not None:
        plan.seed = texts.seed
    if texts.clock:
        terms = read_clock(texts.clock)
        for name in ("bank", "increment", "cap"):
            getattr(plan.time_control, name).CopyFrom(duration(getattr(terms, name)))
    _set_format(plan, texts)
    return plan


def _set_format(plan: pb.TournamentPlan, texts: PlanTexts) -> None:
    match texts.format:
        case Format.ROUND_ROBIN:
            plan.round_robin.blocks = texts.blocks
        case Format.SWISS:
            plan.swiss.rounds = texts.rounds
            plan.swiss.blocks = texts.blocks
        case Format.GAUNTLET:
            plan.gauntlet.challengers.extend(texts.challengers)
            plan.gauntlet.blocks = texts.blocks
        case Format.ELIMINATION:
            plan.single_elimination.blocks = texts.blocks
            plan.single_elimination.max_replays = texts.replays
        case Format.LADDER:
            plan.ladder.max_blocks = texts.max_blocks
            plan.ladder.max_wait_blocks = texts.max_wait
            plan.ladder.settled_width = texts.settled_width
            plan.ladder.SetInParent()
        case Format.TEST:
            plan.version_test.elo_low = texts.low
            plan.version_test.elo_high = texts.high
            plan.version_test.alpha = texts.alpha
            plan.version_test.beta = texts.beta
            plan.version_test.max_blocks = texts.max_blocks
