"""Options of a grappler against a character whom they hold, and what each costs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from domain.kit import conditions
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.bodies import Condition
from domain.vocabulary.log import Noted
from systems.weaverdice.combat import attacks, cover, falling, grips, movement
from systems.weaverdice.combat.windows import Attack
from systems.weaverdice.harm import stuck
from systems.weaverdice.harm.statuses import StuckData
from systems.weaverdice.harm.wound_context import WoundEffectContext, weaken
from systems.weaverdice.sheet import effort, items

HOLD: Final = "hold"

LATER: Final = 2
"""The round of a grapple from which on one can drag and throw."""


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An option of a grappler: its effect, in the word of `DOES`, and its cost."""

    does: str
    cost: int
    feet: int = 0
    later: bool = False
    breaks: bool = False
    shorthand: bool = False


class _Grapples(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stamina: int
    stuck: int
    shorthand: int
    options: dict[str, Option]


NUMBERS: Final = table(__package__, "grapples", _Grapples)


def affordable(play: Play, who: str, target: str, points: int) -> dict[str, Option]:
    """WD-GRAP-06: return the options that so many points buy now, by name."""
    later = grips.round_of(play, who, target) >= LATER
    return {
        name: option
        for name, option in NUMBERS.options.items()
        if option.cost <= points and (later or not option.later) and _would_do(play, who, target, option)
    }


def spend(play: Play, who: str, target: str, points: int) -> None:
    """WD-GRAP-05, WD-GRAP-06, rulings 42 and 44: one option at most; what is left is banked by holding on."""
    options = affordable(play, who, target, points)
    name = _chosen(play, who, target, points, options)
    option = options.get(name)
    with play.citing("WD-GRAP-06"):
        grips.bank(play, who, target, points - (option.cost if option else 0))
        if option:
            _do(play, who, target, option)


def spend_in_short(play: Play, who: str, target: str, points: int) -> None:
    """WD-GRAP-07: every two points buy one appropriate action; what is left is banked by holding on."""
    price = NUMBERS.shorthand
    while points >= price and grips.between(play, who, target):
        options = {name: option for name, option in NUMBERS.options.items() if option.shorthand}
        options = {name: option for name, option in options.items() if _would_do(play, who, target, option)}
        name = _chosen(play, who, target, points, options)
        if name == HOLD:
            break
        points -= price
        with play.citing("WD-GRAP-07"):
            grips.bank(play, who, target, points)
            _do(play, who, target, options[name])
    if grips.between(play, who, target):
        grips.bank(play, who, target, points)


def _chosen(play: Play, who: str, target: str, points: int, options: dict[str, Option]) -> str:
    if not options:
        return HOLD
    count = f"{points} point{'' if points == 1 else 's'}"
    prompt = f"You have {count} on {target}. What do you do?"
    return play.ask("option", who, (HOLD, *options), HOLD, prompt, about=who)


def _do(play: Play, who: str, target: str, option: Option) -> None:
    if option.breaks:
        grips.let_go(play, who, target, option.does)
    DOES[option.does](play, who, target, option)


def _would_do(play: Play, who: str, target: str, option: Option) -> bool:
    """Whether an option would do anything now."""
    match option.does:
        case "restrain":
            return not any(
                condition.source == who for condition in play.where(target, "conditions", "restrained").values()
            )
        case "meatshield":
            return not any(
                condition.target == target for condition in play.where(who, "conditions", "shielded").values()
            )
        case "disarm" | "wrest":
            return bool(items.in_hands(play, target))
        case "wrest_free":
            return stuck.from_melee(play, target, who) is not None
        case "push" | "throw":
            return stuck.from_melee(play, target, who) is None
        case _:
            return True


def restrain(play: Play, who: str, target: str, _: Option) -> None:
    """No two-handed weapons, and -2 to hit with what is held in one hand (`hindrances.on_attack`)."""
    conditions.gain(play, target, "restrained", until=grips.anchor(play, who, target), source=who)


def drag(play: Play, who: str, target: str, option: Option) -> None:
    """The target is moved, and the grappler moves along; the hold is kept."""
    for one in (target, who):
        play.emit(one, Noted(name="dragged", data={"feet": option.feet}))


def push(play: Play, _: str, target: str, option: Option) -> None:
    """They are knocked back; the game master says whether off something."""
    movement.knock_back(play, target, option.feet)


def throw(play: Play, _: str, target: str, option: Option) -> None:
    """WD-MOVE-07: let the thrown target fall."""
    falling.fall(play, target, option.feet, thrown=True)


def disarm(play: Play, _: str, target: str, __: Option) -> None:
    """One of the things they hold falls beside them, which one is for them to say."""
    items.drop_held(play, target)


def wrest(play: Play, who: str, target: str, _: Option) -> None:
    """Disarm a character, and keep the thing: in a hand where one is free, else it lies at the grappler's feet."""
    before = items.in_hands(play, target)
    items.drop_held(play, target)
    for item in (item for item in before if item not in items.in_hands(play, target)):
        items.hand_over(play, target, who, item)
        if hand := items.free_hand(play, who, item):
            items.put(play, who, item, hand)


def wrest_free(play: Play, who: str, target: str, _: Option) -> None:
    """WD-COND-13, WD-COND-14: tear out by force what the grappler drove into them, which gives a free attack on them."""
    name = stuck.from_melee(play, target, who)
    if name is None:
        return
    item = StuckData.of(play.character(target).conditions[name]).item
    stuck.tear_out(play, target, name, who)
    prompt = "It is free. Attack with it?"
    if play.ask("free-attack", who, ("attack", "no"), "attack", prompt, about=who) == "attack":
        with play.citing("WD-COND-14"):
            weapon = item if item in items.in_hands(play, who) else ""
            attacks.attack(play, Attack(who=who, targets=(target,), weapon=weapon), free=True)


def choke(play: Play, who: str, target: str, _: Option) -> None:
    """A dot of Stamina, or a point of Athletics where none is left (rulings 32 and 113)."""
    if not effort.lose(play, target, "stamina"):
        weaken(WoundEffectContext(play, target, "choke", "lesser", by=who), "athletics", 1, "encounter")


def meatshield(play: Play, who: str, target: str, _: Option) -> None:
    """WD-GRAP-04, ruling 43: the grappler's defence score counts again, the target is narrow cover before them, and what
    does not pass the score hits the target (`hindrances.shield_of`)."""
    until = grips.anchor(play, who, target)
    grips.cover_up(play, who, target)
    cover.stand_behind(play, who, "narrow", until=until, source=target)
    shielded = Condition(what="shielded", target=target, until=until)
    conditions.add(play, who, shielded, play.new_id("shielded"))


DOES: Final[dict[str, Callable[[Play, str, str, Option], None]]] = {
    "restrain": restrain,
    "drag": drag,
    "push": push,
    "throw": throw,
    "disarm": disarm,
    "wrest": wrest,
    "wrest_free": wrest_free,
    "choke": choke,
    "meatshield": meatshield,
}
"""By the table's words."""
