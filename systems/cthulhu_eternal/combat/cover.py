"""Cover: what a character is behind, and what is near enough to be reached by a scramble."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.play.play import Play
from domain.vocabulary.anchors import AnyAnchor
from domain.vocabulary.data import Data
from systems.cthulhu_eternal import states

COVER_NEAR: Final = "cover_near"
"""Cover of `data.armor` points is within reach."""


@data_of("conditions", states.COVERED)
class CoverData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The Armor rating of the cover that a character is behind, and whether it lets nothing in."""

    armor: int = 0
    sealed: bool = False


@data_of("conditions", COVER_NEAR)
class NearCover(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The Armor rating of the cover that is within reach."""

    armor: int = 0


class PointOutCover(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`armor` is its Armor rating; 0 says that there is none any longer."""

    who: CharacterRef
    armor: Annotated[int, Meta(ge=0, le=1000, description="Its Armor rating; 0 where there is none any longer")]


def near(play: Play, who: str) -> int:
    """The Armor rating of the best cover within reach; 0 without any."""
    covers = play.where(who, "conditions", COVER_NEAR).values()
    return max((NearCover.of(one).armor for one in covers), default=0)


def take_cover(play: Play, who: str, rating: int, until: AnyAnchor | None = None, source: str = "") -> str:
    """CE-PROT-06: from here on a character is behind a cover of this Armor rating, in place of the one before, until it ends
    or they leave it."""
    conditions.end(play, who, states.COVERED, "behind another cover")
    return conditions.gain(play, who, states.COVERED, until=until, source=source, armor=rating)


def get_behind(play: Play, who: str, rating: int, until: AnyAnchor | None = None) -> None:
    """CE-DEF-05, CE-DEF-14, CE-PROT-06: get behind cover that is near. Nobody leaves a cover for one that is no better, nor one
    that lets nothing in."""
    covers = map(CoverData.of, play.where(who, "conditions", states.COVERED).values())
    if not any(cover.sealed or cover.armor >= rating for cover in covers):
        take_cover(play, who, rating, until)


@command("Say how good the cover is that a character could get behind by a Dodge.", scene=True)
def point_out_cover(play: Play, command: PointOutCover) -> None:
    """CE-DEF-05, CE-DEF-14, CE-DEF-15: mark the cover that is near, with its quality."""
    with play.citing("CE-DEF-14"):
        conditions.end(play, command.who, COVER_NEAR, "pointed out anew")
        if command.armor:
            conditions.gain(play, command.who, COVER_NEAR, armor=command.armor)
