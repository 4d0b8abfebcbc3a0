"""Effort: Stamina, Focus and Recovery, the dots that are spent and lost, and how they come back within a fight."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.bounds import Bound
from domain.commands import CharacterRef, Command
from domain.formulas import Derived
from domain.kit import counters, pools
from domain.kit.commands import command
from domain.messages import numbered, text
from domain.play.deciders import owner_of
from domain.play.moments import come
from domain.play.play import Play
from domain.vocabulary.expressions import AnyExpression, Count, Quotient, Sum, ValueOf
from domain.vocabulary.log import Noted
from domain.vocabulary.values import Modifier, ModifierApplied, ModifierLifted, Track, TrackOpened
from systems.freeform.fields import Amount, Because, Number, Title
from systems.weaverdice.fields import Pool
from systems.weaverdice.moments import EFFORT_SPENT

POOLS: Final = {"stamina": "athletics", "focus": "wits", "recovery": "guts"}
"""WD-EFF-01: each pool with the stat it has a dot a point of (Adrenaline is Stamina: ruling 1)."""

TRACKS: Final = tuple(POOLS)

POOL_WORDS: Final = {"stamina": text("stamina"), "focus": text("focus"), "recovery": text("recovery")}
"""The pools, as sentences call them."""

OF_MORALE: Final = "dot of morale"
"""The tag of the dots that high morale gave for the day (WD-OPT-07). The other dots of their pool are spent first, since
these do not come back when an encounter ends."""


class SpendEffort(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what_for` is the power, stunt or other use that so many `dots` pay for."""

    who: CharacterRef
    pool: Pool
    dots: Annotated[Amount, Meta(description="How many dots pay for it")] = 1
    what_for: Annotated[str, Meta(description="The power, stunt or other use that they pay for")] = ""


