"""Generating abilities: scores that are bought with points, or rolled and put in any order."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.rolls import Throw, roll
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.rulebook import table
from domain.system import OptionSpec
from domain.vocabulary.holdings import Choice, ChoiceMade
from domain.vocabulary.log import Noted
from systems.orcus.fields import Ability, Score
from systems.orcus.sheet.people import ABILITIES, AVERAGE, StatBlock, enter, pools_follow

METHOD: Final = "ability_method"
ROLLED: Final = "rolled scores"

OPTIONS: Final = (
    OptionSpec(
        name=METHOD,
        default="either",
        choices=("either", "point_buy", "roll"),
        text="How ability scores are generated.",
        rules=("OR-GEN-05", "OR-RULING-10"),
    ),
)


class _AbilityRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    measures: str
    checks: tuple[str, ...]


class _Abilities(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    modifiers: tuple[tuple[int, int, int], ...]
    costs: tuple[tuple[int, int], ...]
    points: int
    below_average: int
    abilities: dict[Ability, _AbilityRow]


TABLES: Final = table(__package__, "abilities", _Abilities)
CATALOGUE: Final = (
    CatalogueKind(
        name="ability",
        title="Abilities",
        table=TABLES.abilities,
        rules=("OR-ABIL-01",),
        labels={"checks": "checks such as"},
    ),
)
COSTS: Final = dict(TABLES.costs)
"""OR-GEN-04: what a score costs."""

Scores = Annotated[dict[Ability, Score], Meta(description="All six ability scores")]


class SetScores(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A character's six scores."""

    who: CharacterRef
    scores: Scores


class RollScores(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Six scores are rolled for a character."""

    who: CharacterRef


@command("Buy the six ability scores with points.", by="owner")
def buy_scores(play: Play, command: SetScores) -> None:
    """OR-GEN-01, OR-GEN-02, OR-GEN-03, OR-GEN-04, ruling 10: 32 points at most, and one score below 10; what is left is noted."""
    _check_method(play, command.who, "point_buy")
    scores = _all_six(command.scores)
    if outside := [score for score in scores if score not in COSTS]:
        play.refuse(
            "OR-GEN-02",
            "Scores from {lowest} to {highest} are for sale; {outside} is none of them.",
            lowest=min(COSTS),
            highest=max(COSTS),
            outside=outside[0],
        )
    spent = sum(COSTS.get(score, 0) for score in scores)
    if spent > TABLES.points:
        play.refuse(
            "OR-GEN-02", "These scores cost {spent} points, and there are {points}.", spent=spent, points=TABLES.points
        )
    if sum(score < AVERAGE for score in scores) > TABLES.below_average:
        play.refuse("OR-GEN-03", "At most one score may be below {average}; raise the others.", average=AVERAGE)
    _write(play, command)
    play.emit(command.who, Noted(name="points", data={"spent": spent, "left": TABLES.points - spent}))


@command("Roll six ability scores, each the best three of four dice.", by="owner")
def roll_scores(play: Play, command: RollScores) -> None:
    """OR-GEN-05: 4d6 six times, without the lowest die of each."""
    _check_method(play, command.who, "roll")
    if play.where(command.who, "choices", ROLLED):
        play.refuse("OR-GEN-05", "Their scores are rolled already; put them in order.")
    totals = [roll(play, Throw(command.who, f"score/{at}", "4d6kh3")).total for at in range(1, len(ABILITIES) + 1)]
    made = Choice(of=ROLLED, picked=(), offered=tuple(map(str, totals)))
    play.emit(command.who, ChoiceMade(name=play.new_id("scores"), choice=made))


@command("Put the scores that were rolled in any order.", by="owner")
def assign_scores(play: Play, command: SetScores) -> None:
    """OR-GEN-01, OR-GEN-05: each of the six totals goes to one ability."""
    _check_method(play, command.who, "roll")
    rolls: list[Any] = list(play.where(command.who, "choices", ROLLED).values())
    if not rolls:
        raise Refused("OR-GEN-05", "No scores are rolled yet; roll them first.")
    totals = sorted(map(int, rolls[-1].offered))
    if sorted(_all_six(command.scores)) != totals:
        play.refuse(
            "OR-GEN-05", "These are not the totals that were rolled: {totals}.", totals=", ".join(map(str, totals))
        )
    _write(play, command)


def _check_method(play: Play, who: str, method: str) -> None:
    """OR-GEN-01, ruling 10: refuse a method that the campaign does not have, and scores once the ancestry has added to them."""
    if play.option(METHOD) not in ("either", method):
        play.refuse("OR-RULING-10", "This campaign generates ability scores in the other way.")
    if play.where(who, "traits", "ancestry"):
        play.refuse("OR-GEN-01", "Their ancestry has added to the scores already; generate them before it does.")


def _all_six(scores: dict[Ability, Score]) -> list[int]:
    """The six scores. Refused where one is missing."""
    if missing := [name for name in ABILITIES if name not in scores]:
        raise Refused("OR-ABIL-01", "Give all six scores; {lacking} is missing.", lacking=", ".join(missing))
    return list(scores.values())


def _write(play: Play, command: SetScores) -> None:
    """OR-ABIL-01, OR-HP-02: write six scores on a sheet."""
    with pools_follow(play, command.who):
        enter(play, command.who, StatBlock(scores=command.scores))
