"""What lesser wounds do, row by row."""

import pytest

from tests.games.weaverdice.hurting import Arena


@pytest.fixture
def table() -> Arena:
    return Arena()


@pytest.mark.rules("WD-WFX-01")
class TestCut:
    @pytest.mark.parametrize(
        ("die", "does"),
        [
            (1, []),
            (2, []),
            (3, ["bleeding"]),
            (4, ["scarred"]),
            (5, ["bleeding", "blinded"]),
            (6, ["bleeding", "pain"]),
        ],
    )
    def test_each_face_does_its_own(self, table: Arena, die: int, does: list[str]) -> None:
        table.hit("lesser", "cut", die)
        assert table.conditions("tank") == does

    @pytest.mark.rules("WD-RULING-115")
    def test_the_pain_is_physical(self, table: Arena) -> None:
        table.hit("lesser", "cut", 6)
        assert table.pains() == ["physical"]

    def test_the_scar_is_on_the_wound(self, table: Arena) -> None:
        table.hit("lesser", "cut", 4)
        assert table.sheet("tank").conditions[table.named("scarred")].data["of"] in table.sheet("tank").wounds


@pytest.mark.rules("WD-WFX-02")
class TestBash:
    @pytest.mark.parametrize(("die", "feet"), [(1, 5), (2, 10)])
    def test_one_and_two_knock_back(self, table: Arena, die: int, feet: int) -> None:
        assert table.thrown(table.hit("lesser", "bash", die)) == feet

    @pytest.mark.parametrize("die", [3, 4])
    def test_three_and_four_knock_down(self, table: Arena, die: int) -> None:
        table.hit("lesser", "bash", die)
        assert table.conditions("tank") == ["knocked_down"]

    @pytest.mark.parametrize("die", [3, 4])
    @pytest.mark.rules("WD-REST-04")
    def test_a_temporary_wound_is_gone_with_the_next_rest(self, table: Arena, die: int) -> None:
        table.begin("tank", against=("lung",), tank=6, lung=1)
        table.hit("lesser", "bash", die)
        table.scratch()
        table.play("rest", who="tank")
        assert table.wounds("tank") == ["body/2: lesser"]

    def test_five_drops_what_is_held(self, table: Arena) -> None:
        table.holds("pipe")
        table.hit("lesser", "bash", 5)
        assert table.where("pipe") == "ground"

    def test_empty_hands_drop_nothing(self, table: Arena) -> None:
        table.hit("lesser", "bash", 5)
        assert table.wounds("tank") == ["body/1: lesser"]

    def test_six_delays_and_costs_focus(self, table: Arena) -> None:
        table.cape("pearl")
        table.begin("tank", "pearl", against=("lung",), tank=6, lung=4, pearl=1)
        table.hit("lesser", "bash", 6)
        assert (table.order(), table.dots("tank")) == (["lung", "tank", "pearl"], (3, 2, 3))

    def test_without_focus_there_is_none_to_lose(self, table: Arena) -> None:
        table.play("spend_effort", who="tank", pool="focus", dots=3)
        table.hit("lesser", "bash", 6)
        assert table.dots("tank") == (3, 0, 3)


@pytest.mark.rules("WD-WFX-03")
class TestPierce:
    @pytest.mark.parametrize("die", [1, 2])
    def test_one_and_two_are_gone_with_the_next_rest(self, table: Arena, die: int) -> None:
        table.begin("tank", against=("lung",), tank=6, lung=1)
        table.hit("lesser", "pierce", die)
        table.play("rest", who="tank")
        assert table.wounds("tank") == []

    @pytest.mark.parametrize("die", [3, 4])
    def test_three_and_four_do_nothing_and_stay(self, table: Arena, die: int) -> None:
        table.begin("tank", against=("lung",), tank=6, lung=1)
        table.hit("lesser", "pierce", die)
        table.play("rest", who="tank")
        assert (table.wounds("tank"), table.conditions("tank")) == (["body/1: lesser"], [])

    def test_five_sticks(self, table: Arena) -> None:
        table.holds("Dart", who="lung", type="pierce")
        table.play(
            "attack",
            who="lung",
            targets=["tank"],
            weapon="Dart",
            responses={"defence/tank": "no"},
            dice={"attack": [4], "effect/tank": [5]},
        )
        (wound,) = table.sheet("tank").wounds
        assert (table.conditions("tank"), table.where("Dart")) == (["stuck"], f"stuck/{wound}")

    def test_where_nothing_can_stick_it_bleeds(self, table: Arena) -> None:
        table.hit("lesser", "pierce", 5)
        assert table.conditions("tank") == ["bleeding"]

    def test_six_makes_it_moderate(self, table: Arena) -> None:
        table.hit("lesser", "pierce", 6, 1)
        assert table.wounds("tank") == ["body/1: moderate"]

    def test_with_a_moderate_effect(self, table: Arena) -> None:
        table.hit("lesser", "pierce", 6, 5, responses={"limb/tank": "left leg"})
        assert (table.parts("disabled"), table.pains()) == (["left leg"], ["physical"])

    def test_which_recovery_does_away_with(self, table: Arena) -> None:
        table.hit("lesser", "pierce", 6, 5, responses={"ignore/tank": "yes"})
        assert (table.wounds("tank"), table.conditions("tank")) == (["body/1: moderate"], [])


