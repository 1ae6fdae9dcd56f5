"""People for tests of the dashboard: invited, or known to a real OpenID provider."""

import contextlib
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from playwright.sync_api import Page

from pentarch.arbiter.store import invitations, owners
from pentarch.arbiter.store.invitations import Welcome
from pentarch.arbiter.store.words import Role
from tests import waiting
from tests.processes import free_ports
from tests.remote import Hall

CLIENT = "pentarch"


def invited(hall: Hall, name: str) -> str:
    """The code of an invitation."""
    now = datetime.now(UTC)
    with hall.store.writing() as session:
        admin = owners.by_name(session, "admin").id
        return invitations.invite(
            session, Welcome(name, Role.AUTHOR, admin, now + timedelta(hours=1)), now
        )


@contextlib.contextmanager
def provider(folder: Path) -> Iterator[dict[str, str]]:
    """An OpenID provider as a process of its own; the settings that name it."""
    [port] = free_ports(1)
    program = Path(sys.executable).with_name("oidc-provider-mock")
    log = folder / "provider.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [program, "--port", str(port)], stdout=output, stderr=output, cwd=folder
        )
    url = f"http://127.0.0.1:{port}/.well-known/openid-configuration"

    def is_up() -> bool:
        assert process.poll() is None, log.read_text()
        try:
            urllib.request.urlopen(url, timeout=waiting.PATIENCE).close()
        except OSError:
            return False
        return True

    try:
        waiting.until(is_up, what="the provider answers")
        yield {
            "PENTARCH_OIDC_METADATA_URL": url,
            "PENTARCH_OIDC_CLIENT_ID": CLIENT,
            "PENTARCH_OIDC_CLIENT_SECRET": "a secret of the test",
            "PENTARCH_OIDC_NAME": "the club",
        }
    finally:
        process.terminate()
        process.wait(waiting.PATIENCE)


def sign_in(page: Page, address: str, subject: str) -> None:
    """Sign in at the provider as somebody, from the account page."""
    page.goto(f"{address}/account")
    page.get_by_role("button", name="Sign in with the club").click()
    page.locator("input[name=sub]").fill(subject)
    page.get_by_role("button", name="Authorize", exact=True).click()
    page.wait_for_url(f"{address}/**")
