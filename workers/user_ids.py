"""User ids: every bot process of a host has one of its own, by its slot, while it runs.

The kernel counts processes by user id. Two bots with one id would use up each other's share.
"""

import secrets
import socket
from typing import Final

SLOTS: Final = 1_000


class UserSlot:
    """A claimed slot. The kernel frees it when the process that claimed it dies."""

    def __init__(self, number: int, held: socket.socket) -> None:
        self.number: Final = number
        self._held: Final = held

    def free(self) -> None:
        """Let others have it."""
        self._held.close()


def claim() -> UserSlot:
    """A slot that nobody on this host has."""
    # Begun at random: the processes of a bot that has just ended may still be going away.
    first = secrets.randbelow(SLOTS)
    for offset in range(SLOTS):
        slot = claim_number((first + offset) % SLOTS)
        if slot is not None:
            return slot
    raise RuntimeError(f"{SLOTS} bots run on this host already")


def claim_number(number: int) -> UserSlot | None:
    """This very slot, or None if somebody has it."""
    held = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        # A name without a file: it is taken exactly as long as the socket is open.
        held.bind(f"\0pentarch-slot-{number}")
    except OSError:
        held.close()
        return None
    return UserSlot(number, held)
