"""Downtime slots: a command that takes some takes them from the phase under way, whether it was planned or given directly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from domain.commands import Planned
from domain.downtime import DOWNTIME, PlanData, days_passed, is_over, name_of_given
from domain.messages import numbered, text
from domain.play.play import Play
from domain.system import CommandSpec, System
from domain.vocabulary.undertakings import Intent, IntentAnnounced

NOTHING_OPEN: Final = text(
    "No downtime phase is under way, and this command takes a slot of one: ask the game master for open_downtime."
)
"""The refusal of a command that takes a slot outside of downtime."""


def names_its_own(system: System) -> bool:
    """Whether a game says which of its commands are something to do in downtime; in other games every command is."""
    return any(kind.slots is not None for kind in system.kinds.values())


def phase_under_way(play: Play) -> Any:
    """The newest downtime phase that is open or being carried out; None where there is none."""
    phases = play.campaign().phases
    numbers = [int(name) for name in phases if name.isdecimal() and not is_over(phases[name])]
    return phases[str(max(numbers))] if numbers else None


def in_phase(play: Play, phase: int, who: str) -> Mapping[str, Intent]:
    """Return the actions that a character has planned for a phase or done in it, by name."""
    kept: Mapping[str, Any] = play.where(who, "intents", DOWNTIME)
    return {name: intent for name, intent in kept.items() if PlanData.of(intent).phase == phase}


def taken(actions: Mapping[str, Intent], *states: str) -> int:
    """The slots that those of the actions take that are in one of these states."""
    plans = map(PlanData.of, actions.values())
    return sum(plan.slots for plan in plans if plan.state in states)


def check(play: Play, who: str, slots: int) -> None:
    """Refuse a command that takes more slots than are free, when it is given directly.

    Slots of planned actions are not free. A game master may force it.
    """
    phase = phase_under_way(play)
    if phase is None:
        play.refuse(DOWNTIME, NOTHING_OPEN)
        return
    has, used = phase.slots.get(who, 0), taken(in_phase(play, phase.number, who), "done", "planned")
    if used + slots > has:
        play.refuse(
            DOWNTIME,
            "{left} Change what is planned, or ask the game master for change_downtime.",
            left=_left(has, used),
        )


def _left(has: int, used: int) -> str:
    if not has:
        return text("They have no slots in this downtime phase.")
    return numbered(
        "No slot of downtime is left: of {has}, {count} is used or planned for.",
        "No slot of downtime is left: of {has}, {count} are used or planned for.",
        used,
        has=has,
    )


def take(play: Play, kind: CommandSpec, who: str) -> None:
    """Keep what was done directly beside what was planned, so that its slots are taken until it is undone."""
    phase = phase_under_way(play)
    if phase is None:
        return
    envelope = play.deed.envelope
    given = Planned(type=envelope.type, args=envelope.args, version=envelope.version)
    intent = Intent(
        kind=DOWNTIME,
        what=envelope.type,
        by=play.deed.member,
        command=msgspec.json.encode(given, order="deterministic").decode(),
        data=PlanData(
            phase=phase.number,
            day=min(days_passed(phase) + 1, max(1, phase.days)),
            slots=kind.slots or 0,
            state="done",
            announced=play.entry,
            entry=play.entry,
        ).stored(),
    )
    name = play.new_id(name_of_given(phase.number))
    play.emit(who, IntentAnnounced(name=name, intent=intent))
