"""Thriving: what high morale may be good for besides buying rolls. All of it is optional; the amounts are the campaign's."""

from __future__ import annotations

from domain.kit import conditions
from domain.kit.rolls import addend
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.log import Contribution
from domain.vocabulary.values import Modifier, ModifierApplied
from systems.weaverdice.checks import checks, morale
from systems.weaverdice.harm import nights
from systems.weaverdice.moments import DAY_END, DAY_START, FULL_NIGHT
from systems.weaverdice.sheet import effort
from systems.weaverdice.sheet.stats import DILIGENCE, WOUND_SLOTS

SOURCE = "high morale"

CONTENT = "content"
"""The condition of a character who ended the day in good morale; that counts until the new one, whatever downtime does to morale."""


def at_work(play: Play, who: str) -> tuple[Contribution, ...]:
    """WD-OPT-08: return what a roll for work in downtime gains from the good morale in which the day ended."""
    amount = play.value(who, DILIGENCE).total if morale.is_kept(play, who) else 0
    return addend(SOURCE, amount)


def morning(play: Play, who: str) -> None:
    """WD-OPT-07, WD-OPT-08: give what every step above neutral is worth for the day that begins."""
    steps = max(0, checks.morale(play, who))
    if not steps or not effort.has_effort(play, who):
        return
    if play.option("morale_effort"):
        with play.citing("WD-OPT-07"):
            for number in range(steps):
                _give_dot(play, who, _picked(play, who, number + 1))
    with play.citing("WD-OPT-08"):
        for _ in range(steps * _amount(play, "morale_recovery")):
            _give_dot(play, who, "recovery")
        _add(play, who, WOUND_SLOTS, steps * _amount(play, "morale_health"), DAY_START)


def evening(play: Play, who: str) -> None:
    """WD-OPT-08: a day that ends in good morale is good for the work that follows."""
    if checks.morale(play, who) >= morale.GOOD:
        with play.citing("WD-OPT-08"):
            _add(play, who, DILIGENCE, _amount(play, "thriving_work"), DAY_END)
            if _amount(play, "thriving_healing"):
                conditions.gain(play, who, CONTENT, until=AtMoment(moment=DAY_START, subject=who))


def night(play: Play, who: str) -> None:
    """WD-OPT-08: a day that ends in good morale heals so many wounds more, the mildest first."""
    healing = _amount(play, "thriving_healing")
    if healing > 0 and conditions.has(play, who, CONTENT):
        with play.citing("WD-OPT-08"):
            for name in nights.healable(play, who)[:healing]:
                nights.heal(play, who, name)


def _picked(play: Play, who: str, number: int) -> str:
    """Ruling 127: the player picks each dot's pool anew each day."""
    pools, prompt = tuple(effort.POOLS), "High morale: a dot of which pool?"
    return play.ask("morale-dot", who, pools, pools[0], prompt, about=(who, str(number)))


def _give_dot(play: Play, who: str, pool: str) -> None:
    """WD-OPT-07, ruling 127: a dot that ends with the day, and is gone for it once it is spent."""
    until = AtMoment(moment=DAY_END, subject=who)
    dot = Modifier(
        path=effort.most(pool), amount=1, title="dot of morale", source=SOURCE, tags=(effort.OF_MORALE,), until=until
    )
    play.emit(who, ModifierApplied(name=play.new_id("morale-dot"), modifier=dot))
    effort.regain(play, who, pool, 1)


def _add(play: Play, who: str, path: str, amount: int, until: str) -> None:
    if amount:
        anchor = AtMoment(moment=until, subject=who)
        modifier = Modifier(path=path, amount=amount, title=SOURCE, source=SOURCE, until=anchor)
        play.emit(who, ModifierApplied(name=play.new_id("thriving"), modifier=modifier))


def _amount(play: Play, option: str) -> int:
    return max(0, int(play.option(option) or 0))


OPTIONS = (
    OptionSpec(
        name="morale_effort",
        default=False,
        choices=(False, True),
        text="Whether each step of morale above neutral at the start of a day is a dot of effort more for that day.",
        rules=("WD-OPT-07", "WD-RULING-127"),
    ),
    OptionSpec(
        name="morale_health",
        default=0,
        text="Wound slots more for a day, for each step of morale above neutral at its start.",
        rules=("WD-OPT-08",),
    ),
    OptionSpec(
        name="morale_recovery",
        default=0,
        text="Dots of Recovery more for a day, for each step of morale above neutral at its start.",
        rules=("WD-OPT-08",),
    ),
    OptionSpec(
        name="thriving_work",
        default=0,
        text="What rolls for work in downtime gain after a day that ended in good morale.",
        rules=("WD-OPT-08",),
    ),
    OptionSpec(
        name="thriving_healing",
        default=0,
        text="How many wounds more heal in the night after a day that ended in good morale.",
        rules=("WD-OPT-08",),
    ),
)

MOMENTS = {DAY_START: (morning,), DAY_END: (evening,), FULL_NIGHT: (night,)}
