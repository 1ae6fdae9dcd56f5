"""E-mail, to a real SMTP server on loopback."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import Message
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from pentarch.arbiter.notices.courier import courier_of
from pentarch.arbiter.notices.kinds import NoticeKind, Way
from pentarch.arbiter.notices.mail import is_address, mail_server
from pentarch.arbiter.notices.messages import Notice, Parcel
from pentarch.arbiter.settings import Settings
from tests.receivers import connections, is_loopback


class Box:
    """Keeps the letters that come, and refuses one address."""

    def __init__(self) -> None:
        self.letters: list[Message] = []
        self.recipients: list[str] = []

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, to: str, _: Any) -> str:
        if to.startswith("nobody"):
            return "550 no such person"
        envelope.rcpt_tos.append(to)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.letters.append(message_from_bytes(envelope.content))
        self.recipients += envelope.rcpt_tos
        return "250 OK"


class AtFreePort(Controller):
    """A mail server at whatever port is free."""

    def _trigger_server(self) -> None:
        assert isinstance(self.server, asyncio.Server)
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()  # type: ignore[no-untyped-call]


@pytest.fixture
def box() -> Iterator[tuple[Box, Settings]]:
    box = Box()
    controller = AtFreePort(box, hostname="127.0.0.1", port=0)
    controller.start()
    chosen = Settings(
        smtp=f"127.0.0.1:{controller.port}",
        smtp_from="Pentarch <arbiter@example.org>",
        smtp_security="none",
    )
    yield box, chosen
    controller.stop()


def parcel(to: str, text: str = "Match 17 is over: 1. ant@1") -> Parcel:
    now = datetime(2026, 3, 1, tzinfo=UTC)
    notice = Notice(7, NoticeKind.MATCH_FINISHED, "match/17", text, {}, now)
    return Parcel(5, 1, Way.EMAIL, to, "", notice)


def test_a_notice_arrives_as_a_letter(box: tuple[Box, Settings]) -> None:
    found, chosen = box
    with connections() as seen:
        answer = courier_of(chosen).deliver(parcel("author@example.org"))
    assert (answer.is_delivered, answer.text) == (True, "taken by the mail server")
    (letter,) = found.letters
    assert found.recipients == ["author@example.org"]
    assert letter["Subject"] == "Match 17 is over: 1. ant@1"
    assert letter["From"] == "Pentarch <arbiter@example.org>"
    assert letter["Message-ID"] == "<delivery-5@example.org>"
    assert "Match 17 is over" in str(letter.get_payload())
    assert seen
    assert all(is_loopback(address) for address in seen)


def test_what_strangers_write_cannot_add_headers(box: tuple[Box, Settings]) -> None:
    found, chosen = box
    text = "Tournament (a\r\nBcc: everybody@example.org\r\n\r\nbody) is over"
    assert courier_of(chosen).deliver(parcel("author@example.org", text)).is_delivered
    assert found.letters[0]["Bcc"] is None
    assert found.recipients == ["author@example.org"]


def test_a_refused_address_and_a_server_that_is_away_are_answers(
    box: tuple[Box, Settings],
) -> None:
    _, chosen = box
    refused = courier_of(chosen).deliver(parcel("nobody@example.org"))
    assert (refused.is_delivered, refused.text) == (False, "the mail server refuses the address")
    secured = chosen.model_copy(update={"smtp_security": "starttls"})
    assert not courier_of(secured).deliver(parcel("author@example.org")).is_delivered
    none = courier_of(Settings()).deliver(parcel("author@example.org"))
    assert none.text == "no mail server is set up"
    nowhere = chosen.model_copy(update={"smtp": "127.0.0.1:1"})
    told = courier_of(nowhere).deliver(parcel("author@example.org")).text
    assert told == "no connection to the mail server: ConnectionRefusedError"


def test_a_mail_server_needs_a_port_and_a_sender() -> None:
    for chosen in (Settings(smtp="host", smtp_from="a@b.c"), Settings(smtp="host:25")):
        with pytest.raises(ValueError, match="PENTARCH_SMTP"):
            mail_server(chosen)


@pytest.mark.parametrize("text", ["a@example.org", "first.last+tag@mail.example.org"])
def test_addresses_that_are_written_to(text: str) -> None:
    assert is_address(text)


@pytest.mark.parametrize(
    "text", ["", "a", "a@b", "a b@example.org", "a@example.org\r\nX: y", "<a@example.org>", "@x.y"]
)
def test_addresses_that_are_not(text: str) -> None:
    assert not is_address(text)
