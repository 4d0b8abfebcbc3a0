"""Movement: how far a turn carries, what the ground costs, and what moving past foes provokes."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.commands import CharacterRef, Command
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.messages import text
from domain.play.play import Play
from domain.rulebook import table
from domain.system import OptionSpec
from domain.vocabulary.log import Noted
from systems.freeform import places
from systems.freeform.fields import Number
from systems.weaverdice.checks.checks import check
from systems.weaverdice.combat import falling, grips
from systems.weaverdice.harm.pain import half, walks
from systems.weaverdice.harm.windows import THROWN, BodyThrow
from systems.weaverdice.sheet import effort
from systems.weaverdice.sheet.stats import MOVEMENT
from systems.weaverdice.turns import actions, fights, opportunity_attacks


class _Bonus(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"least": "from"}):
    least: int
    feet: int


class _Push(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    notation: str
    most: int


class _Most(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    times: int
    over: int


class _Movement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    step: int
    run_up: int
    provokes: int
    cost: dict[Literal["open", "uneven", "climb", "jump"], int]
    sprint: tuple[_Bonus, ...]
    push: _Push
    most: _Most


GROUND: Final = table(__package__, "movement", _Movement)
HEIGHTS: Final = ("no fall", *(f"{feet} feet" for feet in range(5, 105, 5)))
"""The possible answers to how deep a character was pushed."""

Feet = Annotated[int, Meta(ge=0, le=100_000, description="Feet of progress")]


class Passed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A foe by whom a character moves, with the feet of movement they spend within that foe's reach."""

    foe: CharacterRef
    feet: Feet = GROUND.provokes


