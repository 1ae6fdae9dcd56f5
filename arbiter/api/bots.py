"""BotService: submitting bots, and looking at them."""

import asyncio
import hashlib
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final

import grpc
from google.rpc import code_pb2
from sqlalchemy.orm import Session

from pentarch.arbiter.api import convert, limits
from pentarch.arbiter.api.callers import Caller, caller
from pentarch.arbiter.api.desk import Desk, ask
from pentarch.arbiter.api.errors import Refused, forbidden, invalid
from pentarch.arbiter.packages import unpacker
from pentarch.arbiter.packages.archive import BadPackage
from pentarch.arbiter.packages.languages import LANGUAGES, PROTOCOLS
from pentarch.arbiter.packages.manifest import MOST_BYTES, BadFolder, check_command, check_entry
from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import audit, bots, nodes, owners, requests, seasons
from pentarch.arbiter.store.bots import HostedVersion
from pentarch.arbiter.store.errors import NameTaken
from pentarch.arbiter.store.models import Bot, Output, Version
from pentarch.arbiter.store.pages import Page
from pentarch.arbiter.store.requests import Ticket
from pentarch.arbiter.store.words import Good, Role
from pentarch.arbiter.v1 import bots_pb2, bots_pb2_grpc
from pentarch.engine import registry

Context = grpc.aio.ServicerContext[Any, Any]
MOST_CHUNK: Final = 1 << 20
MOST_UPLOADS: Final = 8
MOST_UPLOADS_OF_ONE: Final = 2
UPLOAD_WAIT: Final = 120.0
_ENTRY: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_./-]{0,150}")


