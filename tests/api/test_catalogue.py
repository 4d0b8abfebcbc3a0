"""The catalogue over HTTP: of a game, and of a campaign with what it has added."""

from __future__ import annotations

import pytest

from tests.api.people import PREFIX, Person, Table

GAME = "/systems/rotted-capes/catalogue"


@pytest.fixture
def table(owner: Person) -> Table:
    return Table(owner, "rotted-capes")


def test_a_game_says_which_kinds_its_catalogue_has(owner: Person) -> None:
    kinds = {kind["name"]: kind for kind in owner.see("/systems/rotted-capes")["catalogue"]}
    assert kinds["gear"]["title"] == "Gear"
    assert kinds["gear"]["entries"] == len(owner.see(GAME, kind="gear"))
    assert kinds["gear"]["uses"] == [{"command": "rotted-capes.gain_gear", "field": "gear"}]
    assert kinds["gear"]["added_by"] == "rotted-capes.add_gear"


def test_entries_are_found_by_kind_word_and_rule(owner: Person) -> None:
    assert {entry["kind"] for entry in owner.see(GAME, kind="gear")} == {"gear"}
    assert [entry["key"] for entry in owner.see(GAME, kind="gear", word="hunting RIFLE")] == ["hunting-rifle"]
    ruled = owner.see(GAME, rule="RC-LIGHT-10")
    assert {entry["kind"] for entry in ruled} == {"light"}


def test_an_entry_is_shown_by_its_key_or_by_its_id(owner: Person) -> None:
    shown = owner.see(f"{GAME}/object/aluminum-bat-lead-pipe-sword")
    assert shown["key"] == "aluminum bat/lead pipe/sword"
    assert owner.see(f"{GAME}/gear/fire-axe")["fields"][1] == {
        "name": "damage", "label": ["damage"], "values": ["1d8"], "unit": "", "of": "",
    }  # fmt: skip
    assert owner.problem("GET", f"{GAME}/gear/excalibur", 404)["detail"].startswith("The catalogue of Rotted Capes")


def test_the_catalogue_of_a_game_has_an_etag_and_that_of_a_campaign_none(table: Table) -> None:
    headers = {"Authorization": f"Bearer {table.gm.token}"}
    first = table.gm.http.get(f"{PREFIX}{GAME}", headers=headers)
    again = table.gm.http.get(f"{PREFIX}{GAME}", headers={**headers, "If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
    assert "etag" not in table.gm.http.get(f"{PREFIX}/campaigns/{table.id}/catalogue", headers=headers).headers


def test_a_campaign_has_what_it_added_from_then_on_and_only_for_who_may_know_of_it(table: Table) -> None:
    before = table.gm.see(".")["head"]["entry"]
    table.gm.does("rotted-capes.add_flaw", flaw={"title": "Talks in Sleep", "penalty": 2})
    table.gm.does("rotted-capes.add_flaw", _audience="gm", flaw={"title": "Is the Traitor"})

    def own(reader: Person, **asked: int) -> list[str]:
        return [entry["key"] for entry in reader.see("./catalogue", kind="flaw", **asked) if entry["own"]]

    assert own(table.gm) == ["is-the-traitor", "talks-in-sleep"]
    assert own(table.pat) == ["talks-in-sleep"]
    assert own(table.pat, as_of=before) == []
    assert table.pat.see("./catalogue/flaw/talks-in-sleep")["fields"][0]["values"] == [2]
    table.pat.problem("GET", "./catalogue/flaw/is-the-traitor", 404)
