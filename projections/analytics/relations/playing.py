"""Relations on play at the table: turns, moves, questions, and changes of the past."""

from __future__ import annotations

from typing import Final

import ibis
import ibis.expr.types as ir
from ibis import _

from domain.records.entries import GONE
from projections.analytics.base import Base, of_asked
from projections.analytics.relations.relation import CAMPAIGN, FOUGHT, WHEN, Column, Relation, subject
from projections.analytics.relations.windows import INSTANCE, ORDER, called, rounded


def turns_begun(facts: ir.Table) -> ir.Table:
    """Return a row for each turn that begins with these facts: those who act at the same time have a row each.

    `place_in_order` is the name of the place in the order of turns, `ref` whose it is if it is a character's.
    """
    each = facts.filter(_.component == "pace", _.what.notnull()).mutate(place_in_order=_.what.split(",").unnest())
    return each.mutate(ref=ibis.literal("character/") + each.place_in_order)


def _turns(base: Base) -> ir.Table:
    passed = rounded(base.facts.filter(_.component == "pace"), base)
    turns = called(turns_begun(passed), base, who="ref")
    known = base.names.select(known_in=_.campaign, known_ref=_.ref)
    rows = turns.left_join(known, [turns.campaign == known.known_in, turns.ref == known.known_ref])
    return rows.mutate(
        who=ibis.ifelse(rows.known_ref.isnull(), rows.place_in_order, rows.who),
        who_ref=rows.known_ref,
    )


TURNS: Final = Relation(
    name="turns",
    about="A turn that began in an encounter. Those who act at the same time have a row each.",
    columns={
        **FOUGHT,
        **subject("who", "The one whose turn it is"),
        "place_in_order": Column("The name of that place in the order of turns"),
    },
    made=_turns,
    order=("place", "seq", "place_in_order"),
)


def _moves(base: Base) -> ir.Table:
    places = base.past.filter(_.component == "positions")
    before = ibis.window(group_by=INSTANCE, order_by=ORDER)
    moved = rounded(places.mutate(came_from=places.what.lag().over(before)), base)
    moves = called(moved.mutate(ref=ibis.literal("character/") + moved["name"]), base, who="ref")
    return moves.mutate(went_to=_.what, because=_.because)


MOVES: Final = Relation(
    name="moves",
    about="Somebody was placed, moved, or taken off the map.",
    columns={
        **FOUGHT,
        "command": Column("The command that brought it about"),
        **subject("who", "The one who moved"),
        "came_from": Column("The area or square (`3,4`) before; empty for whoever is placed"),
        "went_to": Column("The area or square after; empty for whoever is taken off, or did not change it"),
        "because": Column("Why somebody was taken off, in a word"),
    },
    made=_moves,
)


def _questions(base: Base) -> ir.Table:
    happened = base.past_entries.filter(_.status.notin(sorted(GONE)), _.asks.notnull() | _.answers.notnull())
    deed = ibis.window(group_by=("campaign", "deed"), order_by="place")
    next_to = {
        "answered_entry": happened.entry,
        "answered_at": happened.written,
        "answered_by": happened.member,
        "answered_by_gm": happened.by_gm,
        "answers_next": happened.answers,
    }
    followed = happened.mutate(**{name: column.lead().over(deed) for name, column in next_to.items()})
    asked = of_asked(followed.filter(_.asks.notnull()), base.asked, character="actor")
    answered = asked.answers_next.notnull()
    # Engines differ in whether seconds have fractions, and so count whole ones.
    answered_at, asked_at = (asked[column].truncate("s").epoch_seconds() for column in ("answered_at", "written"))
    waited = (answered_at - asked_at) / 60
    questions = asked.mutate(
        question=asked.asks,
        asked_at=asked.written,
        answered=answered,
        **{name: ibis.cases((answered, asked[name])) for name in list(next_to)[:-1]},
        waited=ibis.ifelse(answered, waited, ibis.null("float64")),
    )
    return called(questions, base, who="actor")


QUESTIONS: Final = Relation(
    name="questions",
    about="A question that held up play until somebody answered it.",
    columns={
        **CAMPAIGN,
        "entry": Column("The entry that asked"),
        **WHEN,
        "command": Column("The command that asked"),
        "question": Column("The kind of the question"),
        **subject("who", "The one who acted when it came up"),
        "asked_at": Column("The moment at which it was asked", "UTC"),
        "answered": Column("Whether it was answered"),
        "answered_entry": Column("The entry that answered"),
        "answered_at": Column("The moment at which it was answered", "UTC"),
        "answered_by": Column("The member who answered, by id"),
        "answered_by_gm": Column("Whether a game master answered"),
        "waited": Column("How long play waited for the answer; empty while it does", "minutes"),
    },
    made=_questions,
    order=("place",),
)


def _revisions(base: Base) -> ir.Table:
    changes = base.entries.filter(_.kind == "revision")
    return changes.mutate(in_force=changes.status.notin(sorted(GONE)), written_at=changes.written)


REVISIONS: Final = Relation(
    name="revisions",
    about="A change of the past: who made it and why, and how far it reached.",
    columns={
        **CAMPAIGN,
        "entry": Column("The entry of the revision"),
        **WHEN,
        "member": Column("The member who made it, by id"),
        "by_gm": Column("Whether a game master made it"),
        "asked": Column("How many entries it was asked to change", "entries"),
        "followed": Column("How many changed because of those", "entries"),
        "inserted": Column("How many entries it added", "entries"),
        "decided": Column("How many came out otherwise", "entries"),
        "withdraws": Column("The revision that it switches off; empty where it is none"),
        "reason": Column("Why it was made; empty where nobody said, or the words were erased"),
        "in_force": Column("Whether it still holds"),
    },
    made=_revisions,
    order=("place",),
)
