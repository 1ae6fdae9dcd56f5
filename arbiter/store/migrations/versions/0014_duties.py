"""Work that a few nodes do for all of them."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "duties",
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_duties"),
    )


def downgrade() -> None:
    op.drop_table("duties")
