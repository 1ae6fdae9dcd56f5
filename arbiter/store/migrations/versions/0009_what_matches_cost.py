"""What matches cost bots that ask language models, as they report it."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "usages",
        sa.Column("match_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column(
            "version_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("ruleset", sa.String(64), nullable=False),
        sa.Column("calls", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("tokens", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("cost", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_usages_match_id"),
        sa.ForeignKeyConstraint(["version_id"], ["versions.id"], name="fk_usages_version_id"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_usages"),
    )
    op.create_index("ix_usages_ruleset_version_id", "usages", ["ruleset", "version_id"])


def downgrade() -> None:
    op.drop_table("usages")
