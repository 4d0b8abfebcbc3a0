"""Two who take one name at the same instant: one gets it, and the other chooses again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from uuid import uuid4

import httpx
import pytest

from tests.api.people import Person, Table

AT_ONCE = 4
ROUNDS = 3

Taking = Callable[[], httpx.Response]


def joining(table: Table, name: str) -> Iterator[Taking]:
    """Newcomers, each with an invitation of their own."""
    for _ in range(AT_ONCE):
        code = table.gm.ask("POST", "./invitations", 201, json={})["code"]
        yield partial(Person(table.gm.http, None).send, "POST", f"/invitations/{code}", json={"name": name})


def coming_with_accounts(table: Table, name: str) -> Iterator[Taking]:
    """Accounts of the same name from other campaigns, each with an invitation of their own."""
    owner = Person(table.gm.http, table.gm.token, table.gm.id)
    for _ in range(AT_ONCE):
        person = Table(owner).pat
        person.ask("PATCH", "/account", 200, json={"name": name})
        code = table.gm.ask("POST", "./invitations", 201, json={})["code"]
        yield partial(person.send, "POST", f"/invitations/{code}", json={})


def renaming(table: Table, name: str) -> Iterator[Taking]:
    """Members who take another name."""
    for number in range(AT_ONCE):
        person = table.join(f"Member {number} {uuid4()}", "player")
        yield partial(person.send, "PATCH", "/account", json={"name": name})


def joining_and_renaming(table: Table, name: str) -> Iterator[Taking]:
    """A member who takes the name with which newcomers come."""
    takings = [*renaming(table, name), *joining(table, name)]
    yield from takings[AT_ONCE // 2 : -AT_ONCE // 2]


def making_bots(table: Table, name: str) -> Iterator[Taking]:
    """The same person, for bots of theirs."""
    for _ in range(AT_ONCE):
        yield partial(table.pat.send, "POST", "/bots", json={"name": name})


def making_accounts(table: Table, name: str) -> Iterator[Taking]:
    """The installation's owner, for accounts."""
    for _ in range(AT_ONCE):
        yield partial(table.gm.send, "POST", "/accounts", json={"name": name})


def sent_at_once(takings: list[Taking]) -> list[int]:
    """Return the statuses of requests that are sent at the same time."""
    start = Barrier(len(takings))

    def send(taking: Taking) -> int:
        start.wait()
        return taking().status_code

    with ThreadPoolExecutor(len(takings)) as threads:
        return list(threads.map(send, takings))


@pytest.mark.parametrize(
    "way", [joining, coming_with_accounts, renaming, joining_and_renaming, making_bots, making_accounts]
)
def test_of_several_at_once_one_takes_the_name(table: Table, way: Callable[[Table, str], Iterator[Taking]]) -> None:
    for _ in range(ROUNDS):
        statuses = sent_at_once(list(way(table, f"Nell {uuid4()}")))
        assert sorted(status in (200, 201) for status in statuses) == [False] * (AT_ONCE - 1) + [True]
        assert {status for status in statuses if status not in (200, 201)} == {409}


def test_an_account_that_takes_a_name_while_it_comes_in_shares_it_with_nobody(table: Table, owner: Person) -> None:
    for _ in range(ROUNDS):
        newcomer = Table(owner).pat
        newcomer.ask("PATCH", "/account", 200, json={"name": f"Old {uuid4()}"})
        code = table.gm.ask("POST", "./invitations", 201, json={})["code"]
        sent_at_once(
            [
                partial(newcomer.send, "POST", f"/invitations/{code}", json={}),
                partial(newcomer.send, "PATCH", "/account", json={"name": "Olga"}),
            ]
        )
        names = [member["name"] for member in table.gm.see("./members")]
        assert names.count("Olga") == 1
