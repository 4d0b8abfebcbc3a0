"""People and places: characters, encounters and enclaves come, are described, and go."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.aggregates import CAMPAIGN
from domain.commands import AnyRef, CharacterRef, Command, MemberRef
from domain.kit.commands import command
from domain.kit.naming import give_handle, id_of, record_handle
from domain.play import moments
from domain.play.play import Play
from domain.vocabulary.base import Audience
from domain.vocabulary.catalogue import HandleFreed
from domain.vocabulary.groups import MemberJoined, MemberLeft, Membership
from domain.vocabulary.maps import Area, AreaDrawn, TakenOff
from domain.vocabulary.profile import Introduced, Profile, ProfileChanged, Removed
from domain.vocabulary.undertakings import LinkBroken
from domain.vocabulary.values import Attribute, AttributeDeclared, Track, TrackOpened
from systems.freeform import turns
from systems.freeform.fields import Because, Data, KindOf, Number, Title, Values


class Pool(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A track as it is given: it stands at `current`, and goes no further down than its `minimum`, no further up than its
    `maximum`; without a bound it has none."""

    current: Annotated[Number, Meta(description="Where the track stands")]
    minimum: Annotated[Number | None, Meta(description="How far down it goes; left out, it has no such bound")] = None
    maximum: Annotated[Number | None, Meta(description="How far up it goes; left out, it has no such bound")] = None


Tracks = Annotated[
    dict[str, Number | Pool],
    Meta(description="Tracks by name: where each stands, or that with its bounds; a number alone sets none"),
]


