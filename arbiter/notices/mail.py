"""Sending a notice by e-mail, through the server that the settings name."""

import re
import smtplib
import ssl
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate
from typing import Final

from pentarch.arbiter.notices.messages import Parcel
from pentarch.arbiter.notices.post import PATIENCE, Receipt
from pentarch.arbiter.settings import Settings

_ADDRESS: Final = re.compile(r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
_MOST_LETTERS: Final = 254
_MOST_SUBJECT: Final = 120


@dataclass(frozen=True)
class MailServer:
    """An SMTP server and who we are there."""

    host: str
    port: int
    sender: str
    security: str
    user: str = ""
    password: str = ""

    def send(self, parcel: Parcel) -> Receipt:
        """Send once. Whatever goes wrong is the answer."""
        try:
            with self._connect() as server:
                server.send_message(letter(parcel, self.sender))
        except (smtplib.SMTPException, OSError, ValueError) as error:
            return Receipt(False, _reason(error))
        return Receipt(True, "taken by the mail server")

    def _connect(self) -> smtplib.SMTP:
        trust = ssl.create_default_context()
        if self.security == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                self.host, self.port, timeout=PATIENCE, context=trust
            )
        else:
            server = smtplib.SMTP(self.host, self.port, timeout=PATIENCE)
        try:
            if self.security == "starttls":
                server.starttls(context=trust)
            if self.user:
                server.login(self.user, self.password)
        except BaseException:
            server.close()
            raise
        return server


def is_address(text: str) -> bool:
    """Whether a text can be an e-mail address that we write to."""
    return len(text) <= _MOST_LETTERS and _ADDRESS.fullmatch(text) is not None


def letter(parcel: Parcel, sender: str) -> EmailMessage:
    """A notice as a letter in plain text."""
    made = EmailMessage()
    notice = parcel.notice
    first = " ".join(notice.text.split())
    made["Subject"] = first if len(first) <= _MOST_SUBJECT else f"{first[:_MOST_SUBJECT]}..."
    made["From"] = sender
    made["To"] = parcel.address
    made["Date"] = formatdate()
    # The same for every try, so that a letter that was sent twice can be told.
    made["Message-ID"] = f"<delivery-{parcel.delivery}@{sender.rpartition('@')[2].strip('>')}>"
    made["Auto-Submitted"] = "auto-generated"
    made.set_content(
        f"{notice.text}\n\n-- \nPentarch tells you this ({notice.kind}). "
        "`pentarch notices list` shows why, `pentarch notices remove` ends it.\n"
    )
    return made


def mail_server(settings: Settings) -> MailServer | None:
    """The mail server that the settings name, None for none. Raises ValueError."""
    if not settings.smtp:
        return None
    host, colon, port = settings.smtp.rpartition(":")
    if not colon or not port.isdecimal() or not settings.smtp_from:
        raise ValueError("PENTARCH_SMTP is host:port, and needs PENTARCH_SMTP_FROM beside it")
    password = settings.smtp_password.get_secret_value() if settings.smtp_password else ""
    return MailServer(
        host, int(port), settings.smtp_from, settings.smtp_security, settings.smtp_user, password
    )


def _reason(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return "the mail server refuses the address"
    if isinstance(error, smtplib.SMTPResponseException):
        return f"the mail server says {error.smtp_code}"
    return f"no connection to the mail server: {type(error).__name__}"
