"""Accounts: invitations, identities, teams, scopes of tokens, quotas."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_TIME = sa.DateTime(timezone=True)
_WORD = sa.String(16)


def upgrade() -> None:
    _change_owners()
    _change_tokens()
    with op.batch_alter_table("audit") as table:
        table.add_column(sa.Column("person_id", _ID, nullable=True))
        table.create_foreign_key(op.f("fk_audit_person_id"), "owners", ["person_id"], ["id"])
    _create_identities()
    _create_invitations()
    _create_members()
    _create_quotas()


def _change_owners() -> None:
    with op.batch_alter_table("owners") as table:
        table.add_column(
            sa.Column("kind", _WORD, nullable=False, server_default=sa.text("'person'"))
        )
        table.add_column(
            sa.Column("role", _WORD, nullable=False, server_default=sa.text("'author'"))
        )
    # Whoever administers today may sign in as an administrator.
    op.execute(
        "UPDATE owners SET role = 'admin' WHERE id IN "
        "(SELECT owner_id FROM tokens WHERE role = 'admin' AND revoke_time IS NULL)"
    )
    with op.batch_alter_table("owners") as table:
        table.alter_column("kind", existing_type=_WORD, server_default=None)
        table.alter_column("role", existing_type=_WORD, server_default=None)


def _change_tokens() -> None:
    with op.batch_alter_table("tokens") as table:
        table.add_column(
            sa.Column("scopes", sa.String(64), nullable=False, server_default=sa.text("'all'"))
        )
        table.add_column(sa.Column("maker_id", _ID, nullable=True))
        table.add_column(
            sa.Column("is_session", sa.Boolean(), nullable=False, server_default=sa.false())
        )
        table.add_column(sa.Column("use_time", _TIME, nullable=True))
        table.create_foreign_key(op.f("fk_tokens_maker_id"), "owners", ["maker_id"], ["id"])
    with op.batch_alter_table("tokens") as table:
        table.alter_column("scopes", existing_type=sa.String(64), server_default=None)
        table.alter_column("is_session", existing_type=sa.Boolean(), server_default=None)


def _create_identities() -> None:
    op.create_table(
        "identities",
        sa.Column("issuer", sa.String(300), nullable=False),
        sa.Column("subject", sa.String(300), nullable=False),
        sa.Column("owner_id", _ID, nullable=False),
        sa.Column("create_time", _TIME, nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["owners.id"], name="fk_identities_owner_id"),
        sa.PrimaryKeyConstraint("issuer", "subject", name="pk_identities"),
    )
    op.create_index("ix_identities_owner_id", "identities", ["owner_id"])


def _create_invitations() -> None:
    op.create_table(
        "invitations",
        sa.Column("id", _ID, nullable=False),
        sa.Column("key", sa.String(16), nullable=False),
        sa.Column("secret_sha256", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("owner_id", _ID, nullable=True),
        sa.Column("role", _WORD, nullable=False),
        sa.Column("team_id", _ID, nullable=True),
        sa.Column("member_role", _WORD, nullable=True),
        sa.Column("inviter_id", _ID, nullable=True),
        sa.Column("create_time", _TIME, nullable=False),
        sa.Column("expire_time", _TIME, nullable=False),
        sa.Column("use_time", _TIME, nullable=True),
        sa.ForeignKeyConstraint(["owner_id"], ["owners.id"], name="fk_invitations_owner_id"),
        sa.ForeignKeyConstraint(["team_id"], ["owners.id"], name="fk_invitations_team_id"),
        sa.ForeignKeyConstraint(["inviter_id"], ["owners.id"], name="fk_invitations_inviter_id"),
        sa.PrimaryKeyConstraint("id", name="pk_invitations"),
        sa.UniqueConstraint("key", name="uq_invitations_key"),
    )
    op.create_index("ix_invitations_name", "invitations", ["name"])


def _create_members() -> None:
    op.create_table(
        "members",
        sa.Column("team_id", _ID, nullable=False),
        sa.Column("person_id", _ID, nullable=False),
        sa.Column("role", _WORD, nullable=False),
        sa.Column("create_time", _TIME, nullable=False),
        sa.Column("change_time", _TIME, nullable=False),
        sa.Column("leave_time", _TIME, nullable=True),
        sa.ForeignKeyConstraint(["team_id"], ["owners.id"], name="fk_members_team_id"),
        sa.ForeignKeyConstraint(["person_id"], ["owners.id"], name="fk_members_person_id"),
        sa.PrimaryKeyConstraint("team_id", "person_id", name="pk_members"),
    )
    op.create_index("ix_members_person_id", "members", ["person_id"])
    op.create_index("ix_members_change_time", "members", ["change_time"])


def _create_quotas() -> None:
    op.create_table(
        "quotas",
        sa.Column("owner_id", _ID, nullable=False),
        sa.Column("good", _WORD, nullable=False),
        sa.Column("most", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["owners.id"], name="fk_quotas_owner_id"),
        sa.PrimaryKeyConstraint("owner_id", "good", name="pk_quotas"),
    )
    op.create_table(
        "tallies",
        sa.Column("owner_id", _ID, nullable=False),
        sa.Column("good", _WORD, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("amount", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["owners.id"], name="fk_tallies_owner_id"),
        sa.PrimaryKeyConstraint("owner_id", "good", "day", name="pk_tallies"),
    )
    # What owners have stored so far counts; of the days before, nothing does.
    op.execute(
        "INSERT INTO tallies (owner_id, good, day, amount) "
        "SELECT bots.owner_id, 'storage', '1970-01-01', SUM(versions.package_size) "
        "FROM versions JOIN bots ON bots.id = versions.bot_id "
        "WHERE versions.package_size > 0 GROUP BY bots.owner_id"
    )


def downgrade() -> None:
    for name in ("tallies", "quotas", "members", "invitations", "identities"):
        op.drop_table(name)
    with op.batch_alter_table("audit") as table:
        table.drop_constraint(op.f("fk_audit_person_id"), type_="foreignkey")
        table.drop_column("person_id")
    with op.batch_alter_table("tokens") as table:
        table.drop_constraint(op.f("fk_tokens_maker_id"), type_="foreignkey")
        for name in ("use_time", "is_session", "maker_id", "scopes"):
            table.drop_column(name)
    with op.batch_alter_table("owners") as table:
        table.drop_column("role")
        table.drop_column("kind")
