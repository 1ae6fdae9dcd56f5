"""`pentarch announce`, `audit` and `faults`: for those who run an arbiter."""

from typing import Annotated, Final

import typer
from rich.table import Table
from rich.text import Text

from pentarch.arbiter.v1 import organisers_pb2 as pb
from pentarch.arbiter.v1.organisers_pb2_grpc import OrganiserServiceStub
from pentarch.cli.account_words import Expires, moment
from pentarch.cli.client import DEFAULT_ADDRESS, Address, Token, dial
from pentarch.cli.terminal import AsJson, console, one_line, print_json, print_plain, row_id
from pentarch.engine.plain import Json

app = typer.Typer(help="Tell everybody something on every page.", no_args_is_help=True)

_MOST: Final = 1000


@app.command("add")
def add(
    text: Annotated[str, typer.Argument(help="What to say, in at most 500 characters.")],
    expires: Expires = "7d",
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Show a text on every page of the dashboard until it expires; for administrators."""
    request = pb.AnnounceRequest(text=text, expire_time=moment(expires))
    with dial(address, token) as channel:
        made = OrganiserServiceStub(channel).Announce(request).announcement
    if as_json:
        print_json(_plain(made))
    else:
        print_plain(f"announcement {made.id} is shown until {_until(made)}")


@app.command("list")
def list_announcements(
    address: Address = DEFAULT_ADDRESS, token: Token = "", as_json: AsJson = False
) -> None:
    """List what is announced now, newest first."""
    with dial(address, token) as channel:
        request = pb.ListAnnouncementsRequest(page_size=_MOST)
        found = OrganiserServiceStub(channel).ListAnnouncements(request).announcements
    if as_json:
        print_json([_plain(one) for one in found])
        return
    table = _table("id", "until", "by", "text")
    for one in found:
        table.add_row(str(one.id), _until(one), one.owner, Text(one_line(one.text)))
    console().print(table)


@app.command("withdraw")
def withdraw(
    id: Annotated[
        int, typer.Argument(metavar="ID", parser=row_id, help="The announcement's number.")
    ],
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Take an announcement back; for administrators."""
    with dial(address, token) as channel:
        request = pb.WithdrawAnnouncementRequest(announcement_id=id)
        made = OrganiserServiceStub(channel).WithdrawAnnouncement(request).announcement
    if as_json:
        print_json(_plain(made))
    else:
        print_plain(f"announcement {id} is withdrawn")


def audit(
    owner: Annotated[str, typer.Option(help="Only what this owner did.")] = "",
    subject: Annotated[
        str, typer.Option(help="Only what was done to this, as 'season 1' or 'match 17'.")
    ] = "",
    limit: Annotated[int, typer.Option(min=1, max=_MOST, help="How many, newest first.")] = 50,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """List who did what, newest first; for administrators."""
    request = pb.ListAuditRequest(page_size=limit, owner=owner, subject=subject)
    with dial(address, token) as channel:
        found = OrganiserServiceStub(channel).ListAudit(request).entries
    if as_json:
        print_json([_entry(one) for one in found])
        return
    table = _table("when", "who", "what", "to", "details")
    for one in found:
        who = f"{one.owner} ({one.person})" if one.person else one.owner
        told = ", ".join(f"{name} {value}" for name, value in sorted(one.details.items()))
        table.add_row(
            f"{one.create_time.ToDatetime():%Y-%m-%d %H:%M:%S}",
            who or "the arbiter",
            one.verb,
            Text(one_line(one.subject)),
            Text(one_line(told)),
        )
    console().print(table)


def faults(address: Address = DEFAULT_ADDRESS, token: Token = "", as_json: AsJson = False) -> None:
    """Count what went wrong in the newest matches, by bot and by worker; for administrators."""
    with dial(address, token) as channel:
        found = OrganiserServiceStub(channel).GetFaults(pb.GetFaultsRequest())
    if as_json:
        print_json(
            {
                "matches": found.matches,
                "bots": [
                    {
                        "bot": one.bot,
                        "owner": one.owner,
                        "verdict": one.verdict,
                        "seats": one.seats,
                    }
                    for one in found.bots
                ],
                "workers": [
                    {"worker": one.worker, "verdict": one.verdict, "attempts": one.attempts}
                    for one in found.workers
                ],
            }
        )
        return
    bots = _table("bot", "owner", "verdict", "seats")
    for one in found.bots:
        bots.add_row(one.bot, one.owner, one.verdict, str(one.seats))
    workers = _table("worker", "verdict", "attempts")
    for fault in found.workers:
        workers.add_row(Text(one_line(fault.worker)), fault.verdict, str(fault.attempts))
    print_plain(f"of the newest {found.matches} matches")
    console().print(bots)
    console().print(workers)


def _table(*heads: str) -> Table:
    return Table(*heads, box=None, pad_edge=False, header_style="bold")


def _until(one: pb.Announcement) -> str:
    return f"{one.expire_time.ToDatetime():%Y-%m-%d %H:%M} UTC"


def _plain(one: pb.Announcement) -> dict[str, Json]:
    return {
        "id": one.id,
        "text": one.text,
        "owner": one.owner,
        "create_time": one.create_time.ToJsonString(),
        "expire_time": one.expire_time.ToJsonString(),
    }


def _entry(one: pb.AuditEntry) -> dict[str, Json]:
    return {
        "id": one.id,
        "create_time": one.create_time.ToJsonString(),
        "owner": one.owner,
        "person": one.person,
        "verb": one.verb,
        "subject": one.subject,
        "details": {name: one.details[name] for name in sorted(one.details)},
    }
