"""Initiative: how a fight begins, who comes in and leaves, and how turns go on."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import turns
from domain.kit.commands import command
from domain.kit.fights import ORDER, InEncounter, begin, end, fight, under_way
from domain.kit.rolls import addend
from domain.kit.rounds import go_on, pass_on
from domain.play.deciders import owner_of
from domain.play.moments import come
from domain.play.play import Play
from domain.play.refusals import Refused
from systems.orcus.combat.sides import FOES, HEROES, Placed
from systems.orcus.combat.turns import A_TURN, FLOW
from systems.orcus.moments import FIGHT_END, ROUND_START
from systems.orcus.rolls.trials import attempt
from systems.orcus.windows import Trial


class BeginFight(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`who` are the heroes and those with them, `against` their foes."""

    who: Annotated[tuple[CharacterRef, ...], Meta(description="The heroes and those with them")] = ()
    against: Annotated[tuple[CharacterRef, ...], Meta(description="Their foes")] = ()


@command("Begin a fight: everybody rolls initiative, and the highest acts.", scene=True, replaces=("begin",))
def begin_fight(play: Play, command: BeginFight) -> None:
    """OR-COMB-01, OR-COMB-02, OR-INIT-02, OR-INIT-03: everybody rolls initiative, then come turns."""
    encounter = fight(play)
    if turns.pace(play, encounter).state != "preparing":
        play.refuse("OR-COMB-02", "This fight has begun already; create another encounter for the next one.")
    sides = dict.fromkeys(command.who, HEROES) | dict.fromkeys(command.against, FOES)
    if not sides:
        raise Refused(ORDER, "Nobody takes part yet; name who fights, and against whom.")
    for who, side in sides.items():
        enter(play, encounter, who, side)
    begin(play, encounter)
    come(play, ROUND_START)
    go_on(play, encounter, FLOW)


def enter(play: Play, encounter: str, who: str, side: str) -> str:
    """OR-INIT-01, OR-INIT-02: somebody rolls initiative and takes their place there; the name of it."""
    if turns.place_in(play, encounter, who) is not None:
        raise Refused(ORDER, f"{who} takes part in this fight already; leave them out.")
    modifier = play.value(who, "attributes.initiative")
    trial = Trial(who, "initiative", "initiative", addends=addend("initiative", modifier.total))
    with play.citing("OR-INIT-01"):
        total = attempt(play, trial).roll.total
    data = Placed(side=side, modifier=modifier.total).stored()
    return turns.enter(play, encounter, who, total, modifier.total * turns.STEP, budget=A_TURN, data=data)


@command(
    "Pass the turn on. Players pass on the turns of their own characters.",
    by="player",
    scene=True,
    replaces=("next_turn", "previous_turn", "set_turn"),
)
def next_turn(play: Play, _: InEncounter) -> None:
    """OR-COMB-01, OR-INIT-03: the turn passes on, and after the last one a new round begins in the same order."""
    encounter = under_way(play)
    active = turns.pace(play, encounter).active
    everybody = [who for name in active for who in turns.subjects(play, encounter, name)]
    if not play.deed.is_gm and play.deed.member not in [owner_of(play, who) for who in everybody]:
        play.refuse("OR-INIT-03", "It is not your character's turn; whoever's turn it is passes it on.")
    pass_on(play, encounter, FLOW)


@command("The fight is over, and whatever was to last as long.", scene=True, replaces=("end_encounter",))
def end_fight(play: Play, _: InEncounter) -> None:
    """OR-COMB-01, ruling 68: the fight is over; what goes by turns or by the fight ends with it."""
    encounter = under_way(play)
    fighters = turns.fighters(play)
    end(play, encounter)
    for who in fighters:
        come(play, FIGHT_END, who)
