"""Threads of tests: what goes wrong in one fails the test that started it."""

import threading
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from types import TracebackType
from typing import Any, Final, Generic, TypeVar

from tests.waiting import PATIENCE

T = TypeVar("T")


class Background(Generic[T]):
    """Work in a thread of its own, begun at once.

    As a context it waits for the work at the end of the block. Otherwise `result` does. A failure
    that nobody asked for fails the test all the same: see `unheard`.
    """

    def __init__(self, work: Callable[[], T]) -> None:
        self._work: Final = work
        self._future: Final[Future[T]] = Future()
        self._is_heard = False
        with _lock:
            _begun.append(self)
        threading.Thread(target=self._run, daemon=True).start()

    @property
    def is_over(self) -> bool:
        """Whether the work is done or has failed."""
        return self._future.done()

    @property
    def failure(self) -> BaseException | None:
        """What the work has raised and nobody has heard of."""
        if self._is_heard or not self.is_over:
            return None
        return self._future.exception()

    def result(self) -> T:
        """Wait for the work and give what it gave. Raises what it raised."""
        try:
            return self._future.result(PATIENCE)
        finally:
            self._is_heard = True

    def __enter__(self) -> "Background[T]":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self.result()
        elif self.failure is not None:
            # What the block ran into is most likely the consequence.
            error.add_note(told(self.failure))
            self._is_heard = True

    def _run(self) -> None:
        try:
            self._future.set_result(self._work())
        except BaseException as error:
            self._future.set_exception(error)


_begun: Final[list[Background[Any]]] = []
_lock: Final = threading.Lock()


def unheard() -> list[BaseException]:
    """The failures of threads begun since the last call that nobody has heard of."""
    with _lock:
        over = [one for one in _begun if one.is_over]
        _begun[:] = [one for one in _begun if one not in over]
    return [one.failure for one in over if one.failure is not None]


def told(error: BaseException) -> str:
    """A failure of a thread, with its traceback."""
    return "in a thread of the test:\n" + "".join(traceback.format_exception(error))
