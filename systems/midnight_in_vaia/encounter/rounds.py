"""Full Rounds: who takes part, whose phase it is, who acts next, and how long things last.

A place in the Active Phase Cycle is named by the id of its character; equal places act together. Non-player characters
take part without a place (MV-INIT-04): their entry is of kind `npc`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from domain.kit.data import data_of
from domain.kit.naming import id_of
from domain.kit.turns import pace, running
from domain.play.play import Play
from domain.vocabulary.anchors import AnyAnchor, AtMoment, UntilFirst, UntilTime
from domain.vocabulary.data import Data
from domain.vocabulary.turns import TurnEntry
from systems.midnight_in_vaia import people
from systems.midnight_in_vaia.moments import COUNTDOWN

FULL_ROUND: Final = 5
"""MV-ROUND-01: seconds."""

INITIALIZATION: Final = "initialization"
ACTIVE: Final = "active"
FINAL: Final = "final"
UPKEEP: Final = "upkeep"
BETWEEN: Final = "between"
"""Phases of an encounter (`COUNTDOWN` is one as well): before the first round, a character's Active Phase, the last one's,
Upkeep, and when Upkeep is over and the next round has not begun."""

SEIZED: Final = "seized"
"""Stunned by a seizure, so that nothing can be done; the phase comes all the same, without slots."""

OUT: Final = ("dead", "unconscious")
"""Conditions in which nobody acts: the cycle passes over their place."""


class Chosen(Data, frozen=True, kw_only=True, omit_defaults=True):
    """A place's state in the order: it may have stayed back for good, and it keeps its earlier result."""

    stayed: bool = False
    result: int | None = None


@data_of("order", people.PLAYER)
class CycleData(Chosen, frozen=True, kw_only=True, omit_defaults=True):
    """A place in the cycle: the round from which it counts, and what was chosen for it."""

    since: int = 0


class Place(NamedTuple):
    """When a character acts: the higher first."""

    result: int
    tiebreak: int


def phase(play: Play) -> str:
    """The phase of the fight that is on; "" without one."""
    encounter = running(play)
    return "" if encounter is None else pace(play, encounter).phase


def forming(play: Play) -> bool:
    """MV-INIT-01: whether the encounter of this deed is in its initialization: its first round has not begun."""
    encounter = play.deed.encounter
    return encounter is not None and play.exists(encounter) and pace(play, encounter).phase == INITIALIZATION


def entry_of(play: Play, who: str) -> TurnEntry | None:
    """A character's entry in the encounter of this deed, in its cycle or beside it; None for who takes no part."""
    encounter = play.deed.encounter
    if encounter is None or not play.exists(encounter):
        return None
    entry: TurnEntry | None = play.encounter(encounter).order.get(id_of(who))
    return entry


def has_gained(play: Play, who: str) -> bool:
    """MV-SLOT-05: whether a character has gained their Action Slots in this Full Round."""
    entry = entry_of(play, who)
    return entry is not None and entry.state in ("acting", "done")


def will_gain(play: Play, who: str) -> bool:
    """MV-SLOT-04: whether a character's Active Phase of this Full Round is still to come, and their Action Slots with it. It is
    not for a latecomer before their first round (ruling 42), nor for a character whose place was passed over."""
    encounter, entry = running(play), entry_of(play, who)
    active = () if encounter is None else pace(play, encounter).active
    if encounter is None or entry is None or entry.kind != people.PLAYER or not active:
        return False
    others = play.encounter(encounter).order
    return _since(entry) <= pace(play, encounter).round and place_of(entry) < place_of(others[active[0]])


def is_out(play: Play, who: str) -> bool:
    """Whether a character is dead or unconscious, and so does not act."""
    return any(play.where(who, "conditions", what) for what in OUT)


def cycle(play: Play, encounter: str) -> tuple[tuple[str, ...], ...]:
    """MV-INIT-02, MV-INIT-03: the names of the places of this round in the order in which they act; those who share one
    act together. Latecomers have theirs from the round after they came (ruling 42)."""
    order = play.encounter(encounter).order
    now = pace(play, encounter).round
    inside = [name for name in sorted(order) if order[name].kind == people.PLAYER and _since(order[name]) <= now]
    places = sorted({place_of(order[name]) for name in inside}, reverse=True)
    return tuple(tuple(name for name in inside if place_of(order[name]) == place) for place in places)


def place_of(entry: TurnEntry) -> Place:
    """When an entry acts."""
    return Place(entry.initiative, entry.tiebreak)


def _since(entry: TurnEntry) -> int:
    return CycleData.of(entry).since


def lasting(play: Play, count: int, *, from_next: bool = False) -> AnyAnchor:
    """MV-UPK-03, MV-OUT-02: the anchor of what lasts so many Full Rounds. Each Upkeep counts one down, this round's first
    (or the next one's, `from_next`), from initialization on; outside fights, and once the fight is over, a round is five
    seconds (ruling 21)."""
    here = phase(play)
    if not here and not forming(play):
        return UntilTime(at=play.clock() + count * FULL_ROUND)
    begun = here not in ("", COUNTDOWN, BETWEEN)
    passing = count - 1 + (from_next and begun)
    at = play.clock() + FULL_ROUND * (passing + 1 + (here == COUNTDOWN))
    return UntilFirst(of=(AtMoment(moment=COUNTDOWN, passing=passing), UntilTime(at=at)))
