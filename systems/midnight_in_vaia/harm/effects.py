"""Damage effects of the book besides losing Hit Points, as attacks and abilities state them."""

from __future__ import annotations

from typing import Annotated, Final, assert_never

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.kit.naming import find
from domain.play.play import Play
from domain.system import Handler
from domain.vocabulary.anchors import AnyAnchor
from systems.freeform.fields import Key
from systems.midnight_in_vaia.encounter import rounds, vulnerable
from systems.midnight_in_vaia.fields import Source
from systems.midnight_in_vaia.harm import counters, hindrances, sensitivities
from systems.midnight_in_vaia.harm.hindrances import Fraction, Limb
from systems.midnight_in_vaia.harm.sensitivities import Rating
from systems.midnight_in_vaia.moments import ALL_RESOLVE

Counters = Annotated[int, Meta(ge=0, le=1_000, description="How many counters are added")]
Sides = Annotated[int, Meta(ge=2, le=100, description="The X of (v:X): the sides of the die")]
Rounds = Annotated[int, Meta(ge=1, le=10_000, description="Full Rounds")]
Lasting = Annotated[Rounds | None, Meta(description="For how many Full Rounds; left out, until it is taken away")]


class Effect(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="effect"
):
    """Base of the damage effects."""


class Bleeding(Effect, frozen=True, kw_only=True, omit_defaults=True, tag="bleeding"):
    """Bleed Counters."""

    counters: Counters


class Hemorrhaging(Effect, frozen=True, kw_only=True, omit_defaults=True, tag="hemorrhaging"):
    """Hemorrhage Counters."""

    counters: Counters


class Exsanguination(Effect, frozen=True, kw_only=True, omit_defaults=True, tag="exsanguination"):
    """Every counter goes at once, and deals its damage."""


class Stun(Effect, frozen=True, kw_only=True, omit_defaults=True, tag="stun"):
    """The next so many Action Slots are lost, as a die with so many sides shows."""

    die: Sides


class Agony(Effect, frozen=True, kw_only=True, omit_defaults=True, tag="agony"):
    """Stress Checks and activation are harder."""

    rounds: Lasting = None


class Frostbite(Effect, frozen=True, kw_only=True, omit_defaults=True, tag="frostbite"):
    """A limb is maimed."""

    limb: Limb
    kind: Annotated[vulnerable.MaimKind, Meta(description="How it shows")] = "breakage"


class Slow(Effect, frozen=True, kw_only=True, omit_defaults=True, tag="slow"):
    """Action Slots of each round are lost."""

    by: Annotated[Fraction, Meta(description="What part of the slots is lost")]
    rounds: Lasting = None


class Weakness(Effect, frozen=True, kw_only=True, omit_defaults=True, tag="weakness"):
    """Damage of a kind is multiplied by the rating."""

    against: sensitivities.Against
    rating: Rating
    rounds: Lasting = None


class Resistance(Effect, frozen=True, kw_only=True, omit_defaults=True, tag="resistance"):
    """Damage of a kind is divided by the rating."""

    against: sensitivities.Against
    rating: Rating
    rounds: Lasting = None


class Exposed(Effect, frozen=True, kw_only=True, omit_defaults=True, tag="vulnerable"):
    """Vulnerable, whatever the Hit Points."""

    rounds: Lasting = None


AnyEffect = Bleeding | Hemorrhaging | Exsanguination | Stun | Agony | Frostbite | Slow | Weakness | Resistance | Exposed

OF_COMBAT: Final = (counters.BLEEDING, counters.HEMORRHAGING, hindrances.STUNNED, hindrances.SLOWED, hindrances.AGONY)
"""Ruling 35: what ends with the encounter where all resolves."""

LIFTED: Final = (*OF_COMBAT, sensitivities.WEAKNESS, sensitivities.RESISTANCE, vulnerable.VULNERABLE)
"""Conditions that the Story Guide can take from a character."""


