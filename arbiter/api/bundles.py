"""Bundles on their way to whoever asks for one: packed into a file, sent piece by piece."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable
from typing import IO, Final

from sqlalchemy.orm import Session

from pentarch.arbiter.api.desk import Desk
from pentarch.arbiter.competition.bundle.signature import Signer

_CHUNK: Final = 256 << 10


async def pieces(
    desk: Desk, write: Callable[[Session, Signer, IO[bytes]], object]
) -> AsyncIterator[bytes]:
    """What `write` writes with the arbiter's signature."""

    def pack(session: Session) -> IO[bytes]:
        file = tempfile.TemporaryFile()  # noqa: SIM115 - closed when it is sent
        try:
            write(session, Signer(desk.data), file)
        except BaseException:
            file.close()
            raise
        file.seek(0)
        return file

    with await desk.read(pack) as file:
        while chunk := await asyncio.to_thread(file.read, _CHUNK):
            yield chunk
