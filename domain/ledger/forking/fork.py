"""Forking: a campaign of its own that shares the past of another up to a fork point, without a copy.

A fork begins with one entry of its own, a record. It holds: corrections of the shared past that revisions made after
the table had played it (so that folding the original entries gives the corrected states); later changes of visibility;
the present members; and dice seeds of its own.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from uuid import UUID, uuid4

import msgspec

from domain.aggregates import CAMPAIGN, Aggregate, Campaign, begin, components_of, decode_state, encode_state
from domain.dice.provable import SEED_BYTES
from domain.ledger.ledger import Ledger
from domain.ledger.playing.acceptance import Actor, NotAllowed
from domain.ledger.playing.draft import Draft
from domain.ledger.playing.entry_dice import new_epoch, open_epoch
from domain.ledger.playing.requests import digest_of
from domain.ledger.reading.fork_points import ForkPoint, fork_point_of
from domain.ledger.reading.heads import HeadWorld
from domain.ledger.reading.past import CorrectedPast, PlayedPast
from domain.ledger.upkeep.reseeding import own_key
from domain.messages import text
from domain.play.deed import BadCommand
from domain.play.play import StreamEvent
from domain.records.entries import CampaignRow, CampaignSecrets, EntryFilter, Founding, Head, StateRow
from domain.records.store import Store
from domain.visibility.fork_visibility import narrowed_since
from domain.vocabulary.base import Event, Scalar
from domain.vocabulary.chronicle import CampaignForked, ParticipantAdded, ParticipantChanged
from domain.vocabulary.epochs import EpochClosed, EpochOpened
from domain.vocabulary.lifecycle import CampaignReopened, state_of
from domain.vocabulary.revision import Corrected


def fork(
    ledger: Ledger,
    campaign: UUID,
    actor: Actor,
    name: str,
    *,
    at: int | None = None,
    id: UUID | None = None,
    entropy: Callable[[int], bytes] = secrets.token_bytes,
) -> CampaignRow:
    """Fork a campaign at the corrected place of entry `at` (None: now, with everything).

    The campaign's present members play on from the states there. Raises NotAllowed, BadCommand where there is no such
    entry, Stale where a campaign has that id already, UnknownCampaign.
    """
    if not actor.is_gm:
        raise NotAllowed("only a game master forks a campaign; ask one to")
    store, head = ledger.store, ledger.store.head(campaign)
    root = _fork_point(store, campaign, head, at)
    states = _states_at_the_cut(store, root)
    corrected = _corrections(store, root, states)
    start = Head(head.entry, 0, head.hash, 0)
    known = states | {ref: begin(ref) for ref in corrected if ref not in states}
    newest = HeadWorld(store, campaign, head).at
    draft = ledger.draft(HeadWorld(store, id or uuid4(), start).after(start, known, newest))
    header = draft.header("record", actor, str(uuid4()))
    row = _row(draft.campaign, name, store.campaign(campaign), root, header.at)
    draft.founding = Founding(row, CampaignSecrets(entropy(SEED_BYTES)), head.entry, head.hash)
    emitted = [
        *(StreamEvent(ref, event) for ref, event in sorted(corrected.items())),
        *(narrowed_since(store, root.parent, root.known_at, states) if root.at != root.known_at else ()),
        *(StreamEvent(CAMPAIGN, event) for event in _beginning(draft, root, _campaign_now(store, root), entropy)),
    ]
    draft.add(header, emitted, request_digest=digest_of(actor.member, header.command_id))
    _append(store, draft, states)
    return row


def _fork_point(store: Store, campaign: UUID, head: Head, at: int | None) -> ForkPoint:
    """Return what a fork at an entry shares. Raises BadCommand where there is none."""
    entry = head.entry if at is None else at
    if not 1 <= entry <= head.entry or store.entry(campaign, entry) is None:
        raise BadCommand(
            text("there is no entry {entry} to fork at; name one from 1 to {last}", entry=entry, last=head.entry)
        )
    return fork_point_of(store, campaign, entry, head.entry)


def _row(id: UUID, name: str, parent: CampaignRow, root: ForkPoint, now: str) -> CampaignRow:
    return CampaignRow(
        id=id,
        name=name,
        system=parent.system,
        created_at=now,
        forked_from=root.parent,
        forked_at=root.at,
        forked_known_at=root.known_at,
    )


def _append(store: Store, draft: Draft, states: dict[str, Aggregate]) -> None:
    """Append the draft, with the state of everything that it does not touch as well."""
    transaction = draft.transaction()
    others = tuple(
        StateRow(ref, 0, encode_state(state)) for ref, state in sorted(states.items()) if ref not in draft.changed
    )
    store.append(msgspec.structs.replace(transaction, states=(*others, *transaction.states)))


def _states_at_the_cut(store: Store, root: ForkPoint) -> dict[str, Aggregate]:
    """Every aggregate that the fork shares, as it starts with it: its own events are counted from none."""
    rows = store.all_states(root.parent)
    if root.at == root.known_at == store.head(root.parent).entry:
        states = {row.ref: decode_state(row.ref, row.body) for row in rows}
    else:
        past = CorrectedPast(store, root.parent, up_to=root.cut, known_at=root.known_at)
        folded = {row.ref: past.aggregate(row.ref) for row in rows}
        states = {ref: state for ref, state in folded.items() if state is not None}
    for state in states.values():
        state.version = 0
    return states


def _corrections(store: Store, root: ForkPoint, states: dict[str, Aggregate]) -> dict[str, Corrected]:
    """Return the corrections where what the table believed at the entry that is forked at differs from the states at
    the cut."""
    revised = EntryFilter(entry_kind="revision", before=root.known_at + 1, limit=1)
    if root.at == root.known_at or not store.entries(root.parent, revised):
        return {}
    played = PlayedPast(store, root.parent, root.at)
    refs = [row.ref for row in store.all_states(root.parent)]
    values_by_ref = {
        ref: _differing(played.aggregate(ref) or begin(ref), states.get(ref) or begin(ref)) for ref in refs
    }
    number = root.known_at + 1
    return {
        ref: Corrected(name="self", revision=number, values=values) for ref, values in values_by_ref.items() if values
    }


def _differing(played: Aggregate, state: Aggregate) -> dict[str, msgspec.Raw]:
    values: dict[str, msgspec.Raw] = {}
    for component in components_of(type(state)):
        before, after = played.instances(component), state.instances(component)
        for name in sorted(before.keys() | after.keys()):
            if before.get(name) != after.get(name):
                stored = msgspec.json.encode(after.get(name), order="deterministic")
                values[f"{component}.{name}"] = msgspec.Raw(stored)
    return values


def _campaign_now(store: Store, root: ForkPoint) -> Campaign:
    """The parent's own aggregate as it stood at forking."""
    state = CorrectedPast(store, root.parent, known_at=root.known_at).aggregate(CAMPAIGN)
    assert isinstance(state, Campaign), "every ledger has its campaign"
    return state


