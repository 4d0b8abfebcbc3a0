"""The fields of every command that attacks, with the circumstances that the game master determines."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.kit.fights import InEncounter
from domain.play.play import Play
from systems.orcus.fields import Because
from systems.orcus.windows import AS_IT_STANDS, Ruled

Degree = Annotated[int, Meta(ge=0, le=2, description="0 for none, 1 for partial, 2 for superior or total")]


class Attacking(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """An attack is made. Cover, concealment and combat advantage are the game master's to determine; else the board decides."""

    cover: Annotated[Degree, Meta(description="The cover that the game master determines")] | None = None
    concealment: Annotated[Degree, Meta(description="The concealment that the game master determines")] | None = None
    advantage: (
        Annotated[bool, Meta(description="Whether the game master determines that there is combat advantage")] | None
    ) = None
    because: Because = ""
    knock_out: Annotated[
        bool, Meta(description="Whether a target that it drops to 0 is knocked out and not killed")
    ] = False


def ruled_of(play: Play, command: Attacking) -> Ruled:
    """OR-ATK-07: return what the game master determined. Refused where a player would."""
    given = Ruled(command.cover, command.concealment, command.advantage)
    if given == AS_IT_STANDS:
        return given
    if not play.deed.is_gm:
        play.refuse(
            "OR-ATK-07", "Cover, concealment and combat advantage are the game master's to determine; leave them out."
        )
    return given._replace(because=command.because)
