"""The boxes of progression, and what each of them gives."""

import pytest

from domain.components.anchors import AtMoment
from tests.games.weaverdice.capes import Capes
from tests.laws.vocabulary.table import outcomes


class Growing(Capes):
    """A table at which Outage grows."""

    def __init__(self, boxes: int = 8, **options: str | int | bool) -> None:
        super().__init__(**options)
        self.cape("outage", social=4)
        if boxes:
            self.finish(boxes=boxes)

    def finish(self, outcome: str = "success", boxes: int | None = None) -> int:
        return self.play("finish_mission", who=["outage"], mission="The Mill", outcome=outcome, boxes=boxes)

    def check(self, box: str, responses: dict[str, str] | None = None, *, pool: str = "", skill: str = "") -> int:
        return self.play("check_box", who="outage", box=box, responses=responses, pool=pool, skill=skill)

    def check_four(self) -> None:
        """Half a dot, an equipment slot, and room to recruit twice."""
        self.check("extra-effort", pool="stamina")
        for box in ("equipment-slot", "room-to-recruit", "room-to-recruit"):
            self.check(box)

    def boxes(self) -> list[str]:
        return [choice.picked[0] for choice in self.sheet("outage").choices.values() if choice.of == "box"]

    def milestone(self, goal: str = "Care for his mother") -> int:
        """A milestone that is granted, on whatever terms."""
        self.play("set_goal", who="outage", goal=goal)
        self.play("grant_milestone", who="outage", goal=goal)
        option = "life-perk" if len(self.milestones()) % 2 == 0 else "power-perk"
        answers = {"life-perk": ("standing/secret-identity", "standing/friends-or-family")}.get(
            option, ("direction", "background")
        )
        return self.play(
            "take_milestone",
            who="outage",
            goal=goal,
            option=option,
            responses=dict.fromkeys(answers, "no"),
            dice={f"{option}/1": [37]},
        )

    def milestones(self) -> list[str]:
        return [choice.picked[0] for choice in self.sheet("outage").choices.values() if choice.of == "milestone"]


@pytest.fixture
def table() -> Growing:
    return Growing()


@pytest.mark.rules("WD-PROG-01", "WD-RULING-52")
class TestMissions:
    @pytest.mark.parametrize("outcome", ["success", "failure"])
    def test_a_finished_mission_gives_a_box_whether_it_succeeded_or_not(self, outcome: str) -> None:
        table = Growing(boxes=0)
        table.finish(outcome)
        assert table.current("outage", "growth") == 1

    def test_each_of_those_who_were_on_it_gets_one(self) -> None:
        table = Growing(boxes=0)
        table.cape("ramjet")
        table.play("finish_mission", who=["outage", "ramjet"], mission="The Mill")
        assert [table.current(who, "growth") for who in ("outage", "ramjet")] == [1, 1]

    def test_the_game_master_can_award_more(self) -> None:
        table = Growing(boxes=0)
        table.finish()
        table.finish(boxes=2)
        assert table.current("outage", "growth") == 3

    def test_the_usual_number_is_an_option(self) -> None:
        table = Growing(boxes=0, boxes_per_mission=2)
        table.finish()
        assert table.current("outage", "growth") == 2

    def test_it_takes_none_away(self, table: Growing) -> None:
        assert table.refusal("finish_mission", who=["outage"], mission="x", boxes=-1).rule == "WD-PROG-01"

    def test_without_one_no_box_is_checked(self) -> None:
        table = Growing(boxes=0)
        refusal = table.refusal("check_box", who="outage", box="equipment-slot")
        assert (refusal.rule, table.boxes()) == ("WD-PROG-01", [])

    def test_each_can_be_used_once(self) -> None:
        table = Growing(boxes=1)
        table.check("equipment-slot")
        assert table.refusal("check_box", who="outage", box="room-to-recruit").rule == "WD-PROG-01"

    def test_those_without_a_full_sheet_get_none(self, table: Growing) -> None:
        table.foe("thug", category="generic")
        assert table.refusal("finish_mission", who=["thug"], mission="x").rule == "WD-PROG-01"

    def test_the_player_picks_her_own_box(self, table: Growing) -> None:
        table.play("check_box", as_player="ana", who="outage", box="room-to-recruit")
        assert table.boxes() == ["room-to-recruit"]

    def test_a_mission_is_the_game_master_s_to_finish(self, table: Growing) -> None:
        assert table.forbidden("finish_mission", as_player="ana", who=["outage"], mission="x")

    def test_undone_the_box_it_gave_is_in_conflict(self) -> None:
        table = Growing(boxes=0)
        mission = table.finish()
        checked = table.check("equipment-slot")
        table.check_undo(mission, checked)
        plan = table.undo(mission, policy="cascade")
        assert outcomes(plan)[checked] == "struck"


