"""What ties creatures to one another in Orcus: summons and their summoners, marks and who made them."""

from __future__ import annotations

from domain.campaign import CAMPAIGN
from domain.commands import CharacterRef, Command
from domain.components.anchors import AtMoment, UntilEncounterEnds, UntilFirst, UntilTime
from domain.components.chronicle import Handle
from domain.components.creature import Condition, Formula, Intent, Link, Profile, Track
from domain.components.expressions import AnyExpression, Greatest, Number, Quotient, Sum, ValueOf
from domain.events.body import ConditionEnded, ConditionGained
from domain.events.chronicle import HandleFreed, HandleGiven
from domain.events.undertakings import IntentAnnounced, LinkMade
from domain.events.values import FormulaDefined, Introduced, Removed, TrackOpened
from domain.play.moments import settle_all_of
from domain.play.play import Play
from domain.system import CommandSpec
from tests.laws.vocabulary.orcus_powers import FALLEN, Who

TURN_END = "turn_end"
MINUTES = 5 * 60
DEFENSES: dict[str, tuple[str, ...]] = {
    "ac": ("dex", "int"),
    "fortitude": ("str", "con"),
    "reflex": ("dex", "int"),
    "will": ("wis", "cha"),
}
"""The ability modifiers of which the higher goes into each."""


class Summon(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    handle: str
    hp: int


class Mark(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    target: CharacterRef


def stand_up(play: Play, command: Who) -> None:
    """OR-DEF-01 to OR-DEF-03, OR-LVL-05: the defenses of a creature with a level, abilities and armor of its own."""
    for defense, abilities in DEFENSES.items():
        terms: tuple[AnyExpression, ...] = (
            Number(value=10),
            Quotient(dividend=ValueOf(path="attributes.level"), divisor=2),
            Greatest(terms=tuple(ValueOf(path=f"attributes.{ability}") for ability in abilities)),
        )
        armor = (ValueOf(path="attributes.armor"),) if defense == "ac" else ()
        formula = Formula(path=f"defense.{defense}", expression=Sum(terms=(*terms, *armor)))
        play.emit(command.who, FormulaDefined(name=defense, formula=formula))


def summon(play: Play, command: Summon) -> None:
    """OR-SUMM-04, OR-SUMM-07, OR-SUMM-10: its defenses are its summoner's, whatever they are; it goes after five minutes,
    or when the encounter is over."""
    ref = f"character/{command.handle}"
    profile = Profile(handle=command.handle, name=command.handle, kind="summon")
    play.emit(ref, Introduced(name="self", profile=profile))
    handle = Handle(ref=ref, kind="character", folded=command.handle)
    play.emit(CAMPAIGN, HandleGiven(name=command.handle, handle=handle))
    play.emit(ref, TrackOpened(name="hp", track=Track(current=command.hp, maximum=command.hp)))
    play.emit(ref, LinkMade(name="summoner", link=Link(kind="summoner", to=command.who)))
    with play.citing("OR-SUMM-07"):
        for defense in DEFENSES:
            path = f"defense.{defense}"
            theirs = Formula(path=path, expression=ValueOf(path=path, of="link:summoner"))
            play.emit(ref, FormulaDefined(name=defense, formula=theirs))
    encounter = play.deed.encounter or play.missing("encounter", "There is no encounter.")
    due = UntilFirst(of=(UntilTime(at=play.clock() + MINUTES), UntilEncounterEnds(encounter=encounter)))
    play.emit(ref, IntentAnnounced(name="vanish", intent=Intent(kind="vanish", what="vanish", due=due)))


def dismiss(play: Play, command: Who) -> None:
    vanish(play, command.who, "dismissed")


def vanish(play: Play, ref: str, because: str) -> None:
    handle = play.character(ref).profile["self"].handle
    settle_all_of(play, ref)
    play.emit(ref, Removed(name="self", because=because))
    play.emit(CAMPAIGN, HandleFreed(name=handle, because=because))


def mark(play: Play, command: Mark) -> None:
    """OR-COND-11, OR-COND-12: one creature's mark takes the place of another's; a mark goes with who made it."""
    with play.citing("OR-COND-12"):
        for name, old in sorted(play.where(command.target, "conditions", "marked").items()):
            if old.source != command.who:
                play.emit(command.target, ConditionEnded(name=name, because="superseded"))
        ends = (AtMoment(moment=TURN_END, subject=command.who, passing=1), AtMoment(moment=FALLEN, subject=command.who))
        marked = Condition(what="marked", source=command.who, until=UntilFirst(of=ends))
        play.emit(command.target, ConditionGained(name=play.new_id("marked"), condition=marked))


def due(play: Play, ref: str, at: str) -> None:
    """A summon's time is over."""
    if at == "intents.vanish":
        vanish(play, ref, "its time is over")


COMMANDS = (
    CommandSpec(name="stand_up", args=Who, rule=stand_up, by="gm", summary="Give somebody their defenses."),
    CommandSpec(name="summon", args=Summon, rule=summon, by="owner", actor="who", summary="Summon a monster."),
    CommandSpec(name="dismiss", args=Who, rule=dismiss, by="gm", summary="Send a summon away."),
    CommandSpec(name="mark", args=Mark, rule=mark, by="owner", actor="who", summary="Mark somebody."),
)
