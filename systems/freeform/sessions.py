"""The intervals of play: sessions and the scenes in them, numbered from 1. Effects that were to last as long end with
them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.aggregates import CAMPAIGN
from domain.commands import Command
from domain.kit.commands import command
from domain.play import moments
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.anchors import UntilSceneEnds, UntilSessionEnds
from domain.vocabulary.chronicle import Interval, SceneEnded, SceneOpened, SessionEnded, SessionOpened

SESSION, SCENE = "session", "scene"


class OpenSession(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`title` is what the table calls it."""

    title: Annotated[str, Meta(description="What the table calls it")] = ""


class OpenScene(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`kind` is the game's word for this sort of scene, where it tells them apart."""

    title: str = ""
    kind: Annotated[str, Meta(description="The game's word for this sort of scene, where it tells them apart")] = ""


class Close(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Ends what is open; there is only one."""


@command("Open a session.", rules=(SESSION,))
def open_session(play: Play, command: OpenSession) -> None:
    """Play begins."""
    if _open(play, "sessions") is not None:
        raise Refused(SESSION, "A session is open already; end it first.")
    number = len(play.campaign().sessions) + 1
    session = Interval(number=number, opened=play.entry, title=command.title)
    play.emit(CAMPAIGN, SessionOpened(name=str(number), session=session))
    moments.come(play, "session_start", among=moments.everyone(play))


@command("End the session, and the scene that is open in it.", rules=(SESSION,))
def end_session(play: Play, _: Close) -> None:
    """Play ends, and the open scene with it."""
    session = _open(play, "sessions")
    if session is None:
        raise Refused(SESSION, "No session is open.")
    if (scene := _open(play, "scenes")) is not None:
        _end_scene(play, scene)
    everyone = moments.everyone(play)
    moments.end_all(play, everyone, UntilSessionEnds, "the session is over")
    moments.come(play, "session_end", among=everyone)
    play.emit(CAMPAIGN, SessionEnded(name=session, entry=play.entry))


@command("Open a scene.", rules=(SCENE,))
def open_scene(play: Play, command: OpenScene) -> None:
    """A scene begins, within the open session if there is one."""
    if _open(play, "scenes") is not None:
        raise Refused(SCENE, "A scene is open already; end it first.")
    number = len(play.campaign().scenes) + 1
    within = _open(play, "sessions") or ""
    scene = Interval(number=number, opened=play.entry, within=within, title=command.title, kind=command.kind)
    play.emit(CAMPAIGN, SceneOpened(name=str(number), scene=scene))
    moments.come(play, "scene_start", among=moments.everyone(play))


@command("End the scene; what was to last until then ends.", rules=(SCENE,))
def end_scene(play: Play, _: Close) -> None:
    """The scene is over."""
    scene = _open(play, "scenes")
    if scene is None:
        raise Refused(SCENE, "No scene is open.")
    _end_scene(play, scene)


def _end_scene(play: Play, scene: str) -> None:
    everyone = moments.everyone(play)
    moments.end_all(play, everyone, UntilSceneEnds, "the scene is over")
    moments.come(play, "scene_end", among=everyone)
    play.emit(CAMPAIGN, SceneEnded(name=scene, entry=play.entry))


def _open(play: Play, component: str) -> str | None:
    """The name of the interval that is open: it can only be the newest."""
    intervals = getattr(play.campaign(), component)
    newest = str(len(intervals))
    return newest if newest in intervals and intervals[newest].ended is None else None
