"""The byte form of record files: the magic word, a format byte, and sections.

A section is a tag byte, a length (four bytes, little-endian), a checksum (eight bytes of BLAKE2b
over tag, length and payload) and the payload. `record.py` says what the sections hold.
"""

import hashlib
import zlib
from typing import Final

from pentarch.engine.core import Seat
from pentarch.engine.errors import DamagedRecord

MAGIC: Final = b"PENTARCH"
FORMAT: Final = 3
MOST_STEPS: Final = 1_000_000
_MOST_BYTES: Final = 64 * 1024 * 1024
_CHECK_BYTES: Final = 8
_SECTION_HEAD: Final = 1 + 4 + _CHECK_BYTES
PARTS: Final = {
    b"H": "header",
    b"S": "steps",
    b"D": "digests",
    b"O": "outcome",
    b"A": "annotations",
}


def section(tag: bytes, payload: bytes) -> bytes:
    """A section of a file."""
    head = tag + len(payload).to_bytes(4, "little")
    return head + _checksum(head, payload) + payload


def _checksum(head: bytes, payload: bytes) -> bytes:
    return hashlib.blake2b(head + payload, digest_size=_CHECK_BYTES).digest()


def deflate(data: bytes) -> bytes:
    """A payload, smaller."""
    return zlib.compress(data, 9)


def inflate(data: bytes, part: str) -> bytes:
    """What was deflated. Raises DamagedRecord."""
    engine = zlib.decompressobj()
    try:
        result = engine.decompress(data, _MOST_BYTES)
    except zlib.error as error:
        raise DamagedRecord(part, "cannot be decompressed") from error
    if not engine.eof or engine.unused_data:
        raise DamagedRecord(part, "cannot be decompressed")
    return result


def pack_steps(steps: "list[tuple[Seat, int]]", seats: int) -> bytes:
    """Seats and command numbers as varints of `number * seats + seat`."""
    packed = bytearray()
    for seat, number in steps:
        value = number * seats + seat
        while value >= 0x80:
            packed.append(0x80 | (value & 0x7F))
            value >>= 7
        packed.append(value)
    return bytes(packed)


def unpack_steps(packed: bytes, seats: int) -> "list[tuple[Seat, int]]":
    """The steps that were packed. Raises DamagedRecord."""
    steps: list[tuple[Seat, int]] = []
    value, shift = 0, 0
    for byte in packed:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte & 0x80:
            if shift > 56:
                raise DamagedRecord("steps", f"step {len(steps) + 1} is not a number")
            continue
        steps.append((value % seats, value // seats))
        value, shift = 0, 0
    if shift:
        raise DamagedRecord("steps", "the last step is cut off")
    if len(steps) > MOST_STEPS:
        raise DamagedRecord("steps", "there are too many")
    return steps


def split(data: bytes) -> "tuple[dict[bytes, bytes], DamagedRecord | None]":
    """The sections by tag, and the first damage that still lets them be told apart."""
    if data[: len(MAGIC)] != MAGIC:
        raise DamagedRecord("magic word", "this is not a Pentarch record")
    at = len(MAGIC) + 1
    if len(data) < at:
        raise DamagedRecord("format", "the file ends here")
    if data[at - 1] != FORMAT:
        # A later format and a damaged byte look the same from here.
        raise DamagedRecord("format", f"{data[at - 1]} is not known, this engine reads {FORMAT}")
    sections: dict[bytes, bytes] = {}
    damage: DamagedRecord | None = None
    while at < len(data):
        tag = data[at : at + 1]
        part = PARTS.get(tag, "section")
        head = data[at : at + 5]
        length = int.from_bytes(head[1:], "little")
        payload = data[at + _SECTION_HEAD : at + _SECTION_HEAD + length]
        if len(head) < 5 or len(payload) < length:
            raise damage or DamagedRecord(part, f"the file ends inside the section at byte {at}")
        if tag not in PARTS or tag in sections:
            raise damage or DamagedRecord(part, f"there is no such section here (byte {at})")
        if _checksum(head, payload) != data[at + 5 : at + _SECTION_HEAD] and damage is None:
            damage = DamagedRecord(part, "the checksum does not fit")
        sections[tag] = payload
        at += _SECTION_HEAD + length
    return sections, damage
