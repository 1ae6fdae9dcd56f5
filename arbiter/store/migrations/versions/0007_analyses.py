"""Analyses of matches."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("match_id", ID, nullable=False),
        sa.Column("owner_id", ID, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("analyst", sa.Integer(), nullable=False),
        sa.Column("content", sa.JSON(), nullable=True),
        sa.Column("failure", sa.Text(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("worker", sa.String(200), nullable=True),
        sa.Column("deadline", TIME, nullable=True),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.Column("create_time", TIME, nullable=False),
        sa.Column("update_time", TIME, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_analyses_match_id"),
        sa.ForeignKeyConstraint(["owner_id"], ["owners.id"], name="fk_analyses_owner_id"),
        sa.PrimaryKeyConstraint("match_id", name="pk_analyses"),
    )
    op.create_index("ix_analyses_owner_id", "analyses", ["owner_id"])
    op.create_index("ix_analyses_state_create_time", "analyses", ["state", "create_time"])


def downgrade() -> None:
    op.drop_table("analyses")
