"""One request asks for so many dice and commands and no more, and is told so before anything is rolled."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from api import paging
from api.reading import MOST_BYTES
from api.routes import entries
from domain.ledger.playing.draft import MOST_COMMANDS, MOST_DICE
from tests.api.people import Json, Person, Table, command

SOON = 3.0
"""Seconds of processor time within which a request is refused; it takes some hundredths."""

MANY = "400d2!"
"""Some 800 dice of which 400 are told beforehand: 13 of these pass what a request may roll, none what a roll may.

Seven standard deviations lie between the 800 and the 1,000 of a roll.
"""


@pytest.fixture(scope="module")
def seated(owner: Person) -> Table:
    table = Table(owner)
    table.gm.does("freeform.create_character", name="Ada", tracks={"hp": 4})
    return table


@pytest.fixture(scope="module")
def other(owner: Person) -> Table:
    """A table whose ledger grows as dice fall."""
    return Table(owner)


def rolls(count: int, notation: str = "1000d6", **by: str) -> list[Json]:
    return [command("freeform.roll", label="rain", notation=notation, **by) for _ in range(count)]


def too_much(who: Person, path: str, body: Any) -> str:
    """The sentence in which a request is refused as too much: soon, with nothing written and no die rolled."""
    before = who.see(".")["head"]["entry"]
    began = time.process_time()
    problem = who.problem("POST", path, 422, json=body)
    assert time.process_time() - began < SOON
    assert problem["type"] == "/problems/too-much-asked"
    assert who.see(".")["head"]["entry"] == before
    detail: str = problem["detail"]
    return detail


@pytest.mark.parametrize("dry_run", [True, False], ids=["tried", "in earnest"])
def test_a_batch_of_more_dice_than_one_request_may_roll_is_refused_unrolled(seated: Table, dry_run: bool) -> None:
    body = {"commands": rolls(1000), "dry_run": dry_run}
    assert too_much(seated.gm, "./batches", body) == (
        "1,000,000 dice are too many for one request; roll at most 10,000 at once."
    )


def test_dice_that_notations_leave_unsaid_are_counted_as_they_fall(seated: Table) -> None:
    body = {"commands": rolls(25, MANY), "dry_run": True}
    assert "dice have fallen for this request" in too_much(seated.gm, "./batches", body)


def test_dice_that_have_fallen_stand_where_a_batch_rolls_more_than_it_may(other: Table) -> None:
    head = other.gm.see(".")["head"]["entry"]
    stopped = other.gm.problem("POST", "./batches", 422, json={"commands": rolls(25, MANY)})
    standing = stopped["standing"]
    assert standing == list(range(head + 1, head + 1 + len(standing)))
    assert other.gm.see(".")["head"]["entry"] == standing[-1]
    fallen = [len(other.gm.see(f"./entries/{entry}")["tape"]) for entry in standing]
    assert sum(fallen[:-1]) <= MOST_DICE < sum(fallen)
    assert stopped["detail"] == (
        f"{sum(fallen):,} dice have fallen for this request, which is more than 10,000; send the rest of it again."
    )


def test_a_batch_that_rolled_more_than_it_may_goes_on_when_it_is_sent_again(other: Table) -> None:
    batch = {"commands": rolls(20, MANY)}
    standing = other.gm.problem("POST", "./batches", 422, json=batch)["standing"]
    whole = other.gm.ask("POST", "./batches", 201, json=batch)
    assert [entry["entry"] for entry in whole["entries"]] == list(range(standing[0], standing[0] + 20))


def test_what_rolls_dice_beyond_the_limit_cannot_be_rolled_again_for_nothing(other: Table) -> None:
    luck = command("freeform.roll", label="luck", notation="1d6")
    batch = {"commands": [luck, *rolls(19, MANY)]}
    standing = other.gm.problem("POST", "./batches", 422, json=batch)["standing"]
    assert other.gm.see(f"./entries/{standing[0]}")["command"]["id"] == luck["id"]


def test_as_many_dice_as_one_request_may_roll_are_rolled(seated: Table) -> None:
    body = {"commands": rolls(MOST_DICE // 1000), "dry_run": True}
    seated.gm.ask("POST", "./batches", 200, json=body)


def test_a_change_of_the_past_is_held_to_the_same(seated: Table) -> None:
    inserts = [{"after": 2, "command": one} for one in rolls(20)]
    assert "20,000 dice" in too_much(seated.gm, "./revisions", {"insert": inserts, "dry_run": True})


def test_dice_that_inserts_leave_unsaid_are_counted_before_anything_is_written(seated: Table) -> None:
    inserts = [{"after": 2, "command": one} for one in rolls(25, MANY)]
    sentences = [too_much(seated.gm, "./revisions", {"insert": inserts}) for _ in range(2)]
    assert "too many for one request" in sentences[0]
    assert sentences[0] == sentences[1]


def test_a_change_of_the_past_of_too_many_commands_is_refused(seated: Table) -> None:
    note = {"type": "freeform.note", "args": {"text": "Hm."}}
    inserts = [{"after": 2, "command": note} for _ in range(MOST_COMMANDS + 1)]
    assert "1001 commands" in too_much(seated.gm, "./revisions", {"insert": inserts})


def test_words_that_look_like_dice_ask_for_none(seated: Table) -> None:
    notes = [command("freeform.note", text="1000d6 arrows fell") for _ in range(20)]
    seated.gm.ask("POST", "./batches", 201, json={"commands": notes})


PAGE_BYTES = MOST_BYTES // 4
"""A page's size in these tests: small, so that a shorter ledger fills several."""


