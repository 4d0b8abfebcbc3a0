"""Falling: over a ledge, out of the air, and as far as the game master says."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import conditions, counters, turns
from domain.kit.commands import command
from domain.kit.fights import InEncounter
from domain.kit.maps.squares import Space
from domain.kit.naming import id_of
from domain.kit.rolls import Throw, addend, roll
from domain.play.play import Play
from domain.vocabulary.maps import Moved
from systems.orcus.board.places import height_of, space_of
from systems.orcus.board.terrain import floor_under, is_flying
from systems.orcus.harm.damage import inflict
from systems.orcus.moments import DIED, FELLED, TURN_OVER
from systems.orcus.sheet.conditions import PRONE, is_dead
from systems.orcus.sheet.summoned import commander_of
from systems.orcus.windows import ARRIVED, ROLLING, TARGETED, Harm, Step, Trial

MOST_DICE: Final = 50
"""OR-FALL-01: the most dice that a fall deals."""
PER_DIE: Final = 2
"""OR-FALL-01: the squares of height for a die."""
LEAST: Final = 2
"""OR-FLY-01: the squares that a flyer without hover moves in a round."""
MOVED: Final = "moved"
"""The counter of the squares that a summoned creature has moved in a turn."""
CLUMSY: Final = 4
"""OR-FLY-04: what clumsiness takes from attack rolls and defenses."""


class Fall(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Let a character fall."""

    who: CharacterRef
    squares: Annotated[int, Meta(ge=0, le=1_000, description="How many squares of 5 feet they fall")]


@command("A character falls so many squares.", name="fall", scene=True)
def let_fall(play: Play, command: Fall) -> None:
    """OR-FALL-01, ruling 69: the game master lets a character fall."""
    fall(play, command.who, command.squares)


def fall(play: Play, who: str, squares: int) -> None:
    """OR-FALL-01, ruling 69: a fall deals 1d10 for each full 2 squares, 50d10 at most, and ends prone where it did damage."""
    dice = min(squares // PER_DIE, MOST_DICE)
    if not dice or is_dead(play, who):
        return
    with play.citing("OR-FALL-01"):
        amount = roll(play, Throw(who, "fall", f"{dice}d10")).total
        dealt = inflict(play, Harm(who, amount, cause="fall"))
        if dealt.hp + dealt.temporary and not is_dead(play, who):
            conditions.gain(play, who, PRONE)


def come_down(play: Play, who: str, safe: int = 0) -> None:
    """OR-FLY-01, ruling 49: bring a character from their height to the ground; they fall the first squares of it safely."""
    space = space_of(play, who)
    if space is None or not is_flying(play, who, space):
        return
    floor = floor_under(play, space)
    squares = height_of(play, who) - floor - safe
    to_height(play, who, space, floor)
    fall(play, who, squares)


def to_height(play: Play, who: str, space: Space, height: int, how: Literal["move", "forced"] = "forced") -> None:
    """OR-GRID-01, OR-GRAP-03: bring a character up or down over the squares where they are, which may take them from others."""
    play.emit(str(play.deed.encounter), Moved(name=id_of(who), height=height))
    ARRIVED.open(play, who, Step(who, space, space, how))


def keep_up(play: Play, who: str) -> bool:
    """OR-FLY-02: whether a character hovers, which the dead do not."""
    return not is_dead(play, who) and _flies(play, who, "hover") > 0


def _flies(play: Play, who: str, name: str) -> int:
    return play.value(who, f"attributes.{name}").total


def in_the_air(play: Play, who: str) -> bool:
    """Whether a character is above the ground of the map."""
    space = space_of(play, who)
    return space is not None and is_flying(play, who, space)


def gives_openings(play: Play, who: str) -> bool:
    """OR-FLY-01, OR-FLY-02: whether a character can make opportunity attacks as they move: not in flight without hover."""
    return not in_the_air(play, who) or keep_up(play, who)


def too_slow(play: Play, who: str) -> None:
    """OR-FLY-01, rulings 49 and 68: at the end of its turn in a fight a flyer without hover that moved less than 2 squares
    crashes."""
    if turns.running(play) is None:
        return
    if in_the_air(play, who) and not keep_up(play, who) and _has_moved(play, who) < LEAST:
        with play.citing("OR-FLY-01"):
            come_down(play, who)
    if counters.times(play, who, MOVED):
        counters.clear(play, who, MOVED)


def note_moved(play: Play, who: str, squares: int) -> None:
    """OR-FLY-01: add to how far a character has moved in this turn; what shares a summoner's turn is counted for itself."""
    if commander_of(play, who) == who:
        turns.note_moved(play, who, squares)
    else:
        counters.count(play, who, MOVED, squares)


def _has_moved(play: Play, who: str) -> int:
    """Return how many squares a character has moved in this turn."""
    return turns.moved(play, who) if commander_of(play, who) == who else counters.times(play, who, MOVED)


def too_high(play: Play, who: str) -> None:
    """OR-FLY-03: let a creature that flies above its greatest height crash."""
    most = _flies(play, who, "ceiling")
    if most and height_of(play, who) > most:
        with play.citing("OR-FLY-03"):
            come_down(play, who)


def knocked_down(play: Play, who: str) -> None:
    """OR-COND-14, ruling 49: a flyer that falls prone comes down as far as its fly speed safely, and falls the rest."""
    if in_the_air(play, who):
        with play.citing("OR-COND-14"):
            come_down(play, who, safe=0 if is_dead(play, who) else play.value(who, "speed.fly").total)


def stops_hovering(play: Play, who: str) -> None:
    """OR-FLY-02: bring down a creature that dies in the air."""
    if in_the_air(play, who):
        with play.citing("OR-FLY-02"):
            come_down(play, who)


def _clumsiness(play: Play, who: str) -> int:
    """OR-FLY-04: return the penalty of a creature that is clumsy where it is."""
    return CLUMSY if _flies(play, who, "clumsy_in_air" if in_the_air(play, who) else "clumsy_on_ground") else 0


def attacks_clumsily(play: Play, who: str, trial: Trial) -> Trial:
    """OR-FLY-04: the clumsy attack worse."""
    less = _clumsiness(play, who) if trial.purpose == "attack" else 0
    return trial.with_addends(*addend("clumsy", -less, source="OR-FLY-04"))


def defends_clumsily(play: Play, who: str, trial: Trial) -> Trial:
    """OR-FLY-04: the clumsy are hit more easily."""
    less = _clumsiness(play, who) if trial.purpose == "attack" else 0
    return trial.with_addends(*addend("clumsy target", less, source="OR-FLY-04"))


MOMENTS: Final = {TURN_OVER: (too_slow,), FELLED: (knocked_down,), DIED: (stops_hovering,)}
WINDOWS: Final = {ROLLING: (attacks_clumsily,), TARGETED: (defends_clumsily,)}
