"""What critical wounds do, row by row."""

import pytest

from domain.history.plan import RevisionRefused
from tests.games.weaverdice.hurting import Arena

STATS = ("brawn", "athletics", "dexterity", "wits", "social", "knowledge", "guts")


@pytest.fixture
def table() -> Arena:
    return Arena()


def paying(*pools: str, which: str = "effort") -> dict[str, str]:
    """Dots of effort spent one after another, and no more."""
    return {f"{which}/tank/{number}": pool for number, pool in enumerate((*pools, "none"), start=1)}


@pytest.mark.rules("WD-WFX-07")
class TestCut:
    @pytest.mark.parametrize(("die", "limb"), [(1, "left arm"), (2, "right arm"), (3, "left leg"), (4, "right leg")])
    def test_one_to_four_cost_an_arm_or_a_leg(self, table: Arena, die: int, limb: str) -> None:
        table.hit("critical", "cut", die, responses={"limb/tank": limb})
        assert table.parts("lost_limb") == [limb]

    @pytest.mark.parametrize(("die", "limb"), [(2, "left leg"), (3, "left arm")])
    def test_of_the_other_kind_none_can_be_picked(self, table: Arena, die: int, limb: str) -> None:
        refusal = table.refusal(
            "inflict",
            who="tank",
            tier="critical",
            type="cut",
            dice={"effect/tank": [die]},
            responses={"limb/tank": limb},
        )
        assert refusal.rule == "unknown-choice"

    def test_the_second_arm_goes_without_a_choice(self, table: Arena) -> None:
        table.hit("critical", "cut", 1, responses={"limb/tank": "left arm"})
        table.hit("critical", "cut", 1)
        assert table.parts("lost_limb") == ["left arm", "right arm"]

    def test_a_lost_arm_stays_lost_when_the_wound_is_mended(self, table: Arena) -> None:
        table.hit("critical", "cut", 1, responses={"limb/tank": "left arm"})
        table.play("mend_wound", who="tank", wound="body/1")
        assert table.conditions("tank") == ["lost_limb"]

    @pytest.mark.parametrize("die", [5, 6])
    def test_five_and_six_are_survived_with_seven_on_guts(self, table: Arena, die: int) -> None:
        table.hit("critical", "cut", die, responses=paying("stamina"), dice={"bisected/tank": [6]})
        assert (table.conditions("tank"), table.dots("tank")) == (["scarred"], (2, 3, 3))

    def test_with_six_one_dies_bisected(self, table: Arena) -> None:
        table.hit("critical", "cut", 5, responses=paying(), dice={"bisected/tank": [6]})
        assert "dead" in table.conditions("tank")

    def test_each_dot_adds_one(self, table: Arena) -> None:
        dice = {"bisected/tank": [3]}
        entry = table.hit("critical", "cut", 6, responses=paying("stamina", "focus", "recovery", "focus"), dice=dice)
        assert table.rolls(entry)["bisected/tank"] == 7


@pytest.mark.rules("WD-WFX-08")
class TestReattaching:
    @pytest.fixture
    def maimed(self, table: Arena) -> Arena:
        table.hit("critical", "cut", 1, responses={"limb/tank": "left arm"})
        return table

    def later(self, table: Arena, minutes: int, seconds: int = 0) -> None:
        table.play("freeform.advance_clock", minutes=minutes, seconds=seconds)

    @pytest.mark.parametrize(
        ("minutes", "effort"),
        [(5, []), (10, ["stamina"]), (20, ["stamina", "focus"]), (40, ["recovery", "recovery", "focus"])],
    )
    def test_a_limb_is_put_back_in_time_up_to_a_limit_that_each_dot_doubles(
        self, maimed: Arena, minutes: int, effort: list[str]
    ) -> None:
        self.later(maimed, minutes)
        maimed.play("reattach_limb", as_player="ana", who="tank", part="left arm", effort=effort)
        assert maimed.parts("lost_limb") == []

    @pytest.mark.parametrize(("minutes", "effort"), [(5, []), (10, ["stamina"]), (20, ["stamina", "focus"])])
    def test_a_second_later_it_is_too_late(self, maimed: Arena, minutes: int, effort: list[str]) -> None:
        self.later(maimed, minutes, 1)
        assert maimed.refusal("reattach_limb", who="tank", part="left arm", effort=effort).rule == "WD-WFX-08"

    def test_the_dots_are_spent(self, maimed: Arena) -> None:
        maimed.play("reattach_limb", who="tank", part="left arm", effort=["recovery", "recovery", "focus"])
        assert maimed.dots("tank") == (3, 2, 1)

    def test_more_than_there_are_are_not(self, maimed: Arena) -> None:
        refusal = maimed.refusal("reattach_limb", who="tank", part="left arm", effort=["focus"] * 4)
        assert refusal.rule == "WD-WFX-08"

    def test_what_is_no_pool_pays_nothing(self, maimed: Arena) -> None:
        assert maimed.refusal("reattach_limb", who="tank", part="left arm", effort=["luck"]).rule == "WD-EFF-01"

    def test_what_was_not_lost_is_not_put_back(self, maimed: Arena) -> None:
        assert "left arm" in str(maimed.refusal("reattach_limb", who="tank", part="right arm"))

    def test_when_more_time_has_passed_after_all_it_was_too_late(self, maimed: Arena) -> None:
        waited = maimed.play("freeform.advance_clock", minutes=1)
        maimed.play("reattach_limb", who="tank", part="left arm")
        with pytest.raises(RevisionRefused):
            maimed.amend(waited, "freeform.advance_clock", minutes=10)


