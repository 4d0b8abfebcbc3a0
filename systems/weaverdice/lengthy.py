"""Lengthy actions: work that takes whole turns, whose rolls add up until a total is reached."""

from __future__ import annotations

from typing import Final

from domain.components.creature import Task
from domain.events.log import Contribution
from domain.events.undertakings import TaskAdvanced, TaskBegun, TaskChanged
from domain.play.moments import come
from domain.play.play import Play
from systems.weaverdice import actions
from systems.weaverdice.checks import Manner, check
from systems.weaverdice.stats import PHYSICAL, score

DONE: Final = "lengthy_done"
"""The moment at which a lengthy action of its holder has reached its total; its state is "done" by then."""


def begin(
    play: Play, holder: str, what: str, goal: int, *, stats: tuple[str, ...] = ("dexterity",), about: str = ""
) -> str:
    """WD-ACT-05, WD-ACT-08: something that takes rolls that add up to `goal`; its name.

    `what` says what is done, `about` to whom or what (the path of a wound, an item). With several `stats` the rolls
    alternate between them, in that order.
    """
    name = play.new_id("lengthy")
    data = {"what": what, "about": about, "stats": " ".join(stats)}
    play.emit(holder, TaskBegun(name=name, task=Task(kind="lengthy", goal=goal, data=dict(data))))
    return name


def work(
    play: Play,
    holder: str,
    name: str,
    by: str,
    *,
    extra: int = 0,
    together: bool = False,
    taken: int = 0,
    modifiers: tuple[Contribution, ...] = (),
    label: str = "lengthy",
) -> bool:
    """WD-ACT-05, WD-ACT-06, ruling 24: a whole turn's work of somebody on a lengthy action; whether it is done with it.

    The roll takes the next of its stats in turn. What it comes to is added to the total; none takes away from it.
    """
    task = play.character(holder).tasks[name]
    stats = str(task.data["stats"]).split()
    stat = stats[task.stage % len(stats)]
    actions.take_full(play, by, "a lengthy action")
    missing = (task.goal or 0) - task.progress
    how = Manner(
        extra=extra, together=together, taken=taken, modifiers=modifiers, physical=stat in PHYSICAL, painless=True
    )
    rolled = check(play, by, label, stat, missing, how=how)
    gained = max(0, rolled.total) if score(play, by, stat) else 0
    play.emit(holder, TaskAdvanced(name=name, amount=gained))
    done = task.progress >= (task.goal or 0)
    play.emit(holder, TaskChanged(name=name, stage=task.stage + 1, state="done" if done else ""))
    if done:
        come(play, DONE, holder)
    return done