class Bots(bots_pb2_grpc.BotServiceServicer):
    """Hosted bots come in here; remote ones announce themselves when they connect."""

    def __init__(self, desk: Desk) -> None:
        self._desk: Final = desk
        self._uploads: Final[list[int]] = []

    async def SubmitBot(
        self, stream: AsyncIterator[bots_pb2.SubmitBotRequest], context: Context
    ) -> bots_pb2.SubmitBotResponse:
        """Take an upload whole or not at all."""
        who = caller()
        with self._uploading(who.owner_id):
            return await self._submit(who, stream)

    @contextmanager
    def _uploading(self, owner_id: int) -> Iterator[None]:
        """Bound how many uploads are held in memory. Raises RESOURCE_EXHAUSTED."""
        mine = self._uploads.count(owner_id)
        if mine >= MOST_UPLOADS_OF_ONE or len(self._uploads) >= MOST_UPLOADS:
            raise Refused(code_pb2.RESOURCE_EXHAUSTED, "too many uploads at once; try again later")
        self._uploads.append(owner_id)
        try:
            yield
        finally:
            self._uploads.remove(owner_id)

    async def _submit(
        self, who: Caller, stream: AsyncIterator[bots_pb2.SubmitBotRequest]
    ) -> bots_pb2.SubmitBotResponse:
        try:
            async with asyncio.timeout(UPLOAD_WAIT):
                manifest, package = await _receive(stream)
        except TimeoutError:
            told = f"an upload takes at most {UPLOAD_WAIT:.0f} seconds"
            raise Refused(code_pb2.DEADLINE_EXCEEDED, told) from None
        try:
            # What a build makes is not there yet.
            entry = "" if manifest.build else manifest.entry_point
            await asyncio.to_thread(unpacker.check, package, entry)
        except BadPackage as error:
            raise invalid("chunk", str(error)) from error
        ticket = Ticket(
            who.owner_id,
            manifest.request_id,
            "SubmitBot",
            manifest.SerializeToString(deterministic=True),
        )

        def submit(session: Session) -> tuple[Version, bool]:
            now = self._desk.now()
            before = requests.repeated(session, ticket, now)
            if before is not None:
                return bots.version(session, int(before)), False
            wanted = {Good.VERSIONS: 1.0, Good.STORAGE: float(len(package))}
            limits.take(session, who, wanted, now)
            made = bots.submit(
                session,
                who.owner_id,
                HostedVersion(
                    bot=manifest.bot,
                    rulesets=list(dict.fromkeys(manifest.rulesets)),
                    entry_point=manifest.entry_point,
                    language=manifest.language,
                    is_reusable=manifest.reusable,
                    build=manifest.build,
                    protocol=manifest.protocol or LANGUAGES[manifest.language].protocol,
                ),
                package,
                now,
            )
            if manifest.season_id:
                _require_entrance(session, manifest.season_id, bots.version(session, made.id))
            requests.settle(session, ticket, str(made.id))
            audit.note(
                session,
                owner_id=who.owner_id,
                person_id=who.person_id,
                verb="submit_bot",
                subject=f"version {made.id}",
                detail={"sha256": manifest.sha256},
                now=now,
            )
            return bots.version(session, made.id), True

        try:
            row, is_new = await self._desk.write(submit)
            outside = await self._desk.read(lambda session: seasons.left_out(session, row))
        except NameTaken as error:
            raise forbidden(str(error)) from error
        if is_new:
            await self._desk.hand_out(self._desk.dispatch.validate)
        return bots_pb2.SubmitBotResponse(
            version=convert.version(row, is_own=True), left_out=outside
        )

    async def ListBots(
        self, request: bots_pb2.ListBotsRequest, context: Context
    ) -> bots_pb2.ListBotsResponse:
        """Bots by name."""

        def find(session: Session) -> tuple[Page[Bot], dict[int, Version]]:
            owner_id = owners.by_name(session, request.owner).id if request.owner else None
            page = bots.page(
                session, ask(request), owner_id=owner_id, ruleset=request.ruleset or None
            )
            return page, bots.newest_active(session, [row.id for row in page.items])

        page, active = await self._desk.read(find)
        return bots_pb2.ListBotsResponse(
            bots=[convert.bot(row, active.get(row.id)) for row in page.items],
            next_page_token=page.next_token,
        )

    async def GetBot(
        self, request: bots_pb2.GetBotRequest, context: Context
    ) -> bots_pb2.GetBotResponse:
        """One bot."""

        def find(session: Session) -> tuple[Bot, Version | None]:
            row = bots.by_name(session, request.bot)
            return row, bots.newest_active(session, [row.id]).get(row.id)

        row, active = await self._desk.read(find)
        return bots_pb2.GetBotResponse(bot=convert.bot(row, active))

    async def ListVersions(
        self, request: bots_pb2.ListVersionsRequest, context: Context
    ) -> bots_pb2.ListVersionsResponse:
        """The versions of a bot, newest first."""

        def find(session: Session) -> tuple[int, Page[Version], dict[int, str]]:
            row = bots.by_name(session, request.bot)
            page = bots.versions_page(session, ask(request), row.id)
            return row.owner_id, page, self._awaited(session, page.items)

        owner_id, page, awaited = await self._desk.read(find)
        is_own = _is_own(owner_id)
        return bots_pb2.ListVersionsResponse(
            versions=[
                convert.version(row, is_own=is_own, waiting_for=awaited[row.id])
                for row in page.items
            ],
            next_page_token=page.next_token,
        )

    async def GetVersion(
        self, request: bots_pb2.GetVersionRequest, context: Context
    ) -> bots_pb2.GetVersionResponse:
        """One version; with what validation printed, for its owner."""

        def find(session: Session) -> tuple[Version, str, str]:
            row = _find(session, request.bot, request.number)
            awaited = self._awaited(session, [row])[row.id]
            return row, bots.validation_output(session, row.id), awaited

        row, output, awaited = await self._desk.read(find)
        is_own = _is_own(row.bot.owner_id)
        return bots_pb2.GetVersionResponse(
            version=convert.version(row, output=output, is_own=is_own, waiting_for=awaited)
        )

    def _awaited(self, session: Session, rows: Sequence[Version]) -> dict[int, str]:
        """The toolchains that versions wait for, by their ids."""
        since = self._desk.now() - timedelta(seconds=settings().worker_silence)
        there = nodes.toolchains(session, nodes.VALIDATE, since)
        return {row.id: nodes.awaited(row, there) for row in rows}

    async def RetireVersion(
        self, request: bots_pb2.RetireVersionRequest, context: Context
    ) -> bots_pb2.RetireVersionResponse:
        """The owner takes a version out of play."""
        who = caller()

        def retire(session: Session) -> Version:
            row = _find(session, request.bot, request.number)
            who.require_owner(row.bot.owner_id)
            bots.retire(session, row.id, self._desk.now())
            return bots.version(session, row.id)

        row = await self._desk.write(retire)
        return bots_pb2.RetireVersionResponse(version=convert.version(row, is_own=True))

    async def ListLogs(
        self, request: bots_pb2.ListLogsRequest, context: Context
    ) -> bots_pb2.ListLogsResponse:
        """What a version printed in its matches; for its owner."""
        who = caller()

        def find(session: Session) -> Page[Output]:
            row = _find(session, request.bot, request.number)
            who.require_owner(row.bot.owner_id)
            return bots.outputs_page(
                session, ask(request), row.id, match_id=request.match_id or None
            )

        page = await self._desk.read(find)
        return bots_pb2.ListLogsResponse(
            entries=[convert.log_entry(row) for row in page.items], next_page_token=page.next_token
        )


