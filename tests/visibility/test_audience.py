"""What a thing says of itself decides who sees it."""

from typing import Any

import msgspec
import pytest

from domain.visibility.audience import GM, seen_aggregate, seen_event, seen_instance
from domain.vocabulary import COMPONENTS, EVENTS
from domain.vocabulary.base import Event
from domain.vocabulary.bodies import Condition, ConditionChanged, ConditionGained
from domain.vocabulary.intelligence import Cell, CellChanged, CellLaid
from domain.vocabulary.log import Rolled
from domain.vocabulary.maps import Zone, ZoneOpened
from domain.vocabulary.profile import Introduced
from domain.vocabulary.questions import Question, QuestionAnswered, QuestionAsked
from domain.vocabulary.revision import Corrected
from domain.vocabulary.values import Track, TrackOpened
from tests.visibility.marked import (
    EVERYBODY,
    MARKER,
    OTHER,
    PLAYER,
    creature,
    expect_no_secret,
    full_of_secrets,
    marked,
)

CELL = Cell(grid="den", row=0, column=0, truth=MARKER, shown="rumour", price=987654321, known_by=("character/hero",))
QUESTION = Question(deed=4, key="counter", owner="ana", options=("yes", "no"), default="no", prompt="Counter?")


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_no_event_for_the_game_master_reaches_a_player(kind: type[Event]) -> None:
    assert [seen_event(viewer, marked(kind, audience="gm")) for viewer in EVERYBODY] == [None] * 3


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_an_event_that_brings_something_hidden_is_hidden(kind: type[Event]) -> None:
    event = marked(kind, audience="all")
    carried = [field for field in event.__struct_fields__ if hasattr(getattr(event, field), "audience")]
    hidden = {field: msgspec.structs.replace(getattr(event, field), audience="gm") for field in carried}
    assert not carried or seen_event(PLAYER, msgspec.structs.replace(event, **hidden)) is None


@pytest.mark.parametrize("component", COMPONENTS)
def test_an_instance_for_one_player_reaches_no_other(component: str) -> None:
    secret = marked(COMPONENTS[component].instance, audience=("ana",))
    assert seen_instance(OTHER, secret) is None


@pytest.mark.parametrize("ref", ["character/hero", "encounter/fight", "enclave/den", "campaign/self"])
def test_hidden_instances_of_every_component_are_left_out(ref: str) -> None:
    expect_no_secret([seen_aggregate(viewer, full_of_secrets(ref)) for viewer in EVERYBODY])


def test_the_game_master_sees_everything() -> None:
    aggregate = full_of_secrets("encounter/fight")
    assert seen_aggregate(GM, aggregate) == aggregate


def test_an_event_that_hides_something_is_seen_by_those_it_is_hidden_from_no_longer() -> None:
    event = ConditionChanged(name="cursed", level=3, shown_to="gm")
    assert seen_event(PLAYER, event) is None


def test_a_veiled_roll_shows_its_dice_but_neither_target_nor_outcome() -> None:
    roll = Rolled(
        name="attack", notation="1d20", dice=((20, 7, True),), total=7, target=15, outcome="miss", veiled=True
    )
    assert seen_event(PLAYER, roll) == msgspec.structs.replace(roll, target=None, outcome="")


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_a_cells_truth_and_price_are_the_game_masters(viewer: Any) -> None:
    expect_no_secret([seen_instance(viewer, CELL), seen_event(viewer, CellLaid(name="den/0/0", cell=CELL))])


def test_what_a_cell_shows_is_for_the_characters_who_know_it() -> None:
    assert [getattr(seen_instance(viewer, CELL), "shown", None) for viewer in (PLAYER, OTHER)] == ["rumour", ""]


def test_a_changed_cell_does_not_tell_what_it_holds() -> None:
    event = CellChanged(name="den/0/0", truth=MARKER, shown=MARKER, price=987654321, node=MARKER, data={"x": MARKER})
    expect_no_secret(seen_event(PLAYER, event))


def test_a_zone_is_known_to_those_it_is_known_to() -> None:
    zone = Zone(kind="snare", known_to=("character/friend",))
    assert [seen_event(v, ZoneOpened(name="snare", zone=zone)) is None for v in EVERYBODY] == [True, False, True]


def test_the_member_who_must_answer_sees_the_question_whatever_its_audience() -> None:
    question = msgspec.structs.replace(QUESTION, audience="gm")
    event = QuestionAsked(name="4/0", question=question, audience="gm")
    assert (seen_instance(PLAYER, question), seen_event(PLAYER, event)) == (question, event)


@pytest.mark.parametrize("owner", ["ana", "gm"])
def test_what_another_member_is_asked_is_not_told(owner: str) -> None:
    question = marked(Question, owner=owner, deed=4, audience="all")
    expect_no_secret(seen_instance(OTHER, question))


def test_players_are_told_that_another_member_is_asked() -> None:
    seen = seen_instance(OTHER, QUESTION)
    assert isinstance(seen, Question)
    assert (seen.deed, seen.owner) == (4, "ana")


def test_what_was_answered_is_not_told() -> None:
    assert seen_event(OTHER, QuestionAnswered(name="4/0", choice="yes")) == QuestionAnswered(name="4/0", choice="")


def test_a_correction_by_itself_tells_no_value() -> None:
    event = Corrected(name="self", revision=9, values={"tracks.hp": msgspec.Raw(b'{"current":3}')})
    assert seen_event(PLAYER, event) == Corrected(name="self", revision=9, values={})


def test_of_a_hidden_sheet_only_the_name_is_left() -> None:
    foe = creature("character/foe", sheet="gm")
    foe.tracks = {"hp": Track(current=9)}
    seen = seen_aggregate(PLAYER, foe)
    assert seen is not None
    assert (seen.profile["self"].name, seen.tracks) == ("Foe", {})


def test_an_owner_sees_their_own_hidden_character() -> None:
    hero = creature("character/hero", audience="gm", sheet="gm", owners=("ana",))
    hero.tracks = {"hp": Track(current=9)}
    assert seen_aggregate(PLAYER, hero) == hero


def test_what_is_hidden_from_its_owner_too_stays_hidden() -> None:
    hero = creature("character/hero", owners=("ana",))
    hero.conditions = {"doomed": Condition(what="doomed", audience="gm")}
    seen = seen_aggregate(PLAYER, hero)
    assert seen is not None
    assert seen.conditions == {}


def test_what_was_removed_is_no_longer_there_to_see() -> None:
    ghost = full_of_secrets("character/ghost", audience="all")
    ghost.profile = {}
    assert seen_aggregate(PLAYER, ghost) is None


def test_what_everybody_may_see_everybody_sees() -> None:
    events = [
        TrackOpened(name="hp", track=Track(current=9)),
        ConditionGained(name="prone", condition=Condition(what="prone")),
        Introduced(name="self", profile=creature("character/hero").profile["self"]),
    ]
    assert [seen_event(PLAYER, event) for event in events] == events
