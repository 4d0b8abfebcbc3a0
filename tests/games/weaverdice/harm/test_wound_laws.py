"""What holds of wounds whatever happens: tracks that only grow worse, and points that are spread without remainder."""

from hypothesis import given, settings
from hypothesis import strategies as st

from systems.weaverdice.harm.wound_effects_stats import evenly, read
from systems.weaverdice.harm.wounds import TIERS
from tests.games.weaverdice.hurting import Arena

LIMITS = st.dictionaries(st.sampled_from(["brawn", "wits", "social", "guts"]), st.integers(0, 6), min_size=1)


def severities(table: Arena) -> list[int]:
    """The tiers on the track, 1 to 3, from the worst down."""
    return sorted((TIERS.index(wound.severity) + 1 for wound in table.sheet("tank").wounds.values()), reverse=True)


@settings(max_examples=20, deadline=None)
@given(st.lists(st.sampled_from(TIERS[:2]), min_size=1, max_size=6))
def test_no_wound_makes_a_track_milder(tiers: list[str]) -> None:
    table = Arena(guts=5)
    for tier in tiers:
        before, due = severities(table), len(severities(table)) >= 4
        table.scratch(tier, *([6] if due else []))
        assert all(now >= then for now, then in zip(severities(table), before, strict=False))


@settings(max_examples=20, deadline=None)
@given(st.lists(st.sampled_from(TIERS[:2]), min_size=1, max_size=6))
def test_with_a_slot_free_each_wound_has_one_of_its_own(tiers: list[str]) -> None:
    table = Arena(guts=9)
    for tier in tiers:
        table.scratch(tier)
    assert table.wounds("tank") == [f"body/{number}: {tier}" for number, tier in enumerate(tiers, start=1)]


@given(LIMITS, st.integers(1, 20))
def test_points_are_spread_whole_and_within_what_there_is(limits: dict[str, int], points: int) -> None:
    points = min(points, sum(limits.values()))
    taken = evenly(points, limits)
    assert sum(taken.values()) == points
    assert all(number <= limits[stat] for stat, number in taken.items())


@given(LIMITS, st.integers(1, 20))
def test_the_default_is_an_answer_that_says_itself(limits: dict[str, int], points: int) -> None:
    taken = evenly(min(points, sum(limits.values())), limits)
    words = ", ".join(f"{stat} {number}" for stat, number in taken.items())
    assert not taken or read(words, sum(taken.values()), limits) == taken


@settings(max_examples=12, deadline=None)
@given(st.lists(st.sampled_from(["cut", "bash", "burn", "shock"]), min_size=1, max_size=5))
def test_all_hits_are_undone_and_done_again(types: list[str]) -> None:
    table = Arena(dice="server")
    table.check_undo(*[table.hit("lesser", type) for type in types])


@settings(max_examples=12, deadline=None)
@given(st.lists(st.sampled_from(["cut", "bash", "burn", "shock"]), min_size=2, max_size=5), st.data())
def test_without_one_of_them_it_is_as_if_it_had_never_been(types: list[str], data: st.DataObject) -> None:
    table = Arena(dice="server")
    entries = [table.hit("lesser", type) for type in types]
    table.undo(data.draw(st.sampled_from(entries)))
    assert len([wound for wound in table.wounds("tank") if "body/1:" in wound]) == 1