def _require_entrance(session: Session, season_id: int, version: Version) -> None:
    """Raise FAILED_PRECONDITION with the reason when a version cannot enter a season."""
    season = seasons.get(session, season_id)
    played = {row.ruleset for row in version.rulesets}
    refusal = seasons.entrance_of(session, season).refusal(seasons.candidate(version))
    if played.isdisjoint(one.ruleset for one in season.disciplines):
        refusal = f"has none of its rulesets: {', '.join(sorted(played))}"
    if refusal is not None:
        told = f"season {season_id} {refusal}"
        raise Refused(code_pb2.FAILED_PRECONDITION, told, field="season_id")


async def _receive(
    stream: AsyncIterator[bots_pb2.SubmitBotRequest],
) -> tuple[bots_pb2.Manifest, bytes]:
    """The manifest and the package, checked against each other."""
    manifest: bots_pb2.Manifest | None = None
    package = bytearray()
    async for part in stream:
        kind = part.WhichOneof("part")
        if manifest is None:
            if kind != "manifest":
                raise invalid("manifest", "an upload begins with its manifest")
            manifest = part.manifest
            _check(manifest)
        elif kind != "chunk":
            raise invalid("chunk", "after the manifest come only chunks")
        elif len(part.chunk) > MOST_CHUNK:
            raise invalid("chunk", f"a chunk has at most {MOST_CHUNK >> 20} MiB")
        else:
            package += part.chunk
            if len(package) > manifest.size:
                raise invalid("size", f"more bytes came than the {manifest.size} announced")
    if manifest is None:
        raise invalid("manifest", "an upload begins with its manifest")
    if len(package) != manifest.size:
        raise invalid("size", f"{len(package)} bytes came, {manifest.size} were announced")
    if hashlib.sha256(package).hexdigest() != manifest.sha256.lower():
        raise invalid("sha256", "the bytes do not have the announced SHA-256")
    return manifest, bytes(package)


def _check(manifest: bots_pb2.Manifest) -> None:
    if manifest.size <= 0:
        raise invalid("size", "a package has at least one byte")
    if manifest.size > MOST_BYTES:
        told = f"a package has at most {MOST_BYTES >> 20} MiB"
        raise Refused(code_pb2.RESOURCE_EXHAUSTED, told, field="size")
    if not manifest.rulesets:
        raise invalid("rulesets", "name at least one ruleset")
    for id in manifest.rulesets:
        registry.get(id)
    if manifest.language not in LANGUAGES:
        raise invalid("language", f"the language is one of {', '.join(LANGUAGES)}")
    entry = manifest.entry_point
    if not _ENTRY.fullmatch(entry) or ".." in entry.split("/"):
        raise invalid("entry_point", "the entry point is the path of a file inside the package")
    if manifest.protocol and manifest.protocol not in PROTOCOLS:
        raise invalid("protocol", f"the protocol is one of {', '.join(PROTOCOLS)}")
    try:
        check_entry(entry, LANGUAGES[manifest.language])
        check_command(manifest.build)
    except BadFolder as error:
        field, _, told = str(error).partition(": ")
        raise invalid(field, told) from error


def _find(session: Session, bot: str, number: int) -> Version:
    if number:
        return bots.find_version(session, f"{bot}@{number}")
    return bots.latest_version(session, bot)


def _is_own(owner_id: int) -> bool:
    who = caller()
    return who.owner_id == owner_id or who.role is Role.ADMIN
