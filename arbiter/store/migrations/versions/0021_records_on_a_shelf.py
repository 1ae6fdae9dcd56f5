"""Records whose bytes are kept outside of the database."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0014"

_IS_HERE = sa.text("content IS NOT NULL")


def upgrade() -> None:
    with op.batch_alter_table("records") as records:
        records.alter_column("content", existing_type=sa.LargeBinary(), nullable=True)
        records.add_column(sa.Column("size", sa.Integer(), nullable=True))
    op.execute("UPDATE records SET size = length(content)")
    with op.batch_alter_table("records") as records:
        records.alter_column("size", existing_type=sa.Integer(), nullable=False)
    op.create_index(
        "ix_records_here",
        "records",
        ["create_time"],
        sqlite_where=_IS_HERE,
        postgresql_where=_IS_HERE,
    )


def downgrade() -> None:
    away = op.get_bind().scalar(sa.text("SELECT count(*) FROM records WHERE content IS NULL"))
    if away:
        raise RuntimeError(f"{away} records are on the shelf: `pentarch shelf return` first")
    op.drop_index("ix_records_here", "records")
    with op.batch_alter_table("records") as records:
        records.drop_column("size")
        records.alter_column("content", existing_type=sa.LargeBinary(), nullable=False)
