"""Effects: what the clauses of a power do to whom, and how long it lasts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from domain.kit import conditions, durations
from domain.kit.maps.forced import ends
from domain.kit.maps.squares import Space, Square, apart
from domain.kit.rolls import Throw, addends, roll
from domain.messages import numbered
from domain.play.play import Play
from domain.vocabulary.anchors import AnyAnchor, UntilSaved, parts
from domain.vocabulary.bodies import Condition
from domain.vocabulary.values import Modifier, ModifierApplied, ModifierLifted
from systems.orcus.attacks.attacking import Shared
from systems.orcus.attacks.basic import basic_attack, can_strike
from systems.orcus.board import forced, moving
from systems.orcus.board.places import space_of
from systems.orcus.board.terrain import ground_for
from systems.orcus.combat.turns import end_of_next_turn
from systems.orcus.harm.damage import inflict
from systems.orcus.harm.healing import can_spend, heal, spend_recovery
from systems.orcus.harm.persistent import burn
from systems.orcus.harm.regeneration import give_regeneration
from systems.orcus.harm.resistance import halved
from systems.orcus.harm.temporary import give_temporary
from systems.orcus.powers.records.clauses import Clause, EffectAmount, Until, Verb, Whom
from systems.orcus.powers.records.reading import Reading
from systems.orcus.powers.special import SPECIAL
from systems.orcus.powers.targets import Aimed
from systems.orcus.rolls.saves import SAVES, save
from systems.orcus.sheet.conditions import grant
from systems.orcus.sheet.people import ABILITIES, DEFENSES, MODES
from systems.orcus.sheet.stacking import DAMAGE, modify
from systems.orcus.windows import Harm, Strike

Ways = Mapping[str, tuple[tuple[int, int], ...]]
"""The squares on the way of the character who is moved, by reference."""


class Use(NamedTuple):
    """A use of a power: by whom, which, upon whom, and the strike that triggered it, if one did.

    `ways` are the ways of the characters that it moves, `places` the squares on which what it creates appears. Its
    effects hang on `lasting` where its clauses say no duration.
    """

    who: str
    name: str
    reading: Reading
    aimed: Aimed
    ways: Ways = {}
    places: tuple[Square, ...] = ()
    strike: Strike | None = None
    lasting: AnyAnchor | None = None
    shared: Shared | None = None
    weapon: str = ""


def carry_out(play: Play, use: Use, clauses: tuple[Clause, ...], target: str) -> None:
    """OR-EFF-01: do what the clauses of an entry say, in their order, to the target or whomever a clause names."""
    for clause in clauses:
        for whom in _whom(use, clause, target):
            _VERBS[clause.verb](play, use, clause, whom)


def _whom(use: Use, clause: Clause, target: str) -> tuple[str, ...]:
    whom: Whom = clause.whom or ("user" if clause.verb in _OWN else "target")
    return (use.who,) if whom == "user" else (target,)


def anchor_of(play: Play, use: Use, until: Until, target: str) -> AnyAnchor | None:
    """OR-DUR-01, OR-DUR-02: return what a clause's effect on a target hangs on; None where nothing ends it by itself."""
    match until.lasts:
        case "save":
            return durations.save_ends(target)
        case "target start":
            return durations.next_turn(target)
        case "target end":
            return end_of_next_turn(play, target)
        case "user start":
            return durations.next_turn(use.who)
        case "user end":
            return end_of_next_turn(play, use.who)
        case "encounter":
            return durations.fight_ends(play)
        case "minutes":
            return durations.seconds(play, 60 * until.minutes)
        case _:
            return use.lasting


def amount_of(play: Play, who: str, formula: EffectAmount) -> int:
    """OR-EFF-05: return an amount without dice: a number and the modifiers of the user's abilities."""
    return formula.number + sum(play.value(who, f"modifiers.{name}").total for name in formula.abilities)


def adds_of(play: Play, who: str, formula: EffectAmount) -> Mapping[str, int]:
    """OR-EFF-05: return what a formula adds to its dice, by its label."""
    given = {name: play.value(who, f"modifiers.{name}").total for name in ABILITIES if name in formula.abilities}
    return given | ({"fixed": formula.number} if formula.number else {})


def rolled(play: Play, use: Use, formula: EffectAmount, about: str) -> int:
    """Return an amount with its dice rolled."""
    if not formula.dice:
        return amount_of(play, use.who, formula)
    throw = Throw(use.who, "amount", formula.dice, addends=addends(adds_of(play, use.who, formula)), about=about)
    return roll(play, throw).total


