"""Harm and healing over time, at each Upkeep: poison, fire, a salve that goes on working."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.kit.fights import InEncounter
from domain.kit.naming import find, new_name
from domain.messages import either
from domain.play.play import Play
from domain.system import Handler
from domain.vocabulary.anchors import AtMoment, UntilTime, parts
from domain.vocabulary.bodies import Condition
from domain.vocabulary.log import Noted
from systems.freeform.fields import Key
from systems.midnight_in_vaia.encounter import rounds, vulnerable
from systems.midnight_in_vaia.fields import Called
from systems.midnight_in_vaia.moments import ALL_RESOLVE, COUNTDOWN, UPKEEP_DAMAGE, UPKEEP_HEALING

DAMAGE: Final = "damage_over_time"
HEALING: Final = "healing_over_time"

Points = Annotated[int, Meta(ge=0, le=1_000_000, description="Hit Points at each Upkeep")]


class AffectOverTime(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`what` does so much `damage`, or `healing`, at each Upkeep, for so many `rounds` or until it is ended."""

    who: CharacterRef
    what: Annotated[Called, Meta(description="What it is called")]
    damage: Annotated[Points, Meta(description="How much damage it does at each Upkeep")] = 0
    healing: Annotated[Points, Meta(description="How much it heals at each Upkeep")] = 0
    rounds: Annotated[
        Annotated[int, Meta(ge=1, le=10_000)] | None,
        Meta(description="For how many rounds; left out, until it is ended"),
    ] = None


class OfEffect(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`effect` is its name, or `damage_over_time` or `healing_over_time` where there is one such."""

    who: CharacterRef
    effect: Annotated[
        Key, Meta(description="Its name, or `damage_over_time` or `healing_over_time` where there is one such")
    ]


class SumHealing(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`effect` names one of several."""

    who: CharacterRef
    effect: Annotated[Key, Meta(description="Which effect, where there are several")] = HEALING
    at_once: Annotated[
        bool,
        Meta(
            description="Whether the sum is restored now, in place of the rounds to come; otherwise it is only written down"
        ),
    ] = False


@command(
    "Let an effect harm or heal a character at each Upkeep, for so many rounds or until it is ended.",
    name="affect_over_time",
    scene=True,
)
def affect(play: Play, command: AffectOverTime) -> None:
    """MV-UPK-04: an effect begins to harm or to heal over time."""
    if bool(command.damage) == bool(command.healing):
        play.refuse("MV-UPK-04", "Give either the damage at each Upkeep, or the healing.")
    what, level = (DAMAGE, command.damage) if command.damage else (HEALING, command.healing)
    until = None if command.rounds is None else rounds.lasting(play, command.rounds)
    effect = Condition(what=what, level=level, title=command.what, until=until)
    with play.citing("MV-UPK-04"):
        conditions.add(play, command.who, effect, new_name(play, command.what))


@command("End an effect that harms or heals over time.", name="end_effect", scene=True)
def end(play: Play, command: OfEffect) -> None:
    """MV-UPK-04: end what harms or heals over time, as it is treated, put out, or used up."""
    name = _effect(play, command.who, command.effect)
    conditions.end_one(play, command.who, name, "ended")


def _effect(play: Play, who: str, word: str, of: tuple[str, ...] = (DAMAGE, HEALING)) -> str:
    name = find(play, who, "conditions", word)
    if play.character(who).conditions[name].what not in of:
        play.missing(f"{who}.conditions.{word}", "{word!r} is no {kinds}.", word=word, kinds=either(of))
    return name


def harm_all(play: Play, _subject: str) -> None:
    """MV-UPK-04, MV-OUT-04, rulings 17, 18 and 25: the first step of Upkeep is damage over time, which may kill a character who has no
    Hit Points left; non-player characters suffer it as well."""
    for who in turns.present(play):
        for _, effect in sorted(play.where(who, "conditions", DAMAGE).items()):
            with play.citing("MV-UPK-04"):
                vulnerable.over_time(play, who, {effect.title: effect.level})


def heal_all(play: Play, _subject: str) -> None:
    """MV-UPK-04, ruling 17: the second step is healing over time."""
    for who in turns.present(play):
        for _, effect in sorted(play.where(who, "conditions", HEALING).items()):
            if not vulnerable.is_dead(play, who):
                with play.citing("MV-UPK-04"):
                    vulnerable.heal(play, who, effect.level)


@command(
    "Add up what healing over time restores in the rounds it has left, and restore it at once if need be.", scene=True
)
def sum_healing(play: Play, command: SumHealing) -> None:
    """MV-OUT-05, MV-VULN-01: sum up what an effect will heal in the rounds that are left to it, no more than is missing; the
    dead regain nothing."""
    who = command.who
    vulnerable.check_regains(play, who)
    name = _effect(play, who, command.effect, (HEALING,))
    effect = play.character(who).conditions[name]
    missing = play.value(who, "tracks.hp.maximum").total - vulnerable.hit_points(play, who)
    left = rounds_left(play, effect)
    restored = missing if left is None else min(missing, left * effect.level)
    with play.citing("MV-OUT-05"):
        play.emit(who, Noted(name="healing-summed", data={"effect": effect.title, "restores": restored}))
        if command.at_once:
            vulnerable.heal(play, who, restored)
            conditions.end_one(play, who, name, "summed")


def rounds_left(play: Play, effect: Condition) -> int | None:
    """Return how many Upkeeps an effect still has before it; None where nothing counts them."""
    counted = () if effect.until is None else parts(effect.until)
    left = [part.passing + 1 for part in counted if isinstance(part, AtMoment) and part.moment == COUNTDOWN]
    timed = [max(0, part.at - play.clock()) // rounds.FULL_ROUND for part in counted if isinstance(part, UntilTime)]
    return min(left or timed, default=None)


def _resolve(play: Play, _subject: str) -> None:
    """MV-OUT-02, ruling 35: end what harms or heals at each Upkeep where all resolves, with or without a duration."""
    for who in turns.present(play):
        for what in (DAMAGE, HEALING):
            for name in sorted(play.where(who, "conditions", what)):
                conditions.end_one(play, who, name, "the encounter is over")


MOMENTS: dict[str, tuple[Handler, ...]] = {
    UPKEEP_DAMAGE: (harm_all,),
    UPKEEP_HEALING: (heal_all,),
    ALL_RESOLVE: (_resolve,),
}
