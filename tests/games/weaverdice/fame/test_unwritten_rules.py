"""The unwritten rules, and what comes of breaking them."""

import pytest

from api.testing.table import outcomes
from systems.weaverdice.sheet.unwritten_rules import BREACHES
from tests.games.weaverdice.capes import Capes


class Truce(Capes):
    """A table with a cape who breaks the unwritten rules."""

    def __init__(self, **options: int) -> None:
        super().__init__(**options)
        self.cape("ramjet")

    def breach(self, breach: str = "truce", *, hidden: bool = False) -> int:
        account = "He struck while Leviathan was in the bay."
        return self.play("record_breach", who="ramjet", breach=breach, account=account, hidden=hidden)

    def breaches(self) -> list[str]:
        return [str(t.data["breach"]) for t in self.sheet("ramjet").traits.values() if t.kind == "breach"]


@pytest.fixture
def table() -> Truce:
    return Truce()


@pytest.mark.rules("WD-SET-01")
class TestBreaches:
    def test_there_are_six_kinds(self) -> None:
        assert list(BREACHES) == ["sexual-assault", "wanton-killing", "meddling", "dangerous", "truce", "gun"]

    @pytest.mark.parametrize("breach", list(BREACHES))
    def test_each_goes_on_record(self, table: Truce, breach: str) -> None:
        entry = table.breach(breach)
        assert (table.breaches(), "WD-SET-01" in table.cited(entry)) == ([breach], True)

    def test_other_things_do_not(self, table: Truce) -> None:
        assert "truce" in table.refusal("record_breach", who="ramjet", breach="rudeness").player

    def test_a_second_breach_of_one_rule_is_another_one(self, table: Truce) -> None:
        table.breach()
        table.breach()
        assert table.breaches() == ["truce", "truce"]

    def test_one_that_nobody_knows_of_is_the_game_master_s(self, table: Truce) -> None:
        table.breach(hidden=True)
        (breach,) = table.sheet("ramjet").traits.values()
        assert breach.audience == "gm"


@pytest.mark.rules("WD-SET-01")
class TestTheOthersAct:
    def test_after_enough_of_them(self, table: Truce) -> None:
        for _ in range(3):
            table.breach()
        table.play("turn_against", who="ramjet", measure="Everybody hunts him")
        assert table.conditions("ramjet") == ["outlawed"]

    def test_before_that_they_do_not(self, table: Truce) -> None:
        table.breach()
        table.breach()
        assert table.refusal("turn_against", who="ramjet", measure="x").rule == "WD-SET-01"

    def test_how_many_are_enough_the_campaign_says(self) -> None:
        table = Truce(enough_breaches=1)
        table.breach()
        table.play("turn_against", who="ramjet", measure="Everybody hunts him")
        assert table.conditions("ramjet") == ["outlawed"]

    def test_others_turn_against_an_offender_once(self, table: Truce) -> None:
        for _ in range(3):
            table.breach()
        table.play("turn_against", who="ramjet", measure="Everybody hunts him")
        assert table.refusal("turn_against", who="ramjet", measure="x").rule == "WD-SET-01"

    def test_without_one_of_the_breaches_they_had_no_cause(self, table: Truce) -> None:
        first = table.breach()
        table.breach()
        table.breach()
        acted = table.play("turn_against", who="ramjet", measure="x")
        assert outcomes(table.undo(first, policy="cascade"))[acted] == "struck"
