"""The visibility of a fork: who goes back to a point of the past in a fork sees no more of it than they may see today."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final
from uuid import UUID

from domain.aggregates import Aggregate, Slot, components_of
from domain.play.play import StreamEvent
from domain.records.store import Store
from domain.visibility.world import fold_with_removed
from domain.vocabulary import EVENTS
from domain.vocabulary.audiences import narrower
from domain.vocabulary.base import Event, Instance
from domain.vocabulary.maps import Zone
from domain.vocabulary.profile import Profile
from domain.vocabulary.stored import decode_event

_CHANGES: Final[Mapping[str, type[Event]]] = {
    event.component: event for event in EVENTS if "shown_to" in event.__struct_fields__
}
"""The event that says who may see an instance, by component. A component without one hides with what it refers to."""


def narrowed_since(
    store: Store, campaign: UUID, known_at: int, states: Mapping[str, Aggregate]
) -> Iterator[StreamEvent]:
    """Give the events that make these earlier states of a campaign as secret as they had become at entry `known_at`.

    They give a character to the member who plays it at that entry, too. A thing that no longer existed then is as
    secret as it was last.
    """
    for ref, state in sorted(states.items()):
        rows = store.effective_stream(campaign, ref, known_at=known_at)
        latest, removed = fold_with_removed(ref, (decode_event(row.topic, row.body) for row in rows))
        for component in (name for name in components_of(type(state)) if name in _CHANGES):
            for name, earlier in sorted(state.instances(component).items()):
                later = latest.instances(component).get(name) or removed.get(Slot(component, name), earlier)
                if fields := _narrowed_fields(earlier, later):
                    audience = fields.get("shown_to", earlier.audience)
                    yield StreamEvent(ref, _CHANGES[component](name=name, audience=audience, **fields))


def _narrowed_fields(earlier: Instance, later: Instance) -> dict[str, Any]:
    """Return the fields that must change so that nobody sees an earlier instance who may not see the later one."""
    before: dict[str, Any] = {"shown_to": earlier.audience}
    after: dict[str, Any] = {"shown_to": narrower(earlier.audience, later.audience)}
    if isinstance(earlier, Profile) and isinstance(later, Profile):
        before |= {"sheet": earlier.sheet, "owners": earlier.owners}
        after |= {"sheet": narrower(earlier.sheet, later.sheet), "owners": later.owners}
    if isinstance(earlier, Zone) and isinstance(later, Zone) and later.known_to:
        both = tuple(who for who in later.known_to if who in earlier.known_to or not earlier.known_to)
        before, after = before | {"known_to": earlier.known_to}, after | {"known_to": both or later.known_to}
    return {field: value for field, value in after.items() if value != before[field]}
