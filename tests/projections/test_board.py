"""A board shows whose turn it is and where everybody stands, without anybody who is hidden."""

from typing import Any

import pytest

from domain.aggregates import Aggregate
from domain.visibility.audience import GM
from domain.vocabulary.bodies import Condition
from domain.vocabulary.maps import Area, Crowd, Position, Prop, Zone
from domain.vocabulary.turns import Pace, TurnEntry
from domain.vocabulary.undertakings import Link
from domain.vocabulary.values import Track
from projections.views.board import BoardView, board
from tests.visibility.marked import EVERYBODY, MARKER, OTHER, PLAYER, Worlds, creature, expect_no_secret

FIGHT, HERO, FOE, SPY = "encounter/fight", "character/hero", "character/foe", f"character/{MARKER}"


def fight(**components: dict[str, Any]) -> Aggregate:
    aggregate = creature(FIGHT)
    for component, instances in components.items():
        setattr(aggregate, component, instances)
    return aggregate


def fighters() -> tuple[Aggregate, ...]:
    hero, foe, spy = creature(HERO, owners=("ana",)), creature(FOE, sheet="gm"), creature(SPY, audience="gm")
    hero.tracks, foe.tracks = {"hp": Track(current=7)}, {MARKER: Track(current=987654321)}
    hero.conditions = {"prone": Condition(what="prone"), MARKER: Condition(what=MARKER, audience="gm")}
    hero.links = {"grip": Link(kind="grip", to=FOE, amount=2), MARKER: Link(kind="mark", to=SPY)}
    return hero, foe, spy


ORDER = {
    "hero": TurnEntry(subject=HERO, initiative=12, budget={"action": 1}),
    "foe": TurnEntry(subject=FOE, initiative=15),
    MARKER: TurnEntry(subject=SPY, initiative=20),
    "fire": TurnEntry(kind="environment", initiative=1, title="The fire"),
}


def shown(viewer: Any = PLAYER, **components: dict[str, Any]) -> BoardView:
    view = board(Worlds(fight(**components), *fighters()), viewer, FIGHT)
    assert view is not None
    return view


def test_the_order_runs_from_the_highest_initiative_down() -> None:
    assert [turn.called for turn in shown(order=ORDER).order] == ["Foe", "Hero", "The fire"]


def test_whose_turn_it_is_is_a_set_of_places() -> None:
    seen = shown(order=ORDER, pace={"now": Pace(round=2, active=("hero", "fire"), state="running")})
    assert (seen.round, seen.active, [t.name for t in seen.order if t.active]) == (
        2,
        ("fire", "hero"),
        ["hero", "fire"],
    )


def test_the_turn_of_a_hidden_character_is_nobodys() -> None:
    assert shown(order=ORDER, pace={"now": Pace(active=(MARKER,))}).active == ()


def test_participants_show_the_conditions_and_pools_that_may_be_seen() -> None:
    standing = shown(order=ORDER).participants
    assert (list(standing[HERO].conditions), standing[HERO].tracks["hp"].current, standing[FOE].tracks) == (
        ["prone"],
        7,
        {},
    )


def test_links_between_participants_are_shown() -> None:
    assert [(tie.of, tie.to, tie.amount) for tie in shown(order=ORDER).links] == [(HERO, FOE, 2)]


def test_a_character_who_only_stands_on_the_map_takes_part() -> None:
    assert list(shown(positions={"hero": Position(subject=HERO, area="yard")}).participants) == [HERO]


def test_the_map_is_shown() -> None:
    seen = shown(
        areas={"yard": Area(light="dim")},
        props={"door": Prop(kind="door")},
        crowds={"mob": Crowd(kind="mob", count=20)},
        zones={"fog": Zone(kind="fog", areas=("yard",))},
    )
    assert (seen.areas["yard"]["light"], seen.crowds["mob"]["count"], list(seen.props), list(seen.zones)) == (
        "dim",
        20,
        ["door"],
        ["fog"],
    )


@pytest.mark.parametrize("viewer", EVERYBODY, ids=lambda viewer: viewer.member)
def test_nobody_hidden_is_on_the_board(viewer: Any) -> None:
    seen = shown(
        viewer,
        order=ORDER,
        pace={"now": Pace(active=(MARKER, "hero"))},
        positions={MARKER: Position(subject=SPY, area="yard"), "hero": Position(subject=HERO, area=MARKER)},
        areas={"yard": Area(borders=(MARKER,)), MARKER: Area(audience="gm")},
        zones={MARKER: Zone(kind=MARKER, audience="gm")},
    )
    expect_no_secret(seen)


def test_a_zone_known_to_one_character_is_on_their_players_board_only() -> None:
    zones = {"snare": Zone(kind="snare", known_to=(HERO,))}
    assert [list(shown(viewer, zones=zones).zones) for viewer in (PLAYER, OTHER, GM)] == [["snare"], [], ["snare"]]


def test_the_game_master_sees_a_character_who_hides() -> None:
    assert shown(GM, order=ORDER).order[0].name == MARKER


def test_a_hidden_encounter_has_no_board() -> None:
    assert board(Worlds(creature(FIGHT, audience="gm")), PLAYER, FIGHT) is None


def test_only_an_encounter_has_a_board() -> None:
    assert board(Worlds(*fighters()), GM, HERO) is None
