"""Research: desk work on a target, which is slower and draws no attention."""

from __future__ import annotations

from typing import Final

import msgspec

from domain.commands import CharacterRef
from domain.kit import counters
from domain.kit.commands import command
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.log import Noted
from systems.weaverdice.checks.checks import Manner, check
from systems.weaverdice.harm import thriving
from systems.weaverdice.investigation import alerts, grids, lines, pricing, spaces
from systems.weaverdice.investigation.spaces import RESEARCH, AtSpace, OfGrid
from systems.weaverdice.investigation.surveillance import action_name


class OnTarget(OfGrid, frozen=True, kw_only=True, omit_defaults=True):
    """The fields that commands for work on a target share."""

    who: CharacterRef


class _Find(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tier: int
    disposition: int


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    roll: dict[int, _Find]


FINDS: Final = table(__package__, "research", _Table).roll
"""WD-RSCH-03: what an intel roll brings, by its face."""


@command("Begin an action of research on a target whose thread was found.", by="owner", slots=1)
def research(play: Play, command: OnTarget) -> None:
    """WD-GRID-04, WD-RSCH-01: an action of as many sub-actions as Knowledge."""
    who, group, on = command.who, command.group, command.grid
    spaces.check_access(play, who, group, on, RESEARCH)
    name = action_name(RESEARCH, group, on)
    counters.restart(play, who, name, what=RESEARCH, against=f"{group}.grids.{on}")


def take(play: Play, who: str, group: str, on: str) -> None:
    """WD-RSCH-01: one of the sub-actions of an action that was begun."""
    spaces.check_access(play, who, group, on, RESEARCH)
    name = action_name(RESEARCH, group, on)
    if not counters.is_open(play, who, name):
        play.missing(f"{who}.uses.{name}", "Nobody is at work on that target yet; begin with research.")
    if counters.times(play, who, name) >= spaces.rolls_in(play, who, "knowledge"):
        play.refuse("WD-RSCH-01", "This action is used up; spend another one to go on.")
    counters.add(play, who, name)


@command("Roll Knowledge to unlock a space of a grid by research.", by="owner", slots=0)
def look_up(play: Play, command: AtSpace) -> None:
    """WD-RSCH-01, WD-RSCH-02, WD-RSCH-04, WD-RULING-85: a roll of Knowledge for a space; success unlocks it and brings
    intel as in the field, failure has no effect, and nobody draws a strike."""
    who, group, on = command.who, command.group, command.grid
    spaces.check_access(play, who, group, on, RESEARCH)
    name = spaces.space(play, group, on, command.space)
    spaces.check_available(play, group, name, RESEARCH)
    if spaces.CellData.of(spaces.cell_of(play, group, name)).sealed:
        play.refuse("WD-RSCH-04", "The records on that are sealed; it takes another way than research.")
    take(play, who, group, on)
    how = Manner(modifiers=(*lines.informed(play, group, on), *thriving.at_work(play, who)), veiled=True)
    if check(play, who, RESEARCH, "knowledge", spaces.number(play, group, name), how=how).success:
        _flagged(play, who, group, name)
        grids.unlock(play, who, group, name)
        pricing.reward(play, who, group, name)


def _flagged(play: Play, who: str, group: str, name: str) -> None:
    """WD-RSCH-04: a flag on a record tells the one who set it who has looked; the game master knows of it."""
    cell = spaces.cell_of(play, group, name)
    if spaces.CellData.of(cell).flagged:
        with play.seen_by("gm"), play.citing("WD-RSCH-04"):
            play.emit(group, Noted(name="flag", data={"space": name, "who": who}))
            alerts.expose(play, who, group, cell.grid)


@command("Roll for intel on a target by research.", by="owner", slots=0)
def gather_intel(play: Play, command: OnTarget) -> None:
    """WD-RSCH-01, WD-RSCH-03, WD-RULING-86, rulings 86 and 126: a plain d6 says which intel turns up; the only
    disposition stands for the second."""
    who, group, on = command.who, command.group, command.grid
    if pricing.without_intel(play):
        play.refuse("WD-LACK-01", "This campaign plays without intel; look a space up, or lower its number.")
    take(play, who, group, on)
    find = FINDS[play.roll(who, "intel", "1d6").total]
    known = spaces.dispositions(spaces.grid(play, group, on))
    kind = known[min(find.disposition, len(known)) - 1]
    with play.citing("WD-RSCH-03"):
        pricing.gain(play, who, group, on, tier=find.tier, type=kind)
