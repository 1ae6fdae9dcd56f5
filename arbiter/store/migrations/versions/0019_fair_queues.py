"""A place in a queue is no longer called a turn."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0014"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
NAME = sa.String(64)


def upgrade() -> None:
    _replace("turns", "ends", "queued_owners", "finish_tag")
    op.drop_index("ix_versions_state_turn_id", table_name="versions")
    for table in ("matches", "versions"):
        op.alter_column(table, "turn", new_column_name="start_tag")
    op.create_index("ix_versions_state_start_tag_id", "versions", ["state", "start_tag", "id"])


def downgrade() -> None:
    op.drop_index("ix_versions_state_start_tag_id", table_name="versions")
    for table in ("matches", "versions"):
        op.alter_column(table, "start_tag", new_column_name="turn")
    op.create_index("ix_versions_state_turn_id", "versions", ["state", "turn", "id"])
    _replace("queued_owners", "finish_tag", "turns", "ends")


def _replace(old: str, old_column: str, new: str, new_column: str) -> None:
    """Write the owners of queues into a new table, so that its constraints have their names."""
    op.create_table(
        new,
        sa.Column("queue", NAME, nullable=False),
        sa.Column("owner_id", ID, nullable=False),
        sa.Column(new_column, sa.Double(), nullable=False),
        sa.Column("came", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["owners.id"], name=f"fk_{new}_owner_id"),
        sa.PrimaryKeyConstraint("queue", "owner_id", name=f"pk_{new}"),
    )
    op.execute(
        f"INSERT INTO {new} (queue, owner_id, {new_column}, came)"
        f" SELECT queue, owner_id, {old_column}, came FROM {old}"
    )
    op.drop_table(old)
    for column in (new_column, "came"):
        op.create_index(f"ix_{new}_queue_{column}", new, ["queue", column])
