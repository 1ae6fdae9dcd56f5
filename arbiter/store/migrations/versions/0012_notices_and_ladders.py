"""Notices, subscriptions and deliveries; what is said of a whole ladder."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "notices",
        sa.Column("id", ID, nullable=False),
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("subject", sa.String(200), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("create_time", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_notices"),
        sa.UniqueConstraint("key", name="uq_notices_key"),
    )
    op.create_index("ix_notices_create_time", "notices", ["create_time"])
    op.create_table(
        "notice_topics",
        sa.Column("topic", sa.String(100), nullable=False),
        sa.Column("notice_id", ID, nullable=False),
        sa.ForeignKeyConstraint(["notice_id"], ["notices.id"], name="fk_notice_topics_notice_id"),
        sa.PrimaryKeyConstraint("topic", "notice_id", name="pk_notice_topics"),
    )
    op.create_index("ix_notice_topics_notice_id", "notice_topics", ["notice_id"])
    op.create_table(
        "subscriptions",
        sa.Column("id", ID, nullable=False),
        sa.Column("owner_id", ID, nullable=False),
        sa.Column("way", sa.String(16), nullable=False),
        sa.Column("address", sa.String(500), nullable=False),
        sa.Column("address_sha256", sa.String(64), nullable=True),
        sa.Column("kinds", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("off_reason", sa.Text(), nullable=True),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("wrong_codes", sa.Integer(), nullable=False),
        sa.Column("dropped", sa.Integer(), nullable=False),
        sa.Column("create_time", TIME, nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["owners.id"], name="fk_subscriptions_owner_id"),
        sa.PrimaryKeyConstraint("id", name="pk_subscriptions"),
        sa.UniqueConstraint("address_sha256", name="uq_subscriptions_address_sha256"),
    )
    op.create_index("ix_subscriptions_owner_id", "subscriptions", ["owner_id"])
    op.create_table(
        "deliveries",
        sa.Column("id", ID, nullable=False),
        sa.Column("notice_id", ID, nullable=False),
        sa.Column("subscription_id", ID, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("due_time", TIME, nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("log", sa.JSON(), nullable=False),
        sa.Column("create_time", TIME, nullable=False),
        sa.Column("end_time", TIME, nullable=True),
        sa.ForeignKeyConstraint(["notice_id"], ["notices.id"], name="fk_deliveries_notice_id"),
        sa.ForeignKeyConstraint(
            ["subscription_id"], ["subscriptions.id"], name="fk_deliveries_subscription_id"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_deliveries"),
        sa.UniqueConstraint(
            "notice_id", "subscription_id", name="uq_deliveries_notice_id_subscription_id"
        ),
    )
    op.create_index("ix_deliveries_state_due_time", "deliveries", ["state", "due_time"])
    op.create_index(
        "ix_deliveries_subscription_id_state_id", "deliveries", ["subscription_id", "state", "id"]
    )
    for column in ("nash", "nash_low", "nash_high"):
        op.add_column("ratings", sa.Column(column, sa.Double(), nullable=True))
    op.create_table(
        "ladders",
        sa.Column("scope", sa.String(64), nullable=False),
        sa.Column("cycles_by_chance", sa.Double(), nullable=True),
        sa.Column("scored_to", ID, nullable=False),
        sa.Column("comparisons", ID, nullable=False),
        sa.Column("loss", sa.Double(), nullable=False),
        sa.Column("bins", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("scope", name="pk_ladders"),
    )


def downgrade() -> None:
    op.drop_table("ladders")
    for column in ("nash_high", "nash_low", "nash"):
        op.drop_column("ratings", column)
    for table in ("deliveries", "subscriptions", "notice_topics", "notices"):
        op.drop_table(table)
