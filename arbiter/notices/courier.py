"""One try to get a notice to its address, whatever the way."""

import time
from dataclasses import dataclass

from pentarch.arbiter.notices import messages
from pentarch.arbiter.notices.addresses import reach_of
from pentarch.arbiter.notices.messages import Parcel
from pentarch.arbiter.notices.posting import Answer, Poster
from pentarch.arbiter.settings import Settings


@dataclass(frozen=True)
class Courier:
    """Delivers parcels."""

    poster: Poster

    def deliver(self, parcel: Parcel) -> Answer:
        """Try once."""
        content = messages.body(parcel)
        headers = messages.headers(parcel, int(time.time()), content)
        return self.poster.post(parcel.address, headers, content)


def courier_of(settings: Settings) -> Courier:
    """A courier by these settings. Raises ValueError."""
    return Courier(Poster(reach_of(settings)))
