"""The followers that a group shares: as many as it has notable people, good for the group's business alone."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import CharacterRef, Command, EnclaveRef, Text, Whom
from domain.kit.commands import command
from domain.kit.naming import handle_of
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.expressions import Count
from domain.vocabulary.groups import FollowerChanged, FollowerLost, MemberChanged
from domain.vocabulary.holdings import CardChanged
from domain.vocabulary.log import Noted
from domain.vocabulary.values import Formula, FormulaDefined, Modifier, ModifierApplied
from systems.freeform.fields import Because, Title
from systems.weaverdice.checks.checks import Manner, check
from systems.weaverdice.fame import reputation
from systems.weaverdice.fame.circles import (
    READY,
    TAPPED,
    TYPES,
    FollowerData,
    among,
    join,
    passives,
    until_next_phase_is_over,
)
from systems.weaverdice.fame.keepsakes import ReputationData
from systems.weaverdice.fields import Follower
from systems.weaverdice.groups.memberships import MemberData, is_member, is_notable
from systems.weaverdice.sheet.stats import FOLLOWER_CAP


class WinGroupFollower(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`by` is the member who speaks for the group."""

    group: EnclaveRef
    by: Annotated[CharacterRef, Meta(description="The member who speaks for the group")]
    type: Annotated[Title, Meta(description="What sort of follower it is")]
    criterion: Annotated[Title, Meta(description="What of its criteria was met")]


