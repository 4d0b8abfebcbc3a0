"""Initiative: how a fight begins, who comes in and leaves, and how turns go on."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

from domain.commands import CharacterRef
from domain.kit import turns
from domain.kit.commands import command
from domain.kit.fights import ORDER, InEncounter, begin, end, fight, under_way
from domain.kit.rolls import Throw, addend, roll
from domain.kit.rounds import go_on, mark_if_past, pass_on
from domain.play.moments import come, come_due, everyone, hanging_on
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.anchors import AtMoment, at_moment, parts
from domain.vocabulary.turns import TurnChanged, TurnEntry
from systems.orcus.combat.leaving import count_by, count_by_next, have_left, note_left
from systems.orcus.combat.sides import FOES, HEROES, InitiativeData
from systems.orcus.combat.surprise import Hider, surprise, unaware
from systems.orcus.combat.turns import A_TURN, FLOW
from systems.orcus.fields import Because
from systems.orcus.moments import ENCOUNTER, FIGHT_END, ROUND_START, TURN_END, TURN_START
from systems.orcus.rolls.trials import attempt
from systems.orcus.sheet.people import is_hero
from systems.orcus.windows import Trial

_BAND: Final = 64 * turns.STEP
"""The distance between the tiebreaks of two initiative modifiers, so that those who are tied find room between them."""


class Alike(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Creatures that are all the same, and act at the same point of the order."""

    who: Annotated[
        tuple[CharacterRef, ...], Meta(description="The creatures of the group; the first one rolls for all")
    ]


