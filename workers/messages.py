"""Messages that wait at the broker, taken from there without Celery's help."""

from typing import Any, Final

_TRIES: Final = 1


# Any: connections of kombu, which is hardly typed.
def take(connection: Any, queue: str) -> list[int]:
    """The matches of the next message; empty if none waits.

    It is acknowledged at once: what its taker does not finish is found by the sweep. Raises what
    the broker's client does when the broker is away.
    """
    connection.ensure_connection(max_retries=_TRIES)
    channel = connection.default_channel
    message = channel.basic_get(queue, no_ack=True)
    if message is None:
        return []
    body = channel.message_to_python(message).decode()
    arguments: list[list[int]] = body[0]
    return arguments[0]


def take_several(connection: Any, queue: str, least: int) -> list[int]:
    """The matches of so many of the next messages that there are at least as many, if there are."""
    found: list[int] = []
    while len(found) < least and (more := take(connection, queue)):
        found += more
    return found
