"""Kinds that do not behave: with their time, with processes, with what they say."""

import textwrap

from pentarch.arbiter.referee import Verdict
from tests.workers.kinds.kind import CRASH, ILLEGAL, PROTOCOL, TIMEOUT, kind, sending

TIME = {
    "sleeps": kind("import time; time.sleep(600)", TIMEOUT),
    "sleeps a little each time": kind("import time; time.sleep(0.2)", TIMEOUT),
    "answers byte by byte": kind(
        sending(
            """
            for byte in wire.framed(request):
                target.write(bytes([byte])); time.sleep(0.1)
            """
        ),
        TIMEOUT,
        once=True,
    ),
    "answers half": kind(
        sending("target.write(wire.framed(request)[:-1]); time.sleep(600)"), TIMEOUT, once=True
    ),
    "stops itself": kind("import os, signal; os.kill(os.getpid(), signal.SIGSTOP)", TIMEOUT),
    "makes itself wait for itself": kind(
        # Many tasks that wait for each other, then idleness: nobody else kept it from running.
        """
        import threading, time
        def burst():
            until = time.thread_time() + 0.001
            while time.thread_time() < until: pass
        while True:
            threads = [threading.Thread(target=burst) for _ in range(10)]
            for t in threads: t.start()
            for t in threads: t.join()
            time.sleep(0.2)
        """,
        TIMEOUT,
    ),
    "floods its output": kind("import os\nwhile True: os.write(2, b'x' * 65536)", TIMEOUT),
    "acknowledges for ever": kind(
        sending(
            """
            said = play_pb2.PlayRequest(acknowledge=play_pb2.Acknowledge(delivery=1))
            while True:
                plain(target, said)
                time.sleep(0.001)
            """
        ),
        *(TIMEOUT, PROTOCOL),
        once=True,
    ),
    "repeats an old answer for ever": kind(
        "if turn.sequence == 2:\n"
        + textwrap.indent(
            sending(
                """
                request.decide.sequence -= 1
                while True: plain(target, request)
                """
            ),
            "    ",
        ),
        *(TIMEOUT, PROTOCOL),
    ),
    "does not let go of its input": kind(
        "import os, time; os.close(0); time.sleep(600)", *(TIMEOUT, CRASH)
    ),
    "ignores all signals": kind(
        """
        import signal
        for number in signal.valid_signals():
            try: signal.signal(number, signal.SIG_IGN)
            except OSError: pass
        while True: pass
        """,
        TIMEOUT,
    ),
    "becomes another program": kind(
        "import os; os.execv('/bin/sh', ['sh'])", *(TIMEOUT, CRASH, PROTOCOL)
    ),
}
PROCESSES = {
    "exits": kind("import os; os._exit(3)", CRASH),
    "segfaults": kind("import ctypes; ctypes.string_at(0)", CRASH),
    "kills itself": kind("import os; os.kill(os.getpid(), 9)", CRASH),
    "kills everything": kind(
        """
        import os, signal
        try: os.kill(-1, signal.SIGKILL)
        except OSError: pass
        os.kill(os.getpid(), signal.SIGKILL)
        """,
        CRASH,
    ),
    "kills its group": kind("import os, signal; os.killpg(0, signal.SIGKILL)", CRASH),
    "kills the sandbox": kind(
        """
        import os, signal
        for pid in (1, 2, os.getppid()):
            for number in (signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM):
                if pid != os.getpid():
                    try: os.kill(pid, number)
                    except OSError: pass
        """,
        *(None, CRASH, TIMEOUT),
    ),
    "lives on in a child": kind(
        """
        import os
        if os.fork(): os._exit(0)
        os.setsid()
        """,
        CRASH,
    ),
}
WORDS = {
    "answers nonsense": kind("return 'take everything'", ILLEGAL),
    "answers no command": kind("return 7", CRASH, says="TypeError"),
    "answers twice at once": kind(
        """
        import os
        for pipe in range(3, 10):
            try: os.write(pipe, b'\\x02\\x08\\x01' * 3)
            except OSError: pass
        """,
        PROTOCOL,
    ),
    "answers for another match": kind(
        sending("request.decide.match_id += 1; plain(target, request)"), PROTOCOL, once=True
    ),
    "answers ahead of time": kind(
        sending("request.decide.sequence += 1; plain(target, request)"), PROTOCOL, once=True
    ),
    "answers with a giant plan": kind(
        sending(
            """
            choice = play_pb2.Choice(index=0)
            plan = play_pb2.Plan(choices=[choice] * 200_000)
            request.decide.plan.CopyFrom(plan); plain(target, request)
            """
        ),
        *(None, PROTOCOL, ILLEGAL),
        once=True,
    ),
    "answers with giant notes": kind("turn.notes = {'x': 'y' * 900_000}", None),
    "says that it is ready again": kind(
        sending(
            """
            ready = play_pb2.Ready(match_id=request.decide.match_id)
            plain(target, play_pb2.PlayRequest(ready=ready))
            """
        ),
        PROTOCOL,
        once=True,
    ),
    "writes garbage": kind(
        """
        import os, time
        for pipe in range(3, 10):
            try: os.write(pipe, b'\\xff' * 5000)
            except OSError: pass
        time.sleep(60)
        """,
        PROTOCOL,
    ),
    "announces more than it may say": kind(
        sending("target.write(b'\\xff\\xff\\xff\\x7f'); time.sleep(60)"), PROTOCOL, once=True
    ),
    "prints what paints terminals": kind(
        r"print('\x1b[2J\x1b]0;x\x07\x00\r' * 50, flush=True); import os; os.write(2, b'\xff\xfe')",
        None,
    ),
}
RAW: dict[str, tuple[str, Verdict]] = {
    "closes its output": ("import os, time; os.close(1); time.sleep(60)", TIMEOUT),
    "says nothing at all": ("import time; time.sleep(60)", TIMEOUT),
    "is no Python": ("this is not Python", CRASH),
    "prints text": ("while True: print('hello ' * 99, flush=True)", PROTOCOL),
    "prints a giant line": ("import os\nwhile True: os.write(1, b'x' * 65536)", PROTOCOL),
    "announces a giant message": (
        "import os, time; os.write(1, b'\\xff\\xff\\xff\\x7f'); time.sleep(60)",
        PROTOCOL,
    ),
    "floods standard error": ("import os\nwhile True: os.write(2, b'spam ' * 10000)", TIMEOUT),
}
