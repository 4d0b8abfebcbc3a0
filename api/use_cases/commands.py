"""Commands: one at a time, or several as one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated

import msgspec

from api.access import Access, Seat, allowed
from api.members import with_members
from api.problems import BadBody, FieldProblem, MovedEntry, RefusedEntry
from api.reading import at_head, in_their_words
from api.services import Services
from domain.commands import Envelope
from domain.dice.tape import Source
from domain.ledger.ledger import ATTEMPTS, Busy
from domain.ledger.playing.requests import BatchStopped, HeadMoved
from domain.messages import text
from domain.records.entries import Header, StoredEntry
from projections.views.entry import Entry, EntryView, HiddenEntry, written_views
from projections.views.preview import drafted_views
from projections.views.timeline import read_entries

_PLAY = Access("player", "play")


class CommandRequest(Envelope, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A command, and whether it is only to be tried: then nothing is written, and server dice are marked `preview`.

    Within a batch `dry_run` is the batch's to say.
    """

    dry_run: bool = False

    @property
    def envelope(self) -> Envelope:
        """The command alone, as the ledger takes it."""
        fields = {field: getattr(self, field) for field in Envelope.__struct_fields__}
        return Envelope(**fields)


class BatchRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Commands that are played in order, all of them or none."""

    commands: Annotated[tuple[CommandRequest, ...], msgspec.Meta(min_length=1, max_length=1000)]
    dry_run: bool = False


class BatchView(msgspec.Struct, frozen=True):
    """The entries of a batch, in order; a dry run lists the entries that the batch would write."""

    entries: tuple[Entry, ...]


@allowed(_PLAY)
def give_command(
    services: Services,
    seat: Seat,
    data: CommandRequest,
    dry_run: bool = False,
) -> Entry:
    """Give a command, and get the entry it became. A dry run writes nothing: it is answered with 200, and what dice the
    server would roll are marked `preview`."""
    services.limits.check_dice(seat.campaign, seat.actor.member)
    envelope = with_members(services, seat.campaign, data.envelope)
    if dry_run or data.dry_run:
        return _foreseen(services, seat, [envelope])[0]
    return _played(services, seat, [envelope])[0]


@allowed(_PLAY)
def give_batch(
    services: Services,
    seat: Seat,
    data: BatchRequest,
    dry_run: bool = False,
) -> BatchView:
    """Give several commands that are played in order, all of them or none. A dry run is answered with 200.

    Where a command is refused after the server rolled a die, the entries before it stand, and the answer is that refusal
    with their numbers under `standing`. Sent again, the batch goes on where it stopped.
    """
    if any(command.dry_run for command in data.commands):
        wrong = FieldProblem("commands", "dry_run belongs to the batch")
        raise BadBody(
            "a dry run tries the whole batch: give `dry_run` to the batch, not to its commands", fields=(wrong,)
        )
    if twice := [id for id, times in Counter(c.id.lower() for c in data.commands if c.id).items() if times > 1]:
        sentence = text("several commands have the id {id}; give each its own", id=twice[0])
        raise BadBody(text("`commands`: {sentence}", sentence=sentence), fields=(FieldProblem("commands", sentence),))
    services.limits.check_dice(seat.campaign, seat.actor.member)
    envelopes = [with_members(services, seat.campaign, command.envelope) for command in data.commands]
    if dry_run or data.dry_run:
        return BatchView(tuple(_foreseen(services, seat, envelopes)))
    return BatchView(tuple(_played(services, seat, envelopes)))


def _played(services: Services, seat: Seat, envelopes: Sequence[Envelope]) -> list[EntryView | HiddenEntry]:
    """The entries that the commands became. Raises what the ledger raises, and RefusedEntry."""
    with in_their_words(services, seat):
        try:
            played = services.ledger.play_all(seat.campaign, seat.actor, envelopes)
        except BatchStopped as stopped:
            services.limits.rolled(seat.campaign, seat.actor.member, len(stopped.standing))
            raise
        entries = [one.stored for one in played]
        _count(services, seat, [entry.header for entry in entries])
        _check_carried_out(entries)
    store, reader = services.ledger.store, at_head(services, seat)
    written = [(one.stored, one.record) for one in played if one.record is not None]
    if len(written) < len(played):
        return read_entries(store, seat.campaign, entries, reader)
    return written_views(store, seat.campaign, written, reader)


def _count(services: Services, seat: Seat, headers: Sequence[Header]) -> None:
    """Count the commands that dice were rolled for."""
    rolled = [any(die.source in _ROLLED for die in header.tape) for header in headers]
    services.limits.rolled(seat.campaign, seat.actor.member, sum(rolled))


_ROLLED = {Source.SERVER, Source.PREVIEW}


def _check_carried_out(entries: Sequence[StoredEntry]) -> None:
    """Refused commands that drew dice are on record, and are refusals all the same."""
    *before, last = entries
    if last.status == "refused" and last.header.refusal is not None:
        standing = tuple(entry.header.number for entry in before)
        refused = MovedEntry if last.header.refusal.rule == HeadMoved.slug else RefusedEntry
        raise refused(last.header.number, last.header.refusal, standing)


def _foreseen(services: Services, seat: Seat, envelopes: Sequence[Envelope]) -> list[EntryView | HiddenEntry]:
    """Return the entries that the commands would write, decided on the head that the dry run read."""
    ledger = services.ledger
    for _ in range(ATTEMPTS):
        ledger.heads.fresh(seat.campaign)
        reader = at_head(services, seat)
        with in_their_words(services, seat):
            drafted = ledger.preview(seat.campaign, seat.actor, envelopes)
        if drafted[0].record.header.number == ledger.heads.fresh(seat.campaign).head.entry + 1:
            _count(services, seat, [each.record.header for each in drafted])
            return drafted_views(drafted, reader.viewer, world=reader.world, registry=ledger.registry)
    raise Busy(ATTEMPTS)
