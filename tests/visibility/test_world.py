"""What points at something hidden is hidden with it, and named nowhere."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.aggregates import Aggregate, Slot, begin, components_of
from domain.visibility.audience import GM
from domain.visibility.state import HIDDEN
from domain.visibility.wording import SOMEBODY
from domain.visibility.world import VisibleWorld
from domain.vocabulary import COMPONENTS, EVENTS
from domain.vocabulary.anchors import WhilePresent
from domain.vocabulary.base import Event
from domain.vocabulary.bodies import Condition, ConditionEnded, ConditionGained
from domain.vocabulary.catalogue import Handle, HandleFreed, HandleGiven
from domain.vocabulary.expressions import ValueOf
from domain.vocabulary.groups import Membership
from domain.vocabulary.holdings import Item
from domain.vocabulary.intelligence import Cell
from domain.vocabulary.log import Contribution, Judged, Rolled
from domain.vocabulary.maps import Area, Moved, Position, Zone, ZoneClosed
from domain.vocabulary.revision import Corrected
from domain.vocabulary.turns import Pace, TurnEntered, TurnEntry, TurnLeft, TurnPassed
from domain.vocabulary.undertakings import Link, Use
from domain.vocabulary.values import Formula, Modifier, PointSpent, Track, TrackOpened
from tests.visibility.marked import (
    EVERYBODY,
    MARKER,
    PLAYER,
    Worlds,
    creature,
    expect_no_secret,
    full_of_secrets,
    json_of,
    marked,
)

HERO, SPY, FIGHT, DEN = "character/hero", f"character/{MARKER}", "encounter/fight", "enclave/den"


def spy() -> Aggregate:
    return creature(SPY, audience="gm")


def seen(*aggregates: Aggregate, viewer: Any = PLAYER) -> VisibleWorld:
    return VisibleWorld(Worlds(*aggregates, spy()), viewer)


def holding(ref: str, **components: dict[str, Any]) -> Aggregate:
    aggregate = creature(ref) if not ref.startswith("campaign") else begin(ref)
    for component, instances in components.items():
        setattr(aggregate, component, instances)
    return aggregate


POINTING = [
    holding(HERO, links={"mark": Link(kind="mark", to=SPY)}),
    holding(FIGHT, order={MARKER: TurnEntry(subject=SPY)}, positions={MARKER: Position()}),
    holding(FIGHT, positions={"here": Position(subject=SPY)}),
    holding(FIGHT, order={MARKER: TurnEntry(subject=SPY)}, pace={"now": Pace(active=(MARKER,))}),
    holding(FIGHT, order={"gang": TurnEntry(members=(SPY,))}),
    holding(FIGHT, areas={MARKER: Area(audience="gm"), "yard": Area(borders=(MARKER,))}),
    holding(FIGHT, areas={MARKER: Area(audience="gm")}, positions={"hero": Position(area=MARKER)}),
    holding(DEN, members={MARKER: Membership(character=SPY)}),
    holding(DEN, cells={"x/0/0": Cell(grid="x", row=0, column=0, known_by=(SPY,))}),
    holding("campaign/self", handles={MARKER: Handle(ref=SPY, kind="character", folded=MARKER)}),
    holding(
        HERO,
        tracks={MARKER: Track(current=1, audience="gm")},
        modifiers={"m": Modifier(path=f"tracks.{MARKER}.maximum")},
    ),
    holding(HERO, formulas={"f": Formula(path="defense.ac", expression=ValueOf(path="attributes.guts", of=SPY))}),
    holding(
        HERO,
        tracks={MARKER: Track(current=1, audience="gm")},
        formulas={"f": Formula(path="defense.ac", expression=ValueOf(path=f"tracks.{MARKER}.current"))},
    ),
    holding(
        HERO, items={MARKER: Item(what="box", audience="gm"), "gem": Item(what="gem", location=f"inside/{MARKER}")}
    ),
    holding(HERO, conditions={"dazed": Condition(what="dazed", source=f"{SPY}.traits.gaze", target=SPY)}),
    holding(
        HERO,
        wounds={MARKER: marked(COMPONENTS["wounds"].instance, audience="gm")},
        conditions={"dazed": Condition(what="dazed", until=WhilePresent(path=f"{HERO}.wounds.{MARKER}"))},
    ),
]


@pytest.mark.parametrize("aggregate", POINTING, ids=lambda a: json_of(a)[:60])
def test_what_points_at_something_hidden_names_it_nowhere(aggregate: Aggregate) -> None:
    visible = seen(aggregate)
    expect_no_secret(visible.wording.as_json(visible.aggregate(aggregate.ref), aggregate.ref))


@pytest.mark.parametrize("aggregate", POINTING, ids=lambda a: json_of(a)[:60])
def test_the_event_that_brought_what_points_at_the_hidden_names_it_nowhere(aggregate: Aggregate) -> None:
    visible = seen(aggregate)
    events = [visible.event(aggregate.ref, event) for event in bringing(aggregate)]
    expect_no_secret([visible.wording.as_json(event, aggregate.ref) for event in events if event])


def bringing(aggregate: Aggregate) -> list[Event]:
    """The events that brought an aggregate's instances about."""
    instances = ((c, name, i) for c in components_of(type(aggregate)) for name, i in aggregate.instances(c).items())
    return [CREATING[component](name, instance) for component, name, instance in instances]


