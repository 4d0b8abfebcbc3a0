"""Members who left keep their names in what they did, and nothing else: no sight, no part, no audience."""

from __future__ import annotations

import msgspec
import pytest

from projections.names import Name
from projections.phrases.catalogue import english
from projections.phrases.entries import gist
from projections.views.entry import EntryView
from tests.api.people import Json, Person, Table


@pytest.fixture(params=["sent away", "left"])
def left(table: Table, request: pytest.FixtureRequest) -> Table:
    """A table whose player Pat wrote a note and takes part no more."""
    table.pat.does("freeform.note", text="Hello.")
    who = table.gm if request.param == "sent away" else table.pat
    who.ask("DELETE", f"./members/{table.pat.id}", 200)
    return table


def names(who: Person) -> dict[str, Json]:
    shown: dict[str, Json] = who.see("./names")
    return shown


def test_a_former_member_keeps_their_name(left: Table) -> None:
    assert names(left.gm)[left.pat.id]["name"] == "Pat"


def test_the_sentences_about_a_former_member_name_them(left: Table) -> None:
    known = {ref: Name(ref=ref, handle=name["handle"], name=name["name"]) for ref, name in names(left.gm).items()}
    parted = left.gm.see("./entries", order="newest", limit=1)[0]
    assert english(gist(msgspec.convert(parted, EntryView), known)) == "Pat takes part no more"


def test_what_a_former_member_did_is_found_by_their_name(left: Table) -> None:
    assert {entry["member"] for entry in left.gm.see("./entries", member="pat")} == {left.pat.id}


def test_a_table_of_members_names_former_ones(left: Table) -> None:
    lines = left.gm.send("GET", "./facts", params={"table": "members"}).text
    assert left.pat.id in lines
    assert '"Pat"' in lines


def test_a_former_member_is_nobody_to_name_in_a_command(left: Table) -> None:
    for words in ({"audience": ["Pat"]}, {"audience": [left.pat.id]}):
        left.gm.problem("POST", "./commands", 404, json={"type": "freeform.note", "args": {"text": "x"}, **words})
    owned = {"type": "freeform.create_character", "args": {"name": "Ada", "owners": ["Pat"]}}
    refused = left.gm.problem("POST", "./commands", 404, json=owned)
    assert "'Pat'" in refused["detail"]


def test_a_former_member_is_no_viewer(left: Table) -> None:
    left.gm.problem("GET", "./characters", 400, params={"viewer": left.pat.id})


def test_a_member_who_left_is_no_member_and_cannot_leave_again(left: Table) -> None:
    assert "Pat" not in [member["name"] for member in left.gm.see("./members")]
    for again in (left.gm.problem("DELETE", "./members/Pat", 404), left.gm.problem("GET", "./members/Pat", 404)):
        assert "There is no member 'Pat' in this campaign" in again["detail"]


def test_a_former_game_master_does_not_count_as_the_one_that_a_campaign_needs(table: Table) -> None:
    table.gm.ask("PATCH", f"./members/{table.pat.id}", json={"role": "gm"})
    table.gm.ask("DELETE", f"./members/{table.pat.id}", 200)
    table.gm.problem("DELETE", "./members/Owner", 403)


def test_a_member_comes_back_with_the_role_of_the_invitation(left: Table) -> None:
    code = left.gm.ask("POST", "./invitations", 201, json={"role": "observer"})["code"]
    left.pat.ask("POST", f"/invitations/{code}", 201, json={})
    assert left.pat.see(".")["role"] == "observer"


def test_a_fork_at_a_point_before_they_left_does_not_bring_them_back(left: Table) -> None:
    fork = left.gm.ask("POST", "./forks", 201, json={"name": "What if"})
    left.pat.at(fork["id"]).problem("GET", ".", 404)
    assert names(left.gm.at(fork["id"]))[left.pat.id]["name"] == "Pat"
