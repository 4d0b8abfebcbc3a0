"""Calls for recruits: how many dice, what they have added, and what that costs."""

from typing import Any

import pytest

from api.testing.table import outcomes
from tests.games.weaverdice.growing import Growing
from tests.games.weaverdice.hiring import EITHER, HURT, ONCE, PAYDAY, WISHES, Hiring


@pytest.fixture
def table() -> Hiring:
    return Hiring()


@pytest.mark.rules("WD-REC-01")
class TestTheCall:
    @pytest.mark.parametrize(("social", "faces"), [(3, (1, 1, 1)), (5, (1, 1, 1, 1, 1)), (1, (1,)), (0, ())])
    def test_there_are_as_many_dice_as_social(self, social: int, faces: tuple[int, ...]) -> None:
        entry = Hiring(social=social).call(*faces)
        assert entry

    @pytest.mark.parametrize(("faces", "prospects"), [((3, 3, 3), 0), ((4, 3, 3), 1), ((4, 5, 6), 3)])
    def test_each_four_is_a_candidate(self, table: Hiring, faces: tuple[int, ...], prospects: int) -> None:
        table.call(*faces)
        assert table.prospects() == prospects

    def test_the_dice_are_separate(self, table: Hiring) -> None:
        assert table.rolls(table.call(2, 4, 6)) == {"prospect/1": 2, "prospect/2": 4, "prospect/3": 6}

    def test_the_wishes_stand_in_the_call(self, table: Hiring) -> None:
        table.call(1, 1, 1, wishes=[{"what": HURT}, {"what": EITHER, "manner": "ideal"}])
        assert table.of_kind("recruitment")[0].details == {f"wish/{HURT}": "wanted", f"wish/{EITHER}": "ideal"}

    def test_a_call_takes_a_slot_of_downtime(self, table: Hiring) -> None:
        assert table.system.kinds["weaverdice.recruit"].slots == 1

    def test_a_call_can_be_planned_and_is_carried_out(self, table: Hiring) -> None:
        table.play("open_downtime")
        dice = {f"prospect/{number}": [4] for number in (1, 2, 3)}
        action = {"type": "weaverdice.recruit", "args": {"who": "felinous", "seeking": "troops"}, "dice": dice}
        table.play("plan_downtime", as_player="ana", who="felinous", actions=[action])
        table.play("begin_processing")
        table.play("carry_out_plan", who="felinous", plan="downtime/1/1", dice=dice)
        assert table.prospects() == 3

    def test_no_more_are_drawn_up_than_answered(self, table: Hiring) -> None:
        table.call(4, 1, 1)
        table.draw("Disarray")
        assert table.refusal("draw_up_candidate", who="felinous", name="Troglodyte").rule == "WD-REC-01"

    def test_without_a_call_nobody_applies(self, table: Hiring) -> None:
        assert "recruit first" in table.refusal("draw_up_candidate", who="felinous", name="Troglodyte").player

    def test_without_it_its_candidates_are_gone(self, table: Hiring) -> None:
        called = table.call(4, 4, 4)
        drawn = table.draw("Disarray")
        assert outcomes(table.undo(called, policy="cascade"))[drawn] == "struck"


