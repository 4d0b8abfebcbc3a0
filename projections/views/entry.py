"""One entry of the ledger as one viewer may see it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Annotated, Any, Final
from uuid import UUID

import msgspec

from domain.dice.tape import Die
from domain.ledger.reading.open_offers import closing
from domain.play.deed import ANSWER, BadCommand, converted, with_words
from domain.records.entries import Header, Record, RefusalRecord, StoredEntry
from domain.records.store import Store
from domain.system import UnknownCommand, UnknownSystem
from domain.visibility.entry_visibility import (
    EntryVisibility,
    LoadedEntry,
    entry_visibility,
    with_own_choice,
    written_entry,
)
from domain.visibility.event_views import (
    EventFields,
    EventView,
    RollView,
    Texts,
    event_fields,
    rolls,
    seen_events,
    text_keys,
    with_texts,
)
from domain.visibility.view_fields import Fields
from domain.visibility.visible_dice import open_dice
from domain.vocabulary.base import Audience
from projections.names import Name
from projections.reader import Reader
from projections.views.questions import OpenQuestion, decision


class ChangedBy(msgspec.Struct, frozen=True, kw_only=True):
    """The revision that made an entry what it is, by whom and why. `because` is the entry it followed in a cascade."""

    revision: int
    member: str | None = None
    at: str | None = None
    reason: str | None = None
    because: int | None = None


class Ordered(msgspec.Struct, frozen=True, kw_only=True):
    """The command of an entry. `args` are for those who may know them: an answer's are its giver's."""

    type: str
    id: str
    encounter: str | None = None
    args: Fields | None = None
    dice: dict[str, tuple[int, ...]] | tuple[int, ...] = ()
    responses: dict[str, str] | None = None
    force: bool = False
    audience: Audience = "all"
    dice_source: str = "table"
    version: int = 1


class StoryPlace(msgspec.Struct, frozen=True):
    """An entry's position in the story: directly after that one."""

    after: int


class Revised(msgspec.Struct, frozen=True, kw_only=True):
    """The changes that a revision asked for, and those that followed: `{"entry", "to", "because"}` each, with the new
    command where it was amended and the viewer may see it.
    """

    changes: tuple[Fields, ...]
    withdraws: int | None
    inserts: tuple[Fields, ...]
    policy: str


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """The reason why a command was not carried out, or the refusal that was overruled, in words the viewer may read."""

    rule: str
    sentence: str
    missing: str = ""


class TextOf(msgspec.Struct, frozen=True):
    """A free text; None and `erased` where its words were erased."""

    text: str | None
    erased: bool


class EntryView(msgspec.Struct, frozen=True, kw_only=True):
    """An entry. `partial` is whether something of it is hidden from the viewer; `texts` are its free texts by key, whose
    words also stand where the keys stood; `unused` are the keys of responses that its command, finished, asked for nothing;
    `changed_by` is the revision that struck, amended, kept or restated it."""

    entry: int
    kind: str
    status: str
    partial: bool
    at: str
    clock: int | None
    session: int | None
    scene: int | None
    member: str
    by_gm: bool
    through: str | None
    command: Ordered | None
    deed: int
    answers: str | None
    unused: tuple[str, ...] = ()
    place: StoryPlace | None
    revision: Revised | None
    changed_by: ChangedBy | None
    versions: int
    rolls: tuple[RollView, ...]
    tape: tuple[Die, ...]
    events: tuple[EventFields, ...]
    decisions: tuple[OpenQuestion, ...]
    refusal: Refusal | None
    overruled: tuple[Refusal, ...]
    reason: str | None
    texts: dict[str, TextOf]
    rules_cited: dict[str, str]
    names: dict[str, Name]
    hash: str
    digest: str


class HiddenEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that the viewer may not see: only that it exists, as the chain covers it."""

    entry: int
    digest: str
    hidden: bool = True


_SHAPES: Final = [{"$ref": "#/components/schemas/EntryView"}, {"$ref": "#/components/schemas/HiddenEntry"}]

Entry = Annotated[Any, msgspec.Meta(extra_json_schema={"anyOf": _SHAPES})]
"""An entry as the caller may see it: an `EntryView`, or a `HiddenEntry` where they may not."""

EntryIfAny = Annotated[Any, msgspec.Meta(extra_json_schema={"anyOf": [*_SHAPES, {"type": "null"}]})]
"""The same, or None."""


def entry_view(
    entry: LoadedEntry,
    reader: Reader,
    texts: Texts,
    secret: Collection[int] = frozenset(),
    changed_by: ChangedBy | None = None,
) -> EntryView | HiddenEntry:
    """Return an entry as the reader may see it, with the words of its `texts` and without naming `secret` entries."""
    header, reader = entry.header, reader.afresh(old=not entry.header.refers)
    visible = reader.visible
    seen = with_own_choice(visible, header, seen_events(visible, entry.events))
    visibility = entry_visibility(visible, header, entry.restated, seen)
    if visibility.hidden:
        return hidden_entry(entry)
    reason = _reason_key(entry, visibility)
    words = {key: texts[key] for key in (*text_keys(seen), *_keys(entry, reader, visibility), reason) if key in texts}
    shown = (event_fields(visible, one, struck=entry.struck) for one in seen)
    events = tuple(with_texts(event, words) for event in shown if event)
    command = _command(entry, reader, visibility, words)
    return EntryView(
        **_headline(entry, reader),
        changed_by=changed_by,
        partial=not visibility.whole,
        command=command,
        answers=visible.wording.label(header.answers) if header.answers and visibility.private else None,
        unused=tuple(visible.wording.label(key) for key in header.unused) if visibility.private else (),
        revision=_revised(header, reader, secret),
        rolls=rolls(visible, seen, entry.tape),
        tape=_tape(entry, reader, visibility),
        events=events,
        decisions=_decisions(entry, reader, seen),
        refusal=next(iter(_refusals(reader, (header.refusal,) if header.refusal and visibility.words else ())), None),
        overruled=_refusals(reader, header.overruled if visibility.whole else ()),
        reason=words.get(reason),
        texts={key: TextOf(text, text is None) for key, text in words.items()},
        rules_cited=reader.words(_rules(header, seen, visibility)),
        names=reader.names.within(msgspec.to_builtins((events, command))),
    )


def written_views(
    store: Store, campaign: UUID, written: Sequence[tuple[StoredEntry, Record]], reader: Reader
) -> list[EntryView | HiddenEntry]:
    """Return entries that were just written as the reader may see them: nothing has changed them yet."""
    entries = [written_entry(stored, record) for stored, record in written]
    texts: dict[str, str | None] = {key: words for _, record in written for key, words in record.words.items()}
    elsewhere = [key for entry in entries for key in keys_of_texts(entry) if key not in texts]
    texts |= store.texts(campaign, elsewhere) if elsewhere else {}
    return [entry_view(entry, reader, texts) for entry in entries]


def keys_of_texts(entry: LoadedEntry) -> list[str]:
    """Return every key of an entry's texts: its own, its deed's, and those of its new command."""
    header = entry.header
    own = [f"{header.number}.{index}" for index in range(len(header.texts))]
    noted = [getattr(view.event, "text", "") for view in entry.events]
    amended = strings_in(msgspec.to_builtins(entry.restated.envelope)) if entry.restated else []
    return [*own, *(key for key in (*noted, *amended) if isinstance(key, str) and KEY.fullmatch(key))]


KEY: Final = re.compile(r"[0-9]{1,12}\.[0-9]{1,6}")
"""The form of a text's key: its entry and its place there."""


def strings_in(value: object) -> list[str]:
    """Return every text within a JSON value."""
    match value:
        case str():
            return [value]
        case dict():
            return [text for item in value.values() for text in strings_in(item)]
        case list() | tuple():
            return [text for item in value for text in strings_in(item)]
        case _:
            return []


def hidden_entry(entry: LoadedEntry) -> HiddenEntry:
    """The stub of an entry."""
    return HiddenEntry(entry=entry.header.number, digest=entry.stored.digest.hex())


def _headline(entry: LoadedEntry, reader: Reader) -> dict[str, Any]:
    """Return the fields that every visible entry shows: author, time, position in the story, and place in the chain."""
    header, stored = entry.header, entry.stored
    fields = ("kind", "at", "session", "scene", "member", "by_gm", "through", "deed")
    return {field: getattr(header, field) for field in fields} | {
        "entry": header.number,
        "status": stored.status,
        "clock": header.clock if reader.visible.sees_clock() else None,
        "place": _place(header),
        "versions": stored.versions,
        "hash": stored.hash.hex(),
        "digest": stored.digest.hex(),
    }


def _place(header: Header) -> StoryPlace | None:
    """A play entry's place; revisions and records have none."""
    if header.kind != "play":
        return None
    return StoryPlace(header.number - 1 if header.after is None else header.after)


