"""Levels: XP that is awarded, and levels that are gained, one at a time, with what comes with them."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import counters, pools
from domain.kit.commands import command
from domain.kit.values import raise_base
from domain.messages import text
from domain.play.moments import come
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.system import OptionSpec
from systems.orcus.fields import Ability, Because
from systems.orcus.moments import LEVELED, LONG_REST
from systems.orcus.sheet.choices import IN_WORDS, ChoiceFields, pick
from systems.orcus.sheet.people import ABILITIES, level_of, pools_follow
from systems.orcus.sheet.tiers import HIGHEST, LEVELS, level_for

XP: Final = "xp"
LEVEL_UP: Final = "level_up"
READY: Final = "ready-for-level"
"""The counter that holds the level to which the last long rest opened the way."""

OPTIONS: Final = (
    OptionSpec(
        name=LEVEL_UP,
        default="on_confirm",
        choices=("on_confirm", "after_long_rest"),
        text="Whether a level is gained as soon as the XP are there, or after the next long rest.",
        rules=("OR-LVL-03",),
    ),
)

MOST: Final = 30
"""Ruling 9: no score rises above it."""


class AwardXp(Command, frozen=True, kw_only=True, omit_defaults=True):
    """The game master awards XP, to each of them as many."""

    who: Annotated[tuple[CharacterRef, ...], Meta(min_length=1, description="Who gets them")]
    amount: Annotated[int, Meta(ge=1, le=1_000_000, description="XP for each of them")]
    because: Because = ""


class GainLevel(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A character gains the next level, with the choices that come with it."""

    who: CharacterRef
    abilities: Annotated[
        tuple[Ability, ...], Meta(description="The abilities that rise, where two do", extra={"catalogue": "ability"})
    ] = ()
    feat: Annotated[str, Meta(max_length=60, description="The feat that is picked, where the level brings one")] = ""
    path: Annotated[str, Meta(max_length=60, description="The prestige or epic path that is selected")] = ""


@command("Award XP.")
def award_xp(play: Play, command: AwardXp) -> None:
    """OR-LVL-03, ruling 12: XP open the way to a level; the player takes it."""
    for who in dict.fromkeys(command.who):
        pools.gain(play, who, XP, command.amount)


@command("Gain the next level.", by="owner")
def gain_level(play: Play, command: GainLevel) -> None:
    """OR-LVL-02, OR-LVL-03, OR-LVL-04, OR-HP-02, rulings 9 and 12: one level at a time, and its choices with it."""
    who, level = command.who, level_of(play, command.who) + 1
    _check_due(play, who, level)
    row = LEVELS[level]
    _check_choice(level, IN_WORDS["feat"], command.feat, bool(row.feats))
    _check_choice(level, IN_WORDS[row.selects] if row.selects else text("path"), command.path, bool(row.selects))
    with pools_follow(play, who):
        for name in _rising(play, command, row.abilities):
            raise_base(play, who, name, 1)
        raise_base(play, who, "level", 1)
    if command.feat:
        pick(play, who, "feat", command.feat, ChoiceFields())
    if row.selects:
        pick(play, who, row.selects, command.path, ChoiceFields())
    come(play, LEVELED, who)


def _check_due(play: Play, who: str, level: int) -> None:
    """OR-LVL-03: refuse a level that their XP do not reach yet, or that waits for a long rest."""
    if level > HIGHEST:
        raise Refused("OR-LVL-01", "Level {highest} is the highest there is.", highest=HIGHEST)
    if level_for(pools.current(play, who, XP)) < level:
        play.refuse(
            "OR-LVL-03", "Level {level} takes {xp} XP; they do not have them yet.", level=level, xp=LEVELS[level].xp
        )
    if play.option(LEVEL_UP) == "after_long_rest" and counters.times(play, who, READY) < level:
        play.refuse("OR-RULING-12", "In this campaign a level comes after a long rest; take one first.")


def _check_choice(level: int, what: str, given: str, wanted: bool) -> None:
    """OR-LVL-02, OR-LVL-04: refuse a choice that is missing, or that the level does not bring."""
    if wanted and not given:
        raise Refused("OR-LVL-02", "Level {level} brings a {what}; say which.", level=level, what=what)
    if given and not wanted:
        raise Refused("OR-LVL-02", "Level {level} brings no {what}; leave it out.", level=level, what=what)


def _rising(play: Play, command: GainLevel, count: int) -> tuple[Ability, ...]:
    """OR-LVL-02, OR-LVL-04, ruling 9: return the abilities that rise: none, two different ones, or all that are below 30."""
    named = command.abilities
    if count == len(ABILITIES):
        return tuple(name for name in ABILITIES if _score(play, command.who, name) < MOST)
    if named and not count:
        level = level_of(play, command.who) + 1
        raise Refused("OR-LVL-02", "No ability rises with level {level}; leave it out.", level=level)
    if len(named) != count or len(set(named)) != count:
        raise Refused(
            "OR-LVL-02", "{number_of} different abilities rise with this level; name so many.", number_of=count
        )
    if top := [name for name in named if _score(play, command.who, name) >= MOST]:
        raise Refused(
            "OR-RULING-09", "No score rises above {most}; name another ability than {top}.", most=MOST, top=top[0]
        )
    return named


def _score(play: Play, who: str, name: str) -> int:
    """Return a score as it stands on the sheet, without modifiers."""
    return play.value(who, f"attributes.{name}").base


def ready(play: Play, who: str) -> None:
    """Ruling 12: a long rest opens the way to the level that the XP entitle to."""
    if play.option(LEVEL_UP) == "after_long_rest" and pools.has(play, who, XP):
        counters.restart(play, who, READY, level_for(pools.current(play, who, XP)), rules=("OR-RULING-12",))


MOMENTS: Final = {LONG_REST: (ready,)}
