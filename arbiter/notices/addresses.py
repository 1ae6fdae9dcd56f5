"""Where notices may be posted: addresses on the public network, unless an administrator says more.

An address comes from an owner, and the arbiter's own network is not theirs to reach. So it is
looked at when it is entered, and again each time before anything is sent: the name is resolved
once, every answer is checked, and the connection goes to one of the addresses that were checked.
"""

import re
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

from pentarch.arbiter.settings import Settings

Address: TypeAlias = IPv4Address | IPv6Address
Lookup: TypeAlias = Callable[..., Sequence[tuple[Any, ...]]]

MOST_LETTERS: Final = 500
_NAME: Final = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*")
_NUMBER: Final = re.compile(r"[0-9]+|0x[0-9a-f]*")
_ANY_PORT: Final = range(1, 65536)
# What the registry has given out for hosts. All else of IPv6 is special, or leads back to IPv4.
_GLOBAL: Final = IPv6Network("2000::/3")
_TUNNELS: Final = (IPv6Network("2001::/23"), IPv6Network("2002::/16"))


class BadAddress(ValueError):
    """An address that nothing is sent to. The message says why."""


@dataclass(frozen=True)
class Reach:
    """Which networks and ports notices may be posted to, beside public ones at 80 and 443."""

    networks: tuple[IPv4Network | IPv6Network, ...] = ()
    ports: frozenset[int] = frozenset((80, 443))

    def permits(self, address: Address) -> bool:
        """Whether notices may go there."""
        plain = _without_mapping(address)
        return is_public(plain) or any(plain in network for network in self.networks)


@dataclass(frozen=True)
class Target:
    """A URL taken apart."""

    is_secret: bool
    """Whether it is https."""
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """What the header `Host` says."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.is_secret else 80) else f"{host}:{self.port}"


def reach_of(settings: Settings) -> Reach:
    """What the settings allow. Raises ValueError."""
    networks = tuple(ip_network(text) for text in settings.notice_networks.split())
    ports = [_ports(text) for text in settings.notice_ports.split()]
    return Reach(networks, frozenset(port for part in ports for port in part))


def target(url: str, reach: Reach) -> Target:
    """The parts of a URL that notices may be posted to, as far as its text says. Raises
    BadAddress."""
    if len(url) > MOST_LETTERS or not url.isascii() or not url.isprintable() or " " in url:
        raise BadAddress(f"a URL has at most {MOST_LETTERS} printable ASCII characters, no spaces")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise BadAddress("this is no URL") from error
    if parts.scheme not in ("http", "https"):
        raise BadAddress("a URL begins with https:// or http://")
    if "@" in parts.netloc or "\\" in url:
        raise BadAddress("a URL with a user or a backslash in it is not taken")
    is_secret = parts.scheme == "https"
    port = port or (443 if is_secret else 80)
    if port not in reach.ports:
        raise BadAddress(f"nothing is posted to port {port}")
    path = parts.path or "/"
    query = f"?{parts.query}" if parts.query else ""
    return Target(is_secret, _host(parts.hostname or "", reach), port, path + query)


def resolve(aim: Target, reach: Reach, lookup: Lookup = socket.getaddrinfo) -> list[Address]:
    """The addresses of a target, looked up once. Raises BadAddress if one of them is not for
    notices: a name that means both is not to be trusted."""
    try:
        found = lookup(aim.host, aim.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise BadAddress(f"{aim.host} has no address") from error
    # IPv6 answers may name a zone, which only means something to this machine.
    addresses = [ip_address(str(row[4][0]).partition("%")[0]) for row in found]
    if not addresses:
        raise BadAddress(f"{aim.host} has no address")
    if not all(reach.permits(address) for address in addresses):
        raise BadAddress(f"{aim.host} is not on the public network")
    return list(dict.fromkeys(addresses))


def is_public(address: Address) -> bool:
    """Whether it is the address of a host on the public network, and leads nowhere else."""
    if isinstance(address, IPv4Address):
        return address.is_global and not address.is_multicast
    is_tunnel = any(address in network for network in _TUNNELS)
    return address in _GLOBAL and address.is_global and not is_tunnel


def _without_mapping(address: Address) -> Address:
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def _host(host: str, reach: Reach) -> str:
    """A name or a plain address. Raises BadAddress for other ways to write an address: resolvers
    read 2130706433, 0177.1 and 0x7f000001 as 127.0.0.1."""
    host = host.lower().removesuffix(".")
    last = host.rpartition(".")[2]
    if ":" in host or _NUMBER.fullmatch(last):
        try:
            address = ip_address(host)
        except ValueError as error:
            raise BadAddress(
                "an address in a URL is written as 192.0.2.1 or [2001:db8::1]"
            ) from error
        if not reach.permits(address):
            raise BadAddress(f"{host} is not on the public network")
        return host
    if len(host) > 253 or _NAME.fullmatch(host) is None:
        raise BadAddress("a URL needs the name of a host")
    return host


def _ports(text: str) -> range:
    first, _, last = text.partition("-")
    found = range(int(first), int(last or first) + 1)
    if not found or found[0] not in _ANY_PORT or found[-1] not in _ANY_PORT:
        raise ValueError(
            f"PENTARCH_NOTICE_PORTS is ports and ranges such as 80 8000-8999, not {text!r}"
        )
    return found
