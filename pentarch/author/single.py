"""Packages of bots that are one file: a manifest is made for them."""

import json
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Final

from pentarch.arbiter.packages.manifest import MANIFEST, BadFolder, Package, check_name, pack
from pentarch.author.launch import Launch, launch_of
from pentarch.bots.registry import RUN, UnknownBot

_STARTER: Final = "start_bot.py"
_START: Final = """\
from pathlib import Path

from pentarch.bots.registry import bot_class
from pentarch.bots.sdk import run

run(bot_class(str(Path(__file__).with_name({file!r})) + {name!r}))
"""


def package_of(spec: str, name: str = "", rulesets: "list[str] | None" = None) -> Package:
    """What is uploaded for a folder, a Python file, or a command line that is one executable file.

    `name` and `rulesets` are the bot's where there is no manifest to say them. Raises UnknownBot or
    BadFolder.
    """
    if Path(spec).is_dir():
        if name or rulesets:
            raise BadFolder("the manifest says how the bot is called and what it plays")
        return pack(Path(spec))
    launch = launch_of(spec)
    launch = replace(launch, name=name or launch.name, rulesets=rulesets or launch.rulesets)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        if spec.startswith(RUN):
            _put_executable(folder, launch)
        else:
            _put_python(folder, spec, launch)
        return pack(folder)


def _put_python(folder: Path, spec: str, launch: Launch) -> None:
    file, colon, chosen = spec.partition(":")
    shutil.copy(file, folder)
    text = _START.format(file=Path(file).name, name=colon + chosen)
    (folder / _STARTER).write_text(text, encoding="utf-8")
    _put_manifest(folder, launch, "python", _STARTER)


def _put_executable(folder: Path, launch: Launch) -> None:
    file = Path(launch.argv[0])
    if len(launch.argv) > 1 or not file.is_file():
        raise UnknownBot(
            "of a command line only a single executable file can be uploaded; "
            f"put the bot's files and a {MANIFEST} into a folder, and submit that"
        )
    shutil.copy(file, folder / file.name)
    _put_manifest(folder, launch, "executable", file.name)


def _put_manifest(folder: Path, launch: Launch, language: str, entry: str) -> None:
    values = {
        "name": check_name(launch.name),
        "rulesets": launch.rulesets,
        "language": language,
        "entry_point": entry,
        "reusable": launch.is_reusable,
    }
    # JSON's texts, lists and truths are TOML's.
    lines = [f"{key} = {json.dumps(value)}" for key, value in values.items()]
    (folder / MANIFEST).write_text("\n".join(lines), encoding="utf-8")
