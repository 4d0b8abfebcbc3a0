"""Hordes: five or more of a kind in an Area act as one creature, until they are fewer or apart.

A Horde is a place in the order that its members share: one turn, one budget, one Pace. A member who is taken out or
moved away leaves it, and with fewer than five it ends.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import counters, turns
from domain.kit.commands import command
from domain.kit.fights import InEncounter, check_not_over, fight
from domain.kit.rounds import go_on
from domain.play.deciders import owner_of
from domain.play.play import Play
from domain.vocabulary.anchors import UntilEncounterEnds
from domain.vocabulary.turns import TurnChanged, TurnEntered, TurnEntry
from systems.rotted_capes.combat.areas import area_of
from systems.rotted_capes.combat.initiative import initiative
from systems.rotted_capes.combat.terrain import follow
from systems.rotted_capes.combat.turns import ACTION, BONUS, FLOW, FOES, REACTION, PacedTurnData, able, gone
from systems.rotted_capes.modes.modes import check_on, is_on
from systems.rotted_capes.moments import DISPLACED, LEAVING, MODE_OFF, MODE_ON, MOVED, OUT, ROUND_START
from systems.rotted_capes.sheet.people import ProfileData

HORDE: Final = "horde"
"""The kind of a place that a Horde has."""

STRUCK: Final = "struck"
"""A counter of the fight for each Horde: the opportunity attacks that it has made since its turn."""

FEWEST: Final = 5
"""RC-HORDE-01, RC-HORDE-10: how many it takes."""


class FormHorde(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Creatures of a kind are a Horde."""

    who: Annotated[tuple[CharacterRef, ...], Meta(description="Its members, five or more of a kind in one Area")]


def horde_of(play: Play, who: str) -> str:
    """Return the name of the place of the Horde that a character is in; "" where they are in none."""
    encounter, name = turns.running(play), turns.place_of(play, who)
    if encounter is None or name is None or play.encounter(encounter).order[name].kind != HORDE:
        return ""
    return name


def members_of(play: Play, name: str) -> tuple[str, ...]:
    """Return the members of a Horde."""
    return tuple(play.encounter(fight(play)).order[name].members)


def active(play: Play, name: str) -> int:
    """RC-HORDE-04, ruling 43: return how many members of a Horde can act."""
    return sum(able(play, who) for who in members_of(play, name))


def _alike(play: Play, who: str) -> tuple[object, ...]:
    """Return what makes creatures identical: their sort, rank and size, and every number on their sheets."""
    profile, sheet = play.character(who).profile["self"], play.character(who)
    numbers = tuple((name, sheet.attributes[name].base) for name in sorted(sheet.attributes))
    pools = tuple((name, sheet.tracks[name].maximum) for name in sorted(sheet.tracks))
    own = ProfileData.of(profile)
    return profile.kind, own.rank, own.size, numbers, pools


@command("Make creatures of a kind in one Area a Horde.", scene=True)
def form_horde(play: Play, command: FormHorde) -> None:
    """RC-HORDE-01, RC-HORDE-02, RC-RULING-43: one that is there before the fight begins rolls initiative once."""
    encounter, members = fight(play), tuple(dict.fromkeys(command.who))
    check_not_over(play, encounter)
    check_on(play, encounter, "horde")
    kinds = {_alike(play, who) for who in members}
    if len(members) < FEWEST or len(kinds) > 1 or len({area_of(play, who) for who in members}) > 1:
        play.refuse("RC-HORDE-01", "A Horde is five or more identical creatures in the same Area.")
    if turns.running(play) is None:
        with play.citing("RC-HORDE-02"):
            count = turns.TurnCount(initiative(play, members[0]), 0)
            _enter(play, encounter, members, count, PacedTurnData(side=FOES), reactions=len(members))
        return
    if any(turns.place_in(play, encounter, who) is None for who in members):
        play.refuse("RC-HORDE-02", "Only those who take part in the fight merge; let the others join it first.")
    _merge(play, encounter, members)


def _enter(
    play: Play,
    encounter: str,
    members: tuple[str, ...],
    count: turns.TurnCount,
    data: PacedTurnData,
    *,
    reactions: int,
) -> str:
    name = play.new_id(HORDE)
    budget = {ACTION: 1, BONUS: 1, REACTION: reactions}
    entry = TurnEntry(
        kind=HORDE,
        title="Horde",
        initiative=count.initiative,
        tiebreak=count.tiebreak,
        members=members,
        budget=budget,
        data=data.stored(),
    )
    play.emit(encounter, TurnEntered(name=name, turn=entry))
    return name


def gather(play: Play, _: str) -> None:
    """RC-HORDE-01, ruling 43: with the mode on, five or more of a kind in an Area merge by themselves."""
    encounter = turns.running(play)
    if encounter is None or not is_on(play, encounter, "horde"):
        return
    crowds: dict[tuple[object, ...], list[str]] = {}
    for who in turns.fighters(play):
        if (area := area_of(play, who)) and owner_of(play, who) == "gm" and able(play, who):
            crowds.setdefault((area, *_alike(play, who)), []).append(who)
    for crowd in crowds.values():
        places = {turns.place_in(play, encounter, who) for who in crowd}
        if len(crowd) >= FEWEST and len(places) > 1:
            _merge(play, encounter, tuple(crowd))


