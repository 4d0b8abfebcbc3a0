"""The game master's hand: whatever there is can be set, put there and taken away; every counted number can be counted."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.aggregates import KINDS, components_of
from domain.vocabulary import COMPONENTS
from domain.vocabulary.base import Instance
from systems.freeform.adjusting.families import ELSEWHERE, KEYED, WAYS
from tests.freeform.claims import expect_missing, expect_refusal
from tests.freeform.table import Table, tags
from tests.play.rules import but_for_sight

WHOLE: dict[str, dict[str, Any]] = {
    "attributes": {"base": 3},
    "tracks": {"current": 3},
    "modifiers": {"path": "attributes.guts", "amount": 1},
    "formulas": {"path": "defense.dodge", "expression": {"op": "number", "value": 2}},
    "wounds": {"severity": "lesser"},
    "conditions": {"what": "prone"},
    "traits": {"kind": "skill"},
    "choices": {"of": "feat", "picked": ["alert"]},
    "items": {"what": "rope", "tracks": {"wear": 2}},
    "cards": {"kind": "rumour", "counters": {"doubt": 2}},
    "tasks": {"kind": "repair"},
    "uses": {"what": "luck"},
    "links": {"kind": "mark", "to": "character/c-1"},
    "intents": {"kind": "readied", "what": "slam"},
    "order": {"kind": "creature", "budget": {"action": 2}},
    "pace": {"round": 1},
    "positions": {"area": "yard"},
    "areas": {"light": "dim"},
    "zones": {"kind": "fire"},
    "props": {"kind": "door", "tracks": {"wear": 2}},
    "crowds": {"kind": "zombies", "count": 7},
    "members": {"character": "character/c-1"},
    "followers": {"kind": "survivor"},
    "assets": {"kind": "workshop"},
    "missions": {"kind": "scouting", "details": {"where": "mall"}},
    "grids": {"target": "character/c-1", "rows": 3, "columns": 3},
    "cells": {"grid": "g", "row": 1, "column": 2},
    "clock": {"at": 4},
    "sessions": {"number": 1, "opened": 1},
    "scenes": {"number": 1, "opened": 1},
    "phases": {"number": 1, "slots": {"ramjet": 2}},
    "catalogue": {"kind": "weapon", "fields": {"damage": 2}},
}
"""An instance of every component that is kept by hand."""

OF = {component: kind for kind, aggregate in KINDS.items() for component in components_of(aggregate)}
TARGETS = {"character": "ramjet", "encounter": "fight", "enclave": "shift", "campaign": ""}


def other(value: Any) -> Any:
    """A value of the same type that is another one."""
    match value:
        case bool():
            return not value
        case int():
            return value + 5
        case str():
            return f"{value}x" if value != "preparing" else "running"
        case None:
            return None
        case list():
            return [*value, "x"]
        case dict():
            return {**value, "more": 1}
        case _:
            return value


@pytest.fixture
def table() -> Table:
    table = Table().with_hero(hp=10)
    table.do("create_encounter", name="Fight")
    table.do("create_enclave", name="Shift")
    return table


def put(table: Table, component: str, name: str = "it") -> str:
    """Put the instance there, on an aggregate that may hold it; which."""
    target = TARGETS[OF[component]] if component not in components_of(KINDS["character"]) else "ramjet"
    if component == "clock":
        return target
    table.do("put", target=target, component=component, name=name, instance=WHOLE[component])
    return target


def there(table: Table, target: str, component: str, name: str = "it") -> Instance:
    name = "now" if component == "clock" else name
    instance: Instance = table.see(target or "campaign/self").instances(component)[name]
    return instance


def test_every_component_is_kept_by_hand_or_says_by_what_else() -> None:
    assert WAYS.keys() | ELSEWHERE.keys() == COMPONENTS.keys()
    assert not WAYS.keys() & ELSEWHERE.keys()


@pytest.mark.parametrize("component", sorted(WAYS.keys() - {"clock"}))
def test_an_instance_of_every_component_can_be_put_there(table: Table, component: str) -> None:
    target = put(table, component)
    assert there(table, target, component) == msgspec.convert(WHOLE[component], COMPONENTS[component].instance)


SETTABLE = [
    (component, field)
    for component, ways in sorted(WAYS.items())
    for field in COMPONENTS[component].instance.__struct_fields__
    if ways.take is not None or field in ways.changed.__struct_fields__
]


@pytest.mark.parametrize(("component", "field"), SETTABLE)
def test_every_field_of_every_component_can_be_set(table: Table, component: str, field: str) -> None:
    target = put(table, component)
    name = "now" if component == "clock" else "it"
    before = there(table, target, component)
    value = wanted(component, field, as_json(getattr(before, field)))
    table.do("set", target=target, path=f"{component}.{name}.{field}", value=value)
    after = there(table, target, component)
    assert as_json(getattr(after, field)) == value
    assert msgspec.structs.replace(after, **{field: getattr(before, field)}) == before


def as_json(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def wanted(component: str, field: str, value: Any) -> Any:
    special: dict[tuple[str, str], Any] = {
        ("modifiers", "operation"): "cap",
        ("modifiers", "rounding"): "up",
        ("modifiers", "stacking"): "best",
        ("formulas", "expression"): {"op": "number", "value": 9},
        ("zones", "squares"): [[1, 2]],
        ("uses", "seen"): [3],
        ("phases", "state"): "processed",
        ("missions", "details"): {"when": "night"},
    }
    if field == "audience":
        return "gm"
    if field in ("until", "due", "expires", "tapped_until"):
        return {"by": "time", "at": 60}
    if value is None:
        return 7
    return special.get((component, field), other(value))


@pytest.mark.parametrize("component", sorted(name for name, ways in WAYS.items() if ways.take is not None))
def test_an_instance_of_every_component_can_be_taken_away(table: Table, component: str) -> None:
    target = put(table, component)
    table.do("take", target=target, path=f"{component}.it")
    assert not table.see(target or "campaign/self").instances(component).keys() & {"it"}


COUNTED = [(component, field) for component, ways in sorted(WAYS.items()) for field in ways.counters]


@pytest.mark.parametrize("by", [3, -2])
@pytest.mark.parametrize(("component", "field"), COUNTED)
def test_every_counted_number_is_counted_blindly(table: Table, component: str, field: str, by: int) -> None:
    target = put(table, component)
    key = next(iter(WHOLE[component][field])) if (component, field) in KEYED else ""
    before = number(there(table, target, component), field, key)
    decision = table.do("change", target=target, path=".".join(filter(None, (component, "it", field, key))), by=by)
    ref = table.ref(target)
    assert number(there(table, target, component), field, key) == before + by
    assert but_for_sight(decision.reads) == {ref, f"{ref}.{component}.it"}


def number(instance: Instance, field: str, key: str) -> int:
    value = getattr(instance, field)
    return int(value[key] if key else value)


@pytest.mark.parametrize(("component", "field"), sorted(KEYED))
def test_one_of_several_counted_numbers_can_be_set(table: Table, component: str, field: str) -> None:
    target = put(table, component)
    key = next(iter(WHOLE[component][field]))
    table.do("set", target=target, path=f"{component}.it.{field}.{key}", value=9)
    assert number(there(table, target, component), field, key) == 9


@pytest.mark.parametrize("component", sorted(ELSEWHERE.keys() - {"profile"}))
@pytest.mark.parametrize("command", ["put", "take", "set"])
def test_what_is_kept_elsewhere_is_refused_and_says_by_what(table: Table, component: str, command: str) -> None:
    target = TARGETS[OF[component]] if component != "questions" else "ramjet"
    args: dict[str, dict[str, Any]] = {
        "put": {"component": component, "name": "it", "instance": {}},
        "take": {"path": f"{component}.it"},
        "set": {"path": f"{component}.it.data", "value": {}},
    }
    with expect_refusal("kept-elsewhere", component):
        table.do(command, target=target, force=True, **args[command])


def test_a_profile_is_set_like_it_is_described(table: Table) -> None:
    table.do("set", target="ramjet", path="profile.self.name", value="Iron Ramjet")
    assert table.see("ramjet").profile["self"].name == "Iron Ramjet"
    assert table.campaign.handles["ramjet"].folded == "iron ramjet"


def test_the_handle_of_a_profile_stays(table: Table) -> None:
    with expect_refusal("field", "owners"):
        table.do("set", target="ramjet", path="profile.self.handle", value="x")


def test_one_key_of_the_data_is_set_without_looking_at_the_others(table: Table) -> None:
    put(table, "traits")
    table.do("set", target="ramjet", path="traits.it.data.tier", value=2)
    decision = table.do("set", target="ramjet", path="traits.it.data.once", value=True)
    ref = table.ref("ramjet")
    assert there(table, "ramjet", "traits").data == {"tier": 2, "once": True}
    assert but_for_sight(decision.reads) == {ref, f"{ref}.traits.it"}


def test_a_key_of_the_data_that_is_set_to_null_goes(table: Table) -> None:
    put(table, "traits")
    table.do("set", target="ramjet", path="traits.it.data", value={"tier": 2, "once": True})
    table.do("set", target="ramjet", path="traits.it.data.tier", value=None)
    assert there(table, "ramjet", "traits").data == {"once": True}


def test_one_key_of_another_field_is_set(table: Table) -> None:
    put(table, "missions")
    table.do("set", target="shift", path="missions.it.details.when", value="night")
    assert getattr(there(table, "shift", "missions"), "details", None) == {"where": "mall", "when": "night"}


def test_setting_a_value_does_not_look_at_it(table: Table) -> None:
    decision = table.do("set", target="ramjet", path="tracks.hp.current", value=3)
    ref = table.ref("ramjet")
    assert but_for_sight(decision.reads) == {ref, f"{ref}.tracks.hp"}


def test_what_is_set_by_hand_says_so(table: Table) -> None:
    table.do("set", target="ramjet", path="tracks.hp.current", value=3)
    assert [stream_event.event.rules for stream_event in table.told] == [("adjustment",)]


def test_the_reason_is_kept_as_a_text(table: Table) -> None:
    table.do("set", target="ramjet", path="tracks.hp.current", value=3, reason="2.0")
    assert getattr(table.told[-1].event, "text", None) == "2.0"


def test_putting_what_is_there_is_refused(table: Table) -> None:
    with expect_refusal("name-taken", "hp"):
        table.do("put", target="ramjet", component="tracks", name="hp", instance={"current": 1}, force=True)


def test_taking_something_ends_what_was_anchored_to_it(table: Table) -> None:
    put(table, "wounds")
    until = {"by": "instance", "path": f"{table.ref('ramjet')}.wounds.it"}
    table.do("afflict", target="ramjet", what="bleeding", until=until)
    assert tags(table.do("take", target="ramjet", path="wounds.it")) == ["wound_closed", "condition_ended"]


@pytest.mark.parametrize(
    ("path", "rule", "says"),
    [
        ("tracks.hp.curent", "field", "current"),
        ("tracks.hp", "path", "<component>.<name>.<field>"),
        ("tracks", "path", "<component>.<name>.<field>"),
        ("tracks..current", "path", "<component>.<name>.<field>"),
        ("trackz.hp.current", "path", "tracks"),
        ("zones.fire.kind", "path", "conditions"),
        ("tracks.hp.current.x", "field", "no keys"),
        ("tracks.mana.current", "not-there", "no 'mana' among the tracks of Ramjet"),
    ],
)
def test_a_path_that_leads_nowhere_is_refused_with_what_is_there(table: Table, path: str, rule: str, says: str) -> None:
    with expect_refusal(rule, says):
        table.do("set", target="ramjet", path=path, value=1, force=True)


@pytest.mark.parametrize("value", ["many", 1.5, None, [1]])
def test_a_value_of_another_type_is_refused(table: Table, value: Any) -> None:
    with expect_refusal("value", "tracks.hp.current"):
        table.do("set", target="ramjet", path="tracks.hp.current", value=value)


@pytest.mark.parametrize("value", ["many", True, None])
def test_a_counted_number_is_set_to_a_number(table: Table, value: Any) -> None:
    put(table, "items")
    with expect_refusal("value"):
        table.do("set", target="ramjet", path="items.it.quantity", value=value)


@pytest.mark.parametrize(
    ("instance", "rule", "says"),
    [
        ({"current": 1, "top": 2}, "field", "top"),
        ({}, "value", "current"),
        ({"current": "x"}, "value", "current"),
    ],
)
def test_what_is_no_such_instance_is_refused(table: Table, instance: dict[str, Any], rule: str, says: str) -> None:
    with expect_refusal(rule, says):
        table.do("put", target="ramjet", component="tracks", name="mana", instance=instance)


def test_an_anchor_with_an_unknown_field_is_refused(table: Table) -> None:
    instance = {"what": "prone", "until": {"by": "moment", "moment": "turn_end", "pasing": 1}}
    with expect_refusal("value", "pasing"):
        table.do("put", target="ramjet", component="conditions", name="it", instance=instance)


@pytest.mark.parametrize("component", ["clock", "sessions", "scenes"])
def test_what_the_campaign_cannot_lose_cannot_be_taken(table: Table, component: str) -> None:
    put(table, component)
    with expect_refusal("field", component):
        table.do("take", path=f"{component}.it")


def test_of_a_session_only_what_changes_can_be_set(table: Table) -> None:
    put(table, "sessions")
    with expect_refusal("field", "title"):
        table.do("set", path="sessions.it.number", value=4)


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("items.it.location", "items.….quantity"),
        ("items.it.tracks", "items.it.tracks.<which>"),
        ("items.it.quantity.x", "leave"),
    ],
)
def test_what_is_not_counted_cannot_be_counted(table: Table, path: str, says: str) -> None:
    put(table, "items")
    with expect_refusal("field", says):
        table.do("change", target="ramjet", path=path, by=1)


def test_counting_what_is_not_there_is_missing(table: Table) -> None:
    with expect_missing("no 'mana' among the tracks of Ramjet"):
        table.do("change", target="ramjet", path="tracks.mana.current", by=1, force=True)


@pytest.mark.parametrize("command", ["set", "put", "take"])
def test_only_the_game_master_has_a_hand_in_everything(table: Table, command: str) -> None:
    args: dict[str, dict[str, Any]] = {
        "set": {"path": "tracks.hp.current", "value": 9},
        "put": {"component": "tracks", "name": "mana", "instance": {"current": 9}},
        "take": {"path": "tracks.hp"},
    }
    with pytest.raises(PermissionError):
        table.do(command, target="ramjet", member="pat", **args[command])


def test_a_player_counts_on_the_own_sheet(table: Table) -> None:
    table.do("change", target="ramjet", path="tracks.hp.current", by=-4, member="pat")
    assert table.see("ramjet").tracks["hp"].current == 6
