"""Protecting one's own information: bugs, tails, guarded history and details, another identity, another place."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, field

from domain.commands import CharacterRef, Command, EnclaveRef
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.play.moments import settle
from domain.play.play import Play
from domain.vocabulary.anchors import WhilePresent
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import CardLost, Trait, TraitGained, TraitLost
from domain.vocabulary.log import Noted
from domain.vocabulary.profile import ProfileChanged
from domain.vocabulary.undertakings import Task, TaskAdvanced, TaskBegun, TaskChanged, TaskEnded
from systems.freeform.fields import Key, Title
from systems.weaverdice.checks.checks import Manner, check
from systems.weaverdice.fame import infamy, keepsakes, reputation
from systems.weaverdice.harm import thriving
from systems.weaverdice.investigation import grids, spaces
from systems.weaverdice.investigation.spaces import OfGrid
from systems.weaverdice.investigation.using_intel import (
    TABLE,
    Action,
    OfIntel,
    check_under_way,
    picked_stat,
    picked_target,
    wrap_up,
)

GUARD: Final = "guard"
"""The kind of the traits that guard a character's information; `data.guards` says what."""

FORMER: Final = "former_identity"
"""The kind of the trait that tells who a character was before they became another person."""

MOVE: Final = "move"
"""The kind of the task of moving a headquarters or business."""

ON_THE_MOVE: Final = "on_the_move"
"""The condition of a character who moves house: doubly easy to track."""


@data_of("traits", GUARD)
class GuardedData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The guard on a character's information: which it is, of what, since which entry, and what is told in its
    place."""

    guards: str = ""
    subject: str = field(name="of", default="")
    since: int = 0
    false: str = ""


@data_of("tasks", MOVE)
class MovingData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The downtime in which something was moved last."""

    phase: int = 0


class ProtectInformation(OfIntel, frozen=True, kw_only=True, omit_defaults=True):
    """`action` is what they do to guard it, `at` is the location, the ally, or whatever else it is about."""

    action: Annotated[Action, Meta(description="What they do to guard it", extra={"catalogue": "protection"})]
    at: Annotated[Title, Meta(description="The location, the ally, or whatever else it is about")]
    false: Annotated[str, Meta(description="What searchers find of obfuscated details")] = ""


class Rebrand(OfIntel, frozen=True, kw_only=True, omit_defaults=True):
    """`name` is the new cape's."""

    name: Annotated[Title, Meta(description="The new cape's name")]


class UncoverRebrand(OfGrid, frozen=True, kw_only=True, omit_defaults=True):
    """`by` are those who find out who `who` was."""

    who: Annotated[CharacterRef, Meta(description="Who it was")]
    by: Annotated[tuple[CharacterRef, ...], Meta(description="Those who find out")]
    spaces: Annotated[tuple[Key, ...], Meta(description="What they learn at once on their grid")]


class ChangeLocations(OfIntel, frozen=True, kw_only=True, omit_defaults=True):
    """`what` of the group's is moved: its headquarters, a business."""

    group: EnclaveRef
    what: Annotated[Title, Meta(description="What of the group's is moved: its headquarters, a business")] = (
        "Headquarters"
    )