@pytest.mark.rules("WD-PROG-02")
class TestTheList:
    def test_what_is_listed_once_is_checked_once(self, table: Growing) -> None:
        table.check("equipment-slot")
        assert table.refusal("check_box", who="outage", box="equipment-slot").rule == "WD-PROG-02"

    @pytest.mark.parametrize("box", ["room-to-recruit", "learning-a-skill"])
    def test_what_is_listed_twice_is_checked_twice(self, table: Growing, box: str) -> None:
        for skill in ("aim", "craft"):
            table.check(box, skill=skill)
        refusal = table.refusal("check_box", who="outage", box=box, skill="x")
        assert (refusal.rule, table.boxes()) == ("WD-PROG-02", [box, box])

    def test_there_are_eight(self, table: Growing) -> None:
        table.check_four()
        for box in ("eager-follower", "trusted-follower"):
            table.check(box, {"follower": "fan", "standing/civilian-life": "no"})
        for skill in ("aim", "craft"):
            table.check("learning-a-skill", skill=skill)
        table.finish()
        every = {*table.boxes(), "eager-follower", "trusted-follower", "learning-a-skill"}
        assert {table.refusal("check_box", who="outage", box=box).rule for box in every} == {"WD-PROG-02"}

    def test_another_word_is_no_box(self, table: Growing) -> None:
        assert "room-to-recruit" in table.refusal("check_box", who="outage", box="more-power").player

    def test_had_it_not_been_checked_it_could_be_again(self, table: Growing) -> None:
        first = table.check("equipment-slot")
        table.undo(first)
        table.check("equipment-slot")
        assert table.boxes() == ["equipment-slot"]


@pytest.mark.rules("WD-PROG-04")
class TestANewList:
    def test_a_milestone_unchecks_every_box(self, table: Growing) -> None:
        table.check_four()
        table.milestone()
        table.check("equipment-slot")
        assert table.boxes().count("equipment-slot") == 2

    def test_what_was_gained_stays(self, table: Growing) -> None:
        table.check("room-to-recruit")
        before = table.value("outage", "limits.underlings")
        table.milestone()
        assert table.value("outage", "limits.underlings") == before + 1

    def test_without_the_milestone_the_second_is_in_conflict(self, table: Growing) -> None:
        table.check("equipment-slot")
        milestone = table.milestone()
        second = table.check("equipment-slot")
        plan = table.undo(milestone, policy="cascade")
        assert outcomes(plan)[second] == "struck"


@pytest.mark.rules("WD-PROG-06", "WD-RULING-53")
class TestEquipmentSlots:
    def test_the_first_is_a_belt_slot(self, table: Growing) -> None:
        table.check("equipment-slot")
        assert (table.value("outage", "slots.belt"), table.value("outage", "slots.costume")) == (4, 9)

    def test_they_alternate_over_the_life_of_the_cape(self, table: Growing) -> None:
        slots = []
        for number in range(4):
            table.check("equipment-slot")
            slots.append((table.value("outage", "slots.belt"), table.value("outage", "slots.costume")))
            table.milestone(f"Goal {number}")
        assert slots == [(4, 9), (4, 10), (5, 10), (5, 11)]

    def test_without_the_first_the_second_is_a_belt_slot(self, table: Growing) -> None:
        first = table.check("equipment-slot")
        table.milestone()
        second = table.check("equipment-slot")
        assert outcomes(table.undo(first))[second] == "restated"
        assert table.value("outage", "slots.belt") == 4


@pytest.mark.rules("WD-PROG-07", "WD-RULING-54")
class TestRoomToRecruit:
    def test_it_is_social_and_one_for_each_box(self, table: Growing) -> None:
        rooms = [table.value("outage", "limits.underlings")]
        for _ in range(2):
            table.check("room-to-recruit")
            rooms.append(table.value("outage", "limits.underlings"))
        assert rooms == [4, 5, 6]

    def test_nobody_comes_with_it(self, table: Growing) -> None:
        table.check("room-to-recruit")
        assert table.sheet("outage").links == {}


