"""Matches that were played once, to be handed in any number of times."""

from dataclasses import dataclass
from typing import Any, Final

from pentarch.arbiter.referee.keys import chosen
from pentarch.arbiter.referee.referee import Referee
from pentarch.arbiter.referee.seats import BotSeat
from pentarch.arbiter.store import Store, bots, owners
from pentarch.arbiter.store.matches import NewMatch
from pentarch.arbiter.store.results import Result, result_in
from pentarch.arbiter.store.words import VersionKind
from pentarch.bots.registry import make
from pentarch.engine import registry
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from pentarch.engine.record import encode

RULESET: Final = "township"
OPTIONS: Final[dict[str, Json]] = {"round_cap": 8}
"""A short match: verifying it is the engine's share of the work, and not what is measured here."""


@dataclass(frozen=True)
class Template:
    """A match to be queued, and the result that whoever gets it hands in."""

    new: NewMatch
    result: Result


def make_templates(store: Store, *, versions: int, matches: int) -> list[Template]:
    """That many matches between that many versions, each pair of neighbours in turn."""
    ids = _versions(store, versions)
    names = list(ids)
    templates = []
    for number in range(matches):
        pair = [names[number % len(names)], names[(number + 1) % len(names)]]
        keys = chosen(number)
        match: Match[Any] = Match(registry.get(RULESET), 2, OPTIONS, number)
        ports = [BotSeat(make("random", RULESET)) for _ in pair]
        refs = [f"{name}@1" for name in pair]
        played = Referee(match, [*ports], bots=refs, bot_key=keys.bots).run()
        record = played.record(timed=False, is_public=True)
        new = NewMatch(RULESET, [ids[name] for name in pair], keys, is_rated=True, options=OPTIONS)
        templates.append(Template(new, result_in(record, encode(record))))
    return templates


def _versions(store: Store, count: int) -> dict[str, int]:
    """The versions by the names of their bots."""
    now = store.now()
    with store.writing() as session:
        owner = owners.create(session, "fleet", now)
        return {
            name: bots.ensure_running(
                session,
                owner.id,
                name,
                kind=VersionKind.BUILTIN,
                build="random",
                rulesets=[RULESET],
                now=now,
            ).id
            for name in (f"fleet-{number:03}" for number in range(count))
        }
