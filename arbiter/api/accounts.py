"""AccountService: signing in, and what owners do with their own tokens."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final

import grpc
from google.rpc import code_pb2
from sqlalchemy.orm import Session

from pentarch.arbiter.api import account_messages as messages
from pentarch.arbiter.api import convert, limits
from pentarch.arbiter.api.buckets import Buckets
from pentarch.arbiter.api.callers import Caller, caller
from pentarch.arbiter.api.desk import Desk, ask
from pentarch.arbiter.api.errors import Refused, forbidden, invalid
from pentarch.arbiter.api.guard import address_of
from pentarch.arbiter.api.openid import Provider, Wrong
from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import audit, identities, invitations, owners, teams
from pentarch.arbiter.store.errors import NotFound
from pentarch.arbiter.store.identities import Person
from pentarch.arbiter.store.models import Invitation, Owner, Token
from pentarch.arbiter.v1 import accounts_pb2, accounts_pb2_grpc

Context = grpc.aio.ServicerContext[Any, Any]
_WRONG_RATE: Final = 0.2
_WRONG_BURST: Final = 20
_SESSION_LABEL: Final = "signed in on the dashboard"
_LONGEST_NAME: Final = 100
_KEPT_SESSIONS: Final = timedelta(days=1)
_STRANGER: Final = forbidden(
    "you are no owner here: ask for an invitation, and open it while you are signed in"
)
_DISABLED: Final = forbidden("this owner is disabled")
_TRIED: Final = Refused(
    code_pb2.RESOURCE_EXHAUSTED,
    "too many wrong codes came from your address; try again in a minute",
)


class Accounts(accounts_pb2_grpc.AccountServiceServicer):
    """Whoever signs in gets a token of hours, as powerful as the owner is."""

    def __init__(self, desk: Desk, forget: Callable[[str], None]) -> None:
        self._desk: Final = desk
        self._forget: Final = forget
        self._provider: Final = Provider()
        self._wrong: Final = Buckets(_WRONG_RATE, _WRONG_BURST)

    async def LookUpInvitation(
        self, request: accounts_pb2.LookUpInvitationRequest, context: Context
    ) -> accounts_pb2.LookUpInvitationResponse:
        """What a code is for."""
        address = self._tried(context)

        def find(session: Session) -> Invitation:
            return invitations.find(session, request.code, self._desk.now())

        try:
            row = await self._desk.read(find)
        except NotFound:
            self._wrong.take(address)
            raise
        return accounts_pb2.LookUpInvitationResponse(
            owner=row.name,
            new=row.owner_id is None,
            role=messages.role_message(row.role if row.owner is None else row.owner.role),
            team="" if row.team is None else row.team.name,
            member_role=messages.member_role_message(row.member_role),
            expire_time=convert.timestamp(row.expire_time),
        )

    async def AcceptInvitation(
        self, request: accounts_pb2.AcceptInvitationRequest, context: Context
    ) -> accounts_pb2.AcceptInvitationResponse:
        """Use a code up and sign the person in."""
        address = self._tried(context)
        person = await self._person(request.id_token, address) if request.id_token else None

        def accept(session: Session) -> tuple[Owner, Token, str]:
            now = self._desk.now()
            owner = invitations.accept(session, request.code, now)
            if person is not None:
                identities.link(session, person, owner.id, now)
            _note(session, "accept_invitation", owner, now)
            return (owner, *_signed_in(session, owner, now))

        try:
            owner, token, text = await self._desk.write(accept)
        except NotFound:
            self._wrong.take(address)
            raise
        return accounts_pb2.AcceptInvitationResponse(
            owner=convert.owner(owner),
            token=text,
            expire_time=convert.timestamp(token.expire_time),
        )

    async def SignIn(
        self, request: accounts_pb2.SignInRequest, context: Context
    ) -> accounts_pb2.SignInResponse:
        """A token for an ID token."""
        person = await self._person(request.id_token, self._tried(context))

        def sign_in(session: Session) -> tuple[Owner, Token, str]:
            now = self._desk.now()
            owner = identities.owner_of(session, person)
            if owner is None:
                owner = _registered(session, person, request.name, now)
            if owner.disable_time is not None:
                raise _DISABLED
            return (owner, *_signed_in(session, owner, now))

        owner, token, text = await self._desk.write(sign_in)
        return accounts_pb2.SignInResponse(
            owner=convert.owner(owner),
            token=text,
            expire_time=convert.timestamp(token.expire_time),
        )

    async def SignOut(
        self, request: accounts_pb2.SignOutRequest, context: Context
    ) -> accounts_pb2.SignOutResponse:
        """The token of the call becomes useless."""
        who = caller()
        await self._desk.write(
            lambda session: owners.revoke_token(session, who.key, self._desk.now())
        )
        self._forget(who.key)
        return accounts_pb2.SignOutResponse()

    async def GetAccount(
        self, request: accounts_pb2.GetAccountRequest, context: Context
    ) -> accounts_pb2.GetAccountResponse:
        """Whom the token speaks for."""
        who = caller()

        def find(session: Session) -> accounts_pb2.GetAccountResponse:
            standings = limits.standings(session, who.owner_id, self._desk.now())
            return accounts_pb2.GetAccountResponse(
                owner=convert.owner(session.get_one(Owner, who.owner_id)),
                person=session.get_one(Owner, who.person_id).name,
                role=messages.role_message(who.role),
                scopes=messages.scope_messages(who.scopes),
                memberships=[
                    messages.membership(row) for row in teams.memberships(session, who.person_id)
                ],
                quotas=[messages.quota(standing) for standing in standings],
            )

        return await self._desk.read(find)

    async def ListTokens(
        self, request: accounts_pb2.ListTokensRequest, context: Context
    ) -> accounts_pb2.ListTokensResponse:
        """The caller's tokens, newest first."""
        who = caller()
        page = await self._desk.read(
            lambda session: owners.tokens_page(session, ask(request), who.owner_id)
        )
        return accounts_pb2.ListTokensResponse(
            tokens=[messages.token(row) for row in page.items], next_page_token=page.next_token
        )

    async def IssueToken(
        self, request: accounts_pb2.IssueTokenRequest, context: Context
    ) -> accounts_pb2.IssueTokenResponse:
        """A token of the caller's, with no more power than the one of the call."""
        who = caller()
        name = " ".join(request.name.split())
        if not 0 < len(name) <= _LONGEST_NAME or not name.isprintable():
            raise invalid("name", f"a name has 1 to {_LONGEST_NAME} printable characters")
        role = messages.role_of("role", request.role, who.role)
        who.require(role)
        scopes = messages.scopes_of(request.scopes)
        end = self._end(request)

        def issue(session: Session) -> tuple[Token, str]:
            now = self._desk.now()
            token, text = owners.create_token(
                session,
                who.owner_id,
                role,
                label=name,
                now=now,
                expire_time=end,
                scopes=scopes,
                maker_id=who.person_id,
            )
            _note_token(session, who, "issue_token", token, now)
            return token, text

        token, text = await self._desk.write(issue)
        return accounts_pb2.IssueTokenResponse(token=messages.token(token), text=text)

    async def RevokeToken(
        self, request: accounts_pb2.RevokeTokenRequest, context: Context
    ) -> accounts_pb2.RevokeTokenResponse:
        """A token becomes useless."""
        who = caller()

        def revoke(session: Session) -> Token:
            now = self._desk.now()
            who.require_owner(owners.token_by_key(session, request.key).owner_id)
            token = owners.revoke_token(session, request.key, now)
            _note_token(session, who, "revoke_token", token, now)
            return token

        token = await self._desk.write(revoke)
        self._forget(token.key)
        return accounts_pb2.RevokeTokenResponse(token=messages.token(token))

    def _tried(self, context: Context) -> str:
        """Where a call comes from. Raises RESOURCE_EXHAUSTED after too many wrong codes."""
        address = address_of(context)
        if self._wrong.is_empty(address):
            raise _TRIED
        return address

    async def _person(self, id_token: str, address: str) -> Person:
        try:
            return await asyncio.to_thread(self._provider.person, id_token)
        except Wrong:
            self._wrong.take(address)
            raise

    def _end(self, request: accounts_pb2.IssueTokenRequest) -> datetime | None:
        if not request.HasField("expire_time"):
            return None
        end = messages.moment("expire_time", request.expire_time)
        if end <= self._desk.now():
            raise invalid("expire_time", "a token expires in the future")
        return end


