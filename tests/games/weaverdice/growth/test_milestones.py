"""Milestones: what a goal and four boxes become."""

from typing import Any, ClassVar

import pytest

from api.testing.table import outcomes
from tests.games.weaverdice.capes import Capes

YES = "yes"
BOXES = [("extra-effort", "focus"), ("equipment-slot", ""), ("room-to-recruit", ""), ("room-to-recruit", "")]


class Reaching(Capes):
    """A table at which Outage reaches goals."""

    def __init__(self, boxes: int = 4, **options: str | int | bool) -> None:
        super().__init__(**options)
        self.cape("outage", social=4)
        self.check(boxes)
        self.reach("care")

    def check(self, boxes: int) -> None:
        self.play("finish_mission", who=["outage"], mission="The Mill", boxes=boxes)
        for box, pool in BOXES[:boxes]:
            self.play("check_box", who="outage", box=box, pool=pool)

    def reach(self, goal: str) -> None:
        self.play("set_goal", who="outage", goal=goal)
        self.play("reach_goal", who="outage", goal=goal)

    def grant(self, goal: str) -> None:
        self.play("set_goal", who="outage", goal=goal)
        self.play("grant_milestone", who="outage", goal=goal)

    def take(
        self,
        option: str,
        *rolls: int,
        goal: str = "care",
        creative_use: str = "",
        agreed: str = "",
        **answers: str,
    ) -> int:
        """Take a milestone; the answers are by key, with `_` for `/` and `-`."""
        asked = {key: answers[name] for name, key in KEYS.items() if name in answers}
        return self.play(
            "take_milestone",
            who="outage",
            goal=goal,
            option=option,
            creative_use=creative_use,
            agreed=agreed,
            responses=asked,
            dice={f"{option}/{number}": [roll] for number, roll in enumerate(rolls, 1)},
        )

    def milestones(self) -> list[tuple[str, object]]:
        """The milestones with the rolls that were kept."""
        choices = [choice for choice in self.sheet("outage").choices.values() if choice.of == "milestone"]
        return [(choice.picked[0], choice.data.get("kept")) for choice in sorted(choices, key=lambda c: int(c.at))]


KEYS = {
    "guns": "guns",
    "keep": "keep",
    "agree": "agreed",
    "identity": "standing/secret-identity",
    "friends": "standing/friends-or-family",
    "family": "standing/family",
    "passenger": "standing/passenger",
    "direction": "direction",
    "background": "background",
    "rolls": "rolls",
}


@pytest.fixture
def table() -> Reaching:
    return Reaching()


@pytest.mark.rules("WD-PROG-03")
class TestWhatItTakes:
    def test_four_boxes_and_the_goal_are_enough(self, table: Reaching) -> None:
        table.take("expand-power", 42, guns="used")
        assert table.milestones() == [("expand-power", 42)]

    def test_three_boxes_are_not(self) -> None:
        refusal = Reaching(boxes=3).refusal("take_milestone", who="outage", goal="care", option="life-perk")
        assert refusal.rule == "WD-PROG-03"

    def test_a_goal_that_is_not_reached_is_no_milestone(self, table: Reaching) -> None:
        table.play("set_goal", who="outage", goal="hurt")
        refusal = table.refusal("take_milestone", who="outage", goal="hurt", option="life-perk")
        assert refusal.rule == "WD-PROG-03"

    def test_a_goal_makes_one_milestone(self, table: Reaching) -> None:
        table.take("expand-power", 42, guns="used")
        assert "no goal" in table.refusal("take_milestone", who="outage", goal="care", option="life-perk").player

    def test_the_player_takes_it(self, table: Reaching) -> None:
        deed = table.play("take_milestone", as_player="ana", who="outage", goal="care", option="expand-power")
        table.play("answer", deed=deed, key="guns", choice="used", dice={"expand-power/1": [9]})
        assert table.milestones() == [("expand-power", 9)]

    def test_with_one_box_less_it_would_not_have_come(self, table: Reaching) -> None:
        box = max(e for e in range(1, 12) if "ChoiceMade" in table.kinds(e))
        milestone = table.take("expand-power", 42, guns="used")
        assert outcomes(table.undo(box, policy="cascade"))[milestone] == "struck"


