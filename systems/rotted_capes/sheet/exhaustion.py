"""Exhaustion: levels by source, what they take from rolls and Pace, and what takes them away again.

Each level is a modifier of its own with its source; a level that is locked stays until what locked it is over. Wounds that weigh
as long as they last (ruling 7) are no modifiers.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.bounds import Bound
from domain.commands import CharacterRef, Command
from domain.formulas import Derived, StandingChange
from domain.kit import pools
from domain.kit.commands import command
from domain.kit.options import where_chosen
from domain.kit.rolls import addend
from domain.play.moments import come
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.anchors import AnyAnchor, AtMoment
from domain.vocabulary.expressions import AnyExpression, Number, Product, ValueOf
from domain.vocabulary.values import Modifier, ModifierApplied, ModifierChanged, ModifierLifted
from systems.rotted_capes.fields import Because
from systems.rotted_capes.moments import RESTED, SLOWED, SPENT
from systems.rotted_capes.sheet.conditions import is_held
from systems.rotted_capes.sheet.people import DEFENSES, EVERYBODY, LEVEL, PENALTY, SUFFERED, TIRING, ZOMBIES
from systems.rotted_capes.windows import ROLLING, Trial

Source = Literal[
    "burnout", "environmental", "sleep deprivation", "hunger", "thirst", "travel", "disease", "wound", "other"
]

DEADLY: Final = 6
"""RC-EXH-03: the level at which a character dies."""

TIRED: Final = frozenset({"attack", "challenge"})
"""RC-EXH-01: the purposes of rolls that exhaustion takes from."""

LASTING: Final = frozenset({"hunger", "thirst", "sleep deprivation", "travel"})
"""RC-HUNG-01, RC-REST-03, RC-TRAV-05: the sources of levels that are locked, whoever enters them."""

DISEASE: Final = "disease"
"""A condition of a character who is ill."""

Levels = Annotated[int, Meta(ge=1, le=6, description="How many levels")]


class Exhaust(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Tire a character."""

    who: CharacterRef
    levels: Levels = 1
    source: Annotated[Source, Meta(description="What tires them")] = "other"
    because: Because = ""