def _registered(session: Session, person: Person, name: str, now: datetime) -> Owner:
    """A new owner for a person, where everybody may become one. Raises Refused, NameTaken."""
    if not settings().open_registration:
        raise _STRANGER
    if not name:
        raise invalid("name", "choose the name of your account")
    owner = owners.create(session, name, now)
    identities.link(session, person, owner.id, now)
    _note(session, "register", owner, now)
    return owner


def _signed_in(session: Session, owner: Owner, now: datetime) -> tuple[Token, str]:
    owners.forget_sessions(session, owner.id, now - _KEPT_SESSIONS)
    return owners.create_token(
        session,
        owner.id,
        owner.role,
        label=_SESSION_LABEL,
        now=now,
        expire_time=now + timedelta(hours=settings().session_hours),
        maker_id=owner.id,
        is_session=True,
    )


def _note(session: Session, verb: str, owner: Owner, now: datetime) -> None:
    audit.note(session, verb, f"owner {owner.id}", owner_id=owner.id, detail={}, now=now)


def _note_token(session: Session, who: Caller, verb: str, token: Token, now: datetime) -> None:
    audit.note(
        session,
        verb,
        f"token {token.key}",
        owner_id=who.owner_id,
        person_id=who.person_id,
        detail={"role": token.role.value, "scopes": token.scopes},
        now=now,
    )
