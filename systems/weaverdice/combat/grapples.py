"""Grapples, a pair at a time: making contact, Brawn against Brawn, and what winning it brings either side."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit.commands import command
from domain.kit.fights import InEncounter
from domain.messages import text
from domain.play.moments import come
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.log import Contribution
from systems.weaverdice.checks.checks import Checked, Manner, check, pained
from systems.weaverdice.combat import attacks, defences, grips, hindrances
from systems.weaverdice.combat.grapple_options import NUMBERS, spend, spend_in_short
from systems.weaverdice.combat.windows import Attack
from systems.weaverdice.harm import stuck
from systems.weaverdice.moments import FAILED_IN_PAIN, OUT, WOUNDED
from systems.weaverdice.sheet import effort, items
from systems.weaverdice.turns import actions, opportunity_attacks

NOTHING, HOLD, FREE, TEAR = "nothing", "hold", "break free", "tear the object out"
"""The choices of a character who wins against a grappler, beside an attack of opportunity."""

STRIKE: Final = "attack"
"""An attack of opportunity; with what, where an item is held: `attack with <item>`."""

POWERLESS: Final = -99
"""The total of a roll by a character who has no Brawn to roll."""


Count = Annotated[int, Meta(ge=0, le=1000, description="Points")]


class Grab(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`angle` is how many degrees off the target's front the grab comes from (cover protects in its arc)."""

    who: CharacterRef
    target: CharacterRef
    angle: Annotated[
        int, Meta(description="How many degrees off the target's front the grab comes from (cover protects in its arc)")
    ] = 0


