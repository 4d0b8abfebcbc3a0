"""What the later of the sixteen steps give: reputation, money, a belt slot."""

import pytest

from api.testing.table import outcomes
from tests.games.weaverdice.capes import Capes
from tests.games.weaverdice.growing import Stepping


@pytest.fixture
def table() -> Stepping:
    return Stepping()


def reputation(table: Capes, who: str = "outage") -> int:
    return sum(card.kind == "reputation" for card in table.sheet(who).cards.values())


@pytest.mark.rules("WD-OPT-20")
class TestRefilledReputation:
    def test_reputation_is_refilled_up_to_the_maximum(self, table: Stepping) -> None:
        table.play("reward_reputation", who="outage", deed="x")
        table.step(7)
        assert reputation(table) == 2

    def test_what_is_beyond_it_stays(self, table: Stepping) -> None:
        for _ in range(3):
            table.play("reward_reputation", who="outage", deed="x")
        table.step(7)
        assert reputation(table) == 3

    def test_each_of_the_next_two_steps_brings_one_with_good_morale(self, table: Stepping) -> None:
        table.play("move_morale", who="outage", by=1)
        counts = []
        for step in (7, 11, 5, 6):
            table.step(step)
            counts.append(reputation(table))
        assert counts == [2, 3, 4, 4]

    def test_without_good_morale_a_pick_passes(self, table: Stepping) -> None:
        table.step(7)
        table.step(11)
        table.play("move_morale", who="outage", by=1)
        table.step(5)
        table.step(6)
        assert reputation(table) == 3

    def test_without_it_the_later_steps_bring_nothing(self, table: Stepping) -> None:
        table.play("move_morale", who="outage", by=1)
        refill = table.step(7)
        later = table.step(11)
        assert outcomes(table.undo(refill))[later] == "restated"
        assert reputation(table) == 0


@pytest.mark.rules("WD-OPT-21", "WD-RULING-121")
class TestMediaAttention:
    def test_media_attention_gives_one_reputation(self, table: Stepping) -> None:
        table.step(8)
        assert reputation(table) == 1

    def test_the_game_master_can_say_more(self, table: Stepping) -> None:
        table.answer_late(table.step(8), {"media": "3"})
        assert reputation(table) == 3

    def test_the_opposition_s_is_of_no_use_until_the_session_ends(self, table: Stepping) -> None:
        table.foe("lung")
        table.play("open_session")
        table.step(8, opposition=("lung",))
        assert table.conditions("lung") == ["hampered_reputation"]
        table.play("end_session")
        assert table.conditions("lung") == []


@pytest.mark.rules("WD-OPT-22", "WD-RULING-100")
class TestMoney:
    def test_money_is_five_hundred_and_half_of_the_last_payment_at_each_later_step(self, table: Stepping) -> None:
        table.stand("secret-identity", "civilian-life")
        money = []
        for step in (9, 11, 5, 6, 15):
            table.step(step)
            money.append(table.current("outage", "money"))
        assert money == [500, 750, 875, 937, 968]

    @pytest.mark.parametrize(("step", "lacking"), [(9, "civilian-life"), (10, "family"), (9, "secret-identity")])
    def test_no_payment_comes_where_its_condition_does_not_hold(self, table: Stepping, step: int, lacking: str) -> None:
        table.stand("secret-identity", "civilian-life", "family")
        table.stand(lacking, good=False)
        table.step(step)
        table.step(11)
        assert table.current("outage", "money") == 500

    def test_the_second_hangs_on_family(self, table: Stepping) -> None:
        table.stand("secret-identity", "family")
        table.stand("civilian-life", good=False)
        table.step(10)
        table.step(11)
        assert table.current("outage", "money") == 750

    def test_where_it_held_again_the_halves_go_on_from_the_last_payment(self, table: Stepping) -> None:
        table.stand("secret-identity", "civilian-life")
        table.step(9)
        table.stand("civilian-life", good=False)
        table.step(11)
        table.stand("civilian-life")
        table.step(5)
        assert table.current("outage", "money") == 750

    def test_in_the_end_nothing_is_left(self) -> None:
        table = Stepping(needed=16)
        table.stand("secret-identity", "civilian-life", "family")
        for step in (9, 5, 6, 7, 8, 11, 12, 14, 15):
            table.step(step)
        assert table.current("outage", "money") == 500 + 250 + 125 + 62 + 31 + 15 + 7 + 3 + 1
        table.step(16, pool="focus")
        assert all(task.data.get("step") != 9 for task in table.sheet("outage").tasks.values())

    def test_both_run_beside_each_other(self, table: Stepping) -> None:
        table.stand("secret-identity", "civilian-life", "family")
        money = []
        for step in (9, 10, 11):
            table.step(step)
            money.append(table.current("outage", "money"))
        assert money == [500, 500 + 250 + 500, 1250 + 125 + 250]

    def test_without_the_first_the_later_steps_pay_nothing(self, table: Stepping) -> None:
        table.stand("secret-identity", "civilian-life")
        first, later = table.step(9), table.step(11)
        assert outcomes(table.undo(first))[later] == "restated"
        assert table.current("outage", "money") == 0


@pytest.mark.rules("WD-OPT-23", "WD-RULING-51")
class TestABeltSlot:
    def test_there_is_one_more(self, table: Stepping) -> None:
        table.step(11)
        assert table.value("outage", "slots.belt") == 4

    def test_with_two_there_is_room_for_a_fire_axe(self) -> None:
        table = Stepping(dexterity=1)
        axe = {"what": "fire axe", "location": "inventory", "data": {"size": "large"}}
        table.play("put", target="outage", component="items", name="axe", instance=axe)
        assert table.refusal("stow", who="outage", item="axe", to="belt").rule == "WD-EQP-04"
        table.step(11)
        table.play("stow", who="outage", item="axe", to="belt")
        assert table.sheet("outage").items["axe"].location == "belt/1"
