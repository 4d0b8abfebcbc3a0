"""Alerts that watching a target may set off: guards that make it harder, strikes that add up, and a target that is
alerted."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.play.play import Play
from domain.vocabulary.anchors import UntilSessionEnds
from domain.vocabulary.bodies import Condition, ConditionChanged
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Trait, TraitGained, TraitLost
from domain.vocabulary.intelligence import StrikeMarked
from domain.vocabulary.log import Noted
from domain.vocabulary.undertakings import Task, TaskBegun, TaskEnded
from systems.freeform.fields import Key, Title
from systems.weaverdice.investigation import grid_changes, grids, spaces
from systems.weaverdice.investigation.spaces import SURVEIL, TABLE, OfGrid

GUARD: Final = "guard"
ALERT: Final = "alert"
EXPOSED: Final = "exposed"
"""The condition of a character who is known to `target`, who holds `data.bonus` against them for as long as that lasts."""

Few = Annotated[int, Meta(ge=0, le=10)]


@data_of("traits", GUARD)
class WatchfulData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """A guard over the target of a grid: how much harder it makes watching, how many strikes fewer it takes, and what a
    strike brings."""

    grid: str = ""
    harder: int = 0
    fewer: int = 0
    consequence: str = ""


@data_of("tasks", ALERT)
class AlertData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The grid about the target that is alerted, and who alerted it."""

    grid: str
    who: str


@data_of("conditions", EXPOSED)
class ExposedData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The bonus that the target has against a character whom it knows of."""

    bonus: int = 0


class PostGuard(OfGrid, frozen=True, kw_only=True, omit_defaults=True):
    """`what` keeps watch: people, cameras, a power."""

    what: Annotated[Title, Meta(description="What keeps watch: people, cameras, a power")]
    harder: Annotated[Few, Meta(description="What it adds to target numbers in the field")] = 0
    fewer: Annotated[Few, Meta(description="With how many strikes less the target is alerted")] = 0
    consequence: Annotated[str, Meta(max_length=500, description="What a strike brings besides")] = ""


class LiftGuard(OfGrid, frozen=True, kw_only=True, omit_defaults=True):
    """`what` keeps watch no longer."""

    what: Annotated[Title, Meta(description="What keeps watch no longer")]


class SettleAlert(OfGrid, frozen=True, kw_only=True, omit_defaults=True):
    """`outcome` is what the target does."""

    outcome: Annotated[Literal["patterns", "leaves", "fight"], Meta(description="What the target does")]
    lost: Annotated[tuple[Key, ...], Meta(description="The spaces that close with it")] = ()
    bonus: Annotated[
        Few, Meta(description="What it has against the character who alerted it until the session ends")
    ] = 0


def watchfulness(play: Play, group: str, on: str) -> int:
    """WD-SURV-06: return what guards add to the target numbers of watching."""
    return sum(WatchfulData.of(guard).harder for guard in _guards(play, group, on).values())


def strikes_needed(play: Play, group: str, on: str) -> int:
    """WD-SURV-05, WD-SURV-06: the strikes that alert a target: three, or fewer under guard."""
    fewer = sum(WatchfulData.of(guard).fewer for guard in _guards(play, group, on).values())
    return max(TABLE.limits.least_strikes, TABLE.limits.strikes - fewer)


def _guards(play: Play, group: str, on: str) -> dict[str, Trait]:
    traits = play.where(group, "traits", GUARD)
    return {name: traits[name] for name in sorted(traits) if WatchfulData.of(traits[name]).grid == on}


def struck(play: Play, who: str, group: str, on: str) -> None:
    """WD-SURV-05, WD-SURV-06, ruling 84: after a strike: what guards make of it, and the alert that takes strikes back."""
    with play.seen_by("gm"), play.citing("WD-SURV-06"):
        for guard in _guards(play, group, on).values():
            if brings := WatchfulData.of(guard).consequence:
                play.emit(group, Noted(name="strike", data={"guard": guard.title, "brings": brings}))
    strikes = play.enclave(group).grids[on].strikes
    if strikes >= strikes_needed(play, group, on):
        with play.citing("WD-SURV-05"):
            play.emit(group, StrikeMarked(name=on, amount=-strikes))
            expose(play, who, group, on)
            task = Task(kind=ALERT, title="The target is alerted", data=AlertData(grid=on, who=who).stored())
            play.emit(group, TaskBegun(name=play.new_id(ALERT), task=task))


def expose(play: Play, who: str, group: str, on: str) -> None:
    """The target learns of a character who is after it."""
    laid = play.enclave(group).grids[on]
    known = Condition(what=EXPOSED, target=laid.target, source=f"{group}.grids.{on}")
    conditions.add(play, who, known, play.new_id(EXPOSED))


@command("Say what keeps watch over a target, and how much harder that makes watching it.")
def post_guard(play: Play, command: PostGuard) -> None:
    """WD-SURV-06: something keeps watch, which only the game master knows."""
    spaces.there_is(play, command.group, command.grid)
    data = WatchfulData.changes(
        grid=command.grid, harder=command.harder, fewer=command.fewer, consequence=command.consequence
    )
    guard = Trait(kind=GUARD, title=command.what, audience="gm", data=data)
    play.emit(command.group, TraitGained(name=play.new_id(GUARD), trait=guard))


@command("Say that something keeps watch over a target no longer.")
def lift_guard(play: Play, command: LiftGuard) -> None:
    """WD-SURV-06: it keeps watch no longer."""
    guards = _guards(play, command.group, command.grid)
    name = next((name for name, guard in guards.items() if guard.title.casefold() == command.what.casefold()), None)
    if name is None:
        play.missing(
            f"{command.group}.traits.{command.what}",
            "Nothing called {what!r} keeps watch there.",
            what=command.what,
        )
    play.emit(command.group, TraitLost(name=name, because="lifted"))


@command("Decide what a target does that was alerted.")
def settle_alert(play: Play, command: SettleAlert) -> None:
    """WD-SURV-05: settle what an alerted target does: it changes its patterns, leaves, or a fight begins the next
    session; what was unlocked may be lost, and the target may have a bonus for a while."""
    group, on = command.group, command.grid
    open_ones = play.where(group, "tasks", ALERT)
    alert = next((name for name in sorted(open_ones) if AlertData.of(open_ones[name]).grid == on), None)
    if alert is None:
        play.missing(f"{group}.tasks.{ALERT}", "That target has not been alerted; there is nothing to settle.")
    who = AlertData.of(open_ones[alert]).who
    play.emit(group, TaskEnded(name=alert, because=command.outcome))
    grid_changes.lose(play, group, tuple(spaces.space(play, group, on, called) for called in command.lost))
    if command.outcome == "leaves":
        grids.open_way(play, group, on, SURVEIL, closed=True)
    if command.bonus:
        exposures = play.where(who, "conditions", EXPOSED)
        for name in sorted(name for name in exposures if exposures[name].source == f"{group}.grids.{on}"):
            play.emit(
                who,
                ConditionChanged(name=name, data=ExposedData.changes(bonus=command.bonus), until=UntilSessionEnds()),
            )
