"""Grappling: to seize a character and hold them, to break free, and to drag them along."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.conditions import end, end_one, gain, has, present
from domain.kit.durations import as_long_as
from domain.kit.maps.squares import Space, apart
from domain.messages import text
from domain.play.play import Play
from domain.play.windows import WindowTable
from domain.vocabulary.anchors import AtMoment
from systems.orcus.attacks.attacking import Shared, assault
from systems.orcus.attacks.weapons import READY, WEAPON, weapon_data
from systems.orcus.board.moving import check_can_move, move, place_of
from systems.orcus.board.places import next_to, space_of
from systems.orcus.board.terrain import ground_for
from systems.orcus.board.walking import Allowance, Leg, check_upright, go
from systems.orcus.combat.actions import take
from systems.orcus.fields import Path
from systems.orcus.maneuvers.shoving import check_seizable
from systems.orcus.moments import AFFLICTED, DOWN
from systems.orcus.rolls.checks import skill_check
from systems.orcus.sheet.conditions import GRAPPLED, UNABLE, can_act, can_be_moved
from systems.orcus.windows import ARRIVED, ROLLING, Attack, Step, Strike, Trial

GRAPPLING: Final = "grappling"
"""The condition of a grappler; its target is held."""

DRAGGING: Final = "dragging"
"""The condition of a grappler who takes along those whom they hold, while they move."""

GRAPPLE: Final = Attack("grapple", "strength", defense="reflex", reach=1, tags=frozenset({"grapple"}))
"""OR-GRAP-01: the attack by which a character is seized."""

DRAG: Final = Attack("drag", "strength", defense="fortitude", reach=1)
"""OR-GRAP-05: the attack by which a character who is held is moved."""

HANDS: Final = 2

_BREAKS: Final[dict[Literal["athletics", "acrobatics"], str]] = {"athletics": "fortitude", "acrobatics": "reflex"}
"""OR-GRAP-04: the defense of the grappler that a check of each skill has to reach."""


class Seize(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Seize a character, or let them go."""

    who: CharacterRef
    target: CharacterRef


