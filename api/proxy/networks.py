"""Networks of addresses, such as those of the proxies in front of the service."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

import msgspec

Network = IPv4Network | IPv6Network

_KEPT: Final = 4096
"""The number of addresses whose membership is remembered."""


class Networks(msgspec.Struct, frozen=True):
    """A set of networks; `address in networks` takes an address as text, and is False for text that is no address."""

    networks: tuple[Network, ...] = ()

    @classmethod
    def of(cls, texts: Iterable[str]) -> Networks:
        """Read networks (`10.0.0.0/8`, `fd00::/8`) and single addresses. Raises ValueError for anything else, also for a
        network whose address lies within it (`10.0.0.1/8`).
        """
        return cls(tuple(sorted({ip_network(text) for text in texts}, key=str)))

    def __contains__(self, address: str) -> bool:
        return bool(self.networks) and _contain(self.networks, address)

    def __str__(self) -> str:
        return ", ".join(map(_shown, self.networks))


@lru_cache(_KEPT)
def _contain(networks: tuple[Network, ...], address: str) -> bool:
    try:
        read = _plain(ip_address(address))
    except ValueError:
        return False
    return any(read in network for network in networks)


def _plain(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """Return the IPv4 address that a listener for both kinds shows as an IPv6 one (`::ffff:10.0.0.1`)."""
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def _shown(network: Network) -> str:
    return str(network.network_address) if network.num_addresses == 1 else str(network)
