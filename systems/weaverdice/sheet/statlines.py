"""Statlines: what stats a cape starts with, ready lines to choose among, and how age changes them."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef, Command, Text
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.messages import either, text
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.system import OptionSpec
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Choice, ChoiceChanged, ChoiceMade
from domain.vocabulary.log import Noted
from domain.vocabulary.values import AttributeRaised, TrackSet
from systems.weaverdice.fields import Stat
from systems.weaverdice.sheet import effort
from systems.weaverdice.sheet.stats import AVERAGE, STATS

Age = Literal["standard", "young", "veteran"]

RANDOM: Final = "random"
"""The choice of a stat that the dice name."""

_OFFERED: Final = (2, 3)
"""WD-OPT-10: how many ready lines there are to choose among."""


class Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ready line: the stats that are one higher, `plus`, and those of which one is lower, `minus` (`random` stands for one
    that is rolled)."""

    plus: Annotated[tuple[Stat, ...], Meta(description="The stats that are one higher")]
    minus: Annotated[
        tuple[str, ...], Meta(description="The stats of which one is lower; `random` stands for one that is rolled")
    ]


@data_of("profile")
class AgeData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The age, one of three, that a character's numbers are of."""

    age: str = "standard"


class OfferStatlines(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`lines` are the two or three ready ones for one cape to choose among."""

    who: CharacterRef
    lines: Annotated[tuple[Line, ...], Meta(description="The two or three ready ones for one cape to choose among")]


class TakeStatline(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`line` counts from 1."""

    who: CharacterRef
    line: Annotated[int, Meta(description="Which of the lines, counted from 1")]
    minus: Annotated[str, Meta(description="Which stat is lower, where the line leaves a choice")] = ""


class GrowStat(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`why` is what justifies it."""

    who: CharacterRef
    stat: Stat
    why: Annotated[Text, Meta(description="What justifies it")] = ""


def age(play: Play, who: str) -> str:
    """WD-SKL-09: return which of the three ages a character's numbers are of."""
    return AgeData.of(play.character(who).profile["self"]).age


def native(play: Play, who: str, stat: str) -> int:
    """Return how far a stat is from 3 by nature, whatever powers and injuries do to it."""
    return int(play.character(who).attributes[stat].base) - AVERAGE


def check_line(play: Play, line: dict[str, int], of_age: str) -> None:
    """WD-CHK-06, WD-OPT-09, WD-OPT-11: the stats that are higher and lower than 3 at the start."""
    plus = _pluses(play, of_age)
    high = [stat for stat in STATS if line.get(stat, AVERAGE) == AVERAGE + 1]
    low = [stat for stat in STATS if line.get(stat, AVERAGE) == AVERAGE - 1]
    changed = [stat for stat in STATS if line.get(stat, AVERAGE) != AVERAGE]
    if len(high) != plus or len(low) != 1 or len(changed) != plus + 1:
        pluses = text("two stats at 4") if plus == 2 else text("one stat at 4")
        play.refuse("WD-CHK-06", "A starting line has {pluses}, one stat at 2 and the rest at 3.", pluses=pluses)


def _pluses(play: Play, of_age: str) -> int:
    """Return how many stats start one higher."""
    if play.option("starting_stats") == "one-and-one":
        return 1
    return 1 if of_age == "young" and play.option("statlines") else 2


@command("Offer a cape two or three ready lines of stats.")
def offer_statlines(play: Play, command: OfferStatlines) -> None:
    """WD-OPT-10, WD-OPT-11: the game master offers two or three ready lines."""
    _check_offered(play)
    if len(command.lines) not in _OFFERED:
        play.refuse("WD-OPT-10", "Two or three lines are offered, not {lines}.", lines=len(command.lines))
    for line in command.lines:
        _check_ready(play, command.who, line)
    if "statline" in play.character(command.who).choices:
        play.refuse("WD-OPT-10", "Lines have been offered already; undo that to offer others.")
    offered = tuple(_written(line) for line in command.lines)
    play.emit(command.who, ChoiceMade(name="statline", choice=Choice(of="statline", picked=(), offered=offered)))


def _check_offered(play: Play) -> None:
    if not play.option("statlines"):
        play.refuse("WD-OPT-10", "Ready lines are an optional rule: set the option `statlines` to offer them.")


def _check_ready(play: Play, who: str, line: Line) -> None:
    for stat in (*line.plus, *(stat for stat in line.minus if stat != RANDOM)):
        if stat not in STATS:
            raise Refused("WD-CHK-04", "{stat!r} is no stat; there are {stats}.", stat=stat, stats=", ".join(STATS))
    plus = _pluses(play, age(play, who))
    rule = "WD-OPT-11" if age(play, who) == "young" else "WD-OPT-10"
    if len(set(line.plus)) != plus or len(line.plus) != plus or not line.minus:
        play.refuse(
            rule,
            "A ready line for this cape has {plus} higher and one lower stat (or a choice of lower ones).",
            plus=plus,
        )
    if both := [stat for stat in line.plus if stat in line.minus]:
        play.refuse(rule, "A ready line raises {stat}, and so cannot lower it.", stat=both[0])


def _written(line: Line) -> str:
    return " ".join((*(f"+{stat}" for stat in line.plus), f"-{'|'.join(line.minus)}"))


def _read(line: str) -> Line:
    *plus, minus = line.split()
    return Line(plus=tuple(stat[1:] for stat in plus), minus=tuple(minus[1:].split("|")))


@command("Take one of the lines that were offered.", by="owner")
def take_statline(play: Play, command: TakeStatline) -> None:
    """WD-OPT-10: the player takes one of the lines, and the dice name a stat where the line leaves it to them."""
    choices = play.character(command.who).choices
    if "statline" not in choices:
        play.missing(f"{command.who}.choices.statline", "No lines have been offered; the game master offers some.")
    if choices["statline"].picked:
        play.refuse("WD-OPT-10", "A line has been taken; one is all there is.")
    offered = choices["statline"].offered
    if not 1 <= command.line <= len(offered):
        raise Refused(
            "WD-OPT-10",
            "There is no line {line}: choose one from 1 to {offered}.",
            line=command.line,
            offered=len(offered),
        )
    line = _read(offered[command.line - 1])
    minus = command.minus or (line.minus[0] if len(line.minus) == 1 else "")
    if minus not in line.minus:
        raise Refused("WD-OPT-10", "Say as `minus` which one is lower: {minus}.", minus=either(line.minus))
    if minus == RANDOM:
        minus = STATS[play.roll(command.who, "random-stat", f"1d{len(STATS)}").total - 1]
    for stat in line.plus:
        play.emit(command.who, AttributeRaised(name=stat, amount=1))
    play.emit(command.who, AttributeRaised(name=minus, amount=-1))
    play.emit(command.who, ChoiceChanged(name="statline", picked=(offered[command.line - 1], minus)))
    _fill_pools(play, command.who)


def _fill_pools(play: Play, who: str) -> None:
    """WD-EFF-01: fill the pools of a character who starts with other stats with as many dots."""
    for pool in effort.POOLS if effort.has_effort(play, who) else ():
        size = play.value(who, effort.most(pool)).total
        if effort.dots(play, who, pool) != size:
            play.emit(who, TrackSet(name=pool, current=size))


@command("Let a young cape grow into one more point of a stat that the player can justify.")
def grow_stat(play: Play, command: GrowStat) -> None:
    """WD-OPT-11: the young gain one more point in a stat of their choice, once, when they can justify it."""
    who = command.who
    _check_offered(play)
    if command.stat not in STATS:
        raise Refused("WD-CHK-04", "{stat!r} is no stat; there are {stats}.", stat=command.stat, stats=", ".join(STATS))
    if age(play, who) != "young":
        play.refuse("WD-OPT-11", "Only young capes grow into another stat; this one is not young.")
    if "grown-stat" in play.character(who).choices:
        play.refuse("WD-OPT-11", "This cape has grown into a stat already; there is one such growth.")
    else:
        play.emit(who, ChoiceMade(name="grown-stat", choice=Choice(of="grown-stat", picked=(command.stat,))))
    play.emit(who, AttributeRaised(name=command.stat, amount=1))
    if command.why:
        play.emit(who, Noted(name="grown-stat", text=command.why))


OPTIONS = (
    OptionSpec(
        name="starting_stats",
        default="two-and-one",
        choices=("two-and-one", "one-and-one"),
        text="How many stats start higher than 3, and how many lower.",
        rules=("WD-CHK-06", "WD-OPT-09"),
    ),
    OptionSpec(
        name="statlines",
        default=False,
        choices=(True, False),
        text="The game master offers each player two or three ready lines of stats; the young have one higher stat only.",
        rules=("WD-OPT-10", "WD-OPT-11"),
    ),
)
