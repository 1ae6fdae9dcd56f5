"""What a program at the desk is charged: what it did with its time, and not what others did."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from pentarch.arbiter.packages.languages import LINES
from pentarch.arbiter.referee.clocks import TRIAL, Spending
from pentarch.author.launch import Launch
from pentarch.author.meter import Meter
from pentarch.author.program import CheckedPort, RunningProgram

# Does something for every line after the first; less dear to the kernel than anybody else.
PROGRAM = """
import os, sys, time
def work(seconds):
    ends = time.process_time() + seconds
    while time.process_time() < ends:
        pass
sys.stdin.readline()
os.nice(19)
os.sched_setaffinity(0, {{{core}}})
print(flush=True)
for line in sys.stdin:
    {deed}
    print(flush=True)
"""
# Ends some time after its input.
LAST = """
import os, sys, time
os.nice(19)
os.sched_setaffinity(0, {{{core}}})
sys.stdin.read()
ends = time.process_time() + 0.06
while time.process_time() < ends:
    pass
"""
SPIN = """
import os
os.sched_setaffinity(0, {{{core}}})
print(flush=True)
while True:
    pass
"""


def command_line(source: str, deed: str = "") -> list[str]:
    """What starts a program on the first core."""
    core = min(os.sched_getaffinity(0))
    return [sys.executable, "-c", source.format(core=core, deed=deed)]


@contextmanager
def running(source: str, deed: str = "") -> Iterator["subprocess.Popen[bytes]"]:
    argv = command_line(source, deed)
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as made:
        try:
            yield made
        finally:
            made.kill()


def ask(program: "subprocess.Popen[bytes]") -> None:
    assert program.stdin is not None
    assert program.stdout is not None
    program.stdin.write(b"\n")
    assert program.stdout.readline() == b"\n"


def spent_on(program: "subprocess.Popen[bytes]") -> Spending:
    ask(program)  # by now it has begun
    meter = Meter(program.pid, threading.get_native_id())
    try:
        meter.start()
        meter.listen()
        ask(program)
        return meter.spent(time.perf_counter())
    finally:
        meter.close()


def test_a_program_that_gets_no_core_is_charged_its_work() -> None:
    with running(SPIN) as other, running(PROGRAM, "work(0.03)") as program:
        assert other.stdout is not None
        assert other.stdout.readline() == b"\n", "it has begun"
        spent = spent_on(program)
    assert spent.cpu >= 0.03
    assert spent.delayed > spent.cpu
    assert spent.charged < spent.waited / 2


def test_a_program_that_idles_is_charged_for_it() -> None:
    with running(PROGRAM, "time.sleep(0.5)") as program:
        spent = spent_on(program)
    assert spent.idle > spent.cpu
    assert spent.charged > 0.3


def test_what_its_children_do_is_charged_too() -> None:
    deed = "os.fork() or (work(0.1), os._exit(0)); os.wait()"
    with running(PROGRAM, deed) as program:
        spent = spent_on(program)
    assert spent.cpu > 0.05, "of children that have ended the kernel tells rounded times"


def test_a_program_that_gets_no_core_has_longer_to_end() -> None:
    launch = Launch("last", ["township"], command_line(LAST), Path(), LINES, is_reusable=True)
    with running(SPIN) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"\n", "it has begun"
        program = RunningProgram(launch)
        try:
            with closing(CheckedPort(program, 0, TRIAL)) as port:
                assert port.end(2.5) == 0
        finally:
            program.end(0.0)
