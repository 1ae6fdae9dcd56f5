"""What Alembic runs: migrations happen on the connection that `arbiter.store.migrate` hands in."""

from typing import Literal

import sqlalchemy as sa
from alembic import context
from alembic.autogenerate.api import AutogenContext

from pentarch.arbiter.store.columns import Seed, Time
from pentarch.arbiter.store.models import Base


def render(kind: str, item: object, autogen: AutogenContext) -> str | Literal[False]:
    """Types as the database has them: a migration must not change when our code does."""
    if kind == "type" and isinstance(item, Time):
        return "sa.DateTime(timezone=True)"
    if kind == "type" and isinstance(item, Seed):
        return "sa.BigInteger()"
    if kind == "type" and isinstance(item, sa.Enum):
        return f"sa.String(length={item.length})"
    return False


connection = context.config.attributes["connection"]
assert isinstance(connection, sa.Connection)
context.configure(
    connection=connection,
    target_metadata=Base.metadata,
    render_item=render,
    # SQLite cannot alter tables: Alembic makes a new one and copies.
    render_as_batch=connection.dialect.name == "sqlite",
)
with context.begin_transaction():
    context.run_migrations()
