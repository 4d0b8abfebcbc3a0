"""Danger zones: the environment acts in the order of a fight as a threat does."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.kit.fights import InEncounter, fight, under_way
from domain.kit.rounds import go_on, mark_acted
from domain.play.play import Play
from domain.vocabulary.bodies import Condition
from domain.vocabulary.log import Noted
from systems.freeform.fields import Notation
from systems.rotted_capes.combat.turns import FLOW, gone
from systems.rotted_capes.fields import Ability
from systems.rotted_capes.harm.damage import inflict
from systems.rotted_capes.harm.types import TypeOfDamage
from systems.rotted_capes.modes.modes import MODE, check_on, is_on
from systems.rotted_capes.moments import MODE_OFF
from systems.rotted_capes.points.points import spend
from systems.rotted_capes.rolls.challenges import Difficulty, save
from systems.rotted_capes.sheet.conditions import BLINDED, put_in
from systems.rotted_capes.windows import Hit, Trial

ZONE: Final = "danger-zone"
"""The name of the environment's first place in the order; its second one has a 2 behind it."""

LAST: Final = f"{ZONE}-2"


class DeclareZone(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """The environment becomes a threat."""

    acts: Annotated[
        Literal["middle", "end", "both"], Meta(description="Where it acts: halfway down the order, at its end, or both")
    ] = "middle"


class Befall(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """The environment acts in its turn; who fails the save bears it."""

    what: Annotated[str, Meta(min_length=1, max_length=200, description="What happens")]
    who: Annotated[tuple[CharacterRef, ...], Meta(description="Whom it reaches")] = ()
    ability: Annotated[Ability, Meta(description="The ability of the save")] = "dexterity"
    difficulty: Difficulty = 15
    damage: Annotated[Notation, Meta(description="The damage of the character who fails")] = ""
    type: TypeOfDamage = "kinetic"
    blinds: Annotated[
        bool, Meta(description="Whether it blinds the character who fails, until the Editor-in-Chief ends it")
    ] = False


class Mitigate(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Heroes weaken the environment, or stop it."""

    who: CharacterRef
    how: Annotated[Literal["clever play", "plot point"], Meta(description="What does it")] = "clever play"
    stops: Annotated[bool, Meta(description="Whether the environment does nothing any more")] = False
    effect: Annotated[str, Meta(max_length=200, description="What it does to the environment")] = ""


@command("Declare a danger zone: the environment has turns in each round.", scene=True)
def declare_danger_zone(play: Play, command: DeclareZone) -> None:
    """RC-DZ-01, RC-DZ-02: its places in the order are set once the players have rolled initiative."""
    encounter = under_way(play)
    check_on(play, encounter, "danger zone")
    if _places(play, encounter):
        play.refuse("RC-DZ-02", "The environment has its turns already: one or two in each round.")
    with play.citing("RC-DZ-01", "RC-DZ-02"):
        if command.acts != "end":
            _enter(play, encounter, ZONE, halfway=True)
        if command.acts != "middle":
            _enter(play, encounter, LAST if command.acts == "both" else ZONE, halfway=False)


def _enter(play: Play, encounter: str, name: str, *, halfway: bool) -> None:
    """Give the environment a place: halfway (ruling 4) between those who act apart, or behind everybody."""
    order = play.encounter(encounter).order
    counts = [turns.count_of(order[place]) for place in turns.in_order(play, encounter)]
    last = counts[-1] if counts else turns.TurnCount(0, 0)
    index = len(counts) // 2 if halfway else len(counts)
    while 0 < index < len(counts) and counts[index] == counts[index - 1]:
        index += 1
    here = turns.pace(play, encounter).active
    past = any(turns.in_order(play, encounter).index(place) >= index for place in here)
    turns.enter_together(play, encounter, name, (), initiative=last.initiative, tiebreak=last.tiebreak - 1)
    turns.put(play, encounter, name, index)
    if past:
        mark_acted(play, encounter, name)


def _places(play: Play, encounter: str) -> list[str]:
    order = play.encounter(encounter).order
    return [name for name in (ZONE, LAST) if name in order]


@command("Let the environment act in its turn.", scene=True)
def cause_event(play: Play, command: Befall) -> None:
    """RC-DZ-02, RC-DZ-03, RC-DZ-04, RC-RULING-17: the Editor-in-Chief says what happens, and sets its numbers."""
    encounter = under_way(play)
    active = turns.pace(play, encounter).active
    if not any(place in active for place in _places(play, encounter)):
        play.refuse("RC-DZ-02", "It is not the turn of the environment.")
    with play.citing("RC-DZ-03", *(("RC-DZ-04",) if command.damage else ())):
        play.emit(encounter, Noted(name="danger", data={"what": command.what}))
        for who in dict.fromkeys(command.who):
            _befall(play, who, command)


def _befall(play: Play, who: str, command: Befall) -> None:
    """RC-DZ-03: let one who is reached save, or bear it; nothing comes upon the dead."""
    if gone(play, who):
        return
    trial = Trial(who, "save", "save", command.difficulty, command.ability, about=who)
    if save(play, trial).success:
        return
    if command.damage:
        inflict(play, who, Hit(dice=command.damage, type=command.type, area=True))
    if command.blinds:
        put_in(play, who, Condition(what=BLINDED, source=ZONE))


@command("Let heroes weaken the environment, or stop it.", scene=True)
def mitigate_danger(play: Play, command: Mitigate) -> None:
    """RC-DZ-05: clever play or a Plot Point does it, as far as the Editor-in-Chief says."""
    encounter = under_way(play)
    places = _places(play, encounter)
    if not places:
        play.missing(f"{encounter}.order", "The environment has no turns in this fight.")
    with play.citing("RC-DZ-05"):
        if command.how == "plot point":
            spend(play, command.who, "alter a scene", command.effect)
        play.emit(encounter, Noted(name="danger-mitigated", data={"effect": command.effect, "stops": command.stops}))
        if command.stops:
            _stop(play, encounter, places)


def switched_off(play: Play, _: str) -> None:
    """RC-CMODE-01: take the turns of the environment away with the mode."""
    encounter = fight(play)
    places = [] if is_on(play, encounter, "danger zone") else _places(play, encounter)
    if places:
        _stop(play, encounter, places)


def _stop(play: Play, encounter: str, places: list[str]) -> None:
    """Take the environment out of the order, and end the mode; where it was its turn the fight goes on."""
    was_on = any(place in turns.pace(play, encounter).active for place in places)
    for place in places:
        turns.take_out(play, encounter, place, "stopped")
    for name in conditions.present(play, encounter, MODE, tag="danger zone"):
        conditions.end_one(play, encounter, name, "stopped")
    if was_on and not turns.pace(play, encounter).active:
        go_on(play, encounter, FLOW)


MOMENTS: Final = {MODE_OFF: (switched_off,)}