class BreakFree(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Try to get free of a hold."""

    who: CharacterRef
    skill: Annotated[Literal["athletics", "acrobatics"], Meta(description="By strength or by agility")] = "athletics"
    by: Annotated[CharacterRef, Meta(description="Who holds them, where several do")] = ""


class Drag(Seize, frozen=True, kw_only=True, omit_defaults=True):
    """Drag or carry a character whom one holds."""

    path: Path = ()


@command("Grapple a character who stands next to one, with a standard action.", by="owner", scene=True)
def grapple(play: Play, command: Seize) -> None:
    """OR-GRAP-01, OR-GRAP-02, rulings 31 and 32: a Strength attack against Reflex with a free hand; a hit seizes the target."""
    who, target = command.who, command.target
    check_seizable(play, who, target, "OR-GRAP-01")
    if present(play, target, GRAPPLED, source=who):
        play.refuse("OR-GRAP-01", "They hold that one already.")
    if _hands_full(play, who):
        play.refuse("OR-GRAP-01", "It takes a free hand to seize somebody; put something away or drop it.")
    take(play, who, text("a grapple"))
    assault(play, who, (target,), GRAPPLE, hit=_seized)


def _seized(play: Play, strike: Strike, _: Shared) -> None:
    """OR-GRAP-02, ruling 32: put a character in a grapple, until the grappler goes down or something else ends it."""
    who, target = strike.by, strike.target
    name = gain(play, target, GRAPPLED, source=who, until=AtMoment(moment=DOWN, subject=who), rules=("OR-GRAP-02",))
    gain(play, who, GRAPPLING, target=target, until=as_long_as(target, "conditions", name))


def _hands_full(play: Play, who: str) -> bool:
    """OR-GRAP-01: whether a character has no hand free."""
    names = [name for hand in READY[:HANDS] for name in play.where(who, "items", hand)]
    items = play.character(who).items
    both = any(items[name].what == WEAPON and weapon_data(play, who, name).two_handed for name in names)
    return both or len(names) >= HANDS


def helpless_to_resist(play: Play, _: str, trial: Trial) -> Trial:
    """OR-GRAP-01, ruling 31: let a grapple of a creature that cannot act succeed without a roll."""
    if trial.purpose == "attack" and trial.tags >= GRAPPLE.tags and has(play, trial.against, *UNABLE):
        return trial._replace(certain="OR-GRAP-01")
    return trial


@command("Let go of a character whom one holds, as a free action.", by="owner", scene=True)
def release(play: Play, command: Seize) -> None:
    """OR-GRAP-02, OR-TURN-07: only the grappler lets go, whenever they like."""
    _check_held(play, command.who, command.target, "OR-GRAP-02")
    take(play, command.who, text("letting go"), "free")
    end(play, command.target, GRAPPLED, "released", source=command.who)


@command("Break free of a grapple, with a standard action.", by="owner", scene=True)
def escape_grapple(play: Play, command: BreakFree) -> None:
    """OR-GRAP-04: Athletics against the grappler's Fortitude or Acrobatics against their Reflex; at the defense they are free."""
    who = command.who
    grapples = present(play, who, GRAPPLED, source=command.by)
    if not grapples:
        play.refuse("OR-GRAP-04", "Nobody holds them; only the grappled break free.")
        return
    name, by = next((name, str(one.source)) for name, one in grapples.items())
    take(play, who, text("breaking free"))
    defense = play.value(by, f"attributes.{_BREAKS[command.skill]}").total
    with play.citing("OR-GRAP-04"):
        if skill_check(play, who, command.skill, defense, against=by).success:
            end_one(play, who, name, "broke free")


@command("Drag or carry along a character whom one holds, with a standard action.", by="owner", scene=True)
def move_grappled(play: Play, command: Drag) -> None:
    """OR-GRAP-05, OR-MOVE-08, ruling 32: a Strength attack against Fortitude; on a hit they go half their speed, with whom they
    hold."""
    who, target = command.who, command.target
    _check_held(play, who, target, "OR-GRAP-05")
    check_upright(play, who)
    check_can_move(play, who)
    take(play, who, text("moving somebody whom they hold"))

    def taken_along(play: Play, strike: Strike, _: Shared) -> None:
        name = gain(play, strike.by, DRAGGING, target=strike.target)
        go(play, strike.by, (Leg(path=command.path),), Allowance(share=2))
        end_one(play, strike.by, name, "arrived")

    assault(play, who, (target,), DRAG, hit=taken_along)


def _check_held(play: Play, who: str, target: str, rule: str) -> None:
    if not present(play, target, GRAPPLED, source=who):
        play.refuse(rule, "They do not hold that one; seize them first with grapple.")


def moved(play: Play, who: str, step: Step) -> Step:
    """OR-GRAP-03, OR-GRAP-05: once grappler and grappled are apart, the grapple is over, unless the one drags the other along."""
    for name, grapple in present(play, who, GRAPPLING).items():
        if present(play, who, DRAGGING, target=grapple.target):
            _drag(play, who, grapple.target, step)
        if name in play.character(who).conditions and not next_to(play, who, grapple.target):
            end(play, grapple.target, GRAPPLED, "apart", source=who)
    for name, grapple in present(play, who, GRAPPLED).items():
        if not next_to(play, who, grapple.source):
            end_one(play, who, name, "apart")
    return step


def _drag(play: Play, who: str, target: str, step: Step) -> None:
    """OR-GRAP-05, OR-COND-16: bring the dragged creature to the square behind the grappler that is nearest to where it was; who
    is restrained stays."""
    here, place = space_of(play, who), place_of(play, target)
    if here is None or next_to(play, who, target) or not can_be_moved(play, target):
        return
    ground = ground_for(play, target, forced=True)
    around = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    spaces = [place.moved(*way) for way in around if ground.lets(place, *way) and ground.may_stop(place.moved(*way))]
    behind = [space for space in spaces if apart(space, here) == 1]
    if behind:
        nearest = min(behind, key=lambda space: _between(space, step.before))
        move(play, target, (nearest.corner,), how="forced")


def _between(one: Space, other: Space) -> int:
    """Return the squared distance between the corners of two spaces, which tells the straightest of equally near ones."""
    return (one.corner.x - other.corner.x) ** 2 + (one.corner.y - other.corner.y) ** 2


def grappler_unable(play: Play, who: str) -> None:
    """Ruling 32: a character who cannot act any more holds nobody."""
    if not can_act(play, who):
        for grapple in present(play, who, GRAPPLING).values():
            end(play, grapple.target, GRAPPLED, "let go", source=who)


MOMENTS: Final = {AFFLICTED: (grappler_unable,)}
WINDOWS: Final[WindowTable] = {ARRIVED: (moved,), ROLLING: (helpless_to_resist,)}