class Move(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Feet of progress: over `open` ground, over `uneven` ground, up (`climb`), and by jumps that are `high` or long
    (`jump`). A `full` move takes the whole turn. A movement by a `power` knows no limit of distance."""

    who: CharacterRef
    open: Annotated[Feet, Meta(description="Feet of progress over open ground")] = 0
    uneven: Annotated[Feet, Meta(description="Feet of progress over uneven ground")] = 0
    climb: Annotated[Feet, Meta(description="Feet of progress up")] = 0
    jump: Annotated[Feet, Meta(description="Feet of progress by jumps that are long")] = 0
    high: Annotated[Feet, Meta(description="Feet of progress by jumps that are high")] = 0
    rise: Annotated[bool, Meta(description="Whether a character who is down gets on their feet first")] = False
    full: Annotated[bool, Meta(description="Whether it takes the whole turn")] = False
    push: Annotated[bool, Meta(description="Whether 1 Stamina is spent on going further")] = False
    past: Annotated[tuple[Passed, ...], Meta(description="The foes by or between whom it leads")] = ()
    power: Annotated[bool, Meta(description="Whether a power does it, which knows no limit of distance")] = False
    area: Annotated[str | UnsetType, Meta(description="The area of the map in which it ends")] = UNSET
    x: Annotated[Number | UnsetType, Meta(description="The column of the square on which it ends")] = UNSET
    y: Annotated[Number | UnsetType, Meta(description="The row of the square on which it ends")] = UNSET


class _Reach(NamedTuple):
    """The distances that a character may still move: by their range, and by the limit that only a power breaks."""

    range: int
    limit: int

    @property
    def feet(self) -> int:
        return min(self.range, self.limit)


def range_of(play: Play, who: str) -> int:
    """WD-MOVE-01, ruling 22: the feet of one Move action; what is no whole step is rounded up to the next."""
    return -(-play.value(who, MOVEMENT).total // GROUND.step) * GROUND.step


def cost_of(command: Move) -> int:
    """WD-MOVE-02: the movement it takes, by what it leads over."""
    ways = {"open": command.open, "uneven": command.uneven, "climb": command.climb, "jump": command.jump + command.high}
    return sum(-(-feet // GROUND.step) * cost for way, cost in GROUND.cost.items() if (feet := ways[way]))


def knock_back(play: Play, who: str, feet: int) -> None:
    """WD-MOVE-07: being pushed is no fall; but if it pushes a character off something, they fall as deep as the game
    master says."""
    play.emit(who, Noted(name="knocked-back", data={"feet": feet}))
    prompt = f"{who} is knocked back {feet} feet. Does that push them off something, and how deep?"
    depth = play.offer("pushed-off", "gm", HEIGHTS, HEIGHTS[0], prompt, about=who)
    if depth != HEIGHTS[0]:
        with play.citing("WD-MOVE-07"):
            falling.fall(play, who, int(depth.split()[0]))


def be_thrown(play: Play, who: str, throw: BodyThrow) -> BodyThrow:
    """WD-MOVE-07: a character whom something throws is knocked back."""
    knock_back(play, who, throw.feet)
    return throw


@command("Move, over whatever ground; or sprint, as a full move.", by="owner", scene=True)
def move(play: Play, command: Move) -> None:
    """WD-MOVE-01, WD-MOVE-02, WD-MOVE-03, WD-MOVE-04, WD-MOVE-05, WD-MOVE-06, WD-COND-10, WD-EFF-05: a Move action, or
    the whole turn of it. WD-COND-05: pain may make it half as far."""
    who, cost = command.who, cost_of(command)
    if command.rise:
        cost += _risen(play, who)
    _check(play, command, cost)
    if command.full:
        actions.take_full(play, who, text("a full move"))
    else:
        actions.take(play, who, text("a move"))
    reach = _further(play, command)
    feet = cost if command.power else min(cost, reach.feet)
    _moved(play, command, feet if walks(play, who) else half(feet, GROUND.step))
    _expose(play, command)


def _risen(play: Play, who: str) -> int:
    """WD-COND-10, WD-COND-11, ruling 22: getting up costs half the movement and provokes attacks; what it costs."""
    if not conditions.has(play, who, "knocked_down"):
        play.refuse("WD-COND-10", "They are on their feet; leave out `rise`.")
    opportunity_attacks.provoke(play, who, "rising")
    with play.citing("WD-COND-10"):
        conditions.end(play, who, "knocked_down", "got up")
    whole = range_of(play, who)
    return whole - half(whole, GROUND.step)


def _check(play: Play, command: Move, cost: int) -> None:
    """Refuse what cannot be, however the dice fall; on dice that fall badly it ends sooner."""
    if conditions.has(play, command.who, "pinned"):
        play.refuse("WD-COND-15", "They are pinned to the spot; what pins them has to come out or break first.")
    if held_by := grips.upon(play, command.who):
        play.refuse("WD-GRAP-09", "{held_by} has hold of them; they have to struggle free first.", held_by=held_by[0])
    if command.jump and command.open + command.uneven < GROUND.run_up:
        play.refuse(
            "WD-MOVE-02",
            "A jump takes {run_up} feet of run-up in the same move; a high one takes none.",
            run_up=GROUND.run_up,
        )
    if command.power:
        return
    reach, down = _reach(play, command), conditions.has(play, command.who, "knocked_down")
    most = reach._replace(range=reach.range + _most_bonus(command))
    if cost > most.limit and not down:
        play.refuse(
            "WD-MOVE-06",
            "That takes {cost} feet of movement; no more than {limit} are left in a turn.",
            cost=cost,
            limit=most.limit,
        )
    elif cost > most.feet:
        rule = "WD-COND-10" if down else "WD-MOVE-01"
        play.refuse(
            rule, "That takes {cost} feet of movement; this move has no more than {range}.", cost=cost, range=most.feet
        )


def _reach(play: Play, command: Move) -> _Reach:
    """Rulings 20 and 21: a full move is twice the range, and the limit is two and a half times it, over the whole turn.

    By the campaign's setting the range is that of the whole turn. WD-COND-10: who is down moves 5 feet, and neither a full
    move nor effort takes them further.
    """
    base, before = range_of(play, command.who), turns.moved(play, command.who)
    if conditions.has(play, command.who, "knocked_down"):
        return _Reach(base, base)
    limit = base * GROUND.most.times // GROUND.most.over - before
    if play.option("movement_range") == "turn":
        return _Reach(max(0, base - before), limit)
    return _Reach(2 * base if command.full else base, limit)


def _most_bonus(command: Move) -> int:
    sprint = max(bonus.feet for bonus in GROUND.sprint) if command.full else 0
    return sprint + (_pushed(GROUND.push.most, command) if command.push else 0)


def _pushed(rolled: int, command: Move) -> int:
    return rolled * GROUND.step * (2 if command.full else 1)


def _further(play: Play, command: Move) -> _Reach:
    """Return how far the move reaches once it is rolled for."""
    who, reach = command.who, _reach(play, command)
    more = 0
    if command.push:
        effort.spend(play, who, "stamina", "WD-EFF-05")
        more += _pushed(play.roll(who, "push", GROUND.push.notation, rules=("WD-EFF-05",)).total, command)
    if command.full:
        with play.citing("WD-MOVE-05"):
            more += _sprinted(play, who)
    return reach._replace(range=reach.range + more)


def _sprinted(play: Play, who: str) -> int:
    """WD-MOVE-05: 5 feet further on 4+, 10 on 6+."""
    result = check(play, who, "sprint", "athletics", min(bonus.least for bonus in GROUND.sprint)).total
    return max((bonus.feet for bonus in GROUND.sprint if result >= bonus.least), default=0)


def _moved(play: Play, command: Move, feet: int) -> None:
    who = command.who
    play.emit(who, Noted(name="moved", data={"feet": feet}))
    if not command.power:
        turns.note_moved(play, who, feet)
    where: dict[str, Any] = {"area": command.area, "x": command.x, "y": command.y}
    if any(value is not UNSET for value in where.values()):
        places.move(play, places.Standing(who=who, **where))


def _expose(play: Play, command: Move) -> None:
    """WD-MOVE-03, ruling 45: expose a character who moves 10 feet within a foe's reach to attacks: by foes who pay for
    it, and by those who have no effort if the move leads past two or more."""
    near = {passed.foe for passed in command.past if passed.feet >= GROUND.provokes}
    hostile = [foe for foe in fights.foes_of(play, command.who) if foe in near and fights.able(play, foe)]
    with play.citing("WD-MOVE-03"):
        opportunity_attacks.expose(play, command.who, hostile, crowd=len(hostile) > 1)


WINDOWS = {THROWN: (be_thrown,)}

OPTIONS = (
    OptionSpec(
        name="movement_range",
        default="action",
        choices=("action", "turn"),
        text="Whether the range of movement is that of each Move action or of a whole turn.",
        rules=("WD-MOVE-01", "WD-RULING-20"),
    ),
)
