"""Versions may be built, and say how they speak; nodes say which toolchains they have."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "nodes",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=32), nullable=False),
        sa.Column("heartbeat_time", sa.DateTime(timezone=True), nullable=False),
        sa.Column("toolchains", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_nodes")),
    )
    op.create_index(op.f("ix_nodes_heartbeat_time"), "nodes", ["heartbeat_time"])
    with op.batch_alter_table("versions") as table:
        table.add_column(sa.Column("build_command", sa.Text(), nullable=False, server_default=""))
        table.add_column(
            sa.Column(
                "protocol",
                sa.String(length=32),
                nullable=False,
                server_default=sa.text("'protobuf'"),
            )
        )
        table.add_column(sa.Column("built_sha256", sa.String(length=64), nullable=True))
        table.create_foreign_key(
            op.f("fk_versions_built_sha256"), "packages", ["built_sha256"], ["sha256"]
        )
    with op.batch_alter_table("versions") as table:
        table.alter_column("build_command", existing_type=sa.Text(), server_default=None)
        table.alter_column("protocol", existing_type=sa.String(length=32), server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("versions") as table:
        table.drop_constraint(op.f("fk_versions_built_sha256"), type_="foreignkey")
        table.drop_column("built_sha256")
        table.drop_column("protocol")
        table.drop_column("build_command")
    op.drop_index(op.f("ix_nodes_heartbeat_time"), table_name="nodes")
    op.drop_table("nodes")
