"""Sight: which lines are free, how well a character is seen, and what an effect reaches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from domain.kit.conditions import has
from domain.kit.maps.lines import sees, unblocked
from domain.kit.maps.squares import Space, Square, squares_of
from domain.play.play import Play
from domain.play.windows import WindowTable
from domain.system import OptionSpec
from systems.orcus.board.places import distance, space_of
from systems.orcus.board.terrain import OPAQUE, SOLID, Terrain, filled, is_flying
from systems.orcus.fields import Sense
from systems.orcus.sheet.conditions import INCORPOREAL, INVISIBLE, PETRIFIED, UNCONSCIOUS
from systems.orcus.sheet.conditions import sees as has_eyes
from systems.orcus.windows import AIMED, ROLLING, Strike, Trial

UNSEEN: Final = 2
"""OR-CONC-01: that of total concealment."""

ILLUSION: Final = "illusion"
"""The tag of visual illusions: of a save against one, and of a check to detect one."""

OBSCURED: Final[dict[Terrain, tuple[int, int]]] = {
    "dim": (1, 1),
    "obscured light": (1, 1),
    "dark": (1, 2),
    "obscured heavy": (1, 2),
    "obscured total": (2, 2),
}
"""OR-CONC-03, OR-VIS-01, OR-VIS-02, OR-VIS-03: the concealment that squares give from who stands next to them, and from others."""

UNLIT: Final[tuple[Terrain, ...]] = ("dim", "dark")
"""OR-VIS-05: what darkvision sees through."""

OPTIONS: Final = (
    OptionSpec(
        name="unseen_attacker_advantage",
        default=False,
        text="Whether an attacker whom the target does not perceive has combat advantage",
        rules=("OR-ATK-06",),
    ),
)


def line_of_sight(play: Play, one: str, other: str) -> bool:
    """OR-LOS-01: whether nothing that blocks vision is between two; so it is off the map."""
    return _is_free(play, space_of(play, one), space_of(play, other), OPAQUE)


def line_of_effect(play: Play, one: str, other: str) -> bool:
    """OR-LOS-02: whether nothing solid is between two; so it is off the map."""
    return _is_free(play, space_of(play, one), space_of(play, other), SOLID)


def in_view(play: Play, who: str, other: str) -> bool:
    """OR-LOS-01, OR-COND-03: whether a character has line of sight to another: nothing is between them, and they have eyes
    that see or perceive the other without."""
    return line_of_sight(play, who, other) and (_has_sight(play, who) or perceives(play, who, other))


def sees_squares(play: Play, who: str, space: Space) -> bool:
    """OR-LOS-01, OR-TELE-04: whether a character who has sight has line of sight to a place."""
    return _has_sight(play, who) and _is_free(play, space_of(play, who), space, OPAQUE)


def effect_reaches(play: Play, origin: Space, squares: Iterable[Square]) -> frozenset[Square]:
    """OR-LOS-02, ruling 72: return those squares to which an effect comes from its origin."""
    return unblocked(origin, squares, filled(play, *SOLID), slips=False)


def effect_passes(play: Play, origin: Space | None, target: Space | None) -> bool:
    """OR-LOS-02: whether nothing solid is between two places."""
    return _is_free(play, origin, target, SOLID)


def _is_free(play: Play, one: Space | None, other: Space | None, kinds: tuple[Terrain, ...]) -> bool:
    return one is None or other is None or sees(one, other, filled(play, *kinds), slips=False)


def sense(play: Play, who: str, name: Sense) -> int:
    """Return the radius of a character's sense; 0 for none."""
    return play.value(who, f"attributes.{name}").total


def perceives(play: Play, who: str, other: str) -> bool:
    """OR-VIS-04, OR-VIS-06: whether a character perceives another without sight: by blindsight, or by the vibrations of the ground."""
    if has(play, who, UNCONSCIOUS, PETRIFIED):
        return False
    if _has_within(play, who, other, "blindsight") and line_of_effect(play, who, other):
        return True
    return _has_within(play, who, other, "tremorsense") and _touches_ground(play, who) and _touches_ground(play, other)


def _has_within(play: Play, who: str, other: str, name: Sense) -> bool:
    """Whether another is within the radius of a sense that a character has."""
    far, radius = distance(play, who, other), sense(play, who, name)
    return far is not None and radius > 0 and far <= radius


def _touches_ground(play: Play, who: str) -> bool:
    """OR-VIS-06: whether a character neither flies nor is incorporeal."""
    space = space_of(play, who)
    return not has(play, who, INCORPOREAL) and space is not None and not is_flying(play, who, space)


def _has_sight(play: Play, who: str) -> bool:
    """OR-COND-03, OR-VIS-04: whether a character has eyes that see."""
    return has_eyes(play, who) and not sense(play, who, "blind")


def concealment(play: Play, viewer: str, target: str) -> int:
    """OR-CONC-01, OR-CONC-03, OR-CONC-04, OR-VIS-04 to OR-VIS-07, ruling 66: return how much conceals a character from another: 0, 1 or 2."""
    if perceives(play, viewer, target):
        return 0
    if not _has_sight(play, viewer):
        return UNSEEN
    true = _has_within(play, viewer, target, "truesight")
    if has(play, target, INVISIBLE) and not true:
        return UNSEEN
    lit = true or sense(play, viewer, "darkvision") > 0
    return _obscured(play, target, near=distance(play, viewer, target) in (0, 1), lit=lit)


def _obscured(play: Play, target: str, *, near: bool, lit: bool) -> int:
    """OR-CONC-03: the concealment that the squares of a character give: that of the clearest of them."""
    space = space_of(play, target)
    if space is None:
        return 0
    kinds = [kind for kind in OBSCURED if not (lit and kind in UNLIT)]
    where = {kind: filled(play, kind) for kind in kinds}
    return min(
        max((OBSCURED[kind][0 if near else 1] for kind in kinds if square in where[kind]), default=0)
        for square in squares_of(space)
    )


def can_see(play: Play, who: str, other: str) -> bool:
    """OR-LOS-01, OR-CONC-01: whether a character sees or otherwise perceives another: the line is free, and not all is concealed."""
    if perceives(play, who, other):
        return True
    return line_of_sight(play, who, other) and concealment(play, who, other) < UNSEEN


def conceal(play: Play, by: str, strike: Strike) -> Strike:
    """OR-CONC-01, OR-CONC-02, ruling 71: the target's concealment counts against Melee and Ranged attacks alone."""
    if play.option("unseen_attacker_advantage") and not can_see(play, strike.target, by):
        strike = strike._replace(trial=strike.trial.favoured("OR-ATK-06"))
    degree = concealment(play, by, strike.target)
    if degree and strike.attack.origin in ("near", "far"):
        play.cite("OR-CONC-02")
        return strike
    return strike._replace(concealment=max(strike.concealment, degree))


def sees_through(play: Play, who: str, trial: Trial) -> Trial:
    """OR-VIS-07: let a creature with truesight succeed on saves against visual illusions, and detect them."""
    if ILLUSION in trial.tags and trial.purpose in ("save", "skill") and sense(play, who, "truesight"):
        return trial._replace(certain="OR-VIS-07")
    return trial


WINDOWS: WindowTable = {ROLLING: (sees_through,), AIMED: (conceal,)}
