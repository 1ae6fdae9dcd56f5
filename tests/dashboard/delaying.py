"""A server that answers late: a proxy on loopback that holds back what the dashboard sends."""

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from random import Random

from tests.waiting import PATIENCE

CHUNK = 1 << 16
# What runs a script again, and what takes up a file. The files of the page itself come at once.
SLOW = (b"GET /_stcore/stream", b"PUT /_stcore/upload_file")


class Delays:
    """Between a browser and a server: each piece of an answer comes up to `most` seconds late,
    by chance, and none overtakes another."""

    def __init__(self, target: int) -> None:
        self.most = 0.0
        self._target = target
        self._random = Random(0)
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._thread.start()
        assert self._ready.wait(PATIENCE)

    def begin(self, seed: int, most: float) -> None:
        """Delay from now on, by the chance of a seed."""
        self._random = Random(seed)
        self.most = most

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """Without delays for the time of the block."""
        most, self.most = self.most, 0.0
        try:
            yield
        finally:
            self.most = most

    def close(self) -> None:
        """End it with all its connections."""
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(PATIENCE)

    async def _serve(self) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._ready.set()
        await self._end.wait()
        server.close()

    async def _connect(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        far, forth = await asyncio.open_connection("127.0.0.1", self._target)
        slow = asyncio.Event()
        try:
            await asyncio.gather(_pass_on(near, forth, slow), self._hold_back(far, back, slow))
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            forth.close()
            back.close()

    async def _hold_back(
        self, far: asyncio.StreamReader, back: asyncio.StreamWriter, slow: asyncio.Event
    ) -> None:
        pieces: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        sending = asyncio.create_task(self._send(pieces, back))
        piece = b"?"
        while piece:
            piece = await far.read(CHUNK)
            delay = self._random.uniform(0.0, self.most) if slow.is_set() else 0.0
            pieces.put_nowait((self._loop.time() + delay, piece))
        await sending

    async def _send(
        self, pieces: "asyncio.Queue[tuple[float, bytes]]", back: asyncio.StreamWriter
    ) -> None:
        while True:
            due, piece = await pieces.get()
            await asyncio.sleep(max(0.0, due - self._loop.time()))
            if not piece or back.is_closing():
                back.close()
                return
            back.write(piece)


async def _pass_on(
    near: asyncio.StreamReader, forth: asyncio.StreamWriter, slow: asyncio.Event
) -> None:
    while piece := await near.read(CHUNK):
        if piece.startswith(SLOW):
            slow.set()
        forth.write(piece)
    forth.close()
