"""Kinds that try to get at something, and raise where they do."""

from tests.workers.kinds.kind import Kind, kind

ATTEMPTS: dict[str, Kind] = {
    "writes into the sandbox's memory": kind(
        """
        try: open('/proc/1/mem', 'r+b').write(b'x')
        except OSError: pass
        else: raise Exception('written')
        """,
        None,
    ),
    "opens all files it can": kind(
        """
        import os
        opened = []
        try:
            while True: opened.append(os.dup(0))
        except OSError: pass
        assert len(opened) < 64, len(opened)
        for number in opened: os.close(number)
        """,
        None,
    ),
    "hides files in sockets": kind(
        """
        import array, os, socket
        left, right = socket.socketpair()
        left.setblocking(False)
        files = array.array('i', [os.open('/dev/null', os.O_RDONLY) for _ in range(8)])
        try:
            for n in range(9999):
                left.sendmsg([b'x'], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, files)])
        except OSError: pass
        else: raise Exception('as many as it likes')
        for file in files: os.close(file)
        left.close(); right.close()
        """,
        None,
    ),
    "grows in sockets": kind(
        """
        import socket
        pairs = []
        try:
            while len(pairs) < 9999:
                left, right = socket.socketpair()
                pairs += [left, right]
                left.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 30)
                left.setblocking(False)
                try:
                    while True: left.send(bytes(1 << 16))
                except BlockingIOError: pass
            raise Exception('as many as it likes')
        except OSError: pass
        for one in pairs: one.close()
        """,
        None,
    ),
    "nests folders": kind(
        """
        import os
        place = os.open('/tmp', os.O_RDONLY)
        for _ in range(3000):
            os.mkdir('d', dir_fd=place)
            inner = os.open('d', os.O_RDONLY, dir_fd=place)
            os.close(place)
            place = inner
        os.close(place)
        """,
        None,
        once=True,
    ),
    "raises its own limits": kind(
        """
        import resource
        for what in (resource.RLIMIT_NOFILE, resource.RLIMIT_DATA, resource.RLIMIT_FSIZE):
            try: resource.setrlimit(what, (1 << 40, 1 << 40))
            except (OSError, ValueError): pass
            else: raise Exception(what)
        """,
        None,
    ),
    "asks for more of the processor": kind(
        """
        import os
        for grab in (lambda: os.nice(-5), lambda: os.sched_setaffinity(0, {0}),
                     lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))):
            try: grab()
            except OSError: pass
            else: raise Exception('given')
        """,
        None,
    ),
    "makes devices": kind(
        """
        import os, stat
        for number in (os.makedev(1, 1), os.makedev(8, 0)):
            try: os.mknod(f'/tmp/device{number}', stat.S_IFBLK | 0o600, number)
            except OSError: pass
            else: raise Exception('made')
        """,
        None,
    ),
    "types into a terminal": kind(
        """
        import fcntl, os
        try: master, slave = os.openpty()
        except OSError: pass
        else:
            try: fcntl.ioctl(slave, 0x5412, b'x')
            except OSError: pass
            else: raise Exception('typed')
            os.close(master); os.close(slave)
        """,
        None,
    ),
    "runs programs that have privileges": kind(
        """
        import subprocess
        for line in (['su', '-c', 'id -u'], ['mount', '-t', 'tmpfs', 'x', '/tmp']):
            try: done = subprocess.run(line, stdin=subprocess.DEVNULL, capture_output=True)
            except OSError: continue
            assert done.returncode, line
        assert 'NoNewPrivs:\\t1' in open('/proc/self/status').read()
        """,
        None,
    ),
    "becomes root again": kind(
        """
        import os
        for grab in (lambda: os.setuid(0), lambda: os.setresuid(0, 0, 0), lambda: os.setgid(0)):
            try: grab()
            except OSError: pass
            else: raise Exception('root')
        """,
        None,
    ),
    "claims what belongs to other bots": kind(
        # The names by which workers keep the user ids of bots apart.
        """
        import socket
        held = []
        for number in range(40):
            one = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            one.bind(f'\\0pentarch-slot-{number}')
            held.append(one)
        for one in held: one.close()
        """,
        None,
    ),
    "looks for its rival": kind(
        """
        import os
        found = [p for p in os.listdir('/proc') if p.isdigit()]
        lines = [open(f'/proc/{p}/cmdline').read() for p in found]
        bots = [line for line in lines if line.endswith('/bot/bot.py\\0')]
        programs = [line for line in bots if 'bwrap' not in line]
        assert len(programs) == 1, programs
        sockets = open('/proc/net/unix').read().splitlines()[1:]
        assert not sockets, sockets
        """,
        None,
    ),
    "writes to the kernel's settings": kind(
        """
        for path in ('/proc/sys/kernel/core_pattern', '/proc/sysrq-trigger', '/proc/self/uid_map',
                     '/sys/fs/cgroup/cgroup.procs', '/proc/sys/vm/drop_caches'):
            try:
                with open(path, 'w') as file: file.write('1')
            except OSError: pass
            else: raise Exception(path)
        """,
        None,
    ),
    "changes its own package": kind(
        """
        for path in ('/bot/bot.py', '/library/pentarch/__init__.py', '/usr/bin/sh', '/new'):
            try: open(path, 'a').close()
            except OSError: pass
            else: raise Exception(path)
        """,
        None,
    ),
}


def all_attempts() -> Kind:
    """All attempts as one kind, one after another before its first answer."""
    bodies = {name: one.body for name, one in ATTEMPTS.items()}
    body = f"""
    for name, code in {bodies!r}.items():
        print('TRIES', name, flush=True)
        exec(code, {{'turn': turn}})
    """
    return kind(body, None, once=True)
