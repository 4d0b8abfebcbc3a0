"""Events as one viewer may see them: an event is hidden where the viewer may not know of the instance that it happened to.

What an event carries or sets is redacted like an instance. Of a roll, all that hidden modifiers added is one nameless amount.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from domain.aggregates import CAMPAIGN, Slot
from domain.visibility.audience import carrying, seen_event
from domain.visibility.state import HIDDEN, VisibleState
from domain.visibility.wording import Wording
from domain.vocabulary import COMPONENTS
from domain.vocabulary.base import Event, carried_by
from domain.vocabulary.log import Contribution, Judged, Rolled
from domain.vocabulary.questions import Question
from domain.vocabulary.revision import Corrected

_POINTING = frozenset({"order", "positions", "zones", "links", "members", "handles"})
"""Components whose instances may be hidden for what they point at, whatever the audience of their events says."""


def visible_event(state: VisibleState, wording: Wording, ref: str, event: Event) -> Event | None:
    """Return an event of an aggregate as the viewer may see it; None where they may not know of it."""
    viewer = state.viewer
    open_today = event if state.today is None or viewer.is_gm else visible_event(state.today, wording, ref, event)
    seen = None if open_today is None else seen_event(viewer, open_today)
    if seen is None or viewer.is_gm:
        return seen
    carried = carried_by(seen)
    if isinstance(carried, Question) and carried.owner == viewer.member:
        return seen
    real = state.latest(ref)
    if real is None or ((ref == CAMPAIGN or "self" in real.profile) and not _shows_subject(state, ref, event)):
        return None
    if isinstance(event, Corrected):
        return _corrected(state, ref, event)
    if isinstance(seen, Rolled | Judged):
        return _rolled(state, wording, ref, seen)
    if carried is None:
        return state.without_hidden_names(ref, event.component, seen)
    shown = replace(carried, **state.withheld(ref, Slot(event.component, event.name)))
    is_open = state.refers_to_nothing_hidden(ref, event.name, shown)
    return carrying(seen, carried, state.without_hidden_names(ref, event.component, shown) if is_open else None)


def _shows_subject(state: VisibleState, ref: str, event: Event) -> bool:
    """Whether the viewer may know of the instance that an event happened to."""
    if not state.knows(ref):
        return False
    if event.component in ("log", "profile"):
        return True
    if not state.sees_sheet(ref):
        return False
    sure = carried_by(event) is not None or event.component not in _POINTING
    return event.component == "correction" or state.shows_slot(ref, Slot(event.component, event.name), unknown=sure)


def _corrected(state: VisibleState, ref: str, event: Corrected) -> Event | None:
    """Return a correction with the values that the viewer may see; None where there are none."""
    values = {at: raw for at, value in event.values.items() if (raw := _correction(state, ref, at, value)) is not None}
    return replace(event, values=values) if values else None


def _correction(state: VisibleState, ref: str, at: str, value: msgspec.Raw) -> msgspec.Raw | None:
    component, _, name = at.partition(".")
    instance = msgspec.json.decode(value, type=COMPONENTS[component].instance | None)
    if instance is None:
        return value if state.shows_slot(ref, Slot(component, name), unknown=False) else None
    seen = state.instance(ref, Slot(component, name), instance)
    return None if seen is None else msgspec.Raw(msgspec.json.encode(seen, order="deterministic"))


def _rolled(state: VisibleState, wording: Wording, ref: str, rolled: Rolled | Judged) -> Rolled | Judged:
    """Return a roll or its judgement without its hidden addends: all of them where the sheet is hidden."""
    hidden_words = state.hidden_modifier_words(ref)
    open_sheet = state.sees_sheet(ref)
    named = [c for c in rolled.modifiers if open_sheet and not hidden_words & {c.label, c.source}]
    rest = sum(c.amount for c in rolled.modifiers if c not in named)
    nameless = (Contribution(label=HIDDEN, amount=rest),) if len(named) < len(rolled.modifiers) else ()
    seen = replace(rolled, name=wording.text(rolled.name, ref), modifiers=(*named, *nameless))
    if isinstance(seen, Judged):
        seen = replace(seen, why=wording.text(seen.why, ref) if open_sheet else "")
    return seen
