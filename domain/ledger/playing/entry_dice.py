"""The dice of an entry: those that were sent along, and those of the server, which are keyed to the committed seeds of an epoch.

Dice of struck entries are drawn again by their rollers before new ones. Dice that the past needs only now come from a seed of
their own. When a dice epoch ends, its seeds are revealed and the next one begins, as records of the ledger.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, Final
from uuid import UUID, uuid4

import msgspec

from domain.aggregates import CAMPAIGN
from domain.commands import Envelope
from domain.dice import provable
from domain.dice.supply import DiceSupply, Roller, Server, Tokenizer, TypedSource, WantedDie
from domain.dice.tape import Die, DieKey, Source, StruckDice, StruckDraw, Tape, first_draw, parts
from domain.ledger.playing.acceptance import Actor, salted
from domain.ledger.playing.draft import Draft, Drafted
from domain.ledger.playing.requests import HeadMoved, digest_of
from domain.ledger.reading.heads import HeadWorld
from domain.play.play import StreamEvent
from domain.play.reading import World
from domain.records.entries import GONE, CampaignSecrets, EntryFilter, EpochSeeds, Header, StoredEntry
from domain.records.store import Store
from domain.vocabulary.base import Event
from domain.vocabulary.chronicle import AMENDMENT_SEED, PhaseChanged, PhaseOpened, SessionEnded, SessionOpened
from domain.vocabulary.epochs import DiceEpoch, EpochClosed, EpochOpened

_TYPED: dict[str, TypedSource] = {"table": Source.TABLE, "gm": Source.GM, "imported": Source.IMPORTED}


class DrawnDice(msgspec.Struct, frozen=True):
    """The source of the server's dice of one submission.

    `seeds_of` gives the seeds of an epoch. `preview` marks dice of a dry run: drawn with a throwaway key, they say
    nothing about the dice the command will have. `is_gm` may mix typed and server dice. `struck` gives the dice of struck
    entries that their rollers draw again; a dry run shows none of them.
    """

    campaign: UUID
    seeds_of: Callable[[int], EpochSeeds]
    preview: bool = False
    is_gm: bool = False
    struck: Callable[[], StruckDice] = StruckDice

    def supply(
        self,
        envelope: Envelope,
        tape: Tape,
        world: World,
        deed: int,
        nonce: UUID,
        *,
        older: Mapping[DieKey, Die] | None = None,
    ) -> DiceSupply:
        """The dice of a decision of the deed that entry `deed` began with the command id `nonce`; `older` are those of its
        tape that were not keyed to their roller yet (see `DiceSupply`)."""
        campaign: Any = world.aggregate(CAMPAIGN)
        options = campaign.ground["self"].options
        table_only = options.get("dice", "either") == "table"
        roller = None if table_only else self._roller(world, deed, nonce)
        return DiceSupply(
            tape,
            envelope.dice,
            _TYPED[envelope.dice_source],
            roller.roll if roller else None,
            mixing=self.is_gm or bool(options.get("mixed_dice", False)),
            origin="preview" if self.preview else "epoch",
            token_of=roller.token_of if roller else None,
            older=older,
            struck=None if self.preview or roller is None else self.struck(),
        )

    def _roller(self, world: World, deed: int, nonce: UUID) -> Roller:
        seeds = throwaway() if self.preview else self.seeds_of(open_epoch(world).number)
        return _keyed(seeds, self.campaign, deed, nonce)


class PastDice(msgspec.Struct, frozen=True):
    """The dice that the past needs only now: from the amendment seed of the open epoch, the same for every attempt.

    But those of an offer that is taken late, while the epoch of its deed is open, are the very dice that the deed would
    have drawn had it been taken at once: `late` are such deeds with the ids of their commands. When that has ended anybody
    could compute them, and so they come from the amendment seed as well.

    `preview` is for a member who tries such an answer. They may not see the dice before they take them, so all they are shown
    comes from a key that is never revealed, the same in every trial, and tells nothing of the others.
    """

    campaign: UUID
    seeds: EpochSeeds
    secrets: CampaignSecrets
    late: Mapping[int, UUID] = {}
    preview: bool = False

    def __call__(self, deed: int, place: int, ordinal: int) -> Roller:
        """Return the roller of what a deed needs only now (see `domain.history.planner.Rollers`)."""
        token_of = _tokens(self.seeds.sealed, self.campaign, place, ordinal)
        if self.preview:
            return Roller(self._amending(provable.preview_seed(self.secrets.key), place, ordinal, token_of), "preview")
        if deed in self.late:
            return _keyed(self.seeds, self.campaign, deed, self.late[deed])
        own = self.seeds.amendment
        roll = self._amending(own or self.secrets.amendment, place, ordinal, token_of)
        return Roller(roll, "amendment", token_of, self.seeds.epoch if own else 0)

    def _amending(self, seed: bytes, place: int, ordinal: int, token_of: Tokenizer) -> Server:
        def roll(wanted: WantedDie) -> int:
            return provable.amendment_die(seed, self.campaign, place, ordinal, _key(wanted, token_of))

        return roll


def _keyed(seeds: EpochSeeds, campaign: UUID, deed: int, nonce: UUID) -> Roller:
    """The dice of an epoch that are keyed to a deed and the id of its command."""
    token_of = _tokens(seeds.sealed, campaign, deed, 0)

    def roll(wanted: WantedDie) -> int:
        seed = seeds.sealed if wanted.sealed else seeds.open
        return provable.die(seed, campaign, deed, _key(wanted, token_of), nonce)

    return Roller(roll, "epoch", token_of)


def _tokens(seed: bytes, campaign: UUID, place: int, ordinal: int) -> Tokenizer:
    """The tokens of the references that dice of one deed name, each worked out once."""
    return cache(partial(provable.token, seed, campaign, place, ordinal))


def _key(wanted: WantedDie, token_of: Tokenizer) -> provable.DieKey:
    kind, target = parts(wanted.label)
    return provable.DieKey(kind, token_of(wanted.roller), token_of(target), wanted.index, wanted.sides)


def open_epoch(world: World) -> DiceEpoch:
    """The dice epoch that is open: there always is one."""
    campaign: Any = world.aggregate(CAMPAIGN)
    current: DiceEpoch = next(epoch for epoch in campaign.epochs.values() if epoch.closed is None)
    return current


def new_epoch(
    number: int, entry: int, entropy: Callable[[int], bytes] = secrets.token_bytes
) -> tuple[EpochSeeds, DiceEpoch]:
    """A dice epoch that entry `entry` opens: its secret seeds, and what is published of it."""
    seeds = fresh_seeds(number, entropy)
    epoch = DiceEpoch(
        number=number,
        open_commitment=provable.commitment(seeds.open).hex(),
        sealed_commitment=provable.commitment(seeds.sealed).hex(),
        amendment_commitment=provable.commitment(seeds.amendment).hex(),
        opened=entry,
    )
    return seeds, epoch


def fresh_seeds(epoch: int, entropy: Callable[[int], bytes] = secrets.token_bytes) -> EpochSeeds:
    """New seeds, from the operating system's randomness unless told otherwise."""
    return EpochSeeds(epoch, *(entropy(provable.SEED_BYTES) for _ in range(3)))