@pytest.mark.rules("WD-WFX-09")
class TestBash:
    def test_no_die_is_rolled_on_a_table(self, table: Arena) -> None:
        entry = table.hit(
            "critical", "bash", dice={"again/tank": [1]}, responses=paying() | {"pulverized/tank": "head"}
        )
        assert table.rolls(entry) == {"again/tank": 1}

    @pytest.mark.parametrize("part", ["left arm", "right leg", "head"])
    def test_a_part_is_of_no_use_any_more(self, table: Arena, part: str) -> None:
        table.hit("critical", "bash", dice={"again/tank": [1]}, responses=paying() | {"pulverized/tank": part})
        assert table.parts("disabled") == [part]

    def test_two_stat_points_may_be_gone_in_place_of_a_part(self, table: Arena) -> None:
        points = {"pulverized/tank": "stat points", "point/tank": "wits", "point/tank/2": "social"}
        table.hit("critical", "bash", dice={"again/tank": [1]}, responses=paying() | points)
        assert table.stats() == {"wits": 2, "social": 2}

    def test_which_stay_gone_when_the_wound_is_mended(self, table: Arena) -> None:
        points = {"pulverized/tank": "stat points", "point/tank": "wits", "point/tank/2": "wits"}
        table.hit("critical", "bash", dice={"again/tank": [1]}, responses=paying() | points)
        table.play("mend_wound", who="tank", wound="body/1")
        assert table.stats() == {"wits": 1}

    def test_on_two_it_goes_on(self, table: Arena) -> None:
        parts = {"pulverized/tank": "left arm", "pulverized/tank/2": "head"}
        dice = {"again/tank": [2], "again/tank/2": [1]}
        table.hit("critical", "bash", dice=dice, responses=paying() | parts)
        assert table.parts("disabled") == ["head", "left arm"]

    def test_one_part_is_not_lost_twice(self, table: Arena) -> None:
        responses = paying() | {"pulverized/tank": "head", "pulverized/tank/2": "head"}
        refusal = table.refusal(
            "inflict", who="tank", tier="critical", type="bash", dice={"again/tank": [2]}, responses=responses
        )
        assert refusal.rule == "unknown-choice"

    @pytest.mark.parametrize(("dots", "goes_on"), [(1, 3), (2, 4), (3, 5)])
    def test_each_dot_spent_before_makes_that_one_more(self, table: Arena, dots: int, goes_on: int) -> None:
        responses = paying(*["stamina"] * dots) | {"pulverized/tank": "head"}
        entry = table.hit("critical", "bash", dice={"again/tank": [goes_on - 1]}, responses=responses)
        assert table.last_roll(entry).target == goes_on


@pytest.mark.rules("WD-WFX-10")
class TestPierce:
    @pytest.mark.parametrize("die", [1, 2, 3])
    def test_one_to_three_are_dying(self, table: Arena, die: int) -> None:
        table.hit("critical", "pierce", die)
        assert table.conditions("tank") == ["dying", "scarred"]

    @pytest.mark.parametrize("die", [4, 5, 6])
    def test_four_to_six_are_slain(self, table: Arena, die: int) -> None:
        table.hit("critical", "pierce", die, responses={"slain/tank": "die"})
        assert table.conditions("tank") == ["dead", "scarred"]

    def test_three_dots_of_any_kind_leave_it_at_a_fall(self, table: Arena) -> None:
        pays = {"slain/tank": "live", "pays/tank": "stamina", "pays/tank/2": "focus", "pays/tank/3": "focus"}
        table.hit("critical", "pierce", 4, responses=pays)
        assert (table.conditions("tank"), table.dots("tank")) == (["knocked_down", "scarred"], (2, 1, 3))

    def test_with_two_left_there_is_no_way_out(self, table: Arena) -> None:
        for pool, dots in (("stamina", 3), ("focus", 3), ("recovery", 1)):
            table.play("spend_effort", who="tank", pool=pool, dots=dots)
        table.hit("critical", "pierce", 4)
        assert "dead" in table.conditions("tank")


