"""Members of a group: notable people, capes among them, and others who are counted in."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command, EnclaveRef
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import id_of
from domain.play.play import Play
from domain.vocabulary.data import Data
from domain.vocabulary.groups import MemberJoined, MemberLeft, Membership
from systems.freeform.fields import Because
from systems.weaverdice.sheet.people import category

NOTABLE: Final = frozenset({"player", "notable"})
"""WD-FOL-11: the categories of people who count as notable."""


@data_of("members")
class MemberData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """A membership, which may be among the group's notable ones."""

    notable: bool = False


class JoinGroup(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`role` is what they are in it; a `cape` weighs on recruiting further ones."""

    group: EnclaveRef
    who: CharacterRef
    role: Annotated[str, Meta(description="What they are in it")] = "cape"


class LeaveGroup(Command, frozen=True, kw_only=True, omit_defaults=True):
    """They belong to it no longer."""

    group: EnclaveRef
    who: CharacterRef
    because: Because = ""


def is_member(play: Play, who: str, group: str) -> bool:
    """Whether a character belongs to a group."""
    return any(member.character == who for member in play.enclave(group).members.values())


def is_notable(play: Play, who: str) -> bool:
    """WD-FOL-11: whether a character counts among a group's notable people."""
    return category(play, who) in NOTABLE


def join(play: Play, who: str, group: str, role: str) -> None:
    """Let a character join a group, seen by everybody who may know of them. Refused where they belong to it already."""
    hidden = play.character(who).profile["self"].audience
    data = MemberData(notable=is_notable(play, who))
    membership = Membership(character=who, role=role, audience=hidden, data=data.stored())
    play.emit(group, MemberJoined(name=id_of(who), membership=membership))


def leave(play: Play, who: str, group: str, because: str) -> None:
    """Let a character leave a group. Raises Absent where they did not belong to it."""
    for name, member in sorted(play.enclave(group).members.items()):
        if member.character == who:
            play.emit(group, MemberLeft(name=name, because=because))
            return
    play.missing(f"{group}.members.{id_of(who)}", "They are no member of it; name somebody who is.")


def capes(play: Play, group: str, recruiter: str) -> int:
    """WD-REC-04: the capes of a group, its `recruiter` among them unless they are no cape: a notable in another role, or
    nobody notable at all. A member whose role is not said is one if they are notable."""
    members = [member for _, member in sorted(play.enclave(group).members.items())]
    others = [member for member in members if member.character != recruiter]
    own = [member for member in members if member.character == recruiter]
    is_cape = all(_is_cape(play, member) for member in own) if own else is_notable(play, recruiter)
    hires = category(play, recruiter) == "player" or is_cape
    return sum(_is_cape(play, member) for member in others) + hires


def _is_cape(play: Play, member: Membership) -> bool:
    return member.role == "cape" or (not member.role and is_notable(play, member.character))


@command("Let a character join a group.")
def join_group(play: Play, command: JoinGroup) -> None:
    """WD-FOL-11, WD-REC-04: let a character join a group; a notable one makes room for another follower of the
    group's."""
    join(play, command.who, command.group, command.role)


@command("Let a character leave a group.")
def leave_group(play: Play, command: LeaveGroup) -> None:
    """WD-FOL-11, WD-REC-04: the group's cap falls with its notable people."""
    leave(play, command.who, command.group, command.because)
