"""`pentarch challenge`: your bot against any active one, outside of ratings."""

import uuid
from typing import Annotated

import typer

from pentarch.arbiter.v1 import matches_pb2 as pb
from pentarch.arbiter.v1.matches_pb2_grpc import MatchServiceStub
from pentarch.cli.client import DEFAULT_ADDRESS, Address, Token, dial
from pentarch.cli.matches import OptionTexts, read_options
from pentarch.cli.service_matches import plain
from pentarch.cli.terminal import AsJson, print_json, print_plain


def challenge(
    ruleset: Annotated[str, typer.Argument(help="A ruleset's id.")],
    rivals: Annotated[list[str], typer.Argument(help="Whom it meets: NAME or NAME@NUMBER.")],
    bot: Annotated[str, typer.Option("--with", help="Your bot: NAME or NAME@NUMBER.")],
    matches: Annotated[
        int, typer.Option(min=0, max=16, help="How many matches; 0: one in every seat.")
    ] = 0,
    option: OptionTexts = None,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Have your bot meet others in private matches, with the seats in turn: no rating moves."""
    request = pb.CreateChallengeRequest(
        request_id=str(uuid.uuid4()),
        ruleset=ruleset,
        bot=bot,
        rivals=rivals,
        matches=matches,
        options={name: str(value) for name, value in read_options(option or []).items()},
    )
    with dial(address, token) as channel:
        made = MatchServiceStub(channel).CreateChallenge(request).matches
    if as_json:
        print_json([plain(match) for match in made])
        return
    for match in made:
        print_plain(f"match {match.id} is queued: pentarch match watch {match.id}")
