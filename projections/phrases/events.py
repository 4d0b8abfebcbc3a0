"""Events as a player at the table would tell them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

import msgspec

from domain.aggregates import CAMPAIGN
from domain.visibility.view_fields import Fields
from domain.vocabulary import EVENTS
from domain.vocabulary.stored import component_of
from projections.names import Name, called, naming, plain
from projections.phrases.catalogue import english
from projections.phrases.details import carrying_fields, cause, details, field_value, modified, reference_value, spaced
from projections.phrases.durations import because, clock, duration
from projections.phrases.formulas import expressed, value_term
from projections.phrases.messages import Part, Phrase, listed, phrase, series, term
from projections.phrases.naming import Names, name_of, named, role_of, thing, who, whose_turn
from projections.phrases.rolls import label
from projections.phrases.values import signed, value
from projections.phrases.words import word
from projections.translation.terms import REASON, WORD

SILENT: Final = frozenset({"rolled", "corrected", "handle_given", "handle_freed", "clock_started"})
"""Events that are told otherwise (rolls, plans), or that go along with one that tells more."""

BOOKKEEPING: Final = frozenset(
    {
        *("question_asked", "question_answered", "budget_spent", "turn_changed"),
        *("use_opened", "use_counted", "use_reset", "use_closed"),
        *("formula_defined", "formula_changed", "formula_dropped", "cell_laid"),
    }
)
"""Events that only count along, or go with a question or answer: a short telling leaves them out."""

CHANGED: Final = "event.changed"
"""The message of events that give fields new values."""

COUNTED: Final = "event.counted"
"""The message of events that change a count or a pool by an amount."""

_DOWN: Final = frozenset({"damage_taken", "point_spent"})
"""Events whose amount is taken away; every other event adds its amount."""

_MOVES: Final = frozenset({"area", "x", "y"})
"""The fields of a move that say where to."""

_PLACES: Final = ("order", "positions")
"""Components whose sentences have the one who has the place as their subject."""

_ITSELF: Final = ("self", "now")
"""Names of instances that an aggregate has one of, which go without saying."""


_SHARED: Final[Mapping[str, str]] = {"awarded": "event.noted"}
"""Messages of events that are told like others."""


def message_of(type: str) -> str:
    """The id of the message that tells events of this type."""
    if type in _counting():
        return COUNTED
    return CHANGED if type.endswith("_changed") else _SHARED.get(type, f"event.{type}")


def event_sentence(event: Fields, names: Names) -> Part:
    """An event as a sentence; "" for one that is told elsewhere or says nothing to people."""
    type = _told_as(event)
    if type in SILENT:
        return ""
    if type in ("noted", "awarded"):
        return _noted(event, names)
    if type == "judged":
        return _judged(event, names)
    if message_of(type) == CHANGED or (type == "moved" and not _MOVES.intersection(event)):
        return _changed(event, names)
    if message_of(type) == COUNTED:
        return _counted(event, names)
    if type == "turn_passed":
        return _passed(event, names)
    if type == "turn_entered" and not event["turn"].get("initiative"):
        return phrase("event.turn_joined", who=_subject(event, names))
    return Phrase(message_of(type), _fields(event, names))


def _told_as(event: Fields) -> str:
    """Return the type whose text tells an event: a member who leaves or comes back changes a part that stays on record."""
    type: str = event["type"]
    if type == "participant_changed" and event.get("active") is not None:
        return "participant_added" if event["active"] else "participant_removed"
    return type


def brought(event: Fields, names: Names, say: Callable[[Part], str] = english) -> dict[str, Name]:
    """The name of the instance that an event brings, by its path, in the language that `say` speaks."""
    carried, component, own = _carried(event), component_of(event["type"]), str(event["name"])
    if not carried or own in _ITSELF:
        return {}
    path, name = f"{event['aggregate_id']}.{component}.{own}", called(component, own, carried)
    part, kind = named(name, names), naming(component, carried)
    # A word that names a character is said here, once for all; one that does not is said where it stands.
    kind, name = (kind, name) if part == name else (Name, say(part))
    return {path: kind(ref=path, handle=own, name=name, kind=component)}


@cache
def _counting() -> frozenset[str]:
    """The types of events that change a count or a pool by an amount; what counts by one unless it says so has its own text."""
    fields = ((kind, field) for kind in EVENTS for field in msgspec.structs.fields(kind))
    tags = {str(kind.__struct_config__.tag) for kind, field in fields if field.name == "amount" and field.default != 1}
    return frozenset(tag for tag in tags - set(_SHARED) if not tag.endswith("_changed"))


def _fields(event: Fields, names: Names) -> dict[str, Part]:
    """The fields that the text of an event may name: its own, those of the instance it brings, and those that are worked out
    here: `who` has the event, `thing` is the instance's name and `own` its id."""
    carried, component = _carried(event), component_of(event["type"])
    fields = {key: json for key, json in event.items() if key != "kind"} | carried
    reason, at = event.get("because"), event.get("at", 0)
    thing, computed = _thing(event, names), component == "formulas"
    return {
        **{key: field_value(key, json, names) for key, json in fields.items()},
        **({"role": word("role", fields["role"])} if _told_as(event) == "participant_added" else {}),
        "who": (
            spaced(_subject(event, names), names, role="")
            if component in _PLACES
            else who(event["aggregate_id"], names)
        ),
        "bearer": _bearer(event, names),
        "square": f"{fields['x']}, {fields['y']}" if isinstance(fields.get("x"), int) and "y" in fields else "",
        "area": _area(event, fields, names),
        "own": str(event["name"]),
        "called": str(carried.get("name", "")),
        "thing": thing,
        **_told_by_thing(fields, thing, component, names),
        "because": _because(reason, names) if reason else "",
        "location": spaced(str(fields.get("location", "")).replace("/", " "), names),
        "provenance": "" if fields.get("provenance") == english(thing) else spaced(fields.get("provenance", ""), names),
        "change": modified(carried, names, brief=True) if component == "modifiers" else "",
        "formula": expressed(carried.get("expression"), names) if computed else "",
        "computed": value_term(carried.get("path", "")) if computed else "",
        "cause": spaced(cause(carried, names), names),
        "duration": duration(event.get("seconds", 0)),
        "time": clock(at if isinstance(at, int) else 0),
        "details": _details(event, names),
    }


