"""Natures of monsters: where they come from, what they do in a fight, and how many standard ones a strong one is worth."""

from __future__ import annotations

from typing import Final

import msgspec

from domain.formulas import Derived
from domain.rulebook import table
from domain.vocabulary.expressions import AtLeast, Count, Number
from systems.orcus.sheet.people import EVERYBODY


class _Natures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sources: dict[str, str]
    roles: dict[str, str]
    types: dict[str, str]
    worth: dict[str, int]


NATURES: Final = table(__package__, "natures", _Natures)

WORTH: Final = "worth.monsters"
"""Path of the standard monsters of its level that a creature counts as."""

_IS_BOSS: Final = Count(component="profile", where={"data.strength_type": "boss"})
DERIVED: Final = (
    Derived(
        WORTH,
        AtLeast(
            value=_IS_BOSS,
            threshold=1,
            then=Number(value=NATURES.worth["boss"]),
            otherwise=Number(value=NATURES.worth["standard"]),
        ),
        EVERYBODY,
        "OR-MON-02",
    ),
)
