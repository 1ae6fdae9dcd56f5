"""Hostile bots beside an honest one: each gets its clock, its memory and its view, no more.

Every kind plays a short match in the real sandbox against an honest hosted rival. Whatever it does,
the rival is never blamed, nothing is left running, and the host keeps its memory.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from arbiter.referee import MatchResult, Verdict
from tests.hosting import AMPLE, LIMITS, SHORT, bot, play, raw_bot
from workers import groups, sandbox
from workers.sandbox import MIB

HONEST = """
import time
until = time.process_time() + 0.02
while time.process_time() < until: pass
"""
ONCE = "if turn.sequence == 1:\n"
SPIN_IN_CHILDREN = """
import os
if turn.sequence == 1:
    for _ in range(8):
        if os.fork() == 0:
            while True: pass
"""
GROWS = """
import os, time
if turn.sequence == 1:
    for _ in range({count}):
        if os.fork() == 0:
            time.sleep(0.05)
            x = bytearray(b'x') * ({each} << 20)
            time.sleep(600)
time.sleep(0.01)
"""
CRASH, OOM, TIMEOUT = Verdict.BOT_CRASH, Verdict.BOT_OOM, Verdict.BOT_TIMEOUT
PROTOCOL, ILLEGAL = Verdict.BOT_PROTOCOL, Verdict.BOT_ILLEGAL

KINDS: dict[str, tuple[str, set[Verdict | None]]] = {
    # Memory.
    "grows in children while the rival thinks": (GROWS.format(count=12, each=100), {OOM}),
    "grows in one child": (GROWS.format(count=1, each=1000), {None, OOM}),
    "grows in memory files": (
        "import os\n"
        "files = []\n"
        "for _ in range(60):\n"
        "    file = os.memfd_create('x')\n"
        "    os.write(file, bytes(7 << 20))\n"
        "    files.append(file)",
        {OOM},
    ),
    "grows in shared memory": (
        "import mmap\n"
        "x = mmap.mmap(-1, 1 << 30)\n"
        "while True: x.write(b'x' * (1 << 20))",
        {OOM},
    ),
    "grows in scratch files": (
        "import os\n"
        "for place in ('/tmp', '/dev/shm'):\n"
        "    try:\n"
        "        for n in range(9999): open(f'{place}/{n}', 'wb').write(bytes(1 << 20))\n"
        "    except OSError: pass",
        {None},
    ),
    "grows in pipes": (
        "import os, fcntl\n"
        "for _ in range(9999):\n"
        "    try:\n"
        "        source, target = os.pipe()\n"
        "        fcntl.fcntl(target, 1031, 1 << 20)\n"
        "        os.set_blocking(target, False); os.write(target, bytes(1 << 20))\n"
        "    except OSError: break",
        {None, CRASH},
    ),
    # CPU time.
    "works in children that have ended": (
        "import os, time\n"
        "while True:\n"
        "    pid = os.fork()\n"
        "    if pid == 0:\n"
        "        until = time.process_time() + 0.02\n"
        "        while time.process_time() < until: pass\n"
        "        os._exit(0)\n"
        "    os.waitpid(pid, 0)",
        {TIMEOUT},
    ),
    "works in orphans": (
        "import os\n"
        "for _ in range(4):\n"
        "    if os.fork() == 0:\n"
        "        os.setsid()\n"
        "        while True: pass\n"
        "import time; time.sleep(600)",
        {TIMEOUT},
    ),
    "spins in children while the rival thinks": (SPIN_IN_CHILDREN, {None}),
    "spins in threads while the rival thinks": (
        "import threading\n"
        "def spin():\n"
        "    while True: pass\n" + ONCE + "    for _ in range(4):\n"
        "        threading.Thread(target=spin, daemon=True).start()",
        {None},
    ),
    "bombs with forks": (
        "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass",
        {TIMEOUT},
    ),
    "bombs with threads": (
        "import threading, time\n"
        "try:\n"
        "    while True: threading.Thread(target=time.sleep, args=(600,), daemon=True).start()\n"
        "except RuntimeError: pass",
        {None},
    ),
    "leaves zombies": (
        "import os\n"
        "try:\n"
        "    while True:\n"
        "        if os.fork() == 0: os._exit(0)\n"
        "except OSError: pass",
        {None},
    ),
    # Time.
    "sleeps": ("import time; time.sleep(600)", {TIMEOUT}),
    "sleeps a little each time": ("import time; time.sleep(0.2)", {TIMEOUT}),
    "stops itself": ("import os, signal; os.kill(os.getpid(), signal.SIGSTOP)", {TIMEOUT}),
    "makes itself wait for itself": (
        # Many tasks that wait for each other, then idleness: nobody else kept it from running.
        "import threading, time\n"
        "def burst():\n"
        "    until = time.thread_time() + 0.001\n"
        "    while time.thread_time() < until: pass\n"
        "while True:\n"
        "    threads = [threading.Thread(target=burst) for _ in range(10)]\n"
        "    for t in threads: t.start()\n"
        "    for t in threads: t.join()\n"
        "    time.sleep(0.2)",
        {TIMEOUT},
    ),
    "floods its output": ("import os\nwhile True: os.write(2, b'x' * 65536)", {TIMEOUT}),
    "does not let go of its input": (
        "import os, time; os.close(0); time.sleep(600)",
        {TIMEOUT, CRASH},
    ),
    # Other processes.
    "kills everything": (
        "import os, signal\n"
        "try: os.kill(-1, signal.SIGKILL)\n"
        "except OSError: pass\n"
        "import os; os.kill(os.getpid(), signal.SIGKILL)",
        {CRASH},
    ),
    "kills the sandbox": (
        "import os, signal\n"
        "for pid in (1, 2, os.getppid()):\n"
        "    for number in (signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM):\n"
        "        if pid != os.getpid():\n"
        "            try: os.kill(pid, number)\n"
        "            except OSError: pass",
        {None, CRASH, TIMEOUT},
    ),
    "writes into the sandbox's memory": (
        "try: open('/proc/1/mem', 'r+b').write(b'x')\nexcept OSError: pass",
        {None},
    ),
    "leaves a daemon": (
        "import os, time\n" + ONCE + "    if os.fork() == 0:\n"
        "        os.setsid()\n"
        "        if os.fork() == 0:\n"
        "            while True: time.sleep(0.01)\n"
        "        os._exit(0)",
        {None},
    ),
    # The protocol.
    "opens all files it can": (
        "import os\n"
        "try:\n"
        "    while True: os.dup(0)\n"
        "except OSError: pass",
        {None},
    ),
    "answers twice at once": (
        "import os\n"
        "for pipe in range(3, 10):\n"
        "    try: os.write(pipe, b'\\x02\\x08\\x01' * 3)\n"
        "    except OSError: pass",
        {PROTOCOL},
    ),
}
SLOW = {TIMEOUT}


def left_behind() -> list[str]:
    """Groups of bots that are there and whose worker is this process or gone."""
    return [
        folder.name
        for base in groups.own_groups().values()
        for folder in base.glob(f"{groups.PREFIX}*")
    ]


def rival_of(tmp_path: Path) -> Path:
    return bot(tmp_path / "rival", HONEST)


def blamed(result: MatchResult, seat: int) -> Verdict | None:
    found = [evidence.verdict for evidence in result.evidence if evidence.seat == seat]
    assert len(found) <= 1
    return found[0] if found else None


@pytest.mark.parametrize("name", KINDS)
def test_a_hostile_bot_does_not_harm_an_honest_rival(tmp_path: Path, name: str) -> None:
    body, verdicts = KINDS[name]
    terms = SHORT if TIMEOUT in verdicts else AMPLE
    result = play(bot(tmp_path / "b", body), terms, rival=rival_of(tmp_path))
    assert blamed(result, 1) is None, result.evidence[0].error
    assert blamed(result, 0) in verdicts, result.evidence[0].error if result.evidence else "none"
