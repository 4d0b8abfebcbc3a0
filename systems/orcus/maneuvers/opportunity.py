"""Opportunity attacks: a character who steps away from a foe, or shoots next to one, gives that foe an opening."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import counters, turns
from domain.kit.commands import command
from domain.kit.durations import fight_ends
from domain.kit.maps.squares import Space, adjacent, apart
from domain.kit.naming import handle_of, id_of
from domain.messages import text
from domain.play.play import Play
from domain.play.windows import WindowTable
from domain.system import OptionSpec
from domain.vocabulary.holdings import Trait, TraitGained
from domain.vocabulary.log import Noted
from systems.freeform.fields import Title
from systems.orcus.attacks.basic import basic_attack, can_strike
from systems.orcus.board.falling import gives_openings
from systems.orcus.board.places import height_of, others, size_of, space_of
from systems.orcus.board.sight import can_see
from systems.orcus.combat.actions import can_answer, react
from systems.orcus.combat.sides import hostile
from systems.orcus.combat.turns import in_own_turn
from systems.orcus.sheet.conditions import can_act
from systems.orcus.windows import LEAVING, PROVOKING, Provoked, Step

OPPORTUNITY: Final = "opportunity_action"
"""The kind of the traits that give something else to do at an opening than to strike."""

STRIKE, LET_GO = "attack", "let go"

TRIGGER: Final = "oa_trigger"

OPTIONS: Final = (
    OptionSpec(
        name=TRIGGER,
        default="leave_adjacent_square",
        choices=("leave_adjacent_square", "leave_adjacency"),
        text="Whether any step from a square next to a foe gives an opening, or only one to a square that is not next to it.",
        rules=("OR-OA-01", "OR-OA-06"),
    ),
)


class GiveOpportunity(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A feature by which a character does something else at an opening than to strike."""

    who: CharacterRef
    name: Annotated[Title, Meta(description="What they may do then")]


@command("Give a character something to do at an opening in place of an attack.", scene=True)
def give_opportunity(play: Play, command: GiveOpportunity) -> None:
    """OR-OA-05: on rare occasions there is an opportunity action; the limits of opportunity attacks hold for it."""
    trait = Trait(kind=OPPORTUNITY, title=command.name)
    play.emit(command.who, TraitGained(name=handle_of(command.name), trait=trait))


def leaves(play: Play, who: str, step: Step) -> Step:
    """OR-OA-01, OR-OA-02, OR-OA-03, OR-OA-06, ruling 17: foes strike just before a character steps from a square next to theirs.

    A character who shifts, teleports or is moved by something else gives no opening.
    """
    for foe in others(play, who):
        if step.stopped or not _is_left(play, foe, who, step):
            continue
        if step.how != "move":
            play.cite("OR-OA-03")
            return step
        with play.citing("OR-OA-02", "OR-OA-06"):
            _strike(play, foe, who)
        step = step._replace(stopped=not can_act(play, who) or space_of(play, who) != step.before)
    return step


def provokes(play: Play, who: str, provoked: Provoked) -> Provoked:
    """OR-OA-01, ruling 16: foes next to a character strike before a Ranged or Far attack of theirs is resolved."""
    space = space_of(play, who)
    for foe in others(play, who) if space is not None else ():
        if not provoked.stopped and space is not None and _threatens(play, foe, who, space):
            _strike(play, foe, who)
            provoked = provoked._replace(stopped=not can_act(play, who))
    return provoked


def _is_left(play: Play, foe: str, who: str, step: Step) -> bool:
    """Ruling 17: whether a step leads away from squares next to a foe, or by option from next to the foe altogether."""
    if not _threatens(play, foe, who, step.before):
        return False
    space = space_of(play, foe)
    stays = space is not None and adjacent(space, step.after)
    return play.option(TRIGGER) == "leave_adjacent_square" or not stays


def _threatens(play: Play, foe: str, who: str, space: Space) -> bool:
    """OR-OA-01, OR-OA-04, OR-TYPE-03, ruling 17: whether a foe may strike at a character there: next to it, within its reach, and seen.

    The Tiny reach only what is in their own square.
    """
    foe_space = space_of(play, foe)
    if foe_space is None or not hostile(play, foe, who) or not can_answer(play, foe) or not gives_openings(play, foe):
        return False
    far = apart(foe_space, space, rise=abs(height_of(play, foe) - height_of(play, who)))
    near = far == 0 if size_of(play, foe) == 0 else far <= 1
    return (
        near
        and far <= play.value(foe, "attributes.reach").total
        and _is_free(play, foe, who)
        and can_see(play, foe, who)
    )


def _is_free(play: Play, foe: str, who: str) -> bool:
    """OR-OA-04: whether a foe has not struck at a character in this turn of theirs yet."""
    return not in_own_turn(play, who) or counters.times(play, foe, _counter(who)) != _round(play)


def _round(play: Play) -> int:
    encounter = turns.running(play)
    return 0 if encounter is None else turns.pace(play, encounter).round


def _strike(play: Play, foe: str, who: str) -> None:
    """OR-OA-01, OR-OA-04, OR-OA-05: a foe is asked what it does at an opening; it takes its immediate action, once in a turn.

    A character who can neither strike with a melee weapon at hand nor has anything else to do is not asked.
    """
    strikes = (STRIKE,) if can_strike(play, foe, who) else ()
    options = (*strikes, *sorted(play.where(foe, "traits", OPPORTUNITY)), LET_GO)
    if len(options) == 1:
        return
    prompt = f"{who} gives {foe} an opening: what do they do?"
    chosen = play.ask("opportunity", foe, options, LET_GO, prompt, about=(foe, who))
    if chosen == LET_GO:
        return
    with play.citing("OR-OA-01"):
        react(play, foe, text("an opportunity attack"))
        if in_own_turn(play, who):
            until = fight_ends(play)
            counters.restart(play, foe, _counter(who), _round(play), what=OPPORTUNITY, against=who, until=until)
        if chosen == STRIKE:
            basic_attack(play, foe, who, opportunity=True)
        else:
            play.emit(foe, Noted(name=OPPORTUNITY, data={"action": chosen}, rules=("OR-OA-05",)))


def _counter(who: str) -> str:
    """The counter that holds the round in which a character was last struck at in passing."""
    return f"opportunity/{id_of(who)}"


WINDOWS: Final[WindowTable] = {LEAVING: (leaves,), PROVOKING: (provokes,)}
