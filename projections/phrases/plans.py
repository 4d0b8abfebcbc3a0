"""Plans of revisions: the changes for each character, the entries that become impossible by which rule, and the missing
dice and answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from domain.paths import Path, parse
from projections.names import Name, called, naming
from projections.phrases.catalogue import english
from projections.phrases.details import details, label, modified, reference_value
from projections.phrases.durations import anchored, clock, is_anchor
from projections.phrases.messages import Part, Quantity, listed, phrase, row, term
from projections.phrases.naming import Names, instances, named, refusal, role_of, thing, who
from projections.phrases.questions import option
from projections.phrases.rolls import label as roll_label
from projections.phrases.values import value
from projections.translation.terms import PROMPT, VALUE
from projections.views.plans import ChangeView, OwedView, PlannedEntryView, PlanView

OUTCOMES: Final = ("confirmed", "restated", "moot", "owed", "conflict", "struck", "restored", "kept", "inserted")
"""The outcomes of entries, in the order in which a summary lists them."""

COMING: Final = ("profile", "pace", "order", "positions", "members", "questions", "phases", "sessions", "scenes")
"""Components whose instances are no things with a name: that they come and go is told in words of their own."""

NUMBERED: Final = frozenset({"phases", "sessions", "scenes"})
"""Components whose instances go by their number."""

_ITSELF: Final = frozenset({"pace", "ground", "profile"})
"""Components of which an aggregate has one, which goes without saying."""

_COUNTING: Final = {"uses", "order", "pace"}
_IN_ITS_NAME: Final = frozenset(
    {"what", "kind", "severity", "slot", "title", "path", "operation", "amount", "over", "of", "subject", "tags"}
)
"""Fields that an instance is called by, so that they need not be told."""

_UNSAID: Final = frozenset({"", "data", "until", "due"})
"""Fields whose value says enough."""


class Sides(NamedTuple):
    """A value before and after. `what` names it; of what has no two sides, it is the whole sentence, and both are None."""

    what: Part
    before: Part | None = None
    after: Part | None = None


def only_counts(change: ChangeView) -> bool:
    """Whether a value only counts along, so that a short telling leaves it out."""
    return parse(change.path).component in _COUNTING


def change(seen: ChangeView, names: Names) -> Part:
    """A value that differs today: `SH1 hp −2 → 7`."""
    before, after, path = seen.before, seen.after, parse(seen.path)
    if path.component == "clock" and isinstance(before, int) and isinstance(after, int):
        return phrase("plan.clock", before=clock(before), after=clock(after))
    if path.component == "handles":
        return _handle(path.name, before, after, names)
    if not path.field and path.component in COMING:
        return _coming(seen, path, names)
    subject = _subject(seen, names)
    if not path.field and (before is None or after is None):
        return phrase("plan.instance", subject=subject, instance=_whole(seen, names))
    if isinstance(before, dict) and isinstance(after, dict) and not (is_anchor(before) or is_anchor(after)):
        differing = [key for key in {**before, **after} if before.get(key) != after.get(key)]
        ends = (row(_key(key, names), " ", _ends(before.get(key), after.get(key), names)) for key in differing)
        return phrase("plan.fields", subject=subject, what=_what(seen, names), changes=listed(ends))
    return phrase("plan.value", subject=subject, what=_what(seen, names), change=_ends(before, after, names))


def sides(seen: ChangeView, names: Names) -> tuple[Part, tuple[Sides, ...]]:
    """Return whose values differ, and each of them with both sides."""
    subject, path = _subject(seen, names), parse(seen.path)
    before, after = seen.before, seen.after
    if path.component in ("clock", "handles") or (not path.field and path.component in COMING):
        return phrase("name.the_campaign"), (Sides(change(seen, names)),)
    if not path.field and (before is None or after is None):
        if path.component == "conditions":
            return subject, (Sides(_instance(seen, names), _truth(before, names), _truth(after, names)),)
        ends = _presence(before, names, phrase("plan.absent")), _presence(after, names, phrase("plan.gone_now"))
        return subject, (Sides(_instance(seen, names), *ends),)
    if isinstance(before, dict) and isinstance(after, dict) and not (is_anchor(before) or is_anchor(after)):
        keys = (key for key in {**before, **after} if before.get(key) != after.get(key))
        what = _what(seen, names)
        return subject, tuple(
            Sides(
                listed((what, _key(key, names)), "list.space"),
                _side(_place(key, before.get(key)), names),
                _side(_place(key, after.get(key)), names),
            )
            for key in keys
        )
    before, after = (_place(path.field, end) for end in (before, after))
    return subject, (Sides(_what(seen, names), _side(before, names), _side(after, names)),)


def _place(field: str, json: object) -> object:
    """Return a place on a body or with a person as people say it: `body/2` is `body 2`."""
    return json.replace("/", " ") if field in ("slot", "location") and isinstance(json, str) else json


def newcomers(seen: PlanView) -> dict[str, Name]:
    """Return the names of instances that a plan creates, which have no names yet."""
    coming = [(each.aggregate_id, each.after) for each in seen.changes if parse(each.path).component == "profile"]
    return {
        ref: Name(ref=ref, handle=after.get("handle", ""), name=after["name"], kind=after.get("kind", ""))
        for ref, after in coming
        if isinstance(after, dict) and after.get("name")
    }


def conflicts(seen: PlanView, names: Names) -> Iterator[Part]:
    """Yield the reasons why entries cannot stand: the sentence of a rule or a missing thing, once for all its entries."""
    reasons: list[tuple[Part, list[Part]]] = []
    for entry in seen.entries:
        if entry.entry in seen.conflicts:
            reason = _reason(entry, names)
            known = next((entries for each, entries in reasons if each == reason), None)
            if known is None:
                reasons.append((reason, [entry.entry]))
            else:
                known.append(entry.entry)
    for reason, entries in reasons:
        yield phrase("plan.cannot_stand", count=len(entries), entries=listed(entries), reason=reason)


def owed(seen: OwedView, names: Names) -> Iterator[Part]:
    """Yield the dice and answers that an entry lacks: dice by label, and questions with their options and the default."""
    dice = Counter((die.notation[1:], die.label) for die in seen.dice)
    for (sides, rolled), count in dice.items():
        yield phrase("plan.owes_dice", entry=seen.entry, sides=sides, label=roll_label(rolled, names), count=count)
    for question in seen.questions:
        prompt = _prompt(question.prompt, names) if question.prompt else phrase("plan.what_is_chosen")
        yield phrase(
            "plan.asks",
            entry=seen.entry,
            key=roll_label(question.key, names),
            prompt=prompt,
            options=listed(option(each, names) for each in question.options),
            default=option(question.default, names),
        )


def _prompt(prompt: str, names: Names) -> Part:
    """A question as it is put, with names in it."""
    part = named(prompt, names)
    return term(prompt, PROMPT) if part == prompt else part


def _subject(seen: ChangeView, names: Names) -> Part:
    if seen.aggregate_id.startswith("campaign/"):
        return phrase("name.the_campaign")
    return who(seen.aggregate_id, names)


def _ends(before: object, after: object, names: Names) -> Part:
    return row(_side(before, names), " → ", _side(after, names))


def _side(json: object, names: Names) -> Part:
    """One side of a change in words."""
    if json == "":
        return value(None)
    if is_anchor(json):
        return anchored(json, names)
    if isinstance(json, list | tuple):
        return listed(_side(each, names) for each in json) or phrase("name.nobody")
    if not isinstance(json, str):
        return _named_value(json, names)
    return reference_value(json, names)


def _key(key: str, names: Names) -> Part:
    """The name of a part of a value: a reference's, or a word of the game."""
    part = named(key, names)
    return term(key) if part == key else part


