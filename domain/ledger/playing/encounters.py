"""The encounter of a command: the one that it names, else the open one in which its actor, or else its target, takes part.

It is resolved once, on acceptance, in the world at the place of the command, and only among the encounters that the sender
may see. So a command gets the same answer with and without naming its encounter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from domain.aggregates import CAMPAIGN, Enclave, Encounter
from domain.commands import Command, Marked
from domain.messages import together
from domain.play.refusals import Refused
from domain.system import CommandSpec
from domain.visibility.world import VisibleWorld

RULE = "encounter"
"""The rule that refuses a command whose encounter is not clear."""


def one_of(*named: str | None) -> str | None:
    """The encounter that the envelope or the args name, by reference. Refused where they name two."""
    refs = list(dict.fromkeys(ref for ref in named if ref))
    if len(refs) > 1:
        raise Refused(
            RULE, "The command names two encounters, {refs}; name the one that is meant.", refs=together(refs)
        )
    return refs[0] if refs else None


def of_command(
    visible: VisibleWorld, kind: CommandSpec, args: Command, marks: Iterable[Marked], bonds: Collection[str]
) -> str | None:
    """The encounter of a command of scenes that names none; None where there is none for it.

    `args` hold references; `bonds` are the kinds of links by which one takes part along with another. Refused where
    several encounters are possible.
    """
    acting, others = _involved(kind, args, marks)
    among = open_encounters(visible)
    encounters = _with(visible, among, acting, bonds) or _with(visible, among, others, bonds)
    if not acting and not others and "encounter" in args.__struct_fields__:
        encounters = sorted(among)
    if len(encounters) > 1:
        listed = ", ".join(encounters)
        raise Refused(
            RULE, "Several encounters are possible: {listed}; name the one that is meant as `encounter`.", listed=listed
        )
    return encounters[0] if encounters else None


def _involved(kind: CommandSpec, args: Command, marks: Iterable[Marked]) -> tuple[list[str], list[str]]:
    """Return those who act, and those whom or that which the command names besides."""
    acting: list[str] = []
    others: list[str] = []
    for mark in marks:
        value = getattr(args, mark.field) if mark.mark == "ref" else None
        refs = value if isinstance(value, tuple) else (value,)
        (acting if mark.field == kind.actor else others).extend(ref for ref in refs if isinstance(ref, str) and ref)
    return acting, others


def open_encounters(visible: VisibleWorld) -> dict[str, Encounter]:
    """The encounters that the viewer may see and that have not ended, as they see them."""
    campaign: Any = visible.world.aggregate(CAMPAIGN)
    seen: dict[str, Encounter] = {}
    for handle in campaign.handles.values():
        if handle.kind != "encounter" or _has_ended(visible, handle.ref):
            continue
        encounter = visible.aggregate(handle.ref)
        if isinstance(encounter, Encounter):
            seen[handle.ref] = encounter
    return seen


def _has_ended(visible: VisibleWorld, ref: str) -> bool:
    encounter: Any = visible.world.aggregate(ref)
    pace = None if encounter is None else encounter.pace.get("now")
    return encounter is None or (pace is not None and pace.state == "ended")


def _with(visible: VisibleWorld, among: dict[str, Encounter], refs: list[str], bonds: Collection[str]) -> list[str]:
    """The encounters in which any of these takes part, or that are themselves named."""
    return [
        ref
        for ref, encounter in sorted(among.items())
        if any(one == ref or _takes_part(visible, encounter, one, bonds) for one in refs)
    ]


def _takes_part(visible: VisibleWorld, encounter: Encounter, who: str, bonds: Collection[str]) -> bool:
    """Whether a character has a place, belongs to a group that has one, or is bound to a character who has one."""
    present = _present(visible, encounter)
    if who in present:
        return True
    return any(_are_bound(visible, who, other, bonds) for other in sorted(present))


def _present(visible: VisibleWorld, encounter: Encounter) -> set[str]:
    """Return everybody who has a place in the order of turns or on the map, or belongs to a group that has one."""
    turns, positions = encounter.order.values(), encounter.positions.values()
    present = {entry.subject for entry in turns} | {position.subject for position in positions}
    present |= {member for entry in turns for member in entry.members}
    for ref in sorted(present):
        group = visible.aggregate(ref) if ref.startswith("enclave/") else None
        if isinstance(group, Enclave):
            present |= {membership.character for membership in group.members.values()}
    return present - {""}


def _are_bound(visible: VisibleWorld, one: str, other: str, bonds: Collection[str]) -> bool:
    """Whether a link that the viewer may see binds two creatures, from either side."""
    for ref, to in ((one, other), (other, one)):
        whole = visible.world.aggregate(ref)
        names = [name for name, link in (whole.links if whole else {}).items() if link.kind in bonds and link.to == to]
        seen = visible.aggregate(ref) if names else None
        if seen is not None and any(name in seen.links for name in names):
            return True
    return False