class Newcomer(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A newcomer to the campaign, in any game."""

    name: Title
    handle: str = ""
    owners: Annotated[tuple[MemberRef, ...], Meta(description="The members who play them")] = ()
    sheet: Annotated[
        Audience, Meta(description="Who sees more than the name: `all`, `gm`, or these members, by id")
    ] = "all"
    hidden: Annotated[bool, Meta(description="Whether the players do not know of them at all")] = False


class CreateCharacter(Newcomer, frozen=True, kw_only=True, omit_defaults=True):
    """A character, with whatever of its sheet is known already."""

    kind: KindOf = ""
    attributes: Values = {}
    tracks: Tracks = {}
    data: Data = {}


class Spot(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A place of the map as it is given."""

    borders: Annotated[tuple[str, ...], Meta(description="The places one may go to from it")] = ()
    terrain: Annotated[tuple[str, ...], Meta(description="What the ground is like, in the game's words")] = ()
    light: Annotated[str, Meta(description="What the light is like, in the game's words")] = ""
    title: str = ""


class CreateEncounter(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`areas` are the places of its map, by name. It begins with `begin`."""

    name: Title
    handle: str = ""
    kind: KindOf = ""
    sheet: Audience = "all"
    hidden: bool = False
    areas: Annotated[dict[str, Spot], Meta(description="The places of its map, by name")] = {}
    data: Data = {}


class CreateEnclave(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`members` are the characters that belong to it."""

    name: Title
    handle: str = ""
    kind: KindOf = ""
    sheet: Audience = "all"
    hidden: bool = False
    members: Annotated[tuple[CharacterRef, ...], Meta(description="The characters that belong to it")] = ()
    attributes: Values = {}
    tracks: Tracks = {}
    data: Data = {}


class Describe(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Describe a character, an encounter or a group; a field that is left out stays as it is. The handle stays, whatever the name
    becomes."""

    target: AnyRef
    name: Title | UnsetType = UNSET
    kind: KindOf | UnsetType = UNSET
    owners: tuple[MemberRef, ...] | UnsetType = UNSET
    sheet: Audience | UnsetType = UNSET
    hidden: bool | UnsetType = UNSET
    data: Annotated[
        Data | UnsetType, Meta(description="What else is kept with it, by keys; a key that is null goes")
    ] = UNSET


class Remove(Command, frozen=True, kw_only=True, omit_defaults=True):
    """It leaves fights, groups and links, and its handle is free again. Its past stays in the ledger."""

    target: AnyRef
    because: Because = ""


@command("A new character: a hero, an enemy, a mount, a vehicle.")
def create_character(play: Play, command: CreateCharacter) -> None:
    """A character comes, with whatever of its sheet is known already."""
    ref = introduce(play, command, command.kind, command.data)
    _fill(play, ref, command.attributes, command.tracks)


@command("Prepare a fight or tense scene, with its map if it has one.")
def create_encounter(play: Play, command: CreateEncounter) -> None:
    """An encounter is prepared."""
    ref = _come_to_be(play, f"encounter/{play.new_id('e')}", command, command.kind, command.data)
    for name, spot in command.areas.items():
        area = Area(borders=spot.borders, terrain=spot.terrain, light=spot.light, title=spot.title)
        play.emit(ref, AreaDrawn(name=name, area=area))


@command("A new group: a team, a party, a base.")
def create_enclave(play: Play, command: CreateEnclave) -> None:
    """A group comes together."""
    ref = _come_to_be(play, f"enclave/{play.new_id('g')}", command, command.kind, command.data)
    _fill(play, ref, command.attributes, command.tracks)
    for member in command.members:
        hidden = play.character(member).profile["self"].audience
        play.emit(ref, MemberJoined(name=id_of(member), membership=Membership(character=member, audience=hidden)))


def introduce(play: Play, newcomer: Newcomer, kind: str, data: Data | None = None) -> str:
    """A character comes into the campaign, with a handle and nothing on the sheet yet; the reference."""
    return _come_to_be(play, f"character/{play.new_id('c')}", newcomer, kind, data or {})


def _come_to_be(
    play: Play, ref: str, command: Newcomer | CreateEncounter | CreateEnclave, kind: str, data: Data
) -> str:
    audience: Audience = "gm" if command.hidden else "all"
    handle = give_handle(play, ref, command.name, command.handle, audience)
    profile = Profile(
        handle=handle,
        name=command.name.strip(),
        kind=kind,
        owners=command.owners if isinstance(command, Newcomer) else (),
        sheet=command.sheet,
        audience=audience,
        data=data,
    )
    play.emit(ref, Introduced(name="self", profile=profile))
    return ref


def _fill(play: Play, ref: str, attributes: dict[str, int], tracks: dict[str, int | Pool]) -> None:
    for name, base in attributes.items():
        play.emit(ref, AttributeDeclared(name=name, attribute=Attribute(base=base)))
    for name, given in tracks.items():
        pool = given if isinstance(given, Pool) else Pool(current=given)
        track = Track(current=pool.current, minimum=pool.minimum, maximum=pool.maximum)
        play.emit(ref, TrackOpened(name=name, track=track))


@command("Change name, kind, owners or sight of a character, encounter or enclave.")
def describe(play: Play, command: Describe) -> None:
    """Set what is said about an aggregate, and keep the list of handles in step with it."""
    given = {field: getattr(command, field) for field in ("kind", "owners", "sheet", "data")}
    hidden = command.hidden
    set_profile(
        play,
        command.target,
        called=command.name,
        of_kind=given.pop("kind"),
        shown_to=hidden if isinstance(hidden, UnsetType) else "gm" if hidden else "all",
        **given,
    )


def set_profile(play: Play, ref: str, **fields: Any) -> None:
    """Change a profile by the fields of `ProfileChanged`, and its handle's entry where the name or its sight changed."""
    profile = play.aggregate(ref).profile["self"]
    play.emit(ref, ProfileChanged(name="self", **fields))
    if fields.get("called", UNSET) is UNSET and fields.get("shown_to", UNSET) is UNSET:
        return
    handle = profile.handle
    play.emit(CAMPAIGN, HandleFreed(name=handle, because="described anew"))
    record_handle(play, handle, ref, profile.name, profile.audience)


@command("Take a character, encounter or enclave out of the game.")
def remove(play: Play, command: Remove) -> None:
    """Take a character, an encounter or a group out of play: what is tied to it ends first, then it goes."""
    ref = command.target
    handle = play.aggregate(ref).profile["self"].handle
    moments.settle_all_of(play, ref)
    _leave_everything(play, ref)
    play.emit(ref, Removed(name="self", because=command.because))
    play.emit(CAMPAIGN, HandleFreed(name=handle, because="removed"))


def _leave_everything(play: Play, ref: str) -> None:
    for other in (other for other in moments.everyone(play) if other != ref):
        _unlink(play, other, ref)
        if other.startswith("encounter/"):
            _leave_fight(play, other, ref)
        if other.startswith("enclave/"):
            members = play.enclave(other).members
            for name in [name for name in members if members[name].character == ref]:
                play.emit(other, MemberLeft(name=name, because="removed"))


def _unlink(play: Play, other: str, ref: str) -> None:
    links = play.aggregate(other).links
    for name in [name for name in links if links[name].to == ref]:
        play.emit(other, LinkBroken(name=name, because="removed"))
        moments.settle(play, f"{other}.links.{name}")


def _leave_fight(play: Play, encounter: str, ref: str) -> None:
    turns.take_out(play, encounter, ref, "removed")
    positions = play.encounter(encounter).positions
    for name in [name for name in positions if positions[name].subject == ref]:
        play.emit(encounter, TakenOff(name=name, because="removed"))
