"""What happened, event by event, as somebody at the table would tell it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import msgspec

from api.cli.formulas import expressed, is_formula, value_named
from api.cli.lasting import because, clock, duration, is_anchor, until
from api.cli.lines import line, source
from api.cli.naming import Names, named, number, signed, thing, who, whose_turn
from domain.dice import labels
from domain.visibility.view_fields import Fields
from domain.vocabulary import EVENTS
from domain.vocabulary.anchors import AnyAnchor
from domain.vocabulary.base import Instance
from domain.vocabulary.stored import component_of
from projections.names import Name, called, plain

SILENT: Final = frozenset({"rolled", "corrected", "handle_given", "handle_freed", "clock_started"})
"""Events that are told otherwise (rolls, plans), or that go along with one that tells more."""

BOOKKEEPING: Final = frozenset(
    {
        *("question_asked", "question_answered", "budget_spent", "turn_changed"),
        *("use_opened", "use_counted", "use_reset", "use_closed"),
        *("formula_defined", "formula_changed", "formula_dropped", "cell_laid"),
    }
)
"""Events that only count along, or go with a question or answer: left out where what happened is told in short."""

TELLING: Final[Mapping[str, str]] = {
    "introduced": "{called} is introduced[ ({kind})][, played by {owners}]",
    "removed": "{who} is removed[ ({because})]",
    "attribute_declared": "{who}: {thing} {base}",
    "track_opened": "{who}: {thing} {current}[ of {maximum}]",
    "track_set": "{who}: {thing} is set to {current}[, at least {minimum}][, at most {maximum}]",
    "modifier_applied": "{who}: {change}[ ({cause})][, when {when}][, against {against}][, {until}]",
    "modifier_lifted": "{who}: {thing} is over[ ({because})]",
    "formula_defined": "{who}: {computed} is {formula}",
    "wound_suffered": "{who} is wounded: {thing}[, by {source}]",
    "wound_closed": "{who}: {thing} is closed[ ({because})]",
    "condition_gained": "{who}: {thing}[ {level}][ ({title})][ ({source})][, {until}]",
    "condition_ended": "{who}: no longer {thing}[ ({because})]",
    "trait_gained": "{who} gets {thing}[ ({kind})]",
    "trait_lost": "{who} loses {thing}[ ({because})]",
    "choice_made": "{who} chooses {picked}[ ({of})]",
    "item_gained": "{who} gets[ {quantity}] {thing}[ ({location})]",
    "item_lost": "{who} has no more {thing}[ ({because})]",
    "card_gained": "{who} gets {kind} {thing}[, tier {tier}][, from {provenance}]",
    "card_spent": "{who} spends {thing}[ ({because})]",
    "card_lost": "{who} loses {thing}[ ({because})]",
    "task_begun": "{who}: {thing} begins[, {goal} to reach][, {due}]",
    "task_ended": "{who}: {thing} is over[ ({because})]",
    "link_made": "{who}: {thing} with {to}[, {until}]",
    "link_broken": "{who}: {thing} is over[ ({because})]",
    "intent_announced": "{who} plans {thing}[, {due}]",
    "intent_ended": "{who}: {thing} is over[ ({because})]",
    "turn_entered": "{subject} acts at {initiative}",
    "encounter_begun": "{who} begins[, round {round}]",
    "turn_left": "{thing} leaves[ ({because})]",
    "placed": "{subject} is placed[ in {area}][ at {x}, {y}]",
    "member_joined": "{character} joins {who}[ as {role}]",
    "member_left": "{thing} leaves {who}[ ({because})]",
    "follower_gained": "{who} gains[ {count}] {thing}[ ({kind})]",
    "follower_lost": "{who} loses {thing}[ ({because})]",
    "mission_planned": "{who}: {thing} ({kind})[, with {participants}]",
    "mission_detailed": "{who}: {thing}, {detail}: {value}",
    "grid_laid_out": "{who}: a grid of {rows} × {columns} about {target}",
    "cell_unlocked": "{who}: {by} finds out {thing}",
    "cell_shared": "{who}: {thing} is shared with {to}",
    "strike_marked": "{who}: a strike on {thing}",
    "campaign_begun": "the campaign begins ({system})",
    "option_set": "option {option} is {value}",
    "clock_set": "the clock stands at {time}",
    "clock_advanced": "time passes: {duration}",
    "session_opened": "session {number} begins[: {title}]",
    "session_ended": "session {own} ends",
    "scene_opened": "scene {number} begins[: {title}]",
    "scene_ended": "scene {own} ends",
    "phase_opened": "downtime {number} opens[: {title}]",
    "participant_added": "{thing} takes part as {role}",
    "participant_removed": "{thing} takes part no more",
    "catalogue_added": "the catalogue has {thing} ({kind})",
    "epoch_opened": "dice epoch {own} begins",
    "epoch_closed": "dice epoch {own} ends",
}
"""How events are told, by type: `{who}` is whose event it is, `{thing}` the instance, `{own}` its name; the rest are its
fields. What is not here is told by its fields."""

_PLUMBING: Final = frozenset(
    {
        *("type", "aggregate", "aggregate_id", "rules", "audience", "name", "struck", "title", "data", "shown_to"),
        *("tiebreak", "catalogue", "handle", "command"),
    }
)
"""Fields that a line leaves out, or says otherwise."""

_SELF_SAYING: Final = frozenset({"what", "kind", "severity"})
"""Fields whose value needs no label."""

_DOWN: Final = frozenset({"damage_taken", "point_spent"})
"""Events whose amount is taken away; every other event adds its amount."""

LABELS: Final[Mapping[str, str]] = {"because": "", "audience": "seen by", "due": "", "location": "now at", "state": ""}
"""What fields are called that are not called by their names."""


def told(event: Fields, names: Names) -> str:
    """One event: whom it happened to, and what; empty for events that are told elsewhere or say nothing to people."""
    type = event["type"]
    if type in SILENT:
        return ""
    if type in ("noted", "awarded"):
        return _said(event, names)
    if type == "judged":
        return _judged(event, names)
    if isinstance(event.get("amount"), int) and event["amount"] and not isinstance(event["amount"], bool):
        return _counted(event, names)
    if type == "turn_passed":
        return _passed(event, names)
    if type in TELLING:
        return line(TELLING[type], _fields(event, names), names)
    return _otherwise(event, names)


def brought(event: Fields, names: Names) -> dict[str, Name]:
    """How the instance that an event brings is called from then on, by its path."""
    carried, component, own = _carried(event), component_of(event["type"]), str(event["name"])
    if not carried or own in ("self", "now"):
        return {}
    path = f"{event['aggregate_id']}.{component}.{own}"
    return {path: Name(ref=path, handle=own, name=named(called(component, own, carried), names), kind=component)}


def details(fields: Fields, names: Names, *, zeros: bool = False) -> str:
    """The fields of an event or instance that say something, with names for references; empty ones are left out, and so
    are zeros unless they are wanted."""
    flat: dict[str, Any] = {}
    for key, value in fields.items():
        carried = isinstance(value, dict) and not (is_anchor(value) or is_formula(value)) and key not in _PLUMBING
        flat |= value if carried else {key: value}
    telling = {key: value for key, value in flat.items() if key not in _PLUMBING and _tells(value, zeros=zeros)}
    return ", ".join(_part(key, value, names) for key, value in telling.items())


def _fields(event: Fields, names: Names) -> Fields:
    """What a telling may name: the event's fields, those of the instance it carries, and both in words."""
    carried = _carried(event)
    own, component = str(event["name"]), component_of(event["type"])
    path = f"{event['aggregate_id']}.{component}.{own}"
    fields = {key: value for key, value in event.items() if key != "kind"} | carried
    known = names[own].name if own in names else called(component, own, carried) if carried else thing(path, names)
    reason = event.get("because")
    return fields | {
        "who": who(event["aggregate_id"], names),
        "own": own,
        "called": carried.get("name", ""),
        "thing": known,
        "because": because(reason, names) if reason else "",
        "location": str(fields.get("location", "")).replace("/", " "),
        "provenance": "" if fields.get("provenance") == known else fields.get("provenance", ""),
        "change": modified(carried, names) if component == "modifiers" else "",
        "formula": expressed(carried.get("expression"), names) if component == "formulas" else "",
        "computed": value_named(carried.get("path", "")) if component == "formulas" else "",
        "cause": cause(carried, names),
        "duration": duration(event.get("seconds", 0)),
        "time": clock(event.get("at", 0) if isinstance(event.get("at", 0), int) else 0),
    }


