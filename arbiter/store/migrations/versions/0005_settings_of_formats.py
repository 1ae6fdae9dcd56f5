"""The settings of a tournament are those of its format alone; seats and openness are columns."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_TOURNAMENTS = sa.table(
    "tournaments",
    sa.column("id", sa.Integer),
    sa.column("settings", sa.JSON),
    sa.column("seat_count", sa.Integer),
    sa.column("seats", sa.JSON),
    sa.column("is_open", sa.Boolean),
)


def upgrade() -> None:
    op.add_column("tournaments", sa.Column("seats", sa.JSON(), nullable=True))
    op.add_column("tournaments", sa.Column("is_open", sa.Boolean(), nullable=True))
    connection = op.get_bind()
    table = _TOURNAMENTS
    for row in connection.execute(sa.select(table.c.id, table.c.settings, table.c.seat_count)):
        settings: dict[str, Any] = dict(row.settings)
        values = {
            "seats": settings.pop("seats", None) or [row.seat_count],
            "is_open": bool(settings.pop("open", False)),
        }
        if "max_wait_blocks" in settings:
            settings["max_wait"] = settings.pop("max_wait_blocks")
        connection.execute(
            table.update().where(table.c.id == row.id).values(settings=settings, **values)
        )
    with op.batch_alter_table("tournaments") as batch:
        batch.alter_column("seats", existing_type=sa.JSON(), nullable=False)
        batch.alter_column("is_open", existing_type=sa.Boolean(), nullable=False)
        batch.drop_column("seat_count")


def downgrade() -> None:
    op.add_column("tournaments", sa.Column("seat_count", sa.Integer(), nullable=True))
    connection = op.get_bind()
    table = _TOURNAMENTS
    columns = (table.c.id, table.c.settings, table.c.seats, table.c.is_open)
    for row in connection.execute(sa.select(*columns)):
        settings: dict[str, Any] = {**row.settings, "seats": row.seats, "open": row.is_open}
        if "max_wait" in settings:
            settings["max_wait_blocks"] = settings.pop("max_wait")
        connection.execute(
            table.update()
            .where(table.c.id == row.id)
            .values(settings=settings, seat_count=max(row.seats))
        )
    with op.batch_alter_table("tournaments") as batch:
        batch.alter_column("seat_count", existing_type=sa.Integer(), nullable=False)
        batch.drop_column("is_open")
        batch.drop_column("seats")
