"""Signing in by OpenID Connect, with a real provider and a real browser."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from playwright.sync_api import Browser, Page, expect

from pentarch.arbiter.api.openid import Provider, Wrong
from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import identities, owners
from pentarch.arbiter.store.identities import Person
from tests.dashboard.houses import House, open_house
from tests.dashboard.people import CLIENT, invited, provider, sign_in
from tests.dashboard.serving import shoot, visit
from tests.needs import needs_redis

pytestmark = [pytest.mark.timeout(900), needs_redis]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("club")
    patch = pytest.MonkeyPatch()
    with provider(folder) as named:
        # The arbiter runs in this process, the dashboard in one of its own.
        for name, value in named.items():
            patch.setenv(name, value)
        settings.cache_clear()
        try:
            with open_house(folder) as house:
                yield house
        finally:
            patch.undo()
            settings.cache_clear()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1360, "height": 1000})
    yield context.new_page()
    context.close()


def issuer() -> str:
    return settings().oidc_metadata_url.partition("/.well-known")[0]


def test_a_person_whom_the_provider_knows_comes_in_by_invitation(house: House, page: Page) -> None:
    sign_in(page, house.address, "ann@club")
    visit(page, f"{house.address}/account", "Account")
    expect(page.get_by_text("You are no owner here")).to_be_visible()
    page.goto(f"{house.address}/join?code={invited(house.hall, 'ann')}")
    page.get_by_role("link", name="Accept it with the club").click()
    page.get_by_role("button", name="Accept").click()
    expect(page.get_by_text("Signed in as ann")).to_be_visible()
    shoot(page, "account-by-openid")
    # From now on the provider is enough.
    page.context.clear_cookies()
    sign_in(page, house.address, "ann@club")
    visit(page, f"{house.address}/account", "Account")
    expect(page.get_by_text("Signed in as ann")).to_be_visible()
    with house.hall.store.reading() as session:
        found = identities.owner_of(session, Person(issuer(), "ann@club"))
        assert found is not None
        assert found.name == "ann"
    with house.hall.store.writing() as session:
        owners.disable(session, "ann", datetime.now(UTC))
    page.context.clear_cookies()
    sign_in(page, house.address, "ann@club")
    visit(page, f"{house.address}/account", "Account")
    expect(page.get_by_text("This owner is disabled")).to_be_visible()


@pytest.mark.usefixtures("house")
def test_tokens_that_the_provider_did_not_sign_for_this_service_are_refused() -> None:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    now = int(time.time())
    claims: dict[str, Any] = {
        "iss": issuer(),
        "aud": CLIENT,
        "sub": "eve",
        "iat": now,
        "exp": now + 600,
    }
    known = Provider()
    forged = jwt.encode(claims, key, algorithm="RS256", headers={"kid": "mine"})
    unsigned = jwt.encode(claims, "", algorithm="none")
    shared = jwt.encode(claims, "a secret of the test, long enough for it", algorithm="HS256")
    for token in (forged, unsigned, shared, "", "e30.e30.e30", "x" * 20_000):
        with pytest.raises(Wrong):
            known.person(token)
