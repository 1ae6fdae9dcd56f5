"""What starts a bot on this machine: a folder with a manifest, a Python file, or a command line."""

import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from pentarch.arbiter.packages.languages import LANGUAGES, LINES, PROTOBUF
from pentarch.arbiter.packages.manifest import BadFolder, Manifest, read_manifest
from pentarch.author.builds import built
from pentarch.bots.registry import RUN, UnknownBot, bot_class
from pentarch.engine import registry


@dataclass(frozen=True)
class Launch:
    """A bot that can be started here."""

    name: str
    rulesets: list[str]
    argv: list[str]
    folder: Path
    protocol: str
    is_reusable: bool


def launch_of(spec: str) -> Launch:
    """What starts the bot of `FOLDER`, `FILE.py`, `FILE.py:Class` or `run:COMMAND LINE`.

    A folder whose manifest names a build is built first. Raises UnknownBot.
    """
    if spec.startswith(RUN):
        return _of_command(spec.removeprefix(RUN))
    if Path(spec).is_dir():
        try:
            return _of_folder(read_manifest(Path(spec)))
        except BadFolder as error:
            raise UnknownBot(str(error)) from error
    file = Path(spec.partition(":")[0])
    if file.suffix == ".py" and file.is_file():
        return _of_file(spec, file)
    raise UnknownBot(
        f"{spec!r} is neither a bot's folder nor a Python file; "
        "a command line comes after -- or, in quotes, after run:"
    )


def _of_command(line: str) -> Launch:
    try:
        argv = shlex.split(line)
    except ValueError as error:
        raise UnknownBot(f"{line!r} is no command line: {error}") from error
    if not argv:
        raise UnknownBot("a command line names a program, for instance run:./mybot")
    if shutil.which(argv[0]) is None:
        raise UnknownBot(f"there is no program {argv[0]!r}")
    name = _name(Path(argv[0]))
    return Launch(name, list(registry.IDS), argv, Path(), LINES, is_reusable=True)


def _of_folder(manifest: Manifest) -> Launch:
    folder = built(manifest) if manifest.build else manifest.folder
    entry = str((folder / manifest.entry_point).resolve())
    argv = LANGUAGES[manifest.language].start(entry)
    if manifest.language == "python":
        argv[0] = sys.executable
    return Launch(
        manifest.name, manifest.rulesets, argv, folder, manifest.protocol, manifest.is_reusable
    )


def _of_file(spec: str, file: Path) -> Launch:
    bot_class(spec)
    argv = [sys.executable, "-m", "pentarch.bots.sdk", str(Path(spec).absolute())]
    return Launch(_name(file), list(registry.IDS), argv, file.parent, PROTOBUF, is_reusable=True)


def _name(file: Path) -> str:
    return file.stem.lower().replace("_", "-")
