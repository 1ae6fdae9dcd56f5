"""`make test` goes on without what it cannot install, and says in one line what that is."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.deploy.manifests import DEPLOY

NEEDED = ("bash", "sort", "mktemp", "tail", "rm", "env")
TOOLCHAINS = ("node", "npm", "g++", "make", "go", "javac")
HERE = ("prlimit", "setpriv", "chromium", "faketime", *TOOLCHAINS)
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