def _carried(event: Fields) -> Fields:
    """The instance that an event brings."""
    found = (event[key] for key in _carrying() if isinstance(event.get(key), dict))
    return next(found, {})


@cache
def _carrying() -> tuple[str, ...]:
    """The fields in which events bring an instance."""
    fields = (field for kind in EVENTS for field in msgspec.structs.fields(kind))
    return tuple(sorted({f.name for f in fields if isinstance(f.type, type) and issubclass(f.type, Instance)}))


def modified(modifier: Fields, names: Names) -> str:
    """What a modifier does to a value: `focus maximum −1`."""
    amount = modifier.get("amount", 0)
    said = number(amount) if isinstance(amount, int) else f"({expressed(amount, names)})"
    over = f" / {modifier['over']}" if modifier.get("over", 1) != 1 else ""
    match modifier.get("operation", "add"):
        case "add":
            how = signed(amount) if isinstance(amount, int) else f"+ {said}"
        case "set":
            how = f"is {said}"
        case "cap":
            how = f"at most {said}"
        case "floor":
            how = f"at least {said}"
        case _:
            how = f"× {said}{over}"
    return f"{value_named(modifier.get('path', ''))} {how}"


def cause(modifier: Fields, names: Names) -> str:
    """What brought a modifier about; empty where nothing says so."""
    return str(modifier.get("title") or source(modifier.get("source", ""), names))


