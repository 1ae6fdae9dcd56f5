"""The languages of bots: what starts a program, what builds one, and how it speaks by default."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

PROTOBUF: Final = "protobuf"
LINES: Final = "lines"
PROTOCOLS: Final = (PROTOBUF, LINES)
"""The encodings of the bot protocol: messages with their lengths, or JSON lines."""

# By default a Java machine takes more for itself than a hosted bot may use in all.
_JAVA: Final = (
    "java",
    "-XX:+UseSerialGC",
    "-XX:CICompilerCount=2",
    "-XX:ReservedCodeCacheSize=48m",
    "-XX:MaxMetaspaceSize=64m",
    "-Xms16m",
    "-Xmx256m",
    "-Xshare:auto",
)


@dataclass(frozen=True)
class Language:
    """A language that a manifest may name, with its `title` for people.

    `runtime` is what a host must have to run a bot, `toolchain` what it must have to build one;
    empty when the system is enough. `endings` are those of an entry point, if it must have one.
    """

    name: str
    title: str
    protocol: str
    start: Callable[[str], list[str]]
    runtime: str = ""
    toolchain: str = ""
    endings: tuple[str, ...] = ()

    @property
    def is_executable(self) -> bool:
        """Whether the entry point is itself what runs."""
        return self.start is _itself


def _itself(entry: str) -> list[str]:
    return [entry]


def _by_java(entry: str) -> list[str]:
    if entry.endswith(".jar"):
        return [*_JAVA, "-jar", entry]
    path = PurePosixPath(entry)
    return [*_JAVA, "-cp", str(path.parent), path.stem]


_SCRIPTS: Final = (".js", ".mjs", ".cjs")
_ALL: Final = (
    Language(
        "python", "Python", PROTOBUF, lambda entry: ["python", entry], "python", "python", (".py",)
    ),
    Language("node", "Node.js", PROTOBUF, lambda entry: ["node", entry], "node", "node", _SCRIPTS),
    Language("cpp", "C++", LINES, _itself, toolchain="cpp"),
    Language("rust", "Rust", LINES, _itself, toolchain="rust"),
    Language("java", "Java", LINES, _by_java, "java", "jdk", (".jar", ".class")),
    Language("go", "Go", LINES, _itself, toolchain="go"),
    Language("executable", "Executable", LINES, _itself),
)
LANGUAGES: Final = {language.name: language for language in _ALL}
