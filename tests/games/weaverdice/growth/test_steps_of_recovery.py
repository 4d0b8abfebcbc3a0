"""What the last of the sixteen steps give: morale, health, time and effort."""

import pytest

from api.testing.table import outcomes
from tests.games.weaverdice.capes import Capes
from tests.games.weaverdice.growing import Stepping


@pytest.fixture
def table() -> Stepping:
    return Stepping()


@pytest.mark.rules("WD-OPT-24", "WD-RULING-121")
class TestABoostOfMorale:
    def test_a_boost_of_morale_is_one_step(self, table: Stepping) -> None:
        table.step(12, {"standing/secret-identity": "no"})
        assert table.current("outage", "morale") == 1

    def boosted(self, kind: str) -> Stepping:
        table = Stepping()
        table.stand("secret-identity", "civilian-life")
        table.step(12)
        table.play("move_morale", who="outage", by=-3)
        table.play("create_encounter", name="Talks", kind=kind)
        table.encounter = "talks"
        return table

    @pytest.mark.parametrize(("kind", "settles_at"), [("social", 1), ("fight", 0)])
    def test_in_social_encounters_it_drifts_a_step_higher(self, kind: str, settles_at: int) -> None:
        table = self.boosted(kind)
        for _ in range(5):
            table.play("drift_morale", who="outage")
        assert table.current("outage", "morale") == settles_at

    def test_a_step_at_a_time(self) -> None:
        table = self.boosted("social")
        table.play("drift_morale", who="outage")
        assert table.current("outage", "morale") == -1

    def test_a_boosted_morale_drifts_down_as_well(self, table: Stepping) -> None:
        table.play("move_morale", who="outage", by=3)
        table.play("drift_morale", who="outage")
        assert table.current("outage", "morale") == 2

    def test_without_civilian_life_the_baseline_stays(self, table: Stepping) -> None:
        table.stand("secret-identity")
        table.step(12, {"standing/civilian-life": "no"})
        assert not [m for m in table.sheet("outage").modifiers.values() if m.path == "morale.social"]


@pytest.mark.rules("WD-OPT-25")
class TestRecovery:
    def hurt(self) -> Stepping:
        table = Stepping(guts=4)
        for name, slot, severity in (("cut", "body/1", "lesser"), ("break", "body/2", "critical")):
            wound = {"severity": severity, "slot": slot}
            table.play("put", target="outage", component="wounds", name=name, instance=wound)
        table.play("put", target="outage", component="conditions", name="ache", instance={"what": "pain"})
        return table

    def test_wounds_and_simple_conditions_are_healed(self) -> None:
        table = self.hurt()
        table.step(13)
        assert (table.wounds("outage"), table.conditions("outage")) == ([], [])

    @pytest.mark.parametrize(("lasts", "left"), [("wound", 3), ("long-term", 2), ("permanent", 2)])
    def test_points_of_stats_come_back_unless_they_are_gone_for_long(self, lasts: str, left: int) -> None:
        table = Stepping()
        loss = {"path": "attributes.brawn", "amount": -1, "tags": ["stat loss", lasts]}
        table.play("put", target="outage", component="modifiers", name="loss", instance=loss)
        table.step(13)
        assert table.value("outage", "attributes.brawn") == left

    def test_recovery_brings_the_unconscious_round(self) -> None:
        table = self.hurt()
        table.play("afflict", target="outage", what="unconscious")
        table.step(13)
        assert table.conditions("outage") == []

    def test_the_dead_stay_dead(self) -> None:
        table = self.hurt()
        table.play("afflict", target="outage", what="dead")
        table.step(13)
        assert table.conditions("outage") == ["dead"]

    def test_what_is_scarred_stays_and_may_be_the_one_that_is_halved(self) -> None:
        table = self.hurt()
        scar = {"what": "scarred", "data": {"of": "break"}}
        table.play("put", target="outage", component="conditions", name="scar", instance=scar)
        table.step(13, affliction="break")
        assert table.wounds("outage") == ["body/2: moderate"]

    @pytest.mark.parametrize(("lost", "left"), [(-4, -2), (-3, -1), (-2, -1), (-1, 0)])
    def test_what_a_power_took_from_a_stat_is_halved(self, lost: int, left: int) -> None:
        table = Stepping()
        curse = {"path": "attributes.brawn", "amount": lost}
        table.play("put", target="outage", component="modifiers", name="curse", instance=curse)
        table.step(13, affliction="curse")
        assert table.value("outage", "attributes.brawn") == 3 + left

    @pytest.mark.parametrize(("level", "left"), [(5, [2]), (2, [1]), (1, [])])
    def test_a_level_is_halved(self, level: int, left: list[int]) -> None:
        table = Stepping()
        dread = {"what": "dread", "level": level}
        table.play("put", target="outage", component="conditions", name="dread", instance=dread)
        table.step(13, affliction="dread")
        assert [c.level for c in table.sheet("outage").conditions.values()] == left

    def test_recovery_halves_days(self) -> None:
        table = Stepping()
        fever = {"what": "fever", "data": {"days": 21}}
        table.play("put", target="outage", component="conditions", name="fever", instance=fever)
        table.step(13, affliction="fever")
        assert table.sheet("outage").conditions["fever"].data == {"days": 10}

    def test_a_bonus_is_no_affliction(self, table: Stepping) -> None:
        gift = {"path": "attributes.brawn", "amount": 1}
        table.play("put", target="outage", component="modifiers", name="gift", instance=gift)
        assert table.refusal("take_step", who="outage", step=13, affliction="gift").rule == "WD-OPT-25"

    def test_recovery_is_of_an_affliction_on_the_sheet(self, table: Stepping) -> None:
        assert "sheet" in table.refusal("take_step", who="outage", step=13, affliction="gout").player


