"""The bots there are, by the text that names them.

random             any legal command
greedy             the ruleset's greedy reference bot
greedy:raider      the same in one of its other styles
mcts               search, with the ruleset's usual number of simulations for each decision
mcts:1000          the same with at most 1000 simulations
mcts:0.5s          the same with half a second for each decision
expert             the search with a learned appraiser; expert:200 and expert:0.5s as with mcts
path/to/bot.py     the bot class in that file; `path/to/bot.py:Name` when there are several
path/to/folder     the bot whose manifest, `pentarch.toml`, lies in that folder
run:COMMAND LINE   any program that speaks the protocol in JSON lines

A command line, and a folder with a bot that is built or in another language, is a program: it is
started beside this process, and cannot be made here.
"""

import inspect
import math
from pathlib import Path
from typing import Final

from pentarch.arbiter.packages.manifest import BadFolder, Manifest, read_manifest
from pentarch.bots import folder
from pentarch.bots.expert.bot import Expert
from pentarch.bots.expert.weights import BadWeights, has_learned, model_of
from pentarch.bots.greedy import USUAL, greedy, styles
from pentarch.bots.mcts import Budget, Mcts
from pentarch.bots.random import Random
from pentarch.bots.sdk import Bot

RUN: Final = "run:"
_MOST_SIMULATIONS: Final = 10_000_000
_MOST_SECONDS: Final = 3600.0


class UnknownBot(Exception):
    """A text that names no bot. The message is one clear line."""


def reference(ruleset: str, budget: str = "") -> list[str]:
    """The names of all reference bots of a ruleset, searching with a budget if one is named."""
    searching = [f"{bot}:{budget}" if budget else bot for bot in ("mcts", "expert")]
    if not has_learned(ruleset):
        del searching[1:]
    try:
        named = [f"greedy:{style}" for style in styles(ruleset) if style != USUAL]
    except ModuleNotFoundError:
        return ["random", *searching]
    return ["random", "greedy", *named, *searching]


def is_program(spec: str) -> bool:
    """Whether a text names a bot that runs as a program of its own."""
    if spec.startswith(RUN):
        return True
    if not spec or not Path(spec).is_dir():
        return False
    try:
        return _is_built_or_foreign(read_manifest(Path(spec)))
    except BadFolder:
        return False  # making it says why


def make(spec: str, ruleset: str) -> Bot:
    """A new bot of this process for a ruleset. Raises UnknownBot."""
    name, _, rest = spec.partition(":")
    if name == "mcts":
        return Mcts(_budget(spec, rest) if ":" in spec else Budget())
    if name == "expert":
        return _expert(ruleset, _budget(spec, rest) if ":" in spec else Budget())
    if name == "greedy":
        return _greedy(ruleset, rest if ":" in spec else USUAL)
    if spec == "random":
        return Random()
    if is_program(spec):
        raise UnknownBot(f"{spec!r} is a program; here only bots in Python play")
    if name.endswith(".py") or (spec and Path(spec).is_dir()):
        return _of_author(spec)
    if Path(spec).is_file():
        raise UnknownBot(f"{spec!r} is a file: a program is written '{RUN}COMMAND LINE'")
    raise UnknownBot(
        f"there is no bot {spec!r}; there are: random, greedy, greedy:STYLE, mcts, "
        "mcts:SIMULATIONS, mcts:SECONDSs, expert and expert:... likewise, path/to/bot.py, "
        "path/to/folder, 'run:COMMAND LINE'"
    )


def _of_author(spec: str) -> Bot:
    made = bot_class(spec)
    try:
        return made()
    except Exception as error:
        raise _failing(spec, error) from error


def _greedy(ruleset: str, style: str) -> Bot:
    try:
        there = styles(ruleset)
    except ModuleNotFoundError:
        raise UnknownBot(f"there is no greedy bot for {ruleset}") from None
    if style not in there:
        raise UnknownBot(
            f"the greedy bot for {ruleset} has no style {style!r}; it has: {', '.join(there)}"
        )
    return greedy(ruleset, style)


def _expert(ruleset: str, budget: Budget) -> Bot:
    try:
        model_of(ruleset)
    except BadWeights as error:
        raise UnknownBot(f"there is no expert for {ruleset}: {error}") from error
    return Expert(budget)


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
    name = spec.partition(":")[0]
    raise UnknownBot(
        f"{spec!r} names no budget: a number of simulations ({name}:200) or seconds ({name}:0.5s)"
    )


def bot_class(spec: str) -> type[Bot]:
    """The bot class of `path/to/bot.py`, `path/to/bot.py:Name` or a folder. Raises UnknownBot."""
    if Path(spec).is_dir():
        return bot_class(_entry_point(Path(spec)))
    text, _, name = spec.partition(":")
    path = Path(text)
    if not path.is_file():
        raise UnknownBot(f"there is no file {text!r}")
    try:
        module = folder.load(path)
    except (Exception, SystemExit) as error:
        raise _failing(text, error) from error
    classes = {
        key: value
        for key, value in vars(module).items()
        if inspect.isclass(value) and issubclass(value, Bot) and value.__module__ == module.__name__
    }
    if name and name not in classes:
        raise UnknownBot(f"{text!r} has no bot class {name!r}")
    if not classes:
        raise UnknownBot(f"{text!r} has no bot class: one that derives from pentarch.Bot")
    first, *others = classes
    if others and not name:
        found = ", ".join(classes)
        raise UnknownBot(f"{text!r} has the bot classes {found}: say which, as {text}:{first}")
    return classes[name or first]


def _entry_point(path: Path) -> str:
    try:
        manifest = read_manifest(path)
    except BadFolder as error:
        raise UnknownBot(str(error)) from error
    if _is_built_or_foreign(manifest):
        raise UnknownBot(f"{str(path)!r} is a program; here only bots in Python play")
    return str(path / manifest.entry_point)


def _is_built_or_foreign(manifest: Manifest) -> bool:
    return manifest.language != "python" or bool(manifest.build)


def _failing(spec: str, error: BaseException) -> UnknownBot:
    return UnknownBot(f"{spec!r} fails: {type(error).__name__}: {error}")
