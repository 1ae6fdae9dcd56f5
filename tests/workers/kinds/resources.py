"""Kinds that take more than their share: memory, and the processor."""

from tests.workers.kinds.kind import CRASH, OOM, TIMEOUT, kind, sending

GROWS = """
    for _ in range({count}):
        if os.fork() == 0:
            time.sleep(0.05)
            x = bytearray(b'x') * ({each} << 20)
            time.sleep(600)
"""
MEMORY = {
    "grows in children while the rival thinks": kind(
        "import os, time\nif turn.sequence == 1:"
        + GROWS.format(count=12, each=100)
        # It gives them the time to, on the slowest of machines.
        + "time.sleep(25 if turn.sequence == 3 else 0.01)",
        OOM,
    ),
    "grows in one child": kind(
        "import os, time\nif turn.sequence == 1:"
        + GROWS.format(count=1, each=1000)
        + "time.sleep(0.01)",
        *(None, OOM),
    ),
    "grows by itself": kind("x = bytearray(1 << 30)", OOM, says="MemoryError"),
    "grows in many processes": kind(
        """
        import os, time
        for _ in range(12):
            if os.fork() == 0:
                x = bytearray(os.urandom(1) * (60 << 20)); time.sleep(60)
        time.sleep(60)
        """,
        OOM,
    ),
    "grows in memory files": kind(
        """
        import os
        files = []
        for _ in range(50):
            files.append(os.memfd_create('x'))
            try:
                while True: os.write(files[-1], bytes(1 << 20))
            except OSError: pass
        """,
        OOM,
    ),
    "grows in shared memory": kind(
        "import mmap\nx = mmap.mmap(-1, 1 << 30)\nwhile True: x.write(b'x' * (1 << 20))", OOM
    ),
    "grows in scratch files": kind(
        """
        for place in ('/tmp', '/dev/shm'):
            try:
                for n in range(9999): open(f'{place}/{n}', 'wb').write(bytes(1 << 20))
            except OSError: pass
        """,
        None,
    ),
    "grows in empty files": kind(
        """
        n = 0
        while True:
            open(f'/tmp/{n}', 'w').close()
            n += 1
        """,
        *(TIMEOUT, OOM, CRASH),
    ),
    "grows in pipes": kind(
        """
        import os, fcntl
        for _ in range(9999):
            try:
                source, target = os.pipe()
                fcntl.fcntl(target, 1031, 1 << 20)
                os.set_blocking(target, False); os.write(target, bytes(1 << 20))
            except OSError: break
        """,
        *(None, CRASH),
    ),
    "maps more than there is": kind(
        "import mmap; x = mmap.mmap(-1, 1 << 42, mmap.MAP_PRIVATE)", *(CRASH, OOM)
    ),
    "recurses for ever": kind(
        """
        import sys
        sys.setrecursionlimit(1 << 30)
        def down(): return down()
        down()
        """,
        *(CRASH, OOM),
    ),
    "hides from the memory killer": kind(
        """
        import os, time
        try: open('/proc/self/oom_score_adj', 'w').write('-1000')
        except OSError: pass
        for _ in range(12):
            if os.fork() == 0:
                x = bytearray(b'x') * (60 << 20); time.sleep(60)
        time.sleep(60)
        """,
        OOM,
    ),
}
WORK = {
    "spins": kind("while True: pass", TIMEOUT),
    "works in children that have ended": kind(
        """
        import os, time
        while True:
            pid = os.fork()
            if pid == 0:
                until = time.process_time() + 0.02
                while time.process_time() < until: pass
                os._exit(0)
            os.waitpid(pid, 0)
        """,
        TIMEOUT,
    ),
    "works in orphans": kind(
        """
        import os, time
        for _ in range(4):
            if os.fork() == 0:
                os.setsid()
                while True: pass
        time.sleep(600)
        """,
        TIMEOUT,
    ),
    "spins in children while the rival thinks": kind(
        """
        import os
        for _ in range(8):
            if os.fork() == 0:
                while True: pass
        """,
        None,
        once=True,
    ),
    "spins in threads while the rival thinks": kind(
        """
        import threading
        def spin():
            while True: pass
        for _ in range(4):
            threading.Thread(target=spin, daemon=True).start()
        """,
        None,
        once=True,
    ),
    "thinks on after its answer": kind(
        sending(
            """
            plain(target, request)
            until = time.process_time() + 0.05
            while time.process_time() < until: pass
            """
        ),
        None,
        once=True,
    ),
    "rings alarms while the rival thinks": kind(
        """
        import signal
        signal.signal(signal.SIGALRM, lambda *_: None)
        signal.siginterrupt(signal.SIGALRM, False)
        signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
        """,
        None,
        once=True,
    ),
    "bombs with forks": kind(
        """
        import os
        while True:
            try: os.fork()
            except OSError: pass
        """,
        TIMEOUT,
    ),
    "bombs with threads": kind(
        """
        import threading, time
        try:
            while True: threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
        except RuntimeError: pass
        """,
        None,
    ),
    "leaves zombies": kind(
        """
        import os
        try:
            while True:
                if os.fork() == 0: os._exit(0)
        except OSError: pass
        """,
        None,
    ),
    "runs from whoever wants to end it": kind(
        """
        import os
        for _ in range(4):
            if os.fork() == 0:
                # Every process lives for a moment only, and is another before anybody looks.
                while True:
                    try:
                        if os.fork(): os._exit(0)
                    except OSError: pass
        """,
        *(None, CRASH),
        once=True,
    ),
    "leaves a daemon": kind(
        """
        import os, time
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                while True: time.sleep(0.01)
            os._exit(0)
        """,
        None,
        once=True,
    ),
    "never finishes": kind("pass", None, finish="while True: pass"),
}
