"""Retraining: one earlier choice for another, with each level that is gained."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import counters
from domain.kit.commands import command
from domain.play.moments import settle
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.holdings import Trait, TraitLost
from systems.orcus.moments import LEVELED
from systems.orcus.sheet.choices import (
    IN_WORDS,
    ChoiceFields,
    ChosenData,
    is_called,
    key_of,
    owned,
    pick,
    picked,
    requires,
)

RETRAINING: Final = "retraining"
"""The counter of swaps that are left of the level that was gained last."""

Swapped = Literal["feat", "skill"]


class Retrain(ChoiceFields, frozen=True, kw_only=True, omit_defaults=True):
    """The game master confirms that a character trades one choice for another."""

    who: CharacterRef
    what: Annotated[Swapped, Meta(description="What is traded")]
    old: Annotated[str, Meta(min_length=1, max_length=60, description="What is given up, by its name")]
    new: Annotated[str, Meta(min_length=1, max_length=60, description="What is picked in its place")]


@command("Trade a feat or a skill for another one.")
def retrain(play: Play, command: Retrain) -> None:
    """OR-RETR-01, OR-RETR-02, OR-RETR-03, OR-RETR-04, OR-RETR-06, ruling 13: one swap with each level, and no better one.

    The rules check what the sheet knows; by giving the command the game master confirms the rest. The new choice is bound by the
    grant of the old one, and by what was on offer for it, as the old one was.
    """
    who, key = command.who, key_of(command.what, command.old)
    if key not in play.character(who).traits:
        raise Refused(
            "OR-RETR-01", "They have no {what} {old!r} to trade.", what=IN_WORDS[command.what], old=command.old
        )
    old: Trait = play.character(who).traits[key]
    use_swap(play, who, old.title)
    _check_alike(play, command, old)
    bound = msgspec.structs.replace(
        command,
        grant=command.grant or ChosenData.of(old).grant,
        offered=command.offered or offered(play, who, command.what, old.title),
    )
    with play.citing(*_BY[command.what]):
        play.emit(who, TraitLost(name=key, because=f"retrained as {command.new}"))
        settle(play, f"{who}.traits.{key}")
        pick(play, who, command.what, command.new, bound)


_BY: Final = {
    "feat": ("OR-RETR-03", "OR-RETR-04"),
    "skill": ("OR-RETR-03", "OR-RETR-06"),
}
"""The rules of each sort of swap."""


def _check_alike(play: Play, command: Retrain, old: Trait) -> None:
    """OR-RETR-03, OR-RETR-04, OR-RETR-06: check that what takes the place of a choice could have been chosen instead of
    it."""
    choices, grant = offered(play, command.who, command.what, old.title), ChosenData.of(old).grant
    available = any(is_called(choice, command.new) for choice in choices)
    match command.what:
        case "feat":
            if grant and not available:
                play.refuse(
                    "OR-RETR-04",
                    "{grant} gave that feat, and could not have given {new}.",
                    grant=grant,
                    new=command.new,
                )
            kept = [
                trait.title for trait in owned(play, command.who) if (trait.kind, trait.title) != (old.kind, old.title)
            ]
            missing = [name for name in command.requires if not any(is_called(title, name) for title in kept)]
            if missing:
                play.refuse(
                    "OR-RETR-04",
                    "{new} requires {lacking}, which they do not have.",
                    new=command.new,
                    lacking=", ".join(missing),
                )
        case "skill":
            if choices and not available:
                play.refuse("OR-RETR-06", "{new} could not be picked when {old} was.", new=command.new, old=command.old)


def use_swap(play: Play, who: str, old: str) -> None:
    """OR-RETR-01, OR-RETR-02: use the swap of the level that was gained last. Refused without one, and for what others require."""
    if not counters.times(play, who, RETRAINING):
        play.refuse("OR-RETR-01", "One choice is traded with each level that is gained, and theirs is used up.")
    if others := needing(play, who, old):
        play.refuse(
            "OR-RETR-02", "{old} is required by {others}; it cannot be traded away.", old=old, others=", ".join(others)
        )
    if counters.times(play, who, RETRAINING):
        counters.add(play, who, RETRAINING, -1)


def needing(play: Play, who: str, name: str) -> list[str]:
    """OR-RETR-02: return the titles of the other choices on the sheet that require one, by its name."""
    return [trait.title for trait in picked(play, who) if requires(ChosenData.of(trait), name)]


def offered(play: Play, who: str, what: Swapped, name: str) -> tuple[str, ...]:
    """Return what was on offer when a choice was made last; empty where that was not kept."""
    choices = [choice for choice in play.where(who, "choices", what).values() if name in choice.picked]
    return choices[-1].offered if choices else ()


def may_retrain(play: Play, who: str) -> None:
    """OR-RETR-01, ruling 13: a level that is gained allows one swap; one of the level before that was not used is gone."""
    counters.restart(play, who, RETRAINING, 1)


MOMENTS: Final = {LEVELED: (may_retrain,)}