class Refresh(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Take exhaustion from a character."""

    who: CharacterRef
    levels: Levels = 1
    because: Because = ""


_STATE: Final[AnyExpression] = where_chosen(
    "wound_exhaustion", ("per_wound_event", "cumulative"), Number(value=0), ValueOf(path=SUFFERED)
)
"""Ruling 7: the levels that Wounds are as long as they last; none where each of them adds levels when it is suffered."""

DERIVED: Final = (
    Derived(LEVEL, _STATE, TIRING, "RC-DEATH-02"),
    Derived(LEVEL, where_chosen("zombies_tire", (True,), _STATE), tuple(sorted(ZOMBIES)), "RC-RULING-75"),
    Derived(LEVEL, Number(value=0), ("vehicle",), "RC-RULING-75"),
)


def _brutal(path: str, times: int = 1) -> StandingChange:
    """RC-EXH-07: return what exhaustion takes from a value in a brutal campaign, so many times its penalty."""
    taken = Product(factors=(Number(value=-times), ValueOf(path=PENALTY)))
    amount = where_chosen("brutal_continuity", (True,), taken)
    return StandingChange(path, amount, EVERYBODY, "RC-EXH-07", "Brutal Continuity")


STANDING: Final = (
    *(_brutal(f"attributes.{name}") for name in (*DEFENSES, "burnout_threshold")),
    _brutal("tracks.stamina.maximum", 3),
)
"""RC-EXH-07: exhaustion weighs on defenses and the burnout threshold, and three times on Stamina."""

BOUNDS: Final = (Bound("tracks.stamina.maximum", 0, "RC-EXH-07"),)


def tires(play: Play, who: str) -> bool:
    """Ruling 75: whether exhaustion means anything to a character."""
    kind = play.character(who).profile["self"].kind
    return kind in TIRING or (kind in ZOMBIES and bool(play.option("zombies_tire")))


def level(play: Play, who: str) -> int:
    """Return a character's level of exhaustion, from all sources together."""
    return play.value(who, LEVEL).total


def gain(
    play: Play,
    who: str,
    levels: int,
    source: Source,
    *,
    locked: bool = False,
    until: AnyAnchor | None = None,
    why: str = "",
) -> None:
    """RC-EXH-03, RC-EXH-04, RC-MODE-04, ruling 75: add levels of exhaustion; the dead and zombies do not tire.

    A `locked` level is taken away by nothing but what locked it. The sixth level is death. A flyer too tired for any Pace falls.
    """
    if not tires(play, who):
        play.cite("RC-RULING-75")
        return
    _add(play, who, levels, source, locked=locked, until=until, why=why)
    if level(play, who) < DEADLY:
        come(play, SLOWED, who)


def _add(
    play: Play, who: str, levels: int, source: Source, *, locked: bool, until: AnyAnchor | None = None, why: str = ""
) -> None:
    """RC-EXH-03: write down levels of exhaustion, and what they come to."""
    for _ in range(levels):
        one = Modifier(path=LEVEL, amount=1, title=why or source, source=source, locked=locked, until=until)
        play.emit(who, ModifierApplied(name=play.new_id("exhaustion"), modifier=one))
    lower_stamina(play, who)
    if level(play, who) >= DEADLY:
        with play.citing("RC-EXH-03"):
            come(play, SPENT, who)


def weigh(play: Play, who: str, wounds: int) -> None:
    """RC-DEATH-02, RC-EXH-07, ruling 7: tire a creature by Wounds that it just suffered: with levels of their own where
    they are no state, and with less Stamina."""
    how = play.option("wound_exhaustion")
    if wounds and how != "state":
        last = play.value(who, SUFFERED).total
        levels = wounds if how == "per_wound_event" else sum(range(last - wounds + 1, last + 1))
        with play.citing("RC-RULING-07"):
            _add(play, who, levels if tires(play, who) else 0, "wound", locked=False)
    lower_stamina(play, who)


def lower_stamina(play: Play, who: str) -> None:
    """RC-EXH-07: take the Stamina away that a creature is too tired to hold."""
    if play.option("brutal_continuity") and pools.has(play, who, "stamina"):
        most = pools.bound(play, who, "stamina", "maximum") or 0
        with play.citing("RC-EXH-07"):
            pools.drain(play, who, "stamina", pools.current(play, who, "stamina") - most)


def relieve(play: Play, who: str, levels: int, because: str = "", source: str = "") -> int:
    """RC-EXH-05: take away levels that are not locked, the oldest first, or only those from a source; how many.

    An entry by hand may be several levels in one, of which some are left.
    """
    modifiers = play.where(who, "modifiers", LEVEL)
    free = [name for name in modifiers if not modifiers[name].locked and source in ("", modifiers[name].source)]
    left = levels
    for name in sorted(free, key=_age):
        size = _size(modifiers[name])
        if 0 < size <= left:
            play.emit(who, ModifierLifted(name=name, because=because))
        elif left < size:
            play.emit(who, ModifierChanged(name=name, amount=size - left))
        left -= max(0, min(size, left))
        if not left:
            break
    return levels - left


def _age(name: str) -> tuple[bool, int, str]:
    """Return the place of a level among the others by its name, the oldest first; other names than ours come last."""
    number = name.rpartition("-")[2].partition("i")[0]
    ours = number.isdecimal()
    return not ours, int(number) if ours else 0, name


def _size(one: Modifier) -> int:
    """Return how many levels a modifier is; 1 for what is computed."""
    return one.amount if isinstance(one.amount, int) else 1


def sleep_off(play: Play, who: str) -> bool:
    """RC-REST-03: take away a level of lack of sleep, as a Hiatus alone does; whether there was one."""
    levels = play.where(who, "modifiers", LEVEL)
    names = sorted(name for name in levels if levels[name].source == "sleep deprivation")
    if names:
        play.emit(who, ModifierLifted(name=names[0], because="a Hiatus", rules=("RC-REST-03",)))
    return bool(names)


def unlock(play: Play, who: str, *sources: str, title: str = "") -> None:
    """RC-HUNG-01: let the levels from these sources be taken away from now on, or only those of a title."""
    for name, one in sorted(play.where(who, "modifiers", LEVEL).items()):
        if one.locked and one.source in sources and title in ("", one.title):
            play.emit(who, ModifierChanged(name=name, locked=False))


def tire(play: Play, who: str, trial: Trial) -> Trial:
    """RC-EXH-01, RC-EXH-07: exhaustion takes its level from every Challenge and attack, and in a brutal campaign from saves."""
    saves = bool(play.option("brutal_continuity"))
    if trial.purpose not in TIRED and not (saves and trial.purpose == "save"):
        return trial
    rule = "RC-EXH-01" if trial.purpose in TIRED else "RC-EXH-07"
    return trial.with_addends(*addend("exhaustion", -play.value(who, PENALTY).total, source=rule))


def is_spent(play: Play, who: str) -> bool:
    """RC-EXH-02: whether exhaustion leaves a character who can run no Pace at all, whatever the mode."""
    run = play.value(who, "attributes.run").total
    return 0 < run <= play.value(who, PENALTY).total


def crawls(play: Play, who: str) -> bool:
    """RC-EXH-02: whether a character is so tired that a Dash is the one way to move, by 1 Area."""
    return (
        not is_held(play, who)
        and not play.value(who, "pace.run").total
        and play.value(who, "attributes.run").total > 0
        and play.value(who, PENALTY).total > 0
    )


@command("Tire a character: levels of exhaustion.", name="exhaust")
def exhaust(play: Play, command: Exhaust) -> None:
    """RC-EXH-01, RC-EXH-03, RC-EXH-04, RC-HUNG-01, RC-REST-03, RC-TRAV-05, RC-DIS-05: levels are added to those there are.

    They last as if the rules had brought them: those of hunger, thirst, travel and lack of sleep, or of a disease.
    """
    who, source = command.who, command.source
    until = AtMoment(moment=RESTED, subject=who) if source == "travel" else None
    locked = source in LASTING or (source == "disease" and bool(play.where(who, "conditions", DISEASE)))
    with play.citing("RC-EXH-04"):
        gain(play, who, command.levels, source, locked=locked, until=until, why=command.because)


@command("Take exhaustion from a character.", name="refresh")
def refresh(play: Play, command: Refresh) -> None:
    """RC-EXH-05: the level is lowered; levels that Wounds, hunger or thirst hold stay."""
    with play.citing("RC-EXH-05"):
        if not relieve(play, command.who, command.levels, command.because):
            play.refuse(
                "RC-EXH-05",
                "No level of theirs can be taken away: Wounds, hunger, thirst, travel, lack of sleep or a disease hold what there is.",
            )


WINDOWS: Final = {ROLLING: (tire,)}

OPTIONS = (
    OptionSpec(
        name="brutal_continuity",
        default=False,
        text="Whether exhaustion also weighs on saves, defenses, the burnout threshold and the most Stamina there is.",
        rules=("RC-EXH-07",),
    ),
    OptionSpec(
        name="wound_exhaustion",
        default="state",
        choices=("state", "per_wound_event", "cumulative"),
        text="Whether Wounds are levels as long as they last, or each adds one level, or as many as it makes Wounds in all.",
        rules=("RC-DEATH-02", "RC-RULING-07"),
    ),
    OptionSpec(
        name="zombies_tire",
        default=False,
        text="Whether zombies tire as everybody does.",
        rules=("RC-RULING-75",),
    ),
)
