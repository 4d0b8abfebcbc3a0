"""The components of a campaign: its system and options, its clock, its sessions, its names and what it added to the books."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from domain.components.base import Instance, Scalar

Role = Literal["gm", "player", "observer"]


AMENDMENT_COMMITMENT: Final = "amendment_commitment"
"""Under what the ground of an older campaign tells what its one seed for dice of changed pasts commits to, as hexadecimal
digits; empty where that seed is not here."""

KEY_COMMITMENT: Final = "key_commitment"
"""Under what a campaign's ground tells what the key for hashes of plans commits to, as hexadecimal digits; older campaigns
did not tell."""

AMENDMENT_SEED: Final = "amendment_seed"
"""Under what the first epoch to end since each has an amendment seed of its own tells that older seed, as hexadecimal digits."""


class Ground(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """The system and options that the campaign is played with; named `self`. Options not listed have the system's
    default."""

    system: str
    options: dict[str, Scalar] = {}


class Clock(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """The in-game time; named `now`. `at` counts seconds from the campaign's beginning; `origin` says what second 0 is called."""

    at: int = 0
    origin: str = ""


class Interval(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A session or a scene, named by its number from 1. `opened` and `ended` are entry numbers; `within` its session."""

    number: int
    opened: int
    ended: int | None = None
    within: str = ""
    kind: str = ""


class Phase(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A downtime phase: slots per character, and how far it has come."""

    number: int
    state: Literal["open", "processing", "processed"] = "open"
    slots: dict[str, int] = {}
    days: int = 0


class Participant(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A member of the campaign, named by the member's id: no name, no address; those can be erased elsewhere."""

    role: Role
    active: bool = True


class Addition(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """Content the rulebook leaves to the table: a power, a monster, a weapon of the campaign's own."""

    narrowed_by: ClassVar[str | None] = "kind"

    kind: str
    fields: dict[str, Scalar] = {}
    tags: tuple[str, ...] = ()


class Handle(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """The short name of an aggregate in this campaign. `folded` is the name as people write it, for looking it up."""

    narrowed_by: ClassVar[str | None] = "kind"

    ref: str
    kind: str
    folded: str = ""


class DiceEpoch(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A stretch of entries whose server dice come from committed seeds (hex digests; seeds are shown when revealed).

    The dice that changes of the past need meanwhile come from its amendment seed; older epochs had none.
    """

    number: int
    open_commitment: str
    sealed_commitment: str
    opened: int
    closed: int | None = None
    open_seed: str = ""
    sealed_seed: str = ""
    amendment_commitment: str = ""
    amendment_seed: str = ""
