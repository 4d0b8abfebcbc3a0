"""Changes of the past tell nothing of what is hidden; what a change tells to others, or to fewer, is theirs from then on."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from tests.api.people import Json, Person, Table


def revises(who: Person, **asked: Any) -> int:
    """Change the past; the number of the revision."""
    entry: int = who.ask("POST", "./revisions", 201, json=asked)["entry"]["entry"]
    return entry


def noted(audience: Any, text: str = "A whisper.") -> Json:
    return {"type": "freeform.note", "args": {"text": text}, "audience": audience}


def whispers(table: Table, text: str = "For me alone.") -> int:
    entry: int = table.gm.does("freeform.note", text=text, _audience="gm")["entry"]
    return entry


def is_stub(who: Person, entry: int, **point: Any) -> bool:
    return who.see(f"./entries/{entry}", **point).get("hidden", False) is True


def asked_of(table: Table, how: str) -> int:
    """A revision about a note that only the game master knows of."""
    whispered = whispers(table)
    match how:
        case "undo":
            return revises(table.gm, undo=[whispered], reason="Not so.")
        case "redo":
            return revises(table.gm, redo=revises(table.gm, undo=[whispered]) - 1, reason="After all.")
        case "amend":
            return revises(table.gm, amend=[{"entry": whispered, "command": noted("gm")}])
        case _:
            return revises(table.gm, insert=[{"after": whispered, "command": noted("gm")}])


@pytest.mark.parametrize("how", ["undo", "redo", "amend", "insert"])
def test_bug_a_revision_of_a_hidden_note_was_more_than_a_stub(table: Table, how: str) -> None:
    revision = asked_of(table, how)
    assert is_stub(table.pat, revision)
    assert table.gm.see(f"./entries/{revision}")["kind"] == "revision"


def test_a_revision_of_a_note_that_everybody_knows_is_told(table: Table) -> None:
    public = table.gm.does("freeform.note", text="For all.")["entry"]
    revision = revises(table.gm, undo=[public], reason="Not so.")
    assert table.pat.see(f"./entries/{revision}")["reason"] == "Not so."


def test_bug_a_revision_of_several_entries_named_the_hidden_ones(table: Table) -> None:
    whispered, public = whispers(table), table.gm.does("freeform.note", text="For all.")["entry"]
    revision = revises(table.gm, undo=[whispered, public])
    changes = table.pat.see(f"./entries/{revision}")["revision"]["changes"]
    assert [change["entry"] for change in changes] == [public]


def test_bug_what_was_told_to_others_by_an_amendment_stayed_a_stub(table: Table) -> None:
    whispered = whispers(table)
    revision = revises(table.gm, amend=[{"entry": whispered, "command": noted([table.pat.id])}])
    assert table.pat.see(f"./entries/{whispered}")["events"][0]["text"] == "A whisper."
    assert table.pat.see(f"./entries/{revision}")["revision"]["changes"][0]["entry"] == whispered
    assert is_stub(table.olga, whispered)
    assert is_stub(table.olga, revision)


def test_what_was_not_told_before_an_amendment_is_not_known_before_it(table: Table) -> None:
    whispered = whispers(table)
    revision = revises(table.gm, amend=[{"entry": whispered, "command": noted([table.pat.id])}])
    assert is_stub(table.pat, whispered, known_at=revision - 1)


def test_what_is_told_to_fewer_by_an_amendment_is_hidden_from_the_others(table: Table) -> None:
    public = table.gm.does("freeform.note", text="For all.")["entry"]
    revises(table.gm, amend=[{"entry": public, "command": noted([table.pat.id])}])
    assert not is_stub(table.pat, public)
    assert is_stub(table.olga, public)


def test_bug_verification_told_players_which_hidden_words_were_erased(table: Table) -> None:
    whispered, public = whispers(table), table.gm.does("freeform.note", text="For all.")["entry"]
    table.gm.does("freeform.erase", texts=[f"{whispered}.0", f"{public}.0"])
    assert table.pat.see("./verification")["erased"] == [f"{public}.0"]
    assert table.gm.see("./verification")["erased"] == [f"{whispered}.0", f"{public}.0"]


def test_bug_a_fork_that_one_takes_no_part_in_was_told_from_one_that_never_was(owner: Person, table: Table) -> None:
    left = table.gm.ask("POST", "./forks", 201, json={"name": "Left"})["id"]
    table.pat.at(left).ask("DELETE", f"./members/{table.pat.id}")
    elsewhere = owner.ask("POST", "/campaigns", 201, json={"name": "Elsewhere", "system": "freeform"})["id"]
    problems = [
        table.pat.problem("GET", f"./forks/{fork}/compare", 404) for fork in (str(uuid4()), table.id, elsewhere, left)
    ]
    assert {(problem["type"], problem["detail"].rpartition(" ")[0]) for problem in problems} == {
        ("/problems/not-found", "This campaign has no fork")
    }
