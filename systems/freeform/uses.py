"""Uses: how often a thing was used, and against whom, since it was last reset."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import AnyRef, Command
from domain.kit.commands import command
from domain.kit.naming import handle_of, hold_on, id_of
from domain.play.play import Play
from domain.vocabulary.undertakings import Use as Counter
from domain.vocabulary.undertakings import UseCounted, UseOpened
from systems.freeform.fields import Number, Until, Word


class Use(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`value` is what came up, where that may not come up again."""

    target: AnyRef
    what: Word
    against: AnyRef = ""
    value: Annotated[Number | None, Meta(description="What came up, where that may not come up again")] = None
    until: Annotated[
        Until,
        Meta(
            description="When the count begins afresh: it is set with the first use, and comes round where a moment, a scene or a session does"
        ),
    ] = None


@command("Count a use of a thing that is limited: per scene, per target, per day.", by="owner", actor="target")
def use(play: Play, command: Use) -> None:
    """One use more is counted."""
    until = hold_on(play, command.until)
    name = "/".join(part for part in (handle_of(command.what) or "it", id_of(command.against)) if part)
    now = play.clock()
    if name in play.aggregate(command.target).uses:
        play.emit(command.target, UseCounted(name=name, at=now, value=command.value))
        return
    seen = () if command.value is None else (command.value,)
    counter = Counter(what=command.what, against=command.against, count=1, last=now, seen=seen, until=until)
    play.emit(command.target, UseOpened(name=name, use=counter))
