"""Addresses to which webhooks may go."""

from __future__ import annotations

import httpx
import pytest

from api.webhooks.destinations import ForbiddenDestination, check_url, destination
from tests.api.people import Person, Table

PRIVATE = (
    "127.0.0.1",
    "10.0.0.8",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "fe80::1%eth0",
    "fd00::1",
    "::ffff:10.0.0.8",
    "64:ff9b::a00:8",
    "2002:a00:8::1",
)


@pytest.mark.parametrize("address", PRIVATE)
def test_a_name_that_leads_to_a_private_address_is_refused(address: str) -> None:
    with pytest.raises(ForbiddenDestination, match="is not a public address"):
        destination("https://hooks.example/x", "public", lambda _host, _port: ["93.184.215.14", address])
    assert destination("http://hooks.example/x", "any", lambda _host, _port: [address]).host == "hooks.example"


@pytest.mark.parametrize(
    ("url", "wrong"),
    [
        ("http://example.org/hook", "https://"),
        ("ftp://example.org/hook", "https://"),
        ("https:///hook", "name a host"),
        ("example.org/hook", "https://"),
        ("https://me:pass@example.org/", "name or a password"),
        ("https://example.org:99999/", "cannot be read"),
        ("https://[::1/", "cannot be read"),
        ("https://example.org/ö", "plain ASCII"),
        ("https://example.org/a b", "plain ASCII"),
        ("https://127.0.0.1/", "not a public address"),
        ("https://[::1]/", "not a public address"),
    ],
)
def test_an_url_of_another_form_is_refused(url: str, wrong: str) -> None:
    with pytest.raises(ForbiddenDestination, match=wrong):
        check_url(url, "public")


def test_the_connection_goes_to_the_address_that_was_checked() -> None:
    to = destination("https://hooks.example/x?y=1#z", "public", lambda _host, _port: ["93.184.215.14"])
    assert to == ("https://93.184.215.14:443/x?y=1", "hooks.example", "hooks.example")
    six = destination("https://hooks.example:8443/x", "public", lambda _host, _port: ["2606:4700::1111"])
    assert six == ("https://[2606:4700::1111]:8443/x", "hooks.example", "hooks.example:8443")


def test_an_installation_may_send_none() -> None:
    with pytest.raises(ForbiddenDestination, match="RETCON_WEBHOOKS"):
        check_url("https://example.org/hook", "off")


@pytest.fixture
def owner(http: httpx.Client, owner_token: str) -> Person:
    """The holder of the owner token of an installation that sends to public addresses alone."""
    return Person(http, owner_token, Person(http, owner_token).see("/account")["id"])


def test_the_interface_names_what_is_wrong_with_an_url(table: Table) -> None:
    problem = table.gm.problem("POST", "./webhooks", 400, json={"url": "https://127.0.0.1/hook"})
    assert problem["fields"][0]["field"] == "url"
    assert "not a public address" in problem["detail"]
    assert table.gm.see("./webhooks") == []
