"""Which address a request comes from, by the proxies that the service believes."""

import pytest
from litestar import Litestar
from litestar.datastructures import State

from api.http.endpoints import address_of
from api.proxy.networks import Networks

CLIENT = "203.0.113.7"


def seen_from(peer: str, *forwarded: str, proxies: str = "10.0.0.0/8,fd00::/8,192.0.2.1", **others: str) -> str:
    """The address of a request that arrives from `peer` with so many X-Forwarded-For headers."""
    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    headers += [(name.replace("_", "-").encode(), value.encode()) for name, value in others.items()]
    app = Litestar(state=State({"proxies": Networks.of(proxies.split(","))}), openapi_config=None)
    scope = {"type": "http", "client": (peer, 1), "headers": headers, "litestar_app": app}
    return address_of(scope)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("peer", "believed"),
    [
        ("9.255.255.255", False),
        ("10.0.0.0", True),
        ("10.255.255.255", True),
        ("11.0.0.0", False),
        ("192.0.2.0", False),
        ("192.0.2.1", True),
        ("192.0.2.2", False),
        ("fcff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", False),
        ("fd00::", True),
        ("fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", True),
        ("fe00::", False),
        ("::ffff:10.0.0.1", True),
        ("::ffff:11.0.0.1", False),
        ("", False),
    ],
)
def test_a_network_of_proxies_ends_at_its_boundary(peer: str, believed: bool) -> None:
    assert seen_from(peer, CLIENT) == (CLIENT if believed else peer)


def test_an_address_that_the_client_made_up_is_passed_over() -> None:
    assert seen_from("10.0.0.1", f"198.51.100.1, {CLIENT}") == CLIENT


def test_a_header_that_the_client_sent_before_the_proxys_own_is_passed_over() -> None:
    assert seen_from("10.0.0.1", "198.51.100.1", CLIENT) == CLIENT


def test_a_chain_of_proxies_is_followed_to_the_first_address_that_is_none() -> None:
    assert seen_from("fd00::1", f"198.51.100.1, {CLIENT}, 10.1.2.3, 192.0.2.1") == CLIENT


def test_a_proxy_that_names_nobody_is_the_address_itself() -> None:
    assert [seen_from("10.0.0.1"), seen_from("10.0.0.1", ""), seen_from("10.0.0.1", " , ")] == ["10.0.0.1"] * 3


def test_other_headers_of_proxies_tell_no_address() -> None:
    others = {"forwarded": f"for={CLIENT}", "x_real_ip": CLIENT, "x_forwarded_host": CLIENT}
    assert seen_from("10.0.0.1", **others) == "10.0.0.1"


@pytest.mark.parametrize("text", ["10.0.0.1/8", "10.0.0.0/33", "fd00::/129", "proxy.example", "10.0.0", "10.0.0.1:80"])
def test_what_is_no_network_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Networks.of([text])


def test_networks_are_written_as_they_were_given() -> None:
    assert str(Networks.of(["fd00::/8", "10.0.0.9", "10.0.0.9", "10.0.0.0/8"])) == "10.0.0.0/8, 10.0.0.9, fd00::/8"
