"""The wheel: everything that runs from a clone runs from it, and it compiles only when it can."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from deploy.compilation import compile_all
from pentarch.engine import registry
from tests.deploy.manifests import ROOT

PACKAGES = ("engine", "arbiter", "bots", "workers", "dashboard")
MOST_MEGABYTES = 60  # what a bot author's install may take, the compiled engine aside


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built without compiling."""
    folder = tmp_path_factory.mktemp("wheel")
    build(folder, compile="0")
    (wheel,) = folder.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    return wheel


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """Its files, unpacked."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(wheel.parent / "site")
    return wheel.parent / "site"


def build(
    folder: Path, *, compile: str, target: str = "wheel", path: str = os.environ["PATH"]
) -> str:
    """Build a wheel with the tools that are installed; what the build said."""
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", folder],
        env=os.environ | {"PENTARCH_COMPILE": compile, "PATH": path},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def pip(*arguments: str | Path) -> None:
    """Run pip without a network."""
    subprocess.run(
        [sys.executable, "-m", "pip", *arguments],
        env=os.environ | {"PENTARCH_COMPILE": "0", "PIP_NO_INDEX": "1"},
        capture_output=True,
        check=True,
    )


def bytes_below(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def names_in(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return sorted(archive.namelist())


def test_what_the_expert_has_learned_is_in_it(wheel: Path) -> None:
    shipped = {f"pentarch/bots/expert/weights/{id}.json" for id in registry.IDS}
    assert shipped <= set(names_in(wheel))


def run(installed: Path, *arguments: str) -> str:
    """Run a module of the wheel; the clone, which is installed too, is out of sight."""
    program = f"import runpy, sys; sys.path.remove({str(ROOT)!r}); sys.argv = sys.argv[1:]; "
    program += "runpy.run_module(sys.argv[0], run_name='__main__', alter_sys=True)"
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env=os.environ | {"PYTHONPATH": str(installed)},
        cwd=installed.parent,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_file_of_the_packages_is_in_it(installed: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", *PACKAGES],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    # The types of messages and views are left out: see pyproject.toml.
    wanted = {
        name
        for name in listed.stdout.splitlines()
        if (ROOT / name).exists()
        and not name.endswith("_pb2.pyi")
        and not name.endswith("_grpc.pyi")
        and not re.search("^bots/starters/.*/views/", name)
    }
    assert any(name.endswith(".js") for name in wanted)
    assert any(name.endswith("RULES.md") for name in wanted)
    missing = [name for name in sorted(wanted) if not (installed / "pentarch" / name).exists()]
    assert missing == []


def test_it_has_nothing_of_the_tests(installed: Path) -> None:
    names = {path.name for path in installed.iterdir() if not path.name.endswith(".dist-info")}
    assert names == {"pentarch"}


def test_an_install_adds_one_name_and_is_ready(wheel: Path, tmp_path: Path) -> None:
    """Into an empty environment; the door needs none of the dependencies."""
    python = tmp_path / "env" / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "env"], check=True)
    (packages,) = (tmp_path / "env").glob("lib/python*/site-packages")
    assert [*packages.iterdir()] == []
    began = time.perf_counter()
    pip("--python", python, "install", "--no-deps", wheel)
    seconds = time.perf_counter() - began
    added = {path.name for path in packages.iterdir()}
    assert {name for name in added if not name.endswith(".dist-info")} == {"pentarch"}
    print(f"{sorted(added)}: {bytes_below(packages) / 1e6:.1f} MB in {seconds:.1f} s")
    program = "import pentarch, sys; print(pentarch.play('township', ['greedy'] * 2, seed=1).steps)"
    subprocess.run([python, "-c", program], cwd=tmp_path, check=True, capture_output=True)
    assert (packages / "pentarch" / "py.typed").exists()


def test_what_a_bot_author_installs_is_small(wheel: Path, tmp_path: Path) -> None:
    sizes = {found.name: size_of(found) for found in needed_by(distribution("pentarch"))}
    assert {"grpcio", "typer", "orjson"} <= set(sizes), "the dependencies are counted"
    assert {"sqlalchemy", "celery", "streamlit", "numpy"} & set(sizes) == set()
    pip("install", "--no-deps", "--target", tmp_path, wheel)
    sizes["pentarch"] = bytes_below(tmp_path)
    for name, size in sorted(sizes.items(), key=lambda item: -item[1]):
        print(f"{name:28} {size / 1e6:5.1f} MB")
    print(f"{'together':28} {sum(sizes.values()) / 1e6:5.1f} MB")
    assert sum(sizes.values()) <= MOST_MEGABYTES * 1e6


def needed_by(found: Distribution, seen: set[str] | None = None) -> Iterator[Distribution]:
    """The distributions that one without extras needs, by what is installed here."""
    seen = set() if seen is None else seen
    for text in found.requires or []:
        wanted = Requirement(text)
        name = re.sub(r"[-_.]+", "-", wanted.name).lower()
        if name in seen or (wanted.marker and not wanted.marker.evaluate({"extra": ""})):
            continue
        seen.add(name)
        needed = distribution(name)
        yield needed
        yield from needed_by(needed, seen)


def size_of(found: Distribution) -> int:
    """What its files take, those that Python makes of them included."""
    paths = [Path(str(found.locate_file(path))) for path in found.files or []]
    return sum(path.stat().st_size for path in paths if path.exists())


def test_a_clone_gives_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    subprocess.run(["git", "clone", "--quiet", ROOT, tmp_path / "clone"], check=True)
    pip("wheel", "--no-deps", "--no-build-isolation", "-w", tmp_path, tmp_path / "clone")
    (made,) = tmp_path.glob("*.whl")
    committed = subprocess.run(
        ["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, check=True
    )
    assert committed.stdout or names_in(made) == names_in(wheel)
    assert "pentarch/engine/ruleset.py" in names_in(made)


def test_a_source_distribution_has_no_links_and_gives_the_same_wheel(
    wheel: Path, tmp_path: Path
) -> None:
    build(tmp_path, compile="0", target="sdist")
    (source,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        assert not [member.name for member in archive if member.issym() or member.islnk()]
    # Python's own way has another signature in every other release.
    subprocess.run(["tar", "--extract", "--gzip", "--file", source, "-C", tmp_path], check=True)
    (folder,) = [path for path in tmp_path.iterdir() if path.is_dir()]
    pip("wheel", "--no-deps", "--no-build-isolation", "-w", tmp_path / "dist", folder)
    (made,) = (tmp_path / "dist").glob("*.whl")
    assert names_in(made) == names_in(wheel)


def test_what_is_installed_plays_and_draws(installed: Path) -> None:
    assert "township" in run(installed, "pentarch.cli", "rulesets")
    assert "TS-1.1" in run(installed, "pentarch.cli", "rules", "township")
    record = installed.parent / "match.pentarch"
    kit = installed.parent / "my-bot"
    run(installed, "pentarch.cli", "bot", "new", str(kit), "--language", "rust")
    assert (kit / "src" / "main.rs").exists()
    match = ["match", "township", "random", "random", "--option", "round_cap=5"]
    run(installed, "pentarch.cli", *match, "--record", str(record))
    page = installed.parent / "match.html"
    run(installed, "pentarch.cli", "record", "html", str(record), "--out", str(page))
    assert "<script" in page.read_text()


def test_the_dashboard_of_the_wheel_says_how_to_use_it(installed: Path) -> None:
    assert "PENTARCH_DASHBOARD" in run(installed, "pentarch.dashboard", "--help")


def test_without_a_compiler_it_is_built_interpreted_and_says_so(tmp_path: Path) -> None:
    """No compiler to be found: a wheel all the same, and a warning in one line."""
    said = build(tmp_path, compile="", path="/nowhere")
    assert "nothing is compiled, it runs interpreted: " in said
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")


# A few lines stand for the whole, which takes minutes. The kit is not compiled, nor read further.
TREE = {
    "__init__.py": "import something_that_is_not_installed\n",
    "engine/__init__.py": "",
    "engine/shared.py": "SIX: int = 6\n",
    "engine/toy/__init__.py": "from pentarch.engine.toy.rules import answer\n",
    "engine/toy/parts.py": "from pentarch.engine.shared import SIX\nSEVEN: int = SIX + 1\n",
    "engine/toy/rules.py": """
