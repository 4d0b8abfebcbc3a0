"""Surveil: watching a target in the field, which is fast, and noticed sooner or later."""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import id_of
from domain.play.moments import everyone
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.data import Data
from domain.vocabulary.intelligence import StrikeMarked
from domain.vocabulary.log import Contribution
from domain.vocabulary.undertakings import Use, UseClosed, UseCounted, UseOpened, UseReset
from systems.weaverdice.checks.checks import Checked, Manner, check
from systems.weaverdice.harm import thriving
from systems.weaverdice.investigation import alerts, grids, lines, pricing, spaces
from systems.weaverdice.investigation.spaces import SURVEIL, AtSpace, OfGrid
from systems.weaverdice.moments import DOWNTIME_END

STRIKE: Final = "strike"


@data_of("uses", SURVEIL)
class WatchData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The number of extra rolls in a row, and whether the last roll was a success."""

    chain: int = 0
    won: bool = False


class Surveil(OfGrid, frozen=True, kw_only=True, omit_defaults=True):
    """An action of watching one target."""

    who: CharacterRef


class Watch(AtSpace, frozen=True, kw_only=True, omit_defaults=True):
    """`extra`: a roll beyond the normal number, after a success, where the campaign plays without intel."""

    extra: Annotated[
        bool,
        Meta(
            description="Whether it is a roll beyond the normal number, after a success, where the campaign plays without intel"
        ),
    ] = False


class _Roll(NamedTuple):
    """One roll of an action: whose, on whose grid, for which space, and the counter of the action's rolls."""

    who: str
    group: str
    on: str
    name: str
    action: str


@command("Begin an action of watching a target that was found.", by="owner", slots=1)
def surveil(play: Play, command: Surveil) -> None:
    """WD-GRID-04, WD-SURV-01, WD-RULING-82, rulings 82 and 84: an action of as many rolls as Wits; no number has been
    rolled in it yet."""
    who, group, on = command.who, command.group, command.grid
    laid = spaces.check_access(play, who, group, on, SURVEIL)
    name = action_name(SURVEIL, group, on)
    if name in play.character(who).uses:
        play.emit(who, UseReset(name=name, count=0, seen=(), data=WatchData.changes(chain=0, won=False)))
    else:
        use = Use(what=SURVEIL, against=f"{group}.grids.{on}", data=WatchData.changes(chain=0, won=False))
        play.emit(who, UseOpened(name=name, use=use))
    if play.option("strikes_last") == "action" and laid.strikes:
        play.emit(group, StrikeMarked(name=on, amount=-laid.strikes))


def action_name(approach: str, group: str, on: str) -> str:
    """The name of the counter of the rolls of an action."""
    return f"{approach}/{id_of(group)}/{on}"


@command("Roll Wits to unlock a space of a grid by watching.", by="owner", slots=0)
def watch(play: Play, command: Watch) -> None:
    """WD-SURV-01, WD-SURV-02, WD-SURV-03, WD-SURV-04, WD-SURV-05, WD-LACK-03, rulings 82, 83, 108 and 126: one roll of
    Wits against a space that can be attempted."""
    who, group, on = command.who, command.group, command.grid
    spaces.check_access(play, who, group, on, SURVEIL)
    name = spaces.space(play, group, on, command.space)
    spaces.check_available(play, group, name, SURVEIL)
    roll = _Roll(who, group, on, name, action_name(SURVEIL, group, on))
    penalty = _penalty(play, roll, extra=command.extra)
    result = _rolled(play, roll, penalty)
    repeated = result.natural in play.character(who).uses[roll.action].seen
    _count(play, roll, result, extra=command.extra)
    if result.success:
        with play.citing("WD-SURV-02"):
            grids.unlock(play, who, group, name)
            pricing.reward(play, who, group, name)
    if repeated:
        with play.citing("WD-SURV-04"):
            strike(play, roll)
    elif not result.success:
        with play.citing("WD-SURV-03"):
            _failed(play, roll)


def _penalty(play: Play, roll: _Roll, *, extra: bool) -> tuple[Contribution, ...]:
    """WD-SURV-01, WD-LACK-03: refused where no roll is left; what an extra roll costs."""
    uses = play.character(roll.who).uses
    if roll.action not in uses:
        play.missing(f"{roll.who}.uses.{roll.action}", "Nobody is watching that target yet; begin with surveil.")
    action = uses[roll.action]
    if not extra:
        if action.count >= spaces.rolls_in(play, roll.who, "wits"):
            play.refuse("WD-SURV-01", "Every roll of this action has been made; spend another one to go on watching.")
        return ()
    if not pricing.without_intel(play) or not WatchData.of(action).won:
        play.refuse("WD-LACK-03", "An extra roll follows a success, in play without intel; make a normal roll.")
    return (Contribution(label="extra roll", amount=-(WatchData.of(action).chain + 1)),)


