"""Reach and range: whether an attack can be made against a target from where the attacker stands."""

from __future__ import annotations

from typing import Final

from domain.kit.maps.squares import Space, apart
from domain.kit.rolls import addend
from domain.messages import text
from domain.play.play import Play
from systems.orcus.board.places import distance, space_of
from systems.orcus.board.sight import effect_passes
from systems.orcus.sheet.people import CONJURATION, kind_of
from systems.orcus.windows import AIMED, Attack, Strike

LONG_RANGE: Final = -2
"""OR-TYPE-05: what a target beyond the normal range takes from attack rolls."""


def reach_of(play: Play, who: str, attack: Attack) -> int:
    """OR-RNG-01, OR-RNG-03, OR-TYPE-02, OR-TYPE-03: return how far a melee attack reaches: as its weapon, else as the body."""
    return play.value(who, "attributes.reach").total if attack.reach is None else attack.reach


def origin_of(play: Play, by: str, attack: Attack) -> Space | None:
    """OR-TYPE-01, ruling 72: return where an attack comes from: its square where it is Far, else its attacker."""
    return attack.square if attack.origin == "far" and attack.square is not None else space_of(play, by)


def hindrance(play: Play, by: str, target: str, attack: Attack, *, waived: bool = False) -> str:
    """OR-TYPE-01 to OR-TYPE-05, OR-TGT-06: return the rule by which an attack cannot be made against a target; "" where it can.

    Off the map everything can. The game master may have `waived` that nothing solid is in between.
    """
    far = distance(play, by, target)
    if far is None:
        return ""
    if attack.origin == "melee" and far > reach_of(play, by, attack):
        return "OR-TYPE-02"
    if attack.origin == "ranged":
        most = attack.range if attack.long is None else attack.long
        if most is not None and far > most:
            return "OR-TYPE-04" if attack.long is None else "OR-TYPE-05"
    if attack.origin == "far" and (wrong := _misplaced(play, by, attack)):
        return wrong
    if waived or effect_passes(play, origin_of(play, by, attack), space_of(play, target)):
        return ""
    return "OR-TGT-06" if attack.origin in ("ranged", "far") else "OR-LOS-02"


def _misplaced(play: Play, by: str, attack: Attack) -> str:
    """OR-RNG-05, OR-TGT-06: the rule by which a Far attack cannot have its origin square where it is."""
    here = space_of(play, by)
    if here is None or attack.square is None:
        return ""
    if attack.range is not None and apart(here, attack.square) > attack.range:
        return "OR-RNG-05"
    return "" if effect_passes(play, here, attack.square) else "OR-TGT-06"


def check_attackable(play: Play, target: str) -> None:
    """OR-KEY-04: refuse an attack against a conjuration; the game master may have one made all the same."""
    if kind_of(play, target) == CONJURATION:
        play.refuse("OR-KEY-04", "A conjuration cannot be attacked.")


def check_aim(play: Play, by: str, target: str, attack: Attack, *, waived: bool = False) -> None:
    """OR-TYPE-02 to OR-TYPE-05, OR-RNG-05, OR-KEY-04: refuse an attack against a character who is out of reach, out of range or
    behind a wall, and against a conjuration."""
    check_attackable(play, target)
    if rule := hindrance(play, by, target, attack, waived=waived):
        play.refuse(rule, _REASONS[rule])


_REASONS: Final = {
    "OR-TYPE-02": text("The target is out of reach; move next to it first, or choose another."),
    "OR-TYPE-04": text("The target is out of range; come nearer, or choose another."),
    "OR-TYPE-05": text("The target is beyond the long range; come nearer, or choose another."),
    "OR-RNG-05": text("The origin square is out of range; choose a nearer one."),
    "OR-TGT-06": text(
        "Something solid is between them and the target; choose another, or come to where the path is clear."
    ),
    "OR-LOS-02": text("Something solid is between them and the target; choose another."),
}


def within_reach(play: Play, by: str, strike: Strike) -> Strike:
    """OR-TYPE-02, OR-TYPE-04, OR-TYPE-05: an attack whose target is out of reach by now is void; a long shot is harder."""
    attack = strike.attack
    if rule := hindrance(play, by, strike.target, attack, waived=strike.ruled.cover is not None):
        return strike._replace(void=rule)
    far = distance(play, by, strike.target)
    is_long = attack.origin == "ranged" and attack.long is not None and attack.range is not None
    if not is_long or far is None or attack.range is None or far <= attack.range:
        return strike
    trial = strike.trial.with_addends(*addend("long range", LONG_RANGE, source="OR-TYPE-05"))
    return strike._replace(trial=trial)


WINDOWS: Final = {AIMED: (within_reach,)}
