"""`run(MyBot)`: play wherever the program was started."""

import logging
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pentarch.engine import registry

if TYPE_CHECKING:
    # Only for the annotation: whoever imports the SDK need not load the protocol.
    from pentarch.bots.sdk.session import Maker

_DEFAULT_ARBITER = "127.0.0.1:50051"


def run(
    make: "Maker",
    *,
    name: str = "",
    rulesets: Sequence[str] = (),
    max_matches: int = 1,
    build: str = "",
) -> None:
    """Play until the end: as a hosted bot in the sandbox, else as a remote one.

    `make` makes a bot for each match: usually the bot's class. In the sandbox nothing else counts.
    A remote bot finds the arbiter by `PENTARCH_ARBITER`, shows the token in `PENTARCH_TOKEN`,
    trusts the CA in the file `PENTARCH_TLS_CA`, and for mutual TLS shows the certificate in
    `PENTARCH_TLS_CLIENT_CERTIFICATE` with the key in `PENTARCH_TLS_CLIENT_KEY`. Without a
    name it is called like its class, and without rulesets it plays all there are.

    Examples:
        >>> from pentarch import Bot, Turn, run
        >>> class First(Bot):
        ...     def decide(self, turn: Turn):
        ...         return turn.legal[0]
        >>> run(First)  # where PENTARCH_TOKEN is not set
        Traceback (most recent call last):
        SystemExit: set PENTARCH_TOKEN to a token of the bot's owner
    """
    if os.environ.get("PENTARCH_HOSTED") == "1":
        from pentarch.bots.sdk.hosted import play_hosted

        play_hosted(make)
        return
    # Hosted bots start faster without gRPC.
    from pentarch.bots.sdk.remote import ConnectionRefused, Remote
    from pentarch.bots.sdk.tls import trust_of

    token = os.environ.get("PENTARCH_TOKEN", "")
    if not token:
        raise SystemExit("set PENTARCH_TOKEN to a token of the bot's owner")
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    try:
        trust = trust_of(os.environ)
    except ValueError as error:
        raise SystemExit(str(error)) from error
    try:
        Remote(
            make,
            os.environ.get("PENTARCH_ARBITER", _DEFAULT_ARBITER),
            token,
            name or _name_of(make),
            list(rulesets) or registry.IDS,
            max_matches,
            build=build,
            trust=trust,
        ).run()
    except ConnectionRefused as error:
        raise SystemExit(f"the arbiter does not let the bot play: {error}") from error
    except KeyboardInterrupt:
        return


def _name_of(make: "Maker") -> str:
    return getattr(make, "__name__", type(make).__name__).lower()
