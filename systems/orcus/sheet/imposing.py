"""Commands by which the game master puts a character in a condition, and ends one."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from domain.commands import CharacterRef
from domain.instance_fields import takes_one_of
from domain.kit.commands import command
from domain.kit.conditions import end_one
from domain.kit.fights import InEncounter
from domain.kit.naming import find, hold_on
from domain.play.play import Play
from systems.freeform.fields import Until
from systems.orcus.fields import Because
from systems.orcus.sheet.conditions import MARKED, grant

Kind = Literal[
    "blinded",
    "controlled",
    "dazed",
    "deafened",
    "helpless",
    "hidden",
    "immobile",
    "incorporeal",
    "invisible",
    "marked",
    "petrified",
    "prone",
    "restrained",
    "slowed",
    "stunned",
    "surprised",
    "unconscious",
    "weakened",
]
"""The conditions that may be imposed; dying and death come about by damage, and a grapple by an attack."""


class Impose(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Put a character in a condition."""

    who: CharacterRef
    what: Annotated[Kind, Meta(description="The condition")]
    by: Annotated[CharacterRef, Meta(description="Who brings it about; of a mark, who places it")] = ""
    until: Until = None
    because: Because = ""


class Lift(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """A condition of a character is over."""

    who: CharacterRef
    condition: Annotated[
        str, Meta(min_length=1, max_length=100, description="Its name, or what it is", extra=takes_one_of("conditions"))
    ]
    because: Because = ""


@command("Put a character in a condition, until something ends it.", scene=True, replaces=("afflict",))
def impose(play: Play, command: Impose) -> None:
    """OR-COND-01, OR-COND-02: a condition lasts until it is countered, or as long as its effect says."""
    if command.what == MARKED and not command.by:
        play.refuse("OR-COND-10", "A mark is placed by somebody; give who places it in `by`.")
    source = command.by or command.because
    grant(play, command.who, command.what, hold_on(play, command.until), source, title=command.because)


@command("End a character's condition.", scene=True, replaces=("relieve",))
def lift(play: Play, command: Lift) -> None:
    """OR-COND-01, OR-COND-02: a condition is countered; other instances of it go on."""
    end_one(play, command.who, find(play, command.who, "conditions", command.condition), command.because)
