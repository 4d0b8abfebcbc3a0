"""Benefits of backgrounds besides an extra die: income, reputation, morale."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command, Text
from domain.kit.commands import command
from domain.play.play import Play
from domain.vocabulary.holdings import TraitChanged
from domain.vocabulary.log import Noted
from systems.weaverdice.checks import morale
from systems.weaverdice.fame import reputation
from systems.weaverdice.sheet import backgrounds
from systems.weaverdice.sheet.backgrounds import BackgroundData


class AwardBackground(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`award` is what the `background`, one of theirs by name, brings."""

    who: CharacterRef
    background: Annotated[str, Meta(description="The background, one of theirs by name")]
    award: Annotated[Literal["income", "reputation", "morale", "bonus"], Meta(description="What it brings")]
    amount: Annotated[
        int, Meta(description="How much: dollars of income per downtime, points of reputation, steps of morale")
    ] = 1
    why: Text = ""


@command("Let a background bring income, a bonus or, where it is a niche one, reputation or morale.")
def award_background(play: Play, command: AwardBackground) -> None:
    """WD-BKG-03: the game master lets a background pay, or a niche one bring reputation or morale."""
    who, name = command.who, backgrounds.name_of("background", command.background)
    if not backgrounds.has(play, who, command.background):
        play.missing(
            f"{who}.traits.{name}",
            "There is no background {background!r} on this sheet.",
            background=command.background,
        )
    background = play.character(who).traits[name]
    if command.award in ("reputation", "morale") and not BackgroundData.of(background).niche:
        play.refuse("WD-BKG-03", "Reputation and morale come of niche backgrounds; this one is not marked as niche.")
    match command.award:
        case "income":
            paying = BackgroundData.read(background).stored() | BackgroundData.changes(income=command.amount)
            play.emit(who, TraitChanged(name=name, data=paying))
        case "reputation":
            for _ in range(command.amount):
                reputation.award(play, who, source=background.title, origin="background")
        case "morale":
            morale.shift(play, who, command.amount, "WD-BKG-03")
        case _:
            pass
    data: dict[str, Any] = {"background": command.background, "award": command.award, "amount": command.amount}
    play.emit(who, Noted(name="background", text=command.why, data=data, rules=("WD-BKG-03",)))