@pytest.mark.rules("WD-REC-02")
class TestPreferences:
    @pytest.mark.parametrize(
        ("wish", "modifier"), [("villainous", -1), ("with-brawn", -1), ("thief-skillset", -1), ("low-bar", 1)]
    )
    def test_each_weighs_on_every_die(self, table: Hiring, wish: str, modifier: int) -> None:
        assert table.added(table.call(1, 1, 1, wishes=[{"what": wish}])) == modifier

    @pytest.mark.parametrize(("wish", "modifier"), [("tinkers", -3), ("blasters", -2), ("frontline-capes", -2)])
    def test_some_are_for_capes(self, table: Hiring, wish: str, modifier: int) -> None:
        entry = table.call(1, 1, 1, seeking="capes", wishes=[{"what": wish}])
        assert table.added(entry) == modifier - 1

    @pytest.mark.parametrize("wish", ["tinkers", "blasters", "frontline-capes"])
    @pytest.mark.parametrize("seeking", ["troops", "followers"])
    def test_wishes_for_capes_are_for_nobody_else(self, table: Hiring, wish: str, seeking: str) -> None:
        refusal = table.refusal("recruit", who="felinous", seeking=seeking, wishes=[{"what": wish}])
        assert refusal.rule == "WD-REC-02"

    def test_wishes_add_up(self, table: Hiring) -> None:
        assert table.added(table.call(1, 1, 1, wishes=[{"what": "villainous"}, {"what": "with-brawn"}])) == -2

    def test_the_game_master_weighs_other_words(self, table: Hiring) -> None:
        entry = table.call(4, 4, 6, wishes=[{"what": "speaks Welsh"}], responses={"weight/speaks-welsh": "-2"})
        assert (table.added(entry), table.prospects()) == (-2, 1)

    def test_in_numbers(self, table: Hiring) -> None:
        wish: dict[str, Any] = {"wishes": [{"what": "speaks Welsh"}], "responses": {"weight/speaks-welsh": "a lot"}}
        assert table.refusal("recruit", who="felinous", seeking="troops", **wish).rule == "WD-REC-02"


@pytest.mark.rules("WD-REC-03", "WD-RULING-73")
class TestLacking:
    def lacks(self, table: Hiring, face: int, manner: str = "wanted") -> str:
        table.call(6, 6, 6, wishes=[{"what": HURT, "manner": manner}])
        table.draw("Disarray", dice={} if manner == "strict" else {f"quality/{HURT}": [face]})
        return table.truths("Disarray")[HURT]

    @pytest.mark.parametrize(("face", "truth"), [(80, "has it"), (81, "lacks it"), (1, "has it"), (100, "lacks it")])
    def test_one_in_five_lacks_what_was_asked_for(self, table: Hiring, face: int, truth: str) -> None:
        assert self.lacks(table, face) == truth

    def test_strictly_meant_it_weighs_double(self, table: Hiring) -> None:
        entry = table.call(1, 1, 1, seeking="capes", wishes=[{"what": "tinkers", "manner": "strict"}])
        assert table.added(entry) == -6 - 1

    def test_no_applicant_comes_without_a_strict_wish(self, table: Hiring) -> None:
        assert self.lacks(table, 100, "strict") == "has it"

    def test_each_quality_has_a_roll_of_its_own(self, table: Hiring) -> None:
        table.call(6, 6, 6, wishes=[{"what": HURT}, {"what": "with-brawn"}])
        table.draw("Disarray", dice={f"quality/{HURT}": [81], "quality/with-brawn": [80]})
        assert table.truths("Disarray") == {HURT: "lacks it", "with-brawn": "has it"}

    def test_only_the_strict_one_is_sure(self, table: Hiring) -> None:
        table.call(6, 6, 6, wishes=[{"what": HURT, "manner": "strict"}, {"what": "with-brawn"}, {"what": ONCE}])
        table.draw("Disarray", dice={"quality/with-brawn": [100]})
        assert table.truths("Disarray") == {HURT: "has it", "with-brawn": "lacks it"}

    @pytest.mark.rules("WD-REC-02")
    def test_bug_a_wish_weighs_once_in_a_call(self, table: Hiring) -> None:
        wishes = [{"what": HURT}, {"what": "Combat type", "manner": "strict"}, {"what": "low-bar"}, {"what": "low-bar"}]
        assert table.added(table.call(1, 1, 1, wishes=wishes)) == -1 + 1
        assert table.of_kind("recruitment")[-1].details["wish/combat-type"] == "wanted"

    @pytest.mark.parametrize("wish", ["low-bar", ONCE, PAYDAY])
    def test_what_is_offered_nobody_lacks(self, table: Hiring, wish: str) -> None:
        table.call(6, 6, 6, wishes=[{"what": wish}])
        table.draw("Disarray")
        assert table.truths("Disarray") == {}

    @pytest.mark.parametrize("wish", ["low-bar", PAYDAY])
    def test_where_there_is_no_penalty_none_is_doubled(self, table: Hiring, wish: str) -> None:
        strict = [{"what": wish, "manner": "strict"}]
        assert table.refusal("recruit", who="felinous", seeking="troops", wishes=strict).rule == "WD-REC-03"


