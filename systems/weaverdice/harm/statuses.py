"""Statuses: what a character is in besides wounded. Each is a condition of its own, with its own source and end."""

from __future__ import annotations

from domain.kit.conditions import has
from domain.kit.data import data_of
from domain.kit.turns import present
from domain.play.play import Play
from domain.system import ConditionKind
from domain.vocabulary.data import Data

CONDITIONS = dict.fromkeys(
    (
        "bleeding",
        "blinded",
        "deafened",
        "knocked_down",
        "delayed",
        "unconscious",
        "dying",
        "dead",
        "death_sentence",
        "on_business",
        "self_promoting",
    ),
    ConditionKind(single=True),
)
"""Ruling 39: what a character is in or is not; a second time adds nothing."""


@data_of("conditions", "stuck")
class StuckData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The wound in which an object is stuck, the object, and whether it flew there."""

    wound: str = ""
    item: str = ""
    ranged: bool = False


@data_of("conditions")
class LongData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The days that a long-term condition still lasts, and how often they were halved."""

    days: int | None = None
    long_term: bool = False
    halved: int = 0


def stuck_in(play: Play, who: str, wound: str) -> bool:
    """WD-COND-13: whether an object is stuck in a wound, which then can never heal fully."""
    return any(StuckData.of(condition).wound == wound for condition in play.where(who, "conditions", "stuck").values())


def those_in(play: Play, what: str) -> tuple[str, ...]:
    """Return everybody present who is in a status and not dead."""
    return tuple(ref for ref in present(play) if has(play, ref, what) and not has(play, ref, "dead"))
