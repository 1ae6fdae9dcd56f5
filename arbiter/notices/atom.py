"""Notices as an Atom feed."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final
from xml.etree import ElementTree

from pentarch.arbiter.notices.messages import Notice

CONTENT_TYPE: Final = "application/atom+xml; charset=utf-8"
_SPACE: Final = "http://www.w3.org/2005/Atom"
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def feed(name: str, title: str, address: str, notices: Sequence[Notice]) -> bytes:
    """A feed, newest first. `name` is what it is called for ever, wherever it is served."""
    root = ElementTree.Element("feed", xmlns=_SPACE)
    _add(root, "id", f"tag:pentarch,2026:{name}")
    _add(root, "title", title)
    _add(root, "updated", _time(notices[0].time if notices else _EPOCH))
    ElementTree.SubElement(root, "link", rel="self", href=address)
    _add(ElementTree.SubElement(root, "author"), "name", "Pentarch")
    for notice in notices:
        entry = ElementTree.SubElement(root, "entry")
        _add(entry, "id", f"tag:pentarch,2026:notice/{notice.id}")
        _add(entry, "title", notice.text)
        _add(entry, "updated", _time(notice.time))
        ElementTree.SubElement(entry, "category", term=notice.kind.value)
        _add(entry, "content", notice.text).set("type", "text")
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root)


def _add(parent: ElementTree.Element, tag: str, text: str) -> ElementTree.Element:
    made = ElementTree.SubElement(parent, tag)
    # XML has no way to write most control characters.
    made.text = "".join(letter for letter in text if letter >= " " or letter in "\t\n")
    return made


def _time(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