class Join(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`who` are heroes and those with them, `against` their foes."""

    who: Annotated[tuple[CharacterRef, ...], Meta(description="The heroes and those with them")] = ()
    against: Annotated[tuple[CharacterRef, ...], Meta(description="Their foes")] = ()
    alike: Annotated[tuple[Alike, ...], Meta(description="Groups among them that roll once")] = ()


class BeginFight(Join, frozen=True, kw_only=True, omit_defaults=True):
    """A fight begins; the game master says who is surprised, or lets what the hidden rolled decide it."""

    surprised: Annotated[tuple[CharacterRef, ...], Meta(description="Who begins the fight surprised")] = ()
    hiding: Annotated[tuple[Hider, ...], Meta(description="Who hides, each with what they rolled")] = ()


class LeaveFight(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Get away from a fight, and take no further part."""

    who: CharacterRef
    because: Because = ""


class EndFight(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """The game master closes an encounter."""

    counts: Annotated[bool, Meta(description="Whether it counts towards action points and streaks")] = True


@command("Begin a fight: everybody rolls initiative, and the highest acts.", scene=True, replaces=("begin",))
def begin_fight(play: Play, command: BeginFight) -> None:
    """OR-COMB-01, OR-COMB-02, OR-INIT-02, OR-INIT-03, OR-SURP-01: surprise is settled, everybody rolls initiative, then come turns."""
    encounter = fight(play)
    if turns.pace(play, encounter).state != "preparing":
        play.refuse("OR-COMB-02", "This fight has begun already; create another encounter for the next one.")
    sides = _sides(command)
    taken_unawares = dict.fromkeys((*command.surprised, *unaware(play, sides, command.hiding)))
    if strangers := [who for who in taken_unawares if who not in sides]:
        raise Refused(
            ORDER, "{strangers} takes no part in this fight, and so cannot be surprised.", strangers=strangers[0]
        )
    _enter_all(play, encounter, command)
    begin(play, encounter)
    surprise(play, encounter, tuple(taken_unawares))
    come(play, ROUND_START)
    go_on(play, encounter, FLOW)


@command("Have others join a fight that is under way: they roll initiative, too.", scene=True, replaces=("join",))
def join_fight(play: Play, command: Join) -> None:
    """OR-INIT-01, OR-INIT-02: let newcomers roll initiative and act when their count comes."""
    _enter_all(play, under_way(play), command)


@command(
    "Take no further part in a fight; a turn that is theirs passes on.", by="owner", scene=True, replaces=("leave",)
)
def leave_fight(play: Play, command: LeaveFight) -> None:
    """OR-COMB-01, ruling 70: take a character out of the fight, which goes on without them. Their place stays with those
    who share it, and what was counted by their turns ends in its time."""
    encounter, who = under_way(play), command.who
    name = turns.place_in(play, encounter, who)
    if name is None:
        play.missing(f"{encounter}.order", "{who} takes no part in this fight.", who=who)
    entry = play.encounter(encounter).order[name]
    others = tuple(other for other in entry.members if other != who)
    if is_hero(play, who):
        note_left(play, encounter, who)
    if who in entry.members and (others or entry.subject):
        count_by(play, who, entry.subject or others[0])
        play.emit(encounter, TurnChanged(name=name, members=others))
        return
    count_by_next(play, encounter, name, who)
    was_on = turns.acting(play, who)
    turns.take_out(play, encounter, name, command.because)
    if was_on and not turns.pace(play, encounter).active:
        go_on(play, encounter, FLOW)


def _sides(command: Join) -> dict[str, str]:
    """Return the newcomers, each with their side. Refused where there are none."""
    sides = dict.fromkeys(command.who, HEROES) | dict.fromkeys(command.against, FOES)
    if not sides:
        raise Refused(ORDER, "Nobody takes part yet; name the characters on each side.")
    return sides


def _enter_all(play: Play, encounter: str, command: Join) -> None:
    """OR-INIT-02: let everybody come in; of those who are alike the first one rolls for all."""
    sides = _sides(command)
    groups = {who: group.who for group in command.alike for who in group.who}
    if strangers := [who for who in groups if who not in sides]:
        raise Refused(
            ORDER,
            "{strangers} is in a group, but takes no part; name them among those who fight, too.",
            strangers=strangers[0],
        )
    for who, side in sides.items():
        alike = groups.get(who, (who,))
        if who == alike[0]:
            enter(play, encounter, alike, side)


def enter(play: Play, encounter: str, alike: tuple[str, ...], side: str) -> None:
    """OR-INIT-01, OR-INIT-02, OR-INIT-03: roll initiative for creatures that are alike, and give them their place. Newcomers
    whose count has gone by in this round act in the next."""
    for who in alike:
        if turns.place_in(play, encounter, who) is not None:
            raise Refused(ORDER, "{who} takes part in this fight already; leave them out.", who=who)
    modifier = play.value(alike[0], "attributes.initiative").total
    trial = Trial(alike[0], "initiative", "initiative", addends=addend("initiative", modifier))
    with play.citing("OR-INIT-01"):
        total = attempt(play, trial).roll.total
    tiebreak = _settled(play, alike[0], _tied(play, encounter, total, modifier), modifier)
    data = InitiativeData(side=side, modifier=modifier).stored()
    for who in alike:
        mark_if_past(play, encounter, turns.enter(play, encounter, who, total, tiebreak, budget=A_TURN, data=data))


def _tied(play: Play, encounter: str, total: int, modifier: int) -> list[TurnEntry]:
    """OR-INIT-04: the places with just this total and modifier, as they act, one for each group."""
    order = play.encounter(encounter).order
    equal = [
        order[name]
        for name in turns.in_order(play, encounter)
        if order[name].initiative == total and InitiativeData.of(order[name]).modifier == modifier
    ]
    return list({entry.tiebreak: entry for entry in reversed(equal)}.values())[::-1]


def _settled(play: Play, who: str, tied: list[TurnEntry], modifier: int) -> int:
    """OR-INIT-04, ruling 50: the tiebreak of a character: by modifier, then a coin for each pair, from the first of the tied down.

    The character who is there already flips the coin, and goes first on a 1.
    """
    above: TurnEntry | None = None
    for entry in tied:
        with play.citing("OR-INIT-04"):
            flipped = roll(play, Throw(entry.subject, "coin", "1d2", about=who)).total
        if flipped == 2:
            return entry.tiebreak + turns.STEP if above is None else (above.tiebreak + entry.tiebreak) // 2
        above = entry
    return modifier * _BAND if above is None else above.tiebreak - turns.STEP


@command(
    "Pass the turn on. Players pass on the turns of their own characters.",
    by="player",
    scene=True,
    replaces=("next_turn", "previous_turn", "set_turn"),
)
def next_turn(play: Play, _: InEncounter) -> None:
    """OR-COMB-01, OR-INIT-03: the turn passes on, and after the last one a new round begins in the same order."""
    encounter = under_way(play)
    turns.check_own_turn(play, encounter, "OR-INIT-03")
    pass_on(play, encounter, FLOW)


@command("The fight is over, and whatever was to last as long.", scene=True, replaces=("end_encounter",))
def end_fight(play: Play, command: EndFight) -> None:
    """OR-COMB-01, OR-DUR-01, OR-AP-02, ruling 68: the fight is over; what lasts by turns or as long as the fight ends with
    it. It counts for heroes who got away, too."""
    encounter = under_way(play)
    fighters, left = turns.fighters(play), have_left(play, encounter)
    for who in fighters:
        end_by_turns(play, who)
    end(play, encounter)
    for who in fighters:
        come(play, FIGHT_END, who)
    for who in dict.fromkeys((*fighters, *left)) if command.counts else ():
        if is_hero(play, who):
            come(play, ENCOUNTER, who)


def end_by_turns(play: Play, who: str) -> None:
    """Ruling 68: end what was to last until a turn of a character begins or ends; what they save against stays."""
    for moment in (TURN_START, TURN_END):
        for hanging in hanging_on(play, everyone(play), at_moment(moment, who)):
            if any(isinstance(part, AtMoment) and part.moment == moment for part in parts(hanging.anchor)):
                come_due(play, hanging, "the fight is over")