class Uncover(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`guard` is what is of no use any more, by name or by what it guards."""

    who: CharacterRef
    guard: Annotated[
        str, Meta(min_length=1, max_length=120, description="What is of no use any more, by name or by what it guards")
    ]


@command("Squash bugs, interrogate an ally, chase a tail, scrub history or obfuscate details.", by="owner", slots=0)
def protect_information(play: Play, command: ProtectInformation) -> None:
    """WD-UTIL-04, WD-RULING-91: a roll against 4+ of the stat that is suggested; the game master may say otherwise."""
    who, action = command.who, TABLE.actions[command.action]
    check_under_way(play, who)
    how = Manner(modifiers=thriving.at_work(play, who))
    with play.citing("WD-UTIL-04"):
        result = check(play, who, command.action, picked_stat(play, action.stat), picked_target(play), how=how)
        if result.success:
            play.emit(who, Noted(name=command.action, data={"at": command.at, "effect": action.effect}))
        if result.success and action.guards:
            guard(play, who, action.guards, command.at, command.false)
        wrap_up(play, who)


def guard(play: Play, who: str, guards: str, of: str, false: str = "") -> None:
    """Something about a character is guarded from now on; a character who found it out before knows it still."""
    data = GuardedData.changes(guards=guards, subject=of, since=play.entry) | GuardedData(false=false).stored()
    play.emit(who, TraitGained(name=play.new_id(GUARD), trait=Trait(kind=GUARD, title=f"{guards}: {of}", data=data)))


def guarded(play: Play, who: str) -> tuple[str, ...]:
    """Return what of a character's information is guarded, in a word each."""
    return tuple(sorted({GuardedData.of(trait).guards for trait in play.where(who, "traits", GUARD).values()}))


@command("End what guards a character's information.", actor="who")
def uncover(play: Play, command: Uncover) -> None:
    """WD-UTIL-04: uncover what was guarded, or let the guard go."""
    traits = play.where(command.who, "traits", GUARD)
    names = [name for name, trait in sorted(traits.items()) if command.guard in (name, GuardedData.of(trait).guards)]
    if not names:
        play.missing(
            f"{command.who}.traits.{command.guard}",
            "Nothing of theirs is guarded as {guard!r}.",
            guard=command.guard,
        )
    with play.citing("WD-UTIL-04"):
        for name in names:
            play.emit(command.who, TraitLost(name=name, because="uncovered"))


@command("Become another cape: hidden again, and without any reputation.", by="owner", slots=0)
def rebrand(play: Play, command: Rebrand) -> None:
    """WD-UTIL-05: another identity and another name. Most is hidden and guarded again, and all reputation is lost, with
    what was spent today and the press could have brought back."""
    who = command.who
    check_under_way(play, who)
    profile = play.character(who).profile["self"]
    if command.name.strip() == profile.name:
        play.refuse("WD-UTIL-05", "They use that name already; give another one to become somebody else.")
    former = Trait(kind=FORMER, title=profile.name, audience=tuple(profile.owners) or "gm")
    with play.citing("WD-UTIL-05"):
        play.emit(who, TraitGained(name=play.new_id("former"), trait=former))
        play.emit(who, ProfileChanged(name="self", called=command.name.strip()))
        for kind in (reputation.KIND, keepsakes.KIND, infamy.KIND):
            for card in sorted(play.where(who, "cards", kind)):
                play.emit(who, CardLost(name=card, because="rebranded"))
                settle(play, f"{who}.cards.{card}")
        guard(play, who, "identity", "who they were before")
        wrap_up(play, who)


@command("Let a character find out who a cape was before, and what follows from it.", actor="who")
def uncover_rebrand(play: Play, command: UncoverRebrand) -> None:
    """WD-UTIL-05: let a character learn who a rebranded cape was, and a great deal at once."""
    former = play.where(command.who, "traits", FORMER)
    if not former:
        play.missing(f"{command.who}.traits", "No earlier identity of theirs is recorded; there is none to go back to.")
    with play.citing("WD-UTIL-05"):
        play.emit(command.who, TraitLost(name=max(former), because="found out"))
        for name, trait in sorted(play.where(command.who, "traits", GUARD).items()):
            if GuardedData.of(trait).guards == "identity":
                play.emit(command.who, TraitLost(name=name, because="found out"))
        named = dict.fromkeys(spaces.space(play, command.group, command.grid, called) for called in command.spaces)
        for name in named:
            if spaces.is_open(play, command.group, name):
                grids.share(play, command.group, (name,), command.by)
            else:
                grids.unlock_for(play, command.by, command.group, name)


@command("Move the headquarters or a business, which takes several downtimes.", by="owner", slots=0)
def change_locations(play: Play, command: ChangeLocations) -> None:
    """WD-UTIL-06: it takes several downtimes, as many as the game master says for the hands and the amount; meanwhile
    the character who moves is doubly easy to track."""
    who, group = command.who, command.group
    check_under_way(play, who)
    if not any(member.character == who for member in play.enclave(group).members.values()):
        play.refuse("WD-UTIL-06", "This place belongs to another group; only its members can move it.")
    with play.citing("WD-UTIL-06"):
        _move_on(play, who, group, command.what)
        wrap_up(play, who)


def _move_on(play: Play, who: str, group: str, what: str) -> None:
    """WD-UTIL-06: one downtime's worth of moving; with the last they have moved."""
    name = _move_of(play, group, what) or _begin_move(play, group, what)
    phases = len(play.campaign().phases)
    task = play.enclave(group).tasks[name]
    if phases and MovingData.of(task).phase == phases:
        play.refuse("WD-UTIL-06", "They have moved what can be moved in this downtime; go on in the next one.")
    play.emit(group, TaskAdvanced(name=name, amount=1))
    if task.progress >= (task.goal or 0):
        play.emit(group, TaskEnded(name=name, because="moved"))
        settle(play, f"{group}.tasks.{name}")
    else:
        play.emit(group, TaskChanged(name=name, data=MovingData.changes(phase=phases)))
        _expose(play, who, f"{group}.tasks.{name}")


def _move_of(play: Play, group: str, what: str) -> str:
    under_way = play.where(group, "tasks", MOVE)
    return next((name for name in sorted(under_way) if under_way[name].title.casefold() == what.casefold()), "")


def _begin_move(play: Play, group: str, what: str) -> str:
    choices = tuple(str(number) for number in range(2, TABLE.moving.most + 1))
    prompt = f"How many downtimes does it take to move: {what}?"
    goal = int(play.offer("downtimes", "gm", choices, str(TABLE.moving.downtimes), prompt))
    name = play.new_id(MOVE)
    play.emit(group, TaskBegun(name=name, task=Task(kind=MOVE, goal=goal, title=what)))
    return name


def _expose(play: Play, who: str, task: str) -> None:
    if not any(condition.source == task for condition in play.where(who, "conditions", ON_THE_MOVE).values()):
        conditions.gain(play, who, ON_THE_MOVE, until=WhilePresent(path=task), source=task)


def tracked(play: Play, ref: str) -> int:
    """WD-UTIL-06: return how many times as easy a character is to track: twice while they, or a group's place, are on
    the move."""
    if ref.startswith("enclave/"):
        return 2 if play.where(ref, "tasks", MOVE) else 1
    return 2 if ref.startswith("character/") and conditions.has(play, ref, ON_THE_MOVE) else 1
