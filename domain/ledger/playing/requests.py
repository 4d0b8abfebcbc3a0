"""Commands as they are sent: several that are played together, and one that is sent again.

Commands sent together are all played, or none. Only a rolled die cannot be taken back: where a command is refused after
the server rolled, the entries before it stand and the rest is not played. So sending a batch again and again gives no
better dice. A retry is told from another request under the same id, without keeping words that may be erased.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any
from uuid import UUID

import msgspec

from domain.commands import Envelope, carrying, marked_fields
from domain.dice.tape import Source
from domain.history.ledger_reader import LedgerReader
from domain.history.plan import Amend, Insert, RevisionRequest
from domain.ledger.playing.acceptance import Actor, NotAllowed, viewer_of
from domain.ledger.playing.draft import Draft, TooMuchAsked
from domain.ledger.playing.references import UnknownThing, labelled, references
from domain.messages import text
from domain.play.deed import BadCommand, system_of
from domain.play.refusals import Refused
from domain.question_keys import meant
from domain.records.entries import RefusalRecord, StoredEntry
from domain.records.store import CommandIdTaken, Store
from domain.system import Registry, UnknownCommand


class HeadMoved(Exception):
    """The error of a command that reads what has changed since the entry that its sender had seen."""

    slug = "moved"

    def __init__(self, seen: int, by: Sequence[int]) -> None:
        self.entries = tuple(by)
        listed = ", ".join(map(str, by))
        super().__init__(
            text(
                "concurrent change: since entry {seen}, {listed} changed what this command reads; read "
                "it again and resend",
                seen=seen,
                listed=listed,
            )
        )


def moved_refusal(seen: int, by: Sequence[int]) -> RefusalRecord:
    """Return the same as an entry says it whose dice had fallen already; only the game master reads which entries it was, for
    others may not see what these changed."""
    why = Refused(
        HeadMoved.slug,
        "Since entry {seen}, what this command reads has changed; its dice stay on record. Read it again and resend.",
        "Since entry {seen}, {listed} changed what this command reads; its dice stay on record. Read it again and resend.",
        seen=seen,
        listed=", ".join(map(str, by)),
    )
    return RefusalRecord(rule=why.rule, player=why.player, gm=why.gm)


STOPPING = (Refused, BadCommand, UnknownCommand, UnknownThing, NotAllowed, HeadMoved, TooMuchAsked)
"""The reasons for which a command is not carried out."""


class BatchStopped(Exception):
    """A command of a batch was not carried out after the server had rolled.

    `cause` is why. `standing` are the entries of the batch that stand; of that command and the rest nothing was written.
    """

    slug = "batch-stopped"

    def __init__(self, cause: Exception, standing: Sequence[int]) -> None:
        self.cause = cause
        self.standing = tuple(standing)
        super().__init__(str(cause))


def play_in_order(draft: Draft, envelopes: Sequence[Envelope], play: Callable[[Envelope], None]) -> Exception | None:
    """Play commands into a draft, up to the first that is not carried out.

    Returns why that one was not, where the server had rolled for those before it; None where all were played, or the
    last one is drafted as refused with its own dice. Raises the reason, and drafts nothing, where no die had fallen.
    """
    for envelope in envelopes:
        before = draft.savepoint()
        try:
            play(envelope)
        except STOPPING as error:
            draft.roll_back(before)
            if not draft.drew_server:
                raise
            return error
        if draft.refused:
            return None
    return None


Request = Envelope | RevisionRequest

_encoder = msgspec.json.Encoder(order="deterministic")


def request_digest(registry: Registry, member: str, request: Request) -> bytes:
    """The SHA-256 of who asked and of the request as it was sent, free texts left out."""
    wordless, _ = _parted(registry, request)
    return hashlib.sha256(member.encode() + b"\0" + _encoder.encode(wordless)).digest()


def digest_of(*parts: str) -> bytes:
    """The request digest of an entry that no client's command asked for: of what it says."""
    return hashlib.sha256("\0".join(parts).encode()).digest()


def is_retry(
    store: Store, campaign: UUID, registry: Registry, *, member: str, request: Request, done: StoredEntry
) -> bool:
    """Whether the request is the one an entry came from. Words that were erased since are taken to be the same."""
    if done.request_digest != request_digest(registry, member, request):
        return False
    _, words = _parted(registry, request)
    keys = [f"{done.header.number}.{index}" for index in range(len(done.header.texts))]
    kept = store.texts(campaign, keys)
    return all(kept.get(key) in (None, word) for key, word in zip(keys, words, strict=False))


