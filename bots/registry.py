"""The bots there are, by the text that names them.

random             any legal command
greedy             the ruleset's greedy reference bot
mcts               search, at most 200 simulations for each decision
mcts:1000          the same with 1000 simulations
mcts:0.5s          the same with half a second for each decision
path/to/bot.py     the bot class in that file; `path/to/bot.py:Name` when there are several
"""

import importlib.util
import inspect
import math
from pathlib import Path
from typing import Final

from bots.greedy import greedy
from bots.mcts import Budget, Mcts
from bots.random import Random
from bots.sdk import Bot

NAMES: Final = ("random", "greedy", "mcts")
_MOST_SIMULATIONS: Final = 10_000_000
_MOST_SECONDS: Final = 3600.0


class UnknownBot(Exception):
    """A text that names no bot. The message is one clear line."""


def make(spec: str, ruleset: str) -> Bot:
    """A new bot for a ruleset. Raises UnknownBot."""
    name, _, rest = spec.partition(":")
    if name.endswith(".py"):
        return _from_file(Path(name), rest)
    if name == "mcts":
        return Mcts(_budget(spec, rest) if ":" in spec else Budget())
    if ":" in spec or name not in NAMES:
        raise UnknownBot(
            f"there is no bot {spec!r}; there are: random, greedy, mcts, mcts:SIMULATIONS, "
            "mcts:SECONDSs, path/to/bot.py"
        )
    if name == "random":
        return Random()
    try:
        return greedy(ruleset)
    except ModuleNotFoundError:
        raise UnknownBot(f"there is no greedy bot for {ruleset}") from None


def _budget(spec: str, text: str) -> Budget:
    try:
        if text.endswith("s"):
            seconds = float(text.removesuffix("s"))
            if math.isfinite(seconds) and 0 < seconds <= _MOST_SECONDS:
                return Budget(seconds=seconds)
        elif 1 <= int(text) <= _MOST_SIMULATIONS:
            return Budget(simulations=int(text))
    except ValueError:
        pass
    raise UnknownBot(
        f"{spec!r} names no budget: a number of simulations (mcts:200) or seconds (mcts:0.5s)"
    )


def _from_file(path: Path, name: str) -> Bot:
    if not path.is_file():
        raise UnknownBot(f"there is no file {str(path)!r}")
    found = importlib.util.spec_from_file_location(f"bot_{path.stem}", path)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    try:
        found.loader.exec_module(module)
        classes = {
            key: value
            for key, value in vars(module).items()
            if inspect.isclass(value)
            and issubclass(value, Bot)
            and value.__module__ == module.__name__
        }
        if name:
            classes = {key: value for key, value in classes.items() if key == name}
        if len(classes) != 1:
            wanted = f"class {name!r}" if name else "single bot class"
            raise UnknownBot(f"{str(path)!r} has no {wanted}")
        bot: Bot = next(iter(classes.values()))()
    except UnknownBot:
        raise
    except Exception as error:
        raise UnknownBot(f"{str(path)!r} fails: {type(error).__name__}: {error}") from error
    return bot
