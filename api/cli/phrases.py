"""What happened, in a few words for a person at a terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, assert_never, get_args

import msgspec

from domain.components.anchors import (
    AnyAnchor,
    AtMoment,
    UntilEncounterEnds,
    UntilFirst,
    UntilSaved,
    UntilSceneEnds,
    UntilSessionEnds,
    UntilTime,
    WhilePresent,
)
from domain.paths import parse
from projections.entry import EntryView
from projections.names import Name
from projections.shown import Fields
from projections.telling import Roll

Names = Mapping[str, Name]

_DOWN: Final = frozenset({"damage_taken", "point_spent"})
"""Events whose amount is taken away; every other event adds its amount."""

_SILENT: Final = frozenset({"rolled", "corrected", "handle_given"})
"""Events that are told otherwise (rolls, plans), or that go along with one that tells more."""

BOOKKEEPING: Final = frozenset(
    {
        *("question_asked", "question_answered", "budget_spent", "turn_changed"),
        *("use_opened", "use_counted", "use_reset"),
    }
)
"""Events that only count along, or go with a question or answer: left out where what happened is told in short."""

_EPOCHS: Final = {"epoch_opened": "begins", "epoch_closed": "ends"}

_PLUMBING: Final = frozenset(
    {
        "type",
        "aggregate",
        "aggregate_id",
        "rules",
        "audience",
        "name",
        "struck",
        "title",
        "data",
        "shown_to",
        "tiebreak",
    }
)
"""Fields that a line leaves out, or says otherwise."""

_ANCHORS: Final = frozenset(str(kind.__struct_config__.tag) for kind in get_args(AnyAnchor))

_SELF_SAYING: Final = frozenset({"what", "kind", "severity"})
"""Fields whose value needs no label."""

_REF: Final = re.compile(r"(?:character|encounter|enclave)/[A-Za-z0-9_+-]+")


def signed(amount: int) -> str:
    """A number with its sign, the minus as typographers write it."""
    return f"−{-amount}" if amount < 0 else f"+{amount}"


def number(value: object) -> str:
    """A value as it is read: minus signs are long, nothing is a dash, what has parts is told shortly."""
    match value:
        case None:
            return "—"
        case bool():
            return "yes" if value else "no"
        case int():
            return f"−{-value}" if value < 0 else str(value)
        case dict():
            return ", ".join(f"{key} {number(item)}" for key, item in value.items() if item not in (None, "", [], {}))
        case list() | tuple():
            return ", ".join(map(number, value))
        case _:
            return str(value)


def who(ref: str, names: Names) -> str:
    """How an aggregate is called, also by the id that its place in an order of turns has; as it stands where unknown."""
    found = names.get(ref) or names.get(f"character/{ref}")
    return ref if found is None else found.name


def told(event: Fields, names: Names) -> str:
    """One event: whom it happened to, and what; empty for events that are told elsewhere."""
    type, name = event["type"], str(event.get("title") or event["name"])
    if type in _SILENT:
        return ""
    if type in _EPOCHS:
        return f"dice epoch {event['name']} {_EPOCHS[type]}"
    if type in ("noted", "awarded") and event.get("text"):
        amount = f"{signed(event['amount'])} " if event.get("amount") else ""
        return f"{amount}“{_first_line(event['text'])}”"
    subject = who(event["aggregate_id"], names)
    if isinstance(event.get("amount"), int) and event["amount"] and not isinstance(event["amount"], bool):
        by = -event["amount"] if type in _DOWN else event["amount"]
        return f"{subject} {name} {signed(by)}"
    subject = "" if event["aggregate"].startswith("campaign/") else f"{subject}: "
    if type == "noted":
        known = details(event.get("data", {}), names)
        return f"{subject}{name.replace('-', ' ')}{f' ({known})' if known else ''}"
    named = "" if name in ("self", "now") else f" {name}"
    # An event holds no defaults, so a zero in it says something; its kind is not its instance's.
    detail = details({key: value for key, value in event.items() if key != "kind"}, names, zeros=True)
    return f"{subject}{type.replace('_', ' ')}{named}{f' ({detail})' if detail else ''}"


def roll(made: Roll) -> str:
    """A roll with what it showed: `attack 1d20+5 = 17, success`."""
    shown = ", ".join(str(die.value) if die.kept else f"({die.value})" for die in made.dice)
    target = "" if made.target is None else f" against {made.target}"
    outcome = f", {made.outcome}" if made.outcome else ""
    return f"{made.label} {made.notation} [{shown}] = {number(made.total)}{target}{outcome}"


def gist(entry: EntryView, names: Names) -> str:
    """An entry in one line: its rolls and what happened, or why nothing did."""
    names = {**names, **entry.names}
    if entry.refusal is not None:
        return f"refused: {entry.refusal.sentence}"
    if entry.revision is not None:
        return _revised(entry)
    telling = [event for event in entry.events if event["type"] not in BOOKKEEPING]
    happened = [*map(roll, entry.rolls), *(told(event, names) for event in telling or entry.events)]
    happened += [f"asks {decision.key}" for decision in entry.decisions if decision.open]
    line = "; ".join(part for part in happened if part)
    return line or (entry.command.type if entry.command else entry.kind)


def _revised(entry: EntryView) -> str:
    assert entry.revision is not None
    did = {"strike": "strikes", "amend": "amends", "keep": "keeps"}
    parts: list[str] = []
    for to, verb in did.items():
        if numbers := [str(change["entry"]) for change in entry.revision.changes if change["to"] == to]:
            parts.append(f"{verb} {', '.join(numbers)}")
    parts += [f"inserts {each['entry']} after {each['after']}" for each in entry.revision.inserts]
    if entry.revision.withdraws is not None:
        parts.append(f"withdraws revision {entry.revision.withdraws}")
    because = f" — {entry.reason}" if entry.reason else ""
    return "; ".join(parts) + because


def details(fields: Fields, names: Names, *, zeros: bool = False) -> str:
    """The fields of an event or instance that say something, with names for references; empty ones are left out, and so
    are zeros unless they are wanted."""
    flat: dict[str, Any] = {}
    for key, value in fields.items():
        carried = isinstance(value, dict) and not is_anchor(value) and key not in _PLUMBING
        flat |= value if carried else {key: value}
    telling = {key: value for key, value in flat.items() if key not in _PLUMBING and _tells(value, zeros=zeros)}
    return ", ".join(_part(key, value, names) for key, value in telling.items())


def named(text: str, names: Names) -> str:
    """A text with names where references stand."""
    return _REF.sub(lambda found: who(found[0], names), text)


def is_anchor(value: object) -> bool:
    """Whether JSON is an anchor; somebody may stand under `by`, too."""
    return isinstance(value, dict) and value.get("by") in _ANCHORS


def until(anchor: AnyAnchor, names: Names) -> str:
    """Until when something lasts."""
    match anchor:
        case AtMoment():
            whose = f" of {who(anchor.subject, names)}" if anchor.subject else ""
            later = f", {anchor.passing} more to pass" if anchor.passing else ""
            return f"until {anchor.moment.replace('_', ' ')}{whose}{later}"
        case UntilSaved():
            return f"until {who(anchor.subject, names)} saves at {anchor.moment.replace('_', ' ')}"
        case UntilTime():
            return f"until second {anchor.at}"
        case WhilePresent():
            path = parse(anchor.path)
            return f"as long as {who(path.ref, names)} has {path.name}"
        case UntilSceneEnds():
            return "until the scene ends"
        case UntilSessionEnds():
            return "until the session ends"
        case UntilEncounterEnds():
            return f"until {who(anchor.encounter, names)} ends"
        case UntilFirst():
            return " or ".join(until(part, names) for part in anchor.of)
        case _:
            assert_never(anchor)


def _tells(value: object, *, zeros: bool) -> bool:
    if isinstance(value, bool):
        return value
    return (zeros and value == 0) or value not in (None, "", [], {}, (), 0)


def _part(key: str, value: Any, names: Names) -> str:
    label = "" if key in _SELF_SAYING else f"{key.replace('_', ' ')} "
    match value:
        case dict() if is_anchor(value):
            return until(msgspec.convert(value, AnyAnchor), names)
        case {"op": str()}:
            return f"{label}computed"
        case dict():
            return f"{label}{', '.join(f'{inner} {_called(item, names)}' for inner, item in value.items())}"
        case list() | tuple():
            return f"{label}{', '.join(_called(item, names) for item in value)}"
        case _:
            return f"{label}{_called(value, names)}"


def _called(value: object, names: Names) -> str:
    return named(who(value, names), names) if isinstance(value, str) else number(value)


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "")
