"""What effects do to the armour class and the greatest HP of who bears them.

Of several set values the highest counts, and none lowers what is there already; bonuses add up on top.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from api.imports.avrae.recording.events import EffectData

Value = Literal["ac", "max_hp"]

_EARLIER: dict[Value, str] = {"ac": "ac", "max_hp": "maxhp"}
"""The names under which effects kept these before they were kept by kind."""

_WRITTEN = re.compile(r"(?P<sign>[+-]?)\d{1,6}", re.ASCII)


def set_to(effect: EffectData, value: Value) -> int | None:
    """What an effect sets the value to; None where it does not."""
    return _whole(effect.effects.get(f"{value}_value")) or _earlier(effect, value, signed=False)


def bonus(effect: EffectData, value: Value) -> int:
    """What an effect adds to the value, below 0 what it takes away."""
    return _whole(effect.effects.get(f"{value}_bonus")) or _earlier(effect, value, signed=True) or 0


def with_effects(base: int, effects: Iterable[EffectData], value: Value) -> int:
    """What the value amounts to for somebody who bears these effects."""
    borne = list(effects)
    return max([base, *(each for effect in borne if (each := set_to(effect, value)) is not None)]) + sum(
        bonus(effect, value) for effect in borne
    )


def without_effects(shown: int, effects: Iterable[EffectData], value: Value) -> int | None:
    """What the value is underneath these effects; None where one that sets it hides that."""
    borne = list(effects)
    left = shown - sum(bonus(effect, value) for effect in borne)
    hidden = any((each := set_to(effect, value)) is not None and each >= left for effect in borne)
    return None if hidden else left


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _earlier(effect: EffectData, value: Value, *, signed: bool) -> int | None:
    """Effects of earlier recordings keep what was typed: `+2` adds, `18` sets."""
    typed = _WRITTEN.fullmatch(str(effect.effect.get(_EARLIER[value], "")))
    return int(typed[0]) if typed is not None and bool(typed["sign"]) == signed else None