@pytest.mark.rules("WD-REC-04", "WD-RULING-107")
class TestTheTeam:
    def test_the_hiring_cape_counts(self, table: Hiring) -> None:
        assert table.added(table.call(1, 1, 1, seeking="capes")) == -1

    def test_every_other_cape_of_the_team_counts(self, table: Hiring) -> None:
        assert table.added(table.call(1, 1, 1, seeking="capes", group="crew")) == -2

    def test_a_member_who_is_no_cape_does_not_count(self, table: Hiring) -> None:
        table.cape("clerk", owner="", category="generic")
        table.play("join_group", group="crew", who="clerk", role="clerk")
        assert table.added(table.call(1, 1, 1, seeking="capes", group="crew")) == -2

    @pytest.mark.rules("WD-REC-05")
    @pytest.mark.parametrize(("role", "capes"), [("secretary", -2), ("cape", -3), ("", -3)])
    def test_bug_who_hires_for_others_counts_as_a_cape_only_as_one(self, table: Hiring, role: str, capes: int) -> None:
        table.cape("miss", owner="", category="notable")
        table.play("join_group", group="crew", who="miss", role=role)
        table.play("write_skill", title="Command", stat="social", tier="base")
        table.play("grant_skill", who="miss", skill="command")
        dice = {f"prospect/{number}": [4] for number in (1, 2, 3)}
        call = {"who": "miss", "seeking": "capes", "group": "crew", "speaking_for": "felinous"}
        assert table.added(table.play("recruit", dice=dice, **call)) == capes

    @pytest.mark.rules("WD-REC-05")
    @pytest.mark.parametrize(("category", "capes"), [("generic", -2), ("notable", -3)])
    def test_bug_a_gangster_who_hires_from_outside_is_no_cape(self, table: Hiring, category: str, capes: int) -> None:
        table.foe("gangster", category=category)
        table.play("write_skill", title="Command", stat="social", tier="base")
        table.play("grant_skill", who="gangster", skill="command")
        dice = {f"prospect/{number}": [4] for number in (1, 2, 3)}
        call = {"who": "gangster", "seeking": "capes", "group": "crew", "speaking_for": "felinous"}
        assert table.added(table.play("recruit", dice=dice, **call)) == capes

    @pytest.mark.parametrize("seeking", ["troops", "followers"])
    def test_others_ask_nothing_about_the_team(self, table: Hiring, seeking: str) -> None:
        table.call(4, 1, 1, seeking=seeking, group="crew")
        assert table.prospects() == 1

    def test_one_who_is_hired_counts_next_time(self, table: Hiring) -> None:
        table.call(6, 6, 6, seeking="capes", group="crew")
        table.agree()
        table.hire()
        assert table.added(table.call(1, 1, 1, seeking="capes", group="crew")) == -3

    def test_had_they_not_been_hired_the_dice_say_otherwise(self, table: Hiring) -> None:
        table.call(6, 6, 6, seeking="capes", group="crew")
        table.agree()
        hired = table.hire()
        later = table.call(6, 6, 6, seeking="capes", group="crew")
        before = table.added(later)
        table.undo(hired, policy="keep")  # the slots of the phase, in which the hired one has a share
        assert (before, table.added(later)) == (-3, -2)


