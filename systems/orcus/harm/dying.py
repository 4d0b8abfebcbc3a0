"""Dropping to 0: creatures out of hit points are dead at once, knocked out, or dying."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import counters
from domain.kit.commands import command
from domain.kit.conditions import end, gain, has, present
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.profile import ProfileChanged
from systems.orcus.sheet.conditions import DEAD, DYING, STABLE, UNCONSCIOUS, is_dead
from systems.orcus.sheet.people import STAGGERED_AT, ProfileData, is_hero
from systems.orcus.windows import Harm

FAILED: Final = "death-saves/failed"
PASSED: Final = "death-saves/passed"
"""The counters of death saves."""

FELL: Final = "OR-DEATH-03"
KNOCKED_OUT: Final = "OR-DEATH-11"
"""The sources of the unconsciousness that ends with regained hit points."""

OPTIONS: Final = (
    OptionSpec(
        name="negative_hp",
        default=True,
        text="Whether hit points fall below 0; if not, only one instance of damage that is great enough kills.",
        choices=(True, False),
        rules=("OR-DEATH-10", "OR-RULING-39"),
    ),
    OptionSpec(
        name="knock_out_limit",
        default="none",
        text="How hard a blow may be that knocks out: as hard as it is, or not so hard that it would kill at once.",
        choices=("none", "not_instant_death"),
        rules=("OR-RULING-40",),
    ),
)


class Fate(NamedTuple):
    """The outcome of harm: the hit points that are left, what a character is then, and the rule that says so."""

    hp: int
    what: Literal["as before", "dying", "knocked out", "dead"] = "as before"
    rule: str = ""


class UseHeroRules(Command, frozen=True, kw_only=True, omit_defaults=True):
    """The rules for heroes go for a character, or go no more."""

    who: CharacterRef
    hero_rules: Annotated[bool, Meta(description="Whether it falls and dies by the rules for heroes")] = True


def fate_of(play: Play, harm: Harm, before: int, after: int) -> Fate:
    """OR-DEATH-01, OR-DEATH-02, OR-DEATH-03, OR-DEATH-09, OR-DEATH-10, OR-DEATH-11, OR-ACT-08: return the outcome of harm.

    `before` and `after` are the hit points before it and after it.
    """
    limit = play.value(harm.target, STAGGERED_AT).total
    left = after if play.option("negative_hp") else max(after, min(before, 0))
    if harm.deadly and harm.amount >= max(1, limit):
        return Fate(left, "dead", "OR-ACT-08")
    if after > 0 or after == before:
        return Fate(after)
    massive = after <= -limit
    if _knocks_out(play, harm, before, massive=massive):
        return Fate(0, "knocked out", KNOCKED_OUT)
    if not is_hero(play, harm.target):
        return Fate(left, "dead", "OR-DEATH-09")
    if massive:
        return Fate(left, "dead", "OR-DEATH-02" if play.option("negative_hp") else "OR-DEATH-10")
    return Fate(left, "dying", FELL)


def _knocks_out(play: Play, harm: Harm, before: int, *, massive: bool) -> bool:
    """OR-DEATH-11, ruling 40: whether an attacker who does not mean to kill knocks a character out."""
    if harm.lethal or harm.cause != "attack" or before <= 0:
        return False
    return not massive or not is_hero(play, harm.target) or play.option("knock_out_limit") == "none"


def meet(play: Play, who: str, fate: Fate) -> None:
    """OR-DEATH-01: let a character come to what harm has brought about."""
    with play.citing(*filter(None, ("OR-DEATH-01" if fate.rule.startswith("OR-DEATH") else "", fate.rule))):
        if fate.what == "dead":
            die(play, who)
        elif fate.what == "knocked out":
            gain(play, who, UNCONSCIOUS, source=KNOCKED_OUT)
        elif fate.what == "dying" and not has(play, who, DYING):
            begin_dying(play, who)


def die(play: Play, who: str) -> None:
    """Let a character die, however it comes; the dead are dying no more."""
    for what in (DYING, STABLE):
        end(play, who, what, "dead")
    gain(play, who, DEAD)


def begin_dying(play: Play, who: str) -> None:
    """OR-DEATH-03, OR-COND-07, ruling 28: put a character in the unconscious and dying state; saves that they had passed
    before count no more."""
    end(play, who, STABLE, "harmed again")
    if counters.times(play, who, PASSED):
        counters.clear(play, who, PASSED)
    if not present(play, who, UNCONSCIOUS, source=FELL):
        gain(play, who, UNCONSCIOUS, source=FELL)
    end(play, who, UNCONSCIOUS, "dying", source=KNOCKED_OUT)
    gain(play, who, DYING)


def wake(play: Play, who: str) -> None:
    """OR-DEATH-03, ruling 41: regained hit points end dying and the unconsciousness that came of lost ones; failures stay."""
    for what in (DYING, STABLE):
        end(play, who, what, "hit points regained")
    for source in (FELL, KNOCKED_OUT):
        end(play, who, UNCONSCIOUS, "hit points regained", source=source)
    if counters.times(play, who, PASSED):
        counters.clear(play, who, PASSED)


def stabilize(play: Play, who: str) -> None:
    """Ruling 28: a character rolls no more death saves until they are harmed again; they do not wake."""
    end(play, who, DYING, "stable")
    gain(play, who, STABLE)


@command("Say whether a character falls and dies by the rules for heroes.")
def use_hero_rules(play: Play, command: UseHeroRules) -> None:
    """OR-DEATH-09, ruling 58: the game master lets villains and special people fall unconscious as heroes do; others die at 0."""
    if is_dead(play, command.who):
        play.refuse("OR-DEATH-09", "They are dead already; return them to life first.")
    data = ProfileData.changes(hero_rules=command.hero_rules)
    play.emit(command.who, ProfileChanged(name="self", data=data, rules=("OR-DEATH-09",)))
