"""Loads: what a character can carry, lift, push and drag, and what slows them."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.formulas import Derived
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.durations import as_long_as
from domain.messages import text
from domain.play.moments import settle
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.data import Data
from domain.vocabulary.expressions import Number, Product, ValueOf
from domain.vocabulary.holdings import Item, ItemGained, ItemLost
from systems.orcus.moments import ADJUSTED, LONG_REST, SHORT_REST, TURN_OVER, TURN_START
from systems.orcus.sheet.conditions import SLOWED
from systems.orcus.sheet.people import EVERYBODY

How = Literal["carry", "lift", "push", "drag"]

LOAD: Final = "load"
CAPACITY: Final = "carry.most"
"""Path of the pounds that a character carries without being slowed."""

_MOST: Final[dict[How, tuple[str, int, str]]] = {
    "carry": (CAPACITY, 10, "OR-LIFT-01"),
    "lift": ("lift.most", 20, "OR-LIFT-02"),
    "push": ("push.most", 50, "OR-LIFT-03"),
    "drag": ("push.most", 50, "OR-LIFT-03"),
}
"""The most pounds by what is done: the path, the pounds for each point of Strength, and the rule."""

_IN_WORDS: Final[dict[How, str]] = {
    "carry": text("carry"),
    "lift": text("lift"),
    "push": text("push"),
    "drag": text("drag"),
}
"""Ways to handle a load, as a refusal says them."""

DERIVED: Final = tuple(
    Derived(path, Product(factors=(ValueOf(path="attributes.strength"), Number(value=each))), EVERYBODY, rule)
    for path, each, rule in dict.fromkeys(_MOST.values())
)


@data_of("items", LOAD)
class LoadData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The weight of a load."""

    pounds: int = 0


class TakeUp(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Carry, lift, push or drag a load."""

    who: CharacterRef
    pounds: Annotated[int, Meta(ge=1, le=1_000_000, description="Its weight in pounds")]
    how: Annotated[How, Meta(description="What they do with it")] = "carry"
    name: Annotated[str, Meta(max_length=60, description="What it is")] = ""


class LetGo(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Let go of all that one carries, lifts, pushes or drags."""

    who: CharacterRef
    how: Annotated[How, Meta(description="What they did with it")] = "carry"


@command("Carry, lift, push or drag a load.", by="owner")
def take_up(play: Play, command: TakeUp) -> None:
    """OR-LIFT-01, OR-LIFT-02, OR-LIFT-03, ruling 8: load a character as far as their Strength allows; a load above what
    they can carry slows them. One limit holds for pushing and dragging together."""
    who, how = command.who, command.how
    path, _, rule = _MOST[how]
    pounds = command.pounds + _loaded(play, who, path)
    most = play.value(who, path).total
    if pounds > most:
        play.refuse(
            rule,
            "That is {pounds} pounds; with their Strength they {how} {most} at most.",
            pounds=pounds,
            how=_IN_WORDS[how],
            most=most,
        )
    name = play.new_id(LOAD)
    data = LoadData(pounds=command.pounds).stored()
    play.emit(who, ItemGained(name=name, item=Item(what=LOAD, title=command.name, location=how, data=data)))
    if how != "carry" and pounds > play.value(who, CAPACITY).total:
        _slow(play, who, name, rule)


def _loaded(play: Play, who: str, path: str) -> int:
    """Return the pounds of the loads for which one limit holds together."""
    return sum(LoadData.of(item).pounds for item in _loads(play, who, path).values())


def _loads(play: Play, who: str, path: str) -> dict[str, Item]:
    """Return the loads for which one limit holds together, by name."""
    return {name: item for how in _ways(path) for name, item in play.where(who, "items", how).items()}


def _ways(path: str) -> tuple[How, ...]:
    """Return the ways to handle a load for which one limit holds together."""
    return tuple(how for how, (limit, _, _) in _MOST.items() if limit == path)


@command("Let go of what is carried, lifted, pushed or dragged.", by="owner")
def let_go(play: Play, command: LetGo) -> None:
    """OR-LIFT-02, OR-LIFT-03: let a character drop their load, which slows them no more. The rest of it may slow them still."""
    loads = list(play.where(command.who, "items", command.how))
    if not loads:
        raise Refused("OR-LIFT-01", "They {how} nothing; there is nothing to let go of.", how=_IN_WORDS[command.how])
    for name in loads:
        play.emit(command.who, ItemLost(name=name, because="let go"))
        settle(play, f"{command.who}.items.{name}")
    weigh(play, command.who)


def weigh(play: Play, who: str) -> None:
    """OR-LIFT-02, OR-LIFT-03, ruling 8: slow a character whose load is more than they can carry by now, and nobody else.

    Their Strength may have changed while they are loaded.
    """
    for path, _, rule in dict.fromkeys(_MOST.values()):
        pounds = {name: LoadData.of(item).pounds for name, item in _loads(play, who, path).items()}
        slowed = [name for name, one in conditions.present(play, who, SLOWED).items() if one.source in _ways(path)]
        if pounds and sum(pounds.values()) > play.value(who, CAPACITY).total:
            if not slowed:
                _slow(play, who, max(pounds, key=pounds.__getitem__), rule)
            continue
        for name in slowed:
            conditions.end_one(play, who, name, "lighter", rules=(rule,))


def _slow(play: Play, who: str, load: str, rule: str) -> None:
    """OR-LIFT-02, OR-LIFT-03: slow a character as long as they have a load."""
    how, until = play.character(who).items[load].location, as_long_as(who, "items", load)
    conditions.gain(play, who, SLOWED, until=until, source=how, rules=(rule,))


MOMENTS: Final = dict.fromkeys((ADJUSTED, TURN_START, TURN_OVER, SHORT_REST, LONG_REST), (weigh,))
"""The moments after which another Strength is reckoned with."""
