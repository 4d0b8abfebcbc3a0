"""Openings: foes who expose themselves, and the actions out of turn that this allows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.fights import InEncounter
from domain.kit.naming import called
from domain.play.play import Play
from domain.vocabulary.anchors import AtMoment, UntilEncounterEnds, UntilFirst
from domain.vocabulary.data import Data
from domain.vocabulary.undertakings import Intent, IntentAnnounced, IntentEnded
from systems.weaverdice.sheet import effort
from systems.weaverdice.turns import fights

OPENING: Final = "opening"
"""The kind of the intent of a character who may act out of turn; its data name the foe who is exposed."""

FIGHTING: Final = frozenset({"attack", "a grapple", "a struggle", "ending the turn"})
"""Deeds by which a character who is down provokes no attacks: offence and defence against those who attack them, or
nothing."""


@data_of("intents", OPENING)
class OpeningData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """Against whom an opening is, and whether it is for melee alone."""

    target: str
    melee: bool


class GiveOpening(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`who` exposes themselves `to` these foes, until the turn that is on is over."""

    who: Annotated[CharacterRef, Meta(description="Who exposes themselves")]
    to: Annotated[
        tuple[CharacterRef, ...], Meta(description="The foes to whom they do, until the turn that is on is over")
    ]


def give(play: Play, foe: str, exposed: str, *, melee: bool = False) -> None:
    """A foe may attack a character out of turn, with what is at hand or in `melee` only, until the turn that is on is
    over."""
    encounter = turns.running(play)
    if encounter is None:
        return
    active = [who for name in turns.pace(play, encounter).active for who in turns.subjects(play, encounter, name)]
    over = [AtMoment(moment="turn_end", subject=who) for who in active]
    due = UntilFirst(of=(*over, UntilEncounterEnds(encounter=encounter)))
    opening = Intent(kind=OPENING, what="attack", due=due, data=OpeningData(target=exposed, melee=melee).stored())
    play.emit(foe, IntentAnnounced(name=play.new_id(f"{OPENING}-{called(play, foe)}"), intent=opening))


def expose(play: Play, who: str, to: Iterable[str], *, crowd: bool = False, melee: bool = False) -> None:
    """WD-ACT-09, ruling 45: expose a character to those of these foes who can pay for it with Focus, and to a `crowd`
    of foes without effort."""
    hostile = fights.foes_of(play, who)
    for foe in dict.fromkeys(to):
        pays = effort.dots(play, foe, "focus") > 0 if effort.has_effort(play, foe) else crowd
        if foe in hostile and pays and fights.able(play, foe):
            give(play, foe, who, melee=melee)


def provoke(play: Play, who: str, what: str) -> None:
    """WD-COND-11: let a character who is down and rises, or does what is neither offence nor defence, provoke attacks
    in melee."""
    if what not in FIGHTING and conditions.has(play, who, "knocked_down"):
        with play.citing("WD-COND-11"):
            expose(play, who, fights.foes_of(play, who), melee=True)


def use(play: Play, who: str, against: str, *, ranged: bool = False) -> None:
    """WD-ACT-09: attack out of turn. A character with effort pays 1 Focus. Refused where there is none to pay or no
    opening."""
    openings = play.where(who, "intents", OPENING)
    fitting = (name for name in sorted(openings) if _fits(openings[name], against, ranged=ranged))
    name = next(fitting, None)
    if name is None and turns.running(play) is not None:
        play.refuse(*_lack(play, who, against))
    if name is not None:
        play.emit(who, IntentEnded(name=name, because="used"))
    if effort.has_effort(play, who):
        effort.spend(play, who, "focus", "WD-ACT-09")


def _lack(play: Play, who: str, against: str) -> tuple[str, str]:
    """The rule by which a character does not act out of turn against a target now, and the sentence that says why."""
    if effort.has_effort(play, who) and not effort.dots(play, who, "focus"):
        return "WD-ACT-09", "An attack out of turn takes a dot of focus, and none is left."
    openings = play.where(who, "intents", OPENING)
    if any(OpeningData.of(openings[name]).target == against for name in openings):
        return "WD-COND-11", f"The opening that {against} gives {who} is for a strike in melee; strike, or let it go."
    return "WD-ACT-09", f"{against} gives {who} no opening now; it takes one to act out of turn."


def _fits(opening: Intent, against: str, *, ranged: bool) -> bool:
    data = OpeningData.of(opening)
    return data.target == against and not (ranged and data.melee)


@command(
    "Say that a character exposes themselves, so that foes may attack out of turn for a dot of Focus.",
    actor="who",
    scene=True,
)
def give_opening(play: Play, command: GiveOpening) -> None:
    """WD-ACT-09, WD-EFF-09: the game master says that a character exposes themselves, and to whom."""
    with play.citing("WD-ACT-09"):
        expose(play, command.who, command.to)