def _rolled(play: Play, roll: _Roll, penalty: tuple[Contribution, ...]) -> Checked:
    known = lines.informed(play, roll.group, roll.on)
    how = Manner(modifiers=(*known, *thriving.at_work(play, roll.who), *penalty), veiled=True)
    target = spaces.number(play, roll.group, roll.name) + alerts.watchfulness(play, roll.group, roll.on)
    return check(play, roll.who, SURVEIL, "wits", target, how=how)


def _count(play: Play, roll: _Roll, result: Checked, *, extra: bool) -> None:
    """WD-LACK-03, ruling 126: extra rolls count for repeated numbers, not against the normal ones; the next normal roll,
    or a failure, ends their chain."""
    play.emit(roll.who, UseCounted(name=roll.action, amount=0 if extra else 1, value=result.natural))
    if pricing.without_intel(play):
        chain = WatchData.of(play.character(roll.who).uses[roll.action]).chain + 1 if extra else 0
        data = WatchData.changes(chain=chain if result.success else 0, won=result.success)
        play.emit(roll.who, UseReset(name=roll.action, data=data))


def _failed(play: Play, roll: _Roll) -> None:
    """WD-SURV-03, ruling 108: a strike with tier 1 intel, or intel is spent on a space that can be attempted, be it the
    one that was missed."""
    if pricing.without_intel(play) or not pricing.usable_intel(play, roll.who):
        strike(play, roll)
        return
    reachable = spaces.available(play, roll.group, roll.on, SURVEIL)
    owner, options = roll.who, (f"{name} is {spaces.place(play, roll.group, name)}" for name in reachable)
    prompt = f"Take a strike and tier 1 intel, or spend intel on which space? {'; '.join(options)}."
    chosen = play.ask("failure", owner, (STRIKE, *reachable), STRIKE, prompt)
    cards = () if chosen == STRIKE else _cards(play, roll, owner, spaces.price(play, roll.group, chosen).pieces)
    if not cards:
        strike(play, roll)
        return
    pricing.pay(play, roll.who, roll.group, chosen, cards)
    grids.unlock(play, roll.who, roll.group, chosen)


def _cards(play: Play, roll: _Roll, owner: str, count: int) -> tuple[str, ...]:
    """The intel that is spent, as many as the space takes; none where the player takes the strike after all."""
    picked: list[str] = []
    for number in range(count):
        left = tuple(card for card in pricing.usable_intel(play, roll.who) if card not in picked)
        options = "; ".join(f"{card} is {pricing.described(play, roll.who, card)}" for card in left)
        prompt = f"Which intel is spent ({number + 1} of {count})? {options}."
        card = play.ask("failure-intel", owner, (STRIKE, *left), STRIKE, prompt, step=number + 1)
        if card == STRIKE:
            return ()
        picked.append(card)
    return tuple(picked)


def strike(play: Play, roll: _Roll) -> None:
    """WD-SURV-03, WD-SURV-05: a strike, and tier 1 intel on the target; enough of them, and the target is alerted."""
    play.emit(roll.group, StrikeMarked(name=roll.on))
    if not pricing.without_intel(play):
        pricing.gain(play, roll.who, roll.group, roll.on, tier=1)
    alerts.struck(play, roll.who, roll.group, roll.on)


def lapse(play: Play, _: str) -> None:
    """Rolls that were not made by the end of downtime are not made any more."""
    for who in everyone(play):
        for what in spaces.APPROACHES if who.startswith("character/") else ():
            uses = play.character(who).uses
            for name in sorted(name for name in uses if name.startswith(f"{what}/")):
                play.emit(who, UseClosed(name=name, because="downtime is over"))


OPTIONS = (
    OptionSpec(
        name="strikes_last",
        default="alert",
        choices=("alert", "action"),
        text="How long strikes are kept against a target: until it is alerted, or for one action.",
        rules=("WD-SURV-05", "WD-RULING-84"),
    ),
)


MOMENTS = {DOWNTIME_END: (lapse,)}
