"""Which paths a change of one instance writes: just those at which somebody who looks sees something else."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.aggregates import SHARED, Aggregate, begin
from domain.paths import Path, anchored, collection, parse, written
from domain.play.reading import TrackedMapping, TrackedReads
from domain.play.refusals import Absent
from domain.vocabulary import COMPONENTS
from domain.vocabulary.anchors import AtMoment, UntilSceneEnds, UntilTime
from domain.vocabulary.base import Instance
from domain.vocabulary.bodies import Condition, Wound
from domain.vocabulary.profile import Profile
from domain.vocabulary.values import Track
from tests.events.strategies import instances

REF = "character/1"
AT = f"{REF}.conditions.own"

FAMILY = st.sampled_from(sorted(COMPONENTS))
Pair = tuple[str, Instance | None, Instance | None]


@st.composite
def pairs(draw: st.DrawFn, *, both: bool = False) -> Pair:
    """A component and two states of one of its instances, which share about half of their fields."""
    component = draw(FAMILY)
    absent = st.nothing() if both else st.none()
    before, other = draw(absent | instances(component)), draw(absent | instances(component))
    if before is None or other is None:
        return component, before, other
    kept = draw(st.sets(st.sampled_from(before.__struct_fields__)))
    return component, before, msgspec.structs.replace(other, **{field: getattr(before, field) for field in kept})


def of_condition(before: Condition | None, after: Condition | None) -> set[str]:
    """The paths written, without what they have in common."""
    return {path.removeprefix(f"{AT}.") for path in written(REF, "conditions", "own", before, after)}


class TestParsing:
    @pytest.mark.parametrize(
        ("text", "parts"),
        [
            ("character/3", ("character/3",)),
            ("character/3.tracks", ("character/3", "tracks")),
            ("character/3.tracks.hp", ("character/3", "tracks", "hp")),
            ("character/3.tracks.hp.current", ("character/3", "tracks", "hp", "current")),
            ("character/3.items.vest.data.colour", ("character/3", "items", "vest", "data", "colour")),
            ("character/3.items.vest.data.of.all", ("character/3", "items", "vest", "data", "of.all")),
            ("campaign/self.anchored.*:time", ("campaign/self", "anchored", "*:time")),
        ],
    )
    def test_a_path_has_up_to_five_parts(self, text: str, parts: tuple[str, ...]) -> None:
        assert (parse(text), str(parse(text))) == (Path(*parts), text)

    @pytest.mark.parametrize("text", ["", "tracks.hp", "character/3.", "character/3..hp", ".tracks", "hp"])
    def test_what_is_no_path_is_told_what_one_looks_like(self, text: str) -> None:
        with pytest.raises(ValueError, match=r"looks like character/3\.tracks\.hp\.current"):
            parse(text)

    def test_a_collection_is_a_path_and_so_is_a_part_of_it(self) -> None:
        paths = collection(REF, "wounds"), collection(REF, "wounds", "arm/left")
        assert paths == ("character/1.wounds.*", "character/1.wounds.*:arm/left")


class TestLaws:
    @given(pairs())
    def test_no_path_is_written_where_two_states_are_equal(self, pair: Pair) -> None:
        component, before, _ = pair
        assert written(REF, component, "own", before, before) == set()

    @given(pairs())
    def test_there_and_back_write_the_same(self, pair: Pair) -> None:
        component, before, after = pair
        assert written(REF, component, "own", before, after) == written(REF, component, "own", after, before)

    @given(FAMILY, st.data())
    def test_a_detour_writes_at_least_what_the_direct_way_does(self, component: str, data: st.DataObject) -> None:
        one, two, three = (data.draw(st.none() | instances(component)) for _ in range(3))
        detour = written(REF, component, "own", one, two) | written(REF, component, "own", two, three)
        assert written(REF, component, "own", one, three) <= detour

    @given(pairs(both=True))
    def test_a_field_is_written_where_it_differs_and_nowhere_else(self, pair: tuple[str, Instance, Instance]) -> None:
        component, before, after = pair
        paths = written(REF, component, "own", before, after)
        fields = {field for field in before.__struct_fields__ if f"{REF}.{component}.own.{field}" in paths}
        assert fields == {f for f in before.__struct_fields__ if getattr(before, f) != getattr(after, f)}

    @given(pairs(both=True))
    def test_an_instance_that_stays_writes_neither_its_existence_nor_its_collection(
        self, pair: tuple[str, Instance, Instance]
    ) -> None:
        component, before, after = pair
        paths = written(REF, component, "own", before, after)
        assert not paths & {REF, f"{REF}.{component}.own", collection(REF, component)}

    @given(FAMILY, st.data())
    def test_an_instance_that_comes_writes_all_it_has(self, component: str, data: st.DataObject) -> None:
        instance = data.draw(instances(component))
        at = f"{REF}.{component}.own"
        fields = {f"{at}.{field}" for field in instance.__struct_fields__}
        keys = {f"{at}.data.{key}" for key in instance.data}
        assert {at, collection(REF, component)} | fields | keys <= written(REF, component, "own", None, instance)


class TestExamples:
    def test_a_delta_writes_the_value_it_adds_to(self) -> None:
        before, after = Track(current=9, maximum=9), Track(current=7, maximum=9)
        assert written(REF, "tracks", "hp", before, after) == {f"{REF}.tracks.hp.current"}

    def test_the_existence_of_an_aggregate_is_that_of_its_profile(self) -> None:
        profile = Profile(handle="ada", name="Ada")
        assert REF in written(REF, "profile", "self", profile, None)
        assert REF not in written(REF, "tracks", "hp", Track(current=1), None)

    def test_data_is_written_key_by_key_and_as_a_whole(self) -> None:
        before, after = Condition(what="prone", data={"a": 1, "b": 2}), Condition(what="prone", data={"a": 1, "c": 3})
        assert of_condition(before, after) == {"data", "data.b", "data.c"}

    def test_bug_a_key_that_came_to_hold_nothing_was_taken_for_one_that_is_not_there(self) -> None:
        paths = of_condition(Condition(what="prone"), Condition(what="prone", data={"a": None}))
        assert paths == {"data", "data.a"}

    def test_a_wound_that_moves_writes_both_places(self) -> None:
        paths = written(REF, "wounds", "own", Wound(severity="1", slot="arm"), Wound(severity="1", slot="leg"))
        at = f"{REF}.wounds"
        assert paths == {f"{at}.own.slot", f"{at}.*:arm", f"{at}.*:leg"}

    def test_a_wound_that_changes_in_its_place_leaves_the_place_unwritten(self) -> None:
        paths = written(REF, "wounds", "own", Wound(severity="1", slot="arm"), Wound(severity="2", slot="arm"))
        assert paths == {f"{REF}.wounds.own.severity"}

    def test_what_hangs_elsewhere_writes_where_it_hung_and_where_it_hangs(self) -> None:
        turn = AtMoment(moment="turn-end", subject=REF)
        paths = of_condition(Condition(what="prone", until=turn), Condition(what="prone", until=UntilSceneEnds()))
        assert paths == {"until", anchored(f"turn-end@{REF}"), anchored(REF), anchored("scene")}

    def test_what_hangs_there_longer_hangs_there_still(self) -> None:
        paths = of_condition(
            Condition(what="prone", until=UntilTime(at=60)), Condition(what="prone", until=UntilTime(at=90))
        )
        assert paths == {"until"}

    def test_what_comes_hanging_somewhere_writes_that(self) -> None:
        assert anchored("time") in of_condition(None, Condition(what="prone", until=UntilTime(at=60)))


class Alone:
    """A world of one character with at most one instance of a component."""

    def __init__(self, component: str, instance: Instance | None) -> None:
        self.held = begin(REF)
        self.held.profile["self"] = Profile(handle="ada", name="Ada")
        if instance is not None:
            self.held.instances(component)["own"] = instance

    def aggregate(self, ref: str) -> Aggregate | None:
        return self.held if ref == REF else None


def seen(world: Alone, view: Callable[[TrackedReads], object]) -> tuple[object, set[str]]:
    """What a view of the world shows, and what was looked at for it."""
    reads: set[str] = set()
    try:
        return view(TrackedReads(world, reads)), reads
    except (Absent, KeyError) as missing:
        return type(missing), reads


def views(component: str, *instances: Instance | None) -> Iterator[Callable[[TrackedReads], object]]:
    """Everything a rule can look at that one of these instances has or lacks."""

    def through(look: TrackedReads) -> Any:
        return getattr(look.aggregate(REF), component)

    yield lambda look: "own" in through(look)
    yield lambda look: list(through(look))
    for instance in filter(None, instances):
        for field in instance.__struct_fields__:
            yield partial(lambda look, field: _plain(getattr(through(look)["own"], field)), field=field)
        for key in instance.data:
            yield partial(lambda look, key: through(look)["own"].data[key], key=key)
        if instance.narrowed_by:
            part = str(getattr(instance, instance.narrowed_by))
            yield partial(lambda look, part: list(look.where(REF, component, part)), part=part)


def _plain(value: object) -> object:
    return dict(value) if isinstance(value, TrackedMapping) else value


@given(pairs().filter(lambda pair: pair[0] in SHARED and pair[0] != "profile"))
def test_a_view_that_differs_has_looked_at_a_path_that_is_written(
    pair: Pair,
) -> None:
    component, before, after = pair
    paths = written(REF, component, "own", before, after)
    for view in views(component, before, after):
        (now, reads), (then, _) = seen(Alone(component, before), view), seen(Alone(component, after), view)
        assert now == then or reads & paths
