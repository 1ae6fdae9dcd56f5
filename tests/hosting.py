"""Hosted bots for tests: packages made of a few lines, and versions that are active at once."""

import io
import shutil
import textwrap
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pentarch.arbiter.referee import Aborted, BotSeat, PlayedMatch, Port, Referee, Terms, Verdict
from pentarch.arbiter.referee.keys import chosen
from pentarch.arbiter.store import Store, bots, matches, owners, validations
from pentarch.arbiter.store.bots import HostedVersion
from pentarch.arbiter.store.errors import NotFound
from pentarch.arbiter.store.matches import NewMatch
from pentarch.bots.random import Random
from pentarch.bots.sdk import Clock
from pentarch.engine import registry
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from pentarch.engine.record import encode, verify
from pentarch.workers import sandbox
from pentarch.workers.bot_process import Program
from pentarch.workers.hosted_port import HostedPort
from pentarch.workers.loose import LooseWay
from pentarch.workers.sandbox import Limits
from tests import needs
from tests.builtin_bots import add_builtin
from tests.node import NODE_BOT, node_modules

# Enough on the busiest machine; where a test waits for the end of it, it is short.
AMPLE = Terms(bank=60.0, increment=1.0, cap=30.0)
SHORT = Terms(bank=2.0, increment=0.1, cap=0.3)
AMPLE_START = 120.0
SHORT_START = 2.0
LIMITS = Limits(memory_mib=256, processes=16, scratch_mib=8)
PYTHON_BOT = (sandbox.interpreter(), "/bot/bot.py")
_MOST_STALLS = 10
FIRST = """
from pentarch.bots.sdk import Bot
from pentarch.bots.sdk.hosted import play_hosted

class First(Bot):
    def decide(self, turn):
        {body}
        return turn.legal[0]

play_hosted(First)
"""

NOW = datetime(2030, 1, 1, tzinfo=UTC)

SOURCE = """
from pentarch.bots.sdk import Bot
from pentarch.bots.sdk.hosted import play_hosted

played = 0

class Mine(Bot):
    def start(self, start):
        global played
        played += 1

    def decide(self, turn):
        {decide}
        return turn.legal[turn.sequence % len(turn.legal)]

    def finish(self, ending):
        {finish}

play_hosted(Mine)
"""


def source(decide: str = "pass", finish: str = "pass") -> str:
    """A bot without memory that does something before each answer, and at the end."""
    return SOURCE.format(
        decide=textwrap.indent(decide, " " * 8).strip(),
        finish=textwrap.indent(finish, " " * 8).strip(),
    )


def hosted(
    store: Store,
    code: str,
    *,
    name: str = "mine",
    is_reusable: bool = False,
    ruleset: str = "township",
) -> int:
    """An active hosted version of the owner `author`."""
    needs.need_sandbox()
    version_id = submitted(store, code, name=name, is_reusable=is_reusable, ruleset=ruleset)
    with store.writing() as session:
        validation = validations.begin(session, "validator", NOW, NOW + timedelta(minutes=1))
        assert validation is not None
        validations.activate(session, validation, output="fine", now=NOW)
    return version_id


def submitted(
    store: Store,
    code: str,
    *,
    name: str = "mine",
    is_reusable: bool = False,
    ruleset: str = "township",
) -> int:
    """A version that waits to be validated."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("bot.py", code)
    manifest = HostedVersion(
        bot=name,
        rulesets=[ruleset],
        entry_point="bot.py",
        language="python",
        is_reusable=is_reusable,
    )
    owner = owner_id(store, "author")
    with store.writing() as session:
        return bots.submit(session, owner, manifest, target.getvalue(), NOW).id


def builtin(store: Store, spec: str) -> int:
    """A reference bot."""
    owner = owner_id(store, "pentarch")
    with store.writing() as session:
        return add_builtin(session, owner, spec, NOW).id


def owner_id(store: Store, name: str) -> int:
    """The owner of that name, made if there is none."""
    with store.reading() as session:
        try:
            return owners.by_name(session, name).id
        except NotFound:
            pass
    with store.writing() as session:
        return owners.create(session, name, NOW).id


def queue(
    store: Store,
    versions: list[int],
    *,
    seed: int = 1,
    options: dict[str, Json] | None = None,
    clock: dict[str, Json] | None = None,
) -> int:
    """A queued match of Township."""
    with store.writing() as session:
        new = NewMatch(
            ruleset="township",
            versions=versions,
            keys=chosen(seed),
            is_rated=True,
            options=options or {},
            clock=clock or {"bank": 600.0, "increment": 1.0, "cap": 300.0},
        )
        return matches.create(session, new, NOW).id


def bot(folder: Path, body: str) -> Path:
    """A package of a bot that does something before it answers."""
    return raw_bot(folder, FIRST.format(body=textwrap.indent(body, " " * 8).strip()))


def raw_bot(folder: Path, source: str) -> Path:
    """A package with this program, to be run in the sandbox."""
    needs.need_sandbox()
    folder.mkdir(exist_ok=True)
    (folder / "bot.py").write_text(source)
    return folder


def has_groups() -> bool:
    """Whether bots here are held by control groups, or only looked at now and then."""
    needs.need_sandbox()
    return not isinstance(sandbox.way(), LooseWay)


def node_bot(folder: Path) -> Path:
    """The package of the Node.js example, as it is submitted."""
    shutil.copytree(NODE_BOT, folder)
    shutil.copytree(node_modules(), folder / "node_modules")
    shutil.copytree(NODE_BOT.parents[1] / "proto", folder / "proto")
    return folder


def play(
    package: Path,
    terms: Terms = AMPLE,
    start_wait: float = AMPLE_START,
    *,
    rival: Path | None = None,
    limits: Limits = LIMITS,
    language: str = "python",
) -> PlayedMatch:
    """One short match of a hosted bot against a reference bot, or a hosted rival.

    It is played again when the host was too busy, as the workers do.
    """

    def hosted_port(folder: Path, language: str = "python") -> HostedPort:
        clock = Clock(terms.bank, terms.increment, terms.cap)
        argv = ("node", "/bot/bot.js") if language == "node" else PYTHON_BOT
        program = Program(folder, argv, limits, language)
        return HostedPort(program, match_id=7, clock=clock, start_wait=start_wait)

    def once() -> PlayedMatch:
        match = Match(registry.get("township"), 2, {"round_cap": 5}, 1)
        other: Port = BotSeat(Random()) if rival is None else hosted_port(rival)
        names = ["hosted", "rival"]
        mine = hosted_port(package, language)
        return Referee(match, [mine, other], bots=names, terms=terms).run()

    result = not_stalled(once)
    verify(encode(result.record(timed=False)))
    return result


def not_stalled(run: Callable[[], PlayedMatch]) -> PlayedMatch:
    """Play until the host is not too busy for the bots."""
    for _ in range(_MOST_STALLS):
        try:
            return run()
        except Aborted as aborted:
            if aborted.verdict is not Verdict.WORKER_STALL:
                raise
    raise AssertionError(f"the host was too busy {_MOST_STALLS} times")
