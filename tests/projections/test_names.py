"""Names are for those who may know them; what is gone is remembered as it was last."""

from typing import Any

import msgspec
import pytest

from domain.aggregates import Slot
from domain.visibility.audience import GM, Viewer
from domain.visibility.world import VisibleWorld, fold_with_removed
from domain.vocabulary.bodies import Condition, ConditionEnded, ConditionGained
from domain.vocabulary.revision import Corrected
from domain.vocabulary.values import PointSpent, Track, TrackOpened
from projections.names import Names, called
from tests.projections.table import Table
from tests.visibility.marked import MARKER, PLAYER, Worlds, creature

HERO, SPY = "character/hero", f"character/{MARKER}"


def names(viewer: Viewer = PLAYER) -> Names:
    return Names(VisibleWorld(Worlds(creature(HERO), creature(SPY, audience="gm")), viewer))


def test_an_address_has_the_handle_in_place_of_the_id() -> None:
    assert [names().visible.address(ref) for ref in (HERO, SPY, "character/none")] == [
        "character/hero",
        "hidden",
        "hidden",
    ]


def test_the_game_master_knows_every_address() -> None:
    assert [names(GM).visible.address(ref) for ref in (SPY, "character/none", "campaign/self")] == [
        f"character/{MARKER}",
        "character/none",
        "campaign/self",
    ]


def test_a_readable_path_goes_on_behind_the_handle() -> None:
    assert names().readable(f"{HERO}.tracks.hp.current") == "character/hero.tracks.hp.current"


def test_everybody_who_is_mentioned_is_named_unless_hidden() -> None:
    mentioned = {"a": [HERO, {SPY: f"see {HERO}.wounds.x"}]}
    assert (list(names().within(mentioned)), sorted(names(GM).within(mentioned))) == ([HERO], sorted((HERO, SPY)))


class TestInstances:
    def called(self, component: str, **fields: Any) -> str:
        return called(component, "some-thing-27", fields)

    @pytest.mark.parametrize(
        ("component", "fields", "name"),
        [
            ("wounds", {"severity": "moderate", "kind": "cut", "slot": "body/2"}, "moderate cut (body 2)"),
            ("wounds", {"severity": "maimed", "title": "left leg broken"}, "left leg broken"),
            ("conditions", {"what": "knocked_down", "title": "flat on the floor"}, "knocked down"),
            ("items", {"what": "boat hooks"}, "boat hooks"),
            ("intents", {"what": "toy.rest_well"}, "rest well"),
            ("links", {"kind": "grapple", "to": HERO}, "grapple"),
            ("cards", {}, "some thing"),
        ],
    )
    def test_one_is_called_by_what_it_is(self, component: str, fields: dict[str, Any], name: str) -> None:
        assert self.called(component, **fields) == name

    def test_what_a_path_or_an_event_names_is_named_beside_its_holder(self) -> None:
        table = Table()
        table.gm("create_character", name="Red")
        number = table.gm("afflict", target="red", what="knocked_down")
        event = table.entry(number).events[0]
        path = f"{table.ref('red')}.conditions.{event['name']}"
        assert table.entry(number).names[path].name == "knocked down"

    def test_what_is_hidden_is_not_named(self) -> None:
        hero = creature(HERO)
        hero.conditions = {"a": Condition(what="cursed_soul", audience="gm"), "b": Condition(what="very_tired")}
        seen = Names(VisibleWorld(Worlds(hero), PLAYER)).within([f"{HERO}.conditions.a", f"{HERO}.conditions.b"])
        assert [name.name for name in seen.values() if name.kind == "conditions"] == ["very tired"]


def test_a_removed_character_is_still_called_by_name() -> None:
    table = Table()
    table.gm("create_character", name="Goblin")
    ref = table.ref("goblin")
    number = table.gm("remove", target="goblin")
    assert table.entry(number, "ana").names[ref].name == "Goblin"


def test_what_is_gone_is_remembered_as_it_was_last() -> None:
    gained = ConditionGained(name="prone", condition=Condition(what="prone", level=2))
    assert fold_with_removed(HERO, [gained, ConditionEnded(name="prone")])[1] == {
        Slot("conditions", "prone"): Condition(what="prone", level=2)
    }


def test_what_came_back_is_not_gone() -> None:
    gained = ConditionGained(name="prone", condition=Condition(what="prone"))
    assert fold_with_removed(HERO, [gained, ConditionEnded(name="prone"), gained])[1] == {}


def test_what_a_correction_took_away_is_gone() -> None:
    events = [TrackOpened(name="hp", track=Track(current=4)), PointSpent(name="hp", amount=1)]
    taken = Corrected(name="self", revision=3, values={"tracks.hp": msgspec.Raw(b"null")})
    assert fold_with_removed(HERO, [*events, taken])[1] == {Slot("tracks", "hp"): Track(current=3)}
