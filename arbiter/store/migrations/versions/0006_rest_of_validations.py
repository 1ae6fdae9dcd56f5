"""Validations that a host could not carry out are told from those that ended with their worker."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column(
        "versions",
        sa.Column("validation_losses", sa.Integer(), nullable=False, server_default=sa.text("0")),
    )
    op.add_column("versions", sa.Column("validation_retry_time", TIME, nullable=True))
    with op.batch_alter_table("versions") as table:
        table.alter_column("validation_losses", existing_type=sa.Integer(), server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("versions") as table:
        table.drop_column("validation_retry_time")
        table.drop_column("validation_losses")
