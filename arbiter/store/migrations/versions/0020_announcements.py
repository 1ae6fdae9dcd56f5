"""Announcements: texts for everybody, until they expire."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0015"


def upgrade() -> None:
    op.create_table(
        "announcements",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("owner_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("create_time", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expire_time", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["owner_id"], ["owners.id"], name="fk_announcements_owner_id_owners"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_announcements"),
    )
    op.create_index("ix_announcements_expire_time", "announcements", ["expire_time"])


def downgrade() -> None:
    op.drop_table("announcements")
