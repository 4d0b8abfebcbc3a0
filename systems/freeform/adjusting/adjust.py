"""The game master's hand: whatever there is can be set, put there and taken away; and every number that counts, counted.

An adjustment by hand cites `adjustment`, so that the ledger shows it for what it is.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from domain.aggregates import CAMPAIGN, components_of
from domain.aggregates import KINDS as AGGREGATES
from domain.commands import AnyRef, Command, Text
from domain.dice.notation import MAGNITUDE
from domain.kit.commands import command
from domain.kit.naming import find, whole
from domain.messages import text
from domain.paths import Path, parse
from domain.play import moments
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary import COMPONENTS
from domain.vocabulary.base import Event, Instance
from domain.vocabulary.log import Noted
from domain.vocabulary.profile import ProfileChanged
from systems.freeform.adjusting.families import ELSEWHERE, KEYED, WAYS, Ways
from systems.freeform.fields import Because, Json, Key, Number, Word
from systems.freeform.people import set_profile

ADJUSTED = "adjustment"

_SHOWN = {"audience": "shown_to"}
_PROFILE = {"name": "called", "kind": "of_kind", "audience": "shown_to"}
"""Fields of instances that go by another name in the events that set them."""


class Set(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`path` is `<component>.<name>.<field>`, with `.<key>` behind it inside `data` and the like; for the name the word
    will do by which it is the only one. Without `target` the campaign itself is meant."""

    target: Annotated[AnyRef, Meta(description="Whom it is about; left out, the campaign itself")] = ""
    path: Annotated[
        Word,
        Meta(
            description="`<component>.<name>.<field>`, with `.<key>` behind it inside `data` and the like; for the name the word will do by which it is the only one"
        ),
    ]
    value: Annotated[Json, Meta(description="What stands there from now on, of whatever type that is")]
    reason: Text = ""


