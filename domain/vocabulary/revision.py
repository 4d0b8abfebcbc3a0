"""Events that a change of the past leaves in each stream it touches."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from domain.vocabulary.base import Event, EventCategory


class Corrected(Event, frozen=True, kw_only=True, omit_defaults=True, tag="corrected"):
    """A revision set these instances to what they now are at the head of the stream.

    `values` maps `<component>.<name>` to the whole instance, or null where it no longer exists. Because of it the stock
    fold of a stream is what the table believed (as played), and the head of the fold is what we now hold true.
    `name` is always `self`. It is the one event that touches several instances.
    """

    component: ClassVar[str] = "correction"
    kind: ClassVar[EventCategory] = EventCategory.REVISION

    revision: int
    values: dict[str, msgspec.Raw]
