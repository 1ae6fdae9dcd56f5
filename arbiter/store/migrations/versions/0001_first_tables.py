"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TIME = sa.DateTime(timezone=True)
# In the order in which they can be dropped.
TABLES = (
    "seats",
    "records",
    "rating_history",
    "outputs",
    "journal",
    "attempts",
    "version_rulesets",
    "ratings",
    "pairs",
    "matches",
    "entries",
    "versions",
    "blocks",
    "tournaments",
    "tokens",
    "request_ids",
    "bots",
    "audit",
    "workers",
    "packages",
    "owners",
)


def upgrade() -> None:
    op.create_table(
        "owners",
        sa.Column("id", ID, nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("create_time", TIME, nullable=False),
        sa.Column("disable_time", TIME, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_owners"),
        sa.UniqueConstraint("name", name="uq_owners_name"),
    )
    op.create_table(
        "packages",
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("create_time", TIME, nullable=False),
        sa.PrimaryKeyConstraint("sha256", name="pk_packages"),
    )
    op.create_table(
        "workers",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("start_time", TIME, nullable=False),
        sa.Column("heartbeat_time", TIME, nullable=False),
        sa.Column("stop_time", TIME, nullable=True),
        sa.PrimaryKeyConstraint("name", name="pk_workers"),
    )
    op.create_index("ix_workers_heartbeat_time", "workers", ["heartbeat_time"])

    op.create_table(
        "audit",
        sa.Column("id", ID, nullable=False),
        sa.Column("create_time", TIME, nullable=False),
        sa.Column("owner_id", ID, nullable=True),
        sa.Column("verb", sa.String(length=64), nullable=False),
        sa.Column("subject", sa.String(length=200), nullable=False),
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["owners.id"], name="fk_audit_owner_id"),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    op.create_index("ix_audit_owner_id_id", "audit", ["owner_id", "id"])
    op.create_index("ix_audit_subject_id", "audit", ["subject", "id"])

    op.create_table(
        "bots",
        sa.Column("id", ID, nullable=False),
        sa.Column("owner_id", ID, nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("create_time", TIME, nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["owners.id"], name="fk_bots_owner_id"),
        sa.PrimaryKeyConstraint("id", name="pk_bots"),
        sa.UniqueConstraint("name", name="uq_bots_name"),
    )
    op.create_index("ix_bots_owner_id_name", "bots", ["owner_id", "name"])

    op.create_table(
        "request_ids",
        sa.Column("owner_id", ID, nullable=False),
        sa.Column("request_id", sa.String(length=64), nullable=False),
        sa.Column("method", sa.String(length=64), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("subject", sa.String(length=200), nullable=True),
        sa.Column("create_time", TIME, nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["owners.id"], name="fk_request_ids_owner_id"),
        sa.PrimaryKeyConstraint("owner_id", "request_id", name="pk_request_ids"),
    )
    op.create_index("ix_request_ids_create_time", "request_ids", ["create_time"])

    op.create_table(
        "tokens",
        sa.Column("id", ID, nullable=False),
        sa.Column("owner_id", ID, nullable=False),
        sa.Column("key", sa.String(length=16), nullable=False),
        sa.Column("secret_sha256", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("label", sa.String(length=200), nullable=False),
        sa.Column("create_time", TIME, nullable=False),
        sa.Column("expire_time", TIME, nullable=True),
        sa.Column("revoke_time", TIME, nullable=True),
        sa.ForeignKeyConstraint(["owner_id"], ["owners.id"], name="fk_tokens_owner_id"),
        sa.PrimaryKeyConstraint("id", name="pk_tokens"),
        sa.UniqueConstraint("key", name="uq_tokens_key"),
    )
    op.create_index("ix_tokens_owner_id", "tokens", ["owner_id"])

    op.create_table(
        "tournaments",
        sa.Column("id", ID, nullable=False),
        sa.Column("owner_id", ID, nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("ruleset", sa.String(length=64), nullable=False),
        sa.Column("format", sa.String(length=32), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("clock", sa.JSON(), nullable=False),
        sa.Column("seat_count", sa.Integer(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("is_rated", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("end_reason", sa.Text(), nullable=True),
        sa.Column("create_time", TIME, nullable=False),
        sa.Column("start_time", TIME, nullable=True),
        sa.Column("end_time", TIME, nullable=True),
        sa.ForeignKeyConstraint(["owner_id"], ["owners.id"], name="fk_tournaments_owner_id"),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
    )
    op.create_index("ix_tournaments_owner_id_id", "tournaments", ["owner_id", "id"])
    op.create_index("ix_tournaments_ruleset_id", "tournaments", ["ruleset", "id"])
    op.create_index("ix_tournaments_state_id", "tournaments", ["state", "id"])

    op.create_table(
        "blocks",
        sa.Column("id", ID, nullable=False),
        sa.Column("tournament_id", ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("create_time", TIME, nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name="fk_blocks_tournament_id"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_blocks"),
        sa.UniqueConstraint("tournament_id", "number", name="uq_blocks_tournament_id_number"),
    )
    op.create_table(
        "versions",
        sa.Column("id", ID, nullable=False),
        sa.Column("bot_id", ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("package_sha256", sa.String(length=64), nullable=True),
        sa.Column("package_size", sa.Integer(), nullable=False),
        sa.Column("entry_point", sa.String(length=200), nullable=False),
        sa.Column("language", sa.String(length=32), nullable=False),
        sa.Column("build", sa.String(length=200), nullable=False),
        sa.Column("is_reusable", sa.Boolean(), nullable=False),
        sa.Column("create_time", TIME, nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("validation_epoch", sa.Integer(), nullable=False),
        sa.Column("validation_worker", sa.String(length=64), nullable=True),
        sa.Column("validation_deadline", TIME, nullable=True),
        sa.Column("validation_output", sa.Text(), nullable=True),
        sa.Column("reject_reason", sa.Text(), nullable=True),
        sa.Column("activate_time", TIME, nullable=True),
        sa.Column("retire_time", TIME, nullable=True),
        sa.CheckConstraint(
            "kind <> 'hosted' OR package_sha256 IS NOT NULL", name=op.f("ck_versions_hosted")
        ),
        sa.CheckConstraint(
            "state <> 'rejected' OR reject_reason IS NOT NULL", name=op.f("ck_versions_rejected")
        ),
        sa.ForeignKeyConstraint(["bot_id"], ["bots.id"], name="fk_versions_bot_id"),
        sa.ForeignKeyConstraint(
            ["package_sha256"], ["packages.sha256"], name="fk_versions_package_sha256"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_versions"),
        sa.UniqueConstraint("bot_id", "number", name="uq_versions_bot_id_number"),
    )
    op.create_index("ix_versions_state_id", "versions", ["state", "id"])

    op.create_table(
        "entries",
        sa.Column("id", ID, nullable=False),
        sa.Column("tournament_id", ID, nullable=False),
        sa.Column("version_id", ID, nullable=False),
        sa.Column("seeding", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("create_time", TIME, nullable=False),
        sa.Column("withdraw_time", TIME, nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name="fk_entries_tournament_id"
        ),
        sa.ForeignKeyConstraint(["version_id"], ["versions.id"], name="fk_entries_version_id"),
        sa.PrimaryKeyConstraint("id", name="pk_entries"),
        sa.UniqueConstraint("tournament_id", "seeding", name="uq_entries_tournament_id_seeding"),
        sa.UniqueConstraint(
            "tournament_id", "version_id", name="uq_entries_tournament_id_version_id"
        ),
    )
    op.create_index("ix_entries_version_id", "entries", ["version_id"])

    op.create_table(
        "matches",
        sa.Column("id", ID, nullable=False),
        sa.Column("tournament_id", ID, nullable=True),
        sa.Column("block_id", ID, nullable=True),
        sa.Column("position", sa.Integer(), nullable=True),
        sa.Column("owner_id", ID, nullable=True),
        sa.Column("ruleset", sa.String(length=64), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("clock", sa.JSON(), nullable=False),
        sa.Column("seat_count", sa.Integer(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("is_rated", sa.Boolean(), nullable=False),
        sa.Column("is_journaled", sa.Boolean(), nullable=False),
        sa.Column("priority", sa.Integer(), nullable=False),
        sa.Column("create_time", TIME, nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("worker", sa.String(length=64), nullable=True),
        sa.Column("lease_deadline", TIME, nullable=True),
        sa.Column("heartbeat_time", TIME, nullable=True),
        sa.Column("enqueue_time", TIME, nullable=False),
        sa.Column("start_time", TIME, nullable=True),
        sa.Column("play_time", TIME, nullable=True),
        sa.Column("verify_time", TIME, nullable=True),
        sa.Column("verifier", sa.String(length=64), nullable=True),
        sa.Column("end_time", TIME, nullable=True),
        sa.Column("rules_version", sa.Integer(), nullable=True),
        sa.Column("steps", sa.Integer(), nullable=True),
        sa.Column("rule", sa.String(length=32), nullable=True),
        sa.Column("reason", sa.String(length=64), nullable=True),
        sa.Column("is_natural", sa.Boolean(), nullable=True),
        sa.Column("record_sha256", sa.String(length=64), nullable=True),
        sa.Column("verdict", sa.String(length=32), nullable=True),
        sa.Column("void_reason", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "(state = 'leased') = (lease_deadline IS NOT NULL)", name=op.f("ck_matches_leased")
        ),
        sa.CheckConstraint(
            "(state = 'leased') = (worker IS NOT NULL)", name=op.f("ck_matches_worker")
        ),
        sa.CheckConstraint(
            "(state = 'void') = (void_reason IS NOT NULL)", name=op.f("ck_matches_void")
        ),
        sa.CheckConstraint(
            "(state IN ('rated', 'void')) = (end_time IS NOT NULL)", name=op.f("ck_matches_over")
        ),
        sa.CheckConstraint(
            "state NOT IN ('played', 'verified', 'rated') OR record_sha256 IS NOT NULL",
            name=op.f("ck_matches_recorded"),
        ),
        sa.ForeignKeyConstraint(["block_id"], ["blocks.id"], name="fk_matches_block_id"),
        sa.ForeignKeyConstraint(["owner_id"], ["owners.id"], name="fk_matches_owner_id"),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name="fk_matches_tournament_id"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sa.UniqueConstraint("block_id", "position", name="uq_matches_block_id_position"),
    )
    op.create_index(
        "ix_matches_deadlines",
        "matches",
        ["lease_deadline", "id"],
        sqlite_where=sa.text("state = 'leased'"),
        postgresql_where=sa.text("state = 'leased'"),
    )
    op.create_index("ix_matches_queue", "matches", ["state", "priority", "id"])
    op.create_index("ix_matches_ruleset_id", "matches", ["ruleset", "id"])
    op.create_index("ix_matches_ruleset_state_id", "matches", ["ruleset", "state", "id"])
    op.create_index("ix_matches_state_id", "matches", ["state", "id"])
    op.create_index("ix_matches_tournament_id_id", "matches", ["tournament_id", "id"])
    op.create_index(
        "ix_matches_tournament_id_state_id", "matches", ["tournament_id", "state", "id"]
    )
    op.create_index(
        "ix_matches_waiting",
        "matches",
        ["enqueue_time", "id"],
        sqlite_where=sa.text("state IN ('queued', 'played', 'verified')"),
        postgresql_where=sa.text("state IN ('queued', 'played', 'verified')"),
    )

    op.create_table(
        "pairs",
        sa.Column("scope", sa.String(length=64), nullable=False),
        sa.Column("first_id", ID, nullable=False),
        sa.Column("second_id", ID, nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.CheckConstraint("first_id < second_id", name=op.f("ck_pairs_ordered")),
        sa.ForeignKeyConstraint(["first_id"], ["versions.id"], name="fk_pairs_first_id"),
        sa.ForeignKeyConstraint(["second_id"], ["versions.id"], name="fk_pairs_second_id"),
        sa.PrimaryKeyConstraint("scope", "first_id", "second_id", name="pk_pairs"),
    )
    op.create_index("ix_pairs_scope_second_id", "pairs", ["scope", "second_id"])

    op.create_table(
        "ratings",
        sa.Column("scope", sa.String(length=64), nullable=False),
        sa.Column("version_id", ID, nullable=False),
        sa.Column("elo", sa.Double(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.Column("update_time", TIME, nullable=False),
        sa.Column("fit", sa.Double(), nullable=True),
        sa.Column("fit_low", sa.Double(), nullable=True),
        sa.Column("fit_high", sa.Double(), nullable=True),
        sa.Column("rank_low", sa.Integer(), nullable=True),
        sa.Column("rank_high", sa.Integer(), nullable=True),
        sa.Column("fit_time", TIME, nullable=True),
        sa.ForeignKeyConstraint(["version_id"], ["versions.id"], name="fk_ratings_version_id"),
        sa.PrimaryKeyConstraint("scope", "version_id", name="pk_ratings"),
    )
    op.create_index("ix_ratings_scope_elo_version_id", "ratings", ["scope", "elo", "version_id"])

    op.create_table(
        "version_rulesets",
        sa.Column("version_id", ID, nullable=False),
        sa.Column("ruleset", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["version_id"], ["versions.id"], name="fk_version_rulesets_version_id"
        ),
        sa.PrimaryKeyConstraint("version_id", "ruleset", name="pk_version_rulesets"),
    )
    op.create_index(
        "ix_version_rulesets_ruleset_version_id", "version_rulesets", ["ruleset", "version_id"]
    )

    op.create_table(
        "attempts",
        sa.Column("match_id", ID, nullable=False),
        sa.Column("epoch", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("worker", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("start_time", TIME, nullable=False),
        sa.Column("heartbeat_time", TIME, nullable=True),
        sa.Column("end_time", TIME, nullable=True),
        sa.Column("verdict", sa.String(length=32), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("evidence", sa.JSON(none_as_null=True), nullable=True),
        sa.CheckConstraint(
            "(state = 'running') = (end_time IS NULL)", name=op.f("ck_attempts_ended")
        ),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_attempts_match_id"),
        sa.PrimaryKeyConstraint("match_id", "epoch", name="pk_attempts"),
    )
    op.create_index("ix_attempts_worker_state", "attempts", ["worker", "state"])

    op.create_table(
        "journal",
        sa.Column("match_id", ID, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("command", ID, nullable=True),
        sa.Column("verdict", sa.String(length=32), nullable=True),
        sa.Column("digest", sa.LargeBinary(), nullable=True),
        sa.Column("annotation", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("create_time", TIME, nullable=False),
        sa.CheckConstraint(
            "(command IS NULL) <> (verdict IS NULL)", name=op.f("ck_journal_step_or_forfeit")
        ),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_journal_match_id"),
        sa.PrimaryKeyConstraint("match_id", "number", name="pk_journal"),
    )
    op.create_table(
        "outputs",
        sa.Column("id", ID, nullable=False),
        sa.Column("match_id", ID, nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("version_id", ID, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("create_time", TIME, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_outputs_match_id"),
        sa.ForeignKeyConstraint(["version_id"], ["versions.id"], name="fk_outputs_version_id"),
        sa.PrimaryKeyConstraint("id", name="pk_outputs"),
        sa.UniqueConstraint("match_id", "epoch", "seat", name="uq_outputs_match_id_epoch_seat"),
    )
    op.create_index("ix_outputs_version_id_id", "outputs", ["version_id", "id"])

    op.create_table(
        "rating_history",
        sa.Column("id", ID, nullable=False),
        sa.Column("scope", sa.String(length=64), nullable=False),
        sa.Column("version_id", ID, nullable=False),
        sa.Column("match_id", ID, nullable=False),
        sa.Column("before", sa.Double(), nullable=False),
        sa.Column("after", sa.Double(), nullable=False),
        sa.Column("create_time", TIME, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_rating_history_match_id"),
        sa.ForeignKeyConstraint(
            ["version_id"], ["versions.id"], name="fk_rating_history_version_id"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_rating_history"),
        sa.UniqueConstraint(
            "match_id", "scope", "version_id", name="uq_rating_history_match_id_scope_version_id"
        ),
    )
    op.create_index("ix_rating_history_scope_id", "rating_history", ["scope", "id"])
    op.create_index(
        "ix_rating_history_version_id_scope_id", "rating_history", ["version_id", "scope", "id"]
    )

    op.create_table(
        "records",
        sa.Column("match_id", ID, nullable=False),
        sa.Column("epoch", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("create_time", TIME, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_records_match_id"),
        sa.PrimaryKeyConstraint("match_id", "epoch", "kind", name="pk_records"),
    )
    op.create_table(
        "seats",
        sa.Column("match_id", ID, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("version_id", ID, nullable=False),
        sa.Column("bot_id", ID, nullable=False),
        sa.Column("ruleset", sa.String(length=64), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=True),
        sa.Column("score", ID, nullable=True),
        sa.Column("verdict", sa.String(length=32), nullable=True),
        sa.Column("forfeit_step", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["bot_id"], ["bots.id"], name="fk_seats_bot_id"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_seats_match_id"),
        sa.ForeignKeyConstraint(["version_id"], ["versions.id"], name="fk_seats_version_id"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_seats"),
    )
    op.create_index("ix_seats_bot_id_match_id", "seats", ["bot_id", "match_id"])
    op.create_index("ix_seats_bot_id_ruleset_match_id", "seats", ["bot_id", "ruleset", "match_id"])
    op.create_index("ix_seats_version_id_match_id", "seats", ["version_id", "match_id"])


def downgrade() -> None:
    for table in TABLES:
        op.drop_table(table)
