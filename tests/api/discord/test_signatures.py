"""Only what Discord has signed just now is read."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.discord.signatures import TOLERANCE, NotSigned, Verifier
from tests.api.discord.conftest import DiscordTable
from tests.api.discord.signing import PATH, DiscordUser, Signer

SIGNER = Signer()


def roll(table: DiscordTable) -> bytes:
    interaction = table.pat.interaction(2, {"name": "roll", "options": [{"name": "dice", "type": 3, "value": "1d6"}]})
    return json.dumps(interaction).encode()


FORGED: dict[str, Callable[[Signer, bytes], tuple[bytes, dict[str, str]]]] = {
    "no headers": lambda _, body: (body, {}),
    "no signature": lambda signer, body: (body, signer.headers(body) | {"X-Signature-Ed25519": ""}),
    "no hexadecimal digits": lambda signer, body: (body, signer.headers(body) | {"X-Signature-Ed25519": "zz" * 64}),
    "half a signature": lambda signer, body: (
        body,
        signer.headers(body) | {"X-Signature-Ed25519": signer.headers(body)["X-Signature-Ed25519"][:64]},
    ),
    "another key": lambda _, body: (body, Signer().headers(body)),
    "another body": lambda signer, body: (body.replace(b"1d6", b"9d6"), signer.headers(body)),
    "another time": lambda signer, body: (
        body,
        signer.headers(body) | {"X-Signature-Timestamp": str(int(time.time()) + 1)},
    ),
    "an old request": lambda signer, body: (body, signer.headers(body, str(int(time.time()) - TOLERANCE - 5))),
    "a request of tomorrow": lambda signer, body: (body, signer.headers(body, str(int(time.time()) + 86_400))),
    "no number as time": lambda signer, body: (body, signer.headers(body, "today")),
    "another application": lambda signer, body: (
        other := body.replace(b"845027738276462632", b"845027738276462633"),
        signer.headers(other),
    ),
}


@pytest.mark.parametrize("how", FORGED)
def test_a_forged_request_is_refused(
    forged_table: DiscordTable, discord: httpx.Client, signer: Signer, how: str
) -> None:
    before = len(forged_table.table.gm.see("./entries"))
    body, headers = FORGED[how](signer, roll(forged_table))
    answer = discord.post(PATH, content=body, headers=headers)
    assert answer.status_code == 401
    assert answer.headers["content-type"] == "application/problem+json"
    assert len(forged_table.table.gm.see("./entries")) == before


@pytest.fixture(scope="module")
def forged_table(owner: object, discord: httpx.Client, signer: Signer) -> DiscordTable:
    return DiscordTable(owner, discord, signer)  # type: ignore[arg-type]


def test_an_interaction_that_is_sent_twice_acts_once(
    forged_table: DiscordTable, discord: httpx.Client, signer: Signer
) -> None:
    body = roll(forged_table)
    first, second = (discord.post(PATH, content=body, headers=signer.headers(body)).json() for _ in range(2))
    assert first == second
    newest = forged_table.table.gm.see("./entries", order="newest", limit=2)
    assert [entry["command"] and entry["command"]["type"] for entry in newest] != ["freeform.roll"] * 2
    assert f"Entry {newest[0]['entry']}" in first["data"]["content"]


def test_a_body_that_is_no_interaction_is_a_400(
    forged_table: DiscordTable, discord: httpx.Client, signer: Signer
) -> None:
    for body in (b"", b"[]", b'{"type": "two"}', b"\xff"):
        assert discord.post(PATH, content=body, headers=signer.headers(body)).status_code == 400


def test_only_posts_are_answered(discord: httpx.Client) -> None:
    assert discord.get(PATH).status_code == 405


def test_an_interaction_of_a_coming_kind_is_answered_kindly(forged_table: DiscordTable) -> None:
    answer = forged_table.pat.sends(forged_table.pat.interaction(5, {"custom_id": "x"}))
    assert answer.is_private
    old = forged_table.pat.types("shout", words="loud")
    assert old.is_private
    assert "register" in old.said
    assert "another release" in forged_table.pat.presses("dance|1").said


def test_there_is_no_endpoint_without_an_application(http: httpx.Client, signer: Signer) -> None:
    nobody = DiscordUser(http, signer, "1", "x", "2")
    assert nobody.post(nobody.interaction(1, {})).status_code == 404


@settings(max_examples=20)
@given(st.binary(max_size=64), st.binary(max_size=64))
def test_a_signature_is_for_its_body_alone(body: bytes, other: bytes) -> None:
    headers, verifier = SIGNER.headers(body, "1000"), Verifier(SIGNER.public_key)
    verifier.check(headers["X-Signature-Ed25519"], "1000", body, 1000)
    if body != other:
        with pytest.raises(NotSigned):
            verifier.check(headers["X-Signature-Ed25519"], "1000", other, 1000)
