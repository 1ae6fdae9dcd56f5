"""The ledger of a node: which of its processes live, and which leases each of them holds.

It is memory that the node shares with the processes forked from it. Each of them has a place in it,
where it writes its leases down and marks again and again that it lives; the node reads all places,
renews the leases, and writes beside those that are gone that they are. Every word has one writer,
and a lease is named by match and epoch, which no other lease ever has: nobody waits for anybody.
"""

import mmap
import os
import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from pentarch.arbiter.store.leases import Held, Lease

ROOM: Final = 64
"""Leases that a process may hold at a time: more than a window."""
_LONGEST_NAME: Final = 64
# The words of a place: process id, when it marked itself, the length of its name, its name, leases.
_PID, _MARK, _LENGTH, _NAME = range(4)
_LEASES: Final = _NAME + _LONGEST_NAME // 8
# The words of a lease: match and epoch, and the same again from the node when it is gone.
_MATCH, _EPOCH, _GONE_MATCH, _GONE_EPOCH, _LEASE_SIZE = range(5)
_SIZE: Final = _LEASES + ROOM * _LEASE_SIZE


@dataclass(frozen=True)
class Holder:
    """A process that runs: for how many seconds it has not marked itself, and the leases it holds
    with where they are written."""

    name: str
    silence: float
    leases: Mapping[Held, int]


class Ledger:
    """The memory of a node. Made before its processes are forked, who then share it."""

    def __init__(self, places: int) -> None:
        self._places: Final = range(places)
        self._words: Final = memoryview(mmap.mmap(-1, 8 * _SIZE * places)).cast("q")

    def place(self, number: int, name: str) -> "Place":
        """Take a place for this process. Whoever had it before has ended."""
        return Place(self._words[number * _SIZE : (number + 1) * _SIZE], name)

    def holders(self) -> list[Holder]:
        """The processes that have a place and have not ended."""
        found = (self._holder(number * _SIZE) for number in self._places)
        return [holder for holder in found if holder is not None]

    def names(self) -> set[str]:
        """What these processes are called."""
        return {holder.name for holder in self.holders()}

    def take_away(self, lease: Held, at: int) -> None:
        """Let a process know that a lease is gone that it has written down there."""
        match_id, epoch = lease
        self._words[at + _GONE_EPOCH] = epoch
        self._words[at + _GONE_MATCH] = match_id

    def _holder(self, start: int) -> Holder | None:
        words = self._words
        pid, marked = words[start + _PID], words[start + _MARK]
        if not pid or not _is_there(pid):
            return None
        text = words[start + _NAME : start + _LEASES].tobytes()[: words[start + _LENGTH]]
        read = words[start + _LEASES : start + _SIZE].tolist()
        places = range(start + _LEASES, start + _SIZE, _LEASE_SIZE)
        found = zip(places, read[_MATCH::_LEASE_SIZE], read[_EPOCH::_LEASE_SIZE], strict=True)
        leases: dict[Held, int] = {
            (match_id, epoch): at
            for at, match_id, epoch in found
            # Read twice: another lease may have been written over this one meanwhile.
            if match_id and words[at + _MATCH] == match_id
        }
        if words[start + _PID] != pid:
            return None
        return Holder(text.decode(), (time.monotonic_ns() - marked) / 1e9, leases)


class Place:
    """A process's part of the ledger. Safe to share between its threads."""

    def __init__(self, words: memoryview, name: str) -> None:
        self.lost: Final[set[int]] = set()
        """Matches that were taken away, since they were last held."""
        self._words: Final = words
        self._held: Final[dict[int, int]] = {}
        """Where the leases are written down, by match."""
        self._lock: Final = threading.Lock()
        text = name.encode()
        if len(text) > _LONGEST_NAME:
            raise ValueError(f"the name of a process has at most {_LONGEST_NAME} bytes: {name}")
        words[_PID] = 0
        for at in range(_LEASES, _SIZE):
            words[at] = 0
        words[_LENGTH] = len(text)
        padded = text.ljust(_LONGEST_NAME, b"\0")
        words[_NAME:_LEASES] = memoryview(padded).cast("q")
        self.mark()
        words[_PID] = os.getpid()

    def mark(self) -> None:
        """This process lives."""
        self._words[_MARK] = time.monotonic_ns()

    def hold(self, leases: Iterable[Lease]) -> None:
        """Have these kept alive from now on."""
        with self._lock:
            taken = set(self._held.values())
            free = (at for at in range(_LEASES, _SIZE, _LEASE_SIZE) if at not in taken)
            for lease in leases:
                at = self._held.get(lease.match_id) or next(free, 0)
                if not at:
                    raise ValueError(f"a process holds at most {ROOM} leases")
                self._words[at + _MATCH] = 0
                self._words[at + _EPOCH] = lease.epoch
                self._words[at + _MATCH] = lease.match_id
                self._held[lease.match_id] = at
                self.lost.discard(lease.match_id)

    def release(self, match_id: int) -> None:
        """The match is over here."""
        with self._lock:
            self._drop(match_id)

    def clear(self) -> None:
        """Everything is over here."""
        with self._lock:
            for match_id in list(self._held):
                self._drop(match_id)

    def taken_away(self) -> list[int]:
        """The matches that were taken away since this was last asked. They are held no longer."""
        with self._lock:
            gone = [match_id for match_id, at in self._held.items() if self._is_gone(at)]
            for match_id in gone:
                self._drop(match_id)
            self.lost.update(gone)
        return gone

    def leave(self) -> None:
        """This process ends."""
        self._words[_PID] = 0

    def _is_gone(self, at: int) -> bool:
        gone = self._words[at + _GONE_MATCH], self._words[at + _GONE_EPOCH]
        return gone == (self._words[at + _MATCH], self._words[at + _EPOCH])

    def _drop(self, match_id: int) -> None:
        at = self._held.pop(match_id, None)
        if at is not None:
            self._words[at + _MATCH] = 0


def _is_there(pid: int) -> bool:
    """Whether a process has not ended, or has and was not collected yet: then its silence shows."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
