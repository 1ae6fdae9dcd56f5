"""A notice as the bodies that are posted, and the signature that goes with ours."""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from pentarch.arbiter.notices.kinds import NoticeKind, Way
from pentarch.engine.plain import Json, canonical

MOST_TEXT: Final = 1500
"""Characters of a notice's text that are posted: Discord takes 2000."""
_SLACK: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


@dataclass(frozen=True)
class Notice:
    """Something that people are told: one sentence, and the same as facts for programs."""

    id: int
    kind: NoticeKind
    subject: str
    text: str
    facts: Mapping[str, Json]
    time: datetime


@dataclass(frozen=True)
class Parcel:
    """A notice on its way to one address. `delivery` stays the same when it is tried again."""

    delivery: int
    tries: int
    way: Way
    address: str
    secret: str
    notice: Notice


def body(parcel: Parcel) -> bytes:
    """What is posted, as JSON."""
    text = parcel.notice.text[:MOST_TEXT]
    match parcel.way:
        case Way.SLACK:
            # What stands between < and > would be read as links and mentions.
            return canonical({"text": text.translate(_SLACK)})
        case Way.DISCORD:
            return canonical({"content": text, "allowed_mentions": {"parse": []}})
        case _:
            return canonical(plain(parcel.notice) | {"delivery": parcel.delivery})


def plain(notice: Notice) -> "dict[str, Json]":
    """A notice for programs."""
    return {
        "notice": notice.id,
        "kind": notice.kind.value,
        "subject": notice.subject,
        "text": notice.text,
        "facts": dict(notice.facts),
        "time": notice.time.isoformat(),
    }


def signature(secret: str, timestamp: int, content: bytes) -> str:
    """HMAC-SHA256 over the time and the body, as the header `Pentarch-Signature` has it."""
    signed = b"%d." % timestamp + content
    return f"v1={hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()}"


def headers(parcel: Parcel, timestamp: int, content: bytes) -> dict[str, str]:
    """The headers that go with a body. Only our own form is signed: the others know no secret."""
    found = {"Content-Type": "application/json", "User-Agent": "Pentarch"}
    if parcel.way is not Way.WEBHOOK:
        return found
    return found | {
        "Pentarch-Delivery": str(parcel.delivery),
        "Pentarch-Try": str(parcel.tries),
        "Pentarch-Timestamp": str(timestamp),
        "Pentarch-Signature": signature(parcel.secret, timestamp, content),
    }
