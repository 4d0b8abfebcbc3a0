"""The boxes of progression: who may check them, and what slots, room and skills they give."""

import pytest

from api.testing.table import outcomes
from tests.games.weaverdice.growing import Growing


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

    def test_a_mission_takes_no_box_away(self, table: Growing) -> None:
        assert table.refusal("finish_mission", who=["outage"], mission="x", boxes=-1).rule == "WD-PROG-01"

    def test_without_one_no_box_is_checked(self) -> None:
        table = Growing(boxes=0)
        refusal = table.refusal("check_box", who="outage", box="equipment-slot")
        assert (refusal.rule, table.boxes()) == ("WD-PROG-01", [])

    def test_each_can_be_used_once(self) -> None:
        table = Growing(boxes=1)
        table.check("equipment-slot")
        assert table.refusal("check_box", who="outage", box="room-to-recruit").rule == "WD-PROG-01"

    def test_generics_get_no_box(self, table: Growing) -> None:
        table.foe("thug", category="generic")
        assert table.refusal("finish_mission", who=["thug"], mission="x").rule == "WD-PROG-01"

    def test_the_player_picks_her_own_box(self, table: Growing) -> None:
        table.play("check_box", as_player="ana", who="outage", box="room-to-recruit")
        assert table.boxes() == ["room-to-recruit"]

    def test_undone_the_box_it_gave_is_in_conflict(self) -> None:
        table = Growing(boxes=0)
        mission = table.finish()
        checked = table.check("equipment-slot")
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

    def test_equipment_slots_alternate_over_the_life_of_the_cape(self, table: Growing) -> None:
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
    def test_room_for_underlings_is_social_and_one_for_each_box(self, table: Growing) -> None:
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

    def test_a_skill_from_a_box_is_begun_and_not_yet_known(self, table: Growing) -> None:
        table.check("learning-a-skill", skill="aim")
        assert table.sheet("outage").traits["aim"].state == "learning"

    def test_a_skill_from_a_box_is_learned_by_training_as_usual(self, table: Growing) -> None:
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
