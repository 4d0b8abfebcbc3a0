"""Game systems, and the registry that finds every system there is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Literal, NamedTuple

import msgspec

from domain.catalogue import CatalogueKind
from domain.commands import Command
from domain.examples import Examples
from domain.formulas import NOTHING_SAID, GameValues, formulas_by_kind
from domain.layout import Layout
from domain.messages import closest, either, text
from domain.question_keys import QuestionKind, read
from domain.vocabulary.base import Event, Scalar
from domain.vocabulary.data import Data
from domain.vocabulary.values import Formula

By = Literal["gm", "owner", "player", "member"]
"""The members who may give a command: game masters; the owner of its actor (and game masters); any player; any member.
"""

Rule = Callable[[Any, Any], None]
"""A rule takes the `domain.play.play.Play` that it runs in, which stands on systems itself, and the args of its command."""

Handler = Callable[[Any, str], None]
"""A system's reaction to a moment of a subject ("" for moments without one)."""


WindowHandler = Callable[[Any, str, Any], Any]
"""(play, subject, payload) -> payload; windows check that it fits them (see `domain.play.windows`)."""


class RuleText(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A rule of a rulebook in our own words. `planned` marks one that is not built yet; `lines` where the book has it."""

    id: str
    text: str
    area: str = ""
    kind: str = "mechanic"
    lines: str = ""
    planned: bool = False


class OptionSpec(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A campaign option: an optional rule or a ruling that a table may decide otherwise."""

    name: str
    default: Scalar
    text: str
    choices: tuple[Scalar, ...] = ()
    rules: tuple[str, ...] = ()

    def fault(self, value: Scalar) -> str | None:
        """Return a sentence that says which values the option takes, if it does not take this one. The type counts:
        `true` is not 1.
        """
        kinds = {type(choice) for choice in self.choices} or {type(self.default)}
        if type(value) in kinds and (not self.choices or value in self.choices):
            return None
        taken = ", ".join(map(str, self.choices)) or f"a value like {self.default!r}"
        return f"{self.name} is one of {taken}, not {value!r}"


class CommandSpec(NamedTuple):
    """A command a system knows. `actor` is the field that holds the acting character; `by="owner"` means the owner of that character.

    `example` are args that work against the campaign that the documentation's example sets up. `open_while_waiting`
    marks the few commands that go through while a deed waits for an answer in the same encounter. `slots` is how many
    downtime slots it takes as something to do between sessions; None where it is no such thing. `replaces` are the base's
    commands, by name, whose place it takes in this game: they would pass by what its rules bring about. `scene` marks what
    is done within a scene: where the command names no encounter, acceptance resolves which it belongs to. `asks` is the field
    that holds the key of a question which the command itself puts.
    """

    name: str
    args: type[Command]
    rule: Rule
    by: By
    summary: str
    actor: str = ""
    rules: tuple[str, ...] = ()
    example: Mapping[str, Any] = {}
    option: str = ""
    open_while_waiting: bool = False
    slots: int | None = None
    replaces: tuple[str, ...] = ()
    scene: bool = False
    asks: str = ""


class RollKind(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A kind of rolls, declared once: `text` says what is rolled and by whom. Its name is the first part of the labels
    of its dice; where it is `titled`, the sender of the command names them.
    """

    name: str
    text: str
    titled: bool = False


class CommandInputs(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The kinds of rolls that a command may come to and of questions that it may ask, by name: what a form or a person gets ready.

    Tests hold them against every command that they play.
    """

    rolls: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()


class Vocabulary(msgspec.Struct, frozen=True, kw_only=True):
    """The names a system declares for the instances it uses; checked on emit. An empty set allows every name.

    `data` has the structs of its instances' data, by component and kind; with the kind "", those of every kind.
    """

    attributes: frozenset[str] = frozenset()
    tracks: frozenset[str] = frozenset()
    conditions: frozenset[str] = frozenset()
    data: Mapping[tuple[str, str], tuple[type[Data], ...]] = {}


class ConditionKind(NamedTuple):
    """A game's rule for a condition from any source. `single`: one is in it or is not, and a second time adds nothing.
    `moment` comes for the character who gains it, such as that they are helpless now.
    """

    single: bool = False
    moment: str = ""


class Hooks(NamedTuple):
    """Functions of a game that the core calls; None where the game has nothing of its own to say."""

    save: Callable[[Any, str, str], bool] | None = None
    """`save(play, ref, component.name) -> bool`: roll the save that an `UntilSaved` anchor waits for."""
    due: Callable[[Any, str, str], None] | None = None
    """`due(play, ref, component.name)`: bring about what an intent or task waits for, when its moment or time has come. It is
    still there, and ends (a task: falls due) after that, unless it was moved to another moment or ended."""
    downtime: Callable[[Any, str], int] | None = None
    """`downtime(play, ref) -> int`: how many slots a character has in a downtime phase; without it the option
    `downtime_slots` says."""


NO_HOOKS = Hooks()
"""The hooks of a game that leaves everything to the core."""


class System:
    """A game: its commands, options, moments and rules. Immutable once the registry holds it."""

    conditions: dict[str, ConditionKind]
    """The conditions of which the game says something wherever they come about, by name."""
    hooks: Hooks
    """The functions of the game that the core calls."""
    bonds: frozenset[str]
    """Kinds of links whose two ends take part in an encounter together: a summon, a mount, a rider."""
    periods: dict[str, int]
    """Moments that come round by the clock, with their length in in-game seconds (`day`: 86400)."""
    windows: dict[str, tuple[WindowHandler, ...]]
    """The handlers of each window of the game's rules, by its name (see `domain.play.windows`)."""
    ordered: frozenset[str]
    """Moments and windows whose simultaneous effects the owner of the subject may put in order."""
    roll_kinds: dict[str, RollKind] | None
    """The kinds of its rolls, by name; None for a game that declares none, and whose rolls are not checked."""
    question_kinds: dict[str, QuestionKind] | None
    """The kinds of its questions, by name; None for a game that declares none, and whose questions are not checked."""
    inputs: dict[str, CommandInputs]
    """The kinds of rolls and questions of its commands, and of the base's where its rules bring some about, by full type."""
    values: GameValues
    """The bounds of values by the game's rules, and derived values."""
    catalogue: dict[str, CatalogueKind]
    """The kinds of entries that people pick from, by name."""
    examples: Examples
    """The campaign that is set up for the examples of its commands, and what is played before some of them."""

    def __init__(
        self,
        *,
        id: str,
        name: str,
        version: int,
        kinds: Iterable[CommandSpec],
        options: Iterable[OptionSpec] = (),
        vocabulary: Vocabulary | None = None,
        moments: Mapping[str, tuple[Handler, ...]] | None = None,
        windows: Mapping[Any, tuple[WindowHandler, ...]] | None = None,
        rules: Iterable[RuleText] = (),
        periods: Mapping[str, int] | None = None,
        conditions: Mapping[str, ConditionKind] | None = None,
        ordered: Iterable[str] = (),
        layout: Layout | None = None,
        hooks: Hooks = NO_HOOKS,
        bonds: Iterable[str] = (),
        roll_kinds: Iterable[RollKind] | None = None,
        question_kinds: Iterable[QuestionKind] | None = None,
        examples: Examples | None = None,
        values: GameValues = NOTHING_SAID,
        inputs: Mapping[str, CommandInputs] | None = None,
        catalogue: Iterable[CatalogueKind] = (),
    ) -> None:
        self.id, self.name, self.version = id, name, version
        self.kinds = {f"{id}.{kind.name}": kind for kind in kinds}
        self.options = {option.name: option for option in options}
        self.vocabulary = vocabulary or Vocabulary()
        self.moments, self.windows = dict(moments or {}), _checked(windows or {})
        self.rules = {rule.id: rule for rule in rules}
        self.periods = dict(periods or {})
        self.ordered = frozenset(ordered)
        self.layout, self.conditions = layout, dict(conditions or {})
        self.hooks = hooks
        self.bonds = frozenset(bonds)
        self.roll_kinds = None if roll_kinds is None else {kind.name: kind for kind in roll_kinds}
        self.question_kinds = None if question_kinds is None else {kind.name: kind for kind in question_kinds}
        self.values, self.inputs, self.examples = values, dict(inputs or {}), examples or Examples()
        self.catalogue = {kind.name: kind for kind in catalogue}

    @cached_property
    def replacements(self) -> dict[str, tuple[str, ...]]:
        """The system's own commands, by type, that replace one of the base's, by its name."""
        replaced = dict.fromkeys(name for kind in self.kinds.values() for name in kind.replaces)
        return {name: tuple(type for type, kind in self.kinds.items() if name in kind.replaces) for name in replaced}

    @cached_property
    def derived_formulas(self) -> Mapping[str, Mapping[str, Formula]]:
        """The derived values of each kind of character as formulas, by their names."""
        return formulas_by_kind(self.values.derived)

    def check(self, event: Event) -> str | None:
        """Return what is wrong with an event in this system's vocabulary, or None."""
        named: frozenset[str] = getattr(self.vocabulary, event.component, frozenset())
        word = event.name
        if event.component == "conditions":
            word = getattr(getattr(event, "condition", None), "what", "")
        if named and word and word not in named:
            return f"{self.name} has no {word!r} among its {event.component}: it knows {', '.join(sorted(named))}"
        return None


def _checked(
    windows: Mapping[Any, tuple[WindowHandler, ...]],
) -> dict[str, tuple[WindowHandler, ...]]:
    """The handlers by the name of their window. Raises ValueError where one does not fit, or a name is taken twice."""
    by_name: dict[str, tuple[WindowHandler, ...]] = {}
    for window, handlers in windows.items():
        if window.name in by_name:
            raise ValueError(f"two windows are called {window.name!r}; give one of them another name")
        if len({handler.__name__ for handler in handlers}) < len(handlers):
            raise ValueError(f"two handlers of the window {window.name!r} have the same name; rename one of them")
        for handler in handlers:
            window.check(handler)
        by_name[window.name] = handlers
    return by_name


class UnknownSystem(LookupError):
    """No system of that id is installed."""

    slug = "unknown-system"

    def __init__(self, id: str, known: Iterable[str]) -> None:
        super().__init__(
            text("there is no system {id!r}; installed are {known}", id=id, known=", ".join(sorted(known)))
        )


class UnknownCommand(LookupError):
    """The campaign's system has no such command."""

    slug = "unknown-command"

    def __init__(self, type: str, system: System, known: Iterable[str]) -> None:
        near = closest(type, known)
        others = text("see the commands of the system for what there is")
        hint = text("did you mean {near}?", near=either(near)) if near else others
        super().__init__(text("{system} has no command {kind!r}; {hint}", system=system.name, kind=type, hint=hint))


class Registry:
    """The installed systems. `base` is the one whose commands every campaign has as well (freeform).

    Systems given as a mapping stay in it: it holds the base too, and may load a system when it is first asked for.
    """

    def __init__(self, base: System, systems: Iterable[System] | Mapping[str, System]) -> None:
        self.base = base
        self.systems: Mapping[str, System] = (
            systems if isinstance(systems, Mapping) else {base.id: base} | {system.id: system for system in systems}
        )

    def system(self, id: str) -> System:
        """The system of that id. Raises UnknownSystem."""
        if id not in self.systems:
            raise UnknownSystem(id, self.systems)
        return self.systems[id]

    def kinds(self, system: System) -> dict[str, CommandSpec]:
        """Every command of a campaign of this system, by type: the system's own and the base's."""
        return {**self.base.kinds, **system.kinds}

    def kind(self, system: System, type: str) -> CommandSpec:
        """The command of that type. Raises UnknownCommand."""
        kind = system.kinds.get(type) or self.base.kinds.get(type)
        if kind is None:
            raise UnknownCommand(type, system, self.kinds(system))
        return kind

    def options(self, system: System) -> dict[str, OptionSpec]:
        """The options of a campaign of this system: its own, and those that every campaign has."""
        return {**self.base.options, **system.options}

    def roll_kinds(self, system: System) -> dict[str, RollKind]:
        """The kinds of rolls in a campaign of this system, by name: the base's and its own."""
        return {**(self.base.roll_kinds or {}), **(system.roll_kinds or {})}

    def check_roll(self, system: System, kind: str, *, titled: bool) -> None:
        """Check that a system declares the kind of a roll, so that its rule has no defect. Raises ValueError."""
        if system.roll_kinds is None:
            return
        declared = self.roll_kinds(system).get(kind.partition("/")[0])
        if declared is None:
            raise ValueError(f"{system.name} declares no kind of rolls {kind!r}; add it to its rolls.toml")
        if titled and not declared.titled:
            raise ValueError(f"rolls of the kind {kind!r} are not titled; declare them so in rolls.toml")

    def inputs(self, system: System, type: str) -> CommandInputs:
        """The kinds of rolls and questions of a command in a campaign of this system, by full type: the system's and the base's."""
        here, base = (one.inputs.get(type, CommandInputs()) for one in (system, self.base))
        rolls = dict.fromkeys((*here.rolls, *base.rolls))
        return CommandInputs(rolls=tuple(rolls), questions=tuple(dict.fromkeys((*here.questions, *base.questions))))

    def question_kinds(self, system: System) -> dict[str, QuestionKind]:
        """The kinds of questions in a campaign of this system, by name: the base's and its own."""
        return {**(self.base.question_kinds or {}), **(system.question_kinds or {})}

    def question_kind(self, system: System, key: str) -> QuestionKind | None:
        """The declared kind of a question, by its key as a person sent it or it is stored. None where no kind has such keys."""
        declared = self.question_kinds(system)
        key_read = read(key, declared)
        return None if key_read is None else declared[key_read.kind]

    def check_question(self, system: System, kind: str, *, of: str = "", titled: bool = False) -> None:
        """Check that a system declares the kind of a question, so that its rule has no defect. Raises ValueError."""
        if system.question_kinds is None:
            return
        declared = self.question_kinds(system).get(kind)
        if declared is None:
            raise ValueError(f"{system.name} declares no kind of questions {kind!r}; add it to its questions.toml")
        if titled and not declared.titled:
            raise ValueError(f"questions of the kind {kind!r} are not titled; declare them so in questions.toml")
        if bool(of) is not declared.has_word:
            raise ValueError(
                f"questions of the kind {kind!r} are {'' if of else 'not '}given a word; declare it as they are asked"
            )

    def data(self, system: System, component: str, kind: str) -> tuple[type[Data], ...]:
        """The structs of the data of instances of exactly this kind in a campaign of this system: the base's and its own."""
        key = (component, kind)
        systems = (self.base,) if system is self.base else (self.base, system)
        return tuple(struct for one in systems for struct in one.vocabulary.data.get(key, ()))

    def replacements(self, system: System, kind: CommandSpec) -> tuple[str, ...]:
        """The system's own commands, by type, that replace this one of the base's; none for any other."""
        return system.replacements.get(kind.name, ()) if self.is_of_base(kind) else ()

    def is_of_base(self, kind: CommandSpec) -> bool:
        """Whether a command is the base's."""
        return self.base.kinds.get(f"{self.base.id}.{kind.name}") is kind

    def bonds(self, system: System) -> frozenset[str]:
        """The kinds of links by which one takes part in an encounter along with another: the system's and the base's."""
        return self.base.bonds | system.bonds

    def rule(self, system: System, id: str) -> RuleText | None:
        """Return the text of a rule, if the system or the base has it."""
        return system.rules.get(id) or self.base.rules.get(id)