@pytest.mark.rules("WD-PROG-10")
class TestLearningASkill:
    def test_one_more_skill_is_allowed(self, table: Growing) -> None:
        before = table.value("outage", "limits.skills")
        table.check("learning-a-skill", skill="aim")
        assert (before, table.value("outage", "limits.skills")) == (6, 7)

    def test_it_is_begun_and_not_yet_known(self, table: Growing) -> None:
        table.check("learning-a-skill", skill="aim")
        assert table.sheet("outage").traits["aim"].state == "learning"

    def test_it_is_learned_by_training_as_usual(self, table: Growing) -> None:
        table.check("learning-a-skill", skill="aim")
        for _ in range(2):
            table.play("train", who="outage", skill="aim", dice={"training": [6]})
        assert table.sheet("outage").traits["aim"].state == "known"

    def test_there_is_room_for_it_even_where_there_was_none(self, table: Growing) -> None:
        table.play("set", target="outage", path="attributes.knowledge.base", value=1)
        for skill in ("aim", "craft"):
            table.play("grant_skill", who="outage", skill=skill)
        table.check("learning-a-skill", skill="handy")
        assert "handy" in table.sheet("outage").traits

    def test_undone_the_skill_goes_too(self, table: Growing) -> None:
        table.check_undo(table.check("learning-a-skill", skill="aim"))


@pytest.mark.rules("WD-PROG-05", "WD-RULING-102", "WD-RULING-01")
class TestExtraEffort:
    def test_half_a_dot_is_not_there_before_a_rest(self, table: Growing) -> None:
        table.check("extra-effort", pool="focus")
        assert table.dots("outage") == (3, 3, 3)

    def test_after_a_night_it_counts_as_a_whole_one(self, table: Growing) -> None:
        table.check("extra-effort", pool="focus")
        table.play("come", moment="full_night", subject=table.ref("outage"))
        assert (table.dots("outage"), table.value("outage", "tracks.focus.maximum")) == ((3, 4, 3), 4)

    def test_it_is_gone_after_the_first_encounter(self, table: Growing) -> None:
        table.check("extra-effort", pool="focus")
        table.play("come", moment="full_night", subject=table.ref("outage"))
        table.play("come", moment="encounter_end")
        assert table.value("outage", "tracks.focus.maximum") == 3

    def test_it_is_gone_before_exhaustion_is_counted(self, table: Growing) -> None:
        table.check("extra-effort", pool="focus")
        table.play("come", moment="full_night", subject=table.ref("outage"))
        table.play("spend_effort", who="outage", pool="focus")
        table.play("catch_breath", who="outage", minutes=5)
        assert table.dots("outage") == (3, 2, 3)

    def test_another_night_brings_it_back_and_never_two(self, table: Growing) -> None:
        table.check("extra-effort", pool="focus")
        for _ in range(2):
            table.play("come", moment="full_night", subject=table.ref("outage"))
        assert table.dots("outage") == (3, 4, 3)

    def test_two_halves_of_a_pool_are_a_whole_dot_that_stays(self, table: Growing) -> None:
        table.check("extra-effort", pool="focus")
        table.milestone()
        table.check("extra-effort", pool="focus")
        table.play("come", moment="full_night", subject=table.ref("outage"))
        table.play("come", moment="encounter_end")
        assert (table.dots("outage"), table.value("outage", "tracks.focus.maximum")) == ((3, 4, 3), 4)

    def test_halves_of_two_pools_do_not_add_up(self, table: Growing) -> None:
        table.check("extra-effort", pool="focus")
        table.milestone()
        table.check("extra-effort", pool="stamina")
        assert table.dots("outage") == (3, 3, 3)

    def test_a_second_half_while_the_first_is_at_hand_adds_no_third_dot(self, table: Growing) -> None:
        table.check("extra-effort", pool="focus")
        table.play("come", moment="full_night", subject=table.ref("outage"))
        table.milestone()
        table.check("extra-effort", pool="focus")
        assert table.dots("outage") == (3, 4, 3)

    def test_a_pool_has_to_be_named(self, table: Growing) -> None:
        assert "stamina" in table.refusal("check_box", who="outage", box="extra-effort", pool="luck").player

    def test_every_step_can_be_taken_back(self, table: Growing) -> None:
        table.check_undo(
            table.check("extra-effort", pool="focus"),
            table.play("come", moment="full_night", subject=table.ref("outage")),
            table.play("spend_effort", who="outage", pool="focus"),
            table.play("come", moment="encounter_end"),
        )


def circle(table: Capes, who: str = "outage") -> dict[str, str]:
    """Somebody's followers by type, with their states."""
    links = [link.to for link in table.sheet(who).links.values() if link.kind == "circle"]
    return {f.of: f.state for to in links for f in table.group(to).followers.values()}


