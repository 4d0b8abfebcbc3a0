"""Play without intel: information of matching quality takes its place, and spaces are unlocked by rolls only."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command, EnclaveRef
from domain.kit.commands import command
from domain.kit.naming import find
from domain.messages import text
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.base import Scalar
from domain.vocabulary.holdings import Trait, TraitGained
from domain.vocabulary.log import Noted
from domain.vocabulary.undertakings import Use, UseOpened
from systems.freeform.fields import Key, Title
from systems.weaverdice import names
from systems.weaverdice.investigation import grids, intel, research, spaces
from systems.weaverdice.investigation.intel import Tier
from systems.weaverdice.investigation.spaces import AtSpace

INFORMATION: Final = "information"
DETAIL: Final = "detail"

_QUALITIES: Final = {
    "minor details": text("minor details"),
    "relevant details": text("relevant details"),
    "deeper information": text("deeper information"),
    "serious writeups or records": text("serious writeups or records"),
}
"""The qualities of information of each tier, as sentences call them."""

Detail = Annotated[str, Meta(min_length=3, max_length=200, description="Something unique about the target")]


class GiveInformation(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`tier` is that of the intel in whose place it stands. With `group`, `grid` and `space` it is a direct unlock instead."""

    who: CharacterRef
    tier: Annotated[Tier, Meta(description="The tier of the intel in whose place it stands")]
    what: Annotated[Title, Meta(description="The information")]
    group: Annotated[EnclaveRef, Meta(description="For a direct unlock, the group")] = ""
    grid: Annotated[str, Meta(description="For a direct unlock, the grid")] = ""
    space: Annotated[str, Meta(description="For a direct unlock, the space")] = ""


class AcceptInformation(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` is information that `who` has, by name or title. It stands for intel of this `tier`, for `purpose`."""

    who: Annotated[CharacterRef, Meta(description="Who has it")]
    what: Annotated[Key, Meta(description="The information, by name or title")]
    tier: Annotated[Tier, Meta(description="The tier of the intel that it stands for")]
    purpose: Annotated[Title, Meta(description="The purpose for which it does")]


class NameDetail(AtSpace, frozen=True, kw_only=True, omit_defaults=True):
    """`detail` is something about the target that was not named before."""

    detail: Annotated[Detail, Meta(description="Something about the target that was not named before")]


@command("Give information, or a space of a grid, where intel would be given.", actor="who", option="without_intel")
def give_information(play: Play, command: GiveInformation) -> None:
    """WD-LACK-01: give information of the quality of intel in its place; from tier 3 on (2, where the campaign has it
    so) it may be a space of the target's grid instead."""
    who = command.who
    if command.space:
        if command.tier < int(play.option("unlock_from_tier") or 0):
            least = _QUALITIES[intel.TABLE.tiers[int(play.option("unlock_from_tier") or 0)].quality]
            play.refuse("WD-LACK-01", "A space is worth {least} at least; give this as information.", least=least)
        spaces.grid(play, command.group, command.grid)
        name = spaces.space(play, command.group, command.grid, command.space)
        spaces.check_available(play, command.group, name)
        grids.unlock(play, who, command.group, name)
        return
    trait = Trait(
        kind=INFORMATION, rank=command.tier, title=command.what, state=intel.TABLE.tiers[command.tier].quality
    )
    play.emit(who, TraitGained(name=play.new_id(INFORMATION), trait=trait))


@command("Accept information of matching quality where intel is called for.", actor="who", option="without_intel")
def accept_information(play: Play, command: AcceptInformation) -> None:
    """WD-LACK-01: take information of matching quality where intel is called for."""
    traits = play.where(command.who, "traits", INFORMATION)
    titled = (name for name in sorted(traits) if traits[name].title.casefold() == command.what.casefold())
    name = next(titled, None) or find(play, command.who, "traits", command.what)
    if play.character(command.who).traits[name].rank < command.tier:
        wanted = _QUALITIES[intel.TABLE.tiers[command.tier].quality]
        play.refuse("WD-LACK-01", "This calls for {wanted}; that information is not as good.", wanted=wanted)
    data: dict[str, Scalar] = {"information": name, "tier": command.tier, "purpose": command.purpose}
    play.emit(command.who, Noted(name=INFORMATION, data=data, rules=("WD-LACK-01",)))


@command(
    "Name a unique detail about a target, so that a space becomes easier.", by="owner", option="without_intel", slots=0
)
def name_detail(play: Play, command: NameDetail) -> None:
    """WD-LACK-02, WD-RULING-114: a detail about the target lowers the number of a space by 1, and costs no sub-action;
    each is named once for that target."""
    group, on = command.group, command.grid
    laid = spaces.check_access(play, command.who, group, on)
    name = _closed(play, group, on, command.space)
    named = play.aggregate(group).uses
    title = " ".join(command.detail.casefold().split())
    target = names.words_for(play, laid.target)
    if any(
        one.what == DETAIL and one.title == title and names.words_for(play, one.against) & target
        for one in named.values()
    ):
        play.refuse("WD-LACK-02", "That has been named for this target before; name another detail.")
    play.emit(
        group, UseOpened(name=play.new_id(DETAIL), use=Use(what=DETAIL, against=laid.target, title=title, count=1))
    )
    spaces.ease(play, group, name, "A detail that was named", number=1)


@command("Lower the target number of a space by a sub-action of research.", by="owner", option="without_intel", slots=0)
def lower_number(play: Play, command: AtSpace) -> None:
    """WD-LACK-04, WD-RULING-114: a sub-action of research, without a roll, lowers the number of a space by 1."""
    name = _closed(play, command.group, command.grid, command.space)
    research.take(play, command.who, command.group, command.grid)
    spaces.ease(play, command.group, name, "Research", number=1)


def _closed(play: Play, group: str, on: str, called: str) -> str:
    spaces.grid(play, group, on)
    name = spaces.space(play, group, on, called)
    if spaces.is_open(play, group, name):
        play.refuse("WD-GRID-07", "That space is unlocked already; choose one that is closed.")
    return name


OPTIONS = (
    OptionSpec(
        name="without_intel",
        default=False,
        choices=(True, False),
        text="Whether the campaign plays without intel: by information, and by rolls only.",
        rules=("WD-LACK-01", "WD-LACK-02", "WD-LACK-03", "WD-LACK-04", "WD-RULING-126"),
    ),
    OptionSpec(
        name="unlock_from_tier",
        default=3,
        choices=(2, 3),
        text="Without intel, the tier from which what is given may be a space of the target's grid.",
        rules=("WD-LACK-01",),
    ),
)