@pytest.mark.rules("WD-REC-05")
class TestNobodyIsFurther:
    @pytest.mark.parametrize("what", ["milestones", "skills", "reputation"])
    def test_a_prospect_further_than_the_recruiter_is_refused(self, table: Hiring, what: str) -> None:
        table.call(6, 6, 6)
        further: dict[str, Any] = {what: 1}
        assert table.refusal("draw_up_candidate", who="felinous", name="Dragon", **further).rule == "WD-REC-05"

    def test_as_far_is_well(self, table: Hiring) -> None:
        table.reputation(2, "felinous")
        table.call(6, 6, 6)
        table.draw("Dragon", reputation=2)
        assert table.candidate("Dragon").state == "applied"

    def test_the_game_master_may_make_an_exception(self, table: Hiring) -> None:
        table.call(6, 6, 6)
        table.draw("Dragon", skills=4, force=True)
        assert table.candidate("Dragon").state == "applied"

    def test_who_speaks_for_the_cape_in_charge_needs_the_skill(self, table: Hiring) -> None:
        args: dict[str, Any] = {"who": "felinous", "seeking": "troops", "speaking_for": "cricket"}
        assert table.refusal("recruit", **args).rule == "WD-REC-05"

    @pytest.mark.parametrize("skill", ["command", "leadership"])
    def test_of_command_or_leadership(self, table: Hiring, skill: str) -> None:
        table.play("write_skill", title=skill.capitalize(), stat="social", tier="base")
        table.play("grant_skill", who="felinous", skill=skill)
        table.call(4, 1, 1, speaking_for="cricket")
        assert table.prospects() == 1


@pytest.mark.rules("WD-REC-06")
class TestReputationTapped:
    def test_a_card_is_a_die(self, table: Hiring) -> None:
        cards = table.reputation(2, "felinous")
        lost = {f"tapped/{card}": [1] for card in cards}
        table.call(4, 4, 4, 4, 4, cards=cards, dice=lost)
        assert table.prospects() == 5

    @pytest.mark.parametrize(("count", "bonus"), [(1, 1), (3, 2), (6, 3)])
    def test_reputation_may_be_a_bonus_to_all_dice(self, table: Hiring, count: int, bonus: int) -> None:
        cards = table.reputation(count, "felinous")
        entry = table.call(1, 1, 1, bonus_cards=cards, dice={f"tapped/{card}": [1] for card in cards})
        assert {table.rolls(entry)[f"prospect/{number}"] for number in (1, 2, 3)} == {1 + bonus}

    @pytest.mark.parametrize("count", [2, 4, 5, 7])
    def test_in_these_steps_alone(self, table: Hiring, count: int) -> None:
        cards = table.reputation(count, "felinous")
        assert table.refusal("recruit", who="felinous", seeking="troops", bonus_cards=cards).rule == "WD-REC-06"


@pytest.mark.rules("WD-REC-07", "WD-RULING-74")
class TestTheRisk:
    @pytest.mark.parametrize(("face", "kept"), [(3, 1), (4, 0), (1, 1), (6, 0)])
    def test_half_of_the_time_a_card_is_lost(self, table: Hiring, face: int, kept: int) -> None:
        (card,) = table.reputation(1, "felinous")
        table.call(1, 1, 1, 1, cards=[card], dice={f"tapped/{card}": [face]})
        assert len(table.cards("felinous")) == kept

    def test_each_has_a_roll_of_its_own(self, table: Hiring) -> None:
        first, *rest = table.reputation(3, "felinous")
        dice = {f"tapped/{first}": [4], **{f"tapped/{card}": [3] for card in rest}}
        table.call(1, 1, 1, bonus_cards=[first, *rest], dice=dice)
        assert table.cards("felinous") == sorted(rest)