class DrainEffort(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Drain so many `dots` `because` of something: no air, a bad fall, a shock to the senses."""

    who: CharacterRef
    pool: Pool
    dots: Annotated[Amount, Meta(description="How many dots are lost")] = 1
    because: Annotated[Because, Meta(description="Why they are lost: no air, a bad fall, a shock to the senses")] = ""


class PriceEffort(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what_for` is the stunt or the use of a power that is to cost so many `dots`."""

    who: CharacterRef
    pool: Pool
    dots: Annotated[Amount, Meta(description="How many dots it is to cost")] = 1
    what_for: Annotated[Title, Meta(description="The stunt or the use of a power that is to cost so many `dots`")]


class ChangePool(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A pool is larger `by` so many dots or, below zero, smaller: `because` of a power, a perk or progress."""

    who: CharacterRef
    pool: Pool
    by: Annotated[Number, Meta(description="By how many dots the pool is larger or, below zero, smaller")]
    because: Annotated[Title, Meta(description="Why: a power, a perk or progress")]


def most(pool: str) -> str:
    """The path of a pool's maximum."""
    return f"tracks.{pool}.maximum"


def spent_counter(pool: str) -> str:
    """The name of the counter of dots that a pool spent or lost since effort last came back."""
    return f"{pool}-spent"


def open_pools(play: Play, who: str) -> None:
    """WD-EFF-01, WD-PROG-05: a pool holds a dot a point of its stat, and one for each two half dots ever gained."""
    for pool in POOLS:
        dots = play.value(who, most(pool)).total
        play.emit(who, TrackOpened(name=pool, track=Track(current=dots, minimum=0)))
        counters.ensure(play, who, spent_counter(pool), what="effort", against=pool)


def _size(pool: str, stat: str) -> AnyExpression:
    halves = Count(component="choices", where={"of": "extra-effort", "data.pool": pool})
    return Sum(terms=(ValueOf(path=f"attributes.{stat}"), Quotient(dividend=halves, divisor=2)))


DERIVED = tuple(
    Derived(most(pool), _size(pool, stat), ("player", "notable"), "WD-EFF-01", f"{pool}-size")
    for pool, stat in POOLS.items()
)

BOUNDS = tuple(Bound(f"tracks.{pool}.current", 0, "WD-EFF-01", most=most(pool)) for pool in POOLS)
"""A pool holds no more dots than its maximum as it now is."""


def has_effort(play: Play, who: str) -> bool:
    """WD-NPC-02 to WD-NPC-05: players and notables have pools; generics and bystanders have none."""
    return "stamina" in play.character(who).tracks


def dots(play: Play, who: str, pool: str) -> int:
    """The dots that are left in a pool, never more than it holds as it now is; none for those who have no pools."""
    if not has_effort(play, who):
        return 0
    return play.value(who, f"tracks.{pool}.current").total


def spend(play: Play, who: str, pool: str, rule: str, count: int = 1) -> None:
    """Spend dots of one's own will. Refused by `rule` where there are too few."""
    left = dots(play, who, pool)
    if left < count:
        sentence = numbered(
            "This takes {needed} of {pool}, and {left} is left.",
            "This takes {needed} of {pool}, and {left} are left.",
            left,
            needed=numbered("a dot", "{count} dots", count),
            pool=POOL_WORDS[pool],
            left=left or text("none"),
        )
        play.refuse(rule, sentence)
    with play.citing(rule):
        lose(play, who, pool, count)
    come(play, EFFORT_SPENT, who)


def lose(play: Play, who: str, pool: str, count: int = 1) -> int:
    """WD-EFF-03: lose dots to whatever drains them, as far as there are any (ruling 113); how many were lost."""
    lost = min(count, dots(play, who, pool))
    if lost:
        fit(play, who, pool)
        pools.shift(play, who, pool, -lost)
        counters.add(play, who, spent_counter(pool), lost)
        for name in _of_morale(play, who, pool)[dots(play, who, pool) :]:
            play.emit(who, ModifierLifted(name=name, because="spent"))
    return lost


def regain(play: Play, who: str, pool: str, count: int = 99) -> int:
    """WD-EFF-16: dots come back, as far as the pool's maximum as it now is; how many did."""
    if not has_effort(play, who):
        return 0
    gained = min(count, play.value(who, most(pool)).total - int(play.character(who).tracks[pool].current))
    return pools.gain(play, who, pool, gained)


def fit(play: Play, who: str, pool: str) -> None:
    """A pool whose maximum has come down holds no more than that."""
    number = dots(play, who, pool)
    if has_effort(play, who):
        pools.put_at(play, who, pool, number)


def _of_morale(play: Play, who: str, pool: str) -> list[str]:
    modifiers = play.where(who, "modifiers", most(pool))
    return sorted(name for name, modifier in modifiers.items() if OF_MORALE in modifier.tags)


def offered(play: Play, who: str, pool: str, *, kind: str, prompt: str, rule: str, of: str = "") -> bool:
    """Offer to spend a dot, where there is one; whether it was spent. Effort is not spent without an answer."""
    if not dots(play, who, pool):
        return False
    price = f"1 {pool.title()}"
    owner, sentence = owner_of(play, who), f"Spend {price}: {prompt}"
    if play.offer(kind, owner, ("yes", "no"), "no", sentence, of=of, about=who, price=price) != "yes":
        return False
    spend(play, who, pool, rule)
    return True


def asked_for_any(play: Play, who: str, *, kind: str = "effort", prompt: str, rule: str, at_most: int = 99) -> int:
    """Ask, a dot at a time, which effort of any kind to spend; how many dots were."""
    spent = 0
    while spent < at_most and (left := tuple(pool for pool in POOLS if dots(play, who, pool))):
        pool = play.ask(kind, who, ("none", *left), "none", prompt, about=who, step=spent + 1)
        if pool == "none":
            break
        spend(play, who, pool, rule)
        spent += 1
    return spent


@command("Spend dots of Stamina, Focus or Recovery on a power or a stunt.", by="owner", scene=True)
def spend_effort(play: Play, command: SpendEffort) -> None:
    """WD-EFF-03, WD-EFF-06: pay dots for a power or a stunt."""
    _check_pool(play, command.pool)
    spend(play, command.who, command.pool, "WD-EFF-03", command.dots)


@command("Take dots of effort: no air, a bad fall, a shock to the senses.", scene=True)
def drain_effort(play: Play, command: DrainEffort) -> None:
    """WD-EFF-03, WD-EFF-07, WD-EFF-11, ruling 113: circumstances and afflictions take dots as far as there are any."""
    _check_pool(play, command.pool)
    lose(play, command.who, command.pool, command.dots)


@command("Price the use of a power or an unusual stunt in effort; it is paid at once.", scene=True)
def price_effort(play: Play, command: PriceEffort) -> None:
    """WD-EFF-17: the game master prices a power's use or a stunt, and it is paid at once."""
    _check_pool(play, command.pool)
    with play.citing("WD-EFF-17"):
        play.emit(command.who, Noted(name="priced", data={"what_for": command.what_for, "dots": command.dots}))
    spend(play, command.who, command.pool, "WD-EFF-17", command.dots)


@command("A power, a perk or progress makes a pool of effort larger or smaller.", scene=True)
def change_pool(play: Play, command: ChangePool) -> None:
    """WD-EFF-02: a pool's maximum rises, with the dots to fill it, or falls, with those that it no longer holds."""
    _check_pool(play, command.pool)
    change = Modifier(path=most(command.pool), amount=command.by, title=command.because, source=command.because)
    play.emit(command.who, ModifierApplied(name=play.new_id(f"{command.pool}-change"), modifier=change))
    fit(play, command.who, command.pool)
    regain(play, command.who, command.pool, command.by)


def check_known(play: Play, pool: str) -> None:
    """WD-EFF-01: refuse what is no pool of effort."""
    if pool not in POOLS:
        play.refuse("WD-EFF-01", "{pool!r} is no pool of effort; there is {pools}.", pool=pool, pools=", ".join(POOLS))


def check_named(play: Play, who: str, pool: str) -> None:
    """Refuse a choice that goes with a pool of a character where none is named."""
    if pool not in POOLS:
        play.missing(f"{who}.tracks.{pool}", "Name the pool: {pools}.", pools=", ".join(POOLS))


def _check_pool(play: Play, pool: str) -> None:
    if pool not in POOLS:
        play.missing(pool, "{pool!r} is no pool of effort; there is {pools}.", pool=pool, pools=", ".join(POOLS))
