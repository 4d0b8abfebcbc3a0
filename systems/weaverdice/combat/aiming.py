"""Aiming: the skills of long-range attacks, which want a shot without foes near by or anything else in the way."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command, EncounterRef
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.play.play import Play
from domain.play.windows import WindowTable
from domain.vocabulary.anchors import AtMoment, UntilEncounterEnds, UntilFirst
from domain.vocabulary.bodies import Condition
from domain.vocabulary.log import Contribution
from systems.weaverdice.combat.windows import PAID, ROLLED, ROLLING, Strike, Volley
from systems.weaverdice.moments import OUT, WOUNDED
from systems.weaverdice.sheet import effort, skills
from systems.weaverdice.turns import fights

FIELD: Final = "aim"
"""The field of long-range skills."""

AIMING: Final = "aiming"
"""Keeping a target in the sights. At level 0 the round is not over yet; from level 1 on the next shot has the bonus."""

FOCUSED: Final = "focused_shots"
"""Each use of Focused Shot in this fight, until a wound: from level 1 on, one more skill that bonuses reckon with."""

FIRED: Final = "fired"
"""A shot was fired since one's turn began."""


class AlignSights(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`encounter` is the fight that it is done in; left out, it is the envelope's."""

    who: CharacterRef
    target: CharacterRef
    encounter: Annotated[
        EncounterRef, Meta(description="The fight that it is done in; left out, it is the envelope's")
    ] = ""


class LoseSight(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`target` went out of view or `who` was interrupted."""

    who: Annotated[CharacterRef, Meta(description="Who was interrupted")]
    target: Annotated[CharacterRef, Meta(description="The target that went out of view")]


def applies(play: Play, who: str, *, crowded: bool = False) -> bool:
    """WD-SKL-03: Aim serves a long-range attack with no foe within 15 feet and nothing that interferes at once."""
    return not crowded and skills.knows(play, who, "aim")


def focused_shot(play: Play, who: str) -> None:
    """WD-SKL-05: a dot of Focus lets Aim apply to this attack, no matter who is near; it counts for the bonuses of
    later ones."""
    if not skills.knows(play, who, "focused-shot"):
        play.refuse(
            "WD-SKL-05", "This takes the skill Focused Shot; without it Aim wants a shot that nothing interferes with."
        )
    effort.spend(play, who, "focus", "WD-SKL-05")
    encounter = turns.running(play)
    if encounter is not None:
        until = _until(encounter, AtMoment(moment=WOUNDED, subject=who))
        with play.citing("WD-SKL-05"):
            conditions.gain(play, who, FOCUSED, until=until, source="focused-shot")


def extra_dice(play: Play, who: str) -> int:
    """WD-SKL-01, WD-SKL-03: the dice that a long-range attack has more, where Aim applies to it."""
    return skills.dice(play, who, FIELD)


def modifiers(play: Play, who: str, target: str) -> tuple[Contribution, ...]:
    """WD-SKL-04: +1 to hit for every Aim skill, where the sights were aligned on this target for a round before."""
    if not any(name for name, level in _sights(play, who, target) if level):
        return ()
    return (Contribution(label="align-sights", amount=aim_skills(play, who)),)


def aim_skills(play: Play, who: str) -> int:
    """WD-SKL-05: return how many Aim skills bonuses reckon with: those known, and one more for each Focused Shot so
    far."""
    focused = play.where(who, "conditions", FOCUSED).values()
    return skills.count(play, who, FIELD) + sum(1 for use in focused if use.level)


def fired(play: Play, who: str, target: str, *, aimed: bool) -> None:
    """WD-SKL-04, WD-SKL-05, WD-SKL-12: end the aim that a shot uses up, and note what it leaves behind. Aim applied
    where it was `aimed`.

    It ends the aim at this target, and whatever other aim is not yet ready: that round was not spent without firing.
    A Focused Shot that was paid for counts from here on.
    """
    for name, here in sorted(play.where(who, "conditions", AIMING).items()):
        if here.target == target or not here.level:
            conditions.end_one(play, who, name, "fired")
    for name, here in sorted(play.where(who, "conditions", FOCUSED).items()):
        if not here.level:
            conditions.change(play, who, name, level=1)
    if aimed:
        skills.used(play, who, FIELD)
    encounter = turns.running(play)
    if encounter is not None and not conditions.has(play, who, FIRED):
        conditions.gain(play, who, FIRED, until=_until(encounter, AtMoment(moment="turn_start", subject=who)))


def aim(play: Play, who: str, volley: Volley) -> Volley:
    """WD-SKL-03, WD-SKL-05, WD-MOVE-04: apply the skill of aiming to a shot; out of turn no skill counts."""
    command = volley.command
    if not volley.arm.weapon.ranged or command.opportunity:
        return volley
    if command.focused:
        focused_shot(play, who)
        return volley._replace(aimed=True)
    return volley._replace(aimed=applies(play, who, crowded=command.crowded))


def steady(play: Play, target: str, strike: Strike) -> Strike:
    """WD-SKL-01, WD-SKL-04: add the bonus of aiming to a roll that it applies to."""
    if not strike.volley.aimed:
        return strike
    given = (*strike.given, *modifiers(play, strike.who, target))
    return strike._replace(given=given, extra=strike.extra + extra_dice(play, strike.who))


def fire(play: Play, target: str, strike: Strike) -> Strike:
    """WD-SKL-04: a shot was fired."""
    if strike.weapon.ranged:
        fired(play, strike.who, target, aimed=strike.volley.aimed)
    return strike


def _until(encounter: str, moment: AtMoment) -> UntilFirst:
    return UntilFirst(of=(moment, UntilEncounterEnds(encounter=encounter)))


def _sights(play: Play, who: str, target: str) -> list[tuple[str, int]]:
    conditions = play.where(who, "conditions", AIMING)
    return [(name, conditions[name].level) for name in sorted(conditions) if conditions[name].target == target]


@command("Spend a round without firing, so that the next shot at a target is surer.", by="owner", scene=True)
def align_sights(play: Play, command: AlignSights) -> None:
    """WD-SKL-04: a round without firing, with the target in view, makes the next shot at it surer.

    In a fight the round is over when one's next turn begins; elsewhere it passes at once.
    """
    who, encounter = command.who, turns.running(play)
    if not skills.knows(play, who, "align-sights"):
        play.refuse("WD-SKL-04", "This takes the skill Align Sights, and Aim before it.")
    if encounter is not None and not turns.acting(play, who):
        play.refuse("WD-SKL-04", "A round of aiming begins with their own turn; wait for it.")
    fights.check_able(play, who)
    if conditions.has(play, who, FIRED):
        play.refuse(
            "WD-SKL-04", "A round without firing is what it takes, and a shot was fired this turn; begin next turn."
        )
    if _sights(play, who, command.target):
        play.refuse("WD-SKL-04", "The sights are on that target already; the next shot at it has the bonus.")
    until = None if encounter is None else UntilEncounterEnds(encounter=encounter)
    aim = Condition(what=AIMING, target=command.target, level=0 if encounter else 1, until=until)
    conditions.add(play, who, aim, play.new_id(AIMING))


def round_passed(play: Play, who: str) -> None:
    """WD-SKL-04: the round that was spent aiming is over."""
    for name, here in sorted(play.where(who, "conditions", AIMING).items()) if who else ():
        if not here.level:
            conditions.change(play, who, name, level=1)


def sights_dropped(play: Play, who: str) -> None:
    """WD-SKL-04: end the aim of a character who falls or gets away: they have no view of a target any more."""
    conditions.end(play, who, AIMING, "out of the fight")


@command("Say that the view of a target was interrupted, and the aim at it with it.", scene=True)
def lose_sight(play: Play, command: LoseSight) -> None:
    """WD-SKL-04: the view of the target was interrupted, or something interfered; the aim is lost."""
    sights = _sights(play, command.who, command.target)
    if not sights:
        play.missing(f"{command.who}.conditions.{AIMING}", "There is no aim at that target to lose.")
    for name, _ in sights:
        conditions.end_one(play, command.who, name, "interrupted")


WINDOWS: WindowTable = {PAID: (aim,), ROLLING: (steady,), ROLLED: (fire,)}
MOMENTS = {"turn_start": (round_passed,), OUT: (sights_dropped,)}
