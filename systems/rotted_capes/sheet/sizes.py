"""Sizes: how far a character reaches, how much room they fill, where they fit, and what that does to rolls."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple, cast

from msgspec import Meta

from domain.commands import CharacterRef, Command, Text
from domain.formulas import Derived
from domain.kit.commands import command
from domain.kit.rolls import addend
from domain.play.moments import come
from domain.play.play import Play
from domain.vocabulary.expressions import AnyExpression, Count, Number, Product, Sum
from domain.vocabulary.log import Noted
from domain.vocabulary.profile import ProfileChanged
from systems.rotted_capes.moments import RESIZED
from systems.rotted_capes.sheet.people import EVERYBODY, ProfileData, Size
from systems.rotted_capes.windows import ROLLING, TARGETED, Trial


class Scale(NamedTuple):
    """The effects of a size: how many Areas further it reaches, how many it fills, and what it adds to grapples."""

    reach: int = 0
    areas: int = 1
    grapples: int = 0


SCALES: Final[dict[Size, Scale]] = {
    "tiny": Scale(),
    "small": Scale(),
    "medium": Scale(),
    "large": Scale(reach=1, grapples=1),
    "huge": Scale(reach=2, areas=4),
    "gargantuan": Scale(reach=3, areas=9),
}
"""RC-SIZE-02: the sizes, from the smallest to the largest, with what each does."""

REACH, ROOM = "size.reach", "size.areas"
"""Paths of how many Areas beyond their own a character reaches, and of how many they fill."""

GRAPPLE: Final = "grapple"
"""The task of a roll that takes hold of a character or breaks a hold."""

EVASIVE: Final = 2
"""RC-SIZE-03: what the Tiny add to their Avoidance against a larger attacker."""

Space = Literal["confined", "narrow"]
"""The room that there is: in a `confined` Area, such as most structures, or in a `narrow` space of a few inches."""


def _by_size(number: int, amounts: dict[str, int]) -> AnyExpression:
    """A number, and what each size adds to it."""
    extra = (
        Product(factors=(Number(value=amount), Count(component="profile", where={"data.size": size})))
        for size, amount in amounts.items()
    )
    return Sum(terms=(Number(value=number), *extra))


DERIVED: Final = (
    Derived(
        REACH, _by_size(0, {size: each.reach for size, each in SCALES.items() if each.reach}), EVERYBODY, "RC-SIZE-02"
    ),
    Derived(
        ROOM,
        _by_size(1, {size: each.areas - 1 for size, each in SCALES.items() if each.areas > 1}),
        EVERYBODY,
        "RC-SIZE-02",
    ),
)


class ChangeSize(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Make a character grow or shrink."""

    who: CharacterRef
    size: Annotated[Size, Meta(description="The size category that they have from now on")]
    consequence: Annotated[Text, Meta(description="What it does to the scene")] = ""


@command("Let a character grow or shrink, and write down what that does to the scene.")
def change_size(play: Play, command: ChangeSize) -> None:
    """RC-SIZE-07: a ceiling comes down, an exit is blocked, a vent lets them in."""
    play.emit(command.who, ProfileChanged(name="self", data=ProfileData.changes(size=command.size)))
    come(play, RESIZED, command.who)
    if command.consequence:
        play.emit(command.who, Noted(name="size", text=command.consequence, rules=("RC-SIZE-07",)))


def size_of(play: Play, who: str) -> Size:
    """RC-SIZE-01: return a character's size; Medium where nothing else is said."""
    return cast(Size, ProfileData.of(play.character(who).profile["self"]).size)


def rank_of(play: Play, who: str) -> int:
    """RC-SIZE-02: return the place of a character's size among the sizes, the smallest at 0."""
    return list(SCALES).index(size_of(play, who))


def fits(play: Play, who: str, space: Space) -> bool:
    """RC-SIZE-03, RC-SIZE-06, ruling 27: whether a character can be in a space at all."""
    size = size_of(play, who)
    if space == "narrow":
        return size == "tiny"
    return size != "gargantuan"


def crowds(play: Play, who: str) -> bool:
    """RC-SIZE-04, RC-SIZE-05, ruling 27: whether a character is Cramped wherever space is confined."""
    return size_of(play, who) in ("large", "huge")


def always_caught(play: Play, who: str) -> bool:
    """RC-SIZE-06: whether every area attack includes a character, wherever it strikes."""
    return size_of(play, who) == "gargantuan"


def grapples(play: Play, who: str, trial: Trial) -> Trial:
    """RC-SIZE-03, RC-SIZE-04: the Tiny grapple at a disadvantage, the Large better."""
    if trial.task != GRAPPLE:
        return trial
    size = size_of(play, who)
    if size == "tiny":
        return trial.hampered("RC-SIZE-03")
    return trial.with_addends(*addend(size.title(), SCALES[size].grapples, source="RC-SIZE-04"))


def evades(play: Play, who: str, trial: Trial) -> Trial:
    """RC-SIZE-03: the Tiny are harder to hit for a larger attacker."""
    larger = trial.defense == "avoidance" and size_of(play, who) == "tiny" and rank_of(play, trial.who) > 0
    if trial.purpose != "attack" or not larger or trial.target is None:
        return trial
    play.cite("RC-SIZE-03")
    return trial._replace(target=trial.target + EVASIVE)


WINDOWS: Final = {ROLLING: (grapples,), TARGETED: (evades,)}
