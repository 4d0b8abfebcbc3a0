"""Finding a target in the field, or the thread that leads to it: rolls that add up over any number of downtimes."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, field

from domain.commands import CharacterRef, Command, EnclaveRef
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.messages import text
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.audiences import is_secret
from domain.vocabulary.data import Data
from domain.vocabulary.log import Contribution
from domain.vocabulary.undertakings import Task, TaskAdvanced, TaskBegun, TaskChanged, TaskEnded
from systems.freeform.fields import Key, Number, Party, Title
from systems.weaverdice import names
from systems.weaverdice.checks.checks import Manner, check
from systems.weaverdice.harm import thriving
from systems.weaverdice.investigation import grids, lines, protection, spaces
from systems.weaverdice.investigation.spaces import RESEARCH, SURVEIL, Approach
from systems.weaverdice.sheet.stats import score

Way = Literal["target", "thread"]

SEARCH: Final = "search"
"""The kind of the tasks that are searches; `state` is "found" once there is nothing left to search for."""

NUMBER: Final = "finding_number"
"""The kind of the task that holds, as its goal, the total at which a search is over: the game master's, where it is hidden."""

FOUND: Final = "found"

APPROACHES: Final[dict[str, Approach]] = {"target": SURVEIL, "thread": RESEARCH}
"""WD-FIND-03, ruling 110: the approach that each of the two opens."""

STATS: Final = {"target": ("athletics", "wits"), "thread": ("knowledge",)}
"""WD-FIND-01, WD-FIND-02, ruling 77: what is rolled in turn."""

ROLLS: Final = {"target": "wits", "thread": "knowledge"}
"""Ruling 76: the stat that says how many rolls an action gives."""


_WAY_WORDS: Final = {"target": text("target"), "thread": text("thread")}

RULES: Final = {"target": "WD-FIND-01", "thread": "WD-FIND-02"}


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    base: int
    least: int


_TABLE: Final = table(__package__, "finding", _Table)


@data_of("tasks", SEARCH)
class SearchData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The object of a search (`way` is the target or the thread), the grid about it, and how many of its spaces a lead
    opens."""

    way: Annotated[str, Meta(description="What is searched for: the target or the thread")]
    target: str
    group: str = ""
    grid: str = ""
    opens: int = 0


@data_of("tasks", NUMBER)
class NumberData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The parts of a search's number: its base, what is guarded, and other reasons by their words."""

    base: int
    guarded: str = ""
    factors: dict[str, int] = field(name="", default_factory=dict)


