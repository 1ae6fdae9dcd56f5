"""The packages that the project asks for, with their licences: `python deploy/licences.py` writes
docs/licences.md from pyproject.toml and what the installed packages say of themselves."""

import sys
import tomllib
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "licences.md"
PLAIN = "always"
HEAD = """# Licences

What the project asks for by itself, with the ranges of `pyproject.toml` and the licences that the
packages declare; `make licences` writes this page. What comes with those packages is in the bill of
materials: `make sbom` writes all that is installed to `build/sbom.json`, as CycloneDX.

| package | range | wanted | licence |
| --- | --- | --- | --- |
"""
_OSI = "License :: OSI Approved :: "
_MOST_NAME = 60


def main() -> None:
    """Write the page."""
    PAGE.write_text(HEAD + "".join(f"| {' | '.join(row)} |\n" for row in rows()))


def rows() -> list[tuple[str, str, str, str]]:
    """Package, range, what wants it, licence; by package. Raises SystemExit if one is missing."""
    found: list[tuple[str, str, str, str]] = []
    for (name, wanted), extras in sorted(requirements().items()):
        licence = licence_of(name)
        if licence is None:
            sys.exit(f"{name} is not installed: pip install -e '.[{extras[0]}]' first")
        found.append((name, wanted, ", ".join(extras), licence))
    return found


def requirements() -> dict[tuple[str, str], list[str]]:
    """Every package and range of pyproject.toml, with the extras that ask for it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked: dict[tuple[str, str], list[str]] = {}
    lists = {PLAIN: project["dependencies"], **project["optional-dependencies"]}
    for extra, lines in lists.items():
        for line in lines:
            one = Requirement(line)
            if one.name != project["name"]:
                # Sorted as people write it, the lower bound first.
                wanted = ",".join(sorted(str(one.specifier).split(","), reverse=True))
                asked.setdefault((one.name.lower(), wanted), []).append(extra)
    return asked


def licence_of(name: str) -> str | None:
    """What an installed package says of its licence; None if it is not installed."""
    try:
        said = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return None
    if expressions := said.get_all("License-Expression"):
        return str(expressions[0])
    classifiers = said.get_all("Classifier") or ()
    approved = [line.removeprefix(_OSI) for line in classifiers if line.startswith(_OSI)]
    if approved:
        return ", ".join(sorted(approved))
    text = (said.get_all("License") or [""])[0].strip()
    return text if 0 < len(text) <= _MOST_NAME else "see the package"


if __name__ == "__main__":
    main()
