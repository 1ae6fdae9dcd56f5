"""What all commands share: printing, progress, files that are never half-written, usage errors."""

import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from pentarch.engine.plain import Json

FAILED: Final = 1
MISUSED: Final = 2
ABORTED: Final = 3
INTERRUPTED: Final = 130
_FILE_WIDTH: Final = 200
_MOST_ID: Final = (1 << 63) - 1

AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


class Failure(Exception):
    """Ends the command: one line for stderr, and the exit code."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code: Final = code


def misuse(message: str) -> Failure:
    """The error for input that cannot be used."""
    return Failure(message, MISUSED)


def row_id(text: str) -> int:
    """The number of something that the service keeps: a type of arguments."""
    if not text.isascii() or not text.isdigit():
        raise typer.BadParameter(f"{text[:40]!r} is no number")
    # Numbers of thousands of digits are not even read.
    number = int(text[: len(str(_MOST_ID)) + 1])
    if not 1 <= number <= _MOST_ID:
        raise typer.BadParameter(f"there is no {text[:40]}: numbers go from 1 to {_MOST_ID}")
    return number


@contextmanager
def needing(extra: str) -> "Iterator[None]":
    """For imports that not every installation has: says which extra brings them."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise misuse(
            f"this command needs the package {error.name!r}: pip install 'pentarch[{extra}]'"
        ) from error


def console() -> Console:
    """Where results go. Made anew each time, so that it follows a redirected stdout."""
    return Console(highlight=False, width=None if sys.stdout.isatty() else _FILE_WIDTH)


def print_json(value: Json) -> None:
    """One JSON document on stdout."""
    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def print_plain(text: str) -> None:
    """Text as it is: no markup, no wrapping. What a terminal cannot show is escaped."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")


def print_note(text: str) -> None:
    """One line on stderr, beside the result on stdout."""
    sys.stderr.write(f"pentarch: {one_line(text)}\n")


def one_line(text: str) -> str:
    """A message as one line without control characters."""
    joined = " ".join(text.split())
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in joined)


def printable(text: str) -> str:
    """Foreign text for a terminal: lines stay, other control characters are escaped."""
    return "".join(
        char if char.isprintable() or char in "\n\t" else repr(char)[1:-1] for char in text
    )


@contextmanager
def progress(label: str, total: int) -> "Iterator[Progress]":
    """A progress bar on stderr with one task (number 0); silent when nobody watches."""
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
        transient=True,
    )
    with bar:
        bar.add_task(label, total=total)
        yield bar


@contextmanager
def status(label: str) -> "Iterator[Callable[[str], None]]":
    """A line on stderr that says what is going on; silent when nobody watches."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    with Console(stderr=True).status(label) as line:
        yield lambda text: line.update(escape(text))


def read_bytes(path: Path) -> bytes:
    """The bytes of a file. Raises Failure."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise misuse(f"cannot read {str(path)!r}: {error.strerror}") from error


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file completely or not at all. Raises Failure."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.")
    except OSError as error:
        raise misuse(f"cannot write {str(path)!r}: {error.strerror}") from error
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        # mkstemp makes private files; a result is as readable as any other new file.
        umask = os.umask(0)
        os.umask(umask)
        temporary.chmod(0o666 & ~umask)
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise misuse(f"cannot write {str(path)!r}: {error.strerror}") from error
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
