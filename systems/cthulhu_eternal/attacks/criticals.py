"""Other critical hits: normal damage, and something more in place of doubling."""

from __future__ import annotations

from typing import Final

from domain.play.deciders import owner_of
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.base import Scalar
from systems.cthulhu_eternal.attacks import blows, weapons
from systems.cthulhu_eternal.attacks.windows import LANDED, LANDING, Blow, Landing
from systems.cthulhu_eternal.combat import hands

DOUBLE: Final = "double damage"
SECOND_ATTACK: Final = "second attack"

EFFECTS: Final = ("stun", "disarm", "prone", "called shot", SECOND_ATTACK)
"""CE-OPT-08."""

ADDED: Final = ("disarm", "prone")
"""Effects that happen besides the damage."""

YES, NO = "yes", "no"


def agreed(play: Play, owner: str, what: str, rule: str) -> bool:
    """CE-OPT-01, CE-OPT-08: whether the game master agrees this time; what they do themselves they agree to."""
    if owner == "gm" or play.deed.is_gm:
        return True
    with play.citing(rule):
        return play.ask("agree", "gm", (YES, NO), NO, f"Do you agree to {what}?", of=what) == YES


def choose(play: Play, who: str, landing: Landing) -> Landing:
    """CE-OPT-08: a critical hit may do something else in place of double damage."""
    effect = _chosen(play, who, landing.blow) if landing.hit.critical else ""
    if not effect:
        return landing
    hit = landing.hit._replace(critical=False)
    if effect == "called shot":
        hit = hit._replace(armor="ignored")
    if effect == "stun":
        hit = hit._replace(stuns=True)
    return landing._replace(hit=hit, effect=effect)


def _chosen(play: Play, who: str, blow: Blow) -> str:
    """CE-OPT-08: the agreed effect of a critical hit; "" where it doubles the damage."""
    if not play.option("other_criticals"):
        return ""
    owner, target = owner_of(play, who), blow.target
    able = {"disarm": bool(hands.in_hands(play, target)), SECOND_ATTACK: _loaded(play, who, blow)}
    possible = tuple(effect for effect in EFFECTS if able.get(effect, True))
    prompt = "What does the critical hit do?"
    with play.citing("CE-OPT-08"):
        effect = play.ask("critical", who, (DOUBLE, *possible), DOUBLE, prompt, about=target)
    if effect == DOUBLE or not agreed(play, owner, effect, "CE-OPT-08"):
        return ""
    play.cite("CE-OPT-08")
    return effect


def _loaded(play: Play, who: str, blow: Blow) -> bool:
    """CE-ACT-05: whether the weapon has the rounds of another attack."""
    rounds = weapons.rounds_in(play, who, blow.weapon)
    return rounds is None or rounds >= blow.weapon.rounds


def add(play: Play, who: str, landing: Landing) -> Landing:
    """CE-OPT-08: add what the critical hit does besides its damage."""
    if landing.effect in ADDED:
        blows.apply(play, landing, do=landing.effect, **_details(play, who, landing.blow.target, landing.effect))
    return landing._replace(again=landing.effect == SECOND_ATTACK)


def _details(play: Play, who: str, target: str, effect: str) -> dict[str, Scalar]:
    """Return the details of an added effect: the thing that a disarm knocks from a character's grasp."""
    if effect != "disarm":
        return {}
    items = hands.in_hands(play, target)
    item = items[0]
    if len(items) > 1:
        item = play.ask("disarm", who, tuple(items), items[0], "What is dropped?", about=target)
    return {"item": item}


WINDOWS = {LANDING: (choose,), LANDED: (add,)}

OPTIONS = (
    OptionSpec(
        name="other_criticals",
        default=False,
        text="Whether a critical hit may do something else in place of double damage, with the game master's agreement.",
        rules=("CE-OPT-08",),
    ),
)
