"""Favors of the story: scenes that are altered, hardship endured, events influenced, rules broken."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.play.play import Play
from domain.vocabulary.log import Noted
from systems.rotted_capes.fields import Ability
from systems.rotted_capes.points.issues import under_way
from systems.rotted_capes.points.points import Points, Purpose, available, check_hero, spend
from systems.rotted_capes.rolls.challenges import Difficulty, challenge
from systems.rotted_capes.sheet import enduring
from systems.rotted_capes.sheet.exhaustion import relieve
from systems.rotted_capes.windows import Trial


class AlterScene(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A player proposes a detail of the scene that helps their hero."""

    who: CharacterRef
    change: Purpose


class Endure(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A hero holds out."""

    who: CharacterRef
    against: Annotated[enduring.Hardship, Meta(description="What they hold out against")]
    effect: Annotated[str, Meta(max_length=200, description="What else it does, as the Editor-in-Chief rules")] = ""


class Influence(Command, frozen=True, kw_only=True, omit_defaults=True):
    """The enclave's story goes as a player wants it."""

    who: CharacterRef
    points: Points = 1
    effect: Purpose


class BreakRules(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A hero does what nobody can, at the Editor-in-Chief's price; where an ability is named they also roll a Challenge."""

    who: CharacterRef
    deed: Purpose
    price: Points = 1
    ability: Annotated[Ability | Literal[""], Meta(description="The ability of a Challenge that it also takes")] = ""
    difficulty: Difficulty = 15


@command("Propose a change of the scene that helps a hero; the Editor-in-Chief decides on it.", by="owner", scene=True)
def alter_scene(play: Play, command: AlterScene) -> None:
    """RC-PP-06, RC-PP-16, RC-RULING-16: an approved change costs a Plot Point and is so; a refused one costs nothing."""
    who = command.who
    check_hero(play, who)
    if not available(play, who, "alter a scene"):
        play.refuse("RC-PP-02", "They have no Plot Point for it.")
    verdict = play.ask("alteration", "gm", ("refused", "approved"), "refused", command.change, about=who)
    approved = verdict == "approved"
    with play.citing("RC-PP-16"):
        play.emit(
            who,
            Noted(name="alteration", data={"change": command.change, "verdict": verdict, "cost": int(approved)}),
        )
    if approved:
        with play.citing("RC-PP-06"):
            spend(play, who, "alter a scene", command.change)


@command("A hero endures hardship, for a Plot Point.")
def endure(play: Play, command: Endure) -> None:
    """RC-PP-13, RC-RULING-15: Advantage on a disease save, a level of exhaustion less, or a step more of time."""
    who = command.who
    with play.citing("RC-PP-13"):
        if command.against == "exhaustion" and not command.effect:
            if not relieve(play, who, 1, "endured"):
                play.refuse("RC-PP-13", "They have no exhaustion that can be taken away now; rest first.")
        elif not command.effect:
            enduring.hold_out(play, who, command.against)
        spend(play, who, "endure", command.effect or command.against)


@command("Influence events in the enclave between issues, for Plot Points.")
def influence_events(play: Play, command: Influence) -> None:
    """RC-PP-14: influence events between issues; the Editor-in-Chief says what comes of it."""
    if under_way(play):
        play.refuse("RC-PP-14", "An issue is under way; events are influenced between issues.")
    with play.citing("RC-PP-14"):
        play.emit(command.who, Noted(name="influence", data={"effect": command.effect}))
        spend(play, command.who, "influence events", command.effect, command.points)


@command("A hero breaks the rules, at the price that the Editor-in-Chief sets.", scene=True)
def break_rules(play: Play, command: BreakRules) -> None:
    """RC-PP-15: it costs one Plot Point or several, and may take a Challenge."""
    who = command.who
    with play.citing("RC-PP-15"):
        spend(play, who, "break the rules", command.deed, command.price)
        outcome = "done"
        if command.ability:
            trial = Trial(who, "challenge", "challenge", command.difficulty, command.ability, spent=(who,))
            outcome = challenge(play, trial).roll.outcome
        play.emit(who, Noted(name="rules-broken", data={"deed": command.deed, "outcome": outcome}))
