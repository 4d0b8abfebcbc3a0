"""What is written down stands in deeds, at times that rise."""

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from api.imports.avrae.retelling.deeds import in_deeds, rising
from api.imports.avrae.story.happenings import BotSaid, CombatantJoined, EffectAdded, Happening, Said, StateSeen
from tests.imports.avrae.recordings import only, told


def doings(happenings: Iterable[Happening]) -> list[int]:
    """The interactions in the order in which something was done by them, each run of one once."""
    done = [h.source.interaction for h in happenings if not isinstance(h, Said | BotSaid | StateSeen)]
    asked = [each for each in done if each is not None]
    return [one for one, before in zip(asked, [None, *asked], strict=False) if one != before]


def test_every_deed_is_in_one_piece() -> None:
    runs = doings(in_deeds(told().happenings))
    assert len(runs) == len(set(runs))


def test_a_combatant_who_waited_to_join_asks_right_before_joining() -> None:
    ordered = in_deeds(told().happenings)
    for joined in only(CombatantJoined, ordered):
        before = ordered[ordered.index(joined) - 1]
        assert isinstance(before, Said)
        assert before.source.interaction == joined.source.interaction


def test_no_happening_is_lost_and_no_state_comes_too_early() -> None:
    ordered = in_deeds(told().happenings)
    assert sorted(map(id, ordered)) == sorted(map(id, told().happenings))
    assert only(StateSeen, ordered) == only(StateSeen, told().happenings)


def test_a_parent_that_only_the_state_shows_comes_before_its_children() -> None:
    effects = only(EffectAdded, in_deeds(told().happenings))
    known: set[str] = set()
    for each in effects:
        assert each.effect.parent is None or each.effect.parent.effect_id in known
        known.add(each.effect.id)


def test_one_wrong_time_moves_no_other() -> None:
    assert rising([1, 2, 99, 3, 0, 4]) == [1, 2, 2, 3, 3, 4]


def test_a_time_that_no_calendar_has_is_not_used() -> None:
    assert rising([float("inf"), 5, 1e20, -3, 6]) == [5, 5, 5, 5, 6]


@given(st.lists(st.floats(0, 1e9)))
def test_times_rise(times: list[float]) -> None:
    risen = rising(times)
    assert (risen == sorted(risen), len(risen)) == (True, len(times))
    assert times != sorted(times) or risen == times