class Afflict(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Afflict a character without an attack, or by the word of one."""

    who: CharacterRef
    effects: Annotated[
        tuple[AnyEffect, ...], Meta(min_length=1, max_length=10, description="What befalls them, each with its numbers")
    ]
    because: Source = "Story Guide"


class Relieve(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`effect` goes, by treatment or by its end: the name of the instance, or what it is."""

    who: CharacterRef
    effect: Annotated[
        Key, Meta(description="Which effect goes, by treatment or by its end: the name of the instance, or what it is")
    ]
    counters: Annotated[
        Annotated[int, Meta(ge=1, le=1_000)] | None, Meta(description="How many counters go, of several")
    ] = None
    because: Source = "treated"


def gain(play: Play, who: str, effect: AnyEffect, *, source: str = "") -> None:
    """MV-EFF-01 to MV-EFF-15: an effect takes hold of a character at once.

    `source` is what it comes of.
    """
    match effect:
        case Bleeding():
            counters.add(play, who, counters.BLEEDING, effect.counters, source)
        case Hemorrhaging():
            counters.add(play, who, counters.HEMORRHAGING, effect.counters, source)
        case Exsanguination():
            counters.exsanguinate(play, who)
        case Stun():
            hindrances.stun(play, who, effect.die, source)
        case Agony():
            hindrances.torment(play, who, _until(play, effect.rounds), source)
        case Frostbite():
            hindrances.frostbite(play, who, effect.limb, effect.kind)
        case Slow():
            hindrances.slow(play, who, effect.by, effect.rounds, source)
        case Weakness() | Resistance():
            _sensitize(play, who, effect, source)
        case Exposed():
            vulnerable.expose(play, who, source or "an effect", effect.rounds)
        case _:
            assert_never(effect)


def _sensitize(play: Play, who: str, effect: Weakness | Resistance, source: str) -> None:
    what: sensitivities.Sensitivity = "weakness" if isinstance(effect, Weakness) else "resistance"
    until = _until(play, effect.rounds)
    condition = sensitivities.sensitivity(what, effect.against, effect.rating, until=until, source=source)
    sensitivities.sensitize(play, who, condition)


def _until(play: Play, count: int | None) -> AnyAnchor | None:
    return None if count is None else rounds.lasting(play, count)


@command("A character is afflicted with damage effects: bleeding, stun, slow, agony, a weakness.", scene=True)
def afflict(play: Play, command: Afflict) -> None:
    """MV-EFF-01, MV-EFF-04, MV-EFF-08, MV-EFF-09, MV-EFF-11, MV-EFF-12, MV-EFF-14, MV-EFF-15, rulings 5 and 11: what an
    attack or effect does, with its numbers, is what its text or the Story Guide says."""
    for effect in command.effects:
        gain(play, command.who, effect, source=command.because)


@command("Take a damage effect from a character, or some of its counters.", scene=True)
def relieve(play: Play, command: Relieve) -> None:
    """MV-EFF-03, MV-EFF-09, rulings 4 and 8: treatment, or whatever else ends it, takes an effect from a character."""
    name = find(play, command.who, "conditions", command.effect)
    condition = play.character(command.who).conditions[name]
    if condition.what not in LIFTED:
        play.refuse(
            "MV-EFF-01", "That is no damage effect; what can be taken away is {lifted}.", lifted=", ".join(LIFTED)
        )
    if name == vulnerable.VULNERABLE:
        play.refuse("MV-VULN-01", "They are Vulnerable because they are at 0 Hit Points; let them regain some.")
    if command.counters is None:
        end(play, command.who, name, command.because)
    elif name in counters.LOSS:
        conditions.ease(play, command.who, name, command.counters, command.because)
    else:
        play.refuse("MV-EFF-01", "Only counters are taken away one by one; leave `counters` out.")


def end(play: Play, who: str, name: str, because: str) -> None:
    """An effect on a character ends, and what hung on it."""
    conditions.end_one(play, who, name, because)


def _resolve(play: Play, _subject: str) -> None:
    """MV-OUT-02, ruling 35: end every effect of the combat where all resolves, with or without a duration."""
    for who in turns.present(play):
        for what in OF_COMBAT:
            for name in sorted(play.where(who, "conditions", what)):
                end(play, who, name, "the encounter is over")


MOMENTS: dict[str, tuple[Handler, ...]] = {ALL_RESOLVE: (_resolve,)}
