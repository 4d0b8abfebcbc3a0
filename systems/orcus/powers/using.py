"""Using powers: paid for, aimed, resolved by one procedure for every class and monster, and expended."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

from domain.commands import CharacterRef
from domain.instance_fields import takes_one_of
from domain.kit.commands import command
from domain.kit.maps.squares import Square
from domain.play.play import Play
from domain.vocabulary.anchors import AnyAnchor
from systems.orcus.attacks.attacking import Shared, assault
from systems.orcus.attacks.determined import Attacking, ruled_of
from systems.orcus.board.ranges import check_aim
from systems.orcus.combat.actions import take
from systems.orcus.combat.maintaining import concentrate
from systems.orcus.fields import At, Path
from systems.orcus.powers import summons, zones
from systems.orcus.powers.attacks import attack_of, check_armed, check_projectiles
from systems.orcus.powers.effects import Use, anchor_of, carry_out
from systems.orcus.powers.known import check_unspent, expend, known
from systems.orcus.powers.psyche import PSYCHE, affected
from systems.orcus.powers.records.clauses import until_of
from systems.orcus.powers.records.reading import Reading
from systems.orcus.powers.records.record import Word, cost_of
from systems.orcus.powers.rulings import check_allowed
from systems.orcus.powers.stances import STANCE, enter
from systems.orcus.powers.targets import Chosen, aim
from systems.orcus.sheet.conditions import can_act
from systems.orcus.windows import AS_IT_STANDS, PROVOKING, Provoked, Ruled, Strike

CONSISTENT: Final = "consistent"
_KEPT_WHERE_NOTHING_COMES: Final = frozenset({CONSISTENT, PSYCHE})
"""OR-KEY-07, OR-KEY-10: the keywords of powers that are not expended where nothing comes of their use."""


class Way(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The way of a character whom a power moves."""

    who: CharacterRef
    path: Path


class UsePower(Attacking, frozen=True, kw_only=True, omit_defaults=True):
    """Use a power that one has, on the targets that it names."""

    who: CharacterRef
    power: Annotated[Word, Meta(extra=takes_one_of("traits", "power", by="title"))]
    targets: Annotated[tuple[CharacterRef, ...], Meta(description="Whom the user chooses as targets")] = ()
    square: Annotated[At, Meta(description="The distant square in which a far area begins")] | None = None
    squares: Annotated[
        tuple[At, ...],
        Meta(
            max_length=400,
            description="The bottom left square of an arc, those of a wall or of another shape, or where what it creates appears",
        ),
    ] = ()
    allies: (
        Annotated[tuple[CharacterRef, ...], Meta(description="The user's allies; left out, those on its side")] | None
    ) = None
    ways: Annotated[tuple[Way, ...], Meta(description="The ways of those whom it moves")] = ()
    weapon: Annotated[
        str,
        Meta(
            max_length=100,
            description="The weapon; left out, the first that serves",
            extra=takes_one_of("items", "weapon"),
        ),
    ] = ""


@command("Use a power.", by="owner", scene=True)
def use_power(play: Play, command: UsePower) -> None:
    """OR-ACT-20, OR-POW-02, OR-POW-07: aim a power, pay for it, and do what its record says."""
    who = command.who
    name, reading = known(play, who, command.power)
    check_allowed(play, who, name, reading)
    check_unspent(play, who, name, reading.power)
    if reading.power.trigger:
        play.refuse(
            "OR-POW-09",
            "Its trigger has not been met; it is offered as soon as it is: {trigger}.",
            trigger=reading.power.trigger,
        )
    weapon = check_armed(play, who, reading, command.weapon)
    squares = tuple(Square(*at) for at in command.squares)
    ruled = ruled_of(play, command)
    chosen = Chosen(command.targets, command.square, squares, command.allies, waived=ruled.cover is not None)
    aimed = aim(play, who, reading, chosen)
    ways = {way.who: way.path for way in command.ways}
    use = Use(who, name, reading, aimed, ways, squares, weapon=weapon)
    _check_targets(play, use, waived=chosen.waived)
    with play.citing("OR-POW-08"):
        take(play, who, reading.power.name, cost_of(reading.power))
    resolve(play, use, ruled, lethal=not command.knock_out)


