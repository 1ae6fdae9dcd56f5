"""Programs that end with whoever started them: begun safely beside threads, and as any other."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import grpc

from pentarch.workers.process_tree import leashed
from tests.threads import Background

CALLERS = 3
STARTS = 120
ECHO = "/test/Echo"


class Echo(grpc.GenericRpcHandler):
    def service(
        self, handler_call_details: grpc.HandlerCallDetails
    ) -> "grpc.RpcMethodHandler[bytes, bytes]":
        return grpc.unary_unary_rpc_method_handler(lambda request, _: request)


def test_programs_start_while_other_threads_are_in_grpc() -> None:
    """Of programs that a forked process was to execute, one in twenty-five was aborted here."""
    with ThreadPoolExecutor(CALLERS) as pool:
        server = grpc.server(pool)
        server.add_generic_rpc_handlers((Echo(),))
        address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
        server.start()
        over = Event()

        def call() -> None:
            while not over.is_set():
                with grpc.insecure_channel(address) as channel:
                    echo = channel.unary_unary(ECHO, bytes, bytes)
                    for _ in range(50):
                        assert echo(b"said") == b"said"

        callers = [Background(call) for _ in range(CALLERS)]
        try:
            line = leashed(["true"])
            codes = [subprocess.run(line, check=False).returncode for _ in range(STARTS)]
        finally:
            over.set()
            for caller in callers:
                caller.result()
            server.stop(None).wait()
    assert codes == [0] * STARTS


def test_a_program_finds_its_signals_as_any_other_does() -> None:
    """Of Python's own signals none stays ignored: a pipe nobody reads ends who writes into it."""
    # By its path, as the leash is: newer Pythons start that in another way than what they look for.
    line = ["/bin/sh", "-c", "grep -E 'Sig(Ign|Blk)' /proc/self/status"]
    plain = subprocess.run(line, capture_output=True, text=True, check=True)
    ours = subprocess.run(leashed(line), capture_output=True, text=True, check=True)
    assert ours.stdout == plain.stdout != ""


def test_whoever_was_started_too_late_does_not_begin() -> None:
    """The leash names who holds it: one that was killed meanwhile sends no signal any more."""
    line = leashed(["echo", "begun"])
    script = "import subprocess, sys; sys.exit(subprocess.run(sys.argv[1:]).returncode)"
    orphan = subprocess.run(
        [sys.executable, "-c", script, *line], capture_output=True, text=True, check=False
    )
    assert (orphan.returncode, orphan.stdout) == (1, "")
    assert "has ended" in orphan.stderr
