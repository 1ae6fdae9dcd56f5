"""`make test` goes on without what it cannot install, and says in one line what that is."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.deploy.manifests import DEPLOY

NEEDED = ("bash", "sort", "mktemp", "tail", "rm", "env")
TOOLCHAINS = ("node", "npm", "g++", "make", "go", "javac")
SHELL = "chromium-headless-shell"
HERE = ("prlimit", "setpriv", SHELL, "faketime", *TOOLCHAINS)
MISSING = "missing: bubblewrap redis-server ({}); tests that need them will not run\n"
REASONS = {
    "an ordinary user": ({"id": "echo 1000"}, "only root can install them"),
    "no apt": ({"id": "echo 0"}, "install them with your package manager"),
    "no network": (
        {"id": "echo 0", "apt-get": "echo one; echo 'E: no network' >&2; exit 100"},
        "apt cannot install them: E: no network",
    ),
}


def run(folder: Path, programs: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    """With these programs alone, given as lines of shell."""
    for name in NEEDED:
        place = shutil.which(name)
        assert place is not None
        (folder / name).symlink_to(place)
    for name, script in programs.items():
        (folder / name).write_text(f"#!{folder}/bash\n{script}\n")
        (folder / name).chmod(0o755)
    return subprocess.run(
        [str(folder / "bash"), str(DEPLOY / "system-packages")],
        env={"PATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("who", REASONS)
def test_what_cannot_be_installed_is_said_in_one_line(tmp_path: Path, who: str) -> None:
    programs, reason = REASONS[who]
    done = run(tmp_path, dict.fromkeys(HERE, "true") | programs)
    assert (done.returncode, done.stderr) == (0, MISSING.format(reason))


def test_nothing_is_said_when_nothing_is_missing(tmp_path: Path) -> None:
    done = run(tmp_path, dict.fromkeys((*HERE, "bwrap", "redis-server"), "true"))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_what_is_missing_is_installed(tmp_path: Path) -> None:
    apt = f'echo "$@" >> {tmp_path}/asked'
    done = run(tmp_path, dict.fromkeys(HERE, "true") | {"id": "echo 0", "apt-get": apt})
    assert (done.returncode, done.stdout) == (0, "installing: bubblewrap redis-server\n")
    asked = (tmp_path / "asked").read_text().splitlines()
    assert asked[0].startswith("update")
    assert asked[1].startswith("install")
    assert asked[1].endswith("bubblewrap redis-server")


@pytest.mark.parametrize(
    ("here", "apt_knows_it", "installed"),
    [
        ((), True, SHELL),
        ((), False, "chromium"),
        (("chromium",), True, SHELL),
        (("chromium",), False, ""),
        ((SHELL,), True, ""),
    ],
)
def test_a_browser_without_windows_is_installed_where_there_is_one(
    tmp_path: Path, here: tuple[str, ...], apt_knows_it: bool, installed: str
) -> None:
    rest = [name for name in (*HERE, "bwrap", "redis-server") if name != SHELL]
    apt = {"apt-get": "true", "apt-cache": "true" if apt_knows_it else "exit 100"}
    done = run(tmp_path, dict.fromkeys((*rest, *here), "true") | {"id": "echo 0"} | apt)
    said = f"installing: {installed}\n" if installed else ""
    assert (done.returncode, done.stdout, done.stderr) == (0, said, "")


def test_an_ordinary_user_with_another_browser_misses_nothing(tmp_path: Path) -> None:
    rest = [name for name in (*HERE, "bwrap", "redis-server") if name != SHELL]
    programs = dict.fromkeys((*rest, "chromium", "apt-cache"), "true") | {"id": "echo 1000"}
    done = run(tmp_path, programs)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