@pytest.mark.rules("WD-PROG-04")
def test_the_next_milestone_takes_four_boxes_anew(table: Reaching) -> None:
    table.take("expand-power", 42, guns="used")
    table.reach("hurt")
    assert table.refusal("take_milestone", who="outage", goal="hurt", option="life-perk").rule == "WD-PROG-03"
    table.check(4)
    table.take("life-perk", 7, goal="hurt", identity="no", friends="no")
    assert table.milestones() == [("expand-power", 42), ("life-perk", 7)]


@pytest.mark.rules("WD-MILE-04", "WD-RULING-55")
class TestTheThreeOptions:
    def test_one_option_twice_in_a_row_is_refused(self, table: Reaching) -> None:
        table.take("expand-power", 42, guns="used")
        table.grant("hurt")
        refusal = table.refusal("take_milestone", who="outage", goal="hurt", option="expand-power")
        assert refusal.rule == "WD-MILE-04"

    def test_only_the_one_directly_before_counts(self, table: Reaching) -> None:
        table.take("expand-power", 42, guns="used")
        table.grant("hurt")
        table.take("life-perk", 3, goal="hurt", identity="no", friends="no")
        table.grant("sway")
        table.take("expand-power", 5, goal="sway", guns="used")
        assert [option for option, _ in table.milestones()] == ["expand-power", "life-perk", "expand-power"]

    def test_what_was_on_offer_is_remembered(self, table: Reaching) -> None:
        table.take("expand-power", 42, guns="used")
        (choice,) = [c for c in table.sheet("outage").choices.values() if c.of == "milestone"]
        assert choice.offered == ("expand-power", "life-perk", "power-perk")

    def test_had_the_first_been_undone_the_second_could_be_the_same(self, table: Reaching) -> None:
        first = table.take("expand-power", 42, guns="used")
        table.undo(first)
        table.take("expand-power", 11, guns="used")
        assert table.milestones() == [("expand-power", 11)]


@pytest.mark.rules("WD-MILE-05")
class TestWhatAMilestoneRaises:
    def test_reputation_by_one_and_followers_by_three(self, table: Reaching) -> None:
        before = table.value("outage", "limits.reputation"), table.value("outage", "limits.followers")
        table.take("expand-power", 42, guns="used")
        after = table.value("outage", "limits.reputation"), table.value("outage", "limits.followers")
        assert (before, after) == ((4, 8), (5, 11))


