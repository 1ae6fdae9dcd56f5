"""What an install brings: little for a bot's author, the rest only with the extra that needs it."""

import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
LARGE = {
    "numpy",
    "pyarrow",
    "polars",
    "gymnasium",
    "pettingzoo",
    "sqlalchemy",
    "streamlit",
    "scipy",
}
MOST_PLAIN_MIB = 60


def closure(extra: str = "") -> set[str]:
    """The packages that come with this one, or with one of its extras."""
    found: set[str] = set()
    waiting = [*PROJECT["dependencies"]]
    waiting += PROJECT["optional-dependencies"][extra] if extra else []
    while waiting:
        wanted = Requirement(waiting.pop())
        name = wanted.name.lower()
        if name not in found:
            found.add(name)
            waiting += required(name, wanted.extras)
    return found


def required(name: str, extras: set[str]) -> list[str]:
    """What a package needs here, as it says itself."""
    if name == PROJECT["name"]:
        return [text for extra in extras for text in PROJECT["optional-dependencies"][extra]]
    try:
        texts = distribution(name).requires or []
    except PackageNotFoundError:
        return []
    markers = [(text, Requirement(text).marker) for text in texts]
    asked = [{"extra": extra} for extra in (*extras, "")]
    return [text for text, mark in markers if mark is None or any(map(mark.evaluate, asked))]


def mib(names: set[str]) -> float:
    """What the files of packages take on disk."""
    total = 0
    for name in names:
        try:
            files = distribution(name).files or []
        except PackageNotFoundError:
            continue  # it is for another platform
        paths = [Path(str(file.locate())) for file in files]
        total += sum(path.stat().st_size for path in paths if path.is_file())
    return total / 2**20


def test_a_plain_install_stays_small() -> None:
    plain = closure()
    print(f"plain: {len(plain)} packages, {mib(plain):.0f} MiB")
    assert not plain & LARGE
    assert mib(plain) < MOST_PLAIN_MIB


def test_an_extra_brings_what_it_is_for_and_nothing_of_the_service() -> None:
    research, data = closure("research"), closure("data")
    for name, brought in (("research", research), ("data", data)):
        print(f"{name}: {len(brought)} packages, {mib(brought):.0f} MiB")
    assert {"numpy", "gymnasium", "pettingzoo", "pillow"} <= research
    assert {"pyarrow", "polars"} <= data
    assert not {"sqlalchemy", "celery", "streamlit"} & (research | data)