def _said(event: Fields, names: Names) -> str:
    """A note or an award: its words where it has some, else what it is of."""
    subject = "" if event["aggregate"].startswith("campaign/") else f"{who(event['aggregate_id'], names)}: "
    amount = f"{signed(event['amount'])} " if event.get("amount") else ""
    if event.get("text"):
        return f"{amount}“{_first_line(event['text'])}”"
    if amount:
        return _counted(event, names)
    known = details(event.get("data", {}), names)
    return f"{subject}{plain(event.get('title') or event['name'])}{f' ({known})' if known else ''}"


def _judged(event: Fields, names: Names) -> str:
    """How a rule judged a roll: what its dice count as, what that comes to, the outcome and why."""
    kind, target = labels.parts(str(event["name"]))
    natural, total, against = event.get("natural"), event.get("total"), event.get("target")
    said = [] if natural is None else [f"the dice count as {number(natural)}"]
    if total is not None:
        said.append(f"in all {number(total)}{'' if against is None else f' against {number(against)}'}")
    said.append(plain(str(event.get("outcome", ""))))
    why = f" ({event['why']})" if event.get("why") else ""
    label = f"{plain(kind)}{f' ({who(target, names)})' if target else ''}"
    return f"{who(event['aggregate_id'], names)}: {label}: {', '.join(filter(None, said))}{why}"


def _counted(event: Fields, names: Names) -> str:
    """A count or a pool that went up or down."""
    component, ref = component_of(event["type"]), event["aggregate_id"]
    own = str(event.get("title") or event["name"])
    counted = own if component == "log" else thing(f"{ref}.{component}.{own}", names)
    at = event.get("counter") or event.get("track") or ""
    by = -event["amount"] if event["type"] in _DOWN else event["amount"]
    return f"{who(ref, names)} {counted}{f' {at}' if isinstance(at, str) and at else ''} {signed(by)}"


def _passed(event: Fields, names: Names) -> str:
    """What came of a turn's passing: a round, a phase, whose turn it is, the end."""
    encounter = who(event["aggregate_id"], names)
    if event.get("state") == "ended":
        return f"{encounter} ends"
    parts = [f"round {event['round']} begins"] if event.get("round") else []
    parts += [f"{plain(event['phase'])} phase"] if event.get("phase") else []
    parts += (
        [f"{' and '.join(whose_turn(place, names) for place in event['active'])} to act"] if event.get("active") else []
    )
    parts += [plain(event["state"])] if event.get("state") not in (None, "", "running") else []
    return f"{encounter}: {', '.join(parts)}" if parts else ""


def _otherwise(event: Fields, names: Names) -> str:
    """An event without a telling of its own, by its fields; a change of nothing that people read is not told."""
    type, own = event["type"], str(event["name"])
    subject = "" if event["aggregate"].startswith("campaign/") else f"{who(event['aggregate_id'], names)}: "
    # An event holds no defaults, so a zero in it says something; its kind is not its instance's.
    detail = details({key: value for key, value in event.items() if key != "kind"}, names, zeros=True)
    path = f"{event['aggregate_id']}.{component_of(type)}.{own}"
    subject += "" if own in ("self", "now") else thing(path, names)
    if type.endswith("_changed") or type == "moved":
        titled = f"called {event['title']}" if event.get("title") else ""
        changed = ", ".join(filter(None, (titled, detail)))
        return f"{subject}{'' if subject.endswith(': ') else ': '}{changed}" if changed else ""
    return f"{subject} {type.replace('_', ' ')}{f' ({detail})' if detail else ''}".strip()


def _tells(value: object, *, zeros: bool) -> bool:
    if isinstance(value, bool):
        return value
    return (zeros and value == 0) or value not in (None, "", [], {}, (), 0)


def _part(key: str, value: Any, names: Names) -> str:
    label = "" if key in _SELF_SAYING else f"{LABELS.get(key, key.replace('_', ' '))} ".lstrip()
    match value:
        case dict() if is_anchor(value):
            return until(msgspec.convert(value, AnyAnchor), names)
        case dict() if is_formula(value):
            return f"{label}{expressed(value, names)}"
        case dict():
            return f"{label}{', '.join(f'{inner} {_worded(item, names)}' for inner, item in value.items())}"
        case list() | tuple():
            return f"{label}{', '.join(_worded(item, names) for item in value)}"
        case str() if key == "source":
            return f"by {source(value, names)}"
        case _:
            return f"{label}{_worded(value, names)}"


def _worded(value: object, names: Names) -> str:
    return named(who(value, names), names) if isinstance(value, str) else number(value)


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "")
