"""A name that keeps the rank and file at bay."""

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.vocabulary.bodies import Condition, ConditionGained
from domain.vocabulary.holdings import Card, CardGained
from tests.games.weaverdice.fighting import Alley

THUGS = ("ash", "birk", "cole", "dirk", "ezra", "finn", "gil")


def crowd(*thugs: str, bystanders: tuple[str, ...] = (), notable: bool = True, social: int = 3) -> Alley:
    """Ramjet, with a reputation, is first in an alley with these thugs and, as the slowest, perhaps Lung."""
    table = Alley()
    table.cape("ramjet", social=social, athletics=5)
    table.let("ramjet", CardGained(name="feared", card=Card(kind="reputation", title="Feared")))
    for number, thug in enumerate(thugs):
        table.foe(thug, category="generic", athletics=4 - number // 2, dexterity=5 - (number + 1) // 2)
    for clerk in bystanders:
        table.foe(clerk, category="bystander")
    speed: dict[str, Any] = {"ramjet": 6}
    if notable:
        table.foe("lung", athletics=1, dexterity=1)
        speed["lung"] = 1
    table.begin("ramjet", *bystanders, against=(*thugs, *(("lung",) if notable else ())), **speed)
    return table


def sway(table: Alley, *figures: str, to: str = "background", spend: bool = False) -> int:
    return table.play("leverage_reputation", who="ramjet", card="Feared", figures=list(figures), to=to, spend=spend)


def refused(table: Alley, *figures: str, to: str = "background", spend: bool = False) -> str:
    args: dict[str, Any] = {"who": "ramjet", "card": "Feared", "figures": list(figures), "to": to, "spend": spend}
    return table.refusal("leverage_reputation", **args).rule


def fell(table: Alley, *who: str) -> list[int]:
    out = Condition(what="unconscious")
    return [table.let(thug, ConditionGained(name="out", condition=out)) for thug in who]


def in_background(table: Alley) -> list[str]:
    names = [name for name in table.campaign().handles if table.ref(name).startswith("character/")]
    return sorted(name for name in names if "background" in table.conditions(name))


@pytest.mark.rules("WD-LREP-01", "WD-RULING-46", "WD-RULING-124")
class TestSwaying:
    def test_as_many_as_one_s_social_are_pushed_into_the_background(self) -> None:
        table = crowd(*THUGS)
        sway(table, "ash", "birk", "cole")
        assert in_background(table) == ["ash", "birk", "cole"]

    def test_one_more_is_too_many(self) -> None:
        assert refused(crowd(*THUGS), "ash", "birk", "cole", "dirk") == "WD-LREP-01"

    def test_another_social_another_number(self) -> None:
        table = crowd(*THUGS, social=2)
        assert refused(table, "ash", "birk", "cole") == "WD-LREP-01"

    def test_spending_the_card_doubles_the_number(self) -> None:
        table = crowd(*THUGS)
        sway(table, *THUGS[:6], spend=True)
        assert (in_background(table), dict(table.sheet("ramjet").cards)) == (list(THUGS[:6]), {})

    def test_a_spent_card_sways_no_more_than_double_the_number(self) -> None:
        assert refused(crowd(*THUGS), *THUGS, spend=True) == "WD-LREP-01"

    def test_without_that_the_card_stays(self) -> None:
        table = crowd(*THUGS)
        sway(table, "ash")
        assert list(table.sheet("ramjet").cards) == ["feared"]

    def test_a_name_sways_once_in_a_fight(self) -> None:
        table = crowd(*THUGS)
        sway(table, "ash")
        assert refused(table, "birk") == "WD-LREP-01"

    def test_spending_it_works_again(self) -> None:
        table = crowd(*THUGS)
        sway(table, "ash")
        sway(table, "birk", spend=True)
        assert in_background(table) == ["ash", "birk"]

    def test_the_next_fight_is_another(self) -> None:
        table = crowd(*THUGS)
        sway(table, "ash")
        table.play("end_fight")
        table.create("roof", "encounter")
        table.play("begin_fight", who=["ramjet"], against=["ash"], dice={"speed/ramjet": [6]})
        assert sway(table, "ash")

    def test_a_card_has_to_be_held(self) -> None:
        refusal = crowd(*THUGS).refusal("leverage_reputation", who="ramjet", card="Loved", figures=["ash"])
        assert refusal.rule == "not-there"

    def test_nobody_notable_is_swayed(self) -> None:
        assert refused(crowd(*THUGS), "lung") == "WD-LREP-01"

    @pytest.mark.parametrize(("to", "condition"), [("leave", "fled"), ("still", "still")])
    def test_bystanders_leave_or_stay_still(self, to: str, condition: str) -> None:
        table = crowd("ash", bystanders=("clerk", "nurse"))
        sway(table, "clerk", "nurse", to=to)
        assert (table.conditions("clerk"), table.conditions("nurse")) == ([condition], [condition])

    def test_foes_do_not_leave_for_a_word(self) -> None:
        assert refused(crowd("ash"), "ash", to="leave") == "WD-LREP-01"

    def test_bystanders_are_no_foes_to_push_back(self) -> None:
        assert refused(crowd("ash", bystanders=("clerk",)), "clerk") == "WD-LREP-01"

    def test_who_is_in_the_background_does_not_act(self) -> None:
        table = crowd("ash", "birk")
        sway(table, "ash")
        table.next()
        assert table.turn() == "birk"

    def test_a_place_in_the_background_ends_with_the_fight(self) -> None:
        table = crowd("ash", "birk")
        sway(table, "ash")
        table.play("end_fight")
        assert in_background(table) == []


@pytest.mark.rules("WD-LREP-02", "WD-RULING-124")
class TestOneAtATime:
    @pytest.fixture
    def table(self) -> Alley:
        """Three thugs and nobody else, all in the background; a round is nobody's but Ramjet's."""
        table = crowd("ash", "birk", "cole", notable=False)
        sway(table, "ash", "birk", "cole")
        return table

    def test_with_nobody_left_to_fight_one_comes_out_each_round(self, table: Alley) -> None:
        table.next()
        assert (in_background(table), table.turn(), table.round()) == (["birk", "cole"], "ramjet", 2)

    def test_the_others_stay_as_long_as_that_one_stands(self, table: Alley) -> None:
        table.next(3)
        assert in_background(table) == ["birk", "cole"]

    def test_the_game_master_may_pick_another(self, table: Alley) -> None:
        table.answer_late(table.next(), {"comes-out/foes": "cole"})
        assert in_background(table) == ["ash", "birk"]

    def test_with_a_notable_to_fight_nobody_comes_out(self) -> None:
        table = crowd("ash", "birk", "cole")
        sway(table, "ash", "birk", "cole")
        table.next(2)
        assert (table.round(), in_background(table)) == (2, ["ash", "birk", "cole"])


@pytest.mark.rules("WD-LREP-03", "WD-RULING-124")
class TestTheRout:
    def test_with_half_of_them_out_the_others_flee(self) -> None:
        table = crowd("ash", "birk", "cole", "dirk")
        fell(table, "ash", "birk")
        sway(table, "cole", "dirk")
        assert (table.conditions("cole"), table.conditions("dirk")) == (["fled"], ["fled"])

    def test_with_fewer_out_they_do_not(self) -> None:
        table = crowd("ash", "birk", "cole", "dirk")
        fell(table, "ash")
        sway(table, "birk", "cole", "dirk")
        assert in_background(table) == ["birk", "cole", "dirk"]

    def test_of_an_odd_number_it_takes_the_greater_half(self) -> None:
        table = crowd("ash", "birk", "cole")
        fell(table, "ash", "birk")
        sway(table, "cole")
        assert table.conditions("cole") == ["fled"]

    def test_as_long_as_one_fights_on_nobody_flees(self) -> None:
        table = crowd("ash", "birk", "cole", "dirk")
        fell(table, "ash", "birk")
        sway(table, "cole")
        assert in_background(table) == ["cole"]

    def test_a_rout_comes_also_when_the_last_of_them_falls_later(self) -> None:
        table = crowd("ash", "birk", "cole", "dirk")
        sway(table, "cole", "dirk")
        fell(table, "ash", "birk")
        table.next()
        assert (table.conditions("cole"), table.conditions("dirk")) == (["fled"], ["fled"])

    def test_when_a_fall_is_undone_they_stay(self) -> None:
        table = crowd("ash", "birk", "cole", "dirk")
        first, _ = fell(table, "ash", "birk")
        swayed = sway(table, "cole", "dirk")
        assert outcomes(table.undo(first))[swayed] == "restated"
        assert in_background(table) == ["cole", "dirk"]
