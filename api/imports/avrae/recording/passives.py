"""Effects on the armour class and the maximum HP of their bearers.

Of several effects that set a value the highest counts, and none lowers the value below its base; bonuses are added on
top.
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
    """Return the value that an effect sets; None where it sets none."""
    return _whole(effect.effects.get(f"{value}_value")) or _earlier(effect, value, signed=False)


def bonus(effect: EffectData, value: Value) -> int:
    """Return an effect's bonus to the value; a penalty is below 0."""
    return _whole(effect.effects.get(f"{value}_bonus")) or _earlier(effect, value, signed=True) or 0


def with_effects(base: int, effects: Iterable[EffectData], value: Value) -> int:
    """Return the value with these effects applied."""
    borne = list(effects)
    return max([base, *(each for effect in borne if (each := set_to(effect, value)) is not None)]) + sum(
        bonus(effect, value) for effect in borne
    )


def without_effects(shown: int, effects: Iterable[EffectData], value: Value) -> int | None:
    """Return the value without these effects; None where an effect that sets the value hides it."""
    borne = list(effects)
    left = shown - sum(bonus(effect, value) for effect in borne)
    hidden = any((each := set_to(effect, value)) is not None and each >= left for effect in borne)
    return None if hidden else left


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _earlier(effect: EffectData, value: Value, *, signed: bool) -> int | None:
    """Read an effect of an earlier recording, stored as it was typed: `+2` adds, `18` sets."""
    typed = _WRITTEN.fullmatch(str(effect.effect.get(_EARLIER[value], "")))
    return int(typed[0]) if typed is not None and bool(typed["sign"]) == signed else None
