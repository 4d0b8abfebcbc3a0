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
        conditions.gain(play, who, SLOWED, until=as_long_as(who, "items", name), source=how, rules=(rule,))


def _loaded(play: Play, who: str, path: str) -> int:
    """Return the pounds of the loads for which one limit holds together."""
    ways = (how for how, (limit, _, _) in _MOST.items() if limit == path)
    return sum(LoadData.of(item).pounds for how in ways for item in play.where(who, "items", how).values())


@command("Let go of what is carried, lifted, pushed or dragged.", by="owner")
def let_go(play: Play, command: LetGo) -> None:
    """OR-LIFT-02, OR-LIFT-03: let a character drop their load, which slows them no more. The rest of it may slow them still."""
    loads = list(play.where(command.who, "items", command.how))
    if not loads:
        raise Refused("OR-LIFT-01", "They {how} nothing; there is nothing to let go of.", how=_IN_WORDS[command.how])
    for name in loads:
        play.emit(command.who, ItemLost(name=name, because="let go"))
        settle(play, f"{command.who}.items.{name}")
    path, _, rule = _MOST[command.how]
    if _loaded(play, command.who, path) <= play.value(command.who, CAPACITY).total:
        sources = [how for how, (limit, _, _) in _MOST.items() if limit == path]
        for name, slowed in sorted(play.where(command.who, "conditions", SLOWED).items()):
            if slowed.source in sources:
                conditions.end_one(play, command.who, name, "lighter", rules=(rule,))