class Factor(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`why` it is harder to find the target or, `by` less than zero, easier."""

    why: Annotated[Title, Meta(description="Why it is harder to find the target")]
    by: Annotated[Number, Meta(description="How much harder it is, or less than zero, easier")]


class BeginSearch(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`target` is a character, or the name of whatever it is. The number at which it is found is `base` and what the
    `factors` add. The `grid` of their `group` is laid open when it is found, where there is one prepared."""

    who: CharacterRef
    target: Annotated[Party, Meta(description="A character, or the name of whatever it is")]
    way: Annotated[Way, Meta(description="Whether they look for it, or for the thread")] = "target"
    base: Annotated[Number, Meta(description="The number at which it is found, to which the factors are added")] = (
        _TABLE.base
    )
    factors: Annotated[tuple[Factor, ...], Meta(description="What makes it harder or easier")] = ()
    hidden: Annotated[bool, Meta(description="Whether players do not see that number")] = True
    group: Annotated[EnclaveRef, Meta(description="The group whose grid is laid open when it is found")] = ""
    grid: Annotated[str, Meta(description="That grid, where there is one prepared")] = ""


class OfSearch(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`search` is its name or target."""

    who: CharacterRef
    search: Annotated[Key, Meta(description="Its name or target")]
    way: Annotated[Way | None, Meta(description="Whether it is the one for the target or for the thread")] = None
    whose: Annotated[CharacterRef, Meta(description="Whose it is, where that is another character")] = ""

    @property
    def holder(self) -> str:
        return self.whose or self.who


class ChangeSearch(OfSearch, frozen=True, kw_only=True, omit_defaults=True):
    """`why` it has become harder to find or, `by` less than zero, easier."""

    why: Annotated[Title, Meta(description="Why it has become harder to find")]
    by: Annotated[Number, Meta(description="How much harder it is, or less than zero, easier")]


class SupplyGrid(OfSearch, frozen=True, kw_only=True, omit_defaults=True):
    """`grid` is the one of the `group` that has been laid out for the target."""

    group: Annotated[EnclaveRef, Meta(description="The group")]
    grid: Annotated[Key, Meta(description="Its grid that has been laid out for the target")]


@command("Say how hard it is to find a target, or the thread that leads to it.", actor="who")
def begin_search(play: Play, command: BeginSearch) -> None:
    """WD-FIND-01, WD-FIND-02, WD-FIND-04: the game master sets the number from notoriety, activity, concealment and
    identity; what of the target is guarded by then is written beside it. A grid that was found and is lost again is looked for anew."""
    ref = names.reference(play, command.target)
    title = ref or command.target
    group = command.group if command.grid else ""
    data = SearchData(way=command.way, target=title, group=group, grid=command.grid)
    name = play.new_id(SEARCH)
    with play.citing("WD-FIND-04"):
        _end_earlier(play, command)
        play.emit(command.who, TaskBegun(name=name, task=Task(kind=SEARCH, title=title, data=data.stored())))
        play.emit(command.who, TaskBegun(name=_number_of(name), task=_number(play, command, ref, title)))
        _settle(play, command.who, name)


def _end_earlier(play: Play, command: BeginSearch) -> None:
    for earlier in _named(play, command.who, command.target, command.way):
        if play.character(command.who).tasks[earlier].state != FOUND:
            play.refuse(
                "WD-FIND-01",
                "They are searching for {target} already; change that search instead.",
                target=command.target,
            )
        for task in (earlier, _number_of(earlier)):
            play.emit(command.who, TaskEnded(name=task, because="lost from sight"))


def _number(play: Play, command: BeginSearch, ref: str, title: str) -> Task:
    """WD-FIND-04: the total at which it is found, and what that is made of."""
    guards = protection.guarded(play, ref) if command.hidden and ref.startswith("character/") else ()
    factors = {factor.why: factor.by for factor in command.factors}
    parts = NumberData(base=command.base, guarded=", ".join(guards), factors=factors)
    goal = max(_TABLE.least, command.base + sum(factor.by for factor in command.factors))
    return Task(kind=NUMBER, goal=goal, title=title, audience="gm" if command.hidden else "all", data=parts.stored())


@command("Search for a target or a thread: rolls add up until it is found.", by="owner", slots=1)
def search(play: Play, command: OfSearch) -> None:
    """WD-FIND-01, WD-FIND-02, WD-FIND-05, WD-RULING-76, WD-RULING-77, rulings 76 and 77: an action of as many rolls as
    Wits, Athletics and Wits in turn, or as many as Knowledge, of Knowledge; what they come to adds up over any number
    of downtimes."""
    who, holder = command.who, command.holder
    name = named(play, command)
    way = SearchData.of(play.character(holder).tasks[name]).way
    _check_open(play, holder, name)
    with play.citing(RULES[way]):
        for number in range(1, spaces.rolls_in(play, who, ROLLS[way]) + 1):
            _roll(play, who, holder, name, f"search/{number}")
            if _settle(play, holder, name):
                return


def _check_open(play: Play, holder: str, name: str) -> None:
    if play.character(holder).tasks[name].state == FOUND:
        play.refuse("WD-FIND-08", "That has been found; go on with the grid about it.")


def _roll(play: Play, who: str, holder: str, name: str, label: str) -> None:
    task = play.character(holder).tasks[name]
    stats = STATS[SearchData.of(task).way]
    stat = stats[task.stage % len(stats)]
    number = play.character(holder).tasks[_number_of(name)]
    how = Manner(modifiers=_helped(play, who, task), painless=True, veiled=is_secret(number.audience))
    result = check(play, who, label, stat, (number.goal or 0) - task.progress, how=how)
    gained = max(0, result.total) if score(play, who, stat) else 0
    times = protection.tracked(play, SearchData.of(task).target)
    play.emit(holder, TaskAdvanced(name=name, amount=gained * times))
    play.emit(holder, TaskChanged(name=name, stage=task.stage + 1))


def _helped(play: Play, who: str, task: Task) -> tuple[Contribution, ...]:
    """Return what good morale adds to work in downtime, and what is known of the target from a grid that is open by the
    other way."""
    search = SearchData.of(task)
    known = _is_shown(play, search.group, search.grid)
    return (*thriving.at_work(play, who), *(lines.informed(play, search.group, search.grid) if known else ()))


def _is_shown(play: Play, group: str, on: str) -> bool:
    if not on or on not in play.enclave(group).grids:
        return False
    return not is_secret(play.enclave(group).grids[on].audience)


def _settle(play: Play, holder: str, name: str) -> bool:
    """WD-FIND-01, WD-FIND-02: whether the total reaches the number; then it is found, and a grid that is prepared for it
    is laid open."""
    task, number = play.character(holder).tasks[name], play.character(holder).tasks[_number_of(name)]
    if task.state == FOUND or task.progress < (number.goal or 0):
        return bool(task.state == FOUND)
    play.emit(holder, TaskChanged(name=name, state=FOUND))
    search = SearchData.of(task)
    if search.grid and search.grid in play.enclave(search.group).grids:
        _lay_open(play, search.group, search.grid, APPROACHES[search.way])
    return True


def _lay_open(play: Play, group: str, on: str, approach: Approach) -> None:
    """WD-FIND-03, WD-FIND-08: the grid is there from now on, and open by this approach."""
    with play.citing("WD-FIND-03", "WD-FIND-08"):
        if is_secret(play.enclave(group).grids[on].audience):
            grids.show(play, group, on)
        if not spaces.is_way_open(play.enclave(group).grids[on], approach):
            grids.open_way(play, group, on, approach)


def _number_of(name: str) -> str:
    return f"{name}/number"


def named(play: Play, command: OfSearch) -> str:
    """The search that is meant, by its name or its target. Refused where it could be either of two; Absent where there is
    none."""
    names = _named(play, command.holder, command.search, command.way)
    if len(names) > 1:
        play.refuse("WD-FIND-03", "They search for both the target and the thread; choose one as `way`.")
    if not names:
        play.missing(
            f"{command.holder}.tasks.{command.search}",
            "They are not searching for {search!r}; the game master begins a search.",
            search=command.search,
        )
    return names[0]


def _named(play: Play, holder: str, called: str, way: str | None) -> list[str]:
    searches = play.where(holder, "tasks", SEARCH)
    words = names.words_for(play, called)
    return [
        name
        for name, task in sorted(searches.items())
        if way in (None, SearchData.of(task).way)
        and (name == called or words & {task.title.casefold(), SearchData.of(task).target.casefold()})
    ]


def reduce(play: Play, holder: str, name: str, percent: int) -> None:
    """WD-FIND-06, ruling 75: the number as it stands falls by so much in a hundred, what is left rounded up; progress is
    kept."""
    _check_open(play, holder, name)
    number = play.character(holder).tasks[_number_of(name)]
    play.emit(holder, TaskChanged(name=_number_of(name), goal=-(-(number.goal or 0) * (100 - percent) // 100)))
    _settle(play, holder, name)


@command("Make it harder or easier to find a target or a thread.", actor="who")
def change_search(play: Play, command: ChangeSearch) -> None:
    """WD-FIND-04: notoriety, activity, concealment or identity change, and with them the number, as it stands."""
    holder, name = command.holder, named(play, command)
    _check_open(play, holder, name)
    number = play.character(holder).tasks[_number_of(name)]
    goal = max(_TABLE.least, (number.goal or 0) + command.by)
    before = NumberData.of(number).factors.get(command.why, 0)
    data = NumberData.changes(factors={command.why: before + command.by})
    with play.citing("WD-FIND-04"):
        play.emit(holder, TaskChanged(name=_number_of(name), goal=goal, data=data))
        _settle(play, holder, name)


@command("Give a character who found a target or a thread the grid about it.", actor="who")
def supply_grid(play: Play, command: SupplyGrid) -> None:
    """WD-FIND-03, WD-FIND-08, WD-RULING-110: give a character who has found the target or the thread the grid, open by
    that approach."""
    holder, name = command.holder, named(play, command)
    task = play.character(holder).tasks[name]
    if command.grid not in play.enclave(command.group).grids:
        play.missing(
            f"{command.group}.grids.{command.grid}",
            "There is no grid {grid!r}; lay it out first.",
            grid=command.grid,
        )
    if task.state != FOUND:
        play.refuse(
            "WD-FIND-08",
            "Nobody has found the {way} yet; the grid comes when somebody has.",
            way=_WAY_WORDS[SearchData.of(task).way],
        )
    play.emit(holder, TaskChanged(name=name, data=SearchData.changes(group=command.group, grid=command.grid)))
    _lay_open(play, command.group, command.grid, APPROACHES[SearchData.of(task).way])
