"""Seals: secrets that a member committed to, and may reveal later."""

from __future__ import annotations

from typing import ClassVar, assert_never, get_args

from msgspec.structs import replace

from domain.vocabulary.base import Component, Event, EventCategory, Instance, created, present


class Seal(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A secret that the member `by` committed to; named `seal-<entry>`. Everybody sees its title and its digest.

    `digest` is the SHA-256 of a salt of 16 bytes and the words, as hexadecimal digits; the words lie in the ledger under
    the key `text`. The members in `known_to` may read them at once, everybody from the entry `opened` on.
    """

    by: str
    digest: str
    text: str
    known_to: tuple[str, ...] = ()
    opened: int | None = None


class SealChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a seal."""

    component: ClassVar[str] = "seals"
    kind: ClassVar[EventCategory] = EventCategory.NOTE


class SecretSealed(SealChange, frozen=True, kw_only=True, omit_defaults=True, tag="secret_sealed"):
    """It came to be."""

    seal: Seal


class SecretUnsealed(SealChange, frozen=True, kw_only=True, omit_defaults=True, tag="secret_unsealed"):
    """Its words became everybody's, with the entry `opened`; `text` is their key and `digest` what they must come to."""

    opened: int
    title: str
    digest: str
    text: str


AnySealChange = SecretSealed | SecretUnsealed


def evolve_seal(seal: Seal | None, event: AnySealChange) -> Seal | None:
    """A seal after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case SecretSealed():
            return created(seal, event, event.seal)
        case SecretUnsealed():
            return replace(present(seal, event), opened=event.opened)
        case _:
            assert_never(event)


SEALS = Component(Seal, get_args(AnySealChange), evolve_seal)
