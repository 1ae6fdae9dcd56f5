"""Seasons whose matches are kept outside of the database."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "season_archives",
        sa.Column("season_id", _ID, nullable=False),
        sa.Column("url", sa.String(500), nullable=False),
        sa.Column("manifest_sha256", sa.String(64), nullable=False),
        sa.Column("matches", _ID, nullable=False),
        sa.Column("size", _ID, nullable=False),
        sa.Column("last_match", _ID, nullable=False),
        sa.Column("last_block", _ID, nullable=False),
        sa.Column("last_output", _ID, nullable=False),
        sa.Column("create_time", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name="fk_season_archives_season_id"),
        sa.PrimaryKeyConstraint("season_id", name="pk_season_archives"),
    )
    op.create_table(
        "archived_tournaments",
        sa.Column("tournament_id", _ID, nullable=False),
        sa.Column("season_id", _ID, nullable=False),
        sa.Column("counts", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name="fk_archived_tournaments_tournament_id"
        ),
        sa.ForeignKeyConstraint(
            ["season_id"],
            ["season_archives.season_id"],
            name="fk_archived_tournaments_season_id",
        ),
        sa.PrimaryKeyConstraint("tournament_id", name="pk_archived_tournaments"),
    )
    op.create_index("ix_archived_tournaments_season_id", "archived_tournaments", ["season_id"])
    op.create_table(
        "archived_matches",
        sa.Column("first_id", _ID, autoincrement=False, nullable=False),
        sa.Column("last_id", _ID, nullable=False),
        sa.Column("season_id", _ID, nullable=False),
        sa.ForeignKeyConstraint(
            ["season_id"], ["season_archives.season_id"], name="fk_archived_matches_season_id"
        ),
        sa.PrimaryKeyConstraint("first_id", name="pk_archived_matches"),
    )
    op.create_index("ix_archived_matches_season_id", "archived_matches", ["season_id"])


def downgrade() -> None:
    away = op.get_bind().scalar(sa.text("SELECT count(*) FROM season_archives"))
    if away:
        raise RuntimeError(f"{away} seasons are in archives: `pentarch archive in` first")
    op.drop_table("archived_matches")
    op.drop_table("archived_tournaments")
    op.drop_table("season_archives")
