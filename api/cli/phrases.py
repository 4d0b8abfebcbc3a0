"""Entries and rolls in a few words for a person at a terminal."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from api.cli.naming import Names, named, number, signed
from api.cli.tellings import BOOKKEEPING, brought, told
from domain.dice.labels import parts
from domain.visibility.event_views import RollView
from domain.visibility.view_fields import Fields
from projections.names import Name, plain
from projections.views.entry import EntryView
from projections.views.questions import OpenQuestion

_COMES: Final = frozenset({"condition_gained", "modifier_applied"})
_CLOSES: Final = {
    "turn": ", until the end of the turn",
    "encounter": ", until the end of the encounter",
    "scene": ", until the end of the scene",
    "session": ", until the end of the session",
    "next deed": ", until they next do something",
}
_GOES: Final = frozenset({"condition_ended", "modifier_lifted"})


def roll(made: RollView, names: Names, *, parts: bool = False, by: bool = False) -> str:
    """A roll with what it showed: `attack 1d20+5 [12] = 17 against 15, success`; with `parts`, each modifier by its name;
    with who it is `by`, where the label does not say so."""
    dice = ", ".join(str(die.value) if die.kept else f"({die.value})" for die in made.dice)
    sum_of = sum(modifier.amount for modifier in made.modifiers)
    added = f" {signed(sum_of)}" if sum_of else ""
    if parts:
        added = "".join(f" {signed(modifier.amount)} {modifier.label}" for modifier in made.modifiers)
    target = "" if made.target is None else f" against {made.target}"
    outcome = f", {made.outcome}" if made.outcome else ""
    shown = f" [{dice}]" if dice else ""
    return f"{_by(made, names) if by else ''}{label(made.label, names)} {made.notation}{shown}{added} = {number(made.total)}{target}{outcome}"


def judgements(made: RollView) -> str:
    """How a roll was judged after it fell: ` → success (morale was lowered)`; empty where it was not."""
    said = ((each.outcome or ("" if each.total is None else number(each.total)), each.why) for each in made.judged)
    return "".join(f" → {outcome} ({why})" if why else f" → {outcome}" for outcome, why in said)


def _by(made: RollView, names: Names) -> str:
    """Who rolls, and a colon; empty where the label says so."""
    kind, _, handle = made.by.partition("/")
    if kind != "character" or handle in made.label.split("/"):
        return ""
    found = next(
        (name.name for ref, name in names.items() if name.handle == handle and ref.startswith("character/")), handle
    )
    return f"{found}: "


def label(rolled: str, names: Names) -> str:
    """What a roll is for, and for whom: `speed (Kestrel)`. Whom it is for is named by handle or by reference."""
    kind, target = parts(rolled)
    if target:
        return f"{plain(kind)} ({names[target].name if target in names else target})"
    role, *whom = rolled.split("/")
    handles = {name.handle: name.name for ref, name in names.items() if ref.startswith("character/")} if whom else {}
    said = plain(role)
    return f"{said} ({', '.join(handles.get(each, each) for each in whom)})" if whom else said


def gist(entry: EntryView, names: Names) -> str:
    """An entry in one line: its rolls and what happened, or why nothing did."""
    names = {**names, **entry.names}
    if entry.refusal is not None:
        return f"refused: {named(entry.refusal.sentence, names)}"
    if entry.revision is not None:
        return _revised(entry)
    choice = entry.command.args.get("choice") if entry.answers and entry.command and entry.command.args else None
    answered = [f"answers {choice}"] if choice else []
    rolled = [roll(made, names, by=True) for made in entry.rolls]
    asked = [_asked(decision, names) for decision in entry.decisions if decision.blocking]
    said = [*answered, *rolled, *happenings(entry, names), *asked]
    return "; ".join(_counted(said)) or (plain(entry.command.type.rpartition(".")[2]) if entry.command else entry.kind)


def _asked(decision: OpenQuestion, names: Names) -> str:
    """What somebody is asked."""
    whom = names[decision.owner].name if decision.owner in names else "the game master"
    return f"asks {whom}: {decision.prompt or plain(label(decision.key, names))}"


def choices(asked: OpenQuestion) -> str:
    """The options of a question; of an offer also its price and until when it may be taken: ` [yes, no], for 1 Stamina,
    until the end of the scene`."""
    options = f" [{', '.join(asked.options)}]" if asked.options else ""
    price = f", for {asked.price}" if asked.price else ""
    return f"{options}{price}{_CLOSES[asked.until] if asked.until else ''}"


def happenings(entry: EntryView, names: Names) -> list[str]:
    """What happened in an entry, but for its rolls, event by event, and without what is of no interest."""
    names = {**names, **brought_in(entry, names)}
    return [line for event in _worth_telling(entry) if (line := told(event, names))]


def brought_in(entry: EntryView, names: Names) -> dict[str, Name]:
    """How what came into being in an entry is called from then on, by path."""
    return {path: name for event in entry.events for path, name in brought(event, names).items()}


def _worth_telling(entry: EntryView) -> list[Fields]:
    """Its events but for those of no interest, and those of what both came and went in it, as in a night; of a newcomer
    only that they are there, for all else is on their sheet."""
    if come := [event for event in entry.events if event["type"] == "introduced"]:
        return come
    passing = _passing(entry)
    return [
        event
        for event in entry.events
        if event["type"] not in BOOKKEEPING and (event["aggregate_id"], event["name"]) not in passing
    ]


def _passing(entry: EntryView) -> set[tuple[str, str]]:
    """What came and then went in the same entry: whose it was, and its name."""
    came: set[tuple[str, str]] = set()
    passing: set[tuple[str, str]] = set()
    for event in entry.events:
        whose = event["aggregate_id"], event["name"]
        if event["type"] in _COMES:
            came.add(whose)
            passing.discard(whose)
        elif event["type"] in _GOES and whose in came:
            passing.add(whose)
    return passing


def _counted(lines: list[str]) -> list[str]:
    """Lines, each once in a row, with how often it was said."""
    runs = [(line, len(list(same))) for line, same in groupby(lines)]
    return [line if times == 1 else f"{line} (×{times})" for line, times in runs]


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