def _named_value(json: object, names: Names) -> Part:
    """A value that is no text, with names where references stand in it."""
    if isinstance(json, dict):
        items = ((key, item) for key, item in json.items() if item not in (None, "", [], {}))
        return listed(row(_key(key, names), " ", _side(item, names)) for key, item in items)
    return value(json)


def _coming(seen: ChangeView, path: Path, names: Names) -> Part:
    """Say that an unnamed thing comes or goes."""
    fields = seen.before if seen.after is None else seen.after
    it = who(called(path.component, path.name, fields if isinstance(fields, dict) else {}), names)
    edge = "gone" if seen.after is None else "there"
    return phrase(f"plan.{path.component}_{edge}", subject=_subject(seen, names), it=it, number=path.name)


def _handle(handle: str, before: Any, after: Any, names: Names) -> Part:
    """Return the old and the new bearer of a handle; each side is the handle as a whole, or the reference alone."""
    old, new = (_bearer(side, names) for side in (before, after))
    if not new:
        return phrase("plan.handle_free", handle=handle, old=old)
    return phrase("plan.handle", handle=handle, new=new, old="" if old == new else old)


def _bearer(side: Any, names: Names) -> Part:
    ref = side.get("ref", "") if isinstance(side, dict) else side or ""
    return named(str(ref), names)


