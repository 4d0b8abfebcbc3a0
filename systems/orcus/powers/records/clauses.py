"""Clauses: the short phrases in which a power says what it does, such as `push 2` or `slowed (save ends)`.

Each is read into a `Clause`; `systems.orcus.powers.effects` carries it out. Printed phrases (`the target is slowed until the end of
your next turn`) are read as well as short ones.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, Literal, NamedTuple, get_args

from domain.messages import text
from systems.orcus.fields import Ability, DamageType

Verb = Literal[
    "damage",
    "half",
    "push",
    "pull",
    "shunt",
    "shift",
    "teleport",
    "condition",
    "end",
    "persistent",
    "heal",
    "recovery",
    "temporary",
    "regeneration",
    "resist",
    "vulnerable",
    "change",
    "save",
    "strike",
    "avert",
    "halve",
    "do",
]
Whom = Literal["", "user", "target", "allies"]
Lasts = Literal[
    "", "save", "target start", "target end", "user start", "user end", "encounter", "minutes", "maintained"
]
"""OR-DUR-01: how long a clause lasts; "" for at once, or as long as the power says."""

CONDITIONS: Final = (
    "blinded",
    "controlled",
    "dazed",
    "deafened",
    "dying",
    "grappled",
    "helpless",
    "hidden",
    "immobile",
    "incapacitated",
    "invisible",
    "marked",
    "petrified",
    "prone",
    "restrained",
    "slowed",
    "stunned",
    "surprised",
    "unconscious",
    "weakened",
)
"""The states that a clause puts a character in."""

CHANGED: Final = {
    "attack rolls": "attack",
    "attacks": "attack",
    "damage rolls": "damage",
    "damage": "damage",
    "ac": "ac",
    "fortitude": "fortitude",
    "reflex": "reflex",
    "will": "will",
    "all defenses": "defenses",
    "defenses": "defenses",
    "saving throws": "save",
    "speed": "speed",
    "initiative": "initiative",
}
"""The numbers that a clause changes, by the words for them."""


class NotUnderstood(ValueError):
    """Words of a record that mean nothing to the game; the message says what would."""


class EffectAmount(NamedTuple):
    """OR-EFF-05, OR-EFF-06: an amount: dice, so many dice of the weapon (0 for none), abilities, and a number."""

    dice: str = ""
    weapon: int = 0
    abilities: tuple[Ability, ...] = ()
    number: int = 0


class Until(NamedTuple):
    """The duration of a clause; `minutes` is a number where it `lasts` so many."""

    lasts: Lasts = ""
    minutes: int = 0


class Clause(NamedTuple):
    """One thing that a power does: to whom ("" for whom it targets, or its user where it moves or is healed by itself).

    `amount` is of damage, healing and squares, `what` a condition, a changed number or a function by name.
    `types` are of damage, or the type of a modifier, which counts only in a situation that has the `tags`.
    """

    verb: Verb
    whom: Whom = ""
    amount: EffectAmount = EffectAmount()
    what: str = ""
    types: tuple[str, ...] = ()
    until: Until = Until()
    tags: tuple[str, ...] = ()


_TYPES: Final = tuple(kind for kind in get_args(DamageType) if kind)
_ABILITIES: Final[tuple[Ability, ...]] = get_args(Ability)
_TERM: Final = re.compile(r"(\d*)d(\d+|w)|(\d+)|([a-z]+)(?: modifier)?")
_UNTIL: Final = (
    (re.compile(r"\s*\(?save ends\)?$"), "save"),
    (re.compile(r"\s*until (?:the )?start of (?:the target's|their|its) next turn$"), "target start"),
    (re.compile(r"\s*until (?:the )?end of (?:the target's|their|its) next turn$"), "target end"),
    (re.compile(r"\s*until (?:the )?start of (?:the user's|your) next turn$"), "user start"),
    (re.compile(r"\s*until (?:the )?end of (?:the user's|your) next turn$"), "user end"),
    (re.compile(r"\s*until (?:the )?end of the encounter$"), "encounter"),
    (re.compile(r"\s*for (\d+) minutes?$"), "minutes"),
    (re.compile(r"\s*while maintained$"), "maintained"),
)
_WHOM: Final = re.compile(
    r"(?:and )?(?:(?P<target>(?:the )?target(?: is| takes| gains| has| falls)?|it is)|"
    r"(?P<user>(?:the )?user(?: is| takes| gains| has)?|you(?: are| take| gain| have| can)?)|"
    r"(?P<allies>(?:the user's |your )?allies in the area(?: are| gain)?)) (?P<rest>.+)"
)
_FORCED: Final = re.compile(r"(?:you )?(push|pull|shunt|slide)(?:e[sd])?(?: the target)? (\d+)(?: squares?)?")
_STEP: Final = re.compile(r"(shift|teleport)s? (\d+)(?: squares?)?")
_PERSISTENT: Final = re.compile(r"(?:persistent (\d+)|(\d+) persistent)((?: [a-z]+)*?)(?: damage)?")
_GUARD: Final = re.compile(r"(resist|vulnerable) (\d+)((?: [a-z]+)*)")
_POINTS: Final = re.compile(r"(heal|temporary|regeneration) (.+?)(?: hit points| hp)?")
_CHANGE: Final = re.compile(
    r"(?P<amount>[+-]\d+)(?: (?P<type>power|feat|enhancement|ability|ancestry))?(?: (?:bonus|penalty))? to (?P<what>[a-z ]+?)"
    r"(?: with (?P<tag>[a-z]+) powers)?"
)
_PLAIN: Final[dict[str, Verb]] = {
    "half damage": "half",
    "make a saving throw": "save",
    "save": "save",
    "basic attack": "strike",
    "make a basic attack": "strike",
    "the attack misses": "avert",
    "the damage is halved": "halve",
}


def until_of(words: str) -> tuple[str, Until]:
    """Return words without the duration at their end, and that duration."""
    for pattern, lasts in _UNTIL:
        match = pattern.search(words)
        if match is not None:
            minutes = int(match[1]) if lasts == "minutes" else 0
            return words[: match.start()], Until(lasts, minutes)  # type: ignore[arg-type]
    return words, Until()


def formula_of(words: str) -> EffectAmount:
    """OR-EFF-05, OR-EFF-06: read an amount such as `2d8 + 1dW + strength modifier + 3`."""
    dice, weapon, number = [], 0, 0
    abilities: list[Ability] = []
    for term in words.split("+"):
        match = _TERM.fullmatch(term.strip())
        if match is None or (match[4] and match[4] not in _ABILITIES):
            raise NotUnderstood(
                text("{term!r} is no amount; write dice, dW, an ability or a number", term=term.strip())
            )
        if match[2] == "w":
            weapon += int(match[1] or 1)
        elif match[2]:
            dice.append(f"{match[1] or 1}d{match[2]}")
        elif match[3]:
            number += int(match[3])
        else:
            abilities.append(match[4])  # type: ignore[arg-type]
    return EffectAmount(" + ".join(dice), weapon, tuple(abilities), number)


def types_of(words: str) -> tuple[str, tuple[str, ...]]:
    """OR-DMG-04: return words without the damage types at their end, and those."""
    rest = words.split()
    types: list[str] = []
    while rest and (rest[-1] in _TYPES or (types and rest[-1] == "and")):
        if (word := rest.pop()) != "and":
            types.append(word)
    return " ".join(rest), tuple(sorted(types))


@cache
def clauses_of(entry: str) -> tuple[Clause, ...]:
    """Read an entry of a power: clauses, separated by `;`. Raises NotUnderstood for the first that means nothing."""
    parts = (" ".join(part.lower().replace("’", "'").split()).rstrip(".") for part in entry.split(";"))
    return tuple(_clause(part) for part in parts if part)


def _clause(words: str) -> Clause:
    match = _WHOM.fullmatch(words)
    whom: Whom = "" if match is None else "target" if match["target"] else "user" if match["user"] else "allies"
    rest, until = until_of(words if match is None else match["rest"])
    for reader in (_plain, _moving, _guarding, _points, _changing, _damaging):
        clause = reader(rest)
        if clause is not None:
            return clause._replace(whom=whom, until=until)
    raise NotUnderstood(
        text(
            "{words!r} means nothing here; write it as `push 2`, `slowed (save ends)` or `2d6 fire damage`", words=words
        )
    )


def _plain(words: str) -> Clause | None:
    if words in _PLAIN:
        return Clause(_PLAIN[words])
    if words.startswith("do "):
        return Clause("do", what=words.removeprefix("do "))
    ended = words.removeprefix("no longer ")
    if ended in CONDITIONS:
        return Clause("condition" if ended == words else "end", what=ended)
    return None


def _moving(words: str) -> Clause | None:
    match = _FORCED.fullmatch(words) or _STEP.fullmatch(words)
    if match is None:
        return None
    verb: Verb = "shunt" if match[1] == "slide" else match[1]  # type: ignore[assignment]
    return Clause(verb, amount=EffectAmount(number=int(match[2])))


def _guarding(words: str) -> Clause | None:
    match = _PERSISTENT.fullmatch(words)
    if match is not None:
        rest, types = types_of(match[3].strip())
        if rest:
            raise NotUnderstood(text("{rest!r} is no type of damage", rest=rest))
        return Clause("persistent", amount=EffectAmount(number=int(match[1] or match[2])), types=types)
    match = _GUARD.fullmatch(words)
    if match is None:
        return None
    verb: Verb = "resist" if match[1] == "resist" else "vulnerable"
    return Clause(verb, amount=EffectAmount(number=int(match[2])), types=types_of(match[3].strip())[1])


def _points(words: str) -> Clause | None:
    if words.startswith("spend a recovery"):
        more = words.removeprefix("spend a recovery").strip().removeprefix("+").strip()
        return Clause("recovery", amount=formula_of(more) if more else EffectAmount())
    match = _POINTS.fullmatch(words)
    if match is None:
        return None
    verb: Verb = match[1]  # type: ignore[assignment]
    return Clause(verb, amount=formula_of(match[2]))


def _changing(words: str) -> Clause | None:
    match = _CHANGE.fullmatch(words)
    if match is None or match["what"] not in CHANGED:
        return None
    amount, tags = EffectAmount(number=int(match["amount"])), (match["tag"],) if match["tag"] else ()
    return Clause("change", amount=amount, what=CHANGED[match["what"]], types=(match["type"] or "",), tags=tags)


def _damaging(words: str) -> Clause | None:
    if not words.endswith(" damage"):
        return None
    rest, types = types_of(words.removesuffix(" damage"))
    return Clause("damage", amount=formula_of(rest), types=types)
