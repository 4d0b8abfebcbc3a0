"""Dispositions, classes of powers, and powers as the campaign writes them."""

from typing import Any

import pytest

from systems.weaverdice.investigation import intel
from systems.weaverdice.sheet.dispositions import CLASSES, DISPOSITIONS
from tests.games.weaverdice.capes import Capes


@pytest.fixture
def table() -> Capes:
    table = Capes()
    table.cape("ramjet")
    return table


def has(table: Capes, kind: str) -> list[str]:
    return sorted(trait.title for trait in table.sheet("ramjet").traits.values() if trait.kind == kind)


def take(table: Capes, *words: str) -> int:
    return table.play("take_dispositions", as_player="ana", who="ramjet", dispositions=list(words))


@pytest.mark.rules("WD-SET-02")
class TestDispositions:
    def test_there_are_seven(self) -> None:
        assert list(DISPOSITIONS) == ["hero", "villain", "mercenary", "sponsored", "believer", "violent", "f-lister"]

    def test_each_is_a_type_of_intel(self) -> None:
        assert (*DISPOSITIONS, "city") == tuple(intel.TYPES)

    @pytest.mark.parametrize("word", list(DISPOSITIONS))
    def test_a_cape_has_one(self, table: Capes, word: str) -> None:
        take(table, word)
        assert has(table, "disposition") == [word]

    def test_a_cape_may_have_more_dispositions(self, table: Capes) -> None:
        take(table, "mercenary", "violent")
        assert has(table, "disposition") == ["mercenary", "violent"]

    def test_which_may_change(self, table: Capes) -> None:
        take(table, "mercenary", "violent")
        take(table, "violent", "villain")
        assert has(table, "disposition") == ["villain", "violent"]

    @pytest.mark.parametrize("word", ["antihero", "city"])
    def test_other_words_are_none(self, table: Capes, word: str) -> None:
        assert table.refusal("take_dispositions", who="ramjet", dispositions=[word]).rule == "WD-SET-02"

    def test_without_the_first_the_second_is_the_first(self, table: Capes) -> None:
        first = take(table, "hero")
        take(table, "villain")
        table.undo(first)
        assert has(table, "disposition") == ["villain"]


@pytest.mark.rules("WD-SET-03")
class TestClasses:
    def classify(self, table: Capes, *words: str) -> int:
        return table.play("classify", as_player="ana", who="ramjet", classes=list(words))

    def test_there_are_twelve(self) -> None:
        every = "mover shaker brute breaker master tinker blaster thinker striker changer trump stranger"
        assert list(CLASSES) == every.split()

    @pytest.mark.parametrize("word", ["Mover", "stranger"])
    def test_a_cape_is_of_one(self, table: Capes, word: str) -> None:
        self.classify(table, word)
        assert has(table, "class") == [word.lower()]

    def test_a_cape_may_be_of_more_classes(self, table: Capes) -> None:
        self.classify(table, "mover", "brute")
        assert has(table, "class") == ["brute", "mover"]

    def test_other_words_are_none(self, table: Capes) -> None:
        assert table.refusal("classify", who="ramjet", classes=["wizard"]).rule == "WD-SET-03"


@pytest.mark.rules("WD-SET-03", "WD-RULING-122")
class TestPowers:
    HEADLONG: dict[str, Any] = {
        "who": "ramjet",
        "name": "Headlong",
        "classes": ["mover", "striker"],
        "description": "Runs through walls.",
        "stamina": 1,
        "damage": "bash",
        "tier": "moderate",
        "modifiers": {"movement.feet": 15},
        "origin": "rolled",
    }

    def test_the_campaign_writes_them(self, table: Capes) -> None:
        table.play("write_power", **self.HEADLONG)
        power = table.sheet("ramjet").traits["power/headlong"]
        assert (power.tags, power.data) == (
            ("mover", "striker"),
            {"stamina": 1, "damage": "bash", "tier": "moderate", "origin": "rolled"},
        )

    def test_with_what_they_add(self, table: Capes) -> None:
        table.play("write_power", **self.HEADLONG)
        assert table.value("ramjet", "movement.feet") == 15 + 5 * 3 + 15

    def test_which_goes_with_the_power(self, table: Capes) -> None:
        table.play("write_power", **self.HEADLONG)
        (modifier,) = [m for m in table.sheet("ramjet").modifiers.values() if m.title == "Headlong"]
        assert getattr(modifier.until, "path", "") == f"{table.ref('ramjet')}.traits.power/headlong"

    def test_their_classes_are_of_the_twelve(self, table: Capes) -> None:
        assert table.refusal("write_power", **{**self.HEADLONG, "classes": ["wizard"]}).rule == "WD-SET-03"
