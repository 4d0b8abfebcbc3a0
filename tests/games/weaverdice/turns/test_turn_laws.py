"""What holds of turns whatever happens to their order."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.vocabulary.bodies import Condition, ConditionEnded, ConditionGained
from tests.games.weaverdice.fighting import Alley

CAPES = ("ramjet", "pearl", "stave", "lung", "oni")

CHANGES = st.one_of(
    st.just(("next",)),
    st.tuples(st.just("down"), st.sampled_from(CAPES)),
    st.tuples(st.just("delay"), st.sampled_from(CAPES)),
    st.tuples(st.just("before"), st.sampled_from(CAPES), st.sampled_from(CAPES)),
    st.just(("wait",)),
    st.tuples(st.just("now"), st.sampled_from(CAPES)),
    st.tuples(st.just("drop"), st.sampled_from(CAPES)),
    st.tuples(st.just("wake"), st.sampled_from(CAPES)),
)


def alley() -> Alley:
    """Five in a fight, with dots to spare."""
    table = Alley()
    for cape in CAPES:
        table.foe(cape, wits=9)
    speed: dict[str, Any] = {cape: 6 - number for number, cape in enumerate(CAPES)}
    table.begin(*CAPES[:3], against=CAPES[3:], **speed)
    return table


def happens(table: Alley, change: tuple[str, ...]) -> None:
    """One of the changes, where it can be."""
    match change:
        case ("next",):
            table.next()
        case ("down", who):
            table.play("shift_place", who=who, to="a place down")
        case ("delay", who):
            table.play("shift_place", who=who, to="behind the next foes")
        case ("before", who, other):
            table.play("shift_place", who=who, before=other)
        case ("wait",) if table.turn() and not table.sheet(table.turn()).conditions:
            table.play("wait", who=table.turn(), expects="a sound", response="run")
        case ("now", who) if table.sheet(who).intents and not table.sheet(who).conditions:
            table.play("act_now", who=who)
        case ("drop", who) if not table.sheet(who).conditions:
            table.let(who, ConditionGained(name="out", condition=Condition(what="unconscious")))
        case ("wake", who) if table.sheet(who).conditions:
            table.let(who, ConditionEnded(name="out"))


@settings(max_examples=40, deadline=None)
@given(st.lists(CHANGES, max_size=14))
def test_no_two_act_at_once_nor_have_the_same_place(changes: list[tuple[str, ...]]) -> None:
    table = alley()
    for change in changes:
        happens(table, change)
        order = table.fight("alley").order.values()
        assert len({(place.initiative, place.tiebreak) for place in order}) == len(CAPES)
        assert len(table.turn().split()) <= 1


@settings(max_examples=40, deadline=None)
@given(st.lists(CHANGES, max_size=14))
def test_nobody_s_turn_ends_twice_in_a_round(changes: list[tuple[str, ...]]) -> None:
    table = alley()
    ended: set[tuple[int, str]] = set()
    for change in [*changes, ("next",), ("next",)]:
        before = table.round(), table.turn()
        happens(table, change)
        if change == ("next",) and before[1]:
            assert before not in ended
            ended.add(before)


@settings(max_examples=20, deadline=None)
@given(st.lists(CHANGES, max_size=10))
def test_in_a_whole_round_everyone_able_acts_once_in_order(changes: list[tuple[str, ...]]) -> None:
    table = alley()
    for change in changes:
        happens(table, change)
    now = table.round()
    while table.round() < now + 1:
        table.next()
    able = [cape for cape in table.order() if not table.sheet(cape).conditions]
    seen = []
    while table.round() == now + 1 and table.turn():
        seen.append(table.turn())
        table.next()
    assert seen == able
