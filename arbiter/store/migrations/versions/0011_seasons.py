"""Seasons; and matches and versions that wait take their turn by owner."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TIME = sa.DateTime(timezone=True)
NAME = sa.String(64)
WORD = sa.String(16)


def upgrade() -> None:
    op.create_table(
        "seasons",
        sa.Column("id", ID, nullable=False),
        sa.Column("owner_id", ID, nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("access", WORD, nullable=False),
        sa.Column("phase", WORD, nullable=False),
        sa.Column("goal", WORD, nullable=False),
        sa.Column("phase_time", TIME, nullable=False),
        sa.Column("open_time", TIME, nullable=True),
        sa.Column("freeze_time", TIME, nullable=True),
        sa.Column("finals_time", TIME, nullable=True),
        sa.Column("close_time", TIME, nullable=True),
        sa.Column("after_time", TIME, nullable=True),
        sa.Column("froze_time", TIME, nullable=True),
        sa.Column("policies", sa.JSON(), nullable=False),
        sa.Column("weight", sa.Double(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", NAME, nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=True),
        sa.Column("create_time", TIME, nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["owners.id"], name="fk_seasons_owner_id"),
        sa.PrimaryKeyConstraint("id", name="pk_seasons"),
    )
    op.create_index("ix_seasons_owner_id", "seasons", ["owner_id"])
    op.create_index("ix_seasons_phase_id", "seasons", ["phase", "id"])
    op.create_table(
        "disciplines",
        sa.Column("season_id", ID, nullable=False),
        sa.Column("ruleset", NAME, nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("clock", sa.JSON(), nullable=False),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.Column("ladder", sa.JSON(), nullable=False),
        sa.Column("finals", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name="fk_disciplines_season_id"),
        sa.PrimaryKeyConstraint("season_id", "ruleset", name="pk_disciplines"),
    )
    op.create_table(
        "season_tournaments",
        sa.Column("season_id", ID, autoincrement=False, nullable=False),
        sa.Column("ruleset", NAME, nullable=False),
        sa.Column("part", WORD, nullable=False),
        sa.Column("stage", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("tournament_id", ID, nullable=False),
        sa.ForeignKeyConstraint(
            ["season_id", "ruleset"],
            ["disciplines.season_id", "disciplines.ruleset"],
            name="fk_season_tournaments_season_id_ruleset",
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name="fk_season_tournaments_tournament_id"
        ),
        sa.PrimaryKeyConstraint(
            "season_id", "ruleset", "part", "stage", name="pk_season_tournaments"
        ),
        sa.UniqueConstraint("tournament_id", name="uq_season_tournaments_tournament_id"),
    )
    op.create_table(
        "season_owners",
        sa.Column("season_id", ID, nullable=False),
        sa.Column("owner_id", ID, nullable=False),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name="fk_season_owners_season_id"),
        sa.ForeignKeyConstraint(["owner_id"], ["owners.id"], name="fk_season_owners_owner_id"),
        sa.PrimaryKeyConstraint("season_id", "owner_id", name="pk_season_owners"),
    )
    op.create_table(
        "season_leavers",
        sa.Column("season_id", ID, nullable=False),
        sa.Column("bot_id", ID, nullable=False),
        sa.Column("create_time", TIME, nullable=False),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name="fk_season_leavers_season_id"),
        sa.ForeignKeyConstraint(["bot_id"], ["bots.id"], name="fk_season_leavers_bot_id"),
        sa.PrimaryKeyConstraint("season_id", "bot_id", name="pk_season_leavers"),
    )
    op.create_table(
        "season_places",
        sa.Column("season_id", ID, nullable=False),
        sa.Column("ruleset", NAME, nullable=False),
        sa.Column("version_id", ID, nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name="fk_season_places_season_id"),
        sa.ForeignKeyConstraint(
            ["version_id"], ["versions.id"], name="fk_season_places_version_id"
        ),
        sa.PrimaryKeyConstraint("season_id", "ruleset", "version_id", name="pk_season_places"),
    )
    op.create_table(
        "turns",
        sa.Column("queue", NAME, nullable=False),
        sa.Column("owner_id", ID, nullable=False),
        sa.Column("ends", sa.Double(), nullable=False),
        sa.Column("came", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["owners.id"], name="fk_turns_owner_id"),
        sa.PrimaryKeyConstraint("queue", "owner_id", name="pk_turns"),
    )
    op.create_index("ix_turns_queue_ends", "turns", ["queue", "ends"])
    op.create_index("ix_turns_queue_came", "turns", ["queue", "came"])
    # What waits already keeps its order: it has the first turn, and ids decide.
    for table in ("matches", "versions"):
        op.add_column(
            table, sa.Column("turn", sa.Double(), nullable=False, server_default=sa.text("0"))
        )
    op.add_column(
        "tournaments",
        sa.Column("priority", sa.Integer(), nullable=False, server_default=sa.text("100")),
    )
    op.add_column(
        "tournaments",
        sa.Column("weight", sa.Double(), nullable=False, server_default=sa.text("1")),
    )
    op.drop_index("ix_matches_queue", table_name="matches")
    op.create_index("ix_matches_queue", "matches", ["state", "priority", "turn", "id"])
    op.create_index("ix_versions_state_turn_id", "versions", ["state", "turn", "id"])


def downgrade() -> None:
    op.drop_index("ix_versions_state_turn_id", table_name="versions")
    op.drop_index("ix_matches_queue", table_name="matches")
    op.create_index("ix_matches_queue", "matches", ["state", "priority", "id"])
    op.drop_column("tournaments", "weight")
    op.drop_column("tournaments", "priority")
    op.drop_column("versions", "turn")
    op.drop_column("matches", "turn")
    for table in (
        "turns",
        "season_places",
        "season_leavers",
        "season_owners",
        "season_tournaments",
        "disciplines",
        "seasons",
    ):
        op.drop_table(table)
