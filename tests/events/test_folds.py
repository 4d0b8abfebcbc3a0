"""What events do to state: each to its own instance, whatever game it comes from."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.aggregates import (
    KINDS,
    SHARED,
    Aggregate,
    Slot,
    UnknownComponent,
    begin,
    components_of,
    decode_state,
    encode_state,
    evolve,
    fold,
    replay,
)
from domain.vocabulary import COMPONENTS
from domain.vocabulary.anchors import AnyAnchor
from domain.vocabulary.base import BrokenHistory, Event, EventCategory, Instance
from domain.vocabulary.bodies import Wound, WoundChanged, WoundClosed, WoundSuffered
from domain.vocabulary.groups import Follower, FollowerChanged, FollowerGained
from domain.vocabulary.holdings import Item, ItemWorn
from domain.vocabulary.intelligence import Cell, CellShared, CellUnlocked
from domain.vocabulary.log import LogEntry, Noted
from domain.vocabulary.profile import Profile, ProfileChanged
from domain.vocabulary.revision import Corrected
from domain.vocabulary.turns import BudgetSpent, TurnEntry
from domain.vocabulary.undertakings import Use, UseCounted, UseOpened
from domain.vocabulary.values import (
    Attribute,
    DamageTaken,
    PointGained,
    PointSpent,
    Track,
    TrackClosed,
    TrackOpened,
    TrackSet,
)
from tests.events.strategies import CHANGES, EVERY_EVENT, events, instances

A_FEW = settings(max_examples=4)
"""Enough for a claim about each one of many classes."""

LOGGED = [kind for kind in EVERY_EVENT if issubclass(kind, LogEntry)]


def holder(component: str) -> Aggregate:
    """A new aggregate of a kind that holds this component."""
    kind = next(kind for kind, aggregate in KINDS.items() if component in components_of(aggregate))
    return begin(f"{kind}/1")


def fits(event: Event, instance: Instance | None) -> bool:
    try:
        COMPONENTS[event.component].evolve(instance, event)
    except BrokenHistory:
        return False
    return True


def took(aggregate: Aggregate, event: Event) -> bool:
    """Whether an event could be applied, which it then is."""
    try:
        evolve(aggregate, event)
    except BrokenHistory:
        return False
    return True


def changes(component: str) -> st.SearchStrategy[Event]:
    """Events of every class that changes an instance of this component."""
    return st.one_of([events(kind, "own") for kind in CHANGES if kind.component == component])


def peopled(data: st.DataObject, event: Event) -> Aggregate:
    """An aggregate that the event fits, with another instance beside the one it changes and one of another component."""
    aggregate = holder(event.component)
    here = aggregate.instances(event.component)
    here["other"] = data.draw(instances(event.component))
    aggregate.attributes["bystander"] = Attribute(base=1)
    if not fits(event, None):
        here[event.name] = data.draw(instances(event.component))
    return aggregate


def slots(aggregate: Aggregate) -> dict[Slot, Instance]:
    """Every instance by its slot."""
    return {
        Slot(component, name): instance
        for component in components_of(type(aggregate))
        for name, instance in aggregate.instances(component).items()
    }


def hero(**tracks: int) -> Aggregate:
    return fold("character/1", [opened(name, current) for name, current in tracks.items()])


def opened(name: str, current: int) -> TrackOpened:
    return TrackOpened(name=name, track=Track(current=current))


def corrected(**values: object) -> Corrected:
    raw = {slot.replace("__", "."): msgspec.Raw(msgspec.json.encode(value)) for slot, value in values.items()}
    return Corrected(name="self", revision=9, values=raw)


class TestFamilies:
    def test_every_component_of_every_event_has_a_fold(self) -> None:
        assert {kind.component for kind in CHANGES} == COMPONENTS.keys()

    def test_no_component_is_declared_twice(self) -> None:
        assert sum(len(component.events) for component in COMPONENTS.values()) == len(CHANGES)

    @pytest.mark.parametrize("component", COMPONENTS)
    def test_the_events_of_a_component_change_that_component(self, component: str) -> None:
        assert {event.component for event in COMPONENTS[component].events} == {component}

    @pytest.mark.parametrize("component", COMPONENTS)
    def test_every_kind_of_aggregate_holds_a_component_or_only_one_does(self, component: str) -> None:
        holders = [kind for kind, aggregate in KINDS.items() if component in components_of(aggregate)]
        assert len(holders) == (len(KINDS) if component in SHARED else 1)

    @pytest.mark.parametrize("component", COMPONENTS)
    def test_a_field_that_holds_an_anchor_is_declared_as_the_anchor_of_its_component(self, component: str) -> None:
        fields = msgspec.structs.fields(COMPONENTS[component].instance)
        assert [f.name for f in fields if f.type == AnyAnchor | None] == [*filter(None, [COMPONENTS[component].anchor])]

    def test_the_instances_that_one_moment_ends_end_in_the_order_of_earlier_releases(self) -> None:
        order = ["modifiers", "conditions", "links", "intents", "cards", "tasks", "uses", "zones", "followers"]
        assert [name for name, component in COMPONENTS.items() if component.anchor] == order

    @pytest.mark.parametrize("kind", KINDS)
    def test_every_field_of_an_aggregate_is_a_component(self, kind: str) -> None:
        assert set(KINDS[kind].__struct_fields__) - set(components_of(KINDS[kind])) == {"ref", "version"}

    @pytest.mark.parametrize(("kind", "component"), [("character", "order"), ("encounter", "grids"), ("enclave", "x")])
    def test_an_aggregate_has_no_component_of_another_kind(self, kind: str, component: str) -> None:
        with pytest.raises(UnknownComponent, match=f"a {kind} has no component '{component}'"):
            begin(f"{kind}/1").instances(component)

    def test_an_event_of_another_kind_of_aggregate_changes_nothing(self) -> None:
        aggregate = hero(hp=9)
        with pytest.raises(UnknownComponent):
            evolve(aggregate, BudgetSpent(name="1", budget="actions"))
        assert encode_state(aggregate) == encode_state(hero(hp=9))


def test_bug_a_word_read_from_an_event_is_stored_like_the_same_word_out_of_a_rule() -> None:
    gained = FollowerGained(name="tern", follower=Follower(kind="scout", state="tapped"))
    back = FollowerChanged(name="tern", state="ready")
    read = msgspec.json.decode(msgspec.json.encode(back), type=FollowerChanged)
    assert encode_state(fold("enclave/1", [gained, read])) == encode_state(fold("enclave/1", [gained, back]))


@pytest.mark.parametrize("kind", CHANGES)
class TestEachClass:
    @A_FEW
    @given(data=st.data())
    def test_an_event_either_begins_an_instance_or_needs_one(self, kind: type[Event], data: st.DataObject) -> None:
        event = data.draw(events(kind))
        assert fits(event, None) != fits(event, data.draw(instances(kind.component)))

    @A_FEW
    @given(data=st.data())
    def test_an_event_changes_its_own_instance_and_no_other(self, kind: type[Event], data: st.DataObject) -> None:
        event = data.draw(events(kind, "own"))
        aggregate = peopled(data, event)
        before = slots(aggregate.copy())
        evolve(aggregate, event)
        own = Slot(kind.component, "own")
        assert {**slots(aggregate), own: None} == {**before, own: None}

    @A_FEW
    @given(data=st.data())
    def test_bug_an_event_that_does_not_fit_was_counted(self, kind: type[Event], data: st.DataObject) -> None:
        event = data.draw(events(kind, "own"))
        aggregate = holder(kind.component)
        if fits(event, None):
            aggregate.instances(kind.component)["own"] = data.draw(instances(kind.component))
        before = encode_state(aggregate)
        with pytest.raises(BrokenHistory, match=f"{kind.__name__} on {kind.component}.own"):
            evolve(aggregate, event)
        assert encode_state(aggregate) == before

    def test_an_event_says_what_it_is_about(self, kind: type[Event]) -> None:
        assert isinstance(kind.kind, EventCategory)


@pytest.mark.parametrize("component", COMPONENTS)
class TestEachComponent:
    @A_FEW
    @given(data=st.data())
    def test_an_event_counts_once(self, component: str, data: st.DataObject) -> None:
        event = data.draw(changes(component))
        aggregate = peopled(data, event)
        evolve(aggregate, event)
        assert aggregate.version == 1

    @A_FEW
    @given(data=st.data())
    def test_the_state_an_event_leaves_comes_back_from_its_bytes(self, component: str, data: st.DataObject) -> None:
        event = data.draw(changes(component))
        aggregate = peopled(data, event)
        evolve(aggregate, event)
        body = encode_state(aggregate)
        assert encode_state(decode_state(aggregate.ref, body)) == body


class TestManyAtOnce:
    @given(st.data())
    def test_many_events_at_once_leave_what_they_leave_one_by_one(self, data: st.DataObject) -> None:
        correction = Corrected(name="self", revision=9, values={"tracks.own": msgspec.Raw(b'{"current":3}')})
        kinds = [kind for kind in EVERY_EVENT if kind.component in (*SHARED, "log")]
        drawn = st.lists(st.just(correction) | st.sampled_from(kinds).flatmap(lambda kind: events(kind, "own")))
        one_by_one = begin("character/1")
        batch = [event for event in data.draw(drawn) if took(one_by_one, event)]
        assert encode_state(fold("character/1", batch)) == encode_state(one_by_one)

    def test_many_events_at_once_go_on_from_a_state(self) -> None:
        aggregate = hero(hp=5)
        replay(aggregate, [PointSpent(name="hp", amount=1), Noted(name="aside"), PointSpent(name="hp", amount=1)])
        assert (aggregate.tracks["hp"].current, aggregate.version) == (3, 4)

    def test_one_that_does_not_fit_is_told(self) -> None:
        with pytest.raises(BrokenHistory, match="no such instance"):
            replay(hero(hp=5), [PointSpent(name="hp", amount=1), PointSpent(name="mp", amount=1)])


class TestBrokenHistory:
    def test_what_is_not_there_cannot_be_changed(self) -> None:
        with pytest.raises(BrokenHistory, match=r"PointSpent on tracks.hp: there is no such instance"):
            evolve(begin("character/1"), PointSpent(name="hp", amount=1))

    def test_what_is_not_there_cannot_end(self) -> None:
        with pytest.raises(BrokenHistory, match="no such instance"):
            evolve(hero(hp=1), TrackClosed(name="mp"))

    def test_what_is_there_cannot_begin(self) -> None:
        with pytest.raises(BrokenHistory, match=r"tracks.hp: an instance of that name exists already"):
            evolve(hero(hp=1), opened("hp", 1))

    def test_what_has_ended_may_begin_again(self) -> None:
        aggregate = fold("character/1", [opened("hp", 1), TrackClosed(name="hp"), opened("hp", 5)])
        assert aggregate.tracks == {"hp": Track(current=5)}

    def test_the_event_that_did_not_fit_is_named(self) -> None:
        event = WoundClosed(name="cut")
        with pytest.raises(BrokenHistory) as broken:
            evolve(begin("character/1"), event)
        assert broken.value.event is event


class TestChanges:
    @given(st.integers(-100, 100), st.integers(-100, 100))
    def test_deltas_add_up_in_any_order(self, one: int, other: int) -> None:
        deltas: list[Event] = [PointGained(name="hp", amount=one), DamageTaken(name="hp", amount=other)]
        state = fold("character/1", [opened("hp", 5), *deltas])
        assert encode_state(state) == encode_state(fold("character/1", [opened("hp", 5), *reversed(deltas)]))
        assert state.tracks["hp"].current == 5 + one - other

    def test_a_fold_never_clamps(self) -> None:
        track = Track(current=1, minimum=0, maximum=2)
        start = TrackOpened(name="hp", track=track)
        currents = [
            fold("character/1", [start, event]).tracks["hp"].current
            for event in (PointSpent(name="hp", amount=9), PointGained(name="hp", amount=9))
        ]
        assert currents == [-8, 10]

    @given(st.sampled_from([kind for kind in CHANGES if kind.__name__.endswith("Changed")]), st.data())
    def test_what_an_event_does_not_set_stays(self, kind: type[Event], data: st.DataObject) -> None:
        instance = data.draw(instances(kind.component))
        assert COMPONENTS[kind.component].evolve(instance, kind(name="own")) == instance

    def test_a_field_may_be_set_to_nothing(self) -> None:
        start = TrackOpened(name="hp", track=Track(current=1, maximum=9))
        assert fold("character/1", [start, TrackSet(name="hp", maximum=None)]).tracks["hp"].maximum is None

    def test_data_is_merged_by_key_and_null_takes_a_key_away(self) -> None:
        wound = WoundSuffered(name="cut", wound=Wound(severity="lesser", data={"a": 1, "b": 2}))
        changed = WoundChanged(name="cut", data={"b": None, "c": 3})
        assert fold("character/1", [wound, changed]).wounds["cut"].data == {"a": 1, "c": 3}

    def test_fields_whose_names_an_event_needs_itself_are_set_by_their_other_names(self) -> None:
        before = Profile(handle="ada", name="Ada")
        changed = ProfileChanged(name="self", called="Ada II", of_kind="ghost", shown_to="gm")
        after = COMPONENTS["profile"].evolve(before, changed)
        assert (after.name, after.kind, after.audience, after.handle) == ("Ada II", "ghost", "gm", "ada")

    def test_a_track_of_a_thing_begins_at_nothing(self) -> None:
        worn = COMPONENTS["items"].evolve(Item(what="vest"), ItemWorn(name="vest", track="wear", amount=2))
        assert worn.tracks == {"wear": 2}

    def test_a_budget_is_spent_from_and_comes_back(self) -> None:
        turn = TurnEntry(budget={"actions": 3})
        spent = COMPONENTS["order"].evolve(turn, BudgetSpent(name="1", budget="actions", amount=2))
        back = COMPONENTS["order"].evolve(spent, BudgetSpent(name="1", budget="actions", amount=-2))
        assert (spent.budget, back) == ({"actions": 1}, turn)

    def test_who_knows_a_cell_is_listed_once(self) -> None:
        cell = Cell(grid="g", row=1, column=1, known_by=("a",))
        opened_by = COMPONENTS["cells"].evolve(cell, CellUnlocked(name="g/1/1", by=("b", "a")))
        shared = COMPONENTS["cells"].evolve(opened_by, CellShared(name="g/1/1", to=("b", "c")))
        assert (shared.state, shared.known_by) == ("open", ("a", "b", "c"))

    def test_a_use_remembers_when_and_what_came_up(self) -> None:
        counted = [UseCounted(name="luck", at=5, value=3), UseCounted(name="luck"), UseCounted(name="luck", value=6)]
        use = fold("character/1", [UseOpened(name="luck", use=Use(what="luck")), *counted]).uses["luck"]
        assert (use.count, use.last, use.seen) == (3, 5, (3, 6))


class TestWhatIsLogged:
    @pytest.mark.parametrize("kind", LOGGED)
    @A_FEW
    @given(data=st.data())
    def test_a_logged_event_changes_only_the_count(self, kind: type[Event], data: st.DataObject) -> None:
        aggregate = hero(hp=9)
        evolve(aggregate, data.draw(events(kind)))
        assert (slots(aggregate), aggregate.version) == (slots(hero(hp=9)), 2)


class TestCorrections:
    def test_a_correction_sets_several_instances_to_what_they_now_are(self) -> None:
        aggregate = hero(hp=9, mp=3, xp=1)
        evolve(aggregate, corrected(tracks__hp=Track(current=1), tracks__mp=None, wounds__cut=Wound(severity="lesser")))
        assert aggregate.tracks == {"hp": Track(current=1), "xp": Track(current=1)}
        assert aggregate.wounds == {"cut": Wound(severity="lesser")}

    def test_a_correction_counts_once(self) -> None:
        aggregate = hero(hp=9)
        evolve(aggregate, corrected(tracks__hp=None, tracks__mp=None))
        assert aggregate.version == 2

    def test_an_instance_may_be_corrected_away_twice(self) -> None:
        aggregate = hero()
        evolve(aggregate, corrected(tracks__hp=None))
        assert slots(aggregate) == {}

    @given(
        st.dictionaries(st.sampled_from("abc"), st.integers(0, 9)),
        st.dictionaries(st.sampled_from("abc"), st.integers(0, 9)),
    )
    def test_a_correction_leads_from_any_state_to_any_other(self, old: dict[str, int], new: dict[str, int]) -> None:
        aggregate, wanted = hero(**old), hero(**new)
        names = old.keys() | new.keys()
        evolve(aggregate, corrected(**{f"tracks__{name}": wanted.tracks.get(name) for name in names}))
        assert slots(aggregate) == slots(wanted)

    @pytest.mark.parametrize("value", [{"current": "nine"}, {}, [], 1])
    def test_a_correction_to_what_is_no_such_instance_is_told(self, value: object) -> None:
        with pytest.raises(msgspec.ValidationError):
            evolve(hero(hp=9), corrected(tracks__hp=value))


class TestCopies:
    def test_a_copy_goes_its_own_way(self) -> None:
        aggregate = hero(hp=9)
        twin = aggregate.copy()
        evolve(twin, PointSpent(name="hp", amount=1))
        assert (aggregate.tracks["hp"].current, twin.tracks["hp"].current) == (9, 8)