def _reason_key(entry: LoadedEntry, visibility: EntryVisibility) -> str:
    """Return the key of the reason given. The reason for a revision is shown to everyone who sees the revision."""
    envelope = entry.envelope
    key = (envelope.reason if envelope else None) or entry.header.reason
    return key if key and (visibility.words or entry.header.kind == "revision") else ""


def _keys(entry: LoadedEntry, reader: Reader, visibility: EntryVisibility) -> list[str]:
    """The text keys among the args that the viewer sees."""
    envelope = entry.envelope
    keys: list[str] = []
    if envelope is None or not visibility.args:
        return keys

    def note(key: str) -> str:
        keys.append(key)
        return key

    # The args of a game that is no longer installed stay as they are stored.
    with suppress(UnknownSystem, UnknownCommand, BadCommand):
        system = reader.registry.system(entry.header.system)
        args = converted(reader.registry.kind(system, envelope.type), envelope)
        with_words(args, partial(reader.registry.kind, system), note)
    return keys


def _command(entry: LoadedEntry, reader: Reader, visibility: EntryVisibility, words: Texts) -> Ordered | None:
    envelope = entry.envelope
    if envelope is None or not visibility.words:
        return None
    plain, label = reader.visible.wording.as_json, reader.visible.wording.label
    args = plain(envelope.args) | ({"key": label(envelope.args["key"])} if envelope.type == ANSWER else {})
    return Ordered(
        type=envelope.type,
        id=entry.header.command_id,
        encounter=envelope.encounter and reader.visible.wording.text(envelope.encounter),
        args=with_texts(args, words) if visibility.args else None,
        dice=plain(envelope.dice) if visibility.whole or visibility.private else (),
        responses={label(key): choice for key, choice in envelope.responses.items()} if visibility.private else None,
        force=envelope.force,
        audience=envelope.audience,
        dice_source=envelope.dice_source,
        version=envelope.version or 1,
    )


def _revised(header: Header, reader: Reader, secret: Collection[int]) -> Revised | None:
    revision = header.revision
    if revision is None:
        return None
    changes = [
        {"entry": change.entry, "to": change.to, "because": None if change.because in secret else change.because}
        | ({"command": msgspec.to_builtins(change.envelope)} if change.envelope and reader.viewer.is_gm else {})
        for change in revision.changes
        if change.entry not in secret
    ]
    return Revised(
        changes=tuple(changes),
        withdraws=revision.withdraws,
        inserts=tuple(msgspec.to_builtins(made) for made in revision.inserts if made.entry not in secret),
        policy=revision.policy,
    )


def _tape(entry: LoadedEntry, reader: Reader, visibility: EntryVisibility) -> tuple[Die, ...]:
    """Return the dice on the tape, for the game master; of a refused entry, those that everyone sees."""
    if reader.viewer.is_gm:
        return entry.tape
    return open_dice(entry.tape, own=visibility.private) if entry.stored.status == "refused" else ()


def _decisions(entry: LoadedEntry, reader: Reader, seen: Iterable[EventView]) -> tuple[OpenQuestion, ...]:
    """Return the question that the entry asked, and its offers, as far as the reader may know of them."""
    decisions: list[OpenQuestion | None] = []
    for one in seen:
        question = getattr(one.event, "question", None)
        if question is not None and one.event is not None:
            ref, name = one.original.ref, one.event.name
            aggregate = reader.world.aggregate(ref)
            still_open = aggregate is not None and name in aggregate.questions and not entry.struck
            decisions.append(decision(reader.visible, question, ref, is_open=still_open))
    decisions += [
        decision(reader.visible, offer, "", is_open=False, until=closing(entry.header, offer))
        for offer in entry.header.offers
    ]
    return tuple(one for one in decisions if one is not None)


def _refusals(reader: Reader, refusals: Iterable[RefusalRecord]) -> tuple[Refusal, ...]:
    text_of = reader.visible.wording.text
    return tuple(
        Refusal(
            rule=refusal.rule,
            sentence=reader.visible.wording.refusal_sentence(
                (reader.viewer.is_gm and refusal.gm) or refusal.player, refusal.missing
            ),
            missing=text_of(refusal.missing),
        )
        for refusal in refusals
    )


def _rules(header: Header, seen: Iterable[EventView], visibility: EntryVisibility) -> list[str]:
    """Return the rules cited by the shown events; the entry's other citations only where nothing in it is hidden."""
    cited = [rule for one in seen if one.event is not None for rule in one.event.rules]
    refused = [header.refusal.rule] if header.refusal and visibility.words else []
    return [*cited, *refused, *(header.citations if visibility.whole else ())]
