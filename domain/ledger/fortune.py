"""The dice of an entry: its tape, what was sent along, and the server's, keyed to the epoch's committed seeds; and those
that the past needs only now."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any
from uuid import UUID

import msgspec

from domain.campaign import CAMPAIGN
from domain.commands import Envelope
from domain.components.chronicle import DiceEpoch
from domain.dice import provable
from domain.dice.labels import parts
from domain.dice.supply import Origin, Roller, Supply, Tokenizer, TypedSource, Wanted
from domain.dice.tape import Die, DieKey, Source, Tape
from domain.ledger.records import EpochSeeds
from domain.play.reading import World

_TYPED: dict[str, TypedSource] = {"table": Source.TABLE, "gm": Source.GM, "imported": Source.IMPORTED}


class Fortune(msgspec.Struct, frozen=True):
    """Where the server's dice of one submission come from.

    `seeds_of` gives the seeds of an epoch. `preview` marks dice of a dry run: drawn with a throwaway key, they say
    nothing about the dice the command will have. `is_gm` may mix typed and server dice.
    """

    campaign: UUID
    seeds_of: Callable[[int], EpochSeeds]
    preview: bool = False
    is_gm: bool = False

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
        )

    def _roller(self, world: World, deed: int, nonce: UUID) -> Roller:
        seeds = throwaway() if self.preview else self.seeds_of(open_epoch(world).number)
        return _keyed(seeds, self.campaign, deed, nonce)


class PastDice(msgspec.Struct, frozen=True):
    """The dice that the past needs only now: from the campaign's amendment seed, the same for every attempt.

    But those of an offer that is taken late, while the epoch of its deed is open, are the very dice that the deed would
    have drawn had it been taken at once: `late` are such deeds with the ids of their commands, `seeds` the open epoch's.
    When that has ended anybody could compute them, and so they come from the amendment seed as well.

    `preview` is for whoever tries such an answer. They may not see the dice before they take them, so all they are shown
    comes from a seed of its own, the same in every trial, that tells nothing of the others.
    """

    campaign: UUID
    amendment_seed: bytes
    late: Mapping[int, UUID] = {}
    seeds: EpochSeeds | None = None
    preview: bool = False

    def __call__(self, deed: int, place: int, ordinal: int) -> Roller:
        """Who rolls what a deed needs only now (see `domain.history.planner.Rollers`)."""
        if self.preview:
            return self._amending(provable.preview_seed(self.amendment_seed), place, ordinal, "preview")
        if deed in self.late and self.seeds is not None:
            return _keyed(self.seeds, self.campaign, deed, self.late[deed])
        return self._amending(self.amendment_seed, place, ordinal, "amendment")

    def _amending(self, seed: bytes, place: int, ordinal: int, origin: Origin) -> Roller:
        token_of = _tokens(provable.token_seed(seed), self.campaign, place, ordinal)

        def roll(wanted: Wanted) -> int:
            return provable.amendment_die(seed, self.campaign, place, ordinal, _key(wanted, token_of))

        return Roller(roll, origin, token_of)


def _keyed(seeds: EpochSeeds, campaign: UUID, deed: int, nonce: UUID) -> Roller:
    """The dice of an epoch that are keyed to a deed and the id of its command."""
    token_of = _tokens(seeds.sealed, campaign, deed, 0)

    def roll(wanted: Wanted) -> int:
        seed = seeds.sealed if wanted.sealed else seeds.open
        return provable.die(seed, campaign, deed, _key(wanted, token_of), nonce)

    return Roller(roll, "epoch", token_of)


def _tokens(seed: bytes, campaign: UUID, place: int, ordinal: int) -> Tokenizer:
    """The tokens of the references that dice of one deed name, each worked out once."""
    return cache(partial(provable.token, seed, campaign, place, ordinal))


def _key(wanted: Wanted, token_of: Tokenizer) -> provable.Key:
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
        opened=entry,
    )
    return seeds, epoch


def fresh_seeds(epoch: int, entropy: Callable[[int], bytes] = secrets.token_bytes) -> EpochSeeds:
    """New seeds, from the operating system's randomness unless told otherwise."""
    return EpochSeeds(epoch, entropy(provable.SEED_BYTES), entropy(provable.SEED_BYTES))


def throwaway() -> EpochSeeds:
    """Seeds that nobody keeps, for previews."""
    return fresh_seeds(0)
