"""Control groups: version 1 for real, version 2 as far as this machine has it."""

import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pentarch.workers import user_ids
from pentarch.workers.delays import Delay, RunDelay
from pentarch.workers.groups import Group, NoGroups, Share
from pentarch.workers.groups.brakes import FreezerBrake, UnifiedBrake
from pentarch.workers.groups.hierarchy import UNIFIED, own_groups
from pentarch.workers.groups.kernel import PREFIX
from pentarch.workers.groups.v1 import V1Way
from pentarch.workers.groups.v2 import V2Way

SHARE = Share(memory=64 << 20, tasks=8)
SPINS = "import os\nif os.fork(): print('on', flush=True)\nwhile True: pass"
GROWS = "x = bytearray(b'x') * (200 << 20)"
PATIENCE = 60.0


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def v1_bases() -> dict[str, Path]:
    bases = {name: base for name, base in own_groups().items() if name != UNIFIED}
    if os.geteuid() != 0 or "memory" not in bases:
        pytest.skip("only root has groups of version 1, where the machine has them")
    return bases


def ways() -> list[str]:
    return ["version 1 alone", "version 1 and 2"]


@pytest.fixture(params=ways())
def way(request: pytest.FixtureRequest) -> V1Way:
    bases = v1_bases()
    if request.param == "version 1 and 2":
        bases[UNIFIED] = own_groups()[UNIFIED]
    return V1Way(bases)


@pytest.fixture
def group(way: V1Way, collected: None) -> Iterator[Group]:
    slot = user_ids.claim()
    made = way.make(slot.number, SHARE)
    try:
        yield made
    finally:
        made.end()
        slot.free()


_started: list["subprocess.Popen[bytes]"] = []


@pytest.fixture(autouse=True)
def collected() -> Iterator[None]:
    """Whatever was started has ended with its group, and is waited for."""
    yield
    while _started:
        process = _started.pop()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def inside(group: Group, script: str) -> "subprocess.Popen[bytes]":
    """A Python in the group."""
    enter = 'for e; do echo 0 > "$e"; done; exec "$PYTHON" -c "$SCRIPT"'
    line = ["sh", "-c", enter, "enter", *map(str, group.entrances)]
    variables = {**os.environ, "PYTHON": sys.executable, "SCRIPT": script}
    _started.append(subprocess.Popen(line, env=variables, stdout=subprocess.PIPE))
    return _started[-1]


def spinning(group: Group) -> "subprocess.Popen[bytes]":
    process = inside(group, SPINS)
    assert process.stdout is not None
    assert process.stdout.readline() == b"on\n"
    return process


def test_cpu_time_of_ended_processes_counts(group: Group) -> None:
    script = (
        "import os, time\n"
        "if os.fork() == 0:\n"
        "    while time.process_time() < 0.2: pass\n"
        "    os._exit(0)\n"
        "os.wait()"
    )
    assert inside(group, script).wait() == 0
    assert group.cpu() >= 0.2


def test_a_frozen_group_does_not_run_and_a_thawed_one_does(group: Group) -> None:
    spinning(group)
    group.freeze()

    def rests() -> bool:
        before = group.cpu()
        time.sleep(0.02)
        return group.cpu() == before

    until(rests)
    before = group.cpu()
    group.thaw()
    until(lambda: group.cpu() > before)


@pytest.mark.parametrize("is_frozen", [False, True])
def test_a_group_ends_as_a_whole(way: V1Way, is_frozen: bool) -> None:
    slot = user_ids.claim()
    group = way.make(slot.number, SHARE)
    process = spinning(group)
    if is_frozen:
        group.freeze()
    entrances = group.entrances
    group.end()
    slot.free()
    assert process.wait() == -signal.SIGKILL
    assert [place for place in entrances if place.parent.exists()] == []


def test_memory_beyond_the_limit_is_not_had(group: Group) -> None:
    assert group.overuse() == ""
    assert inside(group, GROWS).wait() == -signal.SIGKILL
    assert "memory" in group.overuse()


def test_processes_beyond_the_limit_are_not_had(group: Group) -> None:
    script = (
        "import os, sys, time\n"
        "for n in range(100):\n"
        "    try:\n"
        "        if os.fork() == 0: time.sleep(600)\n"
        "    except OSError: sys.exit(n)"
    )
    assert inside(group, script).wait() == SHARE.tasks - 1


def test_waiting_for_a_core_is_seen(group: Group) -> None:
    """Two that spin on one core wait for each other, but one of them always runs."""
    pinned = "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\n"
    first = subprocess.Popen([sys.executable, "-c", pinned + "while True: pass"])
    try:
        process = inside(group, pinned + SPINS)
        assert process.stdout is not None
        process.stdout.readline()
        before = group.delay()
        until(lambda: group.delay().since(before) > 0.05)
    finally:
        first.kill()
        first.wait()


