"""The Node.js example for tests: its packages are installed once, into a cache folder."""

import hashlib
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from tests import needs

NODE_BOT = Path(__file__).parent / "node_bot"


@cache
def node_modules() -> Path:
    """The installed packages of the example; for NODE_PATH."""
    needs.need_node()
    content = (NODE_BOT / "package.json").read_bytes()
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pentarch-tests"
    place = home / f"node-{hashlib.sha256(content).hexdigest()[:16]}"
    if not place.is_dir():
        home.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(prefix=".installing-", dir=home))
        try:
            (fresh / "package.json").write_bytes(content)
            done = subprocess.run(
                ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund"],
                cwd=fresh,
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode != 0:
                needs.lack("Node.js", f"npm cannot install packages: {_last(done.stderr)}")
            try:
                fresh.rename(place)
            except OSError:
                # Another test process was first.
                assert place.is_dir()
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
    return place / "node_modules"


def _last(text: str) -> str:
    """The last line of what a program said."""
    return (text.strip().splitlines() or ["it does not say why"])[-1]


def node_environment(**variables: str) -> dict[str, str]:
    """The environment in which `node bot.js` finds its packages."""
    return {**os.environ, "NODE_PATH": str(node_modules()), **variables}
