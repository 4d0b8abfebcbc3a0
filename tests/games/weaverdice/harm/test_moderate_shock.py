"""What a moderate shock does: turns cut short, choices, and points that are gone for a while."""

import pytest

from tests.games.weaverdice.hurting import Arena


@pytest.fixture
def table() -> Arena:
    return Arena()


def shocked(table: Arena, guts: int, spread: str, die: int = 5) -> int:
    """A moderate shock with the Guts roll that decides how much it takes."""
    responses = {"jolted/tank": spread} if spread else None
    return table.hit("moderate", "shock", die, dice={"jolt/tank": [guts]}, responses=responses)


@pytest.mark.rules("WD-WFX-16")
class TestShock:
    @pytest.mark.parametrize("die", [1, 2])
    def test_one_and_two_halve_the_actions_of_the_next_turn(self, table: Arena, die: int) -> None:
        table.begin("tank", against=("lung",), tank=6, lung=1)
        table.hit("moderate", "shock", die, who="lung")
        table.next()
        assert table.actions("lung") == 1

    def test_in_one_s_own_turn_the_next_one_is_the_one_after(self, table: Arena) -> None:
        table.begin("tank", against=("lung",), tank=6, lung=1)
        table.hit("moderate", "shock", 1)
        now = table.actions("tank")
        table.next(2)
        assert (now, table.actions("tank")) == (2, 1)

    def test_the_turn_after_that_is_whole(self, table: Arena) -> None:
        table.begin("tank", against=("lung",), tank=6, lung=1)
        table.hit("moderate", "shock", 1)
        table.next(4)
        assert table.actions("tank") == 2

    def test_bug_a_turn_of_a_later_fight_is_whole(self, table: Arena) -> None:
        table.begin("tank", against=("lung",), tank=6, lung=1)
        table.hit("moderate", "shock", 1, who="lung")
        table.play("end_fight")
        assert table.conditions("lung") == []

    @pytest.mark.parametrize("die", [3, 4])
    def test_three_and_four_are_two_of_the_target_s_choice(self, table: Arena, die: int) -> None:
        table.hit("moderate", "shock", die, responses={"pick/tank": "knocked down", "pick/tank/2": "lose 1 focus"})
        assert (table.conditions("tank"), table.dots("tank")) == (["knocked_down"], (3, 2, 3))

    def test_disarmed_and_dying_as_well(self, table: Arena) -> None:
        table.holds("pipe")
        table.hit("moderate", "shock", 3, responses={"pick/tank": "disarmed", "pick/tank/2": "start dying"})
        assert (table.where("pipe"), table.conditions("tank")) == ("ground", ["dying"])

    @pytest.mark.parametrize("pick", ["disarmed", "knocked down", "lose 1 focus"])
    def test_what_does_not_apply_cannot_be_picked(self, table: Arena, pick: str) -> None:
        if pick == "knocked down":
            table.play("impose", who="tank", what="knocked down")
        if pick == "lose 1 focus":
            table.play("spend_effort", who="tank", pool="focus", dots=3)
        dice, responses = {"effect/tank": [3]}, {"pick/tank": pick}
        refusal = table.refusal("inflict", who="tank", tier="moderate", type="shock", dice=dice, responses=responses)
        assert refusal.rule == "unknown-choice"

    def test_where_one_thing_applies_there_is_no_choice(self, table: Arena) -> None:
        table.play("impose", who="tank", what="knocked down")
        table.play("spend_effort", who="tank", pool="focus", dots=3)
        table.hit("moderate", "shock", 3)
        assert table.conditions("tank") == ["dying", "knocked_down"]

    def test_one_loss_is_not_picked_twice(self, table: Arena) -> None:
        responses = {"pick/tank": "lose 1 focus", "pick/tank/2": "lose 1 focus"}
        refusal = table.refusal(
            "inflict", who="tank", tier="moderate", type="shock", dice={"effect/tank": [3]}, responses=responses
        )
        assert refusal.rule == "unknown-choice"

    @pytest.mark.parametrize("die", [5, 6])
    def test_five_and_six_cost_what_guts_falls_short_of_ten(self, table: Arena, die: int) -> None:
        shocked(table, 6, "brawn 3, wits 1", die)
        assert table.stats() == {"brawn": 0, "wits": 2}

    def test_guts_counts_on_it(self) -> None:
        table = Arena(guts=5)
        shocked(table, 6, "social 2")
        assert table.stats() == {"social": 1, "guts": 5}

    @pytest.mark.parametrize(
        "spread", ["brawn 3", "brawn 4", "brawn 5", "luck 4", "brawn 2, brawn 2", "four", "brawn 3, wits 2"]
    )
    @pytest.mark.rules("WD-RULING-37")
    def test_what_does_not_come_to_the_number_is_no_answer(self, table: Arena, spread: str) -> None:
        dice, responses = {"effect/tank": [5], "jolt/tank": [6]}, {"jolted/tank": spread}
        refusal = table.refusal("inflict", who="tank", tier="moderate", type="shock", dice=dice, responses=responses)
        assert refusal.rule == "WD-RULING-37"

    @pytest.mark.rules("WD-RULING-37")
    def test_the_target_s_player_is_asked(self, table: Arena) -> None:
        shocked(table, 1, "")
        (question,) = table.fight("alley").questions.values()
        assert (question.owner, question.default) == (
            "ana",
            "brawn 2, athletics 2, dexterity 1, wits 1, social 1, knowledge 1, guts 1",
        )

    @pytest.mark.rules("WD-RULING-36")
    def test_effort_follows_the_stat_at_once(self, table: Arena) -> None:
        shocked(table, 6, "wits 2, athletics 2")
        assert table.dots("tank") == (1, 1, 3)

    @pytest.mark.rules("WD-RULING-36")
    def test_a_stat_at_nothing_fails_every_check(self, table: Arena) -> None:
        shocked(table, 6, "brawn 3, wits 1")
        entry = table.play("attack", who="tank", targets=["lung"], dice={"attack": [6]})
        assert table.last_roll(entry).outcome == "failure"

    def test_a_point_comes_back_each_turn(self, table: Arena) -> None:
        table.begin("tank", against=("lung",), tank=6, lung=1)
        shocked(table, 6, "brawn 3, wits 1")
        table.next()
        assert table.stats() == {"brawn": 1, "wits": 2}

    def test_which_one_the_target_says(self, table: Arena) -> None:
        table.begin("tank", against=("lung",), tank=6, lung=1)
        shocked(table, 6, "brawn 3, wits 1")
        entry = table.next()
        table.answer_late(entry, {"eased/tank": "wits"})
        assert table.stats() == {"brawn": 0}

    def test_three_do_in_a_turn_of_rest(self, table: Arena) -> None:
        table.begin("tank", against=("lung",), tank=6, lung=1)
        shocked(table, 6, "brawn 3, wits 1")
        table.play("rest", who="tank")
        table.next()
        assert table.stats() == {"wits": 2}

    def test_however_often_they_rest_in_it(self, table: Arena) -> None:
        table.begin("tank", against=("lung",), tank=6, lung=1)
        shocked(table, 6, "brawn 3, wits 1")
        table.play("rest", who="tank")
        table.play("rest", who="tank")
        table.next()
        assert table.stats() == {"wits": 2}

    @pytest.mark.rules("WD-RULING-32")
    def test_what_is_not_back_by_then_is_back_when_the_encounter_ends(self, table: Arena) -> None:
        table.begin("tank", against=("lung",), tank=6, lung=1)
        shocked(table, 1, "brawn 3, wits 3, social 3")
        table.play("end_fight")
        assert table.stats() == {}
