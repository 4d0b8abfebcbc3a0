"""Harm in Cthulhu Eternal: Hit Points, permanent injuries, first aid."""

from __future__ import annotations

from domain.commands import CharacterRef, Command
from domain.components.anchors import AtMoment
from domain.components.creature import Condition, Formula, Modifier, Task, Use
from domain.components.expressions import Quotient, Sum, ValueOf
from domain.events.body import ConditionEnded, ConditionGained
from domain.events.undertakings import TaskBegun, TaskEnded, UseCounted, UseOpened
from domain.events.values import DamageHealed, DamageTaken, FormulaDefined, ModifierApplied, TrackSet
from domain.play.moments import come, unasked
from domain.play.play import Play
from domain.system import Kind
from tests.laws.vocabulary.cthulhu_eternal_turns import Check, Who, check, digits, name_of

HARMED, HELPLESS = "harmed", "helpless"
STATS = ("str", "con", "dex", "pow")
LOWEST_STAT = 3
FAINT = 2
"""Hit Points at which one is unconscious."""
MOST = "tracks.hp.maximum"


class Hurt(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    amount: int


class Tend(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    patient: CharacterRef


def body(play: Play, command: Who) -> None:
    """Ruling 5: the most Hit Points are half of STR and CON, rounded up."""
    halves = Sum(terms=(ValueOf(path="attributes.str"), ValueOf(path="attributes.con")))
    formula = Formula(path=MOST, expression=Quotient(dividend=halves, divisor=2, rounding="up"))
    play.emit(command.who, FormulaDefined(name="hp", formula=formula))
    play.emit(command.who, TrackSet(name="hp", current=play.value(command.who, MOST).total))


def hurt(play: Play, command: Hurt) -> None:
    """Harm from no attack: a fall, a fire."""
    harm(play, command.who, max(0, command.amount - play.value(command.who, "attributes.armor").total))


def harm(play: Play, who: str, amount: int) -> None:
    """CE-DMG-07, CE-DMG-10, CE-DMG-14, CE-DMG-15 (rulings 13, 51): harm that armor has not taken; at 2 Hit Points or less
    an injury may be for good, which is tested at once, or for the dead when they live again."""
    hp = play.character(who).tracks["hp"].current
    lost = min(amount, hp)
    if lost <= 0:
        return
    play.emit(who, DamageTaken(name="hp", amount=lost))
    come(play, HARMED, who)
    if hp - lost > FAINT:
        return
    come(play, HELPLESS, who)
    if hp == lost:
        play.emit(who, ConditionGained(name=play.new_id("dead"), condition=Condition(what="dead")))
        with play.citing("CE-DMG-10"):
            play.emit(who, TaskBegun(name=play.new_id("injury"), task=Task(kind="injury-test", state="owed")))
        return
    if not play.where(who, "conditions", "unconscious"):
        play.emit(who, ConditionGained(name=play.new_id("unconscious"), condition=Condition(what="unconscious")))
    risk_injury(play, who)


def risk_injury(play: Play, who: str) -> None:
    """CE-DMG-10 to CE-DMG-13 (ruling 14): a CON x5 test; failed, a stat is lower for good, by the lower of its dice."""
    with play.citing("CE-DMG-10"):
        tested = check(play, who, f"injury/{name_of(who)}", 5 * play.value(who, "attributes.con").total)
        if tested.level:
            return
        stat = play.ask(unasked(play, f"stat/{name_of(who)}"), "gm", STATS, "con", "Which stat is lower for good?")
        path = f"attributes.{stat}"
        loss = min(*digits(tested.roll), max(0, play.value(who, path).total - LOWEST_STAT))
        injury = Modifier(path=path, amount=-loss, source="permanent injury", locked=True)
        play.emit(who, ModifierApplied(name=play.new_id("injury"), modifier=injury))
        most = play.value(who, MOST).total
        if play.character(who).tracks["hp"].current > most:
            play.emit(who, TrackSet(name="hp", current=most))


def heal(play: Play, who: str, amount: int) -> None:
    """CE-DMG-09: never beyond the most; at 3 Hit Points or more one is conscious again."""
    hp = play.character(who).tracks["hp"].current
    healed = min(amount, play.value(who, MOST).total - hp)
    play.emit(who, DamageHealed(name="hp", amount=healed))
    if hp + healed > FAINT:
        for name in sorted(play.where(who, "conditions", "unconscious")):
            play.emit(who, ConditionEnded(name=name, because="awake"))


def first_aid(play: Play, command: Tend) -> None:
    """CE-HEAL-06, CE-HEAL-07 (ruling 16): once for what one has suffered, success or not; what a fumble does counts with it."""
    patient = command.patient
    uses = play.character(patient).uses
    if "first-aid" in uses and uses["first-aid"].count:
        play.refuse("CE-HEAL-07", "It has had first aid since it was last hurt.")
    if play.character(patient).tracks["hp"].current >= play.value(patient, MOST).total:
        play.refuse("CE-HEAL-06", "There is nothing to heal.")
    given = tended(play, command)
    if given.level:
        heal(play, patient, play.roll(command.who, "healing", "1d4").total * given.level)
    elif given.outcome == "fumble":
        harm(play, patient, play.roll(command.who, "fumble", "1d4").total)
    with play.citing("CE-HEAL-07"):
        if "first-aid" in uses:
            play.emit(patient, UseCounted(name="first-aid"))
        else:
            until = AtMoment(moment=HARMED, subject=patient)
            play.emit(patient, UseOpened(name="first-aid", use=Use(what="first-aid", count=1, until=until)))


def tended(play: Play, command: Tend) -> Check:
    return check(play, command.who, "first-aid", play.value(command.who, "attributes.first_aid").total)


def resuscitate(play: Play, command: Tend) -> None:
    """CE-HEAL-04, CE-DMG-10 (rulings 13, 54): who lives again has the test that was owed; first aid is another matter."""
    dead = sorted(play.where(command.patient, "conditions", "dead"))
    if not dead:
        play.refuse("CE-HEAL-03", "Only the dead are resuscitated.")
    given = tended(play, command)
    if not given.level:
        return
    for name in dead:
        play.emit(command.patient, ConditionEnded(name=name, because="resuscitated"))
    heal(play, command.patient, play.roll(command.who, "healing", "1d4").total * given.level)
    for name in sorted(play.where(command.patient, "tasks", "injury-test")):
        play.emit(command.patient, TaskEnded(name=name, because="tested"))
        risk_injury(play, command.patient)


KINDS = (
    Kind(name="body", args=Who, rule=body, by="gm", summary="Give somebody the Hit Points of their stats."),
    Kind(name="hurt", args=Hurt, rule=hurt, by="gm", summary="Somebody is hurt."),
    Kind(name="first_aid", args=Tend, rule=first_aid, by="owner", actor="who", summary="Give first aid."),
    Kind(name="resuscitate", args=Tend, rule=resuscitate, by="owner", actor="who", summary="Call back the dead."),
)
