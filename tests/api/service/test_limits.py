"""Whatever is too large, too deep, too many or too strange is refused soon, and in words that say what would be right."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from api.http.endpoints import LARGEST_BODY
from api.http.inputs import DEEPEST
from tests.api.people import Json, Person, Table, command

SOON = 2.0
"""Seconds within which a hard request is answered; it takes milliseconds, but machines are busy."""

NUL = "\0"


@pytest.fixture(scope="module")
def seated(owner: Person) -> Table:
    """A campaign with a hero, for tests that change nothing of it."""
    table = Table(owner)
    table.gm.does("freeform.create_character", name="Ada", owners=[table.pat.id], tracks={"hp": 4})
    return table


def refused(who: Person, method: str, path: str, *statuses: int, **sent: Any) -> Json:
    """What a request is refused with: soon, with one of these statuses, and as problem details."""
    began = time.monotonic()
    answer = who.send(method, path, **sent)
    assert time.monotonic() - began < SOON
    assert answer.status_code in statuses, f"{answer.status_code}: {answer.text[:300]}"
    assert answer.headers["content-type"] == "application/problem+json"
    assert len(answer.content) < 20_000
    return answer.json()


def commanded(table: Table, type: str, *statuses: int, **args: Any) -> Json:
    return refused(table.gm, "POST", "./commands", *statuses, json=command(f"freeform.{type}", **args))


@pytest.mark.parametrize(
    "notation",
    [
        "999999d999999",
        "10000d6",
        "1d0",
        "0d6",
        "1d" + "9" * 490,
        "(" * 240 + "1d6" + ")" * 240,
        "1d6" + "+1d6" * 120,
        "1d6!" * 100,
        "9" * 400,
        "1d6r<6r<6r<6",
        "1d6 " + "x" * 400,
        "１d６",
        "1d6;DROP TABLE entries",
    ],
)
def test_dice_that_nobody_could_roll_are_refused_with_what_could(seated: Table, notation: str) -> None:
    problem = commanded(seated, "roll", 400, 422, label="luck", notation=notation)
    assert len(problem["detail"]) > 10


def test_as_many_dice_as_may_be_rolled_are_rolled(seated: Table) -> None:
    rolled = seated.gm.does("freeform.roll", label="luck", notation="100d1000")
    assert len(rolled["rolls"][0]["dice"]) == 100


def test_a_list_of_ten_thousand_dice_is_refused(seated: Table) -> None:
    commanded(seated, "roll", 400, 422, label="luck", notation="1d6", _dice=[1] * 10_000)


def test_a_body_as_large_as_may_be_is_read(owner: Person) -> None:
    body = json.dumps({"name": "x", "system": "freeform", "wrong": ""}).encode()
    padded = body.replace(b'""', b'"' + b"x" * (LARGEST_BODY - len(body)) + b'"')
    assert len(padded) == LARGEST_BODY
    assert refused(owner, "POST", "/campaigns", 400, content=padded)["fields"][0]["field"] == "wrong"


@pytest.mark.parametrize("size", [LARGEST_BODY + 1, 8 * LARGEST_BODY])
def test_a_larger_body_is_refused_with_how_large_it_may_be(owner: Person, size: int) -> None:
    problem = refused(owner, "POST", "/campaigns", 413, content=b'"' + b"x" * (size - 2) + b'"')
    assert "1 MiB" in problem["detail"]


def test_a_body_that_does_not_say_how_large_it_is_is_refused_all_the_same(owner: Person) -> None:
    refused(owner, "POST", "/campaigns", 413, content=(b"x" * 65_536 for _ in range(32)))


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":'])
@pytest.mark.parametrize("times", [DEEPEST + 1, 100_000])
def test_a_body_that_is_too_deep_is_refused(owner: Person, opening: str, times: int) -> None:
    problem = refused(owner, "POST", "/campaigns", 400, content=(opening * times).encode())
    assert (problem["type"], str(DEEPEST) in problem["detail"]) == ("/problems/too-deep", True)


def test_what_is_no_deeper_than_it_may_be_is_read(seated: Table) -> None:
    deep: Any = 1
    for _ in range(DEEPEST - 3):
        deep = [deep]
    commanded(seated, "set", 400, 422, target="ada", path="tracks.hp.maximum", value=deep)


def test_brackets_within_words_are_words(seated: Table) -> None:
    assert seated.gm.does("freeform.note", text='[{"\\"' * 200)["entry"] > 0


@pytest.mark.parametrize("limit", ["1000000000", "501", "0", "-1", "many", "1e3"])
@pytest.mark.parametrize("path", ["./entries", "./characters/ada/history"])
def test_a_page_is_of_a_size_that_can_be_shown(seated: Table, path: str, limit: str) -> None:
    problem = refused(seated.pat, "GET", path, 400, params={"limit": limit})
    assert problem["fields"][0]["field"] == "limit"


@pytest.mark.parametrize("number", ["99999999999999999999", "-1", "1" * 400, "9" * 5000])
@pytest.mark.parametrize("parameter", ["after", "before", "session", "deed", "known_at", "as_of"])
def test_a_number_that_no_ledger_reaches_is_refused(seated: Table, parameter: str, number: str) -> None:
    refused(seated.pat, "GET", "./entries", 400, params={parameter: number})


@pytest.mark.parametrize("entry", ["99999999999999999999", "0", "9" * 4000])
def test_an_entry_that_no_ledger_has_is_not_found(seated: Table, entry: str) -> None:
    refused(seated.pat, "GET", f"./entries/{entry}", 404)


@pytest.mark.parametrize("entry", [10**18, 10**30, -1, 0])
@pytest.mark.parametrize("asked", ["undo", "redo"])
def test_no_revision_reaches_beyond_the_ledger(seated: Table, asked: str, entry: int) -> None:
    wanted = [entry] if asked == "undo" else entry
    refused(seated.gm, "POST", "./revisions", 400, 404, json={asked: wanted, "dry_run": True})


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "./characters/a%00da"), ("GET", "./encounters/%00"), ("POST", "/invitations/a%00b")],
)
def test_the_character_nul_is_in_no_address(seated: Table, method: str, path: str) -> None:
    refused(seated.gm, method, path, 404, **({"json": {"name": "x"}} if method == "POST" else {}))


@pytest.mark.parametrize("parameter", ["member", "character", "as_of", "viewer", "unknown"])
def test_the_character_nul_is_in_no_parameter(seated: Table, parameter: str) -> None:
    refused(seated.gm, "GET", f"./entries?{parameter}=a%00b", 400)


def test_the_character_nul_is_in_no_body(seated: Table) -> None:
    commanded(seated, "note", 400, text=f"a{NUL}b")
    refused(seated.gm, "POST", "/tokens", 400, json={"label": f"a{NUL}b"})
    refused(seated.gm, "PATCH", "/account", 400, json={"name": NUL})


def test_what_only_looks_like_that_character_is_text(seated: Table) -> None:
    assert seated.gm.does("freeform.note", text="\\u0000 and \\\\u0000")["entry"] > 0


@pytest.mark.parametrize(
    "body", [b'"\\ud800"', b'{"name": "\\udfff", "system": "freeform"}', b"\xff\xfe", b"\xed\xa0\x80"]
)
def test_what_is_no_text_is_refused(owner: Person, body: bytes) -> None:
    refused(owner, "POST", "/campaigns", 400, content=body)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e400", "1" * 5000, "-0x1", "1.5"])
def test_what_is_no_number_here_is_refused(seated: Table, number: str) -> None:
    body = f'{{"type": "freeform.damage", "args": {{"target": "ada", "track": "hp", "amount": {number}}}}}'
    refused(seated.gm, "POST", "./commands", 400, content=body.encode())


HUGE = "Æ" * 100_000


@pytest.mark.parametrize(
    ("type", "args"),
    [
        ("create_character", {"name": HUGE}),
        ("create_character", {"name": "Bo", "handle": HUGE}),
        ("create_character", {"name": "Bo", "tracks": {HUGE: 1}}),
        ("damage", {"target": HUGE, "track": "hp", "amount": 1}),
        ("note", {"text": "x" * 900_000}),
        ("set", {"target": "ada", "path": HUGE, "value": 1}),
        ("afflict", {"target": "ada", "what": HUGE}),
    ],
    ids=["name", "handle", "key", "target", "text", "path", "word"],
)
def test_huge_names_are_refused(seated: Table, type: str, args: Json) -> None:
    commanded(seated, type, 400, 404, 422, **args)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/campaigns", {"name": HUGE, "system": "freeform"}),
        ("/campaigns", {"name": "x", "system": HUGE}),
        ("/campaigns", {"name": "x", "system": "freeform", "options": {HUGE: 1}}),
        ("/tokens", {"label": HUGE}),
        ("/bots", {"name": HUGE}),
    ],
)
def test_huge_words_of_accounts_are_refused(owner: Person, path: str, body: Json) -> None:
    refused(owner, "POST", path, 400, json=body)


@pytest.mark.parametrize(
    "path", [f"./characters/{'a' * 20_000}", f"./{'a' * 20_000}", f"./characters/ada/explain?path={'a' * 399}"]
)
def test_huge_addresses_lead_nowhere(seated: Table, path: str) -> None:
    refused(seated.gm, "GET", path, 404)


def test_a_batch_has_at_most_a_thousand_commands(seated: Table) -> None:
    one = {"type": "freeform.note", "args": {"text": "."}}
    refused(seated.gm, "POST", "./batches", 400, json={"commands": [one] * 1001})


@pytest.mark.parametrize(
    "sent",
    [
        {"responses": {str(n): "x" for n in range(50_000)}},
        {"audience": ["x"] * 50_000},
        {"type": "freeform.create_character", "args": {"name": "Bo", "tracks": {str(n): 1 for n in range(20_000)}}},
    ],
    ids=["responses", "audience", "tracks"],
)
def test_a_full_body_takes_no_more_than_moments(seated: Table, sent: Json) -> None:
    began = time.monotonic()
    answer = seated.gm.send("POST", "./commands", json={**command("freeform.note", text="."), **sent, "dry_run": True})
    assert time.monotonic() - began < 3 * SOON
    assert answer.status_code in (200, 400, 404)


def test_every_answer_says_how_it_is_to_be_taken(seated: Table, stranger: Person) -> None:
    answers = [seated.gm.send("GET", "."), stranger.send("GET", "/account"), stranger.send("GET", "/nowhere")]
    for answer in (*answers, stranger.http.get("/docs"), stranger.http.get("/health")):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


def test_answers_are_kept_nowhere_unless_they_never_change(seated: Table, stranger: Person) -> None:
    assert seated.gm.send("GET", ".").headers["cache-control"] == "no-store"
    assert stranger.http.get("/docs/assets/start.js").headers["cache-control"] == "no-cache"


def test_an_answer_names_the_request_as_the_log_does(seated: Table) -> None:
    first, second = (seated.gm.send("GET", ".").headers["x-request-id"] for _ in range(2))
    assert (len(first), first != second) == (32, True)