from pentarch.engine.shared import SIX
from pentarch.engine.toy import parts

def answer() -> int:
    return SIX * parts.SEVEN
""",
    "bots/__init__.py": "",
    "bots/sdk/__init__.py": "import something_that_is_not_installed\n",
    "bots/sdk/bot.py": """
from abc import ABC, abstractmethod

class Bot(ABC):
    def start(self) -> None: ...
    @abstractmethod
    def decide(self) -> int: ...
""",
    "bots/greedy/__init__.py": "",
    "bots/greedy/policy.py": """
from pentarch.bots.sdk.bot import Bot

class Policy(Bot):
    def decide(self) -> int:
        return 1
""",
    "bots/greedy/toy/__init__.py": "",
    "bots/greedy/toy/bot.py": """
from pentarch.bots.greedy.policy import Policy
from pentarch.engine.toy.rules import answer

def plan() -> int:
    return answer()

class Greedy(Policy):
    def decide(self) -> int:
        return plan() + super().decide()
""",
}
USE = """
from pentarch.engine.toy import answer, rules
print(answer(), rules.__name__, type(answer).__name__)
from pentarch.bots.greedy.toy.bot import Greedy, plan
print(Greedy().decide(), type(plan).__name__, type(Greedy.start).__name__)
"""


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_compiling_tells_of_every_unit_and_what_is_compiled_can_be_imported(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PENTARCH_OPT_LEVEL", "0")
    package = tmp_path / "tree" / "pentarch"
    for name, text in TREE.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)
    compile_all(tmp_path / "made", tmp_path / "tree")
    told = re.findall(r"compiled (\S+) \((\d) of 4\)", capfd.readouterr().err)
    units = ("engine_shared", "engine_toy", "greedy_shared", "greedy_toy")
    assert {name for name, _ in told} == {f"pentarch.{unit}" for unit in units}
    assert [number for _, number in told] == ["1", "2", "3", "4"]
    for door in (package, tmp_path / "made" / "pentarch" / "bots" / "sdk"):
        (door / "__init__.py").write_text("")
    line = [sys.executable, "-c", USE]
    done = subprocess.run(line, cwd=tmp_path / "made", capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == [
        "42 pentarch.engine.toy.rules builtin_function_or_method",
        "43 builtin_function_or_method function",
    ]
