"""The sample recording, whole or with lines changed, and an account of its happenings kept by hand."""

import json
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeVar

from api.imports.avrae import Narrative, fireball_lines, read_log, tell
from api.imports.avrae.recording.rolls import PrintedRoll
from api.imports.avrae.story.happenings import (
    CombatantJoined,
    Damaged,
    Happening,
    Healed,
    HpSet,
    StateSeen,
    TempHpGained,
    Unexplained,
)

H = TypeVar("H", bound=Happening)
Health = tuple[int, int]
"""HP and temporary HP."""


@cache
def sample() -> tuple[bytes, ...]:
    return tuple(fireball_lines())


@cache
def told() -> Narrative:
    """The sample as a whole."""
    return tell(read_log(sample()))


def told_without(*lines: int) -> Narrative:
    """The sample with these lines blanked, so that all others keep their numbers."""
    return tell(read_log(b"" if number in lines else raw for number, raw in enumerate(sample(), 1)))


def changed(line: int, change: Callable[[dict[str, Any]], object]) -> list[bytes]:
    """The sample with one line's object changed in place."""
    lines = list(sample())
    event = json.loads(lines[line - 1])
    change(event)
    lines[line - 1] = json.dumps(event).encode()
    return lines


def only(kind: type[H], happenings: Iterable[Happening]) -> list[H]:
    return [each for each in happenings if isinstance(each, kind)]


def at_line(kind: type[H], line: int, narrative: Narrative | None = None) -> H:
    """The only happening of this kind whose first line this is."""
    (happening,) = [each for each in only(kind, (narrative or told()).happenings) if each.source.lines[0] == line]
    return happening


def roll_of(happening: Happening) -> PrintedRoll | None:
    return getattr(happening, "roll", None)


def replay(happenings: Iterable[Happening]) -> Iterable[tuple[StateSeen, dict[str, Health]]]:
    """Every state with the HP that follow from what was told before it."""
    health: dict[str | None, Health] = {}
    players: set[str | None] = set()
    for each in happenings:
        match each:
            case CombatantJoined(who=who, hp=int(hp)):
                health[who.id] = (hp, each.temp_hp)
                players |= {who.id} if each.kind == "player" else set()
            case Damaged(target=who, amount=amount) if who is not None and who.id in health:
                hp, temp = health[who.id]
                hp -= max(amount - temp, 0)
                health[who.id] = (max(hp, 0) if who.id in players else hp, max(temp - amount, 0))
            case Healed(target=who, amount=amount) if who is not None and who.id in health:
                health[who.id] = (health[who.id][0] + amount, health[who.id][1])
            case TempHpGained(target=who, amount=amount) if who is not None and who.id in health:
                health[who.id] = (health[who.id][0], amount)
            case HpSet(target=who) | Unexplained(target=who):
                health[who.id] = (each.hp, each.temp_hp)
            case StateSeen(state=state):
                yield each, {one.name: health[one.id] for one in state.combatants if one.id in health}