def _damage(play: Play, use: Use, clause: Clause, target: str) -> None:
    """OR-EFF-01, OR-AREA-06: damage that comes without an attack roll, rolled once for all targets."""
    about = target if len(use.aimed.targets) < 2 else ""
    amount = rolled(play, use, clause.amount, about) if use.shared is None else use.shared.total()
    inflict(play, Harm(target, amount, clause.types, use.who, cause="other", tags=use.reading.tags))


def _half(play: Play, use: Use, _: Clause, target: str) -> None:
    """OR-EFF-01, OR-RND-01: half of the damage of the attack, rounded down, and of the same types."""
    if use.shared is not None and use.reading.hit:
        attack = use.shared.attack
        amount = halved(use.shared.total())
        inflict(play, Harm(target, amount, attack.types, use.who, tags=attack.tags, lethal=attack.lethal))


def _forced(play: Play, use: Use, clause: Clause, target: str) -> None:
    """OR-FORC-04, OR-FORC-05, OR-FORC-06: push, pull or shunt the target from the user, or from the origin of a far attack."""
    if space_of(play, target) is None:
        return
    far, path = clause.amount.number, tuple(Square(*at) for at in use.ways.get(target, ()))
    origin = use.aimed.base if use.reading.reach.origin == "far" else space_of(play, use.who)
    if clause.verb == "shunt":
        forced.shunt(play, target, far, path)
    elif origin is not None:
        (forced.push if clause.verb == "push" else forced.pull)(play, target, origin, far, path)


def _moves(play: Play, use: Use, clause: Clause, who: str) -> None:
    """OR-ACT-11, OR-TELE-01: shift or teleport a character as far as the power says, or less. A character that cannot
    shift stays where it is in answer to an attack; on its own turn the power is refused."""
    far, path = clause.amount.number, tuple(Square(*at) for at in use.ways.get(who, ()))
    here = space_of(play, who)
    if here is None or (clause.verb == "shift" and use.strike is not None and not moving.can_shift(play, who)):
        return
    path = path or _asked(play, use, who, here, far)
    if not path:
        return
    if clause.verb == "shift":
        if len(path) > far:
            sentence = numbered("They shift {count} square at most.", "They shift {count} squares at most.", far)
            play.refuse("OR-ACT-11", sentence)
        moving.shift(play, who, path, far)
        return
    if apart(here, here.at(path[-1])) > far:
        sentence = numbered("They teleport {count} square at most.", "They teleport {count} squares at most.", far)
        play.refuse("OR-TELE-01", sentence)
    moving.teleport(play, who, path[-1], use.who)


def _asked(play: Play, use: Use, who: str, here: Space, far: int) -> tuple[Square, ...]:
    """The way of a character who moves between turns, as their player chooses it; none where they stay."""
    if use.strike is None:
        return ()
    ways = ends("slide", here, here, far, ground_for(play, who, "walk"), fewer=True)
    squares = {f"{corner.x},{corner.y}": way for corner, way in sorted(ways.items()) if way}
    chosen = play.ask("way", who, ("stay", *squares), "stay", f"{use.reading.power.name}: where to?", about=who)
    return squares.get(chosen, ())


def _condition(play: Play, use: Use, clause: Clause, target: str) -> None:
    """OR-COND-01, OR-COND-02: the target comes to be in a state."""
    grant(play, target, clause.what, anchor_of(play, use, clause.until, target), use.who, title=use.reading.power.name)


def _end(play: Play, use: Use, clause: Clause, target: str) -> None:
    conditions.end(play, target, clause.what, use.reading.power.name)


def _persistent(play: Play, use: Use, clause: Clause, target: str) -> None:
    """OR-PERS-01: persistent damage, until a save ends it where the power does not say otherwise."""
    until = anchor_of(play, use, clause.until, target) or durations.save_ends(target)
    for type in clause.types or ("",):
        burn(play, target, clause.amount.number, type, until, source=use.reading.power.name)


def _heal(play: Play, use: Use, clause: Clause, target: str) -> None:
    heal(play, target, rolled(play, use, clause.amount, target))


def _recovery(play: Play, use: Use, clause: Clause, target: str) -> None:
    """OR-HEAL-01, ruling 63: the target may spend a recovery, and regains so much more. Of several targets a character who has
    none to spend regains nothing."""
    if len(use.aimed.targets) > 1 and not can_spend(play, target):
        return
    spend_recovery(play, target, rolled(play, use, clause.amount, target))


def _temporary(play: Play, use: Use, clause: Clause, target: str) -> None:
    until = anchor_of(play, use, clause.until, target)
    give_temporary(play, target, rolled(play, use, clause.amount, target), until)


