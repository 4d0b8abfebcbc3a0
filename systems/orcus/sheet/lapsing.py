"""Lapsing: what lasts as long as an effect does, and brings something about as that ends.

An intent whose instance is gone ends without bringing anything about. So what lasts as long as a power is maintained, or as a stance, is
not anchored to it, and is looked for where such effects end.
"""

from __future__ import annotations

from typing import Final

import msgspec

from domain.kit import turns
from domain.kit.data import data_of
from domain.kit.durations import first_of
from domain.play.play import Play
from domain.vocabulary.anchors import WhilePresent, parts
from domain.vocabulary.data import Data
from domain.vocabulary.undertakings import Intent, IntentAnnounced, IntentEnded
from systems.orcus.moments import DIED, FIGHT_END, HELPLESS, TURN_OVER

TEMPORARY: Final = "temporary_hp"
"""The kind of intent with which temporary hit points end that have a duration of their own."""

PRESENCE: Final = "summoned"
"""The kind of the intent by which a summoned creature is gone in time."""


@data_of("intents", TEMPORARY, PRESENCE)
class LapseData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The path of the effect that it lasts as long as; "" for none."""

    lasts_with: str = ""


def announce(play: Play, who: str, name: str, intent: Intent) -> None:
    """OR-MAINT-01, OR-STNC-01: note that something of a character lapses as the intent is due, be that with another effect."""
    due = () if intent.due is None else parts(intent.due)
    effect = next((part.path for part in due if isinstance(part, WhilePresent)), "")
    rest = first_of(*(part for part in due if not isinstance(part, WhilePresent)))
    intent = msgspec.structs.replace(intent, due=rest, data=LapseData(lasts_with=effect).stored())
    play.emit(who, IntentAnnounced(name=name, intent=intent))


def lapse_with_effects(play: Play, _: str = "") -> None:
    """OR-MAINT-01, OR-STNC-02: let what lasted as long as an effect lapse, where that effect is over."""
    for who in turns.present(play):
        for kind in (TEMPORARY, PRESENCE):
            for name, intent in sorted(play.where(who, "intents", kind).items()):
                path = LapseData.of(intent).lasts_with
                if path and not _is_there(play, path):
                    _lapse(play, who, name)


def _lapse(play: Play, who: str, name: str) -> None:
    if play.system.hooks.due is not None:
        play.system.hooks.due(play, who, f"intents.{name}")
    if name in play.character(who).intents:
        play.emit(who, IntentEnded(name=name, because="what it lasted with is over"))


def _is_there(play: Play, path: str) -> bool:
    """Whether the instance at a path is there still."""
    ref, component, name = path.split(".", 2)
    return play.exists(ref) and name in getattr(play.aggregate(ref), component)


MOMENTS: Final = dict.fromkeys((TURN_OVER, DIED, HELPLESS, FIGHT_END), (lapse_with_effects,))
"""The moments with which effects end that others last as long as."""
