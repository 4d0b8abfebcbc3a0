"""Reading of the record of a power: its range, targets, attack line and the clauses of its entries.

Everything here is a pure function of words. A clause that cannot be read raises `NotUnderstood` with a sentence that
says what could be.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Final, Literal, NamedTuple, get_args

from domain.messages import sentence_of, text, together
from systems.orcus.fields import Ability, Cost, Defense, Origin
from systems.orcus.powers.records.clauses import Clause, NotUnderstood, clauses_of
from systems.orcus.powers.records.record import Power, boosted, tags_of

Shape = Literal["burst", "arc", "wall", "eyesight", "earshot", "squares"]
Sort = Literal[
    "creature",
    "ally",
    "enemy",
    "other",
    "self",
    "trigger",
    "all",
    "all allies",
    "all enemies",
    "nearest ally",
    "nearest enemy",
    "any",
]
"""OR-TGT-03, OR-TGT-04: the targets of a power. An `other` is an ally that is not the user."""


class Reach(NamedTuple):
    """OR-TGT-01: the range of a power: its origin, its area, and how far away, None for the reach of the weapon or
    body."""

    origin: Origin
    far: int | None = None
    shape: Shape | None = None
    size: int = 0
    touch: bool = False


class Aim(NamedTuple):
    """OR-TGT-03, OR-TGT-04: the targets of a power, and how many at most; 0 for as many as there are."""

    sort: Sort = "creature"
    most: int = 1


class AttackLine(NamedTuple):
    """OR-EFF-02: the roll of an attack power: an ability, or the bonus that a stat block prints, against a defense."""

    ability: Ability
    defense: Defense
    printed: int | None = None


class Reading(NamedTuple):
    """A power with everything of it read."""

    power: Power
    tags: frozenset[str]
    reach: Reach
    aim: Aim
    attack: AttackLine | None
    hit: tuple[Clause, ...]
    miss: tuple[Clause, ...]
    effect: tuple[Clause, ...]
    maintain: Cost = "standard"


_ORIGINS: Final[dict[str, Origin]] = {"close": "near", **{name: name for name in get_args(Origin)}}
"""Ruling 15: what some texts call close is near."""

_NUMBERS: Final = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_RANGE: Final = re.compile(
    r"(?P<origin>melee|ranged|near|close|far|self)(?: area)?"
    r"(?: (?:(?P<own>weapon|touch)|(?P<shape>burst|arc|wall|eyesight|earshot|squares)))?"
    r"(?: (?P<size>\d+))?(?: within (?P<far>\d+)(?: squares)?)?"
)
_TARGETS: Final = re.compile(
    r"(?P<sort>you|self|user|the triggering creature|trigger|nearest (?:ally|enemy)|any|"
    r"all(?: (?:creatures|allies|enemies))?)(?: (?P<most>\d+))?|"
    r"(?:up to )?(?P<count>\w+) (?P<what>creature|ally|allies|enemy|enemies|other ally|other allies|other)s?"
)
_ATTACK: Final = re.compile(r"(?P<roll>[a-z]+|[+-]?\d+)(?: modifier)? (?:vs\.?|versus|against) (?P<defense>[a-z ]+)")
_DEFENSES: Final[dict[str, Defense]] = {
    "ac": "ac",
    "armor class": "ac",
    "fort": "fortitude",
    "fortitude": "fortitude",
    "ref": "reflex",
    "reflex": "reflex",
    "will": "will",
}
_KINDS: Final[dict[str, Sort]] = {
    "creature": "creature",
    "ally": "ally",
    "allies": "ally",
    "enemy": "enemy",
    "enemies": "enemy",
    "other": "other",
    "other ally": "other",
    "other allies": "other",
}


_ON_DICE: Final = re.compile(r"(\d+(?:\s*[-,]\s*\d+)*)(?: on (?:a )?d(\d+))?")

_HARMLESS: Final = frozenset({"maneuver", "psyche", "tactical"})
"""OR-KEY-08, OR-KEY-11, OR-KEY-12: the keywords of powers that deal no damage."""


def plain(words: str) -> str:
    """Return words in small letters with single spaces."""
    return " ".join(words.lower().replace("’", "'").split())


def reach_of(words: str) -> Reach:
    """OR-TGT-01, OR-AREA-01: read a range. Only near and far powers have an area, and a far one has a range."""
    match = _RANGE.fullmatch(plain(words))
    if match is None:
        raise NotUnderstood(
            text(
                "{words!r} is no range; write one as `melee weapon`, `ranged 10` or `far burst 1 within 10`",
                words=words,
            )
        )
    origin: Origin = _ORIGINS[match["origin"]]
    shape: Shape | None = match["shape"]  # type: ignore[assignment]
    size, far = int(match["size"] or 0), match["far"]
    if (shape is None) is (origin in ("near", "far")):
        raise NotUnderstood(text("{words!r} is no range: near and far powers have an area, and only they", words=words))
    if origin == "far" and far is None and shape not in ("eyesight", "earshot"):
        raise NotUnderstood(text("{words!r} says no range; add it as `within 10`", words=words))
    if shape in ("burst", "arc", "wall") and match["size"] is None:
        raise NotUnderstood(text("{words!r} says no size of its area", words=words))
    if shape is not None:
        return Reach(origin, None if far is None else int(far), shape, size)
    if origin == "ranged" and match["own"] is None and match["size"] is None:
        raise NotUnderstood(text("{words!r} says no range; write `ranged weapon` or `ranged 10`", words=words))
    return Reach(origin, size if match["size"] else None, touch=match["own"] == "touch")


def aim_of(words: str) -> Aim:
    """OR-TGT-03, OR-TGT-04: read whom a power targets."""
    match = _TARGETS.fullmatch(plain(words))
    if match is None:
        raise NotUnderstood(
            text(
                "{words!r} says no targets; write `one creature`, `two allies`, `all enemies`, `any` or `self`",
                words=words,
            )
        )
    if match["what"]:
        number = _NUMBERS.get(match["count"]) or (int(match["count"]) if match["count"].isdecimal() else 0)
        if not number:
            raise NotUnderstood(text("{count!r} is no number of targets", count=match["count"]))
        return Aim(_KINDS[match["what"]], number)
    sort = match["sort"].removeprefix("the ").removesuffix(" creature").removesuffix(" creatures")
    sort = {"you": "self", "user": "self", "triggering": "trigger"}.get(sort, sort)
    count = int(match["most"] or 0) if sort == "any" else int(sort.startswith(("nearest", "self", "trigger")))
    return Aim(sort, count)  # type: ignore[arg-type]


def attack_of(words: str) -> AttackLine | None:
    """OR-EFF-02, OR-EFF-03: read the attack roll of a power; None where it has none."""
    if not words.strip():
        return None
    match = _ATTACK.fullmatch(plain(words))
    defense = None if match is None else _DEFENSES.get(match["defense"])
    if match is None or defense is None:
        raise NotUnderstood(
            text("{words!r} is no attack; write one as `strength vs ac` or `+7 vs reflex`", words=words)
        )
    if match["roll"] in get_args(Ability):
        return AttackLine(match["roll"], defense)  # type: ignore[arg-type]
    if not match["roll"].lstrip("+-").isdecimal():
        raise NotUnderstood(text("{roll!r} is no ability and no bonus", roll=match["roll"]))
    return AttackLine("strength", defense, int(match["roll"]))


def refresh_of(words: str) -> tuple[int, frozenset[int]]:
    """OR-MON-05: return the die and its numbers that make a power available again: `5-6`, or `1, 8 on d8`. Raises NotUnderstood."""
    match = _ON_DICE.fullmatch(words.strip().lower())
    if match is None:
        raise NotUnderstood(text("{words!r} names no numbers; write them as `5-6`, or `8 on d8`", words=words))
    faces: set[int] = set()
    for part in match[1].split(","):
        first, _, last = part.partition("-")
        faces |= set(range(int(first), int(last or first) + 1))
    return int(match[2] or 6), frozenset(faces)


@cache
def read(power: Power, level: int = 0) -> Reading:
    """OR-POW-07, OR-EFF-07: read a power, as it works when it is selected at a level. Raises NotUnderstood."""
    power = boosted(power, level)
    reach, aim = reach_of(power.range), aim_of(power.targets)
    if aim.sort in ("all", "all allies", "all enemies", "nearest ally", "nearest enemy", "any") and not reach.shape:
        raise NotUnderstood(
            text("{targets!r} are targets in an area, and {range!r} has none", targets=power.targets, range=power.range)
        )
    hit, miss, effect = (clauses_of(entry) for entry in (power.hit, power.miss, power.effect))
    tags = tags_of(power)
    if power.refresh or power.frequency == "refresh":
        refresh_of(power.refresh)
    if tags & _HARMLESS and any(clause.verb == "damage" for clause in (*hit, *miss, *effect)):
        raise NotUnderstood(text("{tags} powers deal no damage", tags=together(sorted(tags & _HARMLESS))))
    maintain = plain(power.maintain).removesuffix(" action")
    if maintain and maintain not in get_args(Cost):
        raise NotUnderstood(
            text("{maintain!r} is no action; write `standard`, `move`, `swift` or `free`", maintain=power.maintain)
        )
    costs: Cost = maintain or "standard"  # type: ignore[assignment]
    return Reading(power, tags, reach, aim, attack_of(power.attack), hit, miss, effect, costs)


def problems(power: Power) -> tuple[str, ...]:
    """Return what cannot be read of a power, a sentence each."""
    readers: dict[str, Callable[[str], object]] = {
        "range": reach_of,
        "targets": aim_of,
        "attack": attack_of,
        "hit": clauses_of,
        "miss": clauses_of,
        "effect": clauses_of,
    }
    sentences: list[str] = []
    for field, reader in readers.items():
        try:
            reader(getattr(power, field))
        except NotUnderstood as wrong:
            sentences.append(text("{field}: {wrong}", field=field, wrong=sentence_of(wrong)))
    if not sentences:
        try:
            read(power, power.boost_level)
        except ValueError as wrong:
            sentences.append(sentence_of(wrong))
    return tuple(sentences)
