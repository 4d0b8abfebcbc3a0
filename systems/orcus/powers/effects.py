"""Effects: what the clauses of a power do to whom, and how long it lasts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from domain.components.anchors import AnyAnchor
from domain.kit import conditions, durations
from domain.kit.naming import called
from domain.kit.rolls import Throw, addends, roll
from domain.play.play import Play
from systems.orcus.attacks.attacking import Shared
from systems.orcus.harm.damage import inflict
from systems.orcus.powers.clauses import Clause, Formula, Until, Verb, Whom
from systems.orcus.powers.reading import Reading
from systems.orcus.powers.targets import Aimed
from systems.orcus.sheet.people import ABILITIES
from systems.orcus.windows import Harm, Strike

Ways = Mapping[str, tuple[tuple[int, int], ...]]
"""The squares on the way of whoever is moved, by reference."""


class Use(NamedTuple):
    """A use of a power: by whom, which, upon whom, and the strike that triggered it, if one did.

    `ways` are the ways of whoever it moves. What it brings hangs on `lasting` where its clauses say no duration.
    """

    who: str
    name: str
    reading: Reading
    aimed: Aimed
    ways: Ways = {}
    strike: Strike | None = None
    lasting: AnyAnchor | None = None
    shared: Shared | None = None


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
            return durations.end_of_next_turn(play, target)
        case "user start":
            return durations.next_turn(use.who)
        case "user end":
            return durations.end_of_next_turn(play, use.who)
        case "encounter":
            return durations.fight_ends(play)
        case "minutes":
            return durations.seconds(play, 60 * until.minutes)
        case _:
            return use.lasting


def amount_of(play: Play, who: str, formula: Formula) -> int:
    """OR-EFF-05: return an amount without dice: a number and the modifiers of the user's abilities."""
    return formula.number + sum(play.value(who, f"modifiers.{name}").total for name in formula.abilities)


def adds_of(play: Play, who: str, formula: Formula) -> Mapping[str, int]:
    """OR-EFF-05: return what a formula adds to its dice, by its label."""
    given = {name: play.value(who, f"modifiers.{name}").total for name in ABILITIES if name in formula.abilities}
    return given | ({"fixed": formula.number} if formula.number else {})


def rolled(play: Play, use: Use, formula: Formula, about: str) -> int:
    """Return an amount with its dice rolled."""
    if not formula.dice:
        return amount_of(play, use.who, formula)
    throw = Throw(use.who, "amount", formula.dice, addends=addends(adds_of(play, use.who, formula)), about=about)
    return roll(play, throw).total


def _damage(play: Play, use: Use, clause: Clause, target: str) -> None:
    """OR-EFF-01: damage that comes without an attack roll."""
    amount = use.shared.total() if use.shared is not None else rolled(play, use, clause.amount, target)
    inflict(play, Harm(target, amount, clause.types, use.who, cause="other", tags=use.reading.tags))


def _half(play: Play, use: Use, _: Clause, target: str) -> None:
    """OR-EFF-01: half of the damage of the attack, rounded down."""
    if use.shared is not None and use.reading.hit:
        types = use.reading.hit[0].types
        inflict(play, Harm(target, use.shared.total() // 2, types, use.who, tags=use.reading.tags))


def _condition(play: Play, use: Use, clause: Clause, target: str) -> None:
    """OR-COND-01, OR-COND-02: the target comes to be in a state."""
    until = anchor_of(play, use, clause.until, target)
    conditions.gain(play, target, clause.what, until=until, source=use.who, title=use.reading.power.name)


def _end(play: Play, use: Use, clause: Clause, target: str) -> None:
    conditions.end(play, target, clause.what, f"{called(play, use.who)}: {use.reading.power.name}")


Effect = Callable[[Play, Use, Clause, str], None]

_OWN: Final = ("shift", "strike")
"""What the user does itself where a clause names nobody."""

_VERBS: Final[Mapping[Verb, Effect]] = {
    "damage": _damage,
    "half": _half,
    "condition": _condition,
    "end": _end,
}
