"""Dots of effort that are spent."""

import pytest

from tests.games.weaverdice.capes import Capes


@pytest.fixture
def table() -> Capes:
    table = Capes()
    table.cape("ramjet", athletics=4, guts=2)
    return table


@pytest.mark.rules("WD-EFF-01")
class TestPools:
    def test_a_pool_has_a_dot_for_each_point_of_its_stat(self, table: Capes) -> None:
        assert table.dots("ramjet") == (4, 3, 2)

    def test_it_follows_the_stat(self, table: Capes) -> None:
        table.play("set", target="ramjet", path="attributes.athletics.base", value=5)
        assert table.value("ramjet", "tracks.stamina.maximum") == 5

    @pytest.mark.parametrize("category", ["generic", "bystander"])
    def test_those_without_names_have_none(self, table: Capes, category: str) -> None:
        table.foe("thug", category=category)
        assert not table.sheet("thug").tracks


@pytest.mark.rules("WD-EFF-03", "WD-EFF-06")
class TestSpending:
    def test_the_last_dot_can_be_spent(self, table: Capes) -> None:
        table.play("spend_effort", who="ramjet", pool="recovery", dots=2)
        assert table.dots("ramjet") == (4, 3, 0)

    def test_more_than_there_is_cannot(self, table: Capes) -> None:
        refusal = table.refusal("spend_effort", who="ramjet", pool="recovery", dots=3)
        assert refusal.rule == "WD-EFF-03"

    def test_another_pool_s_name_is_refused(self, table: Capes) -> None:
        assert table.refusal("spend_effort", who="ramjet", pool="luck").rule == "WD-EFF-01"

    def test_the_player_spends_her_own(self, table: Capes) -> None:
        table.foe("lung")
        table.play("spend_effort", as_player="ana", who="ramjet", pool="focus")
        assert "whoever plays" in table.forbidden("spend_effort", as_player="ana", who="lung", pool="focus")

    def test_undone_it_comes_back(self, table: Capes) -> None:
        table.check_undo(
            table.play("spend_effort", who="ramjet", pool="stamina"),
            table.play("spend_effort", who="ramjet", pool="stamina", dots=3),
        )
