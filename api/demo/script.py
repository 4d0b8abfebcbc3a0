"""The format of a demo: a TOML file with the people at the table and their steps, in order.

```toml
name = "Knives in the Fog"
about = "A fight that goes wrong, and is put right."
options = {dice = "table"}

[people] # the members; the game master is `gm` gm = "Grace" ana = "Ana"

[[step]] # a command, as the interface takes it; one without a dot is the game's own by = "ana" name = "first-cut" # a
name for its entry, for later steps says = "Ana draws first." type = "strike" args = {who = "red-knife", owner = "@ana"}
# @ana: her member id; @first-cut: its entry's number; dice = {attack = [5]} # @first-cut/wound_suffered: the name that
event gave something answers = [{key = "dodge", choice = "no"}] # given by the person asked; with `dice`, and a `name`
refused = "rule-id" # it must be refused by that rule comes_to = {attack = "success"} # results of rolls: an outcome or
a total holds = [{sheet = "pat", path = "tracks.hp.current", is = 3}] show = [{sheet = "pat", only = ["Wounds"]}, {board
= "alley"}, {roster = "crew"}, {grid = "crew", target = "red-knife"}]

[[step]] # downtime: open a phase, plan, withdraw, process, report; of the newest phase, or `phase = 1` by = "gm" open =
{title = "A Week of Fog", days = 2, slots = {pat = 2}}

[[step]] by = "ana" plan = "pat" # all of Pat's actions in the phase action = [{name = "stakeout", type = "watch", args
= {who = "pat"}, day = 1, dice = {watch = [4]}, responses = {tail = "no"}}] show = [{downtime = 1, by = "gm"}]

[[step]] by = "gm" process = true # tried first, then written; every action must be done unless stated otherwise answers
= [{key = "tail", choice = "no"}] # answers to its questions; it continues after each becomes = {stakeout = "rule-id"} #
done, planned, waiting, impossible, or impossible by that rule

[[step]] # a change of the past: undo, redo, amend, late, insert; tried first, then written by = "gm" undo = "first-cut"
insert = [{after = "parley", type = "strike", args = {who = "red-knife"}}] policy = "cascade" becomes = {second-cut =
"restated"} # the expected plan dry_run = true # nothing is written ```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from domain.commands import DiceGiven
from domain.history.plan import Policy
from domain.vocabulary.base import Audience, Scalar

GM: Final = "gm"
"""The key of the game master among the people."""

Word = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]*$")]
"""A name of a person or a step in the file."""

Steps = Word | tuple[Word, ...]


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of the parts of the file; unknown fields are refused."""


class ScriptedAnswer(_Part, frozen=True, kw_only=True):
    """A choice of the person who is asked. `key` may hold `*` for a name that is only given during play."""

    key: str
    choice: str
    name: Word | None = None
    dice: DiceGiven = ()


class View(_Part, frozen=True, kw_only=True):
    """A view to read as `by`, or by default as the person who takes the step: a sheet, a board, a group, its roster,
    its grid about a `target`, or a phase of downtime by number.
    """

    sheet: str = ""
    board: str = ""
    group: str = ""
    roster: str = ""
    grid: str = ""
    target: str = ""
    downtime: Annotated[int, Meta(ge=0)] = 0
    by: Word | None = None

    @property
    def sort(self) -> str:
        """The name of the one view that is given; empty unless exactly one is."""
        sorts = ("sheet", "board", "group", "roster", "grid", "downtime")
        named = [sort for sort in sorts if getattr(self, sort)]
        return named[0] if len(named) == 1 and (named[0] == "grid") == bool(self.target) else ""

    @property
    def path_to(self) -> str:
        """The address where the interface has the view, below the campaign."""
        paths = {
            "sheet": f"/characters/{self.sheet}",
            "board": f"/encounters/{self.board}",
            "group": f"/enclaves/{self.group}",
            "roster": f"/enclaves/{self.roster}/roster",
            "grid": f"/enclaves/{self.grid}/grids/{self.target}",
            "downtime": f"/downtime/{self.downtime}",
        }
        return paths[self.sort]


class Hold(View, frozen=True, kw_only=True):
    """An expected value: the value at `path` of a view is `is`; or, of the instances there, `count` are as `where` says
    (fields by dotted path).
    """

    path: str
    value: Any = msgspec.field(default=msgspec.UNSET, name="is")
    where: dict[str, Any] = {}
    count: int | None = None


class Show(View, frozen=True, kw_only=True):
    """A view to show; of a sheet either all of it, or `only` these sections of its layout."""

    only: tuple[str, ...] = ()


class ScriptedInsert(_Part, frozen=True, kw_only=True):
    """A command to insert right after a step."""

    after: Word
    type: str
    encounter: str | None = None
    args: dict[str, Any] = {}
    dice: DiceGiven = ()
    responses: dict[str, str] = {}


