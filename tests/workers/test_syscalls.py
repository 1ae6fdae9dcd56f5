"""The filter of system calls, by a machine that runs it, for both kinds of processors."""

import errno
import re
import struct
from pathlib import Path

import pytest

from pentarch.workers import syscalls
from pentarch.workers.syscalls import MACHINES, Machine, numbers

ALLOW = 0x7FFF0000
KILL = 0x80000000
HEADERS = {
    "x86_64": (Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"), r"__NR_(\w+)\s+(\d+)"),
    "aarch64": (Path("/usr/include/asm-generic/unistd.h"), r"__NR(?:3264)?_(\w+) (\d+)"),
}


def outcome(program: bytes, audit: int, number: int, *arguments: int) -> int:
    """What the kernel would do with a call."""
    data = struct.pack("=IIQ6Q", number, audit, 0, *(*arguments, *[0] * 6)[:6])
    steps = [struct.unpack_from("=HBBI", program, place) for place in range(0, len(program), 8)]
    place, held = 0, 0
    while True:
        code, if_true, if_false, value = steps[place]
        place += 1
        if code == 0x06:
            return int(value)
        if code == 0x20:
            (held,) = struct.unpack_from("=I", data, value)
        elif code == 0x15:
            place += if_true if held == value else if_false
        elif code == 0x45:
            place += if_true if held & value else if_false
        else:
            raise AssertionError(f"unknown instruction {code:#x}")


@pytest.fixture(params=MACHINES)
def machine(request: pytest.FixtureRequest) -> Machine:
    return MACHINES[request.param]


def ask(machine: Machine, name: str, *arguments: int, language: str = "python") -> int:
    program = syscalls.assemble(language, machine)
    return outcome(program, machine.audit, numbers(language, machine)[name], *arguments)


def test_what_is_listed_is_allowed_and_nothing_else(machine: Machine) -> None:
    program = syscalls.assemble("python", machine)
    guarded = {"clone", "socket", "socketpair", "ioctl"}
    listed = numbers("python", machine)
    allowed = {number for name, number in listed.items() if name not in guarded}
    checked = {listed[name] for name in guarded}
    for number in range(600):
        if number not in checked:
            expected = ALLOW if number in allowed else 0x50000 | errno.ENOSYS
            assert outcome(program, machine.audit, number) == expected, number


def test_calls_of_another_machine_end_the_process(machine: Machine) -> None:
    program = syscalls.assemble("python", machine)
    assert outcome(program, 0x40000003, 1) == KILL


def test_calls_of_the_x32_interface_do_not_exist() -> None:
    machine = MACHINES["x86_64"]
    program = syscalls.assemble("python", machine)
    assert outcome(program, machine.audit, 0x40000000 | 1) == 0x50000 | errno.ENOSYS


def test_processes_and_threads_are_made_without_name_spaces(machine: Machine) -> None:
    assert ask(machine, "clone", 17) == ALLOW
    assert ask(machine, "clone", 0x3D0F00) == ALLOW, "a thread"
    for bit in (7, 17, 25, 26, 27, 28, 29, 30):
        assert ask(machine, "clone", 1 << bit | 17) == 0x50000 | errno.EPERM


def test_sockets_are_unix_sockets(machine: Machine) -> None:
    for call in ("socket", "socketpair"):
        assert ask(machine, call, 1, 1) == ALLOW
        for family in (2, 10, 16, 17, 38):
            assert ask(machine, call, family, 1) == 0x50000 | errno.EAFNOSUPPORT


def test_nobody_types_into_a_terminal(machine: Machine) -> None:
    assert ask(machine, "ioctl", 0, 0x5413) == ALLOW
    assert ask(machine, "ioctl", 0, 0x5412) == 0x50000 | errno.EPERM


def test_bots_in_other_languages_get_what_they_need_beside_that(machine: Machine) -> None:
    assert "pkey_alloc" not in numbers("python", machine)
    assert ask(machine, "pkey_alloc", language="node") == ALLOW


@pytest.mark.parametrize("name", MACHINES)
def test_the_numbers_are_the_kernel_s(name: str) -> None:
    header, pattern = HEADERS[name]
    if not header.exists():
        pytest.skip(f"{header} is not installed")
    known = {call: int(number) for call, number in re.findall(pattern, header.read_text())}
    known.setdefault("newfstatat", known.get("fstatat", -1))
    for language in ("python", "node"):
        for call, number in numbers(language, MACHINES[name]).items():
            assert known[call] == number, call


def test_an_unknown_machine_has_no_filter() -> None:
    assert syscalls.filter_of("python", "sparc") is None
