"""Copies of the project: as it is, or as it will be after a ruleset's rules have changed."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
_VERSION: Final = re.compile(r"^( +version=)(\d+),$", re.M)


def copy_project(folder: Path) -> Path:
    """Copy every file of the project that is not ignored, links as links; the folder."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, names.split("\0")):
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name, follow_symlinks=False)
    return folder


def upgraded(folder: Path, *rulesets: str) -> Path:
    """Copy the project with the versions of these rulesets raised by one; the folder."""
    copy_project(folder)
    for ruleset in rulesets:
        rules = folder / "engine" / ruleset / "rules.py"
        text, count = _VERSION.subn(_raised, rules.read_text())
        assert count == 1, f"{rules} has changed"
        rules.write_text(text)
    return folder


def _raised(found: "re.Match[str]") -> str:
    return f"{found[1]}{int(found[2]) + 1},"
