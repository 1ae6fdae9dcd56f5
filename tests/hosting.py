"""Hosted bots for tests: packages made of a few lines, and versions that are active at once."""

import io
import textwrap
import zipfile
from datetime import UTC, datetime, timedelta

from arbiter.keys import chosen
from arbiter.store import Store, bots, matches, owners
from arbiter.store.bots import Manifest
from arbiter.store.errors import NotFound
from arbiter.store.matches import NewMatch
from arbiter.store.words import VersionKind
from engine.plain import Json
from tests import needs

NOW = datetime(2030, 1, 1, tzinfo=UTC)

SOURCE = """
from bots.sdk import Bot
from bots.sdk.hosted import play_hosted

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


def hosted(store: Store, code: str, *, name: str = "mine", is_reusable: bool = False) -> int:
    """An active hosted version of the owner `author`."""
    needs.need_sandbox()
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("bot.py", code)
    manifest = Manifest(
        bot=name,
        rulesets=["township"],
        entry_point="bot.py",
        language="python",
        is_reusable=is_reusable,
    )
    owner = owner_id(store, "author")
    with store.writing() as session:
        version = bots.submit(session, owner, manifest, target.getvalue(), NOW)
        validation = bots.begin_validation(session, "validator", NOW, NOW + timedelta(minutes=1))
        assert validation is not None
        bots.activate(session, validation, output="fine", now=NOW)
        return version.id


def builtin(store: Store, spec: str) -> int:
    """A reference bot."""
    owner = owner_id(store, "pentarch")
    with store.writing() as session:
        return bots.ensure_running(
            session,
            owner,
            spec,
            kind=VersionKind.BUILTIN,
            build=spec,
            rulesets=["township"],
            now=NOW,
        ).id


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
