"""The end of the day, the night and the new day, by word and by the clock."""

import pytest

from api.testing.table import outcomes
from domain.vocabulary.bodies import Condition, ConditionGained, Wound, WoundSuffered
from tests.games.weaverdice.capes import Capes

DAY = 86_400


def at(step: int, **options: str | bool | int) -> Capes:
    """A table with Ramjet at a step of morale."""
    table = Capes(**options)
    table.cape("ramjet", morale=step)
    return table


def tire(table: Capes, *pools: str) -> list[str]:
    """Exhaust a dot of each of these pools; the names by which they are exhausted."""
    for pool in pools:
        table.play("spend_effort", who="ramjet", pool=pool)
        table.play("catch_breath", who="ramjet")
    return exhausted(table)


def exhausted(table: Capes) -> list[str]:
    modifiers = table.sheet("ramjet").modifiers
    return sorted(name for name, modifier in modifiers.items() if "exhausted" in modifier.tags)


def hurt(table: Capes, *severities: str) -> int:
    wounds = [
        WoundSuffered(name=f"cut-{number}", wound=Wound(severity=severity, slot=f"body/{number}"))
        for number, severity in enumerate(severities, start=1)
    ]
    return table.let("ramjet", *wounds)


def slots(table: Capes) -> int:
    return sum(card.kind == "downtime_slot" for card in table.sheet("ramjet").cards.values())


@pytest.mark.rules("WD-MOR-07", "WD-MOR-01", "WD-RULING-18")
class TestLowMorale:
    @pytest.mark.parametrize(("low", "number"), [(-1, 6), (-2, 5), (-3, 4), (-4, 3)])
    @pytest.mark.parametrize("below", [0, 1])
    def test_a_die_of_the_number_or_more_holds_an_exhausted_dot(self, low: int, number: int, below: int) -> None:
        table = at(low)
        (dot,) = tire(table, "focus")
        table.play("pass_night", who=["ramjet"], dice={f"held/{dot}": [number - below]})
        assert exhausted(table) == ([] if below else [dot])

    def test_every_dot_and_every_injury_has_a_die_of_its_own(self) -> None:
        table = at(-2)
        first, second = tire(table, "focus", "stamina")
        hurt(table, "lesser", "moderate")
        dice = {f"held/{first}": [5], f"held/{second}": [4], "held/cut-1": [6], "held/cut-2": [1]}
        table.play("end_day", who=["ramjet"], dice=dice)
        table.play("sleep", who=["ramjet"])
        assert (exhausted(table), table.conditions("ramjet")) == ([first], ["held", "night"])

    def test_a_held_dot_is_rolled_for_again_the_next_night(self) -> None:
        table = at(-1)
        (dot,) = tire(table, "focus")
        table.play("settle_in", who="ramjet", situation="a cellar", starts_at=-1)
        table.play("pass_night", who=["ramjet"], dice={f"held/{dot}": [6]})
        assert table.dots("ramjet") == (3, 2, 3)
        table.play("pass_night", who=["ramjet"], dice={f"held/{dot}": [5]})
        assert table.dots("ramjet") == (3, 3, 3)

    def test_once_morale_is_neutral_it_comes_back_without_a_roll(self) -> None:
        table = at(-1)
        (dot,) = tire(table, "focus")
        table.play("pass_night", who=["ramjet"], dice={f"held/{dot}": [6]})
        table.play("pass_night", who=["ramjet"])
        assert exhausted(table) == []

    @pytest.mark.parametrize("step", [0, 1])
    def test_at_neutral_or_better_nothing_is_held(self, step: int) -> None:
        table = at(step)
        tire(table, "focus")
        hurt(table, "lesser")
        dice = {"evening/ramjet": [1, 1, 1]} if step else {}
        entry = table.play("pass_night", who=["ramjet"], dice=dice)
        assert (exhausted(table), [label for label in table.rolls(entry) if label.startswith("held")]) == ([], [])

    def test_had_morale_not_been_low_the_dot_would_have_come_back(self) -> None:
        table = at(0)
        (dot,) = tire(table, "focus")
        fallen = table.play("move_morale", who="ramjet", by=-1)
        night = table.play("pass_night", who=["ramjet"], dice={f"held/{dot}": [6]})
        assert outcomes(table.undo(fallen)) == {fallen: "struck", night: "restated"}
        assert exhausted(table) == []