def _beginning(draft: Draft, root: ForkPoint, now: Campaign, entropy: Callable[[int], bytes]) -> Iterator[Event]:
    """Yield the events that make the fork a campaign of its own: where it is from, who takes part, and its dice. It is open,
    also where it leaves a closed one.

    The seeds of the parent's open epoch stay the parent's secret: it may be rolling with them.
    """
    assert draft.founding is not None
    data: dict[str, Scalar] = {
        "forked_from": str(root.parent),
        "forked_at": root.at,
        "forked_known_at": root.known_at,
        **own_key(draft.campaign_state(), draft.founding.secrets.key),
    }
    yield CampaignForked(name="self", data=data)
    if state_of(draft.campaign_state().lifecycle) != "open":
        yield CampaignReopened(name="self")
    yield from _parts(draft.campaign_state(), now)
    before = open_epoch(draft)
    seeds, epoch = new_epoch(before.number + 1, draft.next, entropy)
    draft.seeds.append(seeds)
    yield EpochClosed(name=str(before.number), closed=draft.next)
    yield EpochOpened(name=str(epoch.number), epoch=epoch)


def _parts(then: Campaign, now: Campaign) -> Iterator[Event]:
    """Yield the changes of membership from the fork point to now: a fork brings no former member back."""
    for member in sorted(then.participants.keys() | now.participants.keys()):
        was, part = then.participants.get(member), now.participants.get(member)
        if part is None or not part.active:
            if was is not None and was.active:
                yield ParticipantChanged(name=member, active=False)
        elif was is None:
            yield ParticipantAdded(name=member, participant=part)
        elif was != part:
            yield ParticipantChanged(name=member, role=part.role, active=True)
