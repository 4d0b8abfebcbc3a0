"""Answers about systems, written from the OpenAPI document of the service."""

from __future__ import annotations

from typing import Any

import msgspec

from retcon_client.answers.shared import CatalogueUse


class CatalogueKindView(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of entries of a game's catalogue: its `title`, the number of its entries, the rules of all of them, the
    commands and their fields that take the key of one, and the command with which a campaign adds its own.
    """

    name: str
    title: str
    entries: int
    rules: tuple[str, ...]
    uses: tuple[CatalogueUse, ...]
    added_by: str


class CommandField(msgspec.Struct, frozen=True, kw_only=True):
    """A field of a command, or of a struct within one. `choices` are all values there are; where it is `open`, they are
    suggestions. `refers_to` is the sort of thing that it names by handle, id or name; `catalogue` are the kinds of
    entries of the game's catalogue whose keys it takes, and `instance` says of what on a sheet it takes the name.
    `default` holds where the field is left out; a field that is `required` has none. `item` describes what a list or
    map holds, `keys` the keys of a map, `size` the number of items of a list that has a fixed one, and `fields` the
    fields of a struct.
    """

    name: str | None = None
    meaning: str | None = None
    type: str | None = None
    required: bool | None = None
    default: Any = None
    nullable: bool | None = None
    choices: tuple[bool | str | int | None, ...] = ()
    open: bool | None = None
    refers_to: str | None = None
    catalogue: tuple[str, ...] = ()
    instance: InstanceNamed | None = None
    minimum: float | None = None
    maximum: float | None = None
    item: CommandField | None = None
    keys: str | None = None
    size: int | None = None
    fields: tuple[CommandField, ...] = ()


class CommandGuide(msgspec.Struct, frozen=True, kw_only=True):
    """A command as a form or a person needs it. `about` says more than `summary`. `example` are args that work in the
    campaign that the game's examples set up, after the steps `before`. `instead` are the game's own commands that
    are given in its place; `slots` is how many downtime slots it takes, null where it is no such thing; a command of
    a `scene` belongs to an encounter, by default the one in which its actor takes part.
    """

    type: str
    summary: str
    about: str
    by: str
    actor: str
    option: str
    instead: tuple[str, ...]
    slots: int | None
    scene: bool
    fields: tuple[CommandField, ...]
    rolls: tuple[RollKindView, ...]
    questions: tuple[QuestionKindView, ...]
    rules: tuple[RuleView, ...]
    example: dict[str, Any]
    before: tuple[CommandStep, ...]


class CommandStep(msgspec.Struct, frozen=True, kw_only=True):
    """A command with its args, as an example gives it."""

    type: str
    args: dict[str, Any]


class CommandSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A command in a list. `title` is what people call it; `by` is who may give it, as in `GET /systems/{system}`;
    `chapters` are the parts of the rulebook that its rules stand in.
    """

    type: str
    title: str
    summary: str
    by: str
    option: str
    rules: tuple[str, ...]
    chapters: tuple[str, ...]


class CommandView(msgspec.Struct, frozen=True, kw_only=True):
    """A command. `by` is who may give it: game masters; the owner of the character in the field `actor` (and game
    masters); any player; any member. `schema` is the JSON schema of its `args`, `option` the option it hangs on. In
    place of one that has an `instead`, the game's own commands named there are given. `slots` is how many slots of
    the downtime phase under way it takes, planned or given directly; null where it is no such thing. A command of a
    `scene` that names no encounter belongs to the open one in which its actor, or else its target, takes part.
    """

    type: str
    summary: str
    by: str
    actor: str
    option: str
    instead: tuple[str, ...]
    slots: int | None
    rules: tuple[str, ...]
    schema: dict[str, Any]
    example: dict[str, Any]
    scene: bool


class InstanceNamed(msgspec.Struct, frozen=True, kw_only=True):
    """The instance that a field names: one of a `component`; where `kind` is given, one of that kind (or one that is
    that). `of` is the field that says whose it is; `by` is what the field takes: the name of the instance, or its
    title.
    """

    component: str
    kind: str | None = None
    of: str | None = None
    by: str | None = None


class OptionView(msgspec.Struct, frozen=True, kw_only=True):
    """An optional rule or a ruling that a table may decide otherwise. Without `choices` any value of its kind will do."""

    name: str
    default: str | int | bool | None
    choices: tuple[str | int | bool | None, ...]
    text: str
    rules: tuple[str, ...]


class QuestionKindView(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of questions and offers: who is asked what. Its `name` is the first part of the keys under which answers
    are sent in advance and questions shown: `defend`, with those whom it is about behind it (`defend/<handle>`) and,
    where it is put again, its number (`defend/<handle>/2`). Handles, ids and references are taken alike; where only
    one question of the kind is asked, the kind alone will do. Where it is `of_roll`, the label of the roll stands
    behind the name (`morale/attack/<handle>`), and where it has an `of`, the word that `of` tells of. Where it is
    `titled`, the key is the one that the command gives.
    """

    name: str
    text: str
    of_roll: bool
    of: str
    titled: bool


class RollKindView(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of rolls, and who rolls it. Its `name` is the first part of the labels under which dice are sent and
    shown: `dodge`, with a target or, where several roll it, a roller `dodge/<handle>`. Where it is `titled`, the
    label is the command's own name of the roll.
    """

    name: str
    text: str
    titled: bool


class RuleView(msgspec.Struct, frozen=True, kw_only=True):
    """The text of a rule, in our own words. `planned` ones are not built yet; `lines` is where the rulebook has it."""

    id: str
    text: str
    area: str
    kind: str
    lines: str
    planned: bool


class SystemLine(msgspec.Struct, frozen=True, kw_only=True):
    """A game in the list of games."""

    id: str
    name: str
    version: int


class SystemView(msgspec.Struct, frozen=True, kw_only=True):
    """A game: its options with their defaults, every command of its campaigns, its kinds of rolls and questions, and
    the layout of its sheets, boards and groups: sections, columns, the words for moments, the signs of its map and
    the columns of a group's log, as `domain.layout` describes them. They are empty where the game leaves the layout
    to the client. `catalogue` are the kinds of what people pick from.
    """

    id: str
    name: str
    version: int
    options: tuple[OptionView, ...]
    commands: tuple[CommandView, ...]
    rolls: tuple[RollKindView, ...]
    questions: tuple[QuestionKindView, ...]
    sheet: tuple[dict[str, Any], ...]
    board: tuple[dict[str, Any], ...]
    group: tuple[dict[str, Any], ...]
    roster: tuple[dict[str, Any], ...]
    log: dict[str, Any] | None
    moments: dict[str, str]
    map: dict[str, Any] | None
    rules: int
    catalogue: tuple[CatalogueKindView, ...]
