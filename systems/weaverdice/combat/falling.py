"""Falling, and being thrown: what the ground does."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.play.moments import come
from domain.play.play import Play
from domain.rulebook import table
from systems.freeform.fields import Amount
from systems.weaverdice.checks.checks import DEFAULT_TARGET, Manner, check
from systems.weaverdice.harm import damage
from systems.weaverdice.harm.effect_tables import Tier
from systems.weaverdice.moments import FELL
from systems.weaverdice.sheet import effort
from systems.weaverdice.turns import fights


class _Harm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    wound: Tier | None = None
    effect: Tier | None = None

    @property
    def words(self) -> str:
        named = {"wound": self.wound, "bash effect": self.effect}
        return " and ".join(f"a {tier} {what}" for what, tier in named.items() if tier)


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    fallen: int
    thrown: int
    choices: tuple[_Harm, ...]


class _Beyond(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    fallen: int
    thrown: int
    target: int
    step_fallen: int
    step_thrown: int
    failure: _Harm


class _Falls(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    row: tuple[_Row, ...]
    beyond: _Beyond


FALLS: Final = table(__package__, "falling", _Falls)


class Fall(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`feet` fallen, or `thrown` so far."""

    who: CharacterRef
    feet: Annotated[Amount, Meta(description="How many feet they fall")]
    thrown: Annotated[bool, Meta(description="Whether they were thrown so far, in place of falling")] = False


class Dare(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` they dare is a hard climb or a hard jump."""

    who: CharacterRef
    what: Annotated[Literal["jump", "climb"], Meta(description="What they dare: a hard climb or a hard jump")]
    feet: Annotated[Amount, Meta(description="How deep the fall is if it fails")]
    target: Annotated[int, Meta(description="What the roll has to reach, 4 if left out")] = DEFAULT_TARGET


def fall(play: Play, who: str, feet: int, thrown: bool = False) -> None:
    """WD-MOVE-08, ruling 120: deal the harm of falling or being thrown so far. Nothing befalls who falls no distance at
    all. Being knocked down by it is part of the same fall."""
    if feet <= 0:
        return
    upright = not conditions.has(play, who, "knocked_down")
    with play.citing("WD-MOVE-08"):
        row = next((row for row in FALLS.row if feet <= (row.thrown if thrown else row.fallen)), None)
        if row is None and not _lands(play, who, feet, thrown):
            _suffer(play, who, FALLS.beyond.failure)
        else:
            _suffer(play, who, _chosen(play, who, (row or FALLS.row[-1]).choices))
    if not (upright and conditions.has(play, who, "knocked_down")):
        come(play, FELL, who)


def target_of(feet: int, thrown: bool = False) -> int:
    """WD-MOVE-09, ruling 120: the target of the Athletics roll beyond the rows; each begun step further adds 1."""
    beyond = FALLS.beyond
    last, step = (beyond.thrown, beyond.step_thrown) if thrown else (beyond.fallen, beyond.step_fallen)
    return beyond.target + max(0, -(-(feet - last) // step))


def _lands(play: Play, who: str, feet: int, thrown: bool) -> bool:
    with play.citing("WD-MOVE-09"):
        return check(play, who, "landing", "athletics", target_of(feet, thrown)).success


def _chosen(play: Play, who: str, choices: tuple[_Harm, ...]) -> _Harm:
    by_words = {harm.words: harm for harm in choices}
    if len(by_words) == 1:
        return choices[0]
    options = tuple(by_words)
    prompt = "What does the fall do?"
    return by_words[play.ask("fall", who, options, options[0], prompt, about=who)]


def _suffer(play: Play, who: str, harm: _Harm) -> None:
    """The wound and the effect, which may differ in tier."""
    tier, effect = harm.wound or harm.effect or "lesser", harm.effect or ""
    hit = damage.Hit(tier, "bash", wound=bool(harm.wound), effect=bool(effect), effect_tier=effect, source="fall")
    damage.inflict(play, who, hit)


@command("Spend 1 Stamina on a hard jump or climb; who fails the Athletics roll falls.", by="owner", scene=True)
def dare(play: Play, command: Dare) -> None:
    """WD-MOVE-07: a dot of Stamina lets one try a hard jump or climb; who fails falls."""
    fights.check_able(play, command.who)
    effort.spend(play, command.who, "stamina", "WD-MOVE-07")
    with play.citing("WD-MOVE-07"):
        how = Manner(physical=True)
        if not check(play, command.who, command.what, "athletics", command.target, how=how).success:
            fall(play, command.who, command.feet)


@command(
    "A character falls, or is thrown, so far; what the ground does to them follows.",
    actor="who",
    name="fall",
    scene=True,
)
def have_fall(play: Play, command: Fall) -> None:
    """WD-MOVE-07, WD-MOVE-08, WD-MOVE-09, ruling 120: let a character fall or be thrown, which is the game master's to
    say; hops do not count."""
    fall(play, command.who, command.feet, command.thrown)
