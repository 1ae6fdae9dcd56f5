"""One try to get a notice to its address, whatever the way."""

import time
from dataclasses import dataclass
from typing import Final

from pentarch.arbiter.notices import messages
from pentarch.arbiter.notices.addresses import reach_of
from pentarch.arbiter.notices.kinds import Way
from pentarch.arbiter.notices.mail import MailServer, mail_server
from pentarch.arbiter.notices.messages import Parcel
from pentarch.arbiter.notices.post import Poster, Receipt
from pentarch.arbiter.settings import Settings

_NO_MAIL: Final = "no mail server is set up"


@dataclass(frozen=True)
class Courier:
    """Delivers parcels."""

    poster: Poster
    mail: MailServer | None = None

    def deliver(self, parcel: Parcel) -> Receipt:
        """Try once."""
        if parcel.way is Way.EMAIL:
            return Receipt(False, _NO_MAIL) if self.mail is None else self.mail.send(parcel)
        content = messages.body(parcel)
        headers = messages.headers(parcel, int(time.time()), content)
        return self.poster.post(parcel.address, headers, content)


def courier_of(settings: Settings) -> Courier:
    """A courier by these settings. Raises ValueError."""
    return Courier(Poster(reach_of(settings)), mail_server(settings))
