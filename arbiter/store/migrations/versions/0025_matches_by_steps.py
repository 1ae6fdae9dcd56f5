"""An index for matches by their steps: a page of the longest looked at all matches."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    op.create_index("ix_matches_steps", "matches", [sa.text("coalesce(steps, -1)"), "id"])


def downgrade() -> None:
    op.drop_index("ix_matches_steps", table_name="matches")
