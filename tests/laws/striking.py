"""What a strike has to come to: the past in which the entry was never played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import copy

import msgspec

from api.testing.whole import Whole
from domain.aggregates import CAMPAIGN, Aggregate, Campaign, encode_state
from domain.commands import Envelope
from domain.dice.tape import Die, DieKey
from domain.history.ledger_reader import stream_event
from domain.history.plan import Plan, RevisionRequest
from domain.play.refusals import Refused
from domain.records.entries import GONE, EntryFilter, StoredEntry
from domain.vocabulary.log import Rolled
from tests.laws.improvised import GM, NOT_ALLOWED, REGISTRY, Improvised, Sent

Figures = Counter[str]
"""What a run did, by what is counted."""


def strike_some(game: Improvised, strikes: int, figures: Figures) -> Iterator[str]:
    """Strike some entries of a history, one after the other, each withdrawn again; what is wrong with that."""
    played = [entry.header.number for entry in game.entries() if entry.status not in GONE]
    for number in sorted(game.random.sample(played, min(strikes, len(played)))):
        for fault in _strike(game, number, figures):
            figures["differences"] += 1
            yield f"entry {number}, {game.type_of(number)}, is struck: {fault}"


def _strike(game: Improvised, number: int, figures: Figures) -> Iterator[str]:
    before, revision = states(game), game.head + 1
    plan, _ = game.ledger.revise(game.campaign, GM, _undoing(number))
    assert plan is not None
    figures["strikes"] += 1
    yield from against_the_whole(game)
    never = _without(game, number)
    if plan.filled or _rolled_anew(game, plan):
        figures["strikes that lack dice or answers"] += 1
    elif never is None:
        figures["strikes with no like history to compare with"] += 1
    else:
        figures["strikes compared with never having played it"] += 1
        yield from _differing(states(game), states(never))
    game.ledger.revise(game.campaign, GM, _undoing(revision))
    yield from (f"withdrawn again, {fault}" for fault in _differing(before, states(game)))


def _undoing(entry: int) -> RevisionRequest:
    return RevisionRequest(undo=(entry,), policy="cascade", owed="fill")


def _rolled_anew(game: Improvised, plan: Plan) -> bool:
    """Whether a die was needed that nobody had rolled: never having played would have drawn another."""
    numbers = [planned.entry for planned in plan.entries]
    restated = game.ledger.store.restatements(game.campaign, numbers).values()
    return any(die.seed == "amendment" for one in restated for die in one.tape)


def _without(game: Improvised, number: int) -> Improvised | None:
    """The same history in which a note stands for an entry, and for whatever is refused for the lack of it.

    None where there is none: the entries would be numbered otherwise, something would wait for an answer, or would belong
    to another fight.
    """
    twin = copy(game)
    twin.sent = []
    twin.begin()
    for sent in game.sent:
        while twin.head < sent.entry - 1:
            _pass(twin)
        if twin.head != sent.entry - 1:
            return None
        try:
            written = None if sent.entry == number else twin.ledger.submit(twin.campaign, GM, _as_stored(game, sent))
        except NOT_ALLOWED as refused:
            if _by_its_fight(game, sent) or (isinstance(refused, Refused) and refused.rule == "deed-waiting"):
                return None
            continue
        if written is not None and not _is_alike(game, sent, written):
            return None
    return twin


def _by_its_fight(game: Improvised, sent: Sent) -> bool:
    """Whether a command was given outside of any fight, and would be taken for one of a fight that still goes on."""
    kind = REGISTRY.kind(game.system, sent.envelope.type)
    return kind.scene and _as_stored(game, sent).encounter is None


def _is_alike(game: Improvised, sent: Sent, written: StoredEntry) -> bool:
    """Whether a command was taken as it first was: refused after its dice or not, and in the same fight."""
    envelope = written.header.envelope
    encounter = None if envelope is None else envelope.encounter
    return (written.status == "refused") >= sent.refused and encounter == _as_stored(game, sent).encounter


def _pass(game: Improvised) -> None:
    game.ledger.submit(game.campaign, GM, Envelope(type="freeform.note", args={"text": "Nothing."}))


def _as_stored(game: Improvised, sent: Sent) -> Envelope:
    """A command in which those are named who were meant when it was first sent."""
    entry = game.ledger.store.entry(game.campaign, sent.entry)
    assert entry is not None
    stored = entry.header.envelope
    assert stored is not None
    return msgspec.structs.replace(sent.envelope, encounter=stored.encounter, args=stored.args)


def states(game: Improvised) -> dict[str, bytes]:
    """Everything that is, without the dice epochs."""
    world = game.ledger.heads.fresh(game.campaign)
    bare = {ref: _bare(aggregate) for ref in world.refs() if (aggregate := world.aggregate(ref)) is not None}
    return {ref: state for ref, state in bare.items() if state}


def _bare(aggregate: Aggregate) -> bytes:
    twin = aggregate.copy()
    twin.version = 0
    if aggregate.ref == CAMPAIGN:
        assert isinstance(twin, Campaign)
        twin.epochs = {}
    stored = encode_state(twin)
    return b"" if stored == b'{"ref":"%s"}' % aggregate.ref.encode() else stored


def _differing(one: dict[str, bytes], other: dict[str, bytes]) -> Iterator[str]:
    for ref in sorted(one.keys() | other.keys()):
        if one.get(ref) != other.get(ref):
            yield f"{ref} is {one.get(ref)!r}, and would be {other.get(ref)!r}"


def against_the_whole(game: Improvised) -> Iterator[str]:
    """Where the ledger is not what its effective script comes to, run as a whole."""
    whole = Whole(game.ledger.store, game.campaign, game.ledger.registry)
    events = game.ledger.store.events_of(game.campaign, list(whole.events))
    for number, expected in whole.events.items():
        stream = tuple(stream_event(row) for row in events.get(number, ()))
        if stream != expected:
            yield f"entry {number}, {game.type_of(number)}, is {stream}, and would be {expected}"


def strange_dice(game: Improvised) -> Iterator[str]:
    """Rolls that were decided again and show a die that neither is new nor is the one that its roller drew for it."""
    store, campaign = game.ledger.store, game.campaign
    headers = {entry.header.number: entry.header for entry in store.entries(campaign, EntryFilter(limit=100_000))}
    restated = store.restatements(campaign, list(headers))
    events = store.events_of(campaign, [number for number in restated if restated[number].events])
    for number, rows in events.items():
        deed = [header for header in headers.values() if header.deed == headers[number].deed]
        born = {die.key: die for header in deed for die in header.tape}
        later = [die for header in deed if header.number in restated for die in restated[header.number].tape]
        yield from (f"entry {number}: {die}" for die in later if _is_strange(die, born))
        dice = {(die.roller, die.label, die.sides, die.value) for die in (*born.values(), *later)}
        for ref, event in ((one.ref, one.event) for one in map(stream_event, rows)):
            for sides, value, _ in event.dice if isinstance(event, Rolled) else ():
                if (ref, event.name, sides, value) not in dice:
                    yield f"entry {number}: {ref} shows {value} of a d{sides} for {event.name}, which nobody rolled"


def _is_strange(die: Die, born: dict[DieKey, Die]) -> bool:
    own = born.get(die.key)
    return die.value != own.value if own is not None else die.seed != "amendment"


def in_words(figures: Figures, accepted: Counter[str], types: Sequence[str]) -> str:
    """Figures in one line, with the commands that were never played."""
    counted = ", ".join(f"{number} {what}" for what, number in figures.items())
    played = ", ".join(f"{type} {number}" for type, number in accepted.most_common())
    never = ", ".join(type for type in types if not accepted[type]) or "none"
    return f"{counted}; played: {played}; never played: {never}"
