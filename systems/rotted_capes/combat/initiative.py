"""Initiative: how a fight begins, who comes in and leaves, and how turns go on."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import turns
from domain.kit.commands import command
from domain.kit.fights import ORDER, InEncounter, begin, end, fight, under_way
from domain.kit.rolls import addend
from domain.kit.rounds import go_on, mark_if_past, pass_on
from domain.play.deciders import owner_of
from domain.play.moments import come
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.turns import TurnChanged
from systems.freeform.fields import Because, Word
from systems.rotted_capes.combat.surprise import stealth, surprise, surprised_by
from systems.rotted_capes.combat.turns import FLOW, FOES, HEROES, PacedTurnData, a_turn, no_more_turns, side_of
from systems.rotted_capes.moments import LEAVING, ROUND_START
from systems.rotted_capes.rolls.challenges import check
from systems.rotted_capes.sheet.aboard import controller_of, ridden_by
from systems.rotted_capes.sheet.people import is_hero
from systems.rotted_capes.windows import Trial

_FIRST: Final = 64 * turns.STEP
"""The tiebreak of the first hero at a total; that of others is 0, and they act at once."""


class BeginFight(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`who` are the heroes and those with them, `against` their foes; a character who hides rolls Stealth."""

    who: Annotated[tuple[CharacterRef, ...], Meta(description="The heroes and those with them")] = ()
    against: Annotated[tuple[CharacterRef, ...], Meta(description="Their foes")] = ()
    hiding: Annotated[
        tuple[CharacterRef, ...], Meta(description="Those who hide, of either side; each rolls Stealth")
    ] = ()


