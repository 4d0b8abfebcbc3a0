"""Terror in a fight: whoever is seized by it hides before they do anything else."""

from __future__ import annotations

from typing import Final

from domain.commands import CharacterRef, Command, Text
from domain.components.anchors import AnyAnchor
from domain.events.log import Noted
from domain.play.play import Play
from domain.system import Kind
from systems.cthulhu_eternal import actions, states
from systems.cthulhu_eternal.people import handle

TERRORIZED: Final = "terrorized"
"""Their next action has to be to hide; it ends with that."""


class Hide(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`how`: behind what they are behind already, or whatever they find."""

    who: CharacterRef
    how: Text = ""


def terrify(play: Play, who: str, *, source: str = "", until: AnyAnchor | None = None) -> None:
    """CE-PROT-12, ruling 24: somebody is terrorized, in cover or out of it, once."""
    if not states.has(play, who, TERRORIZED):
        states.gain(play, who, TERRORIZED, source=source, until=until)


def hide(play: Play, command: Hide) -> None:
    """CE-PROT-12, ruling 24: the next action of the terrorized, after which they are themselves again."""
    who = command.who
    if not states.has(play, who, TERRORIZED):
        play.missing(f"{who}.conditions", f"{handle(play, who)} is not terrorized, and need not hide.")
    actions.take(play, who, "anything else", allowed=(TERRORIZED,))
    with play.citing("CE-PROT-12"):
        states.end(play, who, TERRORIZED, "hidden")
        if command.how:
            play.emit(who, Noted(name="hidden", text=command.how))


KINDS = (
    Kind(
        name="hide",
        args=Hide,
        rule=hide,
        by="owner",
        actor="who",
        summary="Hide, as the terrorized have to before they do anything else.",
        rules=("CE-PROT-12",),
        example={"who": "harker", "how": "flat behind the altar stone"},
    ),
)
FIRST = {"cthulhu-eternal.hide": (("freeform.afflict", {"target": "harker", "what": TERRORIZED}),)}
