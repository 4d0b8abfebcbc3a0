"""Using powers: paid for, aimed, resolved by one procedure for every class and monster, and expended."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from domain.commands import CharacterRef
from domain.kit.commands import command
from domain.kit.fights import InEncounter
from domain.kit.rolls import addend, addends
from domain.kit.squares import Square
from domain.play.play import Play
from systems.orcus.attacks.attacking import Shared, assault
from systems.orcus.combat.actions import take
from systems.orcus.fields import At, Path
from systems.orcus.powers.clauses import Clause, Formula
from systems.orcus.powers.effects import Use, adds_of, carry_out
from systems.orcus.powers.known import check_unspent, expend, known
from systems.orcus.powers.reading import AttackLine
from systems.orcus.powers.record import Word
from systems.orcus.powers.targets import Chosen, aim
from systems.orcus.sheet.conditions import can_act
from systems.orcus.windows import PROVOKING, Attack, Provoked, Strike


class Way(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The way of somebody whom a power moves."""

    who: CharacterRef
    path: Path


class UsePower(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody uses a power."""

    who: CharacterRef
    power: Word
    targets: Annotated[tuple[CharacterRef, ...], Meta(description="Whom the user chooses as targets")] = ()
    square: Annotated[At | None, Meta(description="The distant square in which a far area begins")] = None
    squares: Annotated[
        tuple[At, ...],
        Meta(max_length=400, description="The bottom left square of an arc, the squares of a wall or of another shape"),
    ] = ()
    allies: Annotated[
        tuple[CharacterRef, ...] | None,
        Meta(description="Whom the user counts as allies; left out, those on its side"),
    ] = None
    ways: Annotated[tuple[Way, ...], Meta(description="The ways of those whom it moves")] = ()


@command("Use a power.", by="owner", scene=True)
def use_power(play: Play, command: UsePower) -> None:
    """OR-ACT-20, OR-POW-07: whoever uses it, a power is aimed, paid for, and does what its record says."""
    who = command.who
    name, reading = known(play, who, command.power)
    check_unspent(play, who, name, reading.power)
    squares = tuple(Square(*at) for at in command.squares)
    aimed = aim(play, who, reading, Chosen(command.targets, command.square, squares, command.allies))
    with play.citing("OR-POW-08"):
        take(play, who, reading.power.name, reading.power.action)
    resolve(play, Use(who, name, reading, aimed, {way.who: way.path for way in command.ways}))


def resolve(play: Play, use: Use) -> None:
    """OR-ACT-20, OR-TGT-02, ruling 16: carry out a power that is paid for, if its user still can once it has provoked."""
    expend(play, use.who, use.name, use.reading.power)
    if use.reading.reach.origin in ("ranged", "far"):
        provoked = PROVOKING.open(play, use.who, Provoked(use.who, use.name))
        if provoked.stopped or not can_act(play, use.who):
            return
    strikes = _attack(play, use) if use.reading.attack is not None else ()
    void = {strike.target for strike in strikes if strike.void}
    for target in use.aimed.targets:
        if target not in void:
            carry_out(play, use, use.reading.effect, target)


def _attack(play: Play, use: Use) -> tuple[Strike, ...]:
    """OR-EFF-01, OR-AREA-06: attack each target with a roll of its own, and let hits and misses do what they do."""
    attack, rest = attack_of(play, use)

    def hit(play: Play, strike: Strike, shared: Shared) -> None:
        carry_out(play, use._replace(strike=strike, shared=shared), rest, strike.target)

    def missed(play: Play, strike: Strike, shared: Shared) -> None:
        carry_out(play, use._replace(strike=strike, shared=shared), use.reading.miss, strike.target)

    return assault(play, use.who, use.aimed.targets, attack, hit=hit, missed=missed)


def attack_of(play: Play, use: Use) -> tuple[Attack, tuple[Clause, ...]]:
    """OR-EFF-02, OR-EFF-05: return the attack of a power with the damage of a hit, and what else a hit does."""
    reading = use.reading
    line, damage = reading.attack or AttackLine("strength", "ac"), reading.hit[:1]
    formula, types = (damage[0].amount, damage[0].types) if damage and damage[0].verb == "damage" else (Formula(), ())
    attack = Attack(
        reading.power.name,
        line.ability,
        reading.reach.origin,
        line.defense,
        bonus=_printed(play, use.who, line),
        dice=formula.dice,
        adds=addends(adds_of(play, use.who, formula)),
        types=types,
        tags=reading.tags,
        square=use.aimed.base if reading.reach.origin == "far" else None,
        range=reading.reach.far if reading.reach.origin == "ranged" else None,
    )
    return attack, reading.hit[1:] if formula != Formula() else reading.hit


def _printed(play: Play, who: str, line: AttackLine) -> tuple[Any, ...]:
    """OR-ATK-04: the bonus that a stat block prints for this power, beyond that of its other attacks."""
    if line.printed is None:
        return ()
    return addend("as printed", line.printed - play.value(who, "attributes.attack").total, source="OR-ATK-04")