@pytest.fixture(scope="module")
def long(owner: Person) -> Iterator[Table]:
    """A table with 32 entries of some hundred kB each, all of them Ada's rolls, where pages are small."""
    table = Table(owner)
    table.gm.does("freeform.create_character", name="Ada")
    for _ in range(4):
        table.gm.ask("POST", "./batches", 201, json={"commands": rolls(8, actor="ada")})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(entries, "MOST_BYTES", PAGE_BYTES)
        patch.setattr(paging, "MOST_BYTES", PAGE_BYTES)
        yield table


def pages(table: Table, path: str) -> list[httpx.Response]:
    """All pages from one on, as each names the next."""
    answers = [table.gm.send("GET", path)]
    while link := answers[-1].headers.get("link"):
        address, _, rel = link.partition("; ")
        assert rel == 'rel="next"'
        answers.append(table.gm.http.get(address.strip("<>"), headers={"Authorization": f"Bearer {table.gm.token}"}))
    return answers


@pytest.mark.parametrize("order", ["oldest", "newest"])
def test_a_page_of_large_entries_ends_early_and_names_the_next(long: Table, order: str) -> None:
    answers = pages(long, f"./entries?limit=500&kind=roll&order={order}")
    assert max(len(answer.content) for answer in answers) <= 1.1 * PAGE_BYTES
    assert len(answers) > 2
    numbers = [entry["entry"] for answer in answers for entry in answer.json()]
    assert sorted(numbers, reverse=order == "newest") == numbers
    assert len(set(numbers)) == 32


def test_a_page_of_a_history_of_large_events_ends_early_and_names_the_next(long: Table) -> None:
    seen: list[int] = []
    offset: int | None = 0
    while offset is not None:
        answer = long.gm.send("GET", f"./characters/ada/history?limit=500&offset={offset}")
        assert len(answer.content) <= 1.1 * PAGE_BYTES
        seen += [event["entry"] for event in answer.json()["events"]]
        assert answer.json()["next"] in (None, len(seen))
        offset = answer.json()["next"]
    assert len(seen) == len(set(seen)) == 1 + 32


def test_the_last_page_names_no_other(seated: Table) -> None:
    assert "link" not in seated.gm.send("GET", "./entries?limit=500").headers


def test_a_page_that_its_limit_ends_names_the_next(seated: Table) -> None:
    answers = pages(seated, "./entries?limit=3")
    assert len(answers) > 1
    assert [entry for answer in answers for entry in answer.json()] == seated.gm.see("./entries", limit=500)
