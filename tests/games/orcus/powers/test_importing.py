"""Tables of powers and monsters that are taken into the campaign's catalogue."""

from typing import Any

import pytest

from api.problems import refusals_in
from domain.messages import in_language
from domain.vocabulary.base import Scalar
from domain.vocabulary.log import Noted
from systems.orcus.powers.importing import unread
from systems.orcus.powers.records.record import Power
from tests.games.orcus.power_table import PowerTable, dice

POWERS = """Power;Type;Lvl;Keywords;Usage;Action Type;Attack Range;Target;Attack;Hit;Miss;Flavor
Sleet;Attack;3;cold;At Will;Standard Action;Ranged 10;One creature;Wisdom vs. Fortitude;\
1d8 + Wisdom modifier cold damage; ;A hiss.
"""


@pytest.fixture
def table() -> PowerTable:
    return PowerTable()


def report(table: PowerTable, entry: int) -> dict[str, Scalar]:
    """What an entry wrote down of an import."""
    return next(event.data for event in table.told(entry) if isinstance(event, Noted))


def csv(*lines: str) -> str:
    return "\n".join(("name,range,targets,attack,hit", *lines))


SLEET = 'Sleet,ranged 10,one creature,wisdom vs will,"2d6 cold damage; slowed (save ends)"'


@pytest.mark.rules("OR-POW-07")
def test_a_row_of_a_table_plays_like_any_power(table: PowerTable) -> None:
    entry = table.play("import_table", kind="powers", rows=POWERS)
    table.play("learn_power", who="bryn", power="Sleet")
    table.use("bryn", "sleet", "gnasher", dice=dice(5, gnasher=15))
    assert (report(table, entry)["taken"], table.current("gnasher", "hp")) == (1, 35)


@pytest.mark.rules("OR-POW-07")
@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("Odd,all around,one creature,wisdom vs will,1d6 damage", "range"),
        ("Odd,ranged 10,everything,wisdom vs will,1d6 damage", "targets"),
        ("Odd,ranged 10,one creature,luck vs will,1d6 damage", "attack"),
        ("Odd,ranged 10,one creature,wisdom vs will,a lot of damage", "hit"),
        (",ranged 10,one creature,wisdom vs will,1d6 damage", "name"),
        (SLEET.replace("2d6", "1d6"), "earlier row"),
        ("Odd,ranged 10,one creature", "It has 3 cells; the head of the table has 5"),
        ('Odd,"ranged 10,one creature,wisdom vs will,1d6 damage', "A quote that is opened in it is never closed"),
    ],
)
def test_a_row_that_cannot_be_read_is_reported_by_its_line(table: PowerTable, row: str, why: str) -> None:
    entry = table.play("import_table", kind="powers", rows=csv(SLEET, row))
    result = report(table, entry)
    assert (result["taken"], result["left"]) == (1, 1)
    assert str(result["line/1"]).startswith("3")
    assert why in str(result["line/1"])


@pytest.mark.rules("OR-POW-07")
def test_a_strict_import_takes_all_or_nothing(table: PowerTable) -> None:
    odd = "Odd,all around,one creature,wisdom vs will,1d6 damage"
    refusal = table.refusal("import_table", kind="powers", rows=csv(SLEET, odd), strict=True)
    assert (refusal.rule, "line 3 (Odd)" in refusal.player) == ("OR-POW-07", True)


@pytest.mark.rules("OR-POW-07")
def test_what_the_catalogue_has_already_is_reported(table: PowerTable) -> None:
    table.play("import_table", kind="powers", rows=csv(SLEET))
    entry = table.play("import_table", kind="powers", rows=csv(SLEET))
    assert (report(table, entry)["taken"], report(table, entry)["left"]) == (0, 1)


def test_columns_without_a_field_are_kept_as_text(table: PowerTable) -> None:
    rows = "name\trange\ttargets\teffect\tLore\nHum\tself\tself\ttemporary 5\tOld as hills\n"
    table.play("import_table", kind="powers", rows=rows)
    addition = table.campaign().catalogue["power/hum"]
    assert addition.fields["text"] == "lore: Old as hills"


def test_a_table_without_names_is_reported(table: PowerTable) -> None:
    entry = table.play("import_table", kind="powers", rows="range,hit\nself,1 damage\n")
    assert report(table, entry)["line/1"] == "1: no column is called `name`"


def test_a_table_that_names_a_column_twice_is_reported(table: PowerTable) -> None:
    entry = table.play("import_table", kind="powers", rows="name,hit,hit\nOdd,1d6 damage,1d8 damage\n")
    assert "it names the column 'hit' twice" in str(report(table, entry)["line/1"])


def test_several_hundred_powers_come_in_at_once(table: PowerTable) -> None:
    rows = csv(*(SLEET.replace("Sleet", f"Sleet {number}") for number in range(400)))
    entry = table.play("import_table", kind="powers", rows=rows)
    table.play("learn_power", who="bryn", power="Sleet 399")
    assert (report(table, entry)["taken"], report(table, entry)["left"]) == (400, 0)


@pytest.mark.rules("OR-POW-07", "OR-MON-05")
def test_an_imported_monster_comes_into_play_with_its_powers(table: PowerTable) -> None:
    rows = "monster,lvl,rank,hit points,armor class,fort,ref,will,attack,init,speed,powers,damage\n"
    rows += 'Bog Drake,4,Solo,200,18,17,15,14,9,3,5,"Ember Breath, Hound Bite",2d6+4\nNameless,,,,,,,,,,,,\n'
    entry = table.play("import_table", kind="monsters", rows=rows)
    table.play("bring_monster", monster="bog drake")
    numbers: list[Any] = [table.value("bog-drake", f"attributes.{name}") for name in ("level", "ac", "walk", "attack")]
    assert (numbers, table.current("bog-drake", "hp"), report(table, entry)["taken"]) == ([4, 18, 5, 9], 200, 2)
    assert sorted(trait for trait in table.sheet("bog-drake").traits) == ["ember-breath", "hound-bite"]


@pytest.mark.rules("OR-POW-07")
def test_the_faults_of_a_power_can_be_said_in_german() -> None:
    faults = unread(Power(name="Sleet", range="ranged 10", targets="nearby", hit="a chill"))
    assert [in_language(fault, refusals_in("de")) for fault in faults] == [
        "targets: 'nearby' nennt keine Ziele; schreib `one creature`, `two allies`, `all enemies`, `any` oder `self`",
        "hit: 'a chill' bedeutet hier nichts; schreib es wie `push 2`, `slowed (save ends)` oder `2d6 fire damage`",
    ]
