"""Tasks at the broker, sent and taken as Celery does it, without a Celery worker around them."""

from typing import Any, Final

from celery import Celery

from pentarch.workers.messages import take, take_several


class Tasks:
    """The way to the broker."""

    def __init__(self, app: Celery) -> None:
        self._app: Final = app
        self._connection: Final[Any] = app.connection_for_read()

    def take(self, queue: str) -> list[int]:
        """The matches of the next task; empty if none waits."""
        return take(self._connection, queue)

    def take_several(self, queue: str, least: int) -> list[int]:
        """The matches of as many of the next tasks as are needed for so many, if there are."""
        return take_several(self._connection, queue, least)

    def waiting(self, queue: str) -> int:
        """How many tasks wait."""
        channel = self._connection.default_channel
        try:
            return int(channel.queue_declare(queue, passive=True).message_count)
        except self._connection.channel_errors:
            # Nothing was ever put into it.
            return 0

    def play(self, match_ids: list[int], *, urgent: bool = False) -> None:
        """Have matches played."""
        self._app.send_task("pentarch.workers.tasks.play", [match_ids], priority=0 if urgent else 5)

    def verify(self, match_ids: list[int]) -> None:
        """Have records verified."""
        self._app.send_task("pentarch.workers.tasks.verify", [match_ids], priority=5)

    def validate(self) -> None:
        """A fleet has nothing to validate."""

    def analyse(self) -> None:
        """A fleet has nothing to analyse."""