@pytest.mark.rules("WD-WFX-11")
class TestRend:
    @pytest.mark.parametrize("die", [1, 2])
    def test_one_and_two_damage_a_piece_of_gear(self, table: Arena, die: int) -> None:
        table.wears("suit", coverage=True)
        table.hit("lesser", "rend", die)
        table.hit("lesser", "burn", 4)
        assert "scarred" in table.conditions("tank")

    @pytest.mark.parametrize("die", [3, 4])
    @pytest.mark.parametrize(
        ("pick", "does"), [("scarring", ["scarred"]), ("bleeding", ["bleeding"]), ("-1 brawn", [])]
    )
    def test_three_and_four_are_one_of_the_target_s_choice(
        self, table: Arena, die: int, pick: str, does: list[str]
    ) -> None:
        table.hit("lesser", "rend", die, responses={"pick/tank": pick})
        assert (table.conditions("tank"), table.stats()) == (does, {"brawn": 2} if pick == "-1 brawn" else {})

    @pytest.mark.parametrize("die", [5, 6])
    def test_five_and_six_are_two(self, table: Arena, die: int) -> None:
        table.hit("lesser", "rend", die, responses={"pick/tank": "-1 brawn", "pick/tank/2": "scarring"})
        assert (table.conditions("tank"), table.stats()) == (["scarred"], {"brawn": 2})

    def test_scarring_is_picked_once_only(self, table: Arena) -> None:
        responses = {"pick/tank": "scarring", "pick/tank/2": "scarring"}
        refusal = table.refusal(
            "inflict", who="tank", tier="lesser", type="rend", dice={"effect/tank": [5]}, responses=responses
        )
        assert refusal.rule == "unknown-choice"

    @pytest.mark.rules("WD-RULING-32")
    def test_the_weakness_ends_with_the_encounter(self, table: Arena) -> None:
        table.begin("tank", against=("lung",), tank=6, lung=1)
        table.hit("lesser", "rend", 3, responses={"pick/tank": "-1 brawn"})
        table.play("end_fight")
        assert table.stats() == {}

    @pytest.mark.rules("WD-RULING-37")
    def test_as_an_option_the_game_master_picks(self) -> None:
        table = Arena(open_choices="gm")
        entry = table.hit("lesser", "rend", 3)
        (question,) = table.fight("alley").questions.values()
        assert (question.deed, question.owner) == (entry, "gm")


@pytest.mark.rules("WD-WFX-12")
class TestBurn:
    def test_a_costume_that_covers_keeps_it_off(self, table: Arena) -> None:
        table.wears("suit", coverage=True)
        entry = table.hit("lesser", "burn")
        assert (table.conditions("tank"), table.rolls(entry)) == ([], {})

    @pytest.mark.parametrize("die", [1, 2, 3])
    @pytest.mark.rules("WD-RULING-32", "WD-RULING-119")
    def test_one_to_three_bring_a_lesser_wound_until_the_next_rest(self, table: Arena, die: int) -> None:
        table.wears("coat", belt=1)
        table.begin("tank", against=("lung",), tank=6, lung=1)
        table.hit("lesser", "burn", die)
        before = table.wounds("tank")
        table.play("rest", who="tank")
        assert (before, table.wounds("tank")) == (["body/1: lesser", "body/2: lesser"], ["body/1: lesser"])

    @pytest.mark.parametrize("tier", ["", "low"])
    def test_bare_skin_and_bottom_tier_keep_it(self, table: Arena, tier: str) -> None:
        if tier:
            table.wears("coat", tier=tier, belt=1)
        table.begin("tank", against=("lung",), tank=6, lung=1)
        table.hit("lesser", "burn", 3)
        table.play("rest", who="tank")
        assert table.wounds("tank") == ["body/1: lesser", "body/2: lesser"]

    @pytest.mark.parametrize("die", [4, 5, 6])
    def test_four_to_six_scar(self, table: Arena, die: int) -> None:
        table.wears("coat", belt=1)
        table.hit("lesser", "burn", die)
        assert table.conditions("tank") == ["scarred"]

    @pytest.mark.parametrize("die", [4, 5, 6])
    def test_burns_of_four_to_six_hurt_bare_skin(self, table: Arena, die: int) -> None:
        table.hit("lesser", "burn", die)
        assert (table.conditions("tank"), table.pains()) == (["pain", "scarred"], ["physical"])


@pytest.mark.rules("WD-WFX-13", "WD-RULING-33")
class TestShock:
    @pytest.mark.parametrize("die", [1, 2])
    def test_one_and_two_blind_and_deafen(self, table: Arena, die: int) -> None:
        table.hit("lesser", "shock", die)
        assert table.conditions("tank") == ["blinded", "deafened"]

    @pytest.mark.parametrize("die", [3, 4])
    @pytest.mark.parametrize("pain", ["physical", "mental"])
    def test_three_and_four_hurt_as_the_source_does(self, table: Arena, die: int, pain: str) -> None:
        table.hit("lesser", "shock", die, pain=pain)
        assert table.pains() == [pain]

    @pytest.mark.parametrize("die", [5, 6])
    def test_five_and_six_cost_focus(self, table: Arena, die: int) -> None:
        table.hit("lesser", "shock", die)
        assert (table.dots("tank"), table.conditions("tank")) == ((3, 2, 3), [])

    @pytest.mark.parametrize("die", [5, 6])
    def test_a_shock_without_focus_to_take_does_all_of_it(self, table: Arena, die: int) -> None:
        table.play("spend_effort", who="tank", pool="focus", dots=3)
        table.cape("pearl")
        table.begin("tank", "pearl", against=("lung",), tank=6, lung=4, pearl=1)
        table.hit("lesser", "shock", die)
        assert table.conditions("tank") == ["blinded", "deafened", "delayed", "pain"]
        assert table.order() == ["lung", "tank", "pearl"]