@pytest.mark.rules("WD-MOR-07", "WD-RULING-106")
class TestWoundsOvernight:
    def wounds_after(self, table: Capes, *, rested: bool = False, **dice: int) -> list[str]:
        hurt(table, "lesser", "moderate")
        if rested:
            recuperated = Condition(what="recuperated")
            table.let("ramjet", ConditionGained(name="recuperated-1", condition=recuperated))
        table.play(
            "pass_night", who=["ramjet"], dice={f"held/{wound.replace('_', '-')}": [die] for wound, die in dice.items()}
        )
        return table.wounds("ramjet")

    def test_without_a_slot_of_rest_none_heals(self) -> None:
        assert self.wounds_after(at(0)) == ["body/1: lesser", "body/2: moderate"]

    def test_with_one_all_that_is_not_scarred_heals(self) -> None:
        assert self.wounds_after(at(0), rested=True) == []

    def test_where_the_campaign_plays_so_lesser_ones_heal_every_night(self) -> None:
        assert self.wounds_after(at(0, lesser_wounds_heal_nightly=True)) == ["body/2: moderate"]

    def test_a_held_wound_resists_the_rest(self) -> None:
        assert self.wounds_after(at(-1), rested=True, cut_1=6, cut_2=5) == ["body/1: lesser"]

    def test_a_held_wound_resists_the_nightly_healing(self) -> None:
        table = at(-1, lesser_wounds_heal_nightly=True)
        assert self.wounds_after(table, cut_1=6, cut_2=1) == ["body/1: lesser", "body/2: moderate"]

    def test_a_wound_is_held_for_that_night_only(self) -> None:
        table = at(-1, lesser_wounds_heal_nightly=True)
        self.wounds_after(table, cut_1=6, cut_2=1)
        table.play("pass_night", who=["ramjet"])
        assert table.wounds("ramjet") == ["body/2: moderate"]

    @pytest.mark.parametrize("rested", [True, False])
    def test_a_wound_in_words_of_ones_own_heals_like_a_lesser_one(self, *, rested: bool) -> None:
        table = at(0, lesser_wounds_heal_nightly=True)
        hurt(table, "grievous", "moderate", "lesser")
        if rested:
            table.let("ramjet", ConditionGained(name="recuperated-1", condition=Condition(what="recuperated")))
        table.play("pass_night", who=["ramjet"])
        assert table.wounds("ramjet") == ([] if rested else ["body/2: moderate"])

    def test_a_wound_in_words_of_ones_own_made_milder_is_gone(self) -> None:
        table = at(0)
        hurt(table, "grievous", "critical")
        table.play("mend_wound", who="ramjet", wound="cut-1", reduce=True)
        table.play("mend_wound", who="ramjet", wound="cut-2", reduce=True)
        assert table.wounds("ramjet") == ["body/2: moderate"]

    def test_a_scarred_one_stays(self) -> None:
        table = at(0, lesser_wounds_heal_nightly=True)
        hurt(table, "lesser")
        table.play("scar", who="ramjet", of="cut-1")
        table.play("pass_night", who=["ramjet"])
        assert table.wounds("ramjet") == ["body/1: lesser"]


@pytest.mark.rules("WD-MOR-08", "WD-MOR-01")
class TestHighMorale:
    @pytest.mark.parametrize(("high", "dice"), [(1, 3), (2, 4), (3, 5), (4, 6)])
    @pytest.mark.parametrize("best", [5, 6])
    def test_any_six_among_the_dice_of_the_step_gives_a_slot(self, high: int, dice: int, best: int) -> None:
        table = at(high)
        table.play("end_day", who=["ramjet"], dice={"evening/ramjet": [1] * (dice - 1) + [best]})
        assert slots(table) == (1 if best == 6 else 0)

    def test_at_neutral_no_die_is_rolled(self) -> None:
        table = at(0)
        assert (table.rolls(table.play("end_day", who=["ramjet"])), slots(table)) == ({}, 0)


