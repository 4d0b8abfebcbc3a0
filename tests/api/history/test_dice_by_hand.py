"""Every die of a played campaign, recomputed by a program that shares nothing with the project."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.api import dice_by_hand
from tests.api.dice_by_hand import Json, proved, shown
from tests.api.people import Person, Table, command


@pytest.fixture
def table(owner: Person) -> Table:
    """A session of every kind of die there is, which has ended: open, sealed, typed, of an answer, in vain."""
    table = Table(owner)
    gm, pat = table.gm, table.pat
    gm.does("freeform.open_session")
    gm.does("freeform.create_character", name="Ramjet", owners=[pat.id], tracks={"hp": 100})
    pat.does("freeform.roll", label="leap", notation="2d6", actor="ramjet")
    pat.does("freeform.roll", label="again", notation="3d20kh1", actor="ramjet")
    pat.does("freeform.damage", target="ramjet", track="hp", notation="4d8", label="fall")
    gm.does("freeform.roll", label="ambush", notation="1d20", sealed=True)
    pat.does("freeform.roll", label="typed", notation="1d6", _dice=[4])
    lost = command("freeform.damage", target="ramjet", track="mana", notation="1d20", label="vain")
    pat.problem("POST", "./commands", 422, json=lost)
    gm.does("freeform.end_session")
    return table


def document(person: Person) -> Json:
    return person.see("./dice")


def test_the_program_shares_nothing_with_the_project() -> None:
    tree = ast.parse(Path(dice_by_hand.__file__).read_text())
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported == {"__future__", "base64", "hashlib", "hmac", "typing"}


def test_every_open_die_is_what_its_seed_gives_and_sealed_ones_wait(table: Table) -> None:
    open_dice = ["leap"] * 2 + ["again"] * 3 + ["fall"] * 4 + ["vain"]
    assert proved(document(table.gm)) == {"right": open_dice, "waiting": ["ambush"], "unseeded": ["typed"]}


def test_an_unsealed_roll_is_what_its_seed_gives(table: Table) -> None:
    table.gm.ask("POST", "./dice/2/unseal", 201)
    assert "ambush" in proved(document(table.gm))["right"]


def test_what_was_unsealed_shows_nobody_a_roll_they_have_not_seen(table: Table) -> None:
    before = proved(document(table.olga))
    table.gm.ask("POST", "./dice/2/unseal", 201)
    assert proved(document(table.olga)) == before


@pytest.mark.parametrize(("epoch", "status"), [(3, 400), (99, 400), (0, 400)])
def test_only_seeds_of_an_epoch_that_has_ended_are_unsealed(table: Table, epoch: int, status: int) -> None:
    table.gm.problem("POST", f"./dice/{epoch}/unseal", status)


def test_a_player_proves_what_they_saw(table: Table) -> None:
    seen = ["leap"] * 2 + ["again"] * 3 + ["fall"] * 4 + ["vain"]
    assert proved(document(table.olga)) == {"right": seen, "unseeded": ["typed"]}


def test_dice_of_a_changed_past_are_what_the_amendment_seed_gives(table: Table) -> None:
    rolled = table.gm.see("./entries", kind="roll")[0]["entry"]
    wider = command("freeform.roll", label="leap", notation="4d6", actor="ramjet")
    table.gm.ask("POST", "./revisions", 201, json={"amend": {"entry": rolled, "command": wider}})
    for label in ("dive", "duck"):
        late = command("freeform.roll", label=label, notation="2d8", actor="ramjet")
        table.gm.ask("POST", "./revisions", 201, json={"insert": {"after": rolled, "command": late}})
    assert "leap" in proved(document(table.gm))["waiting"]
    table.gm.does("freeform.open_session")
    labels = proved(document(table.gm))
    assert (labels["right"].count("leap"), labels["right"].count("dive"), labels.get("wrong")) == (4, 2, None)


def test_a_fork_has_dice_of_its_own(table: Table) -> None:
    fork = table.gm.at(table.gm.ask("POST", "./forks", 201, json={"name": "What if"})["id"])
    fork.does("freeform.open_session")
    fork.does("freeform.roll", label="leap", notation="2d6", actor="ramjet")
    fork.does("freeform.end_session")
    assert proved(document(fork)) == {"right": ["leap"] * 2}


def test_a_die_that_was_another_would_be_found(table: Table) -> None:
    proof = document(table.gm)
    die = proof["entries"][0]["dice"][0]
    die["value"] = die["value"] % die["sides"] + 1
    assert proved(proof)["wrong"] == ["leap"]


@pytest.mark.parametrize("sides", [1, 2, 3, 20, 100, 10**6, 2**255 + 1])
def test_no_face_has_more_numbers_than_another(sides: int) -> None:
    """By argument: below the greatest multiple of `sides` each remainder stands for just as many numbers, and all above it
    are passed over; it takes more than half of all numbers, so that on average fewer than two are drawn."""
    kept = 2**256 - 2**256 % sides
    assert (kept % sides, kept * 2 > 2**256) == (0, True)
    assert 1 <= shown(bytes(32), sides, "any") <= sides