def commitments(seeds: EpochSeeds) -> tuple[str, str, str]:
    """Return the commitments to an epoch's open, sealed and amendment seeds; of a seed that older epochs lack, the
    empty text."""
    amendment = provable.commitment(seeds.amendment).hex() if seeds.amendment else ""
    return provable.commitment(seeds.open).hex(), provable.commitment(seeds.sealed).hex(), amendment


def commitment_of(secrets: CampaignSecrets, what: str) -> str:
    """Return the commitment to one of a campaign's secrets, by the name of its field."""
    return provable.commitment(getattr(secrets, what)).hex()


def throwaway() -> EpochSeeds:
    """Return seeds that are not kept, for previews."""
    return fresh_seeds(0)


EVERY: Final = 1_000_000_000
"""More entries than any epoch has."""


def struck_dice(store: Store, campaign: UUID, opened: int) -> StruckDice:
    """The dice that entries since `opened`, which opened the epoch, drew and that no standing entry shows.

    They are those of struck entries, oldest first, each once, however often it was drawn again and struck again; a
    refused entry that drew one gives it back. So are those of commands that were refused because what they read had changed
    since their sender looked. An epoch without revisions and refusals has none, and costs two looks.
    """
    refused = EntryFilter(after=opened, status="refused", limit=1)
    if not any(
        store.entries(campaign, w) for w in (EntryFilter(after=opened, entry_kind="revision", limit=1), refused)
    ):
        return StruckDice()
    entries = store.entries(campaign, EntryFilter(after=opened, entry_kind="play", limit=EVERY))
    grown = store.restatements(campaign, [entry.header.number for entry in entries if entry.versions > 1])
    dice_by_draw: dict[StruckDraw, Die] = {}
    shown: set[StruckDraw] = set()
    for entry in entries:
        restated = grown.get(entry.header.number)
        for draw, die in _draws(entry.header, (*entry.header.tape, *(restated.tape if restated else ()))):
            if entry.status not in GONE:
                shown.add(draw)
            elif die.first_draw is not None or _was_struck(entry):
                dice_by_draw.setdefault(draw, die)
    ordered = sorted(dice_by_draw.items(), key=lambda pair: pair[0].entry)
    return StruckDice(tuple(pair for pair in ordered if pair[0] not in shown))