def _whole(seen: ChangeView, names: Names) -> Part:
    """An instance that comes or goes, with what it is."""
    it, after = _instance(seen, names), seen.after
    if after is None:
        return phrase("plan.gone", it=it)
    if not isinstance(after, dict):
        return phrase("plan.there_as", it=it, value=value(after))
    return phrase("plan.there", it=it, details=_details(after, names))


def _instance(seen: ChangeView, names: Names) -> Part:
    """Name an instance that comes or goes."""
    path = parse(seen.path)
    fields = seen.before if seen.after is None else seen.after
    if not isinstance(fields, dict):
        return _what(seen, names)
    it = _called(path.component, path.name, fields, names)
    return row(modified(fields, names), " (", it, ")") if path.component == "modifiers" else it


def _called(component: str, name: str, fields: dict[str, Any], names: Names) -> Part:
    """The name of an instance: the title that a member gave it, or a word of the game."""
    own = called(component, name, fields)
    part = named(own, names)
    return part if part != own or naming(component, fields) is Name else term(own, role_of(component))


def _presence(json: Any, names: Names, missing: Part) -> Part:
    """One side of an instance that comes or goes: that it is there, with what is known of it, or that it is `missing`."""
    if json is None:
        return missing
    return phrase("plan.present", details=_details(json, names)) if isinstance(json, dict) else _side(json, names)


def _truth(json: Any, names: Names) -> Part:
    """One side of a condition that comes or goes: whether it is so, with what is known of it."""
    return phrase("plan.is_not") if json is None else phrase("plan.is_so", details=_details(json, names))


def _details(fields: dict[str, Any], names: Names) -> Part:
    """The fields of an instance that its name does not tell: a modifier goes by its source."""
    in_its_name = _IN_ITS_NAME | ({"source"} if "operation" in fields or "path" in fields else frozenset())
    return details({key: json for key, json in fields.items() if key not in in_its_name}, names)


def _what(seen: ChangeView, names: Names) -> Part:
    """Name the part of its subject that a path means, without fields that go without saying."""
    path = parse(seen.path)
    if (path.component, path.field) in (
        ("tracks", "current"),
        ("tracks", ""),
        ("attributes", "base"),
        ("attributes", ""),
    ):
        return term(path.name, VALUE)
    itself, component = path.name in ("self", "now"), path.component
    it: Part = ""
    if component in _ITSELF:
        pass
    elif component in NUMBERED:
        it = phrase(f"plan.{component}", number="" if itself else path.name)
    elif not itself:
        it = thing(f"{seen.aggregate_id}.{component}.{path.name}", names)
    else:
        it = instances(component)
    return listed((it, "" if path.field in _UNSAID else label(path.field)), "list.space")


def _reason(entry: PlannedEntryView, names: Names) -> Part:
    """Return the reason why an entry cannot stand."""
    sentence, lacks = refusal(entry.sentence or "", names), named(entry.missing or "", names)
    rule = entry.rule or ""
    if entry.played_under is not None:
        return phrase("plan.newer_rules", sentence=sentence, version=entry.played_under, rule=rule)
    if lacks:
        # The sentence of a rule is English, as are names in it: what it says already is not said again.
        return (
            sentence
            if english(lacks) in english(sentence)
            else phrase("plan.for_want_of", sentence=sentence, lacks=lacks)
        )
    return phrase("plan.reason", sentence=sentence, rule=rule)


def counters(count: int) -> Part:
    """Say how many counters and places in orders of turns a plan changes."""
    return phrase("plan.counters", count=Quantity(count))


def untouched(count: int) -> Part:
    """Say how many entries a plan leaves as they are."""
    return phrase("plan.untouched", count=Quantity(count))


def hidden(count: int) -> Part:
    """Say how many entries change that the reader may not see."""
    return phrase("plan.hidden", count=Quantity(count))
