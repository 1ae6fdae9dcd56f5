"""The starter kits: for each language a folder with a bot that plays at once.

A kit is the author's from the first day, but for its library: the types of messages and views and
what reads them, in one folder that `pentarch bot types` writes anew. The types of views are made
when they are asked for, and an installed package has none. `python -m pentarch.author.starters`
writes those that the repository shows, which is due when a ruleset's view has changed.
"""

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from pentarch.author import types
from pentarch.author.types import Language
from pentarch.engine import registry

LANGUAGES: Final = {
    "python": Language.PYTHON,
    "node": Language.TYPESCRIPT,
    "cpp": Language.CPP,
    "rust": Language.RUST,
    "java": Language.JAVA,
    "go": Language.GO,
}
"""The languages of kits by what their manifests call them."""
_NAME: Final = "mybot"
# What building and running a kit leaves in its folder.
_LEFT_OUT: Final = ("build", "target", "node_modules", "__pycache__", ".mypy_cache")


def kit(language: Language, name: str) -> dict[str, str]:
    """The files of a language's kit by their paths, for a bot of that name."""
    folder = files("pentarch.bots").joinpath("starters", language)
    texts = dict(_texts(folder)) | views(language)
    return {path: text.replace(_NAME, name) for path, text in sorted(texts.items())}


def library(language: Language) -> dict[str, str]:
    """The files of a language's kit that are not for its author to change, by their paths."""
    folder = types.WRITERS[language].folder
    found = kit(language, _NAME)
    return {path: text for path, text in found.items() if path.startswith(f"{folder}/")}


def views(language: Language) -> dict[str, str]:
    """The types of all rulesets' views, by the paths at which the language's kit has them."""
    writer = types.WRITERS[language]
    sources = {
        writer.place(id): types.source(language, id, registry.get(id).manual().view)
        for id in registry.IDS
    }
    return sources | writer.index(registry.IDS)


def _texts(folder: Traversable, above: str = "") -> Iterator[tuple[str, str]]:
    for part in folder.iterdir():
        if part.name in _LEFT_OUT:
            continue
        if part.is_dir():
            yield from _texts(part, f"{above}{part.name}/")
        else:
            yield above + part.name, part.read_text(encoding="utf-8")


def _write_views(starters: Path) -> None:
    for language in Language:
        for path, text in views(language).items():
            place = starters / language / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    _write_views(Path(__file__).parents[2] / "bots" / "starters")
