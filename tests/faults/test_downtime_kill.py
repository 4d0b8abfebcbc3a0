"""Downtime is carried out one by one, and the service is killed in the middle: started again, it ends as if it had not been."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.storage import embedded
from tests.api.people import Json, Person
from tests.api.serving import Serving
from tests.databases import fresh_database

PEOPLE = 40


def founded(host: Person) -> Person:
    """A campaign between two sessions, in which everybody has planned three things, with the dice for them."""
    gm = host.at(host.ask("POST", "/campaigns", 201, json={"name": "Quiet week", "system": "freeform"})["id"])
    for number in range(PEOPLE):
        tracks = {"hp": {"current": 3, "maximum": 9}, "coin": {"current": 4, "minimum": 0}}
        gm.does("freeform.create_character", name=f"Cape {number}", owners=[host.id], tracks=tracks)
    gm.ask("POST", "./downtime", 201, json={"days": 2})
    for number in range(PEOPLE):
        handle = f"cape-{number}"
        healed = {"target": handle, "track": "hp", "notation": "1d4"}
        paid = {"target": handle, "track": "coin", "amount": 1 + number % 4}
        actions = [
            {"type": "freeform.heal", "args": healed, "dice": [1 + number % 4]},
            {"type": "freeform.spend", "args": paid},
            {"type": "freeform.spend", "args": paid, "day": 2},
        ]
        gm.ask("PUT", f"./downtime/1/plans/{handle}", 200, json={"actions": actions})
    return gm


def outcome(gm: Person) -> list[tuple[Any, ...]]:
    """What everybody has after it, and what became of every plan."""
    sheets = [gm.see(f"./characters/cape-{number}")["tracks"] for number in range(PEOPLE)]
    plans = [plan["actions"] for plan in gm.see("./downtime/1")["plans"]]
    pools = [(sheet["hp"]["current"], sheet["coin"]["current"]) for sheet in sheets]
    due = [[(action["plan"], action["state"], action.get("rule")) for action in actions] for actions in plans]
    return list(zip(pools, due, strict=True))


def carried_out(gm: Person) -> Json:
    return gm.ask("POST", "./downtime/1/process", 201, json={"atomic": False})


def host(served: Serving, client: httpx.Client) -> Person:
    person = Person(client, served.owner_token)
    return Person(client, served.owner_token, person.see("/account")["id"])


def kill_in_the_middle(served: Serving, gm: Person) -> None:
    """SIGKILL to the service once some of it is written."""
    begun = gm.see(".")["head"]["entry"]
    asking = threading.Thread(target=_carried_out_in_vain, args=(gm,))
    asking.start()
    with served.client() as client:
        looking = Person(client, gm.token, gm.id, gm.campaign)
        while looking.see(".")["head"]["entry"] < begun + PEOPLE:
            pass
    served.process.kill()
    asking.join()


def _carried_out_in_vain(gm: Person) -> None:
    with pytest.raises(httpx.HTTPError):
        carried_out(gm)


@pytest.mark.slow
def test_killed_in_the_middle_and_started_again_it_ends_as_if_it_had_not_been(
    postgres: embedded.Server, tmp_path: Path
) -> None:
    with fresh_database(postgres) as url:
        with Serving(url, tmp_path) as served, served.client() as client:
            undisturbed = founded(host(served, client))
            carried_out(undisturbed)
            expected = outcome(undisturbed)
            disturbed = founded(host(served, client))
            kill_in_the_middle(served, disturbed)
        with Serving(url, tmp_path) as served, served.client() as client:
            gm = host(served, client).at(disturbed.campaign)
            left = [action["state"] for plan in gm.see("./downtime/1")["plans"] for action in plan["actions"]]
            assert {"done", "planned"} <= set(left)
            assert carried_out(gm)["state"] == "processed"
            assert outcome(gm) == expected
