"""`pentarch runtime`: what a hosted bot finds in its sandbox, and what it may use."""

from importlib.metadata import PackageNotFoundError, version
from typing import Final

from rich.table import Table

from pentarch.arbiter.packages import archive, manifest
from pentarch.arbiter.packages.languages import LANGUAGES, Language
from pentarch.arbiter.referee.clocks import GRACE, TRIAL, USUAL, Terms
from pentarch.cli.terminal import console, print_json
from pentarch.engine.plain import Json
from pentarch.workers import toolchains
from pentarch.workers.sandbox import MIB, OFFERED, Limits

_DISTRIBUTIONS: Final = {"google.protobuf": "protobuf"}
"""Packages that are installed by another name than they are imported by."""


def show(as_json: bool) -> None:
    """Print it."""
    told = _runtime()
    if as_json:
        print_json(told)
        return
    table = Table(box=None, pad_edge=False, show_header=False)
    for part, values in told.items():
        assert isinstance(values, dict)
        for place, (name, value) in enumerate(values.items()):
            shown = "not installed here" if value is None else str(value)
            table.add_row(_words(part) if place == 0 else "", _words(name), shown)
    console().print(table)


def _words(name: str) -> str:
    return name.replace("_", " ").replace("mib", "MiB").replace("cpu", "CPU")


def _runtime() -> "dict[str, Json]":
    return {
        "languages": {language.name: _version(language) for language in LANGUAGES.values()},
        "libraries": {name: _installed(name) for name in ("pentarch", *OFFERED)},
        "limits": _limits(Limits()),
        "package": {
            "most_mib_packed": manifest.MOST_BYTES // MIB,
            "most_mib_unpacked": archive.MOST_BYTES // MIB,
            "most_files": archive.MOST_FILES,
        },
        "clock_in_seconds": {**_clock(USUAL), "idle_for_free": GRACE},
        "clock_of_validation": _clock(TRIAL),
    }


def _version(language: Language) -> str | None:
    """What runs or builds bots of a language; None: this host lacks it."""
    needed = language.runtime or language.toolchain
    return toolchains.versions().get(needed) if needed else "for Linux, linked statically"


def _installed(name: str) -> str | None:
    """The version of a library that bots can import; None: this installation lacks it."""
    try:
        return version(_DISTRIBUTIONS.get(name, name))
    except PackageNotFoundError:
        return None


def _limits(limits: Limits) -> "dict[str, Json]":
    return {
        "memory_mib": limits.memory_mib,
        "processes": limits.processes,
        "scratch_mib": limits.scratch_mib,
        "open_files": limits.open_files,
        "cpu_seconds": limits.cpu_seconds,
        "network": "none",
    }


def _clock(terms: Terms) -> "dict[str, Json]":
    return {
        "bank": terms.bank,
        "increment": terms.increment,
        "cap_of_a_decision": terms.cap,
        "total": terms.total,
    }
