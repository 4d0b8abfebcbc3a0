"""Rolls: their dice, their roller, their total and their judgement."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from domain.dice.tape import parts
from domain.visibility.event_views import RollView
from domain.visibility.view_fields import Fields
from projections.names import plain
from projections.phrases.messages import Part, Phrase, listed, phrase, row, term
from projections.phrases.naming import Names, called_by_handle, who
from projections.phrases.values import signed, value
from projections.phrases.words import word
from projections.translation.terms import MODIFIER, REASON, ROLL

_CHARACTER: Final = "character/"

_ADDS: Final = re.compile(r"\d*d\d+(?:[+-]\d+)?(?: \[[^\]]*\])?")
"""The notation of dice that are added up."""


def roll(made: RollView, names: Names, *, by_part: bool = False, by: bool = False) -> Part:
    """A roll with what it showed: `attack 1d20+5 [12] = 17 against 15, success`. With `by_part`, each modifier has its
    name; with `by`, the roll says who made it, unless its label does."""
    dice = ", ".join(str(die.value) if die.kept else f"({die.value})" for die in made.dice)
    total = sum(modifier.amount for modifier in made.modifiers)
    added: Part = f" {signed(total)}" if total else ""
    if by_part:
        added = row(*(row(f" {signed(part.amount)} ", term(part.label, MODIFIER)) for part in made.modifiers))
    return phrase(
        "roll.made",
        by=_by(made, names) if by else "",
        label=label(made.label, names),
        dice=row(f"{made.notation}{f' [{dice}]' if dice else ''}", added),
        total=made.total,
        against="" if made.target is None else phrase("roll.against", target=made.target),
        outcome=word("outcome", made.outcome),
    )


def rolled(made: RollView, names: Names) -> tuple[Part, Part]:
    """Return a roll in short, in what stands before its dice and after them: `Ilse: attack` and `+5 = 17 against 15: success`.
    One die by itself is its total.
    """
    kept = [die.value for die in made.dice if die.kept]
    added = (
        made.total - sum(kept)
        if _ADDS.fullmatch(made.notation) and kept
        else sum(part.amount for part in made.modifiers)
    )
    before = phrase("roll.label_of", by=_by(made, names, always=True), label=_own_label(made, names))
    parts = (
        signed(added) if added else "",
        "" if kept == [made.total] else phrase("roll.total", total=made.total),
        "" if made.target is None else phrase("roll.against", target=made.target),
    )
    after, outcome = listed(parts, "list.space"), word("outcome", made.outcome)
    return before, phrase("roll.result", came=after, outcome=outcome) if outcome else after


def shown(made: RollView) -> Part:
    """Return the dice of a roll in brackets, without those that do not count in parentheses; its notation where none is shown."""
    dice = ", ".join(str(die.value) if die.kept else f"({die.value})" for die in made.dice)
    return f"[{dice}]" if dice else made.notation


def judgements(made: RollView) -> Part:
    """Return the judgements of a roll after it was made: ` → success (morale was lowered)`; "" where there are none."""
    return row(
        *(
            row(
                " → ",
                phrase(
                    "roll.judgement",
                    outcome=word("outcome", each.outcome or "") or _total(each.total),
                    why=term(each.why, REASON),
                ),
            )
            for each in made.judged
        )
    )


def outcome(event: Fields, names: Names) -> Part:
    """The event of a roll by its total and outcome: dice stay, so these may differ in a changed past."""
    made = label(str(event["name"]), names)
    return phrase(
        "roll.outcome",
        by="",
        label=made,
        total=value(event["total"]),
        outcome=word("outcome", event.get("outcome") or ""),
    )


def outcome_of(event: Fields, names: Names) -> Part:
    """Return the outcome of a roll with who made it."""
    own = outcome(event, names)
    assert isinstance(own, Phrase)
    return Phrase(own.message, {**own.fields, "by": who(str(event["aggregate_id"]), names)})


def label(rolled: str, names: Names) -> Part:
    """Return the label of a roll with its target: `speed (Kestrel)`. The target is named by handle or by reference."""
    kind, target = parts(rolled)
    if target:
        return phrase("roll.label", kind=term(plain(kind), ROLL), whom=who(target, names))
    role, *handles = rolled.split("/")
    if not handles:
        return term(plain(role), ROLL)
    called = called_by_handle(names)
    return phrase("roll.label", kind=term(plain(role), ROLL), whom=listed(_whom(called, handle) for handle in handles))


def _whom(called: Mapping[str, str], handle: str) -> Part:
    """A part of a label: a character by name, or a word of the game."""
    return called[handle] if handle in called else term(handle, ROLL)


def _total(total: int | None) -> Part:
    return "" if total is None else row(total)


def _own_label(made: RollView, names: Names) -> Part:
    """Return the label of a roll, without its roller where it names that one alone."""
    role, *handles = made.label.split("/")
    return label(role if handles == [made.by.partition("/")[2]] else made.label, names)


def _by(made: RollView, names: Names, *, always: bool = False) -> str:
    """The roller's name; "" where the label says it, unless it is `always` said."""
    kind, _, handle = made.by.partition("/")
    if kind != "character" or (handle in made.label.split("/") and not always):
        return ""
    bearers = (name.name for ref, name in names.items() if name.handle == handle and ref.startswith(_CHARACTER))
    return next(bearers, handle)
