"""Rolls: dice with named addends that stack by type, judged by the game's own measure, and judged again where a rule says so.

A `Throw` says how a roll is made, `roll` makes it, and the `Roll` that comes of it can be rolled again, counted as something
else or judged again. Each of these is an event: the last one about a roll says what came of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from domain import stacking
from domain.dice.tape import label_of
from domain.play.adjusting import Adjustment, counted
from domain.play.play import Play
from domain.vocabulary.audiences import is_public
from domain.vocabulary.base import Audience
from domain.vocabulary.log import Addends, Contribution, Judged

T = TypeVar("T")

Judge: TypeAlias = Callable[[int, int, int | None], str]
"""Gives the outcome, in the game's word, of what the dice show, of the total and of the target (None where there is none)."""


def reaches(_natural: int, total: int, target: int | None) -> str:
    """Judge a roll that has to reach its target: `success` or `failure`; "" where it has none."""
    return "" if target is None else "success" if total >= target else "failure"


def stays_under(_natural: int, total: int, target: int | None) -> str:
    """Judge a roll that must not pass its target: `success` or `failure`; "" where it has none."""
    return "" if target is None else "success" if total <= target else "failure"


def by_degrees(steps: Mapping[str, int], lowest: str) -> Judge:
    """Judge by how far the total is above the target: the word with the greatest step that it reaches, below all `lowest`.

    Without a target the steps are totals. Of two words with one step the last one given is the outcome.
    """
    falling = sorted(steps.items(), key=lambda step: step[1])[::-1]

    def judge(_natural: int, total: int, target: int | None) -> str:
        return next((word for word, least in falling if total - (target or 0) >= least), lowest)

    return judge


def with_naturals(judge: Judge, outcomes: Mapping[int, str]) -> Judge:
    """Judge as `judge` does, but where the dice show one of these numbers it comes to the word for it, at any total."""
    return lambda natural, total, target: outcomes.get(natural) or judge(natural, total, target)


def dice_of(sides: int, edge: int = 0) -> str:
    """Return the notation of one die: with an `edge` so many more of which the best counts, below zero the worst."""
    if not edge:
        return f"1d{sides}"
    return f"{1 + abs(edge)}d{sides}k{'h' if edge > 0 else 'l'}1"


def advantage(for_it: int, against_it: int) -> int:
    """Return the edge of a roll with advantages and disadvantages: 1, -1, or 0 where there are both or neither."""
    return bool(for_it) - bool(against_it)


def addend(label: str, amount: int, source: str = "", type: str = "") -> Addends:
    """Return what adds to a roll, as a tuple to be joined with others; an empty one where it adds nothing."""
    return (Contribution(label=label, amount=amount, source=source, type=type),) if amount else ()


def addends(amounts: Mapping[str, int]) -> Addends:
    """Return addends by their labels, in this order, without those that add nothing."""
    return tuple(each for label, amount in amounts.items() for each in addend(label, amount))


def stacked(given: Addends) -> Addends:
    """Return the addends that count: all without a type, and of each type the best bonus and the worst penalty."""
    changes = [
        stacking.StackedAddend(each.amount, each.type, stacking="best" if each.type else "sum") for each in given
    ]
    return tuple(each for each, counts in zip(given, stacking.counted(changes), strict=True) if counts)


class Throw(NamedTuple):
    """A way to make a roll. `kind`, `about`, `title`, `against`, `adjustments` and `rules` are those of `Play.roll`.

    `addends` stack by type (see `stacked`). A `sealed` roll is the game master's alone, of a `veiled` one target and outcome are.
    """

    who: str
    kind: str
    dice: str = "1d20"
    target: int | None = None
    addends: Addends = ()
    adjustments: tuple[Adjustment, ...] = ()
    judge: Judge = reaches
    about: str = ""
    title: str = ""
    against: str = ""
    sealed: bool = False
    veiled: bool = False
    rules: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The label under which the roll is recorded."""
        return label_of(self.title or self.kind, self.about)


class Roll(NamedTuple):
    """A roll and what came of it: `natural` is what the dice show, `total` what counts, `best` the highest die that was kept."""

    throw: Throw
    natural: int
    total: int
    outcome: str
    best: int = 0

    @property
    def margin(self) -> int:
        """The distance of the total from the target, below zero under it; 0 without a target."""
        return 0 if self.throw.target is None else self.total - self.throw.target


class Tried(NamedTuple, Generic[T]):
    """A roll that was made for a trial, a game's struct of all that bears upon it, and what came of it."""

    trial: T
    roll: Roll

    @property
    def natural(self) -> int:
        """The number that the dice show which count."""
        return self.roll.natural

    @property
    def success(self) -> bool:
        """Whether it reached its target."""
        return self.roll.outcome in ("success", "critical")

    @property
    def critical(self) -> bool:
        """Whether it was a critical success."""
        return self.roll.outcome == "critical"