@pytest.mark.rules("WD-MOR-09")
class TestOneSlotANight:
    def test_however_many_sixes_there_are(self) -> None:
        table = at(2)
        table.play("end_day", who=["ramjet"], dice={"evening/ramjet": [6, 6, 6, 6]})
        assert slots(table) == 1

    def test_a_slot_found_at_night_is_for_rest_company_and_paperwork(self) -> None:
        table = at(1)
        table.play("end_day", who=["ramjet"], dice={"evening/ramjet": [6, 6, 6]})
        assert [card.state for card in table.sheet("ramjet").cards.values()] == ["light"]

    def test_a_day_ends_once(self) -> None:
        table = at(1)
        table.play("end_day", who=["ramjet"], dice={"evening/ramjet": [6, 1, 1]})
        refusal = table.refusal("end_day", who=["ramjet"], dice={"evening/ramjet": [6, 1, 1]})
        assert refusal.rule == "WD-MOR-09"

    def test_forced_to_end_again_it_still_gives_no_second_slot(self) -> None:
        table = at(1)
        table.play("end_day", who=["ramjet"], dice={"evening/ramjet": [6, 1, 1]})
        table.play("end_day", who=["ramjet"], dice={"evening/ramjet": [6, 1, 1]}, force=True)
        assert slots(table) == 1

    def test_the_next_night_has_its_own_and_the_unused_one_is_gone(self) -> None:
        table = at(1)
        table.play("pass_night", who=["ramjet"], dice={"evening/ramjet": [6, 1, 1]})
        table.play("reward_morale", who="ramjet", success="a date")
        table.play("end_day", who=["ramjet"], dice={"evening/ramjet": [6, 1, 1]})
        assert slots(table) == 1


@pytest.mark.rules("WD-MOR-10")
class TestTheNewDay:
    @pytest.mark.parametrize("step", [-2, 2])
    def test_morale_counts_for_the_evening_and_is_reset_for_the_morning(self, step: int) -> None:
        table = at(step)
        dice = {"evening/ramjet": [6, 1, 1, 1]} if step > 0 else {}
        table.play("end_day", who=["ramjet"], dice=dice)
        assert table.current("ramjet", "morale") == step
        table.play("start_day", who=["ramjet"])
        assert table.current("ramjet", "morale") == 0

    def test_a_day_that_has_not_ended_is_not_followed_by_another(self) -> None:
        assert at(0).refusal("start_day", who=["ramjet"]).rule == "WD-MOR-10"


@pytest.mark.rules("WD-EXH-05")
class TestTheOrderOfTheNight:
    def test_who_goes_to_sleep_ends_the_day(self) -> None:
        table = at(1)
        table.play("sleep", who=["ramjet"], dice={"evening/ramjet": [6, 1, 1]})
        assert (slots(table), table.conditions("ramjet")) == (1, ["night"])

    def test_nobody_sleeps_twice_in_a_night(self) -> None:
        table = at(0)
        table.play("sleep", who=["ramjet"])
        assert table.refusal("sleep", who=["ramjet"]).rule == "WD-EXH-05"

    def test_named_one_by_one_or_all_who_have_effort(self) -> None:
        table = at(0)
        table.foe("lung")
        table.foe("thug", category="generic")
        table.play("end_day")
        assert [table.conditions(who) for who in ("ramjet", "lung", "thug")] == [["night"], ["night"], []]


