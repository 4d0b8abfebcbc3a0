"""Other critical hits: normal damage, and something more in place of doubling."""

from __future__ import annotations

from typing import Final

from domain.components.base import Scalar
from domain.play.deciders import owner_of
from domain.play.play import Play
from domain.system import Option
from systems.cthulhu_eternal.combat import hands

DOUBLE: Final = "double damage"
SECOND_ATTACK: Final = "second attack"

EFFECTS: Final = ("stun", "disarm", "prone", "called shot", SECOND_ATTACK)
"""CE-OPT-08."""

ADDED: Final = ("disarm", "prone")
"""Those that happen besides the damage."""

YES, NO = "yes", "no"


def agreed(play: Play, owner: str, what: str, rule: str) -> bool:
    """CE-OPT-01, CE-OPT-08: whether the game master agrees this time; what they do themselves they agree to."""
    if owner == "gm" or play.deed.is_gm:
        return True
    with play.citing(rule):
        return play.ask("agree", "gm", (YES, NO), NO, f"Do you agree to {what}?", of=what) == YES


def chosen(play: Play, who: str, target: str) -> str:
    """CE-OPT-08: what a critical hit does in place of double damage; "" where it doubles it."""
    if not play.option("other_criticals"):
        return ""
    owner = owner_of(play, who)
    possible = tuple(effect for effect in EFFECTS if effect != "disarm" or hands.held(play, target))
    prompt = "What does the critical hit do?"
    with play.citing("CE-OPT-08"):
        effect = play.ask("critical", who, (DOUBLE, *possible), DOUBLE, prompt, about=target)
    if effect == DOUBLE or not agreed(play, owner, effect, "CE-OPT-08"):
        return ""
    play.citations.append("CE-OPT-08")
    return effect


def details(play: Play, who: str, target: str, effect: str) -> dict[str, Scalar]:
    """What else has to be said of an added effect: the thing that a disarm knocks from somebody's grasp."""
    if effect != "disarm":
        return {}
    held = hands.held(play, target)
    item = held[0]
    if len(held) > 1:
        item = play.ask("disarm", who, tuple(held), held[0], "What is dropped?", about=target)
    return {"item": item}


OPTIONS = (
    Option(
        name="other_criticals",
        default=False,
        text="Whether a critical hit may do something else in place of double damage, with the game master's agreement.",
        rules=("CE-OPT-08",),
    ),
)
