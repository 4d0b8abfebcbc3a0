"""Move actions: walking, dashing, crawling, the five-foot step, standing up, dropping prone, squeezing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, NamedTuple

from msgspec import Meta, Struct

from domain.commands import CharacterRef
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.fights import InEncounter
from domain.kit.maps.paths import walked
from domain.kit.maps.squares import Square
from domain.kit.rolls import addend
from domain.messages import numbered, text
from domain.play.play import Play
from domain.play.windows import WindowTable
from domain.system import OptionSpec
from systems.orcus.board.falling import note_moved, to_height, too_high
from systems.orcus.board.moving import check_can_move, check_free, move, place_of, shift
from systems.orcus.board.places import height_of, space_of
from systems.orcus.board.terrain import floor_under, ground_for
from systems.orcus.combat.actions import take
from systems.orcus.combat.turns import end_of_next_turn
from systems.orcus.fields import At, Height, Mode, Path, Way
from systems.orcus.sheet.conditions import PRONE, SQUEEZING
from systems.orcus.windows import AIMED, ROLLING, Strike, Trial

DASHING: Final = "dashing"
"""The condition of who has dashed, until the end of their next turn."""
DASH: Final = 2
"""OR-ACT-10: how many squares more than their speed a dash covers."""
HURRIED: Final = -5
"""OR-ACT-10, OR-ACT-18: what dashing and squeezing do to attacks."""

_HURRIES: Final = {DASHING: "OR-ACT-10", SQUEEZING: "OR-ACT-18"}
"""The conditions of a creature in too great a hurry, or in too small a space, with their rules."""

OPTIONS: Final = (
    OptionSpec(
        name="crawl_cost",
        default="half_speed",
        text="Whether a crawl covers half the speed, or each of its squares costs 1 more besides",
        choices=("half_speed", "half_speed_and_extra"),
        rules=("OR-MOVE-08", "OR-ACT-09"),
    ),
)


class Leg(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A part of a move that is covered in one way."""

    path: Path = ()
    mode: Annotated[Way, Meta(description="How these squares are covered")] = "walk"
    height: Annotated[Height, Meta(description="Of a flight, how many squares above the ground")] | None = None


