"""What all tables share."""

from datetime import datetime
from typing import Final

from sqlalchemy import MetaData, String
from sqlalchemy.orm import DeclarativeBase

from pentarch.arbiter.store.columns import Time

NAME: Final = String(64)
SHA256: Final = String(64)
VERDICT: Final = String(32)


class Base(DeclarativeBase):
    """Base of all tables; constraints have predictable names so that migrations can name them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {datetime: Time()}  # noqa: RUF012 - read once by SQLAlchemy