@pytest.mark.rules("WD-REC-08")
class TestOneUse:
    def test_a_card_is_not_tapped_for_both(self, table: Hiring) -> None:
        cards = table.reputation(1, "felinous")
        args: dict[str, Any] = {"who": "felinous", "seeking": "troops", "cards": cards, "bonus_cards": cards}
        assert table.refusal("recruit", **args).rule == "WD-REC-08"

    def test_a_card_is_not_tapped_twice(self, table: Hiring) -> None:
        cards = table.reputation(1, "felinous") * 2
        assert table.refusal("recruit", who="felinous", seeking="troops", cards=cards).rule == "WD-REC-08"

    def test_different_ones_may_serve_either_way(self, table: Hiring) -> None:
        first, second = table.reputation(2, "felinous")
        dice = {f"tapped/{first}": [1], f"tapped/{second}": [1]}
        entry = table.call(1, 1, 1, 1, cards=[first], bonus_cards=[second], dice=dice)
        assert table.rolls(entry)["prospect/4"] == 2

    def test_one_that_fits_certain_people_is_for_them(self, table: Hiring) -> None:
        (card,) = table.reputation(1, "felinous", exclusive_to="villains")
        args: dict[str, Any] = {"who": "felinous", "seeking": "troops", "cards": [card], "among": "heroes"}
        assert table.refusal("recruit", **args).rule == "WD-REC-08"

    def test_an_exclusive_card_serves_among_its_people(self, table: Hiring) -> None:
        (card,) = table.reputation(1, "felinous", exclusive_to="villains")
        table.call(1, 1, 1, 4, cards=[card], among="villains", dice={f"tapped/{card}": [1]})
        assert table.prospects() == 1


@pytest.mark.rules("WD-REC-09")
class TestMilestones:
    @pytest.fixture
    def grown(self) -> Growing:
        """A table at which Outage, of Social 4, has gained a milestone."""
        table = Growing()
        table.check_four()
        table.milestone()
        return table

    def recruit(self, table: Growing, dice: int, **args: Any) -> int:
        faces = {f"prospect/{number}": [3] for number in range(1, dice + 1)}
        return table.play("recruit", who="outage", seeking="troops", dice=faces, **args)

    def test_one_is_a_die(self, grown: Growing) -> None:
        assert len(grown.rolls(self.recruit(grown, 5, milestones=1))) == 5

    def test_a_milestone_may_count_toward_the_bonus(self, grown: Growing) -> None:
        assert grown.rolls(self.recruit(grown, 4, bonus_milestones=1))["prospect/1"] == 4

    def test_together_with_cards(self, grown: Growing) -> None:
        for number in (1, 2):
            grown.play("award_reputation", who="outage", source=f"deed {number}")
        cards = sorted(name for name, card in grown.sheet("outage").cards.items() if card.kind == "reputation")
        faces = {f"prospect/{number}": [2] for number in range(1, 5)} | {f"tapped/{card}": [1] for card in cards}
        args: dict[str, Any] = {"seeking": "troops", "bonus_milestones": 1, "bonus_cards": cards}
        entry = grown.play("recruit", who="outage", dice=faces, **args)
        assert grown.rolls(entry)["prospect/1"] == 4

    def test_a_milestone_does_not_disappear(self, grown: Growing) -> None:
        self.recruit(grown, 5, milestones=1)
        assert len(grown.rolls(self.recruit(grown, 5, milestones=1))) == 5

    def test_in_one_call_it_is_used_once(self, grown: Growing) -> None:
        args: dict[str, Any] = {"who": "outage", "seeking": "troops", "milestones": 1, "bonus_milestones": 1}
        assert grown.refusal("recruit", **args).rule == "WD-REC-09"

    def test_a_recruiter_without_milestones_uses_none(self, table: Hiring) -> None:
        assert table.refusal("recruit", who="felinous", seeking="troops", milestones=1).rule == "WD-REC-09"

    def test_a_milestone_may_bring_a_better_applicant(self, grown: Growing) -> None:
        self.recruit(grown, 4)
        drawn = grown.play("draw_up_candidate", who="outage", name="Rune", milestones=1, inserted=True)
        assert drawn

    def test_without_the_milestone_there_is_no_such_die(self, grown: Growing) -> None:
        last = max(entry for entry in range(1, 40) if grown.ledger.store.entry(grown.campaign_id, entry))
        called = self.recruit(grown, 5, milestones=1)
        assert outcomes(grown.undo(last, policy="cascade"))[called] == "struck"