def slots(table: Capes) -> int:
    return sum(card.kind == "downtime_slot" for card in table.sheet("outage").cards.values())


def use_slot(table: Stepping, die: int = 0) -> int:
    dice = {"harm": [die]} if die else None
    if not table.campaign().phases:
        table.play("open_downtime")
    return table.play("use_free_slot", as_player="ana", who="outage", dice=dice)


@pytest.mark.rules("WD-OPT-26")
class TestASlotThatStaysOpen:
    def opened(self, *facts: str) -> Stepping:
        table = Stepping()
        table.step(14)
        table.stand("secret-identity", "civilian-life", good=False)
        table.stand(*facts)
        return table

    def test_without_identity_and_friends_it_is_used_once(self) -> None:
        table = self.opened()
        use_slot(table)
        assert slots(table) == 0

    def test_with_both_it_stays_and_the_first_use_costs_nothing(self) -> None:
        table = self.opened("secret-identity", "civilian-life")
        entry = use_slot(table)
        assert (slots(table), table.rolls(entry)) == (1, {})

    @pytest.mark.rules("WD-RULING-121")
    @pytest.mark.parametrize(
        ("die", "harm"),
        [
            (1, ["strained_relationships"]),
            (2, ["strained_relationships"]),
            (3, ["suspicion"]),
            (4, ["suspicion"]),
            (5, []),
            (6, []),
        ],
    )
    def test_each_later_use_does_harm(self, die: int, harm: list[str]) -> None:
        table = self.opened("secret-identity", "civilian-life")
        use_slot(table)
        use_slot(table, die)
        assert (table.conditions("outage"), table.current("outage", "morale")) == (harm, 0 if harm else -1)

    def test_with_the_identity_lost_it_is_not_used_again(self) -> None:
        table = self.opened("secret-identity", "civilian-life")
        use_slot(table)
        table.stand("secret-identity", good=False)
        assert table.refusal("use_free_slot", who="outage", dice={"harm": [1]}).rule == "WD-OPT-26"

    def test_without_the_first_the_second_is_the_first(self) -> None:
        table = self.opened("secret-identity", "civilian-life")
        first = use_slot(table)
        second = table.play("use_free_slot", who="outage", dice={"harm": [5]})
        plan = table.undo(first, policy="cascade")
        assert outcomes(plan)[second] in ("restated", "struck")


@pytest.mark.rules("WD-OPT-27")
class TestASlotTwice:
    def test_a_free_slot_is_used_twice(self, table: Stepping) -> None:
        table.step(15)
        left = []
        for _ in range(2):
            use_slot(table)
            left.append(slots(table))
        assert left == [1, 0]

    def test_a_free_slot_is_not_used_three_times(self, table: Stepping) -> None:
        table.step(15)
        use_slot(table)
        use_slot(table)
        assert table.refusal("use_free_slot", who="outage").player

    @pytest.mark.rules("WD-OPT-26")
    @pytest.mark.parametrize("step", [14, 15])
    def test_a_free_slot_is_used_in_a_phase_of_downtime_alone(self, table: Stepping, step: int) -> None:
        table.step(step)
        refusal = table.refusal("use_free_slot", who="outage")
        assert (refusal.rule, slots(table)) == ("WD-DOWN-05", 1)

    def test_another_card_is_no_slot(self, table: Stepping) -> None:
        table.play("reward_reputation", who="outage", deed="x")
        (card,) = table.sheet("outage").cards
        assert "slot" in table.refusal("use_free_slot", who="outage", slot=card).player


@pytest.mark.rules("WD-OPT-28")
class TestAPassingDot:
    def test_a_passing_dot_is_there_after_a_rest_and_gone_after_the_first_encounter(self, table: Stepping) -> None:
        dots = []
        table.step(16, pool="recovery")
        dots.append(table.dots("outage"))
        table.play("come", moment="full_night", subject=table.ref("outage"))
        dots.append(table.dots("outage"))
        table.play("come", moment="encounter_end")
        dots.append(table.dots("outage"))
        assert dots == [(3, 3, 3), (3, 3, 4), (3, 3, 3)]

    def test_exhaustion_is_counted_as_if_it_did_not_exist(self, table: Stepping) -> None:
        table.step(16, pool="recovery")
        table.play("come", moment="full_night", subject=table.ref("outage"))
        table.play("spend_effort", who="outage", pool="recovery")
        table.play("catch_breath", who="outage")
        assert table.value("outage", "tracks.recovery.maximum") == 2

    def test_two_of_them_stay_passing(self) -> None:
        table = Stepping(needed=1)
        for goal in ("care", "hurt"):
            table.goal(goal)
            table.step(16, pool="recovery")
            table.play("make_or_break", who="outage", goal=goal, decided="success")
            option = {"care": "expand-power", "hurt": "power-perk"}[goal]
            answers = {"guns": "used"} if goal == "care" else {"direction": "no", "background": "no"}
            table.play(
                "take_milestone",
                who="outage",
                goal=goal,
                option=option,
                responses=answers,
                dice={f"{option}/1": [1]},
            )
        table.play("come", moment="full_night", subject=table.ref("outage"))
        during = table.value("outage", "tracks.recovery.maximum")
        table.play("come", moment="encounter_end")
        assert (during, table.value("outage", "tracks.recovery.maximum")) == (5, 3)

    def test_a_pool_has_to_be_named(self, table: Stepping) -> None:
        assert "stamina" in table.refusal("take_step", who="outage", step=16).player
