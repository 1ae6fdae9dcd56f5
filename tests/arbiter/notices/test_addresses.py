"""Where notices may not be posted: nowhere but on the public network, however it is written."""

from ipaddress import ip_address, ip_network
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pentarch.arbiter.notices.addresses import (
    BadAddress,
    Reach,
    is_public,
    reach_of,
    resolve,
    target,
)
from pentarch.arbiter.notices.post import Poster
from pentarch.arbiter.settings import Settings
from tests.receivers import LOOPBACK, Receiver, connections, receiving

USUAL = Reach()


def answering(*addresses: str) -> Any:
    """A resolver that knows one answer."""

    def lookup(host: str, port: int, **_: Any) -> list[tuple[Any, ...]]:
        return [(0, 0, 0, "", (address, port)) for address in addresses]

    return lookup


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "http://127.1/",
        "http://2130706433/",
        "http://0177.0.0.1/",
        "http://0177.1/",
        "http://0x7f000001/",
        "http://0x7f.1/",
        "http://0/",
        "http://127.0.0.1./",
        "http://10.0.0.1/",
        "http://172.16.0.1/",
        "http://192.168.1.1/",
        "http://169.254.169.254/latest/meta-data",
        "http://100.64.0.1/",
        "http://192.0.0.1/",
        "http://198.18.0.1/",
        "http://224.0.0.1/",
        "http://255.255.255.255/",
        "http://[::1]/",
        "http://[::]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[::ffff:7f00:1]/",
        "http://[::127.0.0.1]/",
        "http://[64:ff9b::7f00:1]/",
        "http://[2002:7f00:1::]/",
        "http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
        "http://[fe80::1]/",
        "http://[fe80::1%25eth0]/",
        "http://[fc00::1]/",
        "http://[fec0::1]/",
        "http://[ff02::1]/",
        "http://[2001:db8::1]/",
    ],
)
def test_an_address_that_is_not_public_is_refused_by_its_text(url: str) -> None:
    with pytest.raises(BadAddress):
        target(url, USUAL)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "example.org",
        "ftp://example.org/",
        "file:///etc/passwd",
        "gopher://example.org/",
        "http://",
        "http:///path",
        "http://example.org:22/",
        "http://example.org:99999/",
        "http://example.org:x/",
        "http://user:secret@example.org/",
        "http://example.org\\@127.0.0.1/",
        "http://exa mple.org/",
        "http://example.org/\r\nX: y",
        "http://example.org/\nX: y",
        "http://-example.org/",
        "http://exämple.org/",
        "http://[::1/",
        f"http://example.org/{'x' * 500}",
    ],
)
def test_what_is_no_plain_url_is_refused(url: str) -> None:
    with pytest.raises(BadAddress):
        target(url, USUAL)


def test_a_plain_url_is_taken_apart() -> None:
    found = target("https://Hooks.Example.org/services/a?b=c#d", USUAL)
    assert (found.host, found.port, found.path) == ("hooks.example.org", 443, "/services/a?b=c")
    assert found.authority == "hooks.example.org"
    assert target("http://[2606:4700::1]/", USUAL).authority == "[2606:4700::1]"


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "10.1.2.3", "::ffff:192.168.0.1"])
def test_a_name_for_an_inner_address_is_refused(address: str) -> None:
    aim = target("https://example.org/", USUAL)
    with pytest.raises(BadAddress, match="not on the public network"):
        resolve(aim, USUAL, answering(address))
    with pytest.raises(BadAddress, match="not on the public network"):
        resolve(aim, USUAL, answering("93.184.216.34", address))
    assert resolve(aim, USUAL, answering("93.184.216.34")) == [ip_address("93.184.216.34")]


def test_a_name_whose_answer_changes_after_registration_reaches_nothing() -> None:
    answers = iter(["93.184.216.34", "127.0.0.1"])
    asked: list[str] = []

    def changing(host: str, port: int, **_: Any) -> list[tuple[Any, ...]]:
        asked.append(host)
        return [(0, 0, 0, "", (next(answers), port))]

    with receiving(Receiver()) as receiver:
        reach = Reach(ports=frozenset((receiver.port,)))
        url = receiver.url(host="example.org")
        resolve(target(url, reach), reach, changing)
        with connections() as seen:
            answer = Poster(reach, lookup=changing).post(url, {}, b"")
        assert answer.text == "refused: example.org is not on the public network"
        assert not receiver.requests
        assert seen == []
    assert asked == ["example.org"] * 2, "once each time: nothing is looked up twice"


def test_the_connection_goes_to_the_address_that_was_looked_at() -> None:
    asked: list[str] = []

    def once(host: str, port: int, **_: Any) -> list[tuple[Any, ...]]:
        asked.append(host)
        return [(0, 0, 0, "", ("127.0.0.1", port))]

    with receiving(Receiver()) as receiver, connections() as seen:
        poster = Poster(LOOPBACK, lookup=once)
        assert poster.post(receiver.url(host="hooks.invalid"), {}, b"{}").is_delivered
        assert receiver.requests[0].headers["host"] == f"hooks.invalid:{receiver.port}"
    assert asked == ["hooks.invalid"]
    assert seen == ["127.0.0.1"]


def test_an_administrator_allows_networks_and_ports_by_settings() -> None:
    chosen = Settings(notice_networks="10.1.0.0/16 ::1", notice_ports="443 8000-8010")
    reach = reach_of(chosen)
    assert target("http://10.1.2.3:8005/", reach).port == 8005
    assert target("http://[::1]:8000/", reach).host == "::1"
    for url in ("http://10.2.0.1:8005/", "http://10.1.2.3:80/", "http://127.0.0.1:8005/"):
        with pytest.raises(BadAddress):
            target(url, reach)
    with pytest.raises(ValueError, match="PORTS"):
        reach_of(Settings(notice_ports="0"))
    with pytest.raises(ValueError, match="host bits"):
        reach_of(Settings(notice_networks="10.1.2.3/8"))


SPECIAL = [
    ip_network(text)
    for text in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"),
        *("172.16.0.0/12", "192.0.2.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24"),
        *("203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
        *("::/96", "::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/32"),
        *("2001:db8::/32", "2002::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8"),
    )
]


@given(st.sampled_from(SPECIAL), st.integers(0, (1 << 128) - 1))
def test_no_address_of_a_special_network_is_public(network: Any, number: int) -> None:
    address = network[number % network.num_addresses]
    assert not is_public(address)
