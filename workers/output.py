"""What a bot writes to standard error: the last lines of each decision, bounded in all."""

from collections import deque
from typing import Final

MOST_LINES: Final = 40
MOST_LINES_EACH: Final = 20
MOST_LINE: Final = 2000
MOST_TEXT: Final = 48 * 1024
_DROPPED: Final = "(earlier lines were dropped)"


class Output:
    """The output of one bot in one match. Decision 0 is everything before the first one."""

    def __init__(self) -> None:
        self._parts: Final[deque[tuple[int, deque[str]]]] = deque()
        self._decision = 0
        self._partial = b""
        self._size = 0
        self._is_cut = False

    def begin(self, decision: int) -> None:
        """What comes from now on belongs to this decision."""
        self._end_line()
        self._decision = decision

    def feed(self, chunk: bytes) -> None:
        """Bytes that the bot wrote."""
        *lines, self._partial = (self._partial + chunk).split(b"\n")
        self._partial = self._partial[-MOST_LINE:]
        # Of a flood only the end can be kept: the rest is not even decoded.
        for line in lines[-MOST_LINES_EACH:]:
            self._add(line[:MOST_LINE].decode("utf-8", "replace"))

    @property
    def last(self) -> list[str]:
        """The last lines of all, as evidence."""
        shown = [line for _, lines in list(self._parts)[-MOST_LINES:] for line in lines]
        if self._partial:
            shown.append(self._partial.decode("utf-8", "replace"))
        return shown[-MOST_LINES:]

    def text(self) -> str:
        """All that was kept, with the decisions it belongs to; empty if the bot wrote nothing."""
        self._end_line()
        shown = [_DROPPED] if self._is_cut else []
        for decision, lines in self._parts:
            shown.append(f"[decision {decision}]" if decision else "[start]")
            shown += lines
        return "\n".join(shown)

    def _end_line(self) -> None:
        if self._partial:
            line, self._partial = self._partial, b""
            self._add(line.decode("utf-8", "replace"))

    def _add(self, line: str) -> None:
        if not self._parts or self._parts[-1][0] != self._decision:
            self._parts.append((self._decision, deque()))
        lines = self._parts[-1][1]
        lines.append(line)
        self._size += len(line) + 1
        if len(lines) > MOST_LINES_EACH:
            self._drop(lines)
        while self._size > MOST_TEXT:
            self._drop(self._parts[0][1])
            if not self._parts[0][1]:
                self._parts.popleft()

    def _drop(self, lines: deque[str]) -> None:
        self._size -= len(lines.popleft()) + 1
        self._is_cut = True
