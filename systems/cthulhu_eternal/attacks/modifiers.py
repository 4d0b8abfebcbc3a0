"""Modifiers of an attack: their table, and the circumstances that the game master says are in force."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.rulebook import table
from domain.system import OptionSpec
from domain.vocabulary.anchors import UntilEncounterEnds
from domain.vocabulary.bodies import Condition
from domain.vocabulary.data import Data
from domain.vocabulary.log import Contribution
from systems.cthulhu_eternal import people, tests
from systems.cthulhu_eternal.attacks.weapons import Weapon
from systems.cthulhu_eternal.attacks.windows import DECLARED, GRAB, ROLLING, Strike
from systems.cthulhu_eternal.combat import distances, hands, moving
from systems.freeform.fields import Word

Form = Literal["", "ranged", "hand to hand", "called"]

CIRCUMSTANCE: Final = "circumstance"
"""The kind of a condition that stands for a circumstance of a character's attacks (`data.name`), in force or (`data.waived`) not."""

UNNOTICED: Final = "unnoticed"
PUSHED_ASIDE: Final = "close enough to push the weapon aside"
STUNNED: Final = "stunned"


class _Band(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A range of so many times the base range."""

    up_to: int
    modifier: int


class _Range(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`point_blank` is in yards."""

    point_blank: Annotated[int, Meta(description="How far point-blank range goes, in yards")]
    bands: tuple[_Band, ...]


class Circumstance(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of the table of modifiers."""

    rule: str
    modifier: int = 0
    hand_to_hand_rule: str = ""
    form: Form = ""
    scale: str = ""
    of: Literal["", "attacker", "target"] = ""
    state: str = ""

    def touches(self, aim: Aimed) -> bool:
        """Whether it bears upon an attack of that form."""
        match self.form:
            case "ranged":
                return aim.weapon.ranged
            case "hand to hand":
                return not aim.weapon.ranged
            case "called":
                return aim.called
            case _:
                return True


class _Modifiers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    range: _Range
    circumstances: dict[str, Circumstance]


MODIFIERS: Final = table(__package__, "modifiers", _Modifiers)
"""CE-MOD-04 to CE-MOD-09."""

CATALOGUE: Final = (
    CatalogueKind(
        name="circumstance",
        title="Circumstances of attacks",
        table=MODIFIERS.circumstances,
        rules=("CE-MOD-01",),
        labels={"form": "which attacks", "scale": "grade of", "of": "on whom", "state": "in force while"},
        units={"modifier": "%"},
    ),
)

SIZES: Final = {"small": "smaller than a human", "very small": "very small"}
"""The names that the table has for the sizes of a sheet."""


class Aimed(NamedTuple):
    """An attack as it is aimed: `yards` away (None where nobody says), and as a `called` shot or not. One that `grabs`
    is a disarm or a pin."""

    who: str
    target: str
    weapon: Weapon
    yards: int | None = None
    called: bool = False
    grabs: bool = False


@data_of("conditions", CIRCUMSTANCE)
class CircumstanceData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """A circumstance of attacks, whether it is said not to be in force, and whether that holds for more than one attack."""

    name: str
    waived: bool
    lasting: bool


class Circumstances(Command, frozen=True, kw_only=True, omit_defaults=True):
    """For the next attack that `who` makes, or with `lasting` for all until they are changed. Earlier statements about
    the same target no longer hold; with neither of them given, nothing holds."""

    who: Annotated[CharacterRef, Meta(description="For whose next attack they hold")]
    target: Annotated[CharacterRef, Meta(description="The one target for which they hold; left out, any")] = ""
    apply: Annotated[
        tuple[Word, ...],
        Meta(description="The lines of the table of modifiers that hold", extra={"catalogue": "circumstance"}),
    ] = ()
    waive: Annotated[
        tuple[Word, ...],
        Meta(description="The lines of the table of modifiers that do not hold", extra={"catalogue": "circumstance"}),
    ] = ()
    lasting: Annotated[bool, Meta(description="Until they are changed, or the fight ends")] = False


@command("Say which modifiers are in force for a character's next attack, or for all of theirs.", scene=True)
def rule_circumstances(play: Play, command: Circumstances) -> None:
    """CE-MOD-01: the game master decides which modifiers are in force."""
    named = (*command.apply, *command.waive)
    if unknown := [name for name in named if name not in MODIFIERS.circumstances]:
        listed = ", ".join(MODIFIERS.circumstances)
        raise Refused(
            "CE-MOD-01",
            "{unknown!r} is no line of the table of modifiers; there are: {listed}.",
            unknown=unknown[0],
            listed=listed,
        )
    _check_scales(command.apply)
    if STUNNED in command.apply and not play.option("stunned_may_attack"):
        play.refuse("CE-MOD-09", "The stunned do not attack in this campaign: the option stunned_may_attack is off.")
    before = play.where(command.who, "conditions", CIRCUMSTANCE)
    with play.citing("CE-MOD-01"):
        for name in sorted(before):
            if before[name].target == command.target:
                conditions.end_one(play, command.who, name, "ruled anew")
        for name in dict.fromkeys(named):
            _rule(play, command, name)


def _rule(play: Play, command: Circumstances, name: str) -> None:
    encounter = turns.running(play)
    condition = Condition(
        what=CIRCUMSTANCE,
        title=name,
        target=command.target,
        until=None if encounter is None else UntilEncounterEnds(encounter=encounter),
        data=CircumstanceData(name=name, waived=name not in command.apply, lasting=command.lasting).stored(),
    )
    conditions.add(play, command.who, condition, play.new_id(CIRCUMSTANCE))


def _check_scales(names: tuple[str, ...]) -> None:
    by_scale: dict[str, str] = {}
    for name in names:
        scale = MODIFIERS.circumstances[name].scale
        if scale and by_scale.setdefault(scale, name) != name:
            raise Refused(
                "CE-MOD-01",
                "{by_scale} and {name} are grades of one thing; apply one of them.",
                by_scale=by_scale[scale],
                name=name,
            )


def ruled(play: Play, who: str, target: str) -> dict[str, bool]:
    """Return what the game master has said of an attack: circumstances that are in force (True) and that are not
    (False)."""
    conditions = play.where(who, "conditions", CIRCUMSTANCE)
    circumstances = [conditions[name] for name in sorted(conditions) if conditions[name].target in ("", target)]
    return {one.name: not one.waived for one in map(CircumstanceData.of, circumstances)}


def rule_on(play: Play, target: str, strike: Strike) -> Strike:
    """CE-MOD-09, CE-DEF-08, rulings 8 and 62: what the game master has said of an attack: that it goes unnoticed, that the
    stunned make it, that the weapon can be pushed aside.

    A shot is `near` only where the shooter is not known to be out of reach, by the map or by the game master's word.
    """
    rulings, weapon, way = ruled(play, strike.by, target), strike.blow.weapon, strike.way
    lets = rulings.get(STUNNED, False) and play.option("stunned_may_attack")
    pushed = weapon.ranged and not weapon.explosive and rulings.get(PUSHED_ASIDE, False)
    yards = strike.manner.yards if play.deed.is_gm else None
    near = pushed and moving.within_reach(play, target, strike.by, yards)
    unnoticed = strike.unnoticed or rulings.get(UNNOTICED, False)
    return strike._replace(allowed=(STUNNED,) if lets else (), way=way._replace(near=near), unnoticed=unnoticed)


def bear_upon(play: Play, target: str, strike: Strike) -> Strike:
    """CE-MOD-01: let the circumstances in force bear upon the roll of an attack; what was said of this attack alone is
    over with it."""
    who, blow, manner = strike.by, strike.blow, strike.manner
    yards = distances.between(play, who, target, manner.yards)
    grabs = blow.action in GRAB
    given = on_attack(play, Aimed(who, target, blow.weapon, yards, called=bool(manner.part), grabs=grabs))
    use_up(play, who, target)
    return strike._replace(given=(*strike.given, *given))


def use_up(play: Play, who: str, target: str) -> None:
    """End the circumstances that were said of one attack alone."""
    for name, circumstance in conditions.present(play, who, CIRCUMSTANCE).items():
        if circumstance.target in ("", target) and not CircumstanceData.of(circumstance).lasting:
            conditions.end_one(play, who, name, "used")


def on_attack(play: Play, aim: Aimed) -> tuple[Contribution, ...]:
    """CE-MOD-01 to CE-MOD-09, rulings 9, 28, 44, 45 and 56: all that is in force for an attack, each line of the table once.

    Modifiers that the rules know of are in force by themselves: the distance, the target's size, who is pinned, prone
    or choking; the rest is what the game master has said. Aiming is added by the attacker. Refused beyond five times
    the base range.
    """
    rulings = ruled(play, aim.who, aim.target)
    in_force: dict[str, tuple[str, int]] = {}
    for name in (*_known(play, aim), *(name for name, applies in rulings.items() if applies)):
        line = MODIFIERS.circumstances[name]
        if rulings.get(name, True) and line.touches(aim) and line.modifier:
            in_force[line.scale or name] = (name, line.modifier)
    contributions = [
        Contribution(label=name, amount=amount, source=_rule_of(name, aim)) for name, amount in in_force.values()
    ]
    play.citations.extend(one.source for one in contributions)
    if "range" not in in_force and (far := _by_distance(play, aim)):
        contributions.append(Contribution(label="range", amount=far, source="CE-MOD-04"))
    return (*contributions, *tests.hindered(play, aim.who, *_needs(play, aim)))


def _needs(play: Play, aim: Aimed) -> list[str]:
    """CE-DMG-17: return the needs of an attack: eyes to shoot, and both hands to grab or for what is held in both."""
    items = play.where(aim.who, "items", hands.BOTH)
    two_hands = aim.grabs or aim.weapon.item in items
    return [*([tests.EYESIGHT] if aim.weapon.ranged else []), *([tests.TWO_HANDS] if two_hands else [])]


def called(play: Play, who: str, target: str, *, mostly_covered: bool) -> tuple[Contribution, ...]:
    """CE-ACT-09, CE-ACT-10, CE-MOD-06, ruling 28: return the penalty of a called shot: one and the same, applied once.

    The game master's word on the cover comes before the shooter's; it is in force already (`on_attack`).
    """
    rulings = ruled(play, who, target)
    if any(applies and MODIFIERS.circumstances[name].scale == "cover" for name, applies in rulings.items()):
        return ()
    name = "mostly covered" if mostly_covered else "about half covered"
    line = MODIFIERS.circumstances[name]
    return (Contribution(label=name, amount=line.modifier, source=line.rule),)


def _rule_of(name: str, aim: Aimed) -> str:
    line = MODIFIERS.circumstances[name]
    return line.hand_to_hand_rule if line.hand_to_hand_rule and not aim.weapon.ranged else line.rule


def _known(play: Play, aim: Aimed) -> list[str]:
    """The circumstances that the game knows of by itself."""
    party = {"attacker": aim.who, "target": aim.target}
    lines = MODIFIERS.circumstances.items()
    names = [name for name, line in lines if line.state and conditions.has(play, party[line.of], line.state)]
    if aim.weapon.explosive:
        names.append("explosive weapon")
    if size := SIZES.get(people.size(play, aim.target)):
        names.append(size)
    if aim.weapon.ranged and aim.yards is not None and aim.yards <= MODIFIERS.range.point_blank:
        names.append("point-blank")
    return names


def _by_distance(play: Play, aim: Aimed) -> int:
    """CE-MOD-04, ruling 44: beyond the base range it grows harder, and beyond five times that impossible."""
    if not aim.weapon.ranged or aim.yards is None or aim.yards <= MODIFIERS.range.point_blank:
        return 0
    if not aim.weapon.range:
        play.refuse("CE-MOD-04", "The base range of this weapon has not been entered; do that first.")
        return 0
    bands = MODIFIERS.range.bands
    for band in bands:
        if aim.yards <= band.up_to * aim.weapon.range:
            return band.modifier
    most = bands[-1].up_to * aim.weapon.range
    play.refuse(
        "CE-MOD-04", "{yards} yards are too far for this weapon; it reaches {most} at most.", yards=aim.yards, most=most
    )
    return bands[-1].modifier


WINDOWS = {DECLARED: (rule_on,), ROLLING: (bear_upon,)}

OPTIONS = (
    OptionSpec(
        name="stunned_may_attack",
        default=False,
        text="Whether the game master may let a stunned character attack, at -40.",
        rules=("CE-MOD-09", "CE-RULING-08"),
    ),
)
