"""Remaining durations of effects.

Avrae stores no countdown: the rest follows from the round in which an effect ends and from whose turn it is. An effect
ticks once a round at its bearer's place in the order (at the end of that turn where it says so, else at the start), so
a turn taken back gives a round back. Of a chain of parents, the place of the one that ends first counts. Recordings
from before the autumn of 2022 do hold a countdown; it is turned into the round in which it will have run out.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from api.imports.avrae.recording.events import CombatantData, CombatData, EffectData


def by_round(effect: EffectData, round_: int, *, ticked: bool) -> EffectData:
    """The effect as it would have been stored later. `ticked`: its tick of this round is past."""
    if effect.remaining is None:
        return effect
    lasts = effect.remaining >= 0
    end = round_ + effect.remaining - (0 if ticked else 1)
    return msgspec.structs.replace(
        effect,
        duration=effect.duration if lasts else None,
        end_round=end if lasts else None,
        end_on_turn_end=effect.tonend,
        remaining=None,
    )


def has_ticked(current: int | None, place: int, effect: EffectData) -> bool:
    """Whether the tick of this round is past for a bearer at a place in the order.

    Before the first turn of a round the count runs as if it were, for the round that is over.
    """
    if current is None:
        return True
    return current > place if effect.end_on_turn_end or effect.tonend else current >= place


class Durations:
    """The remaining durations of every effect in one state."""

    def __init__(self, data: CombatData, combatants: Iterable[CombatantData]) -> None:
        self._round = data.round
        self._current = data.current
        self._places = {
            member.id: place
            for place, combatant in enumerate(data.combatants)
            for member in (combatant, *combatant.combatants)
        }
        self._effects = {
            (each.id, effect.id): self.stored(each.id, effect) for each in combatants for effect in each.effects
        }

    def stored(self, bearer: str, effect: EffectData) -> EffectData:
        """The effect with the round in which it ends, however it was recorded."""
        return by_round(effect, self._round, ticked=has_ticked(self._current, self._places[bearer], effect))

    def remaining(self, bearer: str, effect: EffectData) -> int | None:
        """Return how many of its bearer's turns an effect still lasts; None for an effect without an end of its own."""
        if effect.end_round is None:
            return None
        if self._current is None:
            return effect.end_round - self._round
        _, place, at_end = min(self._ends(bearer, effect))
        ticked = self._current > place if at_end else self._current >= place
        return effect.end_round - self._round + (0 if ticked else 1)

    def _ends(self, bearer: str, effect: EffectData) -> list[tuple[int, int, bool]]:
        """Round, place in the order and whether at its turn's end, for the effect and the parents above it."""
        ends, seen = [], set()
        above: EffectData | None = effect
        while above is not None and above.id not in seen:
            seen.add(above.id)
            if above.end_round is not None:
                ends.append((above.end_round, self._places[bearer], above.end_on_turn_end))
            reference = above.parent
            above = self._effects.get((reference.combatant_id, reference.effect_id)) if reference else None
            bearer = reference.combatant_id if reference else bearer
        return ends
