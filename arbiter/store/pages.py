"""Pages: listings are cut by the key of the last row, so every page costs the same."""

import base64
import binascii
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeGuard, TypeVar

from pentarch.arbiter.store.errors import InvalidPage
from pentarch.engine.errors import EngineError
from pentarch.engine.plain import Json, canonical, parse

T = TypeVar("T")
R = TypeVar("R")

DEFAULT_SIZE: Final = 50
MOST: Final = 1000
_MOST_TOKEN: Final = 1000
_TAG: Final = 12


@dataclass(frozen=True)
class Page(Generic[T]):
    """A part of a listing. `next_token` asks for the next one; it is empty on the last."""

    items: list[T]
    next_token: str

    def map(self, change: Callable[[T], R]) -> "Page[R]":
        """The page with every item changed."""
        return Page([change(item) for item in self.items], self.next_token)


@dataclass(frozen=True)
class Ask:
    """Which page is wanted: at most `size` items (0: a default) after the one `token` marks."""

    size: int = 0
    token: str = ""

    @property
    def limit(self) -> int:
        """How many items the page may have. Raises InvalidPage."""
        if self.size < 0:
            raise InvalidPage("a page size must not be negative")
        return min(self.size or DEFAULT_SIZE, MOST)

    def after_id(self, listing: str, *filters: Json) -> "int | None":
        """The id of the last item of the page before; None for the first page."""
        key = self.after(listing, *filters)
        if key is None:
            return None
        if len(key) != 1 or not is_id(key[0]):
            raise InvalidPage("the page token is damaged")
        return key[0]

    def after(self, listing: str, *filters: Json) -> "list[Json] | None":
        """The key of the last item of the page before. Raises InvalidPage.

        A token is good only for the listing and the filters it was made with.
        """
        if not self.token:
            return None
        if len(self.token) > _MOST_TOKEN:
            raise InvalidPage("the page token is damaged")
        try:
            raw = base64.b64decode(self.token.encode(), altchars=b"-_", validate=True)
            value = parse(raw, "the page token")
        except (EngineError, binascii.Error, UnicodeError) as error:
            raise InvalidPage("the page token is damaged") from error
        if not isinstance(value, list) or not value or not isinstance(value[0], str):
            raise InvalidPage("the page token is damaged")
        if value[0] != _tag(listing, filters):
            raise InvalidPage("the page token belongs to another listing or other filters")
        return value[1:]

    def page(
        self,
        rows: Sequence[T],
        key: Callable[[T], "list[Json]"],
        listing: str,
        *filters: Json,
    ) -> Page[T]:
        """The page out of rows that were fetched with one more than `limit`."""
        items = list(rows[: self.limit])
        if len(rows) <= self.limit:
            return Page(items, "")
        token = canonical([_tag(listing, filters), *key(items[-1])])
        return Page(items, base64.b64encode(token, altchars=b"-_").decode())


def is_id(value: Json) -> TypeGuard[int]:
    """Whether a value of a token can be the id of a row."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 63


def _tag(listing: str, filters: "tuple[Json, ...]") -> str:
    return hashlib.sha256(canonical([listing, *filters])).hexdigest()[:_TAG]