@pytest.mark.rules("WD-PROG-08", "WD-RULING-14")
class TestEagerFollower:
    def test_the_game_master_says_who_it_is(self, table: Growing) -> None:
        deed = table.check("eager-follower")
        (question,) = table.sheet("outage").questions.values()
        assert (question.owner, question.key) == ("gm", "follower")
        table.play("answer", deed=deed, key="follower", choice="informant")
        assert circle(table) == {"informant": "tapped"}

    def test_the_cap_rises_by_one(self, table: Growing) -> None:
        before = table.value("outage", "limits.followers")
        table.check("eager-follower", {"follower": "informant"})
        assert table.value("outage", "limits.followers") == before + 1

    def test_at_neutral_morale_they_start_tapped(self, table: Growing) -> None:
        table.check("eager-follower", {"follower": "informant"})
        (follower,) = table.group("circle-of-outage").followers.values()
        assert follower.tapped_until == AtMoment(moment="downtime_end")

    def test_they_are_ready_when_the_next_downtime_is_over(self, table: Growing) -> None:
        table.check("eager-follower", {"follower": "informant"})
        table.play("come", moment="downtime_end")
        assert circle(table) == {"informant": "ready"}

    def test_with_good_morale_they_can_start_at_once(self, table: Growing) -> None:
        table.play("change", target="outage", path="tracks.morale.current", by=1)
        table.check("eager-follower", {"follower": "informant", "benefit": "start at once"})
        assert circle(table) == {"informant": "ready"}

    def test_or_be_one_of_two(self, table: Growing) -> None:
        table.play("change", target="outage", path="tracks.morale.current", by=1)
        way = {"follower": "informant", "benefit": "choose between two", "other-follower": "fan"}
        table.check("eager-follower", {**way, "which-follower": "fan"})
        assert circle(table) == {"fan": "tapped"}

    def test_a_second_one_joins_the_same_circle(self, table: Growing) -> None:
        table.check("eager-follower", {"follower": "informant"})
        table.milestone()
        table.check("eager-follower", {"follower": "fan"})
        assert set(circle(table)) == {"informant", "fan"}

    def test_without_the_first_the_circle_begins_with_the_second(self, table: Growing) -> None:
        first = table.check("eager-follower", {"follower": "informant"})
        table.milestone()
        table.check("eager-follower", {"follower": "fan"})
        table.undo(first)
        assert set(circle(table)) == {"fan"}

    def test_had_morale_been_good_there_would_have_been_a_choice(self, table: Growing) -> None:
        lifted = table.play("change", target="outage", path="tracks.morale.current", by=1)
        checked = table.check("eager-follower", {"follower": "informant", "benefit": "start at once"})
        table.check_undo(lifted, checked)
        table.undo(lifted)
        assert circle(table) == {"informant": "tapped"}


@pytest.mark.rules("WD-PROG-09")
class TestTrustedFollower:
    TWO = {"standing/civilian-life": "yes", "standing/secret-identity": "yes", "benefit": "start at once"}

    def test_with_civilian_life_well_and_the_identity_secure_they_can_start_at_once(self, table: Growing) -> None:
        table.check("trusted-follower", {"follower": "supplier", **self.TWO})
        assert circle(table) == {"supplier": "ready"}

    @pytest.mark.parametrize("lacking", ["standing/civilian-life", "standing/secret-identity"])
    def test_with_either_lacking_they_start_tapped(self, table: Growing, lacking: str) -> None:
        answers = {"standing/civilian-life": "yes", "standing/secret-identity": "yes", lacking: "no"}
        table.check("trusted-follower", {"follower": "supplier", **answers})
        assert circle(table) == {"supplier": "tapped"}

    def test_what_is_on_record_is_not_asked(self, table: Growing) -> None:
        table.play("set_standing", who="outage", fact="civilian-life")
        table.play("set_standing", who="outage", fact="secret-identity", good=False)
        table.check("trusted-follower", {"follower": "supplier"})
        assert circle(table) == {"supplier": "tapped"}

    def test_the_record_is_the_game_master_s(self, table: Growing) -> None:
        assert table.forbidden("set_standing", as_player="ana", who="outage", fact="family")
        assert "passenger" in table.refusal("set_standing", who="outage", fact="weather").player

    def test_good_morale_is_no_help_here(self, table: Growing) -> None:
        table.play("change", target="outage", path="tracks.morale.current", by=1)
        table.check("trusted-follower", {"follower": "supplier", "standing/civilian-life": "no"})
        assert circle(table) == {"supplier": "tapped"}

    def test_the_cap_rises_by_one(self, table: Growing) -> None:
        before = table.value("outage", "limits.followers")
        table.check("trusted-follower", {"follower": "supplier", **self.TWO})
        assert table.value("outage", "limits.followers") == before + 1

    def test_had_the_identity_not_been_lost_they_would_be_ready(self, table: Growing) -> None:
        table.play("set_standing", who="outage", fact="civilian-life")
        table.play("set_standing", who="outage", fact="secret-identity")
        lost = table.play("set_standing", who="outage", fact="secret-identity", good=False)
        checked = table.check("trusted-follower", {"follower": "supplier"})
        table.check_undo(lost, checked)
        table.undo(lost)
        assert circle(table) == {"supplier": "ready"}
