"""Limits that the pages tell are those of the code."""

import re

import pytest

from pentarch.arbiter.api import bots, play, streams
from pentarch.arbiter.packages import archive, manifest
from pentarch.arbiter.referee import clocks, news
from pentarch.arbiter.relay import mailbox
from pentarch.arbiter.settings import Settings
from pentarch.dashboard import table
from pentarch.dashboard.data import finishes
from pentarch.workers import remote_port
from pentarch.workers.sandbox import Limits
from tests.docs.test_pages import ROOT

_MIB = 1 << 20
BUILD = {name: field.default for name, field in Settings.model_fields.items()}
SAID = {
    "protocol.md": [
        f"| a session without a stream is kept | {mailbox.SESSION_TTL:.0f} seconds |",
        f"| the disconnect bank of a seat, for a whole match | "
        f"{remote_port.DISCONNECT_BANK:.0f} seconds |",
        f"| unacknowledged deliveries on a stream | {streams.MOST_UNACKNOWLEDGED}; with",
        f"not asked for) | {play._IDLE_MESSAGES}, "
        f"then {play._IDLE_MESSAGES_PER_SECOND:.0f} a second |",
        f"| a `PlayRequest` | {streams.MOST_REQUEST // _MIB} MiB |",
        f"| streams of one version at one replica | {play.MOST_STREAMS} |",
        f"in spite of a `Ping` every {streams._PING_EVERY * streams._BEAT:.0f} seconds "
        f"| {streams._SILENCE:.0f} seconds |",
        f"room within {remote_port._ROOM_WAIT:.0f} seconds is put off",
        f"chunks of at most {bots.MOST_CHUNK // _MIB} MiB, "
        f"{manifest.MOST_BYTES // _MIB} MiB in all",
        f"at most {archive.MOST_FILES:,} of them and {archive.MOST_BYTES // _MIB} MiB unpacked",
        f"each for at most {bots.UPLOAD_WAIT:.0f} seconds",
    ],
    "bots.md": [
        f"The events of one decision have {news.MOST_WORDS:,} names and values at most",
        f"disconnect bank ({remote_port.DISCONNECT_BANK:.0f} seconds)",
        f"max(0, idle time - {clocks.GRACE * 1000:.0f} ms)",
        f"except for the first {clocks.GRACE * 1000:.0f} ms of each decision",
        f"in `/tmp` and `/dev/shm`: {Limits().memory_mib} MiB",
        f"at most {archive.MOST_FILES:,} of them and {archive.MOST_BYTES // _MIB} MiB, "
        f"{BUILD['build_result']} MiB compressed",
        f"It may take {BUILD['build_seconds']:.0f} seconds, {BUILD['build_memory'] // 1024} GiB of "
        f"memory with the files it writes, {BUILD['build_disk']} MiB of files, "
        f"{BUILD['build_processes']} processes and threads, and print {BUILD['build_output']} MiB",
    ],
    "dashboard.md": [
        f"A dashboard has {table.MOST_TABLES} tables for matches in its own process",
        f"of the newest {finishes.LOOKED_AT:,} those of two bots",
    ],
    "operations.md": [
        f"are deleted after {BUILD['keep_workers']:.0f} days (`PENTARCH_KEEP_REQUEST_IDS`, "
        "`PENTARCH_KEEP_WORKERS`)",
    ],
}


@pytest.mark.parametrize(("page", "said"), [(page, s) for page, all in SAID.items() for s in all])
def test_a_page_tells_the_limit_of_the_code(page: str, said: str) -> None:
    text = re.sub(r"\s+", " ", (ROOT / "docs" / page).read_text())
    assert said in text
