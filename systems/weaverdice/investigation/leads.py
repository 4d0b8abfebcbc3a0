"""Leads: what intel, and information as good as intel, takes off the number at which a target or a thread is found."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from domain.kit.commands import command
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.log import Noted
from domain.vocabulary.undertakings import TaskChanged
from systems.freeform.fields import Key, Title
from systems.weaverdice.investigation import finding, grids, intel, spaces
from systems.weaverdice.investigation.finding import OfSearch, named
from systems.weaverdice.investigation.intel import Tier, Type


class Gathered(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A piece of intel that comes of gathering information."""

    type: Type
    tier: Tier = 1


class FollowLead(OfSearch, frozen=True, kw_only=True, omit_defaults=True):
    """`card` is the piece of intel that is spent, by name, or by type and tier as in `hero 2`."""

    card: Annotated[
        Key, Meta(description="The piece of intel that is spent, by name, or by type and tier as in `hero 2`")
    ]


class RateInformation(OfSearch, frozen=True, kw_only=True, omit_defaults=True):
    """`what` was learned is worth as much as intel of a `tier`."""

    what: Annotated[Title, Meta(description="What was learned")]
    tier: Annotated[Tier, Meta(description="The tier of the intel that it is worth")]
    gains: Annotated[tuple[Gathered, ...], Meta(description="The intel that comes of it besides")] = ()


class OpenByLead(OfSearch, frozen=True, kw_only=True, omit_defaults=True):
    """`space` is one that can be attempted."""

    space: Annotated[Key, Meta(description="A space that can be attempted")]


@command("Spend relevant intel to make a target or a thread easier to find.", by="owner", slots=0)
def follow_lead(play: Play, command: FollowLead) -> None:
    """WD-FIND-06, WD-RULING-75: intel that is relevant to the target takes its part off the number, at any time."""
    who, holder = command.who, command.holder
    name = named(play, command)
    target = finding.SearchData.of(play.character(holder).tasks[name]).target
    (card,) = intel.pick(play, who, (command.card,))
    piece = intel.card_of(play, who, card)
    if not intel.relevant(play, piece, target):
        play.refuse(
            "WD-FIND-06",
            "That intel is about {exclusive_to}; spend some that is relevant here.",
            exclusive_to=piece.exclusive_to,
        )
    tier = intel.spend(play, who, card, "on a search").tier
    with play.citing("WD-FIND-06"):
        _lead(play, holder, name, tier)


def _lead(play: Play, holder: str, name: str, tier: int) -> None:
    """WD-FIND-06: by tier; the deepest opens one or two spaces besides, as the game master says."""
    worth = intel.TABLE.tiers[tier]
    finding.reduce(play, holder, name, worth.finds)
    if worth.opens:
        choices = tuple(str(number) for number in range(1, worth.opens + 1))
        prompt = "How many spaces of the grid does it open?"
        more = int(play.offer("opens", "gm", choices, choices[0], prompt))
        before = finding.SearchData.of(play.character(holder).tasks[name]).opens
        play.emit(holder, TaskChanged(name=name, data=finding.SearchData.changes(opens=before + more)))


@command("Rate information as a tier of intel: it makes a search as much easier.", actor="who")
def rate_information(play: Play, command: RateInformation) -> None:
    """WD-FIND-07: count what is not in the form of intel as intel of a tier; gathering it tends to bring some as well."""
    holder, name = command.holder, named(play, command)
    with play.citing("WD-FIND-07"):
        play.emit(holder, Noted(name="information", data={"what": command.what, "tier": command.tier}))
        _lead(play, holder, name, command.tier)
        for piece in command.gains:
            target = finding.SearchData.of(play.character(holder).tasks[name]).target
            intel.gain(play, command.who, tier=piece.tier, kind=piece.type, provenance=command.what, target=target)


@command("Unlock a space of the grid for tier 4 intel that was spent on the search.", by="owner", slots=0)
def open_by_lead(play: Play, command: OpenByLead) -> None:
    """WD-FIND-06, WD-RULING-111: a space that tier 4 intel opens has to be one that can be attempted."""
    who, holder = command.who, command.holder
    name = named(play, command)
    task = play.character(holder).tasks[name]
    search = finding.SearchData.of(task)
    if not (left := search.opens):
        raise Refused(
            "WD-FIND-06", "No lead opens a space here; spend tier 4 intel on a search, or unlock it otherwise."
        )
    group, on = search.group, search.grid
    if not on:
        play.missing(f"{holder}.tasks.{name}", "There is no grid about it yet; the game master supplies one.")
    spaces.check_access(play, who, group, on)
    space = spaces.space(play, group, on, command.space)
    spaces.check_available(play, group, space)
    with play.citing("WD-FIND-06"):
        play.emit(holder, TaskChanged(name=name, data=finding.SearchData.changes(opens=left - 1 or None)))
        grids.unlock(play, who, group, space)
