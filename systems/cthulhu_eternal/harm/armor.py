"""Armor that is worn, cover, and what encloses one wholly."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.naming import handle_of
from domain.messages import text
from domain.play.moments import come
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.holdings import Item, ItemChanged, ItemGained
from systems.cthulhu_eternal import moments, states
from systems.cthulhu_eternal.combat import actions
from systems.cthulhu_eternal.combat.cover import CoverData, take_cover
from systems.cthulhu_eternal.fields import OfTheirs, Why
from systems.cthulhu_eternal.harm.protection import CARRIED, PROTECTION, WORN, ArmorData, sealed
from systems.freeform.fields import Until, Word

Rating = Annotated[int, Meta(ge=0, le=1_000, description="An Armor rating")]


class Outfit(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` is body armor of the rules (kevlar vest), or the campaign's own with the rating `armor`. It is worn at once."""

    who: CharacterRef
    what: Annotated[
        Word,
        Meta(description="Body armor of the rules (kevlar vest), or the campaign's own", extra={"catalogue": "armor"}),
    ]
    armor: Annotated[Rating | None, Meta(description="Its Armor rating, where it is none of the rules")] = None


class Dress(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Body armor that is taken off, or put on again."""

    who: CharacterRef
    armor: OfTheirs


class PutBehindCover(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` is cover of the rules (wall, sandbag), or any other with the rating `armor`."""

    who: CharacterRef
    what: Annotated[
        Word, Meta(description="Cover of the rules (wall, sandbag), or any other", extra={"catalogue": "cover"})
    ] = "cover"
    armor: Annotated[Rating | None, Meta(description="Its Armor rating, where it is none of the rules")] = None
    until: Until = None


class Enclose(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`who` are inside a structure or vehicle: `what` of the rules (heavy tank, thick wall), or with the rating `armor`."""

    who: Annotated[tuple[CharacterRef, ...], Meta(description="Who is inside")]
    what: Annotated[
        Word, Meta(description="A structure or vehicle of the rules (heavy tank, thick wall), or any other")
    ] = "cover"
    armor: Annotated[Rating | None, Meta(description="Its Armor rating, where it is none of the rules")] = None
    sealed: Annotated[
        bool, Meta(description="Whether nothing reaches them until it is breached; else its Armor lowers the damage")
    ]


class Breach(Command, frozen=True, kw_only=True, omit_defaults=True):
    """From then on the Armor of what was sealed lowers the damage."""

    who: Annotated[
        tuple[CharacterRef, ...], Meta(description="Those inside, who can be reached from now on, by handle or id")
    ]
    because: Why = ""


class LeaveCover(Command, frozen=True, kw_only=True, omit_defaults=True):
    """They stand in the open."""

    who: CharacterRef


@command("Give a character body armor, which they wear.")
def outfit(play: Play, command: Outfit) -> None:
    """CE-PROT-05, CE-PROT-06, CE-PROT-13: give a character body armor, which they wear."""
    rating = _rating(command.what, command.armor, ("body",))
    item = Item(what=command.what, location=WORN, data=ArmorData(armor=rating).stored())
    name = play.new_id(handle_of(command.what) or "armor")
    play.emit(command.who, ItemGained(name=name, item=item, rules=("CE-PROT-13",)))


@command("Take off armor, which costs the turn's action.", by="owner", scene=True)
def take_off(play: Play, command: Dress) -> None:
    """CE-PROT-05, CE-ACT-34: let a character take armor off, for the turn's action; what is not worn takes no harm from anybody."""
    _move(play, command, worn=False)


@command("Put on armor that was taken off, which costs the turn's action.", by="owner", scene=True)
def put_on(play: Play, command: Dress) -> None:
    """CE-PROT-05, CE-ACT-34: armor counts again, for the turn's action."""
    _move(play, command, worn=True)


def _move(play: Play, command: Dress, *, worn: bool) -> None:
    had = play.character(command.who).items
    fitting = [
        name for name in sorted(had) if ArmorData.names(had[name], "armor") and command.armor in (name, had[name].what)
    ]
    ready = [name for name in fitting if (had[name].location == WORN) != worn]
    if not ready:
        state = text("worn already") if worn else text("not worn")
        problem = (
            text("{armor} is {state}.", armor=command.armor, state=state)
            if fitting
            else text("They have no armor {armor!r}.", armor=command.armor)
        )
        play.missing(f"{command.who}.items", problem)
    actions.take(play, command.who, "anything else")
    with play.citing("CE-ACT-34"):
        play.emit(command.who, ItemChanged(name=ready[0], location=WORN if worn else CARRIED))
    if not worn:
        come(play, moments.UNDRESSED, command.who)


def _rating(what: str, given: int | None, forms: tuple[str, ...]) -> int:
    """CE-PROT-13: the rating that was given, or that of the rules. Refused where there is none, or it is of another form."""
    known = PROTECTION.armor.get(what.lower())
    if given is not None:
        return given
    if known is None or known.form not in forms:
        names = ", ".join(sorted(name for name, rated in PROTECTION.armor.items() if rated.form in forms))
        raise Refused(
            "CE-PROT-13", "Give the rating of {what} as `armor`, or name one of {names}.", what=what, names=names
        )
    return known.rating


@command("Say that a character is behind cover, and what it is worth.", scene=True)
def put_behind_cover(play: Play, command: PutBehindCover) -> None:
    """CE-PROT-06, CE-PROT-10, CE-PROT-13: put a character behind something hard, in place of what they were behind before."""
    rating = _rating(command.what, command.armor, ("cover", "vehicle"))
    with play.citing("CE-PROT-06"):
        take_cover(play, command.who, rating, command.until, command.what)


@command("Come out from behind cover.", by="owner", scene=True)
def leave_cover(play: Play, command: LeaveCover) -> None:
    """CE-PROT-06, CE-PROT-12: bring a character out into the open again; a player brings nobody out who is kept from moving."""
    if not play.deed.is_gm:
        actions.hinder(play, command.who, "move")
    if not conditions.end(play, command.who, states.COVERED, "left it"):
        play.missing(f"{command.who}.conditions", "{who} is behind no cover.", who=command.who)


@command(
    "Say that people are wholly inside a structure or vehicle, and whether anything reaches them there.", scene=True
)
def enclose(play: Play, command: Enclose) -> None:
    """CE-PROT-11: put those wholly inside something in cover; the game master says whether it lowers damage, or lets
    none in."""
    rating = _rating(command.what, command.armor, ("cover", "vehicle"))
    with play.citing("CE-PROT-11"):
        for who in dict.fromkeys(command.who):
            name = take_cover(play, who, rating, source=command.what)
            if command.sealed:
                conditions.change(play, who, name, data=CoverData.changes(sealed=True))


@command("Say that the cover that let nothing in is breached.", scene=True)
def breach(play: Play, command: Breach) -> None:
    """CE-PROT-11: the cover is breached; what is left of it lowers the damage."""
    for who in dict.fromkeys(command.who):
        if not sealed(play, who):
            play.missing(f"{who}.conditions", "{who} is in nothing that would have to be breached.", who=who)
        for name in sorted(play.where(who, "conditions", states.COVERED)):
            conditions.change(play, who, name, data=CoverData.changes(sealed=None), rules=("CE-PROT-11",))