class Go(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Go a way across the map."""

    who: CharacterRef
    path: Path = ()
    mode: Annotated[Way, Meta(description="How these squares are covered")] = "walk"
    height: Annotated[Height, Meta(description="Of a flight, how many squares above the ground")] | None = None
    then: Annotated[tuple[Leg, ...], Meta(max_length=10, description="Further parts of the same move")] = ()


class OfMover(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """The field that commands for movement share: the one who moves."""

    who: CharacterRef


class Step(OfMover, frozen=True, kw_only=True, omit_defaults=True):
    """Go to a square next to one's own."""

    to: Annotated[At, Meta(description="The square they go to, the bottom left one of their space")]


class StandUp(OfMover, frozen=True, kw_only=True, omit_defaults=True):
    """Get up from lying prone."""

    to: Annotated[At, Meta(description="Where to, if another character is in their space")] | None = None


class Allowance(NamedTuple):
    """The length of one move: `more` than the speed, or a `share` of it, each square costing `dear` more."""

    more: int = 0
    share: int = 1
    dear: int = 0

    def of(self, speed: int) -> int:
        """Return the number of squares that it comes to at a speed."""
        return speed // self.share + self.more


@command("Walk, fly, climb or swim up to the speed.", by="owner", scene=True)
def walk(play: Play, command: Go) -> None:
    """OR-ACT-21, OR-MOVE-01 to OR-MOVE-05, ruling 67: a move up to the speed, in one way or several; it gives openings."""
    check_upright(play, command.who)
    take(play, command.who, text("walk"), "move")
    go(play, command.who, _legs(command), Allowance())


@command("Dash: two squares further than the speed, with penalties.", by="owner", scene=True)
def dash(play: Play, command: Go) -> None:
    """OR-ACT-10, OR-COND-18: until the end of their next turn a character who dashes grants combat advantage and attacks at -5."""
    check_upright(play, command.who)
    take(play, command.who, text("dash"), "move")
    conditions.gain(play, command.who, DASHING, until=end_of_next_turn(play, command.who), rules=("OR-ACT-10",))
    go(play, command.who, _legs(command), Allowance(more=DASH))


@command("Crawl up to half the speed.", by="owner", scene=True)
def crawl(play: Play, command: Go) -> None:
    """OR-ACT-09, OR-MOVE-08, ruling 33: half the speed, rounded down; it gives openings."""
    take(play, command.who, text("crawl"), "move")
    dear = int(play.option("crawl_cost") == "half_speed_and_extra")
    go(play, command.who, _legs(command), Allowance(share=2, dear=dear))


@command("Shift one square, and give no opening.", by="owner", scene=True)
def five_foot_step(play: Play, command: Step) -> None:
    """OR-ACT-11, OR-MOVE-01: a shift of one square, on ground that costs no more."""
    check_upright(play, command.who)
    take(play, command.who, text("a five-foot step"), "move")
    check_can_move(play, command.who)
    shift(play, command.who, (Square(*command.to),), far=1)


@command("Drop prone.", by="owner", scene=True)
def drop_prone(play: Play, command: OfMover) -> None:
    """OR-MOVE-07: dropping prone is a free action."""
    take(play, command.who, text("dropping prone"), "free")
    conditions.gain(play, command.who, PRONE)


@command("Stand up.", by="owner", scene=True)
def stand_up(play: Play, command: StandUp) -> None:
    """OR-ACT-17, OR-MOVE-07: standing up is a move action; where another character is in the space, one shifts out of it."""
    who = command.who
    if not conditions.has(play, who, PRONE):
        play.refuse("OR-ACT-17", "They are not prone; they need not stand up.")
    take(play, who, text("standing up"), "move")
    conditions.end(play, who, PRONE, "stood up")
    space = space_of(play, who)
    crowded = space is not None and not ground_for(play, who).may_stop(space)
    if crowded and command.to is None:
        play.refuse("OR-ACT-17", "Somebody else is in their space; say to which square they shift.")
    if crowded and command.to is not None:
        shift(play, who, (Square(*command.to),), far=1)


def _legs(command: Go) -> tuple[Leg, ...]:
    return (Leg(path=command.path, mode=command.mode, height=command.height), *command.then)


def check_upright(play: Play, who: str) -> None:
    """OR-ACT-09, OR-MOVE-08: refuse all but crawling to who lies prone."""
    if conditions.has(play, who, PRONE):
        play.refuse("OR-ACT-09", "They are prone; let them crawl, or stand up first.")
    if conditions.has(play, who, SQUEEZING):
        play.refuse("OR-ACT-18", "They are in a space too small for them: they squeeze on until they are out of it.")


def go(play: Play, who: str, legs: Sequence[Leg], allowance: Allowance) -> bool:
    """OR-MOVE-02, OR-MOVE-05, ruling 62: cover the parts of a move within one allowance; whether the end was reached.

    The distance covered so far counts against each speed that a character changes to. The move ends where something
    stops it, and nobody ends it in another's space.
    """
    check_can_move(play, who)
    covered = 0
    for number, leg in enumerate(legs, start=1):
        path = tuple(Square(*at) for at in leg.path)
        rises = _takes_off(play, who, leg)
        limit = allowance.of(speed_for(play, who, leg.mode)) - covered
        cost = max(_cost(play, who, path, leg, last=number == len(legs)) + allowance.dear * len(path), rises)
        if cost > limit:
            rule = "OR-MOVE-05" if covered else "OR-MOVE-04"
            play.refuse(
                rule,
                "That takes {cost} of movement; {limit} can still be walked.",
                cost=numbered("{count} square", "{count} squares", cost),
                limit=max(0, limit),
            )
        covered += cost
        if rises > len(path):
            note_moved(play, who, rises - len(path))
        if not move(play, who, path, leg.mode):
            return False
        too_high(play, who)
    return True


def speed_for(play: Play, who: str, mode: Way) -> int:
    """OR-MOVE-02, OR-MOVE-04: return the speed at which a character covers squares: jumps, and climbs and swims without a speed, as they walk."""
    own: Mode = "walk" if mode == "jump" else mode
    speed = play.value(who, f"speed.{own}").total
    return play.value(who, "speed.walk").total if own in ("climb", "swim") and not speed else speed


def _cost(play: Play, who: str, path: tuple[Square, ...], leg: Leg, *, last: bool) -> int:
    """OR-MOVE-03, OR-MOVE-06: return the cost of a way. Refused where something is in the way, or the move would end
    where a character is."""
    here, ground = place_of(play, who), ground_for(play, who, leg.mode)
    check_free(play, who, path, ground if last else ground._replace(passed=frozenset()))
    walk = walked(here, path, ground)
    if leg.mode != "climb" or not path:
        return walk.cost
    return max(walk.cost, abs(floor_under(play, here.at(path[-1])) - height_of(play, who)))


def _takes_off(play: Play, who: str, leg: Leg) -> int:
    """OR-GRID-01, OR-RNG-06: rise or come down to the height of a flight; how many squares that is."""
    if leg.mode != "fly":
        return 0
    before, space = height_of(play, who), place_of(play, who)
    floor = floor_under(play, space)
    height = max(before, floor + 1) if leg.height is None else leg.height
    if height != before:
        to_height(play, who, space, height, "move")
    return abs(height - before)


def dashes(play: Play, who: str, trial: Trial) -> Trial:
    """OR-ACT-10, OR-ACT-18, OR-MOD-03: lower attacks by 5 for a creature that dashes, and by 5 for one that squeezes."""
    for what, rule in _HURRIES.items():
        if trial.purpose == "attack" and conditions.has(play, who, what):
            trial = trial.with_addends(*addend("hurried", HURRIED, source=rule))
    return trial


def open_to_attack(play: Play, _by: str, strike: Strike) -> Strike:
    """OR-ACT-10, OR-ACT-18: grant combat advantage against a creature that dashes or squeezes."""
    reasons = [rule for what, rule in _HURRIES.items() if conditions.has(play, strike.target, what)]
    return strike._replace(trial=strike.trial.favoured(*reasons))


WINDOWS: WindowTable = {ROLLING: (dashes,), AIMED: (open_to_attack,)}
