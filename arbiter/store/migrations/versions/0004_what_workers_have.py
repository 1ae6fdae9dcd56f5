"""Workers say which rules they have and what troubles them; matches know their rules' version."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column(
        "workers", sa.Column("rules", sa.JSON(), nullable=False, server_default=sa.text("'{}'"))
    )
    op.add_column("workers", sa.Column("trouble", sa.Text(), nullable=True))
    with op.batch_alter_table("workers") as table:
        table.alter_column("rules", existing_type=sa.JSON(), server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("workers") as table:
        table.drop_column("trouble")
        table.drop_column("rules")
