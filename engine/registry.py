"""The rulesets there are. Each is imported when it is first asked for."""

from functools import cache
from typing import Any, Final

from pentarch.engine.core import Words
from pentarch.engine.errors import UnknownRuleset
from pentarch.engine.ruleset import Ruleset

IDS: Final[Words] = ("township", "kingdom", "capital", "heroes", "tradewarz")


@cache
def get(id: str) -> "Ruleset[Any]":
    """The ruleset with that id. Raises UnknownRuleset."""
    match id:
        case "township":
            from pentarch.engine.township import RULESET as township

            return township
        case "kingdom":
            from pentarch.engine.kingdom import RULESET as kingdom

            return kingdom
        case "capital":
            from pentarch.engine.capital import RULESET as capital

            return capital
        case "heroes":
            from pentarch.engine.heroes import RULESET as heroes

            return heroes
        case "tradewarz":
            from pentarch.engine.tradewarz import RULESET as tradewarz

            return tradewarz
        case _:
            raise UnknownRuleset(f"there is no ruleset {id!r}; there are: {', '.join(IDS)}")


def rulesets() -> "dict[str, Ruleset[Any]]":
    """All rulesets by their ids, in the order in which they are listed everywhere.

    Examples:
        >>> list(rulesets())
        ['township', 'kingdom', 'capital', 'heroes', 'tradewarz']
        >>> info = rulesets()["capital"].info
        >>> info.title, info.min_seats, info.max_seats, info.options[0].describe()
        ('Capital', 2, 4, 'one of short, full')
    """
    return {id: get(id) for id in IDS}


def versions() -> dict[str, int]:
    """The version of every ruleset by its id."""
    return {id: ruleset.info.version for id, ruleset in rulesets().items()}