class TapGroupFollower(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`business` is what of the group's they are tapped for."""

    who: CharacterRef
    group: EnclaveRef
    follower: Follower
    business: Annotated[Text, Meta(description="What business of the group's they are tapped for")]


class LetGroupFollowerGo(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`who` decides it for the group."""

    who: Annotated[CharacterRef, Meta(description="Who decides it for the group")]
    group: EnclaveRef
    follower: Follower
    because: Because = ""


class RaiseGroupCap(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`amount` is how many more there is room for."""

    group: EnclaveRef
    amount: Annotated[int, Meta(ge=1, le=100, description="How many more there is room for")] = 1
    because: Annotated[
        Title, Meta(description="What lets the group keep more followers: a property, an investment, growth")
    ]


class SponsorGroup(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`followers` are how many of each type the `sponsor` brings."""

    group: EnclaveRef
    sponsor: Annotated[Title, Meta(description="Who brings them")]
    followers: Annotated[
        dict[str, Annotated[int, Meta(ge=1, le=50)]], Meta(description="How many followers of each type they bring")
    ]


class AwardGroupReputation(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Every member may use it."""

    group: EnclaveRef
    holder: Annotated[CharacterRef, Meta(description="Who keeps the card")]
    source: Annotated[Title, Meta(description="What it is for")]
    exclusive_to: Annotated[
        Whom, Meta(description="The one person or group that it works with; left out, it works with all")
    ] = ""


@command("Roll a member's Social for a follower of the group's.")
def win_group_follower(play: Play, command: WinGroupFollower) -> None:
    """WD-FOL-06, WD-FOL-11: a group gains followers as a person does, up to the number of its notable people."""
    group, type = command.group, _type(command.type)
    _check_member(play, command.by, group)
    _lay_down(play, group)
    own = _own(play, group)
    if len(own) >= play.value(group, FOLLOWER_CAP).total:
        play.refuse("WD-FOL-11", "The group has as many followers as notable people; raise its cap, or let one go.")
    number = len(among(play.where(group, "followers", "follower"), type))
    with play.citing("WD-FOL-11"):
        if check(play, command.by, "follower", "social", number + 1, how=Manner(impersonal=True)).success:
            join(play, group, type)


def _type(word: str) -> str:
    return handle_of(word) if handle_of(word) in TYPES else word


def _own(play: Play, group: str) -> list[str]:
    """Return those who count for the cap, but for those whom a sponsor brought."""
    followers = play.where(group, "followers", "follower")
    return [name for name, follower in sorted(followers.items()) if not FollowerData.of(follower).sponsor]


def _lay_down(play: Play, group: str) -> None:
    """See that the group's cap counts its notable people of today, and that its followers are good for something."""
    for name, member in sorted(play.enclave(group).members.items()):
        notable = is_notable(play, member.character)
        if notable != MemberData.of(member).notable:
            play.emit(group, MemberChanged(name=name, data=MemberData.changes(notable=notable)))
    if play.where(group, "formulas", FOLLOWER_CAP):
        return
    notables = Count(component="members", where={"data.notable": True})
    limit = Formula(path=FOLLOWER_CAP, expression=notables)
    play.emit(group, FormulaDefined(name="limits-followers", formula=limit))
    for type, path, amount in passives("self"):
        play.emit(group, FormulaDefined(name=f"group/{type}", formula=Formula(path=path, expression=amount)))


def _check_member(play: Play, who: str, group: str) -> None:
    if not is_member(play, who, group):
        play.refuse("WD-FOL-11", "The followers of a group are for its members; join it first.")


def _find(play: Play, group: str, word: str, *, ready: bool) -> str:
    followers = play.where(group, "followers", "follower")
    fit = (word,) if word in followers else among(followers, _type(word))
    if not fit:
        play.missing(f"{group}.followers.{word}", "The group has no follower {word!r}; name one of its own.", word=word)
    able = [name for name in fit if not ready or followers[name].state == READY]
    if not able:
        raise Refused("WD-FOL-05", "Every {word} is tapped; name another, or wait until they are back.", word=word)
    return able[-1]


@command(
    "Tap a follower of the group for its business; nobody of the group has their benefit then.", by="owner", slots=0
)
def tap_group_follower(play: Play, command: TapGroupFollower) -> None:
    """WD-FOL-05, WD-FOL-11, WD-FOL-12: one member taps a follower for the group's business, and everyone does without
    what they are good for."""
    group = command.group
    _check_member(play, command.who, group)
    with play.citing("WD-FOL-12"):
        name = _find(play, group, command.follower, ready=True)
        play.emit(group, FollowerChanged(name=name, state=TAPPED, tapped_until=until_next_phase_is_over(play)))
        play.emit(group, Noted(name="business", text=command.business, data={"follower": name, "by": command.who}))


@command("Let go of a follower of the group's.", by="owner")
def let_group_follower_go(play: Play, command: LetGroupFollowerGo) -> None:
    """WD-FOL-13: members let go of the group's followers, but hardly of those whom a sponsor brought."""
    group = command.group
    _check_member(play, command.who, group)
    name = _find(play, group, command.follower, ready=False)
    if FollowerData.of(play.where(group, "followers", "follower")[name]).sponsor and not play.deed.is_gm:
        play.refuse("WD-FOL-13", "The sponsor brought them, and says whether they go; ask the game master.")
    play.emit(group, FollowerLost(name=name, because=command.because or "let go"))


@command("Let a group keep more followers: by property, investment or growth.")
def raise_group_cap(play: Play, command: RaiseGroupCap) -> None:
    """WD-FOL-11: properties, investment and growth make room for more."""
    _lay_down(play, command.group)
    more = Modifier(path=FOLLOWER_CAP, amount=command.amount, title=command.because)
    play.emit(command.group, ModifierApplied(name=play.new_id("room"), modifier=more, rules=("WD-FOL-11",)))


@command("Let a sponsor bring followers to a group.")
def sponsor_group(play: Play, command: SponsorGroup) -> None:
    """WD-FOL-13: a sponsor brings followers, who do not count for the cap."""
    _lay_down(play, command.group)
    with play.citing("WD-FOL-13"):
        for type, count in sorted(command.followers.items()):
            for _ in range(count):
                join(play, command.group, type, capped=False, data=FollowerData.changes(sponsor=command.sponsor))


@command("Award reputation that is a group's: its members may use it, and its followers help to keep it.")
def award_group_reputation(play: Play, command: AwardGroupReputation) -> None:
    """WD-FOL-11, WD-REP-02: reputation of the organization: its followers help to keep it, and no other."""
    _check_member(play, command.holder, command.group)
    users = tuple(sorted(member.character for member in play.enclave(command.group).members.values()))
    with play.citing("WD-FOL-11"):
        card = reputation.award(
            play, command.holder, source=command.source, exclusive_to=command.exclusive_to, users=users
        )
        play.emit(command.holder, CardChanged(name=card, data=ReputationData.changes(group=command.group)))
