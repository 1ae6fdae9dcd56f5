"""`python -m tests.workers.hosted_here node rust`: build and play bots of the folder beside this.

For tests that need another user than their own.
"""

import sys
import tempfile
from pathlib import Path

from pentarch.arbiter.packages.manifest import pack
from pentarch.arbiter.referee import BotSeat, PlayedMatch, Referee
from pentarch.arbiter.store.models import Version
from pentarch.bots.random import Random
from pentarch.bots.sdk import Clock
from pentarch.engine import registry
from pentarch.engine.match import Match
from pentarch.workers.builds import build
from pentarch.workers.hosted_port import HostedPort
from pentarch.workers.package_cache import PackageCache
from pentarch.workers.ports import program_of
from tests.hosting import AMPLE, not_stalled

BOTS = Path(__file__).parent / "bots"


def play(name: str, cache: PackageCache) -> str:
    """How a bot fared against chance: `ended`, or its verdict."""
    package = pack(BOTS / name)
    manifest = package.manifest
    place = cache.put(package.content)
    if manifest.build:
        place = cache.put(build(place, manifest.build, manifest.language).package)
    version = Version(
        language=manifest.language, entry_point=manifest.entry_point, protocol=manifest.protocol
    )
    clock = Clock(AMPLE.bank, AMPLE.increment, AMPLE.cap)

    def once() -> PlayedMatch:
        match = Match(registry.get("township"), 2, {"round_cap": 5}, 1)
        port = HostedPort(program_of(version, place), match_id=1, clock=clock, start_wait=120.0)
        return Referee(match, [port, BotSeat(Random())], bots=["a", "b"], terms=AMPLE).run()

    result = not_stalled(once)
    return " ".join([evidence.text() for evidence in result.evidence]) or "ended"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        kept = PackageCache(Path(folder))
        for name in sys.argv[1:]:
            print(name, play(name, kept))