def creating(kind: type[Event], field: str) -> Callable[[str, Any], Event]:
    def bring(name: str, instance: Any) -> Event:
        values: dict[str, Any] = {"name": name, field: instance}
        return kind(**values)

    return bring


CREATING = {
    kind.component: creating(kind, field)
    for kind in EVENTS
    for field, value in msgspec.structs.asdict(marked(kind)).items()
    if hasattr(value, "audience")
}


@pytest.mark.parametrize("component", sorted(COMPONENTS))
@pytest.mark.parametrize("viewer", EVERYBODY, ids=lambda v: v.member)
def test_an_event_for_all_about_what_is_hidden_now_is_hidden(component: str, viewer: Any) -> None:
    ref = next(r for r in (HERO, FIGHT, DEN, "campaign/self") if component in components_of(type(begin(r))))
    visible = VisibleWorld(Worlds(full_of_secrets(ref)), viewer)
    kinds = [kind for kind in EVENTS if kind.component == component and component != "profile"]
    events = [visible.event(ref, marked(kind, name=MARKER)) for kind in kinds]
    assert [event for event in events if event is not None] == []


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_no_event_of_a_hidden_creature_is_seen(kind: type[Event]) -> None:
    if kind.component not in components_of(type(spy())) or kind.component == "questions":
        return
    assert seen().event(SPY, marked(kind)) is None


def test_of_a_hidden_sheet_only_rolls_and_names_are_told() -> None:
    foe = creature("character/foe", sheet="gm")
    foe.tracks = {"hp": Track(current=9)}
    assert seen(foe).event(foe.ref, PointSpent(name="hp", amount=2)) is None


def test_a_roll_of_a_hidden_sheet_does_not_say_what_added_to_it() -> None:
    foe = creature("character/foe", sheet="gm")
    roll = Rolled(name="attack", notation="1d20", total=9, modifiers=(Contribution(label=MARKER, amount=4),))
    event = seen(foe).event(foe.ref, roll)
    assert isinstance(event, Rolled)
    assert event.modifiers == (Contribution(label=HIDDEN, amount=4),)


def test_a_roll_gives_what_hidden_modifiers_added_as_one_amount() -> None:
    curse = Modifier(path="rolls.attack", amount=-3, title=MARKER, audience="gm")
    given = (
        Contribution(label="skill", amount=4),
        Contribution(label=MARKER, amount=-3),
        Contribution(label="x", amount=1, source=SPY),
    )
    roll = Rolled(name="attack", notation="1d20", total=9, modifiers=given)
    event = seen(holding(HERO, modifiers={"curse": curse})).event(HERO, roll)
    expect_no_secret(event and seen(holding(HERO)).wording.as_json(event))


