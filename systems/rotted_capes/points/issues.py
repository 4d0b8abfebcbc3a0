"""Issues: they begin and end as the Editor-in-Chief says, and every hero begins one with their own number of Plot Points."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.aggregates import CAMPAIGN
from domain.commands import Command
from domain.kit import pools
from domain.kit.commands import command
from domain.play.moments import come, everyone
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.undertakings import Task, TaskBegun, TaskEnded
from systems.rotted_capes.moments import ISSUE_END, ISSUE_START
from systems.rotted_capes.points.points import EDITOR, POOL
from systems.rotted_capes.sheet.people import is_hero

ISSUE: Final = "issue"
"""The kind of the campaign's task that the issue is which is under way."""


class BeginIssue(Command, frozen=True, kw_only=True, omit_defaults=True):
    """An issue begins."""

    title: Annotated[str, Meta(max_length=120, description="What the table calls it")] = ""


class EndIssue(Command, frozen=True, kw_only=True, omit_defaults=True):
    """The issue that is under way ends; there is only one."""


def under_way(play: Play) -> str:
    """Return the name of the issue that is under way; "" between issues."""
    return min(play.where(CAMPAIGN, "tasks", ISSUE), default="")


@command("An issue begins: every hero has their starting number of Plot Points.")
def begin_issue(play: Play, command: BeginIssue) -> None:
    """RC-PP-01, RC-RULING-08, RC-RULING-14, RC-RULING-70: Plot Points are set to the starting number, whatever was left."""
    if under_way(play):
        play.refuse("RC-RULING-70", "An issue is under way already; end it first.")
    play.emit(CAMPAIGN, TaskBegun(name=play.new_id(ISSUE), task=Task(kind=ISSUE, title=command.title)))
    with play.citing("RC-PP-01"):
        for who in heroes(play):
            pools.put_at(play, who, POOL, play.value(who, "attributes.plot_points_start").total)
    if play.option("editor_pool_resets") and pools.has(play, CAMPAIGN, EDITOR):
        pools.put_at(play, CAMPAIGN, EDITOR, 0, ("RC-RULING-14",))
    come(play, ISSUE_START, among=everyone(play))


@command("The issue ends; until the next one begins, the heroes are between issues.")
def end_issue(play: Play, _: EndIssue) -> None:
    """RC-RULING-70: end the issue, and with it all that was to last as long."""
    issue = under_way(play)
    if not issue:
        play.missing(f"{CAMPAIGN}.tasks", "No issue is under way.")
    come(play, ISSUE_END, among=everyone(play))
    play.emit(CAMPAIGN, TaskEnded(name=issue, because="over"))


def heroes(play: Play) -> tuple[str, ...]:
    """Return every hero of the campaign."""
    return tuple(
        who for who in everyone(play) if who.startswith("character/") and play.exists(who) and is_hero(play, who)
    )


OPTIONS = (
    OptionSpec(
        name="editor_pool_resets",
        default=False,
        text="Whether the pool of the Editor-in-Chief is emptied when an issue begins.",
        rules=("RC-RULING-14",),
    ),
)
