"""The dice of an entry: its tape, what was sent along, and the server's, keyed to the epoch's committed seeds; and those
that the past needs only now."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any
from uuid import UUID

import msgspec

from domain.aggregates import CAMPAIGN
from domain.commands import Envelope
from domain.dice import provable
from domain.dice.labels import parts
from domain.dice.struck import StruckDice
from domain.dice.supply import Roller, Server, Supply, Tokenizer, TypedSource, WantedDie
from domain.dice.tape import Die, DieKey, Source, Tape
from domain.play.reading import World
from domain.records.entries import CampaignSecrets, EpochSeeds
from domain.vocabulary.epochs import DiceEpoch

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
    ) -> Supply:
        """The dice of a decision of the deed that entry `deed` began with the command id `nonce`; `older` are those of its
        tape that were not keyed to their roller yet (see `Supply`)."""
        campaign: Any = world.aggregate(CAMPAIGN)
        options = campaign.ground["self"].options
        table_only = options.get("dice", "either") == "table"
        roller = None if table_only else self._roller(world, deed, nonce)
        return Supply(
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

    `preview` is for whoever tries such an answer. They may not see the dice before they take them, so all they are shown
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


def _key(wanted: WantedDie, token_of: Tokenizer) -> provable.Key:
    kind, target = parts(wanted.label)
    return provable.Key(kind, token_of(wanted.roller), token_of(target), wanted.index, wanted.sides)


def open_epoch(world: World) -> DiceEpoch:
    """The dice epoch that is open: there always is one."""
    campaign: Any = world.aggregate(CAMPAIGN)
    found: DiceEpoch = next(epoch for epoch in campaign.epochs.values() if epoch.closed is None)
    return found


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
    """Seeds that nobody keeps, for previews."""
    return fresh_seeds(0)
