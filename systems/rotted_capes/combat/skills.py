"""Skills in a fight: what their use costs of the turn."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command, Text
from domain.kit.commands import command
from domain.play.play import Play
from domain.vocabulary.base import Scalar
from domain.vocabulary.log import Noted
from systems.freeform.fields import Word
from systems.rotted_capes.combat import demanding
from systems.rotted_capes.combat.actions import Cost, take

Effort = Literal["thought", "work", "complex"]

COSTS: Final[dict[Effort, Cost]] = {"thought": "none", "work": "action", "complex": "demanding"}
"""RC-USE-01, RC-USE-02, RC-RULING-35: what the use of a skill costs, by the effort that it takes."""

_RULES: Final[dict[Effort, str]] = {"thought": "RC-USE-01", "work": "RC-USE-02", "complex": "RC-USE-03"}

EFFORTS: Final[dict[str, Effort]] = {
    "perception": "thought",
    "local knowledge": "thought",
    "scavenge": "work",
    "athletics": "work",
    "technology": "complex",
    "larceny": "complex",
}
"""RC-USE-01, RC-USE-02, RC-USE-03: the efforts of the skills that the rulebook names, where nothing else is said."""

CATALOGUE: Final = (
    CatalogueKind(
        name="skill",
        title="Skills in a fight",
        table={skill: {"effort": effort} for skill, effort in EFFORTS.items()},
        rules=("RC-USE-01", "RC-USE-02", "RC-USE-03"),
    ),
)


class UseSkill(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Use a skill in a fight; the roll is a command of its own."""

    who: CharacterRef
    skill: Annotated[Word, Meta(description="The skill", extra={"catalogue": "skill"})]
    effort: (
        Annotated[Effort, Meta(description="How much effort it takes; left out, what the skill usually takes")] | None
    ) = None
    cost: Annotated[Cost, Meta(description="What it costs, as the Editor-in-Chief decides")] | None = None
    how: Annotated[Text, Meta(description="What is done with it")] = ""


@command("Use a skill in a fight: it costs nothing, an Action, or a Demanding Action.", by="owner", scene=True)
def use_skill(play: Play, command: UseSkill) -> None:
    """RC-USE-01, RC-USE-02, RC-USE-03, RC-USE-04, RC-RULING-35: by its effort, unless the Editor-in-Chief says otherwise."""
    who = command.who
    usual = EFFORTS.get(command.skill.lower(), "thought")
    effort = command.effort or usual
    if (command.cost is not None or effort != usual) and not play.deed.is_gm:
        play.refuse("RC-USE-04", "What a doubtful use of a skill costs is for the Editor-in-Chief to say.")
    cost = command.cost or COSTS[effort]
    with play.citing("RC-USE-04" if command.cost else _RULES[effort]):
        if cost == "demanding":
            demanding.begin(play, who, command.skill)
        else:
            take(play, who, command.skill, cost)
        data: dict[str, Scalar] = {"skill": command.skill, "cost": cost}
        play.emit(who, Noted(name="skill", text=command.how, data=data))