class Put(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`instance` holds the fields of one of that component; what it refers to, it refers to by id (`character/c-3`)."""

    target: AnyRef = ""
    component: Word
    name: Key
    instance: Annotated[dict[str, Json], Meta(description="The fields of one of that component")]
    reason: Text = ""


class Take(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`path` is `<component>.<name or word>`. Everything anchored to it ends along with it."""

    target: AnyRef = ""
    path: Annotated[Word, Meta(description="`<component>.<name or word>`")]
    because: Because = ""


class Change(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`path` is that of a number that is counted, as `tracks.hp.current` or `conditions.exhausted.level`."""

    target: AnyRef
    path: Annotated[
        Word,
        Meta(
            description="The path of a number that is counted, as `tracks.hp.current` or `conditions.exhausted.level`"
        ),
    ]
    by: Annotated[Number, Meta(description="By how much it changes; it may be below 0")]


@command("Set any field of anything there is.", name="set", rules=(ADJUSTED,))
def set_value(play: Play, command: Set) -> None:
    """Give one field of one instance a decided value."""
    at = _place(command.target, command.path, ("component", "name", "field"))
    _check_sizes(command.value)
    if at.component == "profile":
        _set_profile(play, at, command.value)
    else:
        ways = _ways(at.component)
        at = _place_by_word(play, at)
        with play.citing(ADJUSTED):
            for event in _setting(play, ways, at, command.value):
                play.emit(at.ref, event)
    _give_reason(play, at, command.reason)


def _set_profile(play: Play, at: Path, value: Json) -> None:
    field = _PROFILE.get(at.field, at.field)
    known = sorted({"name", "kind", "owners", "sheet", "title", "data", "audience"})
    if at.field not in known:
        raise Refused(
            "field", "A profile's {field!r} cannot be set; set one of {known}.", field=at.field, known=", ".join(known)
        )
    event = _converted(ProfileChanged, at, {field: {at.key: value} if at.key else value})
    with play.citing(ADJUSTED):
        set_profile(play, at.ref, **{field: getattr(event, field)})


def _setting(play: Play, ways: Ways, at: Path, value: Json) -> tuple[Event, ...]:
    """The events that give the field its value: one that sets it, one that counts up to it, or the whole put anew."""
    family = COMPONENTS[at.component].instance
    if at.field not in family.__struct_fields__:
        listed = ", ".join(sorted(family.__struct_fields__))
        raise Refused(
            "field",
            "{component}.{instance} has no field {field!r}; it has {listed}.",
            component=at.component,
            instance=at.name,
            field=at.field,
            listed=listed,
        )
    field = _SHOWN.get(at.field, at.field)
    if field in ways.changed.__struct_fields__:
        return (_converted(ways.changed, at, {field: _merged(play, at, value)}),)
    if at.field in ways.counters and ((at.component, at.field) in KEYED) == bool(at.key):
        return _count_to(play, ways, at, value)
    return _anew(play, ways, at, value)


def _merged(play: Play, at: Path, value: Json) -> Json:
    """The value for the whole field where only one key of it is set; `data` is merged by its event."""
    if not at.key:
        return value
    if at.field == "data":
        return {at.key: value}
    return {**_mapping(play, at), at.key: value}


def _mapping(play: Play, at: Path) -> dict[str, Any]:
    mapping = getattr(getattr(play.aggregate(at.ref), at.component)[at.name], at.field)
    if not isinstance(mapping, dict):
        raise Refused(
            "field",
            "{component}.{instance}.{field} holds one value and no keys; leave {key!r} out.",
            component=at.component,
            instance=at.name,
            field=at.field,
            key=at.key,
        )
    return mapping


def _count_to(play: Play, ways: Ways, at: Path, value: Json) -> tuple[Event, ...]:
    if not isinstance(value, int) or isinstance(value, bool):
        raise Refused(
            "value",
            "{component}.{instance}.{field} counts; it is a whole number and not {value!r}.",
            component=at.component,
            instance=at.name,
            field=at.field,
            value=value,
        )
    family = getattr(play.aggregate(at.ref), at.component)
    now = _mapping(play, at).get(at.key, 0) if at.key else getattr(family[at.name], at.field)
    return () if value == now else (ways.counters[at.field](at.name, at.key, value - now),)


def _anew(play: Play, ways: Ways, at: Path, value: Json) -> tuple[Event, ...]:
    """The events for a field that no event sets: the instance is taken away and put there as it was, but for this field."""
    if ways.take is None:
        settable = sorted(
            set(ways.changed.__struct_fields__) & set(COMPONENTS[at.component].instance.__struct_fields__)
        )
        raise Refused(
            "field",
            "{component}.{field} cannot be set; set one of {settable}.",
            component=at.component,
            field=at.field,
            settable=", ".join(settable),
        )
    value = {**_mapping(play, at), at.key: value} if at.key else value
    fields = {**msgspec.to_builtins(whole(play, at.ref, at.component, at.name)), at.field: value}
    return ways.take(name=at.name, because=ADJUSTED), ways.put(at.name, _instance(at, fields))


@command("Create an instance of any component: a trait, a card, a cell of a grid.", rules=(ADJUSTED,))
def put(play: Play, command: Put) -> None:
    """Create an instance of any component."""
    at = _place(command.target, f"{command.component}.{command.name}", ("component", "name"))
    ways = _ways(at.component)
    _check_sizes(command.instance)
    with play.citing(ADJUSTED):
        play.emit(at.ref, ways.put(at.name, _instance(at, command.instance)))
    _give_reason(play, at, command.reason)


@command("Remove an instance of any component.", rules=(ADJUSTED,))
def take(play: Play, command: Take) -> None:
    """Remove an instance of any component, and with it what was anchored to it."""
    at = _place(command.target, command.path, ("component", "name"))
    ways = _ways(at.component)
    if ways.take is None:
        raise Refused(
            "field", "The {component} cannot be removed by hand; set their fields instead.", component=at.component
        )
    at = _place_by_word(play, at)
    with play.citing(ADJUSTED):
        play.emit(at.ref, ways.take(name=at.name, because=command.because))
        moments.settle(play, str(at))


@command("Count a number up or down, whatever it is now.", by="owner", actor="target")
def change(play: Play, command: Change) -> None:
    """Count a number up or down, whatever it is now: nothing of its value is read, no bound is kept."""
    at = _place(command.target, command.path, ("component", "name", "field"))
    counter = _ways(at.component).counters.get(at.field)
    if counter is None:
        counted = ", ".join(f"{component}.….{field}" for component, ways in WAYS.items() for field in ways.counters)
        raise Refused(
            "field", "{path} is not counted; set it, or change one of {counted}.", path=command.path, counted=counted
        )
    keyed = (at.component, at.field) in KEYED
    if keyed != bool(at.key):
        needed = (
            text("say which of them, as {path}.<which>", path=command.path)
            if keyed
            else text("leave {key!r} out", key=at.key)
        )
        raise Refused(
            "field",
            "{component}.{instance}.{field} cannot be counted like this; {needed}.",
            component=at.component,
            instance=at.name,
            field=at.field,
            needed=needed,
        )
    play.emit(at.ref, counter(_place_by_word(play, at).name, at.key, command.by))


def _place(target: str, path: str, parts: tuple[str, ...]) -> Path:
    """The parts of a path inside an aggregate (without one, the campaign). Refused where it lacks one or has one too many."""
    ref = target or CAMPAIGN
    wanted = ".".join(f"<{part}>" for part in parts)
    try:
        at = parse(f"{ref}.{path}")
    except ValueError as wrong:
        raise Refused("path", "{path!r} is no path; it has the form {wanted}.", path=path, wanted=wanted) from wrong
    if not all(getattr(at, part) for part in parts) or ("field" not in parts and at.field):
        raise Refused("path", "{path!r} is no path here; it has the form {wanted}.", path=path, wanted=wanted)
    known = components_of(AGGREGATES[ref.partition("/")[0]])
    if at.component not in known:
        raise Refused(
            "path", "There is no {component!r} there; there is {known}.", component=at.component, known=", ".join(known)
        )
    return at


def _place_by_word(play: Play, at: Path) -> Path:
    """The place by the instance's name, where it is meant by the word it goes by. Absent where there is none."""
    return at._replace(name=find(play, at.ref, at.component, at.name))


def _ways(component: str) -> Ways:
    if component in ELSEWHERE:
        raise Refused(
            "kept-elsewhere",
            "The {component} cannot be kept by hand: {elsewhere}.",
            component=component,
            elsewhere=ELSEWHERE[component],
        )
    return WAYS[component]


def _check_sizes(value: Json) -> None:
    """Numbers that a reader of JSON in a browser would not hold exactly are refused, wherever in the value they stand."""
    match value:
        case dict():
            for inner in value.values():
                _check_sizes(inner)
        case list() | tuple():
            for inner in value:
                _check_sizes(inner)
        case int() if abs(value) > MAGNITUDE:
            raise Refused(
                "value",
                "{value} is too large a number; the largest there are is {magnitude}, either side of 0.",
                value=value,
                magnitude=MAGNITUDE,
            )
        case _:
            pass


def _converted(kind: type[Event], at: Path, fields: dict[str, Json]) -> Any:
    try:
        return msgspec.convert({"type": kind.__struct_config__.tag, "name": at.name, **fields}, kind)
    except msgspec.ValidationError as wrong:
        raise Refused(
            "value",
            "{component}.{instance}.{field} cannot be set to that: {wrong}.",
            component=at.component,
            instance=at.name,
            field=at.field,
            wrong=wrong,
        ) from wrong


def _instance(at: Path, fields: dict[str, Json]) -> Instance:
    family = COMPONENTS[at.component].instance
    if unknown := sorted(set(fields) - set(family.__struct_fields__)):
        listed = ", ".join(family.__struct_fields__)
        raise Refused(
            "field",
            "The {component} have no field {unknown}; they have {listed}.",
            component=at.component,
            unknown=", ".join(unknown),
            listed=listed,
        )
    try:
        return msgspec.convert(fields, family)
    except msgspec.ValidationError as wrong:
        raise Refused(
            "value",
            "{component}.{instance} cannot be that: {wrong}.",
            component=at.component,
            instance=at.name,
            wrong=wrong,
        ) from wrong


def _give_reason(play: Play, at: Path, reason: str) -> None:
    if reason:
        with play.citing(ADJUSTED):
            play.emit(at.ref, Noted(name="reason", text=reason, data={"path": f"{at.component}.{at.name}"}))
