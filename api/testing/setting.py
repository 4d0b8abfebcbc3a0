"""The commands with which a test sets the scene, whatever is played: they hold no rule of any game."""

from __future__ import annotations

from typing import Annotated

import msgspec

from domain.aggregates import CAMPAIGN
from domain.commands import AnyRef, Command
from domain.options import CAMPAIGN_OPTIONS
from domain.play.moments import come, end_all, everyone, pass_time
from domain.play.play import Play
from domain.system import CommandSpec, System
from domain.vocabulary import AnyEvent
from domain.vocabulary.anchors import AnyAnchor, UntilEncounterEnds, UntilSceneEnds, UntilSessionEnds
from domain.vocabulary.catalogue import Handle, HandleGiven
from domain.vocabulary.profile import Introduced, Profile


class CreateStep(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Someone or something of a kind is brought into play under a handle."""

    kind: str
    handle: str
    owners: tuple[str, ...] = ()


class Happen(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Events of one aggregate, as they are."""

    ref: str
    events: tuple[AnyEvent, ...]


class Come(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A moment of a subject; of nobody where it is empty."""

    moment: str
    subject: AnyRef = ""


class WaitStep(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Time that passes, in seconds of the game."""

    seconds: Annotated[int, msgspec.Meta(ge=0)]


class EndStep(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scene, a session, or the encounter of the command."""

    what: str


class AnswerStep(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An answer, in the form in which every campaign has it."""

    deed: int
    key: str = ""
    choice: str = ""


def create(play: Play, command: CreateStep) -> None:
    """Bring someone or something into play, with the handle for a name."""
    ref = f"{command.kind}/{command.handle}"
    profile = Profile(handle=command.handle, name=command.handle, owners=command.owners)
    play.emit(ref, Introduced(name="self", profile=profile))
    handle = Handle(ref=ref, kind=command.kind, folded=command.handle)
    play.emit(CAMPAIGN, HandleGiven(name=command.handle, handle=handle))


def happen(play: Play, command: Happen) -> None:
    """Let events happen that no rule stands behind."""
    for event in command.events:
        play.emit(command.ref, event)


def moment(play: Play, command: Come) -> None:
    """Let a moment come, with everything that hangs on it."""
    come(play, command.moment, command.subject)


def wait(play: Play, command: WaitStep) -> None:
    """Let time pass."""
    pass_time(play, command.seconds)


def end(play: Play, command: EndStep) -> None:
    """End what hangs on the scene, the session or the encounter; they themselves are of no interest here."""
    kinds: dict[str, type[AnyAnchor]] = {"scene": UntilSceneEnds, "session": UntilSessionEnds}
    kind = kinds.get(command.what, UntilEncounterEnds)
    end_all(play, everyone(play), kind, f"the end of {command.what}", command.what)


def _by_the_ledger(_play: Play, _command: Command) -> None:
    raise AssertionError("the ledger carries that out itself")


BASE = System(
    id="freeform",
    name="Setting",
    version=1,
    options=CAMPAIGN_OPTIONS,
    kinds=[
        CommandSpec(name="create", args=CreateStep, rule=create, by="gm", summary="Someone or something joins."),
        CommandSpec(name="happen", args=Happen, rule=happen, by="gm", summary="These events happen."),
        CommandSpec(name="come", args=Come, rule=moment, by="gm", summary="A moment comes."),
        CommandSpec(name="wait", args=WaitStep, rule=wait, by="gm", summary="Time passes."),
        CommandSpec(name="end", args=EndStep, rule=end, by="gm", summary="A scene, session or encounter ends."),
        CommandSpec(
            name="answer", args=AnswerStep, rule=_by_the_ledger, by="player", summary="", open_while_waiting=True
        ),
        CommandSpec(name="close", args=AnswerStep, rule=_by_the_ledger, by="gm", summary="", open_while_waiting=True),
    ],
)
