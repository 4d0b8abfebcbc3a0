"""Addresses to which news may be sent: public ones, unless the installation allows any.

The name is resolved at each delivery and the connection goes to the address that was checked, so that a name cannot
point to another one between the two.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from api.settings import Reach
from domain.messages import text

_TRANSLATED: Final = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"), IPv6Network("2002::/16"))
"""Networks whose addresses hold an IPv4 address, which a gateway takes out (RFC 6052, RFC 3056)."""

Resolve = Callable[[str, int], list[str]]
"""Returns the addresses of a name."""


class ForbiddenDestination(ValueError):
    """News may not be sent to this address. The text says why, and goes on with what would be right."""


class Destination(NamedTuple):
    """A checked address: the URL to connect to, which names the address itself, and the host that it stands for."""

    url: str
    host: str
    header: str


def resolved(host: str, port: int) -> list[str]:
    """Return the addresses that a name has now. Raises OSError."""
    return list(
        dict.fromkeys(str(address[4][0]) for address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
    )


def check_url(url: str, reach: Reach) -> None:
    """Check the form of an URL, and its address where it is written as a number. Raises ForbiddenDestination."""
    host, _ = _parts(url, reach)
    if reach == "public" and _is_number(host):
        _check_address(host)


def destination(url: str, reach: Reach, resolve: Resolve = resolved) -> Destination:
    """Return where to connect for an URL. Raises ForbiddenDestination, and OSError where its name cannot be resolved."""
    host, port = _parts(url, reach)
    addresses = resolve(host, port)
    if not addresses:
        raise OSError(f"{host} has no address")
    if reach == "public":
        for address in addresses:
            _check_address(address)
    at = urlsplit(url)
    number = f"[{addresses[0]}]" if ":" in addresses[0] else addresses[0]
    return Destination(at._replace(netloc=f"{number}:{port}", fragment="").geturl(), host, at.netloc)


def _parts(url: str, reach: Reach) -> tuple[str, int]:
    """Return the host and the port of an URL. Raises ForbiddenDestination."""
    if reach == "off":
        raise ForbiddenDestination("this installation sends no webhooks; its owner allows them with RETCON_WEBHOOKS")
    try:
        at = urlsplit(url)
        port = at.port
    except ValueError as wrong:
        raise ForbiddenDestination(
            text("the URL cannot be read ({wrong}); send one such as https://example.org/hook", wrong=wrong)
        ) from wrong
    if at.scheme not in (("https",) if reach == "public" else ("https", "http")) or not at.hostname:
        raise ForbiddenDestination(
            "the URL has to begin with https:// and name a host, such as https://example.org/hook"
        )
    if at.username or at.password:
        raise ForbiddenDestination("the URL must not hold a name or a password; check the signature instead")
    if any(not 32 < ord(letter) < 127 for letter in url):
        raise ForbiddenDestination("the URL has to be plain ASCII without spaces; encode other characters")
    return at.hostname, port or (443 if at.scheme == "https" else 80)


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _check_address(address: str) -> None:
    """Check that an address is public. Raises ForbiddenDestination."""
    number = ip_address(address.partition("%")[0])
    if isinstance(number, IPv6Address) and number.ipv4_mapped is not None:
        number = number.ipv4_mapped
    translated = isinstance(number, IPv6Address) and any(number in network for network in _TRANSLATED)
    if not number.is_global or number.is_multicast or translated:
        raise ForbiddenDestination(
            text("{address} is not a public address; use one that the whole internet reaches", address=address)
        )
