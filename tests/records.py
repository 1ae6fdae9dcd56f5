"""Records taken apart and put together again, for tests that forge them."""

import zlib
from collections.abc import Callable

from pentarch.engine import sections as codec
from pentarch.engine.plain import Json, canonical, parse

Parts = dict[bytes, bytes]


def parts_of(data: bytes) -> Parts:
    """The payloads of a record by tag."""
    parts: Parts = {}
    at = 9
    while at < len(data):
        length = int.from_bytes(data[at + 1 : at + 5], "little")
        parts[data[at : at + 1]] = data[at + 13 : at + 13 + length]
        at += 13 + length
    return parts


def joined(parts: Parts) -> bytes:
    """A record with these payloads and right checksums."""
    sections = [codec.section(tag, payload) for tag, payload in parts.items()]
    return b"".join([codec.MAGIC, bytes([codec.FORMAT]), *sections])


def changed(data: bytes, tag: bytes, change: Callable[[dict[str, Json]], None]) -> bytes:
    """The record with a JSON part changed, and all checksums right."""
    parts = parts_of(data)
    value = parse(zlib.decompress(parts[tag]), "a part")
    assert isinstance(value, dict)
    change(value)
    parts[tag] = zlib.compress(canonical(value), 9)
    return joined(parts)