def roll(play: Play, throw: Throw) -> Roll:
    """Roll dice, add what counts and judge it. Raises Refused where the dice cannot be rolled."""
    throw = throw._replace(veiled=_is_veiled(play, throw), addends=stacked(throw.addends))
    rolled = play.roll(
        throw.who,
        throw.kind,
        throw.dice,
        about=throw.about,
        title=throw.title,
        modifiers=throw.addends,
        adjustments=throw.adjustments,
        target=throw.target,
        judge=lambda natural, total: throw.judge(natural, total, throw.target),
        sealed=throw.sealed,
        veiled=throw.veiled,
        rules=throw.rules,
    )
    natural = rolled.total - sum(each.amount for each in rolled.modifiers)
    best = max((value for _, value, kept in rolled.dice if kept), default=natural)
    return Roll(throw, natural, rolled.total, rolled.outcome, best)


def roll_again(play: Play, before: Roll, word: str = "again", *, keep_better: bool = False) -> Roll:
    """Make the same roll once more, under its kind and a word for why; the new one counts.

    With `keep_better` the higher total does: where that was the older one's, the new roll is counted as that.
    """
    newer = roll(play, before.throw._replace(kind=f"{before.throw.kind}/{word}"))
    if not keep_better or newer.total >= before.total:
        return newer
    _judge(
        play, newer.throw, "the better roll counts", natural=before.natural, total=before.total, outcome=before.outcome
    )
    return before


def without_dice(play: Play, throw: Throw, natural: int, why: str, *, rules: tuple[str, ...] = ()) -> Roll:
    """Let dice count as a number without rolling them, and judge what that comes to."""
    throw = throw._replace(veiled=_is_veiled(play, throw), addends=stacked(throw.addends))
    roll = counted(
        natural, throw.addends, throw.adjustments, lambda shown, total: throw.judge(shown, total, throw.target)
    )
    _judge(
        play,
        throw,
        why,
        natural=natural,
        modifiers=roll.modifiers,
        total=roll.total,
        target=throw.target,
        outcome=roll.outcome,
        rules=tuple(dict.fromkeys((*rules, *throw.rules, *roll.rules))),
    )
    return Roll(throw, natural, roll.total, roll.outcome, natural)


def decided(play: Play, throw: Throw, *, failed: str = "", certain: str = "") -> Roll | None:
    """Return what comes of a throw that fails or succeeds by a rule without a die; None where neither rule is given."""
    if not failed and not certain:
        return None
    outcome, why = ("failure", "it fails") if failed else ("success", "it succeeds")
    sure = throw._replace(judge=lambda *_: outcome)
    return without_dice(play, sure, 0, f"{why} without a roll", rules=(failed or certain,))


def count_as(play: Play, before: Roll, total: int, why: str, *, rules: tuple[str, ...] = ()) -> Roll:
    """Let a roll come to another total than it did, judge it by that, and write down why."""
    outcome = before.throw.judge(before.natural, total, before.throw.target)
    _judge(play, before.throw, why, total=total, target=before.throw.target, outcome=outcome, rules=rules)
    return before._replace(total=total, outcome=outcome)


def judge_again(play: Play, before: Roll, outcome: str, why: str, *, rules: tuple[str, ...] = ()) -> Roll:
    """Let a roll come to another outcome than it did, and write down why."""
    _judge(play, before.throw, why, outcome=outcome, rules=rules)
    return before._replace(outcome=outcome)


def _judge(play: Play, throw: Throw, why: str, **changes: Any) -> None:
    audience: Audience = "gm" if throw.sealed else "all"
    play.emit(throw.who, Judged(name=throw.label, why=why, veiled=throw.veiled, audience=audience, **changes))


def _is_veiled(play: Play, throw: Throw) -> bool:
    """Whether target and outcome are the game master's: as it was said, or as those of a character whose sheet is not public."""
    return throw.veiled or bool(throw.against and not is_public(play.aggregate(throw.against).profile["self"].sheet))
