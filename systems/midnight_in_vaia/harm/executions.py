"""Cinematic Executions: a Vulnerable character is finished off, lethally or not."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Text
from domain.kit import turns
from domain.kit.commands import command
from domain.kit.fights import InEncounter
from domain.play.play import Play
from domain.vocabulary.base import Scalar
from domain.vocabulary.log import Noted
from systems.midnight_in_vaia import people
from systems.midnight_in_vaia.encounter import slots, vulnerable
from systems.midnight_in_vaia.encounter.costs import cost_of
from systems.midnight_in_vaia.harm import unconsciousness

COST: Final = "3AS"
HOURS: Final = 10
"""MV-EXEC-04: how long a character is Unconscious."""

RULES: Final = {"lethal": "MV-EXEC-03", "non-lethal": "MV-EXEC-04"}
"""MV-EXEC-02: the two kinds."""


class Execute(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`who` finishes off a Vulnerable `target`."""

    who: Annotated[CharacterRef, Meta(description="Who finishes off the target")]
    target: Annotated[CharacterRef, Meta(description="A Vulnerable target")]
    kind: Annotated[
        Literal["lethal", "non-lethal"], Meta(description="Whether the target dies of it, or is Unconscious for hours")
    ] = "lethal"
    told: Annotated[Text, Meta(description="How it goes, in words")] = ""


@command("Finish off a Vulnerable character: kill them, or knock them out for 10 hours.", by="owner", scene=True)
def execute(play: Play, command: Execute) -> None:
    """MV-EXEC-01, MV-EXEC-02, MV-EXEC-03, MV-EXEC-04, rulings 15 and 26: for 3 Action Slots in one's own Active Phase,
    anyone may kill a Vulnerable character, or leave them Unconscious for 10 hours."""
    who, target, rule = command.who, command.target, RULES[command.kind]
    if vulnerable.is_dead(play, target):
        play.refuse("MV-EXEC-01", "They are dead already.")
    vulnerable.check_vulnerable(play, target, "MV-EXEC-01")
    if turns.running(play) and not people.is_npc(play, who) and not turns.acting(play, who):
        play.refuse(
            rule, "A Cinematic Execution takes 3 Action Slots in one's own Active Phase; Reserved Slots do not do."
        )
    with play.citing("MV-EXEC-01", rule):
        paid = slots.spend(play, who, cost_of(COST))
        data: dict[str, Scalar] = {"kind": command.kind, "target": target, "slots": paid.amount}
        play.emit(who, Noted(name="execution", text=command.told, data=data))
    if command.kind == "lethal":
        vulnerable.kill(play, target, rule)
    else:
        unconsciousness.fall(play, target, rule, HOURS, "Cinematic Execution")