@pytest.mark.rules("WD-MILE-06", "WD-MILE-07", "WD-RULING-57")
class TestExpandPower:
    def test_one_roll_at_least(self, table: Reaching) -> None:
        assert list(table.rolls(table.take("expand-power", 42, guns="used"))) == ["expand-power/1"]

    @pytest.mark.parametrize("guns", ["avoided", "power-given or part of a tool"])
    def test_another_for_having_avoided_guns_also_with_those_of_the_power(self, table: Reaching, guns: str) -> None:
        entry = table.take("expand-power", 42, 17, guns=guns, keep="2: 17")
        assert (len(table.rolls(entry)), table.milestones()) == (2, [("expand-power", 17)])

    def test_another_for_a_creative_use(self, table: Reaching) -> None:
        table.take("expand-power", 42, 17, guns="used", creative_use="Tethered a van", keep="1: 42")
        assert table.milestones() == [("expand-power", 42)]

    def test_three_with_both_of_which_one_is_kept(self, table: Reaching) -> None:
        entry = table.take("expand-power", 1, 2, 3, guns="avoided", creative_use="Tethered a van", keep="3: 3")
        assert (len(table.rolls(entry)), table.milestones()) == (3, [("expand-power", 3)])

    def test_which_one_is_the_player_s_to_say(self, table: Reaching) -> None:
        deed = table.take("expand-power", 42, 17, guns="avoided")
        (question,) = table.sheet("outage").questions.values()
        assert (question.owner, question.options) == ("ana", ("1: 42", "2: 17"))
        table.play("answer", deed=deed, key="keep", choice="2: 17")
        assert table.milestones() == [("expand-power", 17)]

    @pytest.mark.parametrize("agreed", [False, True])
    def test_a_use_that_gave_no_roll_can_be_cited_later(self, table: Reaching, agreed: bool) -> None:
        cited: Any = {"who": "outage", "creative_use": "Tethered a van"}
        if agreed:
            agreement: Any = {"option": "expand-power", "agreed": "A second tether", "responses": {"agreed": "yes"}}
            table.play("take_milestone", **cited, goal="care", **agreement)
            table.grant("hurt")
            table.take("life-perk", 3, goal="hurt", identity="no", friends="no")
        else:
            table.take("life-perk", 3, identity="no", friends="no", creative_use="Tethered a van")
        table.grant("sway")
        entry = table.take("expand-power", 1, 2, goal="sway", guns="used", creative_use="Tethered a van", keep="1: 1")
        assert len(table.rolls(entry)) == 2

    def test_a_use_cited_before_is_refused(self, table: Reaching) -> None:
        table.take("expand-power", 1, 2, guns="used", creative_use="Tethered a van", keep="1: 1")
        table.grant("hurt")
        table.take("life-perk", 3, goal="hurt", identity="no", friends="no")
        table.grant("sway")
        refusal = table.refusal(
            "take_milestone",
            who="outage",
            goal="sway",
            option="expand-power",
            creative_use="tethered a VAN",
            responses={"guns": "used"},
        )
        assert refusal.rule == "WD-MILE-06"

    def test_a_new_function_may_be_agreed_on_in_place_of_a_roll(self, table: Reaching) -> None:
        entry = table.take("expand-power", agreed="Tether two people", agree=YES)
        assert (table.rolls(entry), table.milestones()) == ({}, [("expand-power", None)])

    def test_without_agreement_it_is_rolled(self, table: Reaching) -> None:
        table.take("expand-power", 8, agreed="Tether the moon", agree="no", guns="used")
        assert table.milestones() == [("expand-power", 8)]

    def test_the_dice_are_those_of_the_campaign_s_table(self) -> None:
        table = Reaching(perk_dice="1d20")
        assert table.last_roll(table.take("expand-power", 20, guns="used")).notation == "1d20"

    @pytest.mark.rules("WD-RULING-122")
    def test_what_it_means_is_written_down_in_the_table_s_words(self, table: Reaching) -> None:
        table.take("expand-power", 42, guns="used")
        table.play("write_down_gain", as_player="ana", who="outage", milestone="milestone", gain="Lightning kicks")
        assert [t.title for t in table.sheet("outage").traits.values() if t.kind == "expand-power"] == [
            "Lightning kicks"
        ]

    def test_bug_a_milestone_gives_one_gain(self, table: Reaching) -> None:
        table.take("expand-power", 42, guns="used")
        gain = {"who": "outage", "milestone": "milestone", "gain": "Lightning kicks"}
        table.play("write_down_gain", **gain)
        assert table.refusal("write_down_gain", **gain | {"gain": "Thunder"}).rule == "WD-MILE-06"

    def test_of_a_milestone_that_there_is(self, table: Reaching) -> None:
        box = next(name for name, choice in table.sheet("outage").choices.items() if choice.of == "box")
        assert table.refusal("write_down_gain", who="outage", milestone=box, gain="x").player