@pytest.mark.rules("WD-WFX-17")
class TestRend:
    def mangled(self, table: Arena, rolls: tuple[int, ...], responses: dict[str, str] | None = None) -> int:
        dice = {f"mangled/{stat}/tank": [die] for stat, die in zip(STATS, rolls, strict=True)}
        return table.hit("critical", "rend", dice=dice, responses=responses or paying())

    def test_each_stat_loses_a_four_sided_die_less_one(self, table: Arena) -> None:
        self.mangled(table, (1, 2, 3, 4, 1, 1, 1))
        assert table.stats() == {"athletics": 2, "dexterity": 1, "wits": 0}

    def test_a_mangled_stat_stays_so_when_the_wound_is_mended(self, table: Arena) -> None:
        self.mangled(table, (1, 2, 1, 1, 1, 1, 1))
        table.play("mend_wound", who="tank", wound="body/1")
        assert table.stats() == {"athletics": 2}

    def test_a_dot_cancels_any_three_points(self, table: Arena) -> None:
        responses = paying("focus") | {"cancelled/tank": "wits 2, dexterity 1"}
        self.mangled(table, (1, 2, 3, 4, 1, 1, 1), responses)
        assert (table.stats(), table.dots("tank")) == ({"athletics": 2, "dexterity": 2, "wits": 2}, (2, 2, 3))

    def test_two_cancel_six(self, table: Arena) -> None:
        self.mangled(table, (1, 2, 3, 4, 1, 1, 1), paying("recovery", "recovery"))
        assert (table.stats(), table.dots("tank")) == ({}, (3, 3, 1))

    @pytest.mark.rules("WD-RULING-36")
    def test_lost_guts_leave_fewer_slots_to_hold_out_with(self, table: Arena) -> None:
        dice = {f"mangled/{stat}/tank": [2 if stat == "guts" else 1] for stat in STATS}
        table.wounded("moderate")
        table.hit("critical", "rend", dice=dice, responses=paying(), stay=[3])
        assert table.conditions("tank") == ["dying", "scarred"]


@pytest.mark.rules("WD-WFX-18")
class TestBurn:
    @pytest.fixture
    def alight(self, table: Arena) -> Arena:
        table.cape("doc")
        table.begin("doc", "tank", against=("lung",), lung=6, tank=3, doc=1)
        table.hit("critical", "burn", by="lung")
        return table

    def test_a_physical_stat_point_goes_with_each_round(self, alight: Arena) -> None:
        alight.next(3)
        alight.next(3)
        assert sum(3 - score for score in alight.stats().values()) == 2

    def test_no_stat_point_burns_away_before_the_round_ends(self, alight: Arena) -> None:
        alight.next(2)
        assert alight.stats() == {}

    def test_the_attacker_says_of_which_stat(self, alight: Arena) -> None:
        alight.next(2)
        entry = alight.next()
        alight.answer_late(entry, {"burnt/tank": "dexterity"})
        assert alight.stats() == {"dexterity": 2}

    def test_only_physical_stat_points_burn_away(self, alight: Arena) -> None:
        alight.next(2)
        assert alight.refusal("next_turn", responses={"burnt/tank": "wits"}).rule == "unknown-choice"

    def test_stat_points_burn_away_for_good(self, alight: Arena) -> None:
        alight.next(3)
        alight.play("mend_wound", who="tank", wound="body/1")
        alight.play("end_fight")
        assert sum(alight.stats().values()) == 2

    def test_treatment_of_twelve_by_another_ends_it(self, alight: Arena) -> None:
        alight.next(2)
        alight.play("treat", who="doc", patient="tank", affliction="burning_away", dice={"lengthy": [6]})
        alight.next(3)
        alight.play("treat", who="doc", patient="tank", affliction="burning_away", dice={"lengthy": [6]})
        lost = alight.stats()
        alight.next(3)
        assert alight.stats() == lost

    def test_nobody_treats_themselves(self, alight: Arena) -> None:
        alight.next()
        refusal = alight.refusal("treat", who="tank", patient="tank", affliction="burning_away")
        assert refusal.rule == "WD-COND-16"

    @pytest.mark.rules("WD-RULING-103")
    def test_a_covered_cape_may_pay_to_have_the_burn_moderate(self, table: Arena) -> None:
        table.wears("suit", coverage=True)
        table.hit("critical", "burn", 5, responses={"covered/tank/1": "focus"})
        assert (table.conditions("tank"), table.dots("tank")) == (["burning", "scarred"], (3, 2, 3))

    def test_a_covered_cape_may_decline_to_pay_for_the_burn(self, table: Arena) -> None:
        table.wears("suit", coverage=True)
        table.hit("critical", "burn", responses={"covered/tank/1": "none"})
        assert "burning_away" in table.conditions("tank")

    def test_without_coverage_nobody_is_asked(self, alight: Arena) -> None:
        assert "burning_away" in alight.conditions("tank")


