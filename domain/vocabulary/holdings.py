"""Traits, choices, items and cards: the things that a character has."""

from __future__ import annotations

from typing import ClassVar, assert_never, get_args

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.vocabulary.anchors import AnyAnchor
from domain.vocabulary.base import (
    Audience,
    Component,
    Event,
    EventCategory,
    Instance,
    Scalar,
    changed,
    created,
    gone,
    present,
)


class Trait(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """Something a creature has or knows: a skill, power, feat, flaw. `catalogue` refers to the system's or campaign's entry."""

    narrowed_by: ClassVar[str | None] = "kind"

    kind: str
    catalogue: str = ""
    rank: int = 0
    state: str = ""
    tags: tuple[str, ...] = ()


class TraitChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a trait."""

    component: ClassVar[str] = "traits"
    kind: ClassVar[EventCategory] = EventCategory.MILESTONE


class TraitGained(TraitChange, frozen=True, kw_only=True, omit_defaults=True, tag="trait_gained"):
    """It came to be."""

    trait: Trait


class TraitChanged(TraitChange, frozen=True, kw_only=True, omit_defaults=True, tag="trait_changed"):
    """Some of its fields were set to decided values."""

    rank: int | UnsetType = UNSET
    state: str | UnsetType = UNSET
    tags: tuple[str, ...] | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class TraitRaised(TraitChange, frozen=True, kw_only=True, omit_defaults=True, tag="trait_raised"):
    """Its rank rose or, below zero, fell."""

    amount: int


class TraitLost(TraitChange, frozen=True, kw_only=True, omit_defaults=True, tag="trait_lost"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyTraitChange = TraitGained | TraitChanged | TraitRaised | TraitLost


def evolve_trait(trait: Trait | None, event: AnyTraitChange) -> Trait | None:
    """A trait after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case TraitGained():
            return created(trait, event, event.trait)
        case TraitChanged():
            return changed(trait, event)
        case TraitRaised():
            return replace(here := present(trait, event), rank=here.rank + event.amount)
        case TraitLost():
            gone(trait, event)
            return None
        case _:
            assert_never(event)


TRAITS = Component(Trait, get_args(AnyTraitChange), evolve_trait)


class Choice(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A pick, what was on offer then, and when (a level, a milestone): retraining asks for all three."""

    narrowed_by: ClassVar[str | None] = "of"

    of: str
    picked: tuple[str, ...]
    offered: tuple[str, ...] = ()
    at: str = ""


class ChoiceChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a choice."""

    component: ClassVar[str] = "choices"
    kind: ClassVar[EventCategory] = EventCategory.MILESTONE


class ChoiceMade(ChoiceChange, frozen=True, kw_only=True, omit_defaults=True, tag="choice_made"):
    """It came to be."""

    choice: Choice


class ChoiceChanged(ChoiceChange, frozen=True, kw_only=True, omit_defaults=True, tag="choice_changed"):
    """Some of its fields were set to decided values."""

    picked: tuple[str, ...] | UnsetType = UNSET
    offered: tuple[str, ...] | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class ChoiceWithdrawn(ChoiceChange, frozen=True, kw_only=True, omit_defaults=True, tag="choice_withdrawn"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyChoiceChange = ChoiceMade | ChoiceChanged | ChoiceWithdrawn


def evolve_choice(choice: Choice | None, event: AnyChoiceChange) -> Choice | None:
    """A choice after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case ChoiceMade():
            return created(choice, event, event.choice)
        case ChoiceChanged():
            return changed(choice, event)
        case ChoiceWithdrawn():
            gone(choice, event)
            return None
        case _:
            assert_never(event)


CHOICES = Component(Choice, get_args(AnyChoiceChange), evolve_choice)


class Item(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A thing that is owned, worn, carried or lies about. Its name stays when it changes hands.

    `location` is the system's word: `hand/left`, `belt/2`, `costume/1,2`, `inside/<item>`, `ground/<area>`, `wound/<wound>`.
    `features` are in the order in which they were added.
    """

    narrowed_by: ClassVar[str | None] = "location"

    what: str
    location: str = ""
    quantity: int = 1
    tracks: dict[str, int] = {}
    features: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    catalogue: str = ""


class ItemChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a thing."""

    component: ClassVar[str] = "items"
    kind: ClassVar[EventCategory] = EventCategory.GAIN


class ItemGained(ItemChange, frozen=True, kw_only=True, omit_defaults=True, tag="item_gained"):
    """It came to be."""

    item: Item


class ItemChanged(ItemChange, frozen=True, kw_only=True, omit_defaults=True, tag="item_changed"):
    """Some of its fields were set to decided values."""

    location: str | UnsetType = UNSET
    features: tuple[str, ...] | UnsetType = UNSET
    tags: tuple[str, ...] | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class ItemCounted(ItemChange, frozen=True, kw_only=True, omit_defaults=True, tag="item_counted"):
    """More of it came or, below zero, went."""

    amount: int


class ItemWorn(ItemChange, frozen=True, kw_only=True, omit_defaults=True, tag="item_worn"):
    """One of its own tracks (charges, armor, wear) rose or fell."""

    track: str
    amount: int


class ItemLost(ItemChange, frozen=True, kw_only=True, omit_defaults=True, tag="item_lost"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyItemChange = ItemGained | ItemChanged | ItemCounted | ItemWorn | ItemLost


def evolve_item(item: Item | None, event: AnyItemChange) -> Item | None:
    """A thing after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case ItemGained():
            return created(item, event, event.item)
        case ItemChanged():
            return changed(item, event)
        case ItemCounted():
            return replace(here := present(item, event), quantity=here.quantity + event.amount)
        case ItemWorn():
            return replace(
                here := present(item, event),
                tracks={**here.tracks, event.track: here.tracks.get(event.track, 0) + event.amount},
            )
        case ItemLost():
            gone(item, event)
            return None
        case _:
            assert_never(event)


ITEMS = Component(Item, get_args(AnyItemChange), evolve_item)


class Card(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A single spendable claim: a reputation, a piece of intel, a theory.

    `exclusive_to` restricts with whom it works; `users` who may use it (empty: its holder).
    """

    narrowed_by: ClassVar[str | None] = "kind"

    kind: str
    tier: int = 0
    provenance: str = ""
    exclusive_to: str = ""
    state: str = ""
    counters: dict[str, int] = {}
    expires: AnyAnchor | None = None
    users: tuple[str, ...] = ()


class CardChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a card."""

    component: ClassVar[str] = "cards"
    kind: ClassVar[EventCategory] = EventCategory.INTEL


class CardGained(CardChange, frozen=True, kw_only=True, omit_defaults=True, tag="card_gained"):
    """It came to be."""

    card: Card


class CardChanged(CardChange, frozen=True, kw_only=True, omit_defaults=True, tag="card_changed"):
    """Some of its fields were set to decided values."""

    tier: int | UnsetType = UNSET
    state: str | UnsetType = UNSET
    exclusive_to: str | UnsetType = UNSET
    users: tuple[str, ...] | UnsetType = UNSET
    expires: AnyAnchor | UnsetType | None = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class CardCounted(CardChange, frozen=True, kw_only=True, omit_defaults=True, tag="card_counted"):
    """One of its counters rose or fell."""

    counter: str
    amount: int


class CardSpent(CardChange, frozen=True, kw_only=True, omit_defaults=True, tag="card_spent"):
    """It was used up. `because` says on what, in a word."""

    kind: ClassVar[EventCategory] = EventCategory.SPEND

    because: str = ""


class CardLost(CardChange, frozen=True, kw_only=True, omit_defaults=True, tag="card_lost"):
    """It was discarded, expired or taken. `because` says why, in a word."""

    because: str = ""


AnyCardChange = CardGained | CardChanged | CardCounted | CardSpent | CardLost


def evolve_card(card: Card | None, event: AnyCardChange) -> Card | None:
    """A card after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case CardGained():
            return created(card, event, event.card)
        case CardChanged():
            return changed(card, event)
        case CardCounted():
            return replace(
                here := present(card, event),
                counters={**here.counters, event.counter: here.counters.get(event.counter, 0) + event.amount},
            )
        case CardSpent() | CardLost():
            gone(card, event)
            return None
        case _:
            assert_never(event)


CARDS = Component(Card, get_args(AnyCardChange), evolve_card, anchor="expires")
