"""Typed data: what a struct reads and writes, and which data a game takes."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kit.data import data_in, data_of
from domain.play.reading import TrackedReads
from domain.vocabulary.bodies import Condition
from domain.vocabulary.data import Data, kind_of, lacking, misfit
from domain.vocabulary.holdings import Item
from tests.play.test_play import HERO


@data_of("conditions", "covered")
class Covered(Data, frozen=True, kw_only=True, omit_defaults=True):
    """What is kept with cover."""

    armor: int
    sealed: bool = False
    by: str | None = None
    seen: dict[str, bool] = {}
    turns: dict[str, int] = msgspec.field(name="turn-", default_factory=dict)


@data_of("items")
class Priced(Data, frozen=True, kw_only=True, omit_defaults=True):
    """What every thing costs."""

    price: int = 0


COVERED = st.builds(
    Covered,
    armor=st.integers(-(2**53), 2**53),
    sealed=st.booleans(),
    by=st.none() | st.text(),
    seen=st.dictionaries(st.text(), st.booleans()),
    turns=st.dictionaries(st.text(), st.integers(0, 99)),
)


@given(COVERED)
def test_what_a_struct_stores_it_reads_again(covered: Covered) -> None:
    instance = Condition(what="covered", data=covered.stored())
    assert Covered.read(instance) == covered
    assert misfit((Covered,), covered.stored()) is None
    assert not lacking(Covered, covered.stored())


def test_what_is_at_its_default_is_not_stored() -> None:
    assert Covered(armor=0).stored() == {"armor": 0}
    assert Covered(armor=1, seen={"ana": True}, turns={"2": 3}).stored() == {"armor": 1, "seen/ana": True, "turn-2": 3}


def test_changes_name_the_keys_that_they_set_and_take_away() -> None:
    assert Covered.changes(sealed=False, by=None, seen={"ben": True}) == {"sealed": False, "by": None, "seen/ben": True}
    with pytest.raises(TypeError, match="armour"):
        Covered.changes(armour=1)


def test_older_data_reads_with_defaults_and_without_what_is_unknown() -> None:
    older = Condition(what="covered", data={"armor": 2, "sealed": None, "colour": "red"})
    assert Covered.read(older) == Covered(armor=2)


def test_a_key_that_is_always_there_is_missed() -> None:
    with pytest.raises(KeyError, match="armor"):
        _ = Covered.of(Condition(what="covered")).armor


@pytest.mark.parametrize(
    ("data", "says", "strange"),
    [
        ({"armour": 1}, "no key 'armour'", True),
        ({"armor": "high"}, "'armor' there as int, not as 'high'", False),
        ({"armor": True}, "'armor' there as int", False),
        ({"armor": None}, "'armor' there as int", False),
        ({"seen/ana": 3}, "'seen/ana' there as bool", False),
    ],
)
def test_data_that_does_not_fit_is_named(data: dict[str, Any], says: str, strange: bool) -> None:
    wrong = misfit((Covered,), data)
    assert wrong is not None
    assert says in wrong.problem
    assert wrong.is_strange is strange


def test_every_struct_of_an_instance_adds_its_keys() -> None:
    assert misfit((Covered, Priced), {"armor": 1, "price": 2}) is None


def test_kinds_are_told_by_what_a_component_calls_them() -> None:
    assert kind_of("conditions", Condition(what="covered")) == "covered"
    assert kind_of("items", Item(what="rope", location="belt")) == "rope"
    assert kind_of("areas", object()) == ""


def chapter(**members: Any) -> ModuleType:
    module = ModuleType(__name__)
    vars(module).update(members)
    return module


def test_chapters_declare_their_structs_by_component_and_kind() -> None:
    assert data_in((chapter(one=Covered), chapter(two=Priced))) == {
        ("conditions", "covered"): (Covered,),
        ("items", ""): (Priced,),
    }


def test_structs_of_one_instance_agree_on_their_types() -> None:
    @data_of("items", "rope")
    class Dear(Data, frozen=True, kw_only=True, omit_defaults=True):
        price: str = ""

    with pytest.raises(ValueError, match="'price'"):
        data_in((chapter(one=Priced, two=Dear),))


def test_only_the_fields_that_are_asked_for_count_as_looked_at() -> None:
    reads: set[str] = set()
    look = TrackedReads(Shelf(Condition(what="covered", data={"armor": 1, "seen/ana": True})), reads)
    here = look.character(HERO).conditions["x"]
    reads.clear()
    assert Covered.of(here).armor == 1
    assert not Covered.of(here).sealed
    assert "ben" not in Covered.of(here).seen
    at = f"{HERO}.conditions.x.data"
    assert reads == {f"{at}.armor", f"{at}.sealed", f"{at}.seen/ben"}
    assert set(Covered.of(here).seen) == {"ana"}
    assert at in reads


class Shelf:
    """A world with one character, who is in one condition."""

    def __init__(self, condition: Condition) -> None:
        self.condition = condition

    def aggregate(self, ref: str) -> Any:
        """Return the one there is."""
        return self if ref == HERO else None

    profile = {"self": None}

    def instances(self, component: str) -> dict[str, Any]:
        """Return the one condition."""
        return {"x": self.condition} if component == "conditions" else {}
