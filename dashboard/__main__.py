"""`python -m pentarch.dashboard`: serve the dashboard where PENTARCH_DASHBOARD says."""

import argparse
import gc
import json
import secrets
import signal
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Final

from pydantic import SecretStr

from pentarch.arbiter.packages.manifest import MOST_BYTES
from pentarch.arbiter.settings import Settings, settings
from pentarch.dashboard.server.headers import origins
from pentarch.engine import registry

_SITE: Final = Path(__file__).parent / "server" / "pentarch_site.py"
# What pages need of other packages, and what of ours knows nothing of Streamlit.
_HEAVY: Final = (
    *(
        "pandas",
        "pyarrow",
        "structlog",
        "pentarch.arbiter.competition.book",
        "pentarch.arbiter.relay.feed",
        "pentarch.arbiter.referee",
    ),
    *(
        "pentarch.arbiter.store.migrate",
        "pentarch.arbiter.store.order",
        "pentarch.bots.sdk.remote",
        "pentarch.dashboard.service",
    ),
)
# How many new objects Python waits for before it collects garbage: a replay makes more.
_NEW_OBJECTS: Final = 50_000


def arguments(listen: str) -> list[str]:
    """What Streamlit is started with. Raises ValueError for a bad address."""
    host, colon, port = listen.rpartition(":")
    if not colon or not port.isascii() or not port.isdecimal() or int(port) > 65535:
        raise ValueError(f"PENTARCH_DASHBOARD is host:port, not {listen!r}")
    return [
        *("run", str(_SITE)),
        *("--server.address", host.strip("[]") or "0.0.0.0", "--server.port", port),
        *("--server.headless", "true", "--browser.gatherUsageStats", "false"),
        *("--server.fileWatcherType", "none", "--client.toolbarMode", "viewer"),
        *("--client.showErrorDetails", "none", "--client.showErrorLinks", "false"),
        # No package is larger; the arbiter says so again.
        *("--server.maxUploadSize", str(MOST_BYTES >> 20)),
        # Python collects often enough; a full collection after every run is a fifth of a second.
        *("--runner.postScriptGC", "false"),
    ]


def main() -> int:
    """Be the server."""
    argparse.ArgumentParser(prog="python -m pentarch.dashboard", description=__doc__).parse_args()
    try:
        given = arguments(settings().dashboard)
        origins(settings().dashboard_frames)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    # The server ends in an orderly way and then passes the signal on.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    _warm_up()
    from streamlit.web.cli import main as streamlit

    # What was imported stays: it need not be looked at again each time.
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS)
    with tempfile.TemporaryDirectory(prefix="pentarch-dashboard-") as folder:
        streamlit([*given, *provider_arguments(Path(folder), settings())], prog_name="streamlit")
    return 0


def provider_arguments(folder: Path, chosen: Settings) -> list[str]:
    """Hand the OpenID provider to Streamlit, which reads it from a file that nobody else may."""
    if not chosen.oidc_metadata_url:
        return []
    signing = chosen.dashboard_secret or SecretStr(secrets.token_urlsafe(32))
    client = chosen.oidc_client_secret or SecretStr("")
    values = {
        "redirect_uri": f"{chosen.dashboard_address}/oauth2callback",
        "cookie_secret": signing.get_secret_value(),
        "client_id": chosen.oidc_client_id,
        "client_secret": client.get_secret_value(),
        "server_metadata_url": chosen.oidc_metadata_url,
        "expose_tokens": ["id"],
    }
    file = folder / "secrets.toml"
    file.touch(0o600)
    lines = ["[auth]", *(f"{name} = {json.dumps(value)}" for name, value in values.items())]
    file.write_text("\n".join(lines), encoding="utf-8")
    return ["--secrets.files", str(file)]


def _warm_up() -> None:
    """Import what the first visitor would otherwise wait for."""
    for name in _HEAVY:
        import_module(name)
    for ruleset in registry.IDS:
        registry.get(ruleset)


if __name__ == "__main__":
    sys.exit(main())
