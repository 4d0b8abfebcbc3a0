"""Noting the facts, and working theories: what a character states brings intel, and ground on a grid."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from domain.commands import EnclaveRef
from domain.kit.commands import command
from domain.play.play import Play
from systems.freeform.fields import Key, Title
from systems.weaverdice.investigation import grids, intel, pricing, spaces, theories
from systems.weaverdice.investigation.intel import Tier, Type
from systems.weaverdice.investigation.spaces import Info
from systems.weaverdice.investigation.using_intel import TABLE, OfIntel, check_under_way, wrap_up

Step = Annotated[int, Meta(ge=0, le=10)]


class Claim(OfIntel, frozen=True, kw_only=True, omit_defaults=True):
    """`claim` is what is so, `logic` how that follows, `type` the intel that it brings. On a `grid` of the group's it
    unlocks one fitting space (`unlock`), or makes fitting spaces cheaper (`cheaper`).

    How much it brings is the game master's to say: the `tier` of the intel, how many `pieces`, how much the `number`
    and the price in `tiers` of the spaces fall.
    """

    claim: Annotated[Title, Meta(description="What is so")]
    type: Annotated[Type, Meta(description="The type of the intel that it brings")]
    logic: Annotated[Info, Meta(description="A few sentences")] = ""
    group: EnclaveRef = ""
    grid: Annotated[str, Meta(description="The grid of the group's on which it works")] = ""
    unlock: Annotated[str, Meta(description="The one fitting space that it unlocks")] = ""
    cheaper: Annotated[tuple[Key, ...], Meta(description="The fitting spaces that it makes cheaper")] = ()
    tier: Annotated[Tier | UnsetType, Meta(description="The tier of the intel, as the game master says")] = UNSET
    pieces: Annotated[
        Annotated[int, Meta(ge=0, le=20)] | UnsetType,
        Meta(description="How many pieces it brings, as the game master says"),
    ] = UNSET
    number: Annotated[Step | UnsetType, Meta(description="How much the number falls, as the game master says")] = UNSET
    tiers: Annotated[
        Step | UnsetType, Meta(description="How much the price in tiers falls, as the game master says")
    ] = UNSET


@command("State what is known: it brings intel, and unlocks a space or makes spaces cheaper.", by="owner", slots=0)
def note_the_facts(play: Play, command: Claim) -> None:
    """WD-UTIL-09, WD-RULING-111, WD-RULING-92, rulings 92 and 111: known information brings intel, and a space unlocked
    or several made cheaper. A wrong claim counts as a wrong theory."""
    _state(play, command, "WD-UTIL-09")


@command("Lay out a working theory, which serves like facts as long as it is right.", by="owner", slots=0)
def work_out_theory(play: Play, command: Claim) -> None:
    """WD-UTIL-10, WD-RULING-111, WD-RULING-92, rulings 92 and 111: the same without the facts. A theory that comes
    after it may be misleading if it is wrong."""
    _state(play, command, "WD-UTIL-10")


def _state(play: Play, command: Claim, rule: str) -> None:
    who, about = command.who, ""
    check_under_way(play, who)
    _check_terms(play, command, rule)
    if command.grid:
        spaces.check_access(play, who, command.group, command.grid)
        about = f"{command.group}.grids.{command.grid}"
    with play.citing(rule):
        theories.put_forward(play, who, command.claim, command.logic, about, facts=rule == "WD-UTIL-09")
        _gain_intel(play, command, about)
        if command.grid:
            _gain_ground(play, command)
    wrap_up(play, who)


def _gain_intel(play: Play, command: Claim, about: str) -> None:
    """Ruling 92: one piece of tier 1 unless the game master says otherwise; none in play without intel."""
    usual = 0 if pricing.without_intel(play) else TABLE.notes.pieces
    target = str(play.enclave(command.group).grids[command.grid].target) if command.grid else ""
    tier, source = _or(command.tier, TABLE.notes.tier), about or command.claim
    for _ in range(_or(command.pieces, usual)):
        intel.gain(play, command.who, tier=tier, kind=command.type, provenance=source, target=target)


def _or(value: int | UnsetType, usual: int) -> int:
    return usual if value is UNSET else value


def _check_terms(play: Play, command: Claim, rule: str) -> None:
    terms = (command.tier, command.pieces, command.number, command.tiers)
    if any(term is not UNSET for term in terms) and not play.deed.is_gm:
        play.refuse(rule, "How much it brings is for the game master to say; leave tier, pieces, number and tiers out.")
    if command.grid and bool(command.unlock) == bool(command.cheaper):
        play.refuse(rule, "Name one space to unlock, or the spaces to make cheaper: one of the two.")
    if not command.grid and (command.unlock or command.cheaper):
        play.missing("grid", "Say on which grid those spaces are.")


def _gain_ground(play: Play, command: Claim) -> None:
    """Ruling 111: any fitting space will do, next to an unlocked one or not, but a blocked one is never unlocked so."""
    group = command.group
    for name in dict.fromkeys(_closed(play, command, called) for called in command.cheaper):
        number, tiers = _or(command.number, TABLE.notes.number), _or(command.tiers, TABLE.notes.tiers)
        spaces.ease(play, group, name, command.claim, number=number, tiers=tiers)
    if command.unlock:
        name = _closed(play, command, command.unlock)
        if spaces.cell_of(play, group, name).blocked:
            play.refuse("WD-GRID-13", "That space is blocked; it takes action in play, or a way around it.")
        grids.unlock(play, command.who, group, name)


def _closed(play: Play, command: Claim, called: str) -> str:
    name = spaces.space(play, command.group, command.grid, called)
    if spaces.is_open(play, command.group, name):
        play.refuse("WD-GRID-07", "That space is unlocked already; choose one that is closed.")
    return name
