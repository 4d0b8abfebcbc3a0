"""Opposition: rolls that stay on the table keep an attack from doing harm."""

from __future__ import annotations

from typing import Final

from domain.kit import turns
from domain.kit.rolls import Roll, Throw, judge_again
from domain.play.play import Play
from domain.vocabulary.audiences import is_secret
from systems.cthulhu_eternal.attacks.windows import APPLYING, HIT, ROLLED, Applied, Blow, Strike
from systems.cthulhu_eternal.combat import actions, counts, standing

OPPOSED_BY: Final = {
    standing.DODGING: "CE-DEF-04",
    standing.FIGHTING_BACK: "CE-DEF-07",
    standing.ESCAPING: "CE-ACT-19",
    standing.PARRYING: "CE-DEF-19",
    standing.EVADING: "CE-DEF-05",
}
"""The rule by which each sort of roll keeps an attack from doing harm."""


def leave_on_the_table(play: Play, target: str, strike: Strike) -> Strike:
    """CE-DEF-18: the roll of an attack hand to hand stays on the table, as a defence."""
    if strike.blow.hand_to_hand:
        with play.citing("CE-DEF-18"):
            turn = counts.turn_number(play)
            standing.stand(play, strike.by, standing.PARRYING, strike.tested, at=target, turn=turn)
    return strike


def find_able(play: Play, target: str, strike: Strike) -> Strike:
    """CE-DEF-20: note whether a target sees the attack coming and is not defenceless; then they can oppose it, whatever
    comes of their own roll."""
    return strike._replace(able=not strike.unnoticed and not standing.defenceless(play, target))


def oppose(play: Play, target: str, strike: Strike) -> Strike:
    """CE-DEF-19, ruling 58: let the standing action of the target oppose a hit, or their roll where they may still act
    on this very count. A target who evades a Kill Radius gets out of it alone (`bursts`)."""
    if not strike.able:
        return strike
    by = standing.opposed(play, target, strike.tested, strike.way)
    if by == standing.EVADING and strike.blow.weapon.radius:
        return strike
    if by:
        _come_to_nothing(play, strike, by)
        return strike._replace(opposed=True)
    return strike._replace(pending=_is_pending(play, strike.blow))


def _come_to_nothing(play: Play, strike: Strike, by: str) -> None:
    """CE-DEF-01: the roll of an attack succeeded, and is judged as opposed by a roll that stands against it."""
    tested = strike.tested
    veiled = is_secret(play.character(strike.by).profile["self"].sheet)
    made = Roll(
        Throw(strike.by, "attack", target=tested.chance, veiled=veiled), tested.total, tested.total, tested.outcome
    )
    judge_again(play, made, "opposed", f"{by.replace('_', ' ')} stands against it", rules=(OPPOSED_BY[by],))


def _is_pending(play: Play, blow: Blow) -> bool:
    return blow.hand_to_hand and turns.acting(play, blow.target) and actions.has_action(play, blow.target)


def oppose_at_last(play: Play, target: str, applied: Applied) -> Applied:
    """CE-DEF-18, CE-DEF-19, ruling 58: a blow comes to nothing that its target opposed on the same count."""
    way = standing.Way(hand_to_hand=True)
    if not applied.pending or not standing.opposed(play, target, applied.tested, way):
        return applied
    play.cite("CE-DEF-19")
    return applied._replace(opposed=True)


WINDOWS = {ROLLED: (leave_on_the_table, find_able), HIT: (oppose,), APPLYING: (oppose_at_last,)}
