"""An index for the blocks of a tournament in the order in which they were planned: without it, the
newest of them were looked for among all blocks that are newer than they."""

from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.create_index("ix_blocks_tournament_id_id", "blocks", ["tournament_id", "id"])


def downgrade() -> None:
    op.drop_index("ix_blocks_tournament_id_id", table_name="blocks")
