"""`pentarch mcp`: the server of tools for language models."""

from pathlib import Path
from typing import Annotated

import typer

from pentarch.cli.client import DEFAULT_ADDRESS, Address, Token
from pentarch.cli.terminal import misuse


def mcp(
    records: Annotated[
        Path | None, typer.Option(help="A folder with records that may be read.")
    ] = None,
    plays: Annotated[
        bool, typer.Option("--play", help="Let models play here against reference bots.")
    ] = False,
    port: Annotated[
        int | None,
        typer.Option("--http", min=1, max=65535, help="Serve HTTP on this port of 127.0.0.1."),
    ] = None,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
) -> None:
    """Offer rules and records to language models, as tools over standard input and output.

    Without a token they only read, unless --play lets them play on this machine. With one they may
    play, and do what an arbiter's role allows. Over HTTP everybody on this machine could use it, so
    a token is refused there.
    """
    if records is not None and not records.is_dir():
        raise misuse(f"{str(records)!r} is not a folder")
    if port is not None and token:
        raise misuse("--http serves everybody on this machine: use it without a token")
    try:
        from pentarch.mcp.arbiter import Arbiter
        from pentarch.mcp.server import Tools, server_of
    except ModuleNotFoundError as error:
        raise misuse(f"{error}: install it with `pip install 'pentarch[mcp]'`") from error
    arbiter = Arbiter(address, token) if token else None
    tools = Tools(records, arbiter)
    server = server_of(tools, arbiter, plays=plays or arbiter is not None)
    try:
        if port is None:
            server.run()
        else:
            server.run("streamable-http", host="127.0.0.1", port=port)
    finally:
        tools.close()
