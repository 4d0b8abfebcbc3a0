"""What holds of followers whatever happens to them, and to the past."""

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.play.refusals import Refused
from tests.games.weaverdice.following import Following

Happening = tuple[str, str]

TYPES = st.sampled_from(["journalist", "fan"])
HAPPENINGS = st.lists(st.tuples(st.sampled_from(["follow", "tap", "lose", "phase"]), TYPES), max_size=10)


def live(table: Following, happenings: list[Happening]) -> list[int]:
    """Let these things happen one after the other, as far as they can; their entries."""
    entries = []
    for word, type in happenings:
        try:
            match word:
                case "follow":
                    entries.append(table.follow(type))
                case "tap":
                    entries.append(table.play("call_in_favor", who="outage", follower=type, favor="A word"))
                case "lose":
                    entries.append(table.play("lose_follower", who="outage", follower=type))
                case _:
                    entries.append(table.phase())
        except Refused:
            continue
    return entries


def ready(table: Following, type: str) -> int:
    return table.states(type).count("ready")


@settings(max_examples=25, deadline=None)
@given(HAPPENINGS)
def test_six_of_those_who_are_ready_are_good_for_something(happenings: list[Happening]) -> None:
    table = Following(social=9)
    live(table, happenings)
    fans, journalists = min(6, ready(table, "fan")), min(6, ready(table, "journalist"))
    values = table.value("outage", "limits.reputation"), table.value("outage", "scores.keeping")
    assert values == (9 + fans // 2, journalists)


@settings(max_examples=25, deadline=None)
@given(HAPPENINGS)
def test_a_whole_phase_later_everybody_is_ready(happenings: list[Happening]) -> None:
    table = Following(social=9)
    live(table, happenings)
    table.phase()
    assert "tapped" not in table.states()


@settings(max_examples=25, deadline=None)
@given(HAPPENINGS)
def test_in_a_phase_fans_lend_what_those_who_are_ready_do(happenings: list[Happening]) -> None:
    table = Following(social=9)
    live(table, happenings)
    before = len(table.cards())
    table.play("open_downtime")
    assert (before, len(table.cards())) == (0, min(6, ready(table, "fan")))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 6), st.integers(0, 3))
def test_after_the_next_phase_nobody_is_beyond_the_cap(count: int, social: int) -> None:
    table = Following(social)
    table.follow("fan", count) if count else None
    table.phase()
    assert (len(table.states()), table.conditions("outage")) == (min(count, 2 * social), [])


@settings(max_examples=20, deadline=None)
@given(HAPPENINGS.filter(bool), st.data())
def test_without_one_of_them_the_rest_is_as_if_it_had_never_been(
    happenings: list[Happening], data: st.DataObject
) -> None:
    table = Following(social=9)
    entries = live(table, happenings)
    if entries:
        table.undo(data.draw(st.sampled_from(entries)), policy="cascade")
    assert table.value("outage", "scores.keeping") == min(6, ready(table, "journalist"))
