"""Characters of Roll20 as JSON, in the shapes of the programs that save them."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from api.imports.history.records import ToldHistory, ToldPool
from api.imports.roll20.archive import read_files
from api.imports.roll20.characters import NotACharacter, told_character
from tests.imports.histories.chats import ANA, MIRA, ROW, attribute

EXPORTED = {"attributes" if field == "attribs" else field: value for field, value in MIRA.items()}
"""The character as an export of a whole campaign has it."""


def test_a_character_has_its_values_pools_and_rows() -> None:
    person = told_character(MIRA)
    assert (person.key, person.name, person.owners, person.hidden, person.sheet) == (
        "-OaChar0000000000001",
        "Mira",
        (ANA,),
        False,
        "all",
    )
    assert (person.attributes, person.pools) == ({"strength": 16}, {"hp": ToldPool(9, 21)})
    assert [(each.key, each.kind, each.name, each.owned, each.quantity) for each in person.things] == [
        (f"attack {ROW}", "attack", "Dagger", False, 1),
        (f"inventory {ROW}", "inventory", "Rope", True, 2),
        (f"spell-cantrip {ROW}", "spell-cantrip", "Light", False, 1),
    ]


def test_a_row_may_have_underscores_in_its_id() -> None:
    person = told_character(
        {"name": "Mira", "attribs": [attribute("repeating_gear_-Oa_Row_0000000000_1_name", "Lamp")]}
    )
    assert [(each.key, each.name) for each in person.things] == [("gear -Oa_Row_0000000000_1", "Lamp")]


@pytest.mark.parametrize(
    ("controlled", "journals", "owners", "hidden", "sheet"),
    [
        ("", "", (), True, "gm"),
        (f"{ANA}", "", (ANA,), False, "gm"),
        ([ANA], [ANA, "p2"], (ANA,), False, (ANA, "p2")),
        ("all", "all", (), False, "all"),
        ([], ["p2"], (), False, ("p2",)),
    ],
)
def test_journals_tell_who_owns_and_sees_a_character(
    controlled: object, journals: object, owners: tuple[str, ...], hidden: bool, sheet: object
) -> None:
    person = told_character({"name": "M", "attribs": [], "controlledby": controlled, "inplayerjournals": journals})
    assert (person.owners, person.hidden, person.sheet) == (owners, hidden, sheet)


@pytest.mark.parametrize("document", [{"attribs": []}, {"name": "Mira"}, {"name": "Mira", "attribs": "none"}])
def test_a_record_that_is_no_character_is_told(document: dict[str, Any]) -> None:
    with pytest.raises(NotACharacter, match="one has a `name` and a list"):
        told_character(document)


def names(history: ToldHistory) -> list[str]:
    history.close()
    return [character.name for character in history.characters]


def written(path: Path, content: object) -> Path:
    path.write_text(json.dumps(content))
    return path


@pytest.mark.parametrize(
    "content",
    [
        MIRA,
        {"schema_version": 2, **MIRA},
        {"schema_version": 3, "type": "character", "character": MIRA},
        [{"schema_version": 3, "type": "character", "character": MIRA}, {"type": "handout", "character": {}}],
        {"campaign_title": "x", "characters": [EXPORTED]},
    ],
)
def test_every_shape_gives_the_same_character(tmp_path: Path, content: Any) -> None:
    assert names(read_files((written(tmp_path / "mira.json", content),))) == ["Mira"]


def test_a_zip_holds_characters_and_what_is_broken_in_it_is_told(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "game.zip", "w") as packed:
        packed.writestr("characters/1/character.json", json.dumps({"type": "character", "character": MIRA}))
        packed.writestr("characters/2/character.json", "{")
        packed.writestr("characters/3/handout.json", "{}")
    history = read_files((tmp_path / "game.zip",))
    assert (names(history), [fault.record for fault in history.faults]) == (["Mira"], ["characters/2/character.json"])


def test_of_a_list_the_characters_come_in_and_the_others_are_told(tmp_path: Path) -> None:
    history = read_files((written(tmp_path / "all.json", [MIRA, {"name": "x"}, 3]),))
    assert (names(history), len(history.faults)) == (["Mira"], 2)