def subject_of(event: Fields) -> str:
    """Return the reference of whom the sentence of an event is about: an aggregate, or the character who has a place in it."""
    return f"character/{event['name']}" if component_of(event["type"]) in _PLACES else str(event["aggregate_id"])


def _subject(event: Fields, names: Names) -> Part:
    """Return who has a place in an encounter."""
    subject = _carried(event).get("subject") or ""
    return reference_value(subject, names) if subject else whose_turn(str(event["name"]), names)


def _area(event: Fields, fields: Fields, names: Names) -> Part:
    """Return the name of the area that an event is about; "" for none."""
    area = fields.get("area")
    return thing(f"{event['aggregate_id']}.areas.{area}", names) if isinstance(area, str) and area else ""


def _told_by_thing(fields: Fields, thing: Part, component: str, names: Names) -> dict[str, Part]:
    """Return the fields of an instance that say no more than its name, or its title, as empty ones."""
    known = {str(fields.get("title", "")), *([] if component == "profile" else [english(thing)])}
    return {
        key: ""
        for key in ("kind", "source")
        if fields.get(key) and english(field_value(key, fields[key], names)) in known
    }


def _carried(event: Fields) -> Fields:
    """The instance that an event brings."""
    return next((event[key] for key in carrying_fields() if isinstance(event.get(key), dict)), {})


def _because(reason: str, names: Names) -> Part:
    """The reason of an event: a moment, a word of the game, or the words that a member gave as one."""
    words = because(reason, names)
    return words if reason != english(words) else spaced(reason, names, REASON)


def _thing(event: Fields, names: Names) -> Part:
    """The name of the instance that an event is of; "" for one that goes without saying."""
    own, component, carried = str(event["name"]), component_of(event["type"]), _carried(event)
    if own in names:
        return spaced(name_of(names[own]), names, role="")
    if carried:
        given = naming(component, carried) is Name
        return spaced(called(component, own, carried), names, "" if given else role_of(component))
    return "" if own in _ITSELF else thing(f"{event['aggregate_id']}.{component}.{own}", names)