class Wrestle(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`target` is whom `who` has hold of already."""

    who: Annotated[CharacterRef, Meta(description="Who has hold of a character already")]
    target: Annotated[CharacterRef, Meta(description="Whom they hold")]


class HaveHold(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`points` are banked already."""

    who: CharacterRef
    target: CharacterRef
    points: Annotated[Count, Meta(description="The points that are banked already")] = 0


class Struggle(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`who` is held, by one or by several."""

    who: Annotated[CharacterRef, Meta(description="Who is held, by one or by several")]


@command("Grapple a character: make contact, then roll Brawn against Brawn.", by="owner", scene=True)
def grab(play: Play, command: Grab) -> None:
    """WD-GRAP-01, WD-GRAP-02, WD-GRAP-03, WD-GRAP-04, WD-GRAP-06, WD-COND-14, rulings 40 and 41: contact, which can be
    dodged and not blocked; then Brawn against Brawn.

    A grappler who wins goes on to an option; a character who was grabbed and wins attacks, or holds the grappler in
    turn; a tie comes to nothing.
    """
    who, target = command.who, command.target
    _check_pair(play, who, target)
    actions.take(play, who, text("a grapple"))
    if not _makes_contact(play, command):
        return
    grips.reach_out(play, who, target)
    grips.check_made(play, who, target, "grappler")
    margin = _contest(play, who, target)
    if margin > 0:
        grips.hold(play, who, target)
        _gain(play, who, target, margin)
        return
    if margin < 0:
        _turn_the_tables(play, who, target, -margin, (NOTHING, HOLD))
    grips.let_go(play, who, target, "not held")


@command("Go on with a grapple: roll again, and spend the difference on an option.", by="owner", scene=True)
def wrestle(play: Play, command: Wrestle) -> None:
    """WD-GRAP-03, WD-GRAP-05, WD-GRAP-06, WD-GRAP-07: the checks are made again each round; the difference and what was
    banked are spent on options.

    A character who is held and wins is free, unless others hold them as well (WD-GRAP-09).
    """
    who, target = command.who, command.target
    _check_held(play, who, target)
    actions.take(play, who, text("a grapple"))
    grips.next_round(play, who, target)
    grips.check_made(play, who, target, "grappler")
    margin = _contest(play, who, target)
    if margin > 0:
        _gain(play, who, target, margin)
    elif margin < 0:
        alone = grips.upon(play, target) == (who,)
        _turn_the_tables(play, who, target, -margin, (NOTHING, HOLD))
        if alone:
            _win_free(play, target)


@command("Struggle against everybody who has hold of one.", by="owner", scene=True)
def struggle(play: Play, command: Struggle) -> None:
    """WD-GRAP-03, WD-GRAP-05, WD-GRAP-09: let a character who is held try to get free: each grapple is resolved on its
    own, with its own attack of opportunity, and all that still go on have to be won. A grappler who wins banks the
    difference (WD-GRAP-06)."""
    who = command.who
    against = grips.upon(play, who)
    if not against:
        play.refuse("WD-GRAP-09", "Nobody has hold of them; there is nothing to struggle against.")
    if any(grips.checked(play, grappler, who, "held") for grappler in against):
        play.refuse("WD-GRAP-05", "The checks of this round have been made; struggle again in the next one.")
    actions.take(play, who, text("a struggle"))
    won = []
    for grappler in against:
        grips.check_made(play, grappler, who, "held")
        won.append(_resisted(play, grappler, who))
    if all(won):
        _win_free(play, who)


def _resisted(play: Play, grappler: str, who: str) -> bool:
    """One grapple of a struggle; whether a character who is held won it."""
    margin = _contest(play, grappler, who)
    if margin > 0:
        grips.bank(play, grappler, who, grips.banked(play, grappler, who) + margin)
    elif margin < 0:
        _turn_the_tables(play, grappler, who, -margin, (NOTHING, HOLD))
    return margin < 0


@command("Let a character go whom one has hold of.", by="owner", scene=True)
def let_go(play: Play, command: Wrestle) -> None:
    """WD-GRAP-04: the grappler ends the grapple, and has a defence score again."""
    if grips.between(play, command.who, command.target) is None:
        play.refuse("WD-GRAP-04", "They have no hold of that one.")
    with play.citing("WD-GRAP-04"):
        grips.let_go(play, command.who, command.target, "let go")


@command("Say that a character has hold of another, without any roll.", scene=True)
def have_hold(play: Play, command: HaveHold) -> None:
    """WD-GRAP-04: the game master says that a character has hold of another, by a power or before the fight began."""
    _check_pair(play, command.who, command.target)
    with play.citing("WD-GRAP-04"):
        grips.reach_out(play, command.who, command.target)
        grips.hold(play, command.who, command.target)
        grips.bank(play, command.who, command.target, command.points)


def _check_pair(play: Play, who: str, target: str) -> None:
    if who == target:
        play.refuse("WD-GRAP-01", "A grapple takes two; name somebody else.")
    if grips.between(play, who, target):
        play.refuse("WD-GRAP-05", "They have hold of that one already; wrestle for the next round of it.")
    if grips.between(play, target, who):
        play.refuse("WD-GRAP-09", "That one has hold of them; they have to struggle free first.")


def _check_held(play: Play, who: str, target: str) -> None:
    if grips.between(play, who, target) is None:
        play.missing(f"{who}.links", "They have no hold of that one; grab them first.")
    if grips.checked(play, who, target, "grappler"):
        play.refuse("WD-GRAP-05", "The check of this round has been made; wrestle again in the next one.")


def _makes_contact(play: Play, command: Grab) -> bool:
    """WD-GRAP-01, ruling 40; WD-COND-14: a character who has an object stuck in the other by hand needs no contact."""
    who, target = command.who, command.target
    if stuck.from_melee(play, target, who):
        return True
    with play.citing("WD-GRAP-01"):
        how = Manner(modifiers=hindrances.on_attack(play, who, fists=True), against=target)
        number = defences.score(play, target, command.angle, who)
        rolled = attacks.to_hit(play, who, "brawn", number, how=how)
        if not rolled.success:
            return False
        return defences.answer(play, target, rolled, block=False) == "hit"


def _contest(play: Play, who: str, target: str) -> int:
    """WD-GRAP-01: Brawn against Brawn: by how much the grappler beats the other, below 0 where the other beats the
    grappler. A character who loses it in pain pays for that."""
    with play.citing("WD-GRAP-01"):
        attacker = _brawn(play, who, "grapple", _driven_in(play, who, target))
        defender = _brawn(play, target, "resist")
    margin = attacker - defender
    loser = target if margin > 0 else who if margin < 0 else ""
    if loser and pained(play, loser, "brawn"):
        come(play, FAILED_IN_PAIN, loser)
    return margin


def _brawn(play: Play, who: str, role: str, more: tuple[Contribution, ...] = ()) -> int:
    """WD-GRAP-03: a dot of Stamina adds 1."""
    prompt = f"+{NUMBERS.stamina} on the grapple roll?"
    if effort.offered(play, who, "stamina", kind="stamina", of=role, prompt=prompt, rule="WD-GRAP-03"):
        more = (*more, Contribution(label="stamina", amount=NUMBERS.stamina))
    how = Manner(modifiers=more, painless=True, compared=True)
    rolled: Checked = check(play, who, role, "brawn", how=how)
    return rolled.total if rolled.success else POWERLESS


def _driven_in(play: Play, who: str, target: str) -> tuple[Contribution, ...]:
    """WD-COND-14: +1 each round for a character who has an object stuck in the other by hand."""
    if stuck.from_melee(play, target, who) is None:
        return ()
    return (Contribution(label="stuck", amount=NUMBERS.stuck, source="WD-COND-14"),)


def _gain(play: Play, who: str, target: str, margin: int) -> None:
    """WD-GRAP-05, ruling 44: spend the difference and the banked points."""
    points = margin + grips.banked(play, who, target)
    if play.option("grapple_shorthand"):
        spend_in_short(play, who, target, points)
    else:
        spend(play, who, target, points)


def _turn_the_tables(play: Play, grappler: str, target: str, margin: int, choices: tuple[str, ...]) -> None:
    """WD-GRAP-02: let the winner against a grappler pay for an attack of opportunity, or go straight to a hold."""
    with play.citing("WD-GRAP-02"):
        options = (*choices, *_strikes(play, target))
        prompt = f"You won against {grappler}. What do you make of it?"
        chosen = play.ask("turned", target, options, options[0], prompt, about=grappler)
        if chosen == HOLD:
            grips.let_go(play, grappler, target, "turned")
            grips.reach_out(play, target, grappler)
            grips.hold(play, target, grappler)
            grips.bank(play, target, grappler, margin)
        elif chosen.startswith(STRIKE):
            weapon = chosen.removeprefix(STRIKE).removeprefix(" with ")
            opportunity_attacks.give(play, target, grappler)
            strike = Attack(who=target, targets=(grappler,), weapon=weapon, opportunity=True)
            attacks.attack(play, strike)


def _strikes(play: Play, who: str) -> tuple[str, ...]:
    """WD-EFF-09: an attack of opportunity takes Focus; with each thing that is held, or bare hands."""
    if not effort.dots(play, who, "focus"):
        return ()
    return (STRIKE, *(f"{STRIKE} with {item}" for item in items.in_hands(play, who)))


def _win_free(play: Play, who: str) -> None:
    """WD-GRAP-09: free a character from all who hold them; but (WD-COND-14) one who is stuck leaves a grapple only by
    tearing the object out."""
    for grappler in grips.upon(play, who):
        object = stuck.from_melee(play, who, grappler)
        if object is not None:
            prompt = "What is stuck in you holds you. Tear it out?"
            if play.ask("tear-out", who, (NOTHING, TEAR), NOTHING, prompt, about=grappler) == NOTHING:
                continue
            with play.citing("WD-COND-14"):
                stuck.tear_out(play, who, object, who)
        with play.citing("WD-GRAP-09"):
            grips.let_go(play, grappler, who, "won free")


OPTIONS = (
    OptionSpec(
        name="grapple_shorthand",
        default=False,
        choices=(False, True),
        text="Whether every two points of difference in a grapple buy one appropriate action, in place of the table.",
        rules=("WD-GRAP-07",),
    ),
)


MOMENTS = {WOUNDED: (grips.torn_apart,), OUT: (grips.slacken,)}
