"""Column types: what Python values become in both databases, and back."""

from datetime import UTC, datetime
from enum import StrEnum
from typing import Final, TypeVar

from sqlalchemy import BigInteger, DateTime, Dialect, Enum, Integer, LargeBinary
from sqlalchemy.types import TypeDecorator

E = TypeVar("E", bound=StrEnum)

# SQLite numbers rows by itself only when the key is exactly INTEGER.
Id: Final = BigInteger().with_variant(Integer(), "sqlite")
Blob: Final = LargeBinary()

_TWO_64: Final = 1 << 64
_TWO_63: Final = 1 << 63


class Time(TypeDecorator[datetime]):
    """A moment, always with a time zone in Python and in UTC in the database."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time without time zone cannot be stored")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        # SQLite keeps no zone; what was stored is UTC.
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Seed(TypeDecorator[int]):
    """A seed from 0 to 2**64 - 1, in the signed 64 bits that databases have."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: int | None, dialect: Dialect) -> int | None:
        if value is None:
            return None
        if not 0 <= value < _TWO_64:
            raise ValueError("a seed is a whole number from 0 to 2**64 - 1")
        return value - _TWO_64 if value >= _TWO_63 else value

    def process_result_value(self, value: int | None, dialect: Dialect) -> int | None:
        if value is None:
            return None
        return value + _TWO_64 if value < 0 else value


def word(words: type[E]) -> Enum:
    """A column of one of the words, stored as its text."""
    return Enum(
        words,
        native_enum=False,
        create_constraint=False,
        length=16,
        values_callable=lambda kinds: [kind.value for kind in kinds],
    )
