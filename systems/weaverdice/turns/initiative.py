"""Initiative: how fast each fighter is when a fight begins, and who goes first among those who are as fast."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated, Final, NamedTuple

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.kit.fights import ORDER, InEncounter, begin, fight, under_way
from domain.kit.naming import called
from domain.kit.rolls import Throw, roll, without_dice
from domain.kit.rounds import go_on, pass_on
from domain.kit.turns import STEP
from domain.play.deciders import owner_of
from domain.play.moments import come
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.anchors import UntilEncounterEnds
from domain.vocabulary.log import Contribution
from domain.vocabulary.turns import TurnChanged
from systems.freeform.fields import Because, Word
from systems.weaverdice.checks.checks import morale
from systems.weaverdice.moments import OUT
from systems.weaverdice.sheet.people import category
from systems.weaverdice.sheet.stats import SPEED
from systems.weaverdice.turns import fights

BYSTANDERS: Final = "bystanders"
"""The place that all bystanders share (WD-NPC-05)."""

UNROLLED: Final = 3
"""WD-INIT-04: what the die of those who are neither players nor notable counts as."""

NOTABILITY: Final = {"notable": 3, "player": 2, "generic": 1, "bystander": 0}
"""WD-INIT-05."""

SPAN: Final = 64 * STEP
"""The tiebreaks that belong to one combination of notability, morale and reputation; a character who has it alone sits
midway."""


class BeginFight(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`who` are the capes and their allies, `against` their foes; bystanders may be named with either."""

    who: Annotated[tuple[CharacterRef, ...], Meta(description="The capes and their allies")] = ()
    against: Annotated[
        tuple[CharacterRef, ...], Meta(description="Their foes; bystanders may be named with either")
    ] = ()