def _merge(play: Play, encounter: str, members: tuple[str, ...]) -> None:
    """RC-HORDE-01, RC-HORDE-02, RC-HORDE-06: merge those who have places in the order, at the count of the one who acts last.

    They bring the Reactions that they have left, and a Horde among them the opportunity attacks that it has made.
    """
    order = play.encounter(encounter).order
    places = list(dict.fromkeys(turns.place_in(play, encounter, who) or "" for who in members))
    lowest = min(places, key=lambda name: turns.count_of(order[name]))
    entry, on = order[lowest], turns.pace(play, encounter).active
    with play.citing("RC-HORDE-01", "RC-HORDE-02"):
        data = PacedTurnData(side=PacedTurnData.of(entry).side or FOES, acted=PacedTurnData.of(entry).acted)
        reactions = min(len(members), sum(int(order[place].budget.get(REACTION, 0)) for place in places))
        name = _enter(play, encounter, members, turns.count_of(entry), data, reactions=reactions)
        if made := sum(counters.times(play, encounter, f"{STRUCK}/{place}") for place in places):
            count_struck(play, encounter, name, made)
        if lowest in on:
            play.emit(encounter, TurnChanged(name=name, budget={**entry.budget, REACTION: reactions}))
            turns.pass_to(play, encounter, (*on, name))
        for place in places:
            turns.take_out(play, encounter, place, "merged")
    if on and not turns.pace(play, encounter).active:
        go_on(play, encounter, FLOW)


def count_struck(play: Play, encounter: str, name: str, made: int = 1) -> None:
    """RC-HORDE-06: count opportunity attacks that a Horde has made since its turn."""
    until = UntilEncounterEnds(encounter=encounter)
    counters.count(play, encounter, f"{STRUCK}/{name}", made, what=STRUCK, until=until)


def leave(play: Play, who: str, rule: str) -> None:
    """RC-HORDE-07, RC-HORDE-09, RC-HORDE-10: take a character out of their Horde, which breaks up with fewer than
    five."""
    encounter, name = fight(play), horde_of(play, who)
    entry = play.encounter(encounter).order[name]
    rest = tuple(member for member in entry.members if member != who)
    with play.citing(rule):
        budget = {**entry.budget, REACTION: min(int(entry.budget.get(REACTION, 0)), len(rest))}
        play.emit(encounter, TurnChanged(name=name, members=rest, budget=budget))
        _alone(play, encounter, name, who)
    if len(rest) < FEWEST:
        with play.citing("RC-HORDE-10"):
            _break_up(play, encounter, name)


def _break_up(play: Play, encounter: str, name: str) -> None:
    """RC-HORDE-10: let all who are left of a Horde act individually."""
    for member in play.encounter(encounter).order[name].members:
        _alone(play, encounter, name, member)
    turns.take_out(play, encounter, name, "dissolved")


def switched_off(play: Play, _: str) -> None:
    """RC-CMODE-01: break up the Hordes of a fight with the mode."""
    encounter = fight(play)
    order = {} if is_on(play, encounter, "horde") else play.encounter(encounter).order
    for name in sorted(name for name in order if order[name].kind == HORDE):
        _break_up(play, encounter, name)


def _alone(play: Play, encounter: str, name: str, who: str) -> None:
    """RC-HORDE-09: let a character act individually, on the same initiative as the Horde."""
    if gone(play, who):
        return
    entry, on = play.encounter(encounter).order[name], turns.pace(play, encounter).active
    budget = {**entry.budget, REACTION: min(1, int(entry.budget.get(REACTION, 0)))}
    place = turns.enter(
        play, encounter, who, entry.initiative, entry.tiebreak, budget=budget, data=PacedTurnData.read(entry).stored()
    )
    if name in on:
        turns.pass_to(play, encounter, (*on, place))


def taken_out(play: Play, who: str) -> None:
    """RC-HORDE-07: reduce a Horde by a member who is taken out."""
    if turns.running(play) is not None and horde_of(play, who):
        leave(play, who, "RC-HORDE-07")


def regroup(play: Play, who: str) -> None:
    """RC-HORDE-03, RC-HORDE-09: in its turn a Horde moves as a unit; who is moved away otherwise is out of it."""
    name = horde_of(play, who) if turns.running(play) is not None else ""
    if not name:
        return
    if not turns.acting(play, who):
        leave(play, who, "RC-HORDE-09")
        return
    with play.citing("RC-HORDE-03"):
        for other in members_of(play, name):
            if other != who:
                follow(play, other, who, area_of(play, who))


def torn_away(play: Play, who: str) -> None:
    """RC-HORDE-09: take a member out of its Horde who leaves the fight, or whom a force has brought into another Area, in the
    Horde's turn too."""
    if turns.running(play) is not None and horde_of(play, who):
        leave(play, who, "RC-HORDE-09")


MOMENTS: Final = {
    MODE_ON: (gather,),
    MODE_OFF: (switched_off,),
    ROUND_START: (gather,),
    OUT: (taken_out,),
    MOVED: (regroup, gather),
    DISPLACED: (torn_away, gather),
    LEAVING: (torn_away,),
}