def test_what_a_killed_worker_left_behind_is_cleaned_by_the_next(way: V1Way) -> None:
    script = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from tests.workers.test_groups import SHARE, spinning\n"
        "from pentarch.workers import user_ids\n"
        "from pentarch.workers.groups.v1 import V1Way\n"
        "bases = {name: Path(place) for name, place in (a.split('=') for a in sys.argv[1:])}\n"
        "slot = user_ids.claim()\n"
        "group = V1Way(bases).make(slot.number, SHARE)\n"
        "process = spinning(group)\n"
        "group.freeze()\n"
        "print(slot.number, process.pid, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    bases = [f"{name}={base}" for name, base in way.bases.items()]
    # What it leaves behind keeps its standard error open.
    killed = subprocess.run(
        [sys.executable, "-c", script, *bases],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=False,
    )
    number, pid = killed.stdout.split()
    # Whoever starts a bot on this machine now cleans as well, and may be first.
    way.clean()
    until(lambda: not is_alive(int(pid)))
    until(lambda: not (way.bases["pids"] / f"{PREFIX}{number}").exists())


def is_alive(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def test_groups_of_living_workers_are_left_alone(way: V1Way) -> None:
    slot = user_ids.claim()
    group = way.make(slot.number, SHARE)
    assert f"{PREFIX}{slot.number}" not in way.clean()
    group.end()
    slot.free()


def test_a_way_without_its_controllers_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoGroups, match="no control groups for memory, pids"):
        V1Way({"cpu": tmp_path, "cpuacct": tmp_path, "freezer": tmp_path})
    with pytest.raises(NoGroups, match="is not delegated"):
        V2Way(tmp_path)


def test_version_2_freezes_and_kills(tmp_path: Path) -> None:
    """A group of version 2 without controllers, which this machine need not have."""
    base = own_groups().get(UNIFIED)
    if base is None or not os.access(base, os.W_OK):
        pytest.skip("this user may not make groups of version 2")
    folder = base / f"pentarch-test-{secrets.token_hex(4)}"
    folder.mkdir()
    brake = UnifiedBrake(folder)
    process = subprocess.Popen(
        ["sh", "-c", 'echo 0 > "$1"; echo; exec sleep 600', "x", str(folder / "cgroup.procs")],
        stdout=subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        process.stdout.readline()
        brake.freeze()
        until(lambda: "frozen 1" in (folder / "cgroup.events").read_text())
        brake.thaw()
        until(lambda: "frozen 0" in (folder / "cgroup.events").read_text())
        brake.freeze()
        brake.kill()
        assert process.wait() == -signal.SIGKILL
    finally:
        process.kill()
        process.communicate()
        brake.close()
        until(lambda: "populated 0" in (folder / "cgroup.events").read_text())
        folder.rmdir()


def test_the_first_version_s_brake_is_used_where_there_is_no_other() -> None:
    bases = v1_bases()
    folder = bases["freezer"] / f"pentarch-test-{secrets.token_hex(4)}"
    folder.mkdir()
    brake = FreezerBrake(folder)
    assert brake.delay() == (None, 0.0)
    brake.close()
    folder.rmdir()


def test_of_tasks_that_wait_together_one_counts() -> None:
    delay = RunDelay()
    mine = os.getpid()
    first = delay.read([mine])
    assert delay.read([mine, mine]) >= first
    assert delay.read([]) == delay.read([2**22 + 1])
    delay.close()


def test_a_tree_is_not_kept_from_running_by_itself() -> None:
    """Its tasks may wait for each other as long as they like: one of them runs."""
    assert Delay(7.0, 9.0).since(Delay(7.0, 1.0)) == 0.0
    assert Delay(7.5, 9.0).since(Delay(7.0, 8.75)) == 0.5
    assert Delay(None, 9.0).since(Delay(None, 1.0)) == 8.0


def test_waiting_is_seen_whatever_cores_it_is_on(group: Group) -> None:
    """What always wants to run either runs or is kept from it, also while it is moved about."""
    cores = sorted(os.sched_getaffinity(0))
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in cores]
    try:
        process = inside(group, "print('on', flush=True)\nwhile True: pass")
        assert process.stdout is not None
        process.stdout.readline()
        began, cpu, delay = time.perf_counter(), group.cpu(), group.delay()
        while (waited := time.perf_counter() - began) < 1.0:
            os.sched_setaffinity(process.pid, {cores[round(waited / 0.02) % len(cores)]})
            time.sleep(0.005)
        idle = time.perf_counter() - began - (group.cpu() - cpu) - group.delay().since(delay)
        assert idle < 0.2
    finally:
        for process in busy:
            process.kill()
            process.wait()