def test_a_judgement_on_a_hidden_sheet_says_neither_why_nor_what_added() -> None:
    foe = creature("character/foe", sheet="gm")
    judged = Judged(
        name="attack", why=MARKER, outcome="failure", total=3, modifiers=(Contribution(label=MARKER, amount=4),)
    )
    seen_by_players = seen(foe).event(foe.ref, judged)
    assert isinstance(seen_by_players, Judged)
    assert (seen_by_players.outcome, seen_by_players.why) == ("failure", "")
    assert seen_by_players.modifiers == (Contribution(label=HIDDEN, amount=4),)


def test_a_label_does_not_name_a_hidden_target() -> None:
    roll = Rolled(name=f"damage/{SPY}", notation="1d6", total=3)
    event = seen(holding(HERO)).event(HERO, roll)
    assert event is not None
    assert event.name == f"damage/{SOMEBODY}"


def corrected(**values: object) -> Corrected:
    raw = {at.replace("__", "."): msgspec.Raw(msgspec.json.encode(value)) for at, value in values.items()}
    return Corrected(name="self", revision=7, values=raw)


def test_a_correction_tells_what_everybody_may_see_and_nothing_else() -> None:
    event = corrected(tracks__hp=Track(current=3), tracks__doom=Track(current=9, title=MARKER, audience="gm"))
    hero = holding(HERO, tracks={"hp": Track(current=3), "doom": Track(current=9, title=MARKER, audience="gm")})
    events = seen(hero).event(HERO, event)
    assert isinstance(events, Corrected)
    assert list(events.values) == ["tracks.hp"]


def test_a_correction_of_hidden_things_alone_is_hidden() -> None:
    hero = holding(HERO, tracks={MARKER: Track(current=9, audience="gm")})
    assert seen(hero).event(HERO, corrected(**{f"tracks__{MARKER}": Track(current=9, audience="gm")})) is None


def test_a_correction_away_is_told_only_of_what_one_saw() -> None:
    assert seen(holding(HERO)).event(HERO, corrected(**{f"wounds__{MARKER}": None})) is None


def test_a_correction_away_of_something_seen_is_told() -> None:
    removed = {Slot("conditions", "prone"): Condition(what="prone")}
    visible = VisibleWorld(Worlds(holding(HERO)), PLAYER, lambda _: removed)
    assert visible.event(HERO, corrected(conditions__prone=None)) is not None


def test_a_corrected_cell_does_not_tell_its_truth() -> None:
    cell = Cell(grid="x", row=0, column=0, truth=MARKER, shown=MARKER, price=987654321)
    den = holding(DEN, cells={"x/0/0": cell})
    event = seen(den).event(DEN, corrected(**{"cells__x/0/0": cell}))
    assert event is not None
    expect_no_secret(event)


def test_the_sheet_of_a_hidden_creature_is_not_corrected_before_a_player() -> None:
    foe = creature("character/foe", sheet="gm")
    assert seen(foe).event(foe.ref, corrected(tracks__hp=Track(current=3))) is None


@pytest.mark.parametrize(
    ("ref", "event"),
    [
        (FIGHT, ZoneClosed(name=MARKER)),
        (FIGHT, TurnLeft(name=MARKER)),
        (FIGHT, Moved(name=MARKER, area="yard")),
        ("campaign/self", HandleFreed(name=MARKER)),
    ],
)
def test_what_happened_to_something_that_is_gone_and_may_have_been_hidden_is_hidden(ref: str, event: Event) -> None:
    assert seen(holding(ref)).event(ref, event) is None


@pytest.mark.parametrize(("known_to", "is_known"), [((), True), ((HERO,), True), (("character/friend",), False)])
def test_a_zone_that_is_gone_is_known_to_those_who_knew_it(known_to: tuple[str, ...], is_known: bool) -> None:
    removed = {Slot("zones", "snare"): Zone(kind="snare", known_to=known_to)}
    visible = VisibleWorld(Worlds(holding(FIGHT)), PLAYER, lambda _: removed)
    assert (visible.event(FIGHT, ZoneClosed(name="snare")) is not None) is is_known


def test_what_happened_to_something_ordinary_that_is_gone_is_told() -> None:
    assert seen(holding(HERO)).event(HERO, ConditionEnded(name="prone")) is not None