class JoinFight(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`side` is "capes", "foes", or a third one's name; left out, players' characters and bystanders are "capes"."""

    who: CharacterRef
    side: Annotated[
        Word,
        Meta(
            description="The side: `capes`, `foes`, or a third one's name; left out, players' characters and bystanders are `capes`"
        ),
    ] = ""


class LeaveFight(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """They get away, or are taken away: they take no further part."""

    who: CharacterRef
    because: Because = ""


class _Entrant(NamedTuple):
    who: str
    side: str
    speed: int
    rank: int
    """Notability, morale and reputation in one number."""


@command(
    "Begin a fight: everybody's Speed is rolled, and the fastest has the first turn.", scene=True, replaces=("begin",)
)
def begin_fight(play: Play, command: BeginFight) -> None:
    """WD-INIT-03, WD-INIT-04, WD-INIT-05, WD-INIT-06: everybody's Speed is rolled, ties are broken, and the fastest has
    the first turn."""
    encounter = fight(play)
    if turns.pace(play, encounter).state != "preparing":
        play.refuse("WD-INIT-06", "This fight has begun already; create another encounter for the next one.")
    sides = dict.fromkeys(command.who, "capes") | dict.fromkeys(command.against, "foes")
    _enter(play, encounter, sides)
    if not play.encounter(encounter).order:
        raise Refused(ORDER, "Nobody takes part yet; name the characters on each side.")
    begin(play, encounter)
    come(play, "round_start")
    go_on(play, encounter, fights.FLOW)


@command("Come into a fight, before it begins or while it is on.", by="owner", scene=True, replaces=("join",))
def join_fight(play: Play, command: JoinFight) -> None:
    """WD-INIT-03, WD-INIT-04, WD-INIT-05: bring a character into the fight; where their place in the order has gone by,
    they act in the next round."""
    encounter = fight(play)
    now = turns.pace(play, encounter)
    if now.state == "ended":
        raise Refused(ORDER, "This fight is over; create another encounter for the next one.")
    side = command.side or ("capes" if category(play, command.who) in ("player", "bystander") else "foes")
    _enter(play, encounter, {command.who: side})
    name = turns.place_in(play, encounter, command.who)
    places = turns.in_order(play, encounter)
    if name is not None and now.active and places.index(name) < places.index(now.active[0]):
        play.emit(encounter, TurnChanged(name=name, data=fights.SideData.changes(acted=now.round)))


@command("Get away from a fight, and take no further part in it.", by="owner", scene=True, replaces=("leave",))
def leave_fight(play: Play, command: LeaveFight) -> None:
    """WD-INIT-06: take a character out until the fight ends; a turn that is theirs passes on."""
    encounter = under_way(play)
    flee(play, command.who, command.because)
    name = turns.place_in(play, encounter, command.who)
    here = turns.subjects(play, encounter, name) if name else ()
    if turns.acting(play, command.who) and all(fights.is_absent(play, who) for who in here):
        pass_on(play, encounter, fights.FLOW)


def flee(play: Play, who: str, because: str = "") -> None:
    """Let a character in the fight take no further part. Refused for a character who is not in it."""
    encounter = under_way(play)
    if turns.place_in(play, encounter, who) is None:
        play.missing(f"{encounter}.order", "They take no part in this fight.")
    if not conditions.has(play, who, "fled"):
        conditions.gain(play, who, "fled", until=UntilEncounterEnds(encounter=encounter), source=because)
        come(play, OUT, who)


def free_tiebreak(play: Play, encounter: str, name: str, initiative: int, rank: int) -> int:
    """The tiebreak of who comes to a Speed that others may have: after those who are equal to them in everything."""
    order = play.encounter(encounter).order
    taken = {order[other].tiebreak for other in order if other != name and order[other].initiative == initiative}
    tiebreak = rank * SPAN + SPAN // 2
    while tiebreak in taken:
        tiebreak -= STEP // 2
    return tiebreak


def rank_of(play: Play, who: str) -> int:
    """WD-INIT-05: notability, then morale, then reputation, as one number; the higher goes first."""
    reputation = min(99, len(play.where(who, "cards", "reputation")))
    return (NOTABILITY.get(category(play, who), 1) * 20 + morale(play, who) + 10) * 100 + reputation


def _enter(play: Play, encounter: str, sides: dict[str, str]) -> None:
    order = play.encounter(encounter).order
    for who in sides:
        if turns.place_in(play, encounter, who) is not None:
            raise Refused(ORDER, "{who} takes part in this fight already; leave them out.", who=who)
    bystanders = [who for who in sides if category(play, who) == "bystander"]
    entrants = [_Entrant(who, side, _speed(play, who), rank_of(play, who)) for who, side in sides.items()]
    for entrant in _untied(play, [one for one in entrants if one.who not in bystanders]):
        tiebreak = free_tiebreak(play, encounter, "", entrant.speed, entrant.rank)
        turns.enter(
            play, encounter, entrant.who, entrant.speed, tiebreak, data=fights.SideData.changes(side=entrant.side)
        )
    if bystanders:
        slowest = min(entrant.speed for entrant in entrants if entrant.who in bystanders)
        _gather(play, encounter, bystanders, slowest)
    if BYSTANDERS in order:
        turns.put(play, encounter, BYSTANDERS, len(order) - 1)


def _gather(play: Play, encounter: str, bystanders: list[str], speed: int) -> None:
    """WD-NPC-05: bystanders act as a group."""
    turns.enter_together(
        play, encounter, BYSTANDERS, tuple(bystanders), initiative=speed, data=fights.SideData(side=BYSTANDERS).stored()
    )


def _speed(play: Play, who: str) -> int:
    """WD-INIT-03, WD-INIT-04: players and notables add 1d6 to their Speed, all others 3."""
    score = Contribution(label="speed", amount=play.value(who, SPEED).total)
    throw = Throw(who, "speed", "1d6", addends=(score,), rules=("WD-INIT-04",))
    if category(play, who) in ("player", "notable"):
        return roll(play, throw).total
    return without_dice(play, throw, UNROLLED, f"{UNROLLED} without a roll").total


def _untied(play: Play, entrants: list[_Entrant]) -> list[_Entrant]:
    """WD-INIT-05, ruling 19: in the order in which they act."""

    def standing(entrant: _Entrant) -> tuple[int, int]:
        return entrant.speed, entrant.rank

    ordered = sorted(entrants, key=standing, reverse=True)
    groups = [list(group) for _, group in groupby(ordered, key=standing)]
    with play.citing("WD-INIT-05"):
        return [entrant for group in groups for entrant in _decided(play, group)]


def _decided(play: Play, tied: list[_Entrant]) -> list[_Entrant]:
    """Ruling 19: players decide among themselves who of them goes first; all others who are tied roll a die for it."""
    if len(tied) < 2:
        return tied
    by_ref = {entrant.who: entrant for entrant in sorted(tied, key=lambda entrant: called(play, entrant.who))}
    first = "roll"
    if all(owner_of(play, entrant.who) != "gm" for entrant in tied):
        fast = tuple(by_ref)
        prompt = f"Of {' and '.join(fast)}, who are as fast as each other: who goes first?"
        first = play.ask("first", fast[0], (*fast, "roll"), "roll", prompt, about=fast)
    if first in by_ref:
        return [by_ref[first], *_decided(play, [one for ref, one in by_ref.items() if ref != first])]
    return _rolled_off(play, tied)


def _rolled_off(play: Play, tied: list[_Entrant]) -> list[_Entrant]:
    if len(tied) < 2:
        return tied
    rolls = [(play.roll(one.who, "roll-off", "1d6").total, one) for one in tied]
    faces = sorted({rolled for rolled, _ in rolls}, reverse=True)
    return [one for face in faces for one in _rolled_off(play, [one for rolled, one in rolls if rolled == face])]
