"""Aboard: who is aboard of which mount or vehicle, and who is at its controls."""

from __future__ import annotations

from typing import Final

from domain.kit.data import data_of
from domain.play.play import Play
from domain.vocabulary.data import Data
from domain.vocabulary.undertakings import Link
from systems.rotted_capes.sheet.conditions import can_act

ABOARD: Final = "aboard"
CARRIES: Final = "carries"
"""The link of a character who is aboard, and that of what carries them."""


@data_of("links", ABOARD)
class AboardData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """A place aboard a mount or vehicle: with its controls or not, and by which ability."""

    controls: bool = True
    ability: str = "dexterity"


def is_vehicle(play: Play, who: str) -> bool:
    """Whether this is a vehicle, and no mount."""
    return play.character(who).profile["self"].kind == "vehicle"


def link_of(play: Play, who: str) -> tuple[str, Link] | None:
    """Return the link of a character who is aboard a mount or vehicle, by its name; None for who is not."""
    return next(iter(sorted(play.where(who, "links", ABOARD).items())), None)


def ridden_by(play: Play, who: str) -> str:
    """Return what a character is aboard of; "" for who is not."""
    link = link_of(play, who)
    return "" if link is None else link[1].to


def aboard(play: Play, vehicle: str) -> tuple[str, ...]:
    """Return everybody who is aboard of a mount or vehicle, by what it carries: nobody else has to be looked at."""
    carried = (str(link.to) for _, link in sorted(play.where(vehicle, "links", CARRIES).items()))
    return tuple(who for who in carried if ridden_by(play, who) == vehicle)


def controller_of(play: Play, vehicle: str) -> str:
    """RC-RULING-28: return who controls a mount or vehicle; "" where nobody does, or who is at the controls cannot act."""
    who = at_controls(play, vehicle)
    return who if who and can_act(play, who) else ""


def at_controls(play: Play, vehicle: str) -> str:
    """Return who is at the controls of a mount or vehicle, whether they can act or not; "" where nobody is."""
    return next((who for who in aboard(play, vehicle) if controls(play, who)), "")


def controls(play: Play, who: str) -> bool:
    """Whether a character controls what they are aboard of."""
    link = link_of(play, who)
    return link is not None and AboardData.of(link[1]).controls
