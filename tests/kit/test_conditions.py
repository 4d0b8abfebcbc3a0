"""Conditions and how long they last: gained, held, deepened, eased, superseded and ended with what hung on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.kit import conditions, durations, turns
from domain.play.moments import come
from domain.play.play import Play
from domain.system import ConditionKind, Hooks, System
from domain.vocabulary.anchors import AtMoment, UntilEncounterEnds, UntilFirst, UntilSaved, UntilTime, WhilePresent
from domain.vocabulary.base import Event, Scalar
from domain.vocabulary.bodies import ConditionDeepened, ConditionEnded, ConditionGained
from domain.vocabulary.data import Data
from domain.vocabulary.log import Noted
from domain.vocabulary.values import Modifier, ModifierApplied, ModifierLifted
from tests.freeform.table import Table
from tests.play.rules import decided


def helpless(play: Play, who: str) -> None:
    play.emit(who, Noted(name="helpless"))


def saves(play: Play, ref: str, _: str) -> bool:
    return not conditions.has(play, ref, "cursed")


SYSTEM = System(
    id="trying",
    name="Trying",
    version=1,
    kinds=(),
    conditions={"prone": ConditionKind(single=True), "stunned": ConditionKind(moment="helpless")},
    moments={"helpless": (helpless,)},
    hooks=Hooks(save=saves),
)


class MarkData(Data, frozen=True, kw_only=True, omit_defaults=True):
    penalty: int = 0
    lasting: bool = False


def events(rule: Callable[[Play], object], table: Table | None = None, **more: Any) -> list[Event]:
    """Return what a rule emits at a table with a hero."""
    decision = decided(table or Table().with_hero(hp=10), rule, system=SYSTEM, **more)
    assert decision.refusal is None, decision.refusal
    return [stream_event.event for stream_event in decision.emitted]


def told(rule: Callable[[Play], Any], table: Table | None = None, **more: Any) -> Any:
    """Return what a rule returns."""
    answer: list[Any] = []
    events(lambda play: answer.append(rule(play)), table, **more)
    return answer[0]


def hero() -> str:
    return Table().with_hero(hp=10).ref("ramjet")


HERO = hero()


def test_a_condition_is_gained_with_its_fields_and_data() -> None:
    gained = events(lambda play: conditions.gain(play, HERO, "on_fire", source="lamp", level=2, tags=("hot",), armor=3))
    assert len(gained) == 1
    assert isinstance(gained[0], ConditionGained)
    condition = gained[0].condition
    assert gained[0].name.startswith("on-fire-")
    assert (condition.what, condition.source, condition.level, condition.tags) == ("on_fire", "lamp", 2, ("hot",))
    assert condition.data == {"armor": 3}


@pytest.mark.parametrize("data", [MarkData(penalty=2), {"penalty": 2}])
def test_the_data_of_a_condition_is_a_struct_or_its_keys(data: Data | dict[str, Scalar]) -> None:
    (gained,) = events(lambda play: conditions.gain(play, HERO, "marked", data=data))
    assert isinstance(gained, ConditionGained)
    assert gained.condition.data == {"penalty": 2}


def test_a_single_condition_is_not_gained_twice() -> None:
    def fall_twice(play: Play) -> bool:
        return conditions.gain(play, HERO, "prone") == conditions.gain(play, HERO, "prone")

    assert told(fall_twice)
    assert len(events(fall_twice)) == 1


def test_a_condition_that_is_not_single_is_gained_anew() -> None:
    def burn(play: Play) -> None:
        conditions.gain(play, HERO, "burning", level=1)
        conditions.gain(play, HERO, "burning", level=3)

    assert len(events(burn)) == 2

    def levels(play: Play) -> int:
        burn(play)
        return conditions.level(play, HERO, "burning")

    assert told(levels) == 4


def test_the_moment_of_a_condition_comes_when_it_is_gained() -> None:
    happened = events(lambda play: conditions.gain(play, HERO, "stunned"))
    assert [type(event) for event in happened] == [ConditionGained, Noted]


def test_somebody_has_a_condition_that_they_gained() -> None:
    def one_of(play: Play) -> tuple[bool, bool]:
        conditions.gain(play, HERO, "prone")
        return conditions.has(play, HERO, "dead", "prone"), conditions.has(play, HERO, "dead")

    assert told(one_of) == (True, False)


def test_instances_are_told_apart_by_tag_source_and_target() -> None:
    def count(play: Play) -> tuple[int, int, int, int]:
        conditions.gain(play, HERO, "marked", source="ana", target="ben", tags=("magic",))
        conditions.gain(play, HERO, "marked", source="cleo")
        several: tuple[dict[str, str], ...] = ({}, {"tag": "magic"}, {"source": "cleo"}, {"target": "ben"})
        counts = [len(conditions.present(play, HERO, "marked", **by)) for by in several]
        return counts[0], counts[1], counts[2], counts[3]

    assert told(count) == (2, 1, 1, 1)


def test_levels_are_added_to_the_one_instance() -> None:
    def bleed(play: Play) -> None:
        conditions.deepen(play, HERO, "bleeding", 2, source="knife")
        conditions.deepen(play, HERO, "bleeding", 3)
        conditions.deepen(play, HERO, "bleeding", 0)

    assert [type(event) for event in events(bleed)] == [ConditionGained, ConditionDeepened]

    def level(play: Play) -> int:
        bleed(play)
        return conditions.level(play, HERO, "bleeding")

    assert told(level) == 5


@pytest.mark.parametrize(("by", "eased", "left"), [(1, 1, 2), (3, 3, 0), (9, 3, 0), (0, 0, 3)])
def test_levels_are_eased_until_the_condition_ends(by: int, eased: int, left: int) -> None:
    def ease(play: Play) -> tuple[int, int, bool]:
        conditions.deepen(play, HERO, "bleeding", 3)
        done = conditions.ease(play, HERO, "bleeding", by)
        return done, conditions.level(play, HERO, "bleeding"), conditions.has(play, HERO, "bleeding")

    assert told(ease) == (eased, left, left > 0)


def test_easing_what_nobody_has_does_nothing() -> None:
    assert told(lambda play: conditions.ease(play, HERO, "bleeding")) == 0


def test_a_condition_ends_with_what_hung_on_it() -> None:
    def end(play: Play) -> None:
        name = conditions.gain(play, HERO, "prone")
        slow = Modifier(path="attributes.speed", amount=-2, until=durations.as_long_as(HERO, "conditions", name))
        play.emit(HERO, ModifierApplied(name="slow", modifier=slow))
        assert conditions.end(play, HERO, "prone", "got up") == 1

    assert [type(event) for event in events(end)][2:] == [ConditionEnded, ModifierLifted]


def test_only_the_conditions_from_a_source_end() -> None:
    def end(play: Play) -> tuple[int, bool]:
        conditions.gain(play, HERO, "marked", source="ana")
        conditions.gain(play, HERO, "marked", source="ben")
        return conditions.end(play, HERO, "marked", source="ana"), conditions.has(play, HERO, "marked")

    assert told(end) == (1, True)


def test_a_mark_supersedes_the_one_before() -> None:
    def mark(play: Play) -> list[str]:
        conditions.gain(play, HERO, "marked", source="ana")
        conditions.replace(play, HERO, "marked", source="ben")
        return [one.source for one in conditions.present(play, HERO, "marked").values()]

    assert told(mark) == ["ben"]


def test_a_change_sets_only_what_is_given() -> None:
    def change(play: Play) -> tuple[int, str, dict[str, Scalar]]:
        name = conditions.gain(play, HERO, "marked", level=1, title="Marked", penalty=2)
        conditions.change(play, HERO, name, level=4, data=MarkData(lasting=True))
        marked = play.character(HERO).conditions[name]
        return marked.level, marked.title, dict(marked.data)

    assert told(change) == (4, "Marked", {"penalty": 2, "lasting": True})


def in_fight() -> Table:
    return Table().with_fight(("ramjet", 10), ("goblin", 5))


def test_until_the_end_of_the_next_turn_lets_the_end_of_the_own_turn_go_by() -> None:
    table = in_fight()
    acting, waiting = table.ref("ramjet"), table.ref("goblin")
    encounter = table.ref("fight")
    assert told(lambda play: durations.end_of_next_turn(play, acting), table, encounter=encounter) == AtMoment(
        moment="turn_end", subject=acting, passing=1
    )
    assert told(lambda play: durations.end_of_next_turn(play, waiting), table, encounter=encounter) == AtMoment(
        moment="turn_end", subject=waiting
    )


def test_what_lasts_until_the_end_of_the_next_turn_outlives_this_one() -> None:
    table = in_fight()
    who = table.ref("ramjet")

    def two_turns(play: Play) -> list[bool]:
        conditions.gain(play, who, "dazed", until=durations.end_of_next_turn(play, who))
        dazed = []
        for _ in range(2):
            come(play, "turn_end", who)
            dazed.append(conditions.has(play, who, "dazed"))
        return dazed

    assert told(two_turns, table, encounter=table.ref("fight")) == [True, False]


@pytest.mark.parametrize("cursed", [False, True])
def test_a_save_at_the_end_of_a_turn_ends_a_condition(cursed: bool) -> None:
    def turn_ends(play: Play) -> bool:
        if cursed:
            conditions.gain(play, HERO, "cursed")
        conditions.gain(play, HERO, "poisoned", until=durations.save_ends(HERO))
        come(play, "turn_end", HERO)
        return conditions.has(play, HERO, "poisoned")

    assert told(turn_ends) is cursed


def test_anchors_say_how_long_something_lasts() -> None:
    table = in_fight()
    encounter = table.ref("fight")
    assert durations.end_of_turn("character/a") == AtMoment(moment="turn_end", subject="character/a")
    assert durations.next_turn("character/a") == AtMoment(moment="turn_start", subject="character/a")
    assert durations.save_ends("character/a", "will", 15) == UntilSaved(
        moment="turn_end", subject="character/a", save="will", target=15
    )
    assert durations.as_long_as("character/a", "wounds", "cut") == WhilePresent(path="character/a.wounds.cut")
    assert told(lambda play: durations.seconds(play, 60), table) == UntilTime(at=60)
    assert told(durations.fight_ends, table, encounter=encounter) == UntilEncounterEnds(encounter=encounter)
    assert told(durations.fight_ends, table) is None


def test_the_first_of_several_anchors_is_one_anchor() -> None:
    turn, time, fight = AtMoment(moment="dawn"), UntilTime(at=5), UntilEncounterEnds(encounter="encounter/f")
    assert durations.first_of(turn, None, UntilFirst(of=(time, fight))) == UntilFirst(of=(turn, time, fight))
    assert durations.first_of(None, time) == time
    assert durations.first_of(None) is None


def test_everybody_is_present_where_nobody_fights() -> None:
    table = in_fight().with_hero("Pearl")
    everybody = {table.ref(who) for who in ("ramjet", "goblin", "pearl")}
    assert set(told(turns.present, table)) == everybody
    assert set(told(turns.present, table, encounter=table.ref("fight"))) == everybody - {table.ref("pearl")}
