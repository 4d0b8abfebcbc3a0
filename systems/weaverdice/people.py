"""The people of Weaverdice: players' capes, notables, generics and bystanders, as they come into the campaign."""

from __future__ import annotations

from typing import Final, Literal

from domain.commands import Command, MemberRef
from domain.components.base import Audience
from domain.components.creature import Profile, Track
from domain.events.values import Introduced, TrackOpened
from domain.play.play import Play
from domain.system import Kind
from systems.freeform.fields import Title
from systems.freeform.naming import give_handle
from systems.weaverdice import burden, effort, stats

Category = Literal["player", "notable", "generic", "bystander"]

DEFENCE_SCORES: Final[dict[Category, int]] = {"player": 4, "notable": 4, "generic": 3, "bystander": 2}
"""WD-ATK-02."""

TRACKS: Final = ("morale", "money")


class Create(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody comes into the campaign. Stats that are left out are 3; a bystander has none.

    `owners` play them. `sheet` narrows who sees more than the name; a `hidden` one the players do not know of at all.
    """

    name: Title
    handle: str = ""
    category: Category = "player"
    owners: tuple[MemberRef, ...] = ()
    sheet: Audience = "all"
    hidden: bool = False
    stats: dict[str, int] = {}
    defence: int | None = None


def create(play: Play, command: Create) -> None:
    """WD-NPC-01: the category decides what of a sheet somebody has."""
    ref = f"character/{play.new_id('c')}"
    audience: Audience = "gm" if command.hidden else "all"
    handle = give_handle(play, ref, command.name, command.handle, audience)
    profile = Profile(
        handle=handle,
        name=command.name.strip(),
        kind=command.category,
        owners=command.owners,
        sheet=command.sheet,
        audience=audience,
    )
    play.emit(ref, Introduced(name="self", profile=profile))
    if unknown := sorted(set(command.stats) - set(stats.STATS)):
        play.refuse("WD-CHK-04", f"{unknown[0]!r} is no stat; there are {', '.join(stats.STATS)}.")
    _fill(play, ref, command)


def _fill(play: Play, ref: str, command: Create) -> None:
    """WD-NPC-02 to WD-NPC-05: effort belongs to players and notables, morale and money to players' capes."""
    defence = DEFENCE_SCORES[command.category] if command.defence is None else command.defence
    stats.declare(play, ref, command.stats, defence)
    burden.begin(play, ref)
    if command.category in ("player", "notable"):
        effort.open_pools(play, ref)
        play.emit(ref, TrackOpened(name="morale", track=Track(current=0, minimum=-4, maximum=4)))
    if command.category == "player":
        play.emit(ref, TrackOpened(name="money", track=Track(current=0, minimum=0)))


def category(play: Play, who: str) -> str:
    """Which of the four categories somebody belongs to."""
    return str(play.character(who).profile["self"].kind)


KINDS = (
    Kind(
        name="create",
        args=Create,
        rule=create,
        by="gm",
        summary="A cape, a notable, a generic or a bystander comes into the campaign.",
        rules=("WD-NPC-01", "WD-CHK-04"),
        example={"name": "Tankspanker", "stats": {"brawn": 4, "guts": 4, "knowledge": 2}},
    ),
)