class ScriptedPhase(_Part, frozen=True, kw_only=True):
    """A downtime phase to open: its days, and the slots of characters with more or fewer than usual."""

    title: str = ""
    days: int = 1
    slots: dict[str, int] = {}


class ScriptedAction(_Part, frozen=True, kw_only=True):
    """One thing that is planned for a day of a phase; the entry that it becomes goes by its `name`. `slots` only where the
    game does not say what it takes."""

    type: str
    name: Word | None = None
    args: dict[str, Any] = {}
    dice: DiceGiven = ()
    responses: dict[str, str] = {}
    day: int = 1
    slots: int = 1


class ScriptedStep(_Part, frozen=True, kw_only=True):
    """One step: a command, an action in downtime, or a revision.

    A `plan` sets the actions of the character of that handle for a phase, listed as `action`s; `withdraw` takes one
    back. To `process` is to carry out every plan; a `report` shows the results.

    An `amend` names an entry and, in `type` and `args`, its new command, or only other `dice` or `responses`. `late`
    names a deed whose offers its owner takes after all, as `responses` say, with the `dice` that it owes then. `owed`
    are the dice that other entries need now, `owed_answers` the answers to their questions. An `insert` may go along
    with any of these, or stand alone.
    """

    by: Word
    says: str = ""
    name: Word | None = None
    type: str = ""
    encounter: str | None = None
    args: dict[str, Any] = {}
    dice: DiceGiven = ()
    responses: dict[str, str] = {}
    reason: str | None = None
    force: bool = False
    audience: Audience = "all"
    refused: str = ""
    answers: tuple[ScriptedAnswer, ...] = ()
    comes_to: dict[str, str | int] = {}
    undo: Steps = ()
    redo: Word | None = None
    amend: Word | None = None
    late: Word | None = None
    insert: tuple[ScriptedInsert, ...] = ()
    policy: Policy = "refuse"
    policies: dict[Word, Policy] = {}
    owed: dict[Word, DiceGiven] = {}
    owed_answers: dict[Word, dict[str, str]] = {}
    becomes: dict[Word, str] = {}
    dry_run: bool = False
    open: ScriptedPhase | None = None
    plan: str = ""
    action: tuple[ScriptedAction, ...] = ()
    withdraw: str = ""
    process: bool = False
    report: bool = False
    phase: Annotated[int, Meta(ge=1)] | None = None
    holds: tuple[Hold, ...] = ()
    show: tuple[Show, ...] = ()

    @property
    def revises(self) -> bool:
        """Whether it changes the past."""
        return any(self.ways) or bool(self.insert)

    @property
    def ways(self) -> tuple[bool, ...]:
        """One flag for each way of revision; at most one may be set."""
        return bool(self.undo), bool(self.redo), bool(self.amend), bool(self.late)

    @property
    def between(self) -> tuple[bool, ...]:
        """One flag for each action in downtime; at most one may be set."""
        return self.open is not None, bool(self.plan), bool(self.withdraw), self.process, self.report

    @property
    def undone(self) -> tuple[str, ...]:
        """The steps it undoes."""
        return (self.undo,) if isinstance(self.undo, str) else self.undo

    @property
    def earlier(self) -> Iterator[str]:
        """Every earlier step that it names."""
        yield from self.undone
        yield from (word for word in (self.redo, self.amend, self.late) if word)
        yield from (insert.after for insert in self.insert)
        yield from (*self.policies, *self.owed, *self.owed_answers, *self.becomes)

    @property
    def names(self) -> Iterator[str]:
        """Yield the names that the step gives its entries."""
        given = (*(answer.name for answer in self.answers), *(action.name for action in self.action))
        yield from (word for word in (self.name, *given) if word)


class ScriptedTrial(_Part, frozen=True, kw_only=True):
    """A command line to try after the demo: the words after `retcon`, with {campaign} for its name and `@cut` for the
    number of an entry; and a description of the output.
    """

    words: str
    shows: str


class Demo(_Part, frozen=True, kw_only=True):
    """A demo: its people by key (among them the game master `gm`) with their names, and its steps."""

    name: Annotated[str, Meta(min_length=1, max_length=150)]
    people: dict[Word, str]
    step: Annotated[tuple[ScriptedStep, ...], Meta(min_length=1)]
    about: str = ""
    options: dict[str, Scalar] = {}
    trials: tuple[ScriptedTrial, ...] = msgspec.field(default=(), name="try")


class WrongDemo(ValueError):
    """A demo's file cannot be used. Says where in it, and what would be right."""

    slug = "wrong-demo"

    def __init__(self, where: str, wrong: str) -> None:
        super().__init__(f"{where}: {wrong}")