def struck_for(draft: Draft) -> StruckDice:
    """The dice that the next command of a draft draws again before the server rolls new ones."""
    opened, world = open_epoch(draft).opened, draft.below
    if opened > draft.head or not isinstance(world, HeadWorld):
        return StruckDice()
    struck = world.struck(lambda: struck_dice(world.store, draft.campaign, opened))
    return struck.without(_drawn(draft))


def struck_left(world: HeadWorld, draft: Draft) -> StruckDice | None:
    """The struck dice that are left once a draft is written on a head; None where they have to be looked up again."""
    headers = [drafted.record.header for drafted in draft.drafted]
    revised = any(header.kind != "play" or _is_moved(header) for header in headers)
    return None if revised or world.struck_dice is None else world.struck_dice.without(_drawn(draft))


def _drawn(draft: Draft) -> Iterator[StruckDraw]:
    """The dice that standing entries of a draft show."""
    headers = (drafted.record.header for drafted in draft.drafted)
    standing = (header for header in headers if header.status not in GONE)
    return (draw for header in standing for draw, _ in _draws(header, header.tape))


def _draws(header: Header, tape: Iterable[Die]) -> Iterator[tuple[StruckDraw, Die]]:
    pairs = ((first_draw(header.deed, die), die) for die in tape)
    return ((draw, die) for draw, die in pairs if draw is not None)


def _was_struck(entry: StoredEntry) -> bool:
    """Whether an entry that does not stand did so once; one that a rule refused never did."""
    return entry.status != "refused" or _is_moved(entry.header)


def _is_moved(header: Header) -> bool:
    """Whether a command was refused because its sender had seen an earlier ledger, which they had in their own hands."""
    return header.refusal is not None and header.refusal.rule == HeadMoved.slug


_ENDING = (SessionOpened, SessionEnded, PhaseOpened, PhaseChanged)
"""Events of commands that end a dice epoch: sessions and downtime phases begin and end one. So does closing the campaign
(`domain.ledger.closing`)."""


def ends_epoch(drafted: Drafted) -> bool:
    """Whether the open dice epoch ends with an entry."""
    return any(isinstance(stream_event.event, _ENDING) for stream_event in drafted.emitted)


def record(draft: Draft, actor: Actor, events: Sequence[Event], reason: str | None = None) -> Drafted:
    """Draft an entry of its own for what happened to the campaign by no command, with the reason given for it."""
    command_id, words = str(uuid4()), salted([reason] if reason else [])
    header = draft.header("record", actor, command_id, words=words, reason=f"{draft.next}.0" if reason else None)
    emitted = [StreamEvent(CAMPAIGN, event) for event in events]
    return draft.add(header, emitted, request_digest=digest_of(actor.member, command_id), words=words)


def rotate(
    draft: Draft,
    actor: Actor,
    closing: EpochSeeds,
    secrets: Callable[[], CampaignSecrets],
    entropy: Callable[[int], bytes],
) -> None:
    """Close the open dice epoch, revealing its open and amendment seeds, and open the next: in the same transaction.

    The campaign's `secrets` are read only for an epoch of an older release: one that is being founded has none to read yet.
    """
    now = open_epoch(draft)
    seeds, epoch = new_epoch(now.number + 1, draft.next, entropy)
    closed = EpochClosed(name=str(now.number), closed=draft.next, **_revealed(closing, secrets))
    record(draft, actor, (closed, EpochOpened(name=str(epoch.number), epoch=epoch)))
    draft.seeds.append(seeds)


def _revealed(seeds: EpochSeeds, secrets: Callable[[], CampaignSecrets]) -> dict[str, Any]:
    """The seeds that are revealed with an epoch's end: of one that has no amendment seed of its own, the campaign's."""
    if seeds.amendment:
        return {"open_seed": seeds.open.hex(), "amendment_seed": seeds.amendment.hex()}
    return {"open_seed": seeds.open.hex(), "data": {AMENDMENT_SEED: secrets().amendment.hex()}}