def _check_targets(play: Play, use: Use, *, waived: bool) -> None:
    """OR-TGT-01, OR-TGT-06, OR-AREA-08: refuse targets that the attack cannot reach, and more than there are projectiles for."""
    if use.reading.attack is None:
        return
    check_projectiles(play, use.who, use.reading, use.weapon, len(use.aimed.targets))
    if use.reading.reach.shape is None and not waived:
        attack, _ = attack_of(play, use)
        for target in use.aimed.targets:
            check_aim(play, use.who, target, attack)


def resolve(play: Play, use: Use, ruled: Ruled = AS_IT_STANDS, *, lethal: bool = True) -> tuple[Strike, ...]:
    """OR-ACT-20, OR-TGT-02, ruling 16: carry out a power that is paid for, if its user still can once it has provoked."""
    power, tags = use.reading.power, use.reading.tags
    if not tags & _KEPT_WHERE_NOTHING_COMES:
        expend(play, use.who, use.name, power)
    if use.reading.reach.origin in ("ranged", "far"):
        with play.citing("OR-TGT-02"):
            stopped = PROVOKING.open(play, use.who, Provoked(use.who, use.name)).stopped
        if stopped or not can_act(play, use.who):
            return ()
    targets = affected(play, use.who, use.aimed.targets, use.reading)
    use = use._replace(aimed=use.aimed._replace(targets=targets))
    use = use._replace(lasting=lasting_of(play, use))
    strikes = _attack(play, use, ruled, lethal=lethal) if use.reading.attack is not None else ()
    _take_effect(play, use, strikes)
    if tags & _KEPT_WHERE_NOTHING_COMES and _came_of_it(use.reading, targets, strikes):
        expend(play, use.who, use.name, power)
    return strikes


def _take_effect(play: Play, use: Use, strikes: tuple[Strike, ...]) -> None:
    """OR-EFF-01: do what a power does whatever the rolls were: its effect, the zone that stays, the creatures that it
    creates."""
    void = {strike.target for strike in strikes if strike.void}
    for target in use.aimed.targets:
        if target not in void:
            carry_out(play, use, use.reading.effect, target)
    if use.reading.power.zone:
        zones.open_zone(play, use, use.lasting)
    if use.reading.power.summons:
        summons.summon(play, use)


def lasting_of(play: Play, use: Use) -> AnyAnchor | None:
    """OR-STNC-01, OR-MAINT-01: return what the effects of a power hang on: its stance, its maintaining, or its duration."""
    power = use.reading.power
    if STANCE in use.reading.tags:
        return enter(play, use.who, use.reading)
    if power.maintain:
        return concentrate(play, use.who, power.name, use.reading.maintain)
    return anchor_of(play, use, until_of(power.duration)[1], use.who)


def _came_of_it(reading: Reading, targets: tuple[str, ...], strikes: tuple[Strike, ...]) -> bool:
    """OR-KEY-07, OR-KEY-10: whether a use expends the power: one that hit for a consistent one, that could affect for psyche."""
    if PSYCHE in reading.tags and not targets:
        return False
    return CONSISTENT not in reading.tags or any(not strike.missed and not strike.void for strike in strikes)


def _attack(play: Play, use: Use, ruled: Ruled, *, lethal: bool) -> tuple[Strike, ...]:
    """OR-EFF-01, OR-AREA-06: attack each target with a roll of its own, and let hits and misses do what they do."""
    attack, rest = attack_of(play, use)

    def hit(play: Play, strike: Strike, shared: Shared) -> None:
        carry_out(play, use._replace(shared=shared), rest, strike.target)

    def missed(play: Play, strike: Strike, shared: Shared) -> None:
        carry_out(play, use._replace(shared=shared), use.reading.miss, strike.target)

    attack = attack._replace(lethal=lethal)
    return assault(play, use.who, use.aimed.targets, attack, ruled=ruled, hit=hit, missed=missed)