class JoinFight(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Come into a fight that is on; `surprises` are those who did not see the newcomer coming."""

    who: CharacterRef
    side: Annotated[
        Word, Meta(description="The side: `heroes`, `foes`, or a third one's name; left out, their usual one")
    ] = ""
    total: Annotated[int, Meta(description="Their initiative, where the Editor-in-Chief sets it")] | None = None
    surprises: Annotated[
        tuple[CharacterRef, ...], Meta(description="Those who are surprised by it, as the Editor-in-Chief decides")
    ] = ()


class LeaveFight(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """They get away: they take no further part."""

    who: CharacterRef
    because: Because = ""


class AgreeOrder(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Heroes with the same total say in which order they act."""

    heroes: Annotated[tuple[CharacterRef, ...], Meta(description="The tied heroes, in the order in which they act")]


@command(
    "Begin a fight: surprise is settled, everybody rolls initiative, and the highest acts.",
    scene=True,
    replaces=("begin",),
)
def begin_fight(play: Play, command: BeginFight) -> None:
    """RC-INIT-02, RC-INIT-03, RC-INIT-05, RC-INIT-08, RC-INIT-09: surprise first, then initiative, then turns."""
    encounter = fight(play)
    if turns.pace(play, encounter).state != "preparing":
        play.refuse("RC-INIT-02", "This fight has begun already; create another encounter for the next one.")
    sides = dict.fromkeys(command.who, HEROES) | dict.fromkeys(command.against, FOES)
    if not sides and not play.encounter(encounter).order:
        raise Refused(ORDER, "Nobody takes part yet; name the characters on each side.")
    hidden = {who: stealth(play, who) for who in dict.fromkeys(command.hiding)}
    surprised = [who for who, side in sides.items() if _is_surprised(play, who, side, sides, hidden)]
    for who, side in sides.items():
        enter(play, encounter, who, side)
    begin(play, encounter)
    for who in surprised:
        surprise(play, who, "RC-INIT-06")
    come(play, ROUND_START)
    go_on(play, encounter, FLOW)


def _is_surprised(play: Play, who: str, side: str, sides: dict[str, str], hidden: dict[str, int]) -> bool:
    foes = [other for other, theirs in sides.items() if theirs != side]
    with play.citing("RC-INIT-05"):
        return surprised_by(play, hidden, foes, who)


@command("Come into a fight that is on, at the initiative that is rolled.", by="owner", scene=True, replaces=("join",))
def join_fight(play: Play, command: JoinFight) -> None:
    """RC-INIT-11, RC-INIT-12: a newcomer is inserted at their total; the Editor-in-Chief says whom they surprise.

    Where that place in the order has gone by, they act from the next round on.
    """
    encounter, who = under_way(play), command.who
    if command.surprises and not play.deed.is_gm:
        play.refuse("RC-INIT-12", "Only the Editor-in-Chief decides whom a newcomer surprises; leave it out.")
    if command.total is not None and not play.deed.is_gm:
        play.refuse("RC-INIT-11", "A newcomer rolls for their place in the order; only the Editor-in-Chief sets it.")
    with play.citing("RC-INIT-11"):
        name = enter(play, encounter, who, command.side or side_of(play, who), command.total)
    mark_if_past(play, encounter, name)
    for other in command.surprises:
        surprise(play, other, "RC-INIT-12")


def enter(play: Play, encounter: str, who: str, side: str, total: int | None = None) -> str:
    """RC-INIT-08, RC-INIT-10: roll a character's initiative, unless the total is set, and give them their place
    there."""
    if turns.place_in(play, encounter, who) is not None:
        raise Refused(ORDER, "{who} takes part in this fight already; leave them out.", who=who)
    if play.character(who).profile["self"].kind == "vehicle":
        play.refuse("RC-VEH-01", "A vehicle never acts on its own; name its driver instead.")
    if controller_of(play, who):
        play.refuse("RC-VEH-03", "A mount that is ridden acts with its rider; name the rider instead.")
    total = initiative(play, who) if total is None else total
    order = play.encounter(encounter).order
    tied = [order[name].tiebreak for name in order if order[name].initiative == total and order[name].tiebreak]
    tiebreak = min(tied, default=_FIRST + turns.STEP) - turns.STEP if is_hero(play, who) else 0
    data = PacedTurnData(side=side).stored()
    return turns.enter(play, encounter, who, total, tiebreak, budget=a_turn(play, who), data=data)


def initiative(play: Play, who: str) -> int:
    """RC-INIT-08: roll a Dexterity check with the initiative bonus, and return the total."""
    bonus = addend("initiative", play.value(who, "attributes.initiative").total)
    with play.citing("RC-INIT-08"):
        return check(play, Trial(who, "initiative", "initiative", ability="dexterity", addends=bonus)).roll.total


@command(
    "Take no further part in a fight; a turn that is theirs passes on.", by="owner", scene=True, replaces=("leave",)
)
def leave_fight(play: Play, command: LeaveFight) -> None:
    """RC-INIT-01, RC-HORDE-09: take a character out of the fight, and out of their Horde; it goes on without them."""
    encounter, who = under_way(play), command.who
    come(play, LEAVING, who)
    order = play.encounter(encounter).order
    places = [name for name in turns.in_order(play, encounter) if order[name].subject == who]
    if not places:
        play.missing(f"{encounter}.order", "{who} takes no part in this fight.", who=who)
    was_on = turns.acting(play, who)
    _have_no_more_turns(play, who)
    for name in places:
        turns.take_out(play, encounter, name, command.because)
    if was_on and not turns.pace(play, encounter).active:
        go_on(play, encounter, FLOW)


@command("Heroes with the same initiative agree who of them acts first.", by="player", scene=True)
def agree_order(play: Play, command: AgreeOrder) -> None:
    """RC-INIT-10, RC-RULING-19, RC-CMOD-09: tied heroes act in the order that they agree on; until then in that in which they
    came. The creatures that they control go with them."""
    encounter, heroes = under_way(play), command.heroes
    if not play.deed.is_gm and play.deed.member not in [owner_of(play, who) for who in heroes]:
        play.refuse("RC-INIT-10", "The players of the tied heroes agree on their order; none of these is yours.")
    order = play.encounter(encounter).order
    names = [name for who in heroes if (name := turns.place_in(play, encounter, who)) is not None]
    totals = {order[name].initiative for name in names}
    if len(names) < 2 or len(names) != len(heroes) or len(totals) > 1 or not all(is_hero(play, who) for who in heroes):
        play.refuse(
            "RC-INIT-10", "Only heroes with the same initiative agree on an order; name two or more who are tied."
        )
    free = sorted((order[name].tiebreak for name in names), reverse=True)
    agreed = {order[name].tiebreak: tiebreak for name, tiebreak in zip(names, free, strict=True)}
    for name in sorted(order):
        tiebreak = agreed.get(order[name].tiebreak)
        if order[name].initiative in totals and tiebreak not in (None, order[name].tiebreak):
            play.emit(encounter, TurnChanged(name=name, tiebreak=tiebreak, rules=("RC-INIT-10",)))


@command(
    "Pass the turn on. Players pass on the turns of their own characters.",
    by="player",
    scene=True,
    replaces=("next_turn", "previous_turn", "set_turn"),
)
def next_turn(play: Play, _: InEncounter) -> None:
    """RC-INIT-01, RC-INIT-09: the turn passes on, and after the last one a new round begins in the same order."""
    encounter = under_way(play)
    turns.check_own_turn(play, encounter, "RC-INIT-09")
    pass_on(play, encounter, FLOW)


@command("The fight is over, and whatever was to last as long.", scene=True, replaces=("end_encounter",))
def end_fight(play: Play, _: InEncounter) -> None:
    """RC-INIT-01: rounds repeat until the conflict is over; what was to last as long ends with it, or as long as a turn."""
    encounter = under_way(play)
    for who in turns.fighters(play):
        _have_no_more_turns(play, who)
    end(play, encounter)


def _have_no_more_turns(play: Play, who: str) -> None:
    """RC-INIT-01, RC-VEH-03: let the turns of a character be over, and of what they ride, which has none of its own."""
    for each in filter(None, (who, ridden_by(play, who))):
        no_more_turns(play, each)