def _regeneration(play: Play, use: Use, clause: Clause, target: str) -> None:
    until = anchor_of(play, use, clause.until, target)
    give_regeneration(play, target, amount_of(play, use.who, clause.amount), until, title=use.reading.power.name)


def _guard(play: Play, use: Use, clause: Clause, target: str) -> None:
    """OR-RES-01, OR-RES-02: the target resists damage, or is vulnerable to it; of several sources the highest counts."""
    until, name = anchor_of(play, use, clause.until, target), use.reading.power.name
    for against in clause.types or ("all",):
        modifier = Modifier(
            path=f"{'resistance' if clause.verb == 'resist' else 'vulnerability'}.{against}",
            operation="floor",
            amount=clause.amount.number,
            source=name,
            title=name,
            until=until,
        )
        play.emit(target, ModifierApplied(name=play.new_id(clause.verb), modifier=modifier))


def _change(play: Play, use: Use, clause: Clause, target: str) -> None:
    """OR-MOD-01, OR-TAG-01: a bonus or penalty, of some to rolls with powers that have a tag only."""
    until = anchor_of(play, use, clause.until, target)
    kind: Any = clause.types[0]
    for path in _CHANGED[clause.what]:
        modify(
            play,
            target,
            path,
            clause.amount.number,
            effect=use.reading.power.name,
            type=kind,
            by=use.who,
            until=until,
            when=clause.tags,
        )


def _save(play: Play, use: Use, _: Clause, target: str) -> None:
    """OR-SAVE-01, OR-DUR-02: the target makes a saving throw against the first effect that one can end: a condition,
    else what a bonus, a penalty or a resistance changes."""
    upon = play.character(target)
    for name in _shaken_off(upon.conditions):
        if save(play, target, name):
            conditions.end_one(play, target, name, use.reading.power.name)
        return
    for name in _shaken_off(upon.modifiers):
        if save(play, target, name):
            play.emit(target, ModifierLifted(name=name, because=use.reading.power.name))
        return


def _shaken_off(effects: Mapping[str, Condition] | Mapping[str, Modifier]) -> list[str]:
    """OR-DUR-02: return the effects that a saving throw ends, by name."""
    return sorted(
        name
        for name, effect in effects.items()
        if effect.until is not None and any(isinstance(part, UntilSaved) for part in parts(effect.until))
    )


def _strike(play: Play, use: Use, _: Clause, who: str) -> None:
    """OR-ATK-05: let a character make a basic attack against the one who triggered the power, if they can from where they are,
    else against its first target."""
    against, ranged = next(iter(use.aimed.targets), ""), use.reading.reach.origin == "ranged"
    if use.strike is not None:
        against = use.strike.by if can_strike(play, who, use.strike.by, ranged=ranged) else ""
    if against and against != who:
        basic_attack(play, who, against, ranged=ranged)


def _done_by_trigger(play: Play, use: Use, clause: Clause, target: str) -> None:
    """Do nothing: a change of the strike that triggered the power is carried out where that strike is."""


def _do(play: Play, use: Use, clause: Clause, target: str) -> None:
    SPECIAL[clause.what](play, use.who, target)


Effect = Callable[[Play, Use, Clause, str], None]

_OWN: Final = ("shift", "strike")
"""Clauses that the user carries out itself where they name nobody."""

_CHANGED: Final[Mapping[str, tuple[str, ...]]] = {
    "attack": ("rolls.attack",),
    "damage": (DAMAGE,),
    "save": (SAVES,),
    "initiative": ("attributes.initiative",),
    "speed": tuple(f"speed.{mode}" for mode in MODES),
    "defenses": tuple(f"attributes.{name}" for name in DEFENSES),
    **{name: (f"attributes.{name}",) for name in DEFENSES},
}
"""OR-MOD-01: the values that a clause changes, by its word for them."""

_VERBS: Final[Mapping[Verb, Effect]] = {
    "damage": _damage,
    "half": _half,
    "push": _forced,
    "pull": _forced,
    "shunt": _forced,
    "shift": _moves,
    "teleport": _moves,
    "condition": _condition,
    "end": _end,
    "persistent": _persistent,
    "heal": _heal,
    "recovery": _recovery,
    "temporary": _temporary,
    "regeneration": _regeneration,
    "resist": _guard,
    "vulnerable": _guard,
    "change": _change,
    "save": _save,
    "strike": _strike,
    "avert": _done_by_trigger,
    "halve": _done_by_trigger,
    "do": _do,
}
