"""Indices that hold what waits and nothing else: matches that are next without those of paused
tournaments, matches by hand, and matches to be rated."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"

_WAITING = "state IN ('queued', 'played', 'verified')"
_ORDER = ["priority", "turn", "id"]


def upgrade() -> None:
    op.add_column(
        "matches", sa.Column("is_held", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    op.execute(
        "UPDATE matches SET is_held = TRUE WHERE state = 'queued' AND tournament_id IN"
        " (SELECT id FROM tournaments WHERE state = 'paused')"
    )
    op.drop_index("ix_matches_queue", table_name="matches")
    op.drop_index("ix_matches_waiting", table_name="matches")
    _index("ix_matches_queued", ["state", *_ORDER], "state = 'queued'")
    is_next = "state = 'queued' AND epoch = 0 AND NOT is_held"
    _index("ix_matches_next", ["state", *_ORDER], is_next)
    _index("ix_matches_waiting", ["enqueue_time", "id"], f"{_WAITING} AND NOT is_held")
    _index("ix_matches_rules", ["ruleset", "rules_version"], _WAITING)
    _index("ix_matches_verified", ["id"], "state = 'verified'")
    _index("ix_matches_held", ["tournament_id"], "state = 'queued' AND is_held")
    asked = "state = 'queued' AND tournament_id IS NULL"
    _index("ix_matches_asked", ["owner_id", *_ORDER], asked)
    by_hand = "state = 'leased' AND tournament_id IS NULL"
    _index("ix_matches_by_hand", ["owner_id", "worker"], by_hand)


def downgrade() -> None:
    for name in ("by_hand", "asked", "held", "verified", "rules", "waiting", "next", "queued"):
        op.drop_index(f"ix_matches_{name}", table_name="matches")
    _index("ix_matches_waiting", ["enqueue_time", "id"], _WAITING)
    op.create_index("ix_matches_queue", "matches", ["state", *_ORDER])
    op.drop_column("matches", "is_held")


def _index(name: str, columns: list[str], condition: str) -> None:
    where = sa.text(condition)
    op.create_index(name, "matches", columns, sqlite_where=where, postgresql_where=where)
