"""Tests against a percentage: criticals, fumbles, opposed tests, modifiers with their caps."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from domain.dice.tape import label_of
from domain.kit.rolls import Throw, addend, roll
from domain.play.moments import come
from domain.play.play import Play
from domain.rulebook import table
from domain.system import OptionSpec
from domain.vocabulary.audiences import is_secret
from domain.vocabulary.base import Scalar
from domain.vocabulary.log import Contribution, Noted
from systems.cthulhu_eternal import people
from systems.cthulhu_eternal.moments import STRAINED

STAT_TIMES: Final = 5
"""A test of a stat is made against five times its score, unless the rule says otherwise."""

LEVELS: Final = {"fumble": 0, "failure": 0, "success": 1, "critical": 2}


EYESIGHT, TWO_HANDS, MOVEMENT = "eyesight", "two hands", "movement"
"""CE-DMG-17: needs of tests that the rules know of by themselves."""

HINDERED: Final = "hindered"
"""The values that injuries take from tests: the first part of their paths."""


class _Limits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    most_bonus: int
    strenuous: tuple[str, ...]


_LIMITS: Final = table(__package__, "tests", _Limits)

MOST_BONUS: Final = _LIMITS.most_bonus
"""CE-MOD-02."""


class Tested(NamedTuple):
    """A percentile roll and what came of it: `total` 1 to 100, `outcome` critical, success, failure or fumble.

    `chance` is what it was rolled against, after all modifiers.
    """

    total: int
    outcome: str
    chance: int = 0

    @property
    def success(self) -> bool:
        """At or under the chance, or an 01; a critical is one too."""
        return LEVELS[self.outcome] > 0

    @property
    def critical(self) -> bool:
        """A success that is 01 or shows equal digits."""
        return self.outcome == "critical"

    @property
    def fumble(self) -> bool:
        """A failure that is 100 or shows equal digits."""
        return self.outcome == "fumble"

    @property
    def margin(self) -> int:
        """Return how far below the chance the roll fell; below 0 above it."""
        return self.chance - self.total


def test(
    play: Play,
    who: str,
    label: str,
    chance: int,
    *,
    about: str = "",  # noqa: PT028
    modifiers: tuple[Contribution, ...] = (),  # noqa: PT028
    attack: bool = False,  # noqa: PT028
    of: str = "",  # noqa: PT028
    veiled: bool = False,  # noqa: PT028
) -> Tested:
    """CE-ATK-05, CE-MOD-01, rulings 1 and 4: d100, at or under the chance; what changes the chance is written down.
    `about` is for whom it is rolled, where one rolls it for several.

    The bonuses of an `attack` are capped. `of` is the stat or skill that is tested: a strenuous one has its consequences
    (CE-HEAL-14), after the roll (ruling 19). Of a `veiled` one the chance and what came of it are the game master's to know, as they are of the character whose sheet it is.
    """
    veiled = veiled or is_secret(play.character(who).profile["self"].sheet)
    with play.seen_by("gm" if veiled else "all"):
        target = _chance_after(play, who, label_of(label, about), chance, modifiers=modifiers, attack=attack)
    matching = play.option("critical_rule") == "matching digits"
    made = roll(
        play,
        Throw(
            who,
            label,
            "1d100",
            target,
            judge=lambda die, *_: judged(die, target, matching=matching),
            about=about,
            veiled=veiled,
        ),
    )
    if is_strenuous(play, of):
        come(play, STRAINED, who)
    return Tested(made.total, made.outcome, target)


def _chance_after(
    play: Play, who: str, label: str, chance: int, *, modifiers: tuple[Contribution, ...], attack: bool
) -> int:
    """CE-MOD-01, CE-MOD-02: the chance after its modifiers, which are written down; the bonuses of an attack are capped."""
    together = sum(modifier.amount for modifier in modifiers)
    cut = capped(play, modifiers) - together if attack else 0
    if modifiers:
        given = {modifier.label: modifier.amount for modifier in modifiers}
        over = {f"bonuses over {MOST_BONUS}": cut} if cut else {}
        data: dict[str, Scalar] = {"chance": chance, **given, **over, "after": chance + together + cut}
        play.emit(who, Noted(name=label, data=data, rules=("CE-MOD-02",) if cut else ()))
    return chance + together + cut


def stat_test(
    play: Play,
    who: str,
    label: str,
    stat: str,
    *,
    times: int = STAT_TIMES,
    modifiers: tuple[Contribution, ...] = (),
) -> Tested:
    """A test of a stat, multiplied (`con`: CON x5)."""
    return test(play, who, label, times * people.stat(play, who, stat), modifiers=modifiers, of=stat)


def skill_test(
    play: Play,
    who: str,
    label: str,
    skill: str,
    *,
    about: str = "",
    modifiers: tuple[Contribution, ...] = (),
    attack: bool = False,
    veiled: bool = False,
) -> Tested:
    """A test of a skill (`first_aid`)."""
    chance = people.skill(play, who, skill)
    of = people.name_of_skill(skill)
    return test(play, who, label, chance, about=about, modifiers=modifiers, attack=attack, of=of, veiled=veiled)


def hindrance(play: Play, who: str, needs: tuple[str, ...]) -> int:
    """CE-DMG-16, CE-DMG-17: the penalty (0 or less) that injuries put on a test that needs all of these."""
    return sum(
        int(modifier.amount)
        for need in needs
        for modifier in play.where(who, "modifiers", f"{HINDERED}.{need}").values()
    )


def hindered(play: Play, who: str, *needs: str) -> tuple[Contribution, ...]:
    """CE-DMG-16, CE-DMG-17: return what injuries add (below 0) to a test that needs all of these, each by its word."""
    return tuple(each for need in needs for each in addend(need, hindrance(play, who, (need,)), "CE-DMG-17"))


def judged(die: int, chance: int, *, matching: bool = True) -> str:
    """Rulings 1 and 4: 01 is always a critical and 100 always a fumble; equal digits make one of any other result."""
    succeeds = die == 1 or (die <= chance and die < 100)
    special = die in (1, 100) or (matching and die % 11 == 0)
    return ("critical" if special else "success") if succeeds else ("fumble" if special else "failure")


def capped(play: Play, modifiers: tuple[Contribution, ...]) -> int:
    """CE-MOD-02, CE-MOD-03, ruling 9: bonuses together come to 40 at most, penalties are added to that without limit."""
    bonus = sum(modifier.amount for modifier in modifiers if modifier.amount > 0)
    penalty = sum(modifier.amount for modifier in modifiers if modifier.amount < 0)
    if play.option("bonus_cap_applies") == "net":
        return min(MOST_BONUS, bonus + penalty)
    return min(MOST_BONUS, bonus) + penalty


def overcomes(play: Play, one: Tested, other: Tested) -> bool:
    """CE-ACT-15, rulings 2 and 3: a failure overcomes nothing; the better success does, and of equal ones the higher roll.

    A tie overcomes nothing either: ask for the side that has to overcome the other.
    """
    mine, theirs = LEVELS[one.outcome], LEVELS[other.outcome]
    if not mine or mine != theirs:
        return mine > theirs
    match rule := str(play.option("opposed_rule")):
        case "higher roll":
            return one.total > other.total
        case "lower roll":
            return one.total < other.total
        case "margin":
            return one.margin > other.margin
        case _:
            raise ValueError(f"no such rule: {rule}")


def digits(roll: int) -> tuple[int, int]:
    """CE-LETH-03, ruling 14: the two dice of a percentile roll, a 0 counting as 10."""
    return roll // 10 % 10 or 10, roll % 10 or 10


def is_strenuous(play: Play, of: str) -> bool:
    """Ruling 19: whether a test of this stat or skill strains the body; a campaign may add skills."""
    added = (people.name_of_skill(word) for word in str(play.option("physical_skills")).split(",") if word.strip())
    return of in _LIMITS.strenuous or of in set(added)


OPTIONS = (
    OptionSpec(
        name="critical_rule",
        default="matching digits",
        choices=("matching digits", "extremes only"),
        text="Whether equal digits make a critical or a fumble, or 01 and 100 alone do.",
        rules=("CE-RULING-01",),
    ),
    OptionSpec(
        name="opposed_rule",
        default="higher roll",
        choices=("higher roll", "lower roll", "margin"),
        text="Which of two equal successes overcomes the other.",
        rules=("CE-RULING-02",),
    ),
    OptionSpec(
        name="bonus_cap_applies",
        default="bonuses",
        choices=("bonuses", "net"),
        text="Whether the cap on attack bonuses holds for the bonuses alone, or for what is left after penalties.",
        rules=("CE-MOD-02", "CE-RULING-09"),
    ),
    OptionSpec(
        name="physical_skills",
        default="",
        text="Skills, separated by commas, that strain the body besides those that the rules name.",
        rules=("CE-HEAL-14", "CE-RULING-19"),
    ),
)
