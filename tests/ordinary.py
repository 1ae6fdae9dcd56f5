"""Running things as an ordinary user, also where the tests run as root."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from pentarch.workers.groups.hierarchy import numbers, own_groups
from tests import needs
from tests.waiting import until

ROOT = Path(__file__).parent.parent
_USER = 65_534
_HOME = Path("~root").expanduser()
_RUST = Path(os.environ.get("RUSTUP_HOME", _HOME / ".rustup"))
# What lies in root's home is put into a home that everybody may enter, seen by nobody else.
_SCRIPT = """
set -e
for entrance in $ENTRANCES; do echo 0 > "$entrance"; done
mount -t tmpfs -o mode=755 none /mnt
for part in $PARTS; do mkdir -p "/mnt/$part"; mount --bind "$HOME/$part" "/mnt/$part"; done
mount -t tmpfs -o mode=755 none "$HOME"
for part in $PARTS; do mkdir -p "$HOME/$part"; mount --bind "/mnt/$part" "$HOME/$part"; done
mkdir -m 777 "$HOME/own"
exec setpriv --reuid=$USER_ID --regid=$USER_ID --clear-groups env \
    HOME="$HOME/own" TMPDIR="$HOME/own" "$@"
"""


def as_ordinary_user(*command: str, groups: Sequence[Path] = ()) -> str:
    """What a command of this project prints when an ordinary user runs it.

    It runs in these control groups, or must do without any.
    """
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PENTARCH_SANDBOX_WITHOUT_GROUPS": "0" if groups else "1",
        "ENTRANCES": " ".join(f"{group}/cgroup.procs" for group in groups),
    }
    line = [sys.executable, *command]
    if os.geteuid() == 0:
        if trouble := _trouble():
            needs.lack("ordinary user", trouble)
        environment |= {"PARTS": " ".join(_parts()), "USER_ID": str(_USER), "HOME": str(_HOME)}
        environment["RUSTUP_HOME"] = str(_RUST)
        line = ["unshare", "--mount", "sh", "-c", _SCRIPT, "user", *line]
    done = subprocess.run(line, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    needs.have("ordinary user", "beside root" if os.geteuid() == 0 else "the tests' own")
    return done.stdout


@contextmanager
def lent_groups() -> Iterator[list[Path]]:
    """Control groups below those of this process, which belong to the ordinary user."""
    made = [base / f"pentarch-lent-{os.getpid()}" for base in own_groups().values()]
    try:
        for folder in made:
            folder.mkdir()
            for place in (folder, *folder.iterdir()):
                os.chown(place, _USER, _USER)
        yield made
    finally:
        left = [folder for folder in made if folder.exists()]
        until(lambda: not any(numbers(folder / "cgroup.procs") for folder in left))
        for folder in left:
            folder.rmdir()


@cache
def _trouble() -> str:
    try:
        done = subprocess.run(
            ["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True
        )
    except OSError as error:
        return f"unshare: {error.strerror}"
    return "" if done.returncode == 0 else "this root may not mount anything"


def _parts() -> list[str]:
    """What is needed of root's home: Python, this project, and Rust, if they are there."""
    rust = [shutil.which("rustc"), str(_RUST)]
    wanted = [sys.base_prefix, sys.prefix, str(ROOT), *filter(None, rust)]
    return sorted(
        {
            Path(path).relative_to(_HOME).parts[0]
            for path in wanted
            if Path(path).is_relative_to(_HOME) and Path(path).exists()
        }
    )