def replayed(
    store: Store, campaign: UUID, registry: Registry, member: str, wanted: Sequence[Envelope]
) -> list[StoredEntry]:
    """The entries that the first of these commands became already, in order.

    All of them did, or the rest was not played because one was refused after the server had rolled; else none are
    returned. Raises CommandIdTaken where an entry came from another command than the one sent under its id.
    """
    entries = [store.by_command_id(campaign, envelope.id) for envelope in wanted]
    for envelope, entry in zip(wanted, entries, strict=True):
        if entry is None:
            continue
        if not is_retry(store, campaign, registry, member=member, request=envelope, done=entry):
            raise CommandIdTaken(envelope.id, entry.header.number)
    done = list(takewhile(lambda entry: entry is not None, entries))
    stopped = any(die.source is Source.SERVER for entry in done if entry for die in entry.header.tape)
    whole = len(done) == len(wanted) or (stopped and not any(entries[len(done) :]))
    return [entry for entry in done if entry is not None] if whole else []


def _parted(registry: Registry, request: Request) -> tuple[Request, list[str]]:
    """The request without its words, and the words in the order in which the ledger keys them."""
    if isinstance(request, Envelope):
        return _of_command(registry, request)
    words: list[str] = []
    amends = []
    for amend in request.amend if isinstance(request.amend, tuple) else (request.amend,):
        command, command_words = (None, []) if amend.command is None else _of_command(registry, amend.command)
        words += command_words
        amends.append(Amend(entry=amend.entry, command=command))
    inserts = request.insert if isinstance(request.insert, tuple) else (request.insert,)
    bare = tuple(Insert(after=i.after, before=i.before, command=_of_command(registry, i.command)[0]) for i in inserts)
    words += [request.reason] if request.reason else []
    return msgspec.structs.replace(request, amend=tuple(amends), insert=bare, reason=None), words


def _of_command(registry: Registry, envelope: Envelope) -> tuple[Envelope, list[str]]:
    args, words = _of_args(registry, envelope.type, envelope.args)
    words += [envelope.reason] if envelope.reason else []
    return msgspec.structs.replace(envelope, args=args, reason=None), words


def _of_args(registry: Registry, type: str, given: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The args of a command without their words: its own first, then those of commands that it carries."""
    system = registry.systems.get(type.partition(".")[0])
    kind = system.kinds.get(type) if system else None
    args = dict(given)
    words: list[str] = []
    for field in marked_fields(kind.args) if kind else ():
        if field.mark == "text" and args.get(field.field):
            value = args.pop(field.field)
            words += list(value) if isinstance(value, list | tuple) else [str(value)]
    for name in carrying(kind.args) if kind else ():
        if isinstance(several := args.get(name), list | tuple):
            parted = [_of_carried(registry, one) for one in several]
            args[name] = [bare for bare, _ in parted]
            words += [value for _, more in parted for value in more]
    return args, words


def _of_carried(registry: Registry, carried: Any) -> tuple[Any, list[str]]:
    """A carried command without its words; what is none (yet to be told so) as it is."""
    match carried:
        case {"type": str() as type, "args": dict() as given}:
            bare, words = _of_args(registry, type, given)
            return carried | {"args": bare}, words
        case _:
            return carried, []


def with_references(draft: Draft, reader: LedgerReader, actor: Actor, request: RevisionRequest) -> RevisionRequest:
    """A revision's request with references for the handles that its sender may know, in the labels of its dice and in the
    keys of its responses: by these the deeds that it names have asked, or would ask."""
    viewer = viewer_of(draft, actor)
    dice = {entry: labelled(draft, viewer, given) for entry, given in request.dice.items()}
    kinds = draft.registry.question_kinds(system_of(draft, draft.registry)) if request.responses else {}
    find = references(draft, viewer)
    responses = {
        deed: {meant(key, reader.keys(int(deed)), kinds, find): choice for key, choice in given.items()}
        for deed, given in request.responses.items()
    }
    return msgspec.structs.replace(request, dice=dice, responses=responses)