@pytest.mark.rules("WD-MILE-08", "WD-MILE-09", "WD-RULING-109")
class TestLifePerk:
    @pytest.mark.parametrize(
        ("identity", "friends", "rolls", "underlings", "followers"),
        [("no", "no", 1, 1, 1), (YES, "no", 2, 2, 1), ("no", YES, 2, 1, 2), (YES, YES, 3, 2, 2)],
    )
    def test_rolls_and_room_follow_from_identity_and_friends(
        self, table: Reaching, identity: str, friends: str, rolls: int, underlings: int, followers: int
    ) -> None:
        before = table.value("outage", "limits.underlings"), table.value("outage", "limits.followers")
        keep = {} if rolls == 1 else {"keep": "1: 11"}
        entry = table.take("life-perk", *range(11, 11 + rolls), identity=identity, friends=friends, **keep)
        after = table.value("outage", "limits.underlings"), table.value("outage", "limits.followers")
        assert len(table.rolls(entry)) == rolls
        assert (after[0] - before[0], after[1] - before[1]) == (underlings, followers + 3)

    def test_one_is_kept(self, table: Reaching) -> None:
        table.take("life-perk", 5, 6, identity=YES, friends="no", keep="2: 6")
        assert table.milestones() == [("life-perk", 6)]

    def test_what_does_not_fit_may_be_rolled_again(self, table: Reaching) -> None:
        entry = table.take("life-perk", 5, identity="no", friends="no")
        table.answer_late(entry, {"misfit/1": YES}, {"life-perk/1": [5], "life-perk/1/again-1": [66]})
        assert table.milestones() == [("life-perk", 66)]


@pytest.mark.rules("WD-MILE-10")
class TestPowerPerk:
    @pytest.mark.parametrize(
        ("direction", "background", "rolls"), [("no", "no", 1), (YES, "no", 2), ("no", YES, 2), (YES, YES, 3)]
    )
    def test_one_more_roll_for_direction_and_one_for_background(
        self, table: Reaching, direction: str, background: str, rolls: int
    ) -> None:
        keep = {} if rolls == 1 else {"keep": "1: 11"}
        entry = table.take("power-perk", *range(11, 11 + rolls), direction=direction, background=background, **keep)
        assert len(table.rolls(entry)) == rolls

    def test_a_power_perk_gives_no_room(self, table: Reaching) -> None:
        before = table.value("outage", "limits.underlings")
        table.take("power-perk", 5, direction="no", background="no")
        assert table.value("outage", "limits.underlings") == before

    def test_what_does_not_fit_may_be_rolled_again(self, table: Reaching) -> None:
        entry = table.take("power-perk", 5, direction="no", background="no")
        table.answer_late(entry, {"misfit/1": YES}, {"power-perk/1": [5], "power-perk/1/again-1": [66]})
        assert table.milestones() == [("power-perk", 66)]


