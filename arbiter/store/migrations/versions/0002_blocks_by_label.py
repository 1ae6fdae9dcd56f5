"""Blocks are known by the scheduler's label; entries know from which block to which they play."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("blocks", sa.Column("label", sa.String(length=64), nullable=True))
    op.execute("UPDATE blocks SET label = 'b' || number")
    with op.batch_alter_table("blocks") as table:
        table.alter_column("label", existing_type=sa.String(length=64), nullable=False)
        table.drop_constraint("uq_blocks_tournament_id_number", type_="unique")
        table.create_unique_constraint("uq_blocks_tournament_id_label", ["tournament_id", "label"])
    op.create_index(
        "ix_blocks_tournament_id_number", "blocks", ["tournament_id", "number"], unique=False
    )
    op.add_column(
        "entries", sa.Column("joins", sa.Integer(), nullable=False, server_default=sa.text("0"))
    )
    op.add_column("entries", sa.Column("leaves", sa.Integer(), nullable=True))
    with op.batch_alter_table("entries") as table:
        table.alter_column("joins", existing_type=sa.Integer(), server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("entries") as table:
        table.drop_column("leaves")
        table.drop_column("joins")
    op.drop_index("ix_blocks_tournament_id_number", table_name="blocks")
    # Blocks that replace void ones have their numbers: they get free ones instead.
    op.execute(
        "UPDATE blocks SET number = id + (SELECT max(number) FROM blocks) WHERE label LIKE '%~%'"
    )
    with op.batch_alter_table("blocks") as table:
        table.drop_constraint("uq_blocks_tournament_id_label", type_="unique")
        table.create_unique_constraint(
            "uq_blocks_tournament_id_number", ["tournament_id", "number"]
        )
        table.drop_column("label")
