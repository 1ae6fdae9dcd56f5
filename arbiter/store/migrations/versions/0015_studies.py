"""Studies of matches."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "studies",
        sa.Column("id", ID, nullable=False),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("owner_id", ID, nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("visibility", sa.String(16), nullable=False),
        sa.Column("pages", sa.JSON(), nullable=False),
        sa.Column("page_count", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("create_time", TIME, nullable=False),
        sa.Column("update_time", TIME, nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["owners.id"], name="fk_studies_owner_id"),
        sa.PrimaryKeyConstraint("id", name="pk_studies"),
        sa.UniqueConstraint("name", name="uq_studies_name"),
    )
    op.create_index("ix_studies_owner_id", "studies", ["owner_id"])
    op.create_index("ix_studies_visibility_id", "studies", ["visibility", "id"])
    op.create_table(
        "study_matches",
        sa.Column("match_id", ID, nullable=False),
        sa.Column("study_id", ID, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_study_matches_match_id"),
        sa.ForeignKeyConstraint(["study_id"], ["studies.id"], name="fk_study_matches_study_id"),
        sa.PrimaryKeyConstraint("match_id", "study_id", name="pk_study_matches"),
    )
    op.create_index("ix_study_matches_study_id", "study_matches", ["study_id"])


def downgrade() -> None:
    op.drop_table("study_matches")
    op.drop_table("studies")