@pytest.mark.rules("WD-MOR-08", "WD-REP-10")
class TestTogether:
    """Two capes in good spirits, each with one reputation more than they can keep."""

    @pytest.fixture
    def table(self) -> Capes:
        table = at(1)
        table.cape("pearl", morale=2)
        return table

    @pytest.fixture
    def awards(self, table: Capes) -> list[int]:
        return [table.play("award_reputation", who=who, source="a rescue", points=4) for who in ("ramjet", "pearl")]

    def end(self, table: Capes) -> list[str]:
        """End the day of both, and answer every question with its last option; what was asked."""
        dice = {"evening/ramjet": [1, 1, 6], "evening/pearl": [1, 1, 1, 1]}
        deed = table.play("end_day", who=["ramjet", "pearl"], dice=dice)
        asked = []
        while questions := list(table.campaign().questions.values()):
            asked.append(questions[0].key)
            table.play("answer", deed=deed, key=questions[0].key, choice=questions[0].options[-1])
        return asked

    def test_each_has_dice_and_choices_of_their_own(self, table: Capes, awards: list[int]) -> None:
        asked = self.end(table)
        assert asked == [f"discard/{table.ref(who)}" for who in ("ramjet", "pearl")]
        assert (slots(table), len(table.sheet("pearl").cards)) == (1, 3)

    def test_the_choice_of_one_stands_without_that_of_the_other(self, table: Capes, awards: list[int]) -> None:
        self.end(table)
        kept = set(table.sheet("pearl").cards)
        table.undo(awards[0])
        assert (set(table.sheet("pearl").cards), len(table.sheet("ramjet").cards)) == (kept, 1)


@pytest.mark.rules("WD-EXH-05", "WD-MOR-10")
class TestTheClock:
    @pytest.mark.parametrize(("seconds", "passed"), [(DAY - 1, False), (DAY, True)])
    def test_at_the_end_of_a_day_the_night_passes(self, seconds: int, passed: bool) -> None:
        table = at(0)
        tire(table, "focus")
        table.play("freeform.advance_clock", seconds=seconds)
        assert (exhausted(table) == []) is passed

    def test_each_day_in_its_turn(self) -> None:
        table = at(0)
        table.play("freeform.advance_clock", days=3)
        assert table.sheet("ramjet").uses["nights"].count == 3

    def test_a_night_that_passed_by_word_does_not_pass_again(self) -> None:
        table = at(0)
        table.play("freeform.advance_clock", hours=20)
        table.play("pass_night", who=["ramjet"])
        table.play("freeform.advance_clock", hours=8)
        assert table.sheet("ramjet").uses["nights"].count == 1

    def test_the_next_one_does(self) -> None:
        table = at(0)
        table.play("pass_night", who=["ramjet"])
        table.play("freeform.advance_clock", days=2)
        assert table.sheet("ramjet").uses["nights"].count == 2

    def test_who_is_still_busy_with_the_night_is_left_to_it(self) -> None:
        table = at(0)
        table.play("end_day", who=["ramjet"])
        table.play("freeform.advance_clock", hours=24)
        assert table.conditions("ramjet") == ["night"]

    def test_who_fights_stays_up(self) -> None:
        table = at(0)
        table.cape("pearl")
        table.play("create_encounter", name="alley", handle="alley")
        table.encounter = "alley"
        table.play("begin_fight", who=["ramjet"], dice={"speed/ramjet": [1]})
        table.encounter = None
        table.play("freeform.advance_clock", hours=24)
        assert ("nights" in table.sheet("ramjet").uses, "nights" in table.sheet("pearl").uses) == (False, True)

    def test_where_the_table_keeps_its_own_days_the_clock_does_not(self) -> None:
        table = at(0, nights_by_clock=False)
        table.play("freeform.advance_clock", days=2)
        assert "nights" not in table.sheet("ramjet").uses

    def test_in_two_nights_each_has_its_own_dice(self) -> None:
        table = at(-1)
        (dot,) = tire(table, "focus")
        table.play("settle_in", who="ramjet", situation="a cellar", starts_at=-1)
        entry = table.play("freeform.advance_clock", days=2, dice={f"held/{dot}": [6], f"held/{dot}/2": [5]})
        assert (exhausted(table), table.outcomes_of(entry)) == (
            [],
            {f"held/{dot}": "held", f"held/{dot}/2": "recovers"},
        )
