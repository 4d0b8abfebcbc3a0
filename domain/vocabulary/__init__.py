"""The language that every game is written in: components, their events and folds, each declared once, in its module.

A module declares a few components: for each the struct of its instances, its events, the fold that applies them, and the
`Component` that ties the three together. `anchors` and `expressions` are what instances hang on and compute with, `data` the
typed data that games add to them, `log` the events that change no state, `stored` events as bytes. State made of components
is in `domain.aggregates`; rules are nowhere here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Union, get_args

from domain.vocabulary import (
    bodies,
    catalogue,
    chronicle,
    epochs,
    groups,
    holdings,
    intelligence,
    lifecycle,
    maps,
    profile,
    questions,
    seals,
    turns,
    undertakings,
    values,
)
from domain.vocabulary.base import Component, Event
from domain.vocabulary.log import AnyLogEntry
from domain.vocabulary.revision import Corrected

_ALL = (
    profile.PROFILE,
    values.ATTRIBUTES,
    values.TRACKS,
    values.MODIFIERS,
    values.FORMULAS,
    bodies.WOUNDS,
    bodies.CONDITIONS,
    holdings.TRAITS,
    holdings.CHOICES,
    holdings.ITEMS,
    undertakings.LINKS,
    undertakings.INTENTS,
    holdings.CARDS,
    undertakings.TASKS,
    undertakings.USES,
    questions.QUESTIONS,
    turns.ORDER,
    turns.PACE,
    maps.POSITIONS,
    maps.AREAS,
    maps.ZONES,
    maps.PROPS,
    maps.CROWDS,
    groups.MEMBERS,
    groups.FOLLOWERS,
    groups.ASSETS,
    groups.MISSIONS,
    intelligence.GRIDS,
    intelligence.CELLS,
    chronicle.GROUND,
    chronicle.CLOCK,
    chronicle.SESSIONS,
    chronicle.SCENES,
    chronicle.PHASES,
    chronicle.PARTICIPANTS,
    catalogue.CATALOGUE,
    catalogue.HANDLES,
    epochs.EPOCHS,
    lifecycle.LIFECYCLE,
    seals.SEALS,
)
"""Every component. Where one moment ends instances of several, they end in this order."""

COMPONENTS: dict[str, Component] = {component.name: component for component in _ALL}
"""Every component by its name. Which aggregates may hold it follows from their fields (`domain.aggregates`)."""

EVENTS: tuple[type[Event], ...] = (
    *(event for component in _ALL for event in component.events),
    *get_args(AnyLogEntry),
    Corrected,
)
"""The class of every event."""

if TYPE_CHECKING:
    AnyEvent = Event
else:
    AnyEvent = Union[EVENTS]  # noqa: UP007  # made of the declarations
"""Any event, for decoders."""