@pytest.mark.rules("WD-MILE-11", "WD-RULING-56")
class TestBuds:
    PERIL: ClassVar[dict[str, Any]] = {
        "cape": "outage",
        "person": "His mother",
        "peril": "friend or relative in danger",
    }

    def perked(self, rolls: int = 3, chance: str = "by rolls") -> Reaching:
        table = Reaching(bud_chance=chance)
        keep = {} if rolls == 1 else {"keep": "1: 11"}
        more = {"direction": YES if rolls > 1 else "no", "background": YES if rolls > 2 else "no"}
        table.take("power-perk", *range(11, 11 + rolls), **more, **keep)
        return table

    @pytest.mark.parametrize(("rolls", "die", "buds"), [(1, 5, 1), (1, 6, 0), (3, 15, 1), (3, 16, 0)])
    def test_five_percent_for_each_roll_ever_made(self, rolls: int, die: int, buds: int) -> None:
        table = self.perked(rolls)
        table.play("roll_for_bud", **self.PERIL, dice={"bud": [die]})
        assert sum(trait.kind == "bud" for trait in table.sheet("outage").traits.values()) == buds

    def test_rolls_of_several_milestones_add_up(self) -> None:
        table = self.perked(3)
        table.grant("hurt")
        table.take("expand-power", 1, goal="hurt", guns="used")
        table.grant("sway")
        table.take("power-perk", 2, goal="sway", direction="no", background="no")
        table.play("roll_for_bud", **self.PERIL, dice={"bud": [20]})
        assert [t.title for t in table.sheet("outage").traits.values() if t.kind == "bud"] == ["His mother"]

    def test_as_an_option_it_is_five_percent_flat(self) -> None:
        table = self.perked(3, "flat")
        entry = table.play("roll_for_bud", **self.PERIL, dice={"bud": [6]})
        assert table.outcomes_of(entry) == {"bud": "does not"}

    def test_a_bud_leans_friendly(self) -> None:
        table = self.perked()
        table.play("roll_for_bud", **{**self.PERIL, "peril": "underling near death"}, dice={"bud": [1]})
        (bud,) = [trait for trait in table.sheet("outage").traits.values() if trait.kind == "bud"]
        assert bud.data["leaning"] == "friendly"

    def test_failing_that_the_cape_may_trigger_a_second_time(self) -> None:
        table = self.perked(1)
        table.play("roll_for_second_trigger", who="outage", dice={"second-trigger": [5]})
        assert [t.kind for t in table.sheet("outage").traits.values()] == ["second-trigger"]

    def test_other_milestones_add_nothing(self, table: Reaching) -> None:
        table.take("expand-power", 42, guns="used")
        assert table.refusal("roll_for_bud", **self.PERIL).rule == "WD-MILE-11"

    def test_only_the_game_master_rolls_for_buds_and_second_triggers(self) -> None:
        table = self.perked()
        assert table.forbidden("roll_for_bud", as_player="ana", **self.PERIL)
        assert table.forbidden("roll_for_second_trigger", as_player="ana", who="outage")

    def test_without_the_milestone_there_would_be_no_chance(self) -> None:
        table = Reaching()
        perk = table.take("power-perk", 5, direction="no", background="no")
        bud = table.play("roll_for_bud", **self.PERIL, dice={"bud": [3]})
        assert outcomes(table.undo(perk, policy="cascade")) == {perk: "struck", bud: "struck"}


class TestVariantMilestones:
    """The milestones of the design notes, where the campaign plays so."""

    def table(self, morale: int = 0) -> Reaching:
        table = Reaching(variant_milestones=True)
        if morale:
            table.play("move_morale", who="outage", by=morale)
        return table

    @pytest.mark.rules("WD-OPT-29")
    def test_expand_power_is_one_roll_without_a_good_bond(self) -> None:
        table = self.table()
        assert len(table.rolls(table.take("expand-power", 4, passenger="no"))) == 1

    @pytest.mark.rules("WD-OPT-29")
    @pytest.mark.parametrize("rolls", [1, 2, 3])
    def test_with_a_good_bond_as_many_as_the_game_master_says(self, rolls: int) -> None:
        table = self.table()
        keep = {} if rolls == 1 else {"keep": f"{rolls}: {rolls}"}
        table.take("expand-power", *range(1, rolls + 1), passenger=YES, rolls=str(rolls), **keep)
        assert table.milestones() == [("expand-power", rolls)]

    @pytest.mark.rules("WD-OPT-30")
    @pytest.mark.parametrize(
        ("identity", "family", "morale", "rolls"),
        [(YES, YES, 1, 3), (YES, YES, 0, 2), (YES, "no", 1, 2), ("no", "", 0, 1)],
    )
    def test_life_perk_asks_for_family_and_morale(self, identity: str, family: str, morale: int, rolls: int) -> None:
        table = self.table(morale)
        keep = {} if rolls == 1 else {"keep": "1: 1"}
        asked = {"family": family} if family else {}
        entry = table.take("life-perk", *range(1, rolls + 1), identity=identity, **asked, **keep)
        assert len(table.rolls(entry)) == rolls

    @pytest.mark.rules("WD-OPT-31")
    @pytest.mark.parametrize(("passenger", "morale", "rolls"), [(YES, 1, 3), (YES, 0, 2), ("no", 1, 2), ("no", 0, 1)])
    def test_power_perk_asks_for_morale_and_the_bond(self, passenger: str, morale: int, rolls: int) -> None:
        table = self.table(morale)
        keep = {} if rolls == 1 else {"keep": "1: 1"}
        entry = table.take("power-perk", *range(1, rolls + 1), passenger=passenger, **keep)
        assert len(table.rolls(entry)) == rolls
