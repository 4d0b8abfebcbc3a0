"""Defences: what raises the score that an attack has to reach, and the answers to one that reached it."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.rolls import judge_again
from domain.play.play import Play
from domain.vocabulary.anchors import WhilePresent
from domain.vocabulary.log import Noted
from domain.vocabulary.values import Modifier, ModifierApplied
from systems.freeform.fields import Number, Title
from systems.weaverdice.checks.checks import Checked, check
from systems.weaverdice.combat.windows import HIT, SCORED, Answer, Score, Strike
from systems.weaverdice.harm import dying
from systems.weaverdice.sheet import effort, items
from systems.weaverdice.sheet.stats import DEFENCE
from systems.weaverdice.turns import fights

STEP_ASIDE: Final = 5
"""WD-ATK-04: the feet that the character who dodged may move."""


class AddDefence(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`amount` on top of the defence score, by `what`: a feature, a skill or a power."""

    who: CharacterRef
    amount: Annotated[Number, Meta(description="How much is added to the defence score")]
    what: Annotated[Title, Meta(description="What adds it: a feature, a skill or a power")]
    worn: Annotated[str, Meta(description="The item that has to be worn for it")] = ""


def score(play: Play, who: str, angle: int, by: str) -> int:
    """WD-ATK-02, WD-ATK-07, WD-ATK-09: the number that an attack `by` a character, from `angle` degrees off the front,
    has to reach."""
    addends = SCORED.open(play, who, Score(angle, by=by)).addends
    return play.value(who, DEFENCE, addends=addends).total


def meet(play: Play, who: str, strike: Strike) -> Strike:
    """WD-ATK-03: let the target of a hit answer it."""
    answered = answer(play, who, strike.rolled, melee=not strike.weapon.ranged)
    return strike._replace(answer=answered)


def answer(play: Play, who: str, attack: Checked, *, melee: bool = True, block: bool = True) -> Answer:
    """WD-ATK-03: let a defender with a dot of Focus answer an attack that hit with a Dodge, or (`block`) a Block.

    A defender who equals the attack roll wins. Those without dots, or who are down, cannot.
    """
    if not effort.dots(play, who, "focus") or dying.down(play, who):
        return "hit"
    options = ("no", "dodge", "block") if block else ("no", "dodge")
    by = attack.made.throw.who
    prompt = f"{by} hits you with {attack.total}: spend 1 Focus to dodge{' or block' if block else ''}?"
    chosen = play.ask("defence", who, options, "no", prompt, about=who)
    if chosen == "no":
        return "hit"
    effort.spend(play, who, "focus", "WD-ATK-03")
    return _dodge(play, who, attack) if chosen == "dodge" else _block(play, who, attack, melee=melee)


def _dodge(play: Play, who: str, attack: Checked) -> Answer:
    """WD-ATK-04: Athletics that equals or beats the attack voids it altogether, and the dodger may move 5 feet."""
    with play.citing("WD-ATK-04"):
        if not check(play, who, "dodge", "athletics", attack.total).success:
            return "hit"
        judge_again(play, attack.made, "dodged", "the target dodged it")
        play.emit(who, Noted(name="dodged", data={"feet": STEP_ASIDE}))
    return "dodged"


def _block(play: Play, who: str, attack: Checked, *, melee: bool) -> Answer:
    """WD-ATK-05: Brawn that equals or beats the attack leaves its damage superficial; an attacker who struck by hand
    acts later."""
    with play.citing("WD-ATK-05"):
        if not check(play, who, "block", "brawn", attack.total).success:
            return "hit"
        judge_again(play, attack.made, "blocked", "the target blocked it")
        if melee:
            fights.drop_a_place(play, attack.made.throw.who)
    return "blocked"


@command("A costume feature, a skill or a power adds to a character's defence score.", scene=True)
def add_defence(play: Play, command: AddDefence) -> None:
    """WD-ATK-09: one more layer of defence."""
    item = items.name_of(play, command.who, command.worn) if command.worn else ""
    layer = Modifier(
        title=command.what,
        path=DEFENCE,
        amount=command.amount,
        source=item or command.what,
        until=WhilePresent(path=f"{command.who}.items.{item}") if item else None,
    )
    play.emit(command.who, ModifierApplied(name=play.new_id("defence"), modifier=layer, rules=("WD-ATK-09",)))


WINDOWS = {HIT: (meet,)}
