"""Facts of an entry: each of its versions, with its events, and the dice that were drawn with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from domain.commands import encounter_of
from domain.dice.tape import Die, parts
from domain.records.entries import Header
from domain.vocabulary.audiences import narrower
from domain.vocabulary.base import Audience, Event, EventCategory, carried_by
from domain.vocabulary.log import Judged, Rolled
from domain.vocabulary.stored import encode_event, tag_of
from projections.facts import words
from projections.facts.rows import EntryVersion, Fact, FactDie, FactEntry


def entry_of(of: EntryVersion) -> FactEntry:
    """Make the row of one version of an entry."""
    header = of.header
    return FactEntry(
        **_shared(of),
        kind=header.kind,
        status=of.status,
        written=datetime.fromisoformat(header.at),
        rules=list(dict.fromkeys(header.citations)),
        asks=_kind_of(header.waits_for),
        answers=_kind_of(header.answers),
        refused=header.refusal.rule if header.refusal else None,
        overruled=len(header.overruled),
        audience=audience_of(header.audience),
        **_of_revision(header, of.decided),
    )


def facts_in(of: EntryVersion) -> Iterator[Fact]:
    """Make the facts of one version of an entry."""
    shared = _shared(of)
    rolled = words.rollers(of.events)
    for seq, (ref, event) in enumerate(of.events):
        brought = carried_by(event)
        yield Fact(
            **shared
            | {
                "encounter": shared["encounter"] or (ref if ref.startswith("encounter/") else None),
                "audience": audience_of(narrower(of.header.audience, event.audience)),
            },
            seq=seq,
            position=None if of.first is None else of.first + seq,
            kind=event.kind,
            type=tag_of(event),
            aggregate=ref,
            component=event.component,
            name=event.name,
            what=words.word(event, brought),
            title=words.title(event, brought),
            by=_cause(of, ref, event, words.source(brought) or rolled.get(ref)),
            against=words.aimed_at(event, brought),
            rules=list(event.rules),
            amount=words.amount(event, brought),
            change=words.change(event),
            level=words.level(event, brought),
            state=words.state(event, brought),
            because=getattr(event, "because", None) or None,
            body=encode_event(event),
            **_of_roll(event),
        )


def dice_of(header: Header, dice: Sequence[Die], began: Header, *, after: int = 0) -> Iterator[FactDie]:
    """Make the rows of the dice that were first drawn with an entry of the deed that another, or itself, `began`.

    `after` is how many of its dice came before them.
    """
    encounter = None if began.envelope is None else encounter_of(began.envelope)
    drawn = (die for die in dice if die.first_draw is None and die.was is None)
    for number, die in enumerate(drawn, start=after):
        yield FactDie(
            entry=header.number,
            number=number,
            at=datetime.fromisoformat(header.at),
            session=header.session,
            scene=header.scene,
            encounter=encounter,
            deed=header.deed,
            member=header.member,
            audience=audience_of("gm" if die.seed == "sealed" else header.audience),
            roller=die.roller,
            label=die.label,
            roll=parts(die.label)[0].partition("/")[0],
            sides=die.sides,
            value=die.value,
            source=str(die.source),
            sealed=die.seed == "sealed",
        )


def audience_of(audience: Audience) -> list[str]:
    """Return an audience as a list: "all", "gm" or members."""
    return [audience] if isinstance(audience, str) else sorted(audience)


def _cause(of: EntryVersion, ref: str, event: Event, known: str | None) -> str | None:
    """Return who caused an event: the roller or the source that it names, else the actor.

    Of harm, the actor counts as the cause where it befalls another creature that the command names. A fall, a wound
    that bleeds at the end of a turn, or a game master's ruling has no cause.
    """
    if isinstance(event, Rolled | Judged):
        return ref
    began = _began(of).envelope
    actor = words.actor(began)
    if known is None and event.kind is EventCategory.WOUND and (actor == ref or not words.names(began, ref)):
        return None
    return known or actor


def _began(of: EntryVersion) -> Header:
    """Return the header of the entry that began the deed: of an answer, that which asked first."""
    return of.header if of.header.answers is None else of.deed


def _shared(of: EntryVersion) -> dict[str, Any]:
    """Return the columns that an entry's row shares with the rows of its events."""
    header, when = of.header, of.counted_at
    began = _began(of)
    return {
        "entry": header.number,
        "version": of.version,
        "place": of.place,
        "at": datetime.fromisoformat(when.at),
        "clock": when.clock,
        "session": when.session,
        "scene": when.scene,
        "encounter": None if began.envelope is None else encounter_of(began.envelope),
        "deed": header.deed,
        "command": None if header.envelope is None else header.envelope.type,
        "actor": words.actor(began.envelope),
        "member": header.member,
        "by_gm": header.by_gm,
        "through": header.through,
    }


def _of_revision(header: Header, decided: int | None) -> dict[str, Any]:
    """Make the columns that revisions alone fill."""
    revision = header.revision
    if revision is None:
        return dict.fromkeys(("asked", "followed", "inserted", "decided", "withdraws", "reason"))
    asked = sum(change.because is None for change in revision.changes)
    return {
        "asked": asked,
        "followed": len(revision.changes) - asked,
        "inserted": len(revision.inserts),
        "decided": decided,
        "withdraws": revision.withdraws,
        "reason": header.reason,
    }


def _of_roll(event: Event) -> dict[str, Any]:
    """Make the columns that rolls and judgements alone fill."""
    if not isinstance(event, (Rolled, Judged)):
        empty = ("shown", "target", "outcome", "notation", "sides", "dice", "kept", "addends", "added")
        return dict.fromkeys(empty) | {"total": words.number(event, "total")}
    dice = event.dice if isinstance(event, Rolled) else None
    added = sum(addend.amount for addend in event.modifiers)
    natural = event.natural if isinstance(event, Judged) else event.total - added
    return {
        "total": event.total,
        "shown": natural,
        "target": event.target,
        "outcome": event.outcome or None,
        "notation": event.notation if isinstance(event, Rolled) else None,
        "sides": None if dice is None else [sides for sides, _, _ in dice],
        "dice": None if dice is None else [value for _, value, _ in dice],
        "kept": None if dice is None else [kept for _, _, kept in dice],
        "addends": [addend.label for addend in event.modifiers],
        "added": [addend.amount for addend in event.modifiers],
    }


def _kind_of(key: str | None) -> str | None:
    """Return the kind of a question by its key."""
    return None if key is None else key.partition("/")[0]