def _bearer(event: Fields, names: Names) -> Part:
    """The aggregate that an event is of; "" for the campaign, which goes without saying."""
    return "" if event["aggregate_id"] == CAMPAIGN else who(event["aggregate_id"], names)


def _details(event: Fields, names: Names) -> Part:
    """The fields of an event. It holds no defaults, so a zero in it says something; its kind is not its instance's."""
    return details({key: json for key, json in event.items() if key != "kind"}, names, zeros=True)


def _noted(event: Fields, names: Names) -> Part:
    """A note or an award: its words where it has some, else what it is of."""
    amount = signed(event["amount"]) if event.get("amount") else ""
    if event.get("text"):
        return phrase("event.noted_text", amount=amount, text=_first_line(event["text"]))
    if amount:
        return _counted(event, names)
    title = plain(event.get("title") or str(event["name"]))
    return phrase(
        "event.noted",
        bearer=_bearer(event, names),
        title=title if event.get("title") else term(title),
        details=details(event.get("data", {}), names),
    )


def _judged(event: Fields, names: Names) -> Part:
    """Say how a rule judged a roll: the dice's value, the total, the outcome and the reason."""
    natural, total, target = event.get("natural"), event.get("total"), event.get("target")
    against = "" if target is None else phrase("roll.against", target=value(target))
    findings: list[Part] = [] if natural is None else [phrase("event.judged_natural", natural=value(natural))]
    findings += [] if total is None else [phrase("event.judged_total", total=value(total), against=against)]
    findings.append(word("outcome", plain(str(event.get("outcome", "")))))
    return phrase(
        "event.judged",
        who=who(event["aggregate_id"], names),
        label=label(str(event["name"]), names),
        findings=listed(findings),
        why=term(event.get("why") or "", REASON),
    )


def _changed(event: Fields, names: Names) -> Part:
    """The new values of an instance; "" for a change of nothing that people read."""
    title = event.get("title")
    changes = listed((phrase("event.titled", title=title) if title else "", _details(event, names)))
    if changes == "":
        return ""
    return phrase(CHANGED, bearer=_bearer(event, names), thing=_thing(event, names), changes=changes)


def _counted(event: Fields, names: Names) -> Part:
    """A count or a pool that went up or down."""
    component, ref = component_of(event["type"]), event["aggregate_id"]
    own, title = str(event["name"]), event.get("title")
    amount, counter = event.get("amount"), event.get("counter") or event.get("track") or ""
    if not isinstance(amount, int) or not amount:
        return phrase("event.count_changed", **_fields(event, names))
    return phrase(
        "event.counted",
        who=who(ref, names),
        thing=_counted_thing(ref, component, own, title, names),
        counter=term(counter) if isinstance(counter, str) else "",
        amount=signed(-amount if event["type"] in _DOWN else amount),
    )


def _counted_thing(ref: str, component: str, own: str, title: str | None, names: Names) -> Part:
    """The name of a count or a pool; a log entry goes by its own."""
    if component == "log":
        return title or term(own, WORD)
    return thing(f"{ref}.{component}.{title or own}", names)


def _passed(event: Fields, names: Names) -> Part:
    """Say what a passing turn led to: a round, a phase, the next turn, the end."""
    encounter, state = who(event["aggregate_id"], names), event.get("state") or ""
    if state == "ended":
        return phrase("event.turns_ended", who=encounter)
    acting = series(whose_turn(place, names) for place in event.get("active") or ())
    news = listed(
        (
            phrase("event.round_begins", round=value(event["round"])) if event.get("round") else "",
            phrase("event.phase_begins", phase=term(plain(event["phase"]))) if event.get("phase") else "",
            phrase("event.to_act", who=acting) if acting else "",
            "" if state == "running" else word("state", plain(state)),
        )
    )
    return phrase("event.turn_passed", who=encounter, news=news) if news else ""


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "")
