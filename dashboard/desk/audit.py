"""The audit: who did what, when, to what."""

from typing import Final

from pentarch.dashboard import identity, listing, organisers
from pentarch.dashboard.desk.acts import found

_LISTING: Final = "desk-audit"


def show() -> None:
    """Draw the part."""
    with listing.filters(_LISTING):
        owner = listing.type_in("Who", "owner", most=40, placeholder="the name of an owner")
        subject = listing.type_in("To what", "subject", most=200, placeholder="season 1")
    token = listing.page_token(_LISTING, owner, subject)
    page = found(lambda: organisers.audit(identity.token(), owner, subject, token))
    if page is None:
        return
    if not page.items:
        listing.nothing("Nothing was done", "Leave the filters empty to see everything.")
        return
    listing.table(
        [
            {
                "when": f"{line.moment:%Y-%m-%d %H:%M:%S} UTC",
                "who": line.who,
                "what": line.verb,
                "to": line.subject,
                "details": line.details,
            }
            for line in page.items
        ],
        "desk-audit-table",
    )
    listing.page_buttons(_LISTING, page.next_token)