@pytest.mark.rules("WD-REC-10")
class TestWhatElseHelps:
    def test_a_skill_or_an_asset_adds_to_the_next_call(self, table: Hiring) -> None:
        table.play("aid_recruiting", who="felinous", amount=2, because="A front office")
        first, second = table.call(2, 1, 1), table.call(2, 1, 1)
        assert (table.rolls(first)["prospect/1"], table.rolls(second)["prospect/1"]) == (4, 2)

    def test_only_the_game_master_aids_recruiting(self, table: Hiring) -> None:
        args: dict[str, Any] = {"who": "felinous", "amount": 2, "because": "A front office"}
        assert table.forbidden("aid_recruiting", as_player="ana", **args)

    def test_a_candidate_who_fits_the_story_is_inserted(self, table: Hiring) -> None:
        table.call(1, 1, 1)
        table.draw("An old friend", inserted=True)
        assert table.candidate("An old friend").state == "applied"

    def test_no_player_sees_that_a_candidate_was_inserted(self, table: Hiring) -> None:
        table.call(1, 1, 1)
        table.draw("An old friend", inserted=True)
        seen = table.all_that_ana_sees()
        assert ("An old friend" in seen, "inserted" in seen) == (True, False)

    def test_without_taking_anybody_s_place(self, table: Hiring) -> None:
        table.call(4, 1, 1)
        table.draw("An old friend", inserted=True)
        table.draw("Disarray")
        assert len(table.of_kind("candidate")) == 2

    @pytest.mark.parametrize("one_in", [12, 24])
    def test_a_search_may_turn_up_what_nobody_asked_for(self, table: Hiring, one_in: int) -> None:
        table.call(6, 6, 6, seeking="capes")
        table.play("tell_odds", who="felinous", what="tinker", one_in=one_in)
        table.draw("Disarray", dice={"odds/tinker": [1]})
        table.draw("Troglodyte", dice={"odds/tinker": [2]})
        assert (table.truths("Disarray"), table.truths("Troglodyte")) == ({"tinker": "turns out to be tinker"}, {})

    def test_the_weighting_is_told(self, table: Hiring) -> None:
        table.call(6, 6, 6, seeking="capes")
        entry = table.play("tell_odds", who="felinous", what="tinker", one_in=12)
        assert ("1 in 12" in table.all_that_ana_sees(), "WD-REC-10" in table.cited(entry)) == (True, True)


@pytest.mark.rules("WD-REC-15", "WD-RULING-107")
class TestFelinousCalls:
    def call(self, table: Hiring, *faces: int, **args: Any) -> int:
        return table.call(*faces, seeking="capes", group="crew", wishes=WISHES, **args)

    def test_the_list_of_his_modifiers_comes_to_nothing(self, table: Hiring) -> None:
        entry = self.call(table, 1, 1, 1)
        listed = {one.label: one.amount for one in table.last_roll(entry).modifiers}
        assert listed == {HURT: -1, EITHER: -1, ONCE: 2, PAYDAY: 2, "capes on the team": -2}

    def test_a_four_of_felinous_is_a_four(self, table: Hiring) -> None:
        self.call(table, 4, 3, 3)
        assert table.prospects() == 1

    def test_a_reputation_from_a_prior_job_is_a_fourth_die(self, table: Hiring) -> None:
        (card,) = table.reputation(1, "felinous")
        entry = self.call(table, 4, 2, 5, 3, cards=[card], dice={f"tapped/{card}": [2]})
        assert (len(table.rolls(entry)), table.prospects()) == (4 + 1, 2)