@pytest.mark.rules("WD-WFX-19", "WD-RULING-104")
class TestShock:
    def struck(self, table: Arena, guts: list[int], *spreads: str, pools: tuple[str, ...] = ()) -> int:
        dice = {f"jolt/tank{'' if n == 1 else f'/{n}'}": [die] for n, die in enumerate(guts, start=1)}
        keys = (f"jolted/tank{'' if n == 1 else f'/{n}'}" for n in range(1, len(spreads) + 1))
        responses = paying(*pools) if len(pools) < 2 else {f"effort/tank/{n}": p for n, p in enumerate(pools, start=1)}
        return table.hit("critical", "shock", dice=dice, responses=responses | dict(zip(keys, spreads, strict=True)))

    @pytest.mark.parametrize("die", [1, 3, 5])
    def test_an_odd_roll_ends_it(self, table: Arena, die: int) -> None:
        spread = {1: "brawn 3, wits 3, social 3", 3: "brawn 3, wits 3, social 1", 5: "brawn 3, wits 2"}[die]
        self.struck(table, [die], spread)
        assert sum(3 - score for score in table.stats().values()) == 10 - die

    @pytest.mark.parametrize("die", [2, 4, 6])
    def test_an_even_one_repeats_it(self, table: Arena, die: int) -> None:
        first = {2: "brawn 3, wits 3, social 2", 4: "brawn 3, wits 3", 6: "brawn 3, wits 1"}[die]
        self.struck(table, [die, 5], first, "knowledge 3, dexterity 2")
        assert sum(3 - score for score in table.stats().values()) == 15 - die

    def test_the_die_counts_and_not_the_total(self) -> None:
        table = Arena(guts=4)
        entry = self.struck(table, [5], "brawn 3, wits 1")
        assert table.rolls(entry) == {"jolt/tank": 6}

    def test_with_a_dot_two_no_longer_repeats_it(self, table: Arena) -> None:
        entry = self.struck(table, [2], "brawn 3, wits 3, social 2", pools=("focus",))
        assert table.rolls(entry) == {"jolt/tank": 2}

    @pytest.mark.parametrize("die", [4, 6])
    def test_a_shock_of_four_or_six_is_repeated_all_the_same(self, table: Arena, die: int) -> None:
        first = {4: "brawn 3, wits 3", 6: "brawn 3, wits 1"}[die]
        entry = self.struck(table, [die, 5], first, "knowledge 3, dexterity 2", pools=("focus",))
        assert len(table.rolls(entry)) == 2

    def test_with_two_dots_four_does_not(self, table: Arena) -> None:
        entry = self.struck(table, [4], "brawn 3, wits 3", pools=("stamina", "focus"))
        assert (table.rolls(entry), table.dots("tank")) == ({"jolt/tank": 4}, (2, 0, 3))

    def test_six_always_does(self, table: Arena) -> None:
        entry = self.struck(
            table, [6, 5], "brawn 3, social 1", "knowledge 3, dexterity 2", pools=("stamina", "stamina")
        )
        assert len(table.rolls(entry)) == 2


def test_two_hits_of_one_attack_each_ask_for_themselves(table: Arena) -> None:
    table.holds("Maul", who="lung", tier="critical", attacks=2)
    table.play(
        "attack",
        who="lung",
        targets=["tank"],
        weapon="Maul",
        strikes=2,
        dice={"attack": [4], "attack/2": [4], "again/tank": [1], "again/tank/2": [2]},
        responses={
            "defence/tank": "no",
            "defence/tank/2": "no",
            "effort/tank/1": "none",
            "effort-2/tank/1": "focus",
            "effort-2/tank/2": "none",
            "pulverized/tank": "head",
            "pulverized/tank/2": "left arm",
        },
    )
    assert (table.parts("disabled"), table.dots("tank")) == (["head", "left arm"], (3, 2, 3))
