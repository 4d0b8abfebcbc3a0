"""Cover: what a character is behind, and from where it protects them."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command, Text
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.rolls import addends
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.anchors import AnyAnchor, UntilEncounterEnds
from domain.vocabulary.data import Data
from systems.weaverdice.combat.windows import SCORED, Score

Cover = Literal["ordinary", "narrow", "full"]


class _Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    bonus: int
    arc: int


KINDS_OF_COVER: Final = table(__package__, "cover", dict[str, _Kind])
"""WD-ATK-07. A car, sandbags, rubble are ordinary; a pole, a tree, a human shield narrow; what blocks all view is full."""

CATALOGUE: Final = (
    CatalogueKind(
        name="cover",
        title="Cover",
        table=KINDS_OF_COVER,
        rules=("WD-ATK-07",),
        labels={"bonus": "defence score"},
        units={"arc": "degrees"},
    ),
)

IN_COVER: Final = "in_cover"


@data_of("conditions", IN_COVER)
class CoverData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The kind of the cover that a character is behind."""

    cover: str


class TakeCover(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`cover` is `ordinary`, `narrow` (it protects in half the arc) or `full` (it protects better)."""

    who: CharacterRef
    cover: Annotated[
        Cover,
        Meta(
            description="How it protects: `ordinary`, `narrow` (in half the arc) or `full` (better)",
            extra={"catalogue": "cover"},
        ),
    ] = "ordinary"
    behind: Annotated[Text, Meta(description="What it is, in the table's words")] = ""


class LeaveCover(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`who` stands in the open again."""

    who: Annotated[CharacterRef, Meta(description="Who stands in the open again")]


class HitCover(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`left` is what still protects of it; without it nothing does."""

    who: CharacterRef
    left: Annotated[
        Cover | None,
        Meta(description="What still protects of it; without it nothing does", extra={"catalogue": "cover"}),
    ] = None


def stand_behind(play: Play, who: str, cover: Cover, *, until: AnyAnchor | None = None, source: str = "") -> str:
    """WD-ATK-07: put a character behind cover, in place of what they were behind; return the name of the status."""
    conditions.end(play, who, IN_COVER, "other cover")
    return conditions.gain(play, who, IN_COVER, until=until, source=source, cover=cover)


def protect(play: Play, who: str, score: Score) -> Score:
    """WD-ATK-07: cover adds to the defence score against an attack that comes from its side. WD-GRAP-06: a human shield is
    no cover against themselves."""
    covers = play.where(who, "conditions", IN_COVER).values()
    kinds = [CoverData.of(cover).cover for cover in covers if cover.source != score.by]
    holding = [kind for kind in kinds if 2 * score.angle <= KINDS_OF_COVER[kind].arc]
    bonus = addends({f"{kind} cover": KINDS_OF_COVER[kind].bonus for kind in holding[:1]})
    return score._replace(addends=(*score.addends, *bonus))


@command("Get behind cover, which raises the defence score against attacks from its side.", by="owner", scene=True)
def take_cover(play: Play, command: TakeCover) -> None:
    """WD-ATK-07: ducking behind cover; one is behind one thing at a time."""
    encounter = turns.running(play)
    until = UntilEncounterEnds(encounter=encounter) if encounter else None
    with play.citing("WD-ATK-07"):
        stand_behind(play, command.who, command.cover, until=until)


@command("Leave the cover that one is behind.", by="owner", scene=True)
def leave_cover(play: Play, command: LeaveCover) -> None:
    """WD-ATK-07: the bonus goes with the cover."""
    if not conditions.end(play, command.who, IN_COVER, "left"):
        play.refuse("WD-ATK-07", "They are behind no cover; there is none to leave.")


@command("Cover that was hit protects less than before, or is gone.", scene=True)
def hit_cover(play: Play, command: HitCover) -> None:
    """WD-ATK-08: an attack that hit cover breaks it or chips it away, as the game master sees fit."""
    if not conditions.has(play, command.who, IN_COVER):
        play.refuse("WD-ATK-08", "They are behind no cover that could be hit.")
    with play.citing("WD-ATK-08"):
        if command.left is None:
            conditions.end(play, command.who, IN_COVER, "broken")
            return
        for name in sorted(play.where(command.who, "conditions", IN_COVER)):
            conditions.change(play, command.who, name, data=CoverData.changes(cover=command.left))


WINDOWS = {SCORED: (protect,)}
