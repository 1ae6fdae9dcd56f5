"""Tournaments have a secret and matches keys instead of seeds; blocks know whether they share one.

A seed that stood in an older row was never proof against foresight: it is kept as one that a person
chose, with the keys that belong to it.
"""

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from alembic import op

from pentarch.engine.chance import commitment, seed_key

revision = "0003"
down_revision = "0002"

_AT_ONCE = 1000
_TWO_64 = 1 << 64


def upgrade() -> None:
    op.add_column("tournaments", sa.Column("secret", sa.LargeBinary(), nullable=True))
    op.add_column("tournaments", sa.Column("commitment", sa.String(length=64), nullable=True))
    op.add_column("matches", sa.Column("key", sa.LargeBinary(), nullable=True))
    op.add_column("matches", sa.Column("bot_key", sa.LargeBinary(), nullable=True))
    op.add_column(
        "blocks", sa.Column("is_paired", sa.Boolean(), nullable=False, server_default=sa.true())
    )
    _fill("tournaments", _tournament)
    _fill("matches", _match)
    with op.batch_alter_table("tournaments") as table:
        table.alter_column("secret", existing_type=sa.LargeBinary(), nullable=False)
        table.alter_column("commitment", existing_type=sa.String(length=64), nullable=False)
        table.alter_column("seed", existing_type=sa.BigInteger(), nullable=True)
    with op.batch_alter_table("matches") as table:
        table.alter_column("key", existing_type=sa.LargeBinary(), nullable=False)
        table.alter_column("bot_key", existing_type=sa.LargeBinary(), nullable=False)
        table.alter_column("seed", existing_type=sa.BigInteger(), nullable=True)
    with op.batch_alter_table("blocks") as table:
        table.alter_column("is_paired", existing_type=sa.Boolean(), server_default=None)
        table.drop_column("seed")


def downgrade() -> None:
    # Matches that shared keys share a number again; what was drawn with the keys is lost.
    _fill("tournaments", lambda row: {"seed": _number(row.secret)}, "secret", "seed IS NULL")
    _fill("matches", lambda row: {"seed": _number(row.key)}, "key", "seed IS NULL")
    op.add_column(
        "blocks", sa.Column("seed", sa.BigInteger(), nullable=False, server_default=sa.text("0"))
    )
    op.execute(
        "UPDATE blocks SET seed = coalesce("
        "(SELECT min(seed) FROM matches WHERE matches.block_id = blocks.id), 0)"
    )
    with op.batch_alter_table("blocks") as table:
        table.alter_column("seed", existing_type=sa.BigInteger(), server_default=None)
        table.drop_column("is_paired")
    with op.batch_alter_table("matches") as table:
        table.alter_column("seed", existing_type=sa.BigInteger(), nullable=False)
        table.drop_column("bot_key")
        table.drop_column("key")
    with op.batch_alter_table("tournaments") as table:
        table.alter_column("seed", existing_type=sa.BigInteger(), nullable=False)
        table.drop_column("commitment")
        table.drop_column("secret")


def _tournament(row: "sa.Row[Any]") -> dict[str, object]:
    secret = seed_key(row.seed % _TWO_64, "tournament")
    return {"secret": secret, "commitment": commitment(secret)}


def _match(row: "sa.Row[Any]") -> dict[str, object]:
    seed = row.seed % _TWO_64
    return {"key": seed_key(seed), "bot_key": seed_key(seed, "bots")}


def _number(key: bytes) -> int:
    return int.from_bytes(key[:8], "little", signed=True)


def _fill(
    table: str,
    values: "Callable[[sa.Row[Any]], dict[str, object]]",
    column: str = "seed",
    where: str = "true",
) -> None:
    """Set columns of every row from one of its columns, some rows at a time."""
    connection = op.get_bind()
    last = 0
    while True:
        rows = connection.execute(
            sa.text(
                f"SELECT id, {column} FROM {table} WHERE id > :last AND {where} "
                f"ORDER BY id LIMIT {_AT_ONCE}"
            ),
            {"last": last},
        ).all()
        if not rows:
            return
        made = [{"row": row.id, **values(row)} for row in rows]
        parts = ", ".join(f"{name} = :{name}" for name in made[0] if name != "row")
        connection.execute(sa.text(f"UPDATE {table} SET {parts} WHERE id = :row"), made)
        last = rows[-1].id