@pytest.mark.parametrize(
    ("ref", "event"),
    [
        (FIGHT, TurnEntered(name=MARKER, turn=TurnEntry(subject=SPY))),
        ("campaign/self", HandleGiven(name=MARKER, handle=Handle(ref=SPY, kind="character"))),
    ],
)
def test_nobody_hidden_is_announced(ref: str, event: Event) -> None:
    assert seen(holding(ref)).event(ref, event) is None


def test_a_turn_that_passes_to_a_hidden_character_passes_to_nobody() -> None:
    visible = seen(
        holding(FIGHT, order={MARKER: TurnEntry(subject=SPY), "hero": TurnEntry(subject=HERO)}), holding(HERO)
    )
    assert visible.event(FIGHT, TurnPassed(name="now", active=(MARKER, "hero"))) == TurnPassed(
        name="now", active=("hero",)
    )


def test_what_a_removed_hidden_creature_was_stays_hidden() -> None:
    ghost = creature("character/ghost")
    removed = {Slot("profile", "self"): creature("character/ghost", audience="gm").profile["self"]}
    ghost.profile = {}
    visible = VisibleWorld(Worlds(ghost), PLAYER, lambda _: removed)
    assert visible.event(ghost.ref, ConditionGained(name="x", condition=Condition(what="x"))) is None


def test_what_a_removed_creature_did_before_everybody_is_told() -> None:
    event = TrackOpened(name="hp", track=Track(current=4))
    gone = creature("character/gone")
    removed = {Slot("profile", "self"): gone.profile["self"]}
    gone.profile, gone.tracks = {}, {"hp": Track(current=4)}
    visible = VisibleWorld(Worlds(gone), PLAYER, lambda _: removed)
    assert (visible.event(gone.ref, event), visible.aggregate(gone.ref)) == (event, None)


@pytest.mark.parametrize(
    "text", [SPY, f"There is no {SPY}.wounds.leg.", f"save/{SPY}.conditions.x", f"{HERO}.wounds.{MARKER}"]
)
def test_a_text_names_nobody_hidden(text: str) -> None:
    hero = holding(HERO, wounds={MARKER: marked(COMPONENTS["wounds"].instance, audience="gm")})
    assert MARKER not in seen(hero).wording.text(text)


def test_a_text_keeps_what_everybody_knows() -> None:
    text = f"There is no {HERO}.wounds.leg, nor defense.ac."
    assert seen(holding(HERO)).wording.text(text) == "There is no hero.wounds.leg, nor defense.ac."


def test_the_game_master_sees_every_name() -> None:
    hero = holding(HERO, links={"mark": Link(kind="mark", to=SPY)})
    assert seen(hero, viewer=GM).wording.as_json(hero.links) == {"mark": {"kind": "mark", "to": SPY}}


@given(
    st.sampled_from([HERO, FIGHT, DEN, "campaign/self"]),
    st.sampled_from(["gm", ("cleo",), ("cleo", "dan")]),
    st.sampled_from(EVERYBODY),
)
def test_no_secret_of_any_aggregate_is_seen_by_whom_it_is_not_for(ref: str, audience: Any, viewer: Any) -> None:
    visible = VisibleWorld(Worlds(full_of_secrets(ref, audience)), viewer)
    expect_no_secret(visible.wording.as_json(visible.aggregate(ref), ref))


@pytest.mark.parametrize(
    ("component", "instance"),
    [
        ("links", Link(kind="mark", to=SPY)),
        ("uses", Use(what="struck", against=SPY)),
        ("modifiers", Modifier(path=f"tracks.{MARKER}.maximum")),
    ],
)
def test_what_is_about_something_hidden_alone_is_not_there(component: str, instance: Any) -> None:
    hero = holding(HERO, tracks={MARKER: Track(current=1, audience="gm")}, **{component: {"it": instance}})
    shown = seen(hero).aggregate(HERO)
    assert shown is not None
    assert shown.instances(component) == {}


def test_a_correction_does_not_tell_of_a_tie_to_a_hidden_character() -> None:
    assert seen(holding(HERO)).event(HERO, corrected(links__mark=Link(kind="mark", to=SPY))) is None
