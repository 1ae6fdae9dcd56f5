"""`pentarch notices`: what you are told, and where."""

from typing import Annotated, TypeAlias

import typer
from rich.table import Table
from rich.text import Text

from pentarch.arbiter.v1 import notices_pb2 as pb
from pentarch.arbiter.v1.notices_pb2_grpc import NoticeServiceStub
from pentarch.cli.client import DEFAULT_ADDRESS, Address, Token, dial
from pentarch.cli.terminal import AsJson, console, one_line, print_json, print_plain, row_id
from pentarch.engine.plain import Json

app = typer.Typer(
    help="What you are told, and where: webhooks, Slack, Discord, e-mail, feeds.",
    no_args_is_help=True,
)

Id: TypeAlias = Annotated[
    int, typer.Argument(parser=row_id, metavar="ID", help="The number of the subscription.")
]


@app.command("add")
def add(
    way: Annotated[str, typer.Argument(help="webhook, slack, discord, email or feed.")],
    to: Annotated[str, typer.Argument(help="A URL or an e-mail address; nothing for a feed.")] = "",
    kind: Annotated[
        list[str] | None,
        typer.Option(
            "--kind",
            help="version_rejected, bot_failing, match_finished, tournament_over, phase_change or "
            "new_first; may be repeated. Without it: all of them.",
        ),
    ] = None,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Be told something at an address. A secret that is printed is shown only this once."""
    request = pb.SubscribeRequest(way=way, address=to, kinds=kind or [])
    with dial(address, token) as channel:
        made = NoticeServiceStub(channel).Subscribe(request)
    if as_json:
        print_json({**_plain(made.subscription), "secret": made.secret})
        return
    print_plain(f"subscription {made.subscription.id} is {_state(made.subscription)}")
    if way == "feed":
        print_plain(f"your feed, at the dashboard's address: /feeds/private/{made.secret}.atom")
    elif made.secret:
        print_plain(f"its secret, for checking signatures: {made.secret}")
    elif way == "email":
        print_plain("a code is on its way to it: `pentarch notices confirm` takes it")


@app.command("list")
def list_subscriptions(
    address: Address = DEFAULT_ADDRESS, token: Token = "", as_json: AsJson = False
) -> None:
    """List your subscriptions."""
    with dial(address, token) as channel:
        found = NoticeServiceStub(channel).ListSubscriptions(pb.ListSubscriptionsRequest())
    if as_json:
        print_json([_plain(one) for one in found.subscriptions])
        return
    table = Table("", "way", "address", "state", "kinds", box=None, pad_edge=False)
    for one in found.subscriptions:
        state = f"{_state(one)}: {one.off_reason}" if one.off_reason else _state(one)
        texts = [one.way, one.address, state, " ".join(one.kinds)]
        table.add_row(str(one.id), *(Text(one_line(text)) for text in texts))
    console().print(table)


@app.command("confirm")
def confirm(
    id: Id,
    code: Annotated[str, typer.Argument(help="The code that was sent.")],
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Show that an e-mail address is yours."""
    request = pb.ConfirmSubscriptionRequest(subscription_id=id, code=code)
    with dial(address, token) as channel:
        answer = NoticeServiceStub(channel).ConfirmSubscription(request)
    _say(answer.subscription, as_json)


@app.command("on")
def switch_on(
    id: Id, address: Address = DEFAULT_ADDRESS, token: Token = "", as_json: AsJson = False
) -> None:
    """Begin again with a subscription that was switched off, and try at once what waits."""
    request = pb.EnableSubscriptionRequest(subscription_id=id)
    with dial(address, token) as channel:
        answer = NoticeServiceStub(channel).EnableSubscription(request)
    _say(answer.subscription, as_json)


@app.command("test")
def try_out(
    id: Id, address: Address = DEFAULT_ADDRESS, token: Token = "", as_json: AsJson = False
) -> None:
    """Send a trial; `pentarch notices log` shows what came of it."""
    with dial(address, token) as channel:
        NoticeServiceStub(channel).TestSubscription(pb.TestSubscriptionRequest(subscription_id=id))
    if as_json:
        print_json({"id": id})
    else:
        print_plain(f"a trial of subscription {id} is on its way")


@app.command("remove")
def remove(
    id: Id, address: Address = DEFAULT_ADDRESS, token: Token = "", as_json: AsJson = False
) -> None:
    """Be told nothing more at an address, and forget what was."""
    request = pb.DeleteSubscriptionRequest(subscription_id=id)
    with dial(address, token) as channel:
        NoticeServiceStub(channel).DeleteSubscription(request)
    if as_json:
        print_json({"id": id})
    else:
        print_plain(f"subscription {id} is removed")


@app.command("log")
def log(
    id: Annotated[int, typer.Argument(min=0, help="One subscription; without it: all.")] = 0,
    top: Annotated[int, typer.Option("--top", min=1, max=1000, help="Print this many.")] = 20,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Show what you were told and what came of each try, newest first."""
    request = pb.ListDeliveriesRequest(subscription_id=id, page_size=top)
    with dial(address, token) as channel:
        found = NoticeServiceStub(channel).ListDeliveries(request).deliveries
    if as_json:
        print_json([_plain_delivery(one) for one in found])
        return
    for one in found:
        state = pb.Delivery.State.Name(one.state).removeprefix("STATE_").lower()
        due = f", next try {one.due_time.ToDatetime():%H:%M:%S}" if one.HasField("due_time") else ""
        print_plain(f"{one.id} to {one.subscription_id}, {state}{due}: {one_line(one.text)}")
        for tried in one.tries:
            moment = f"{tried.time.ToDatetime():%Y-%m-%d %H:%M:%S}"
            print_plain(f"    {moment}  {one_line(tried.answer)}  ({tried.seconds:.2f} s)")


def _say(one: pb.Subscription, as_json: bool) -> None:
    if as_json:
        print_json(_plain(one))
    else:
        print_plain(f"subscription {one.id} is {_state(one)}")


def _plain(one: pb.Subscription) -> "dict[str, Json]":
    return {
        "id": one.id,
        "way": one.way,
        "address": one.address,
        "kinds": [*one.kinds],
        "state": _state(one),
        "off_reason": one.off_reason,
        "dropped": one.dropped,
    }


def _plain_delivery(one: pb.Delivery) -> Json:
    return {
        "id": one.id,
        "subscription": one.subscription_id,
        "kind": one.kind,
        "text": one.text,
        "state": pb.Delivery.State.Name(one.state).removeprefix("STATE_").lower(),
        "tries": [
            {"time": t.time.ToJsonString(), "answer": t.answer, "seconds": t.seconds}
            for t in one.tries
        ],
    }


def _state(one: pb.Subscription) -> str:
    return pb.Subscription.State.Name(one.state).removeprefix("STATE_").lower()
