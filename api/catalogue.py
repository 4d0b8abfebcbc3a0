"""A game system's description, as data: its options, and its commands with their JSON schemas."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from domain.layout import Layout
from domain.system import By, CommandSpec, Registry, RuleText, System
from domain.vocabulary.base import Scalar
from projections.translation.games import GameTexts
from projections.views.catalogue import CatalogueUse, uses_of


class SystemLine(msgspec.Struct, frozen=True):
    """A game in the list of games."""

    id: str
    name: str
    version: int


class CommandView(msgspec.Struct, frozen=True, kw_only=True):
    """A command. `by` is who may give it: game masters; the owner of the character in the field `actor` (and game
    masters); any player; any member. `schema` is the JSON schema of its `args`, `option` the option it hangs on.
    In place of one that has an `instead`, the game's own commands named there are given. `slots` is how many slots of the
    downtime phase under way it takes, planned or given directly; null where it is no such thing. A command of a `scene`
    that names no encounter belongs to the open one in which its actor, or else its target, takes part."""

    type: str
    summary: str
    by: By
    actor: str
    option: str
    instead: tuple[str, ...]
    slots: int | None
    rules: tuple[str, ...]
    schema: Mapping[str, Any]
    example: Mapping[str, Any]
    scene: bool


class OptionView(msgspec.Struct, frozen=True, kw_only=True):
    """An optional rule or a ruling that a table may decide otherwise. Without `choices` any value of its kind will do."""

    name: str
    default: Scalar
    choices: tuple[Scalar, ...]
    text: str
    rules: tuple[str, ...]


class RollKindView(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of rolls, and who rolls it. Its `name` is the first part of the labels under which dice are sent and
    shown: `dodge`, with a target or, where several roll it, a roller `dodge/<handle>`. Where it is `titled`, the label
    is the command's own name of the roll.
    """

    name: str
    text: str
    titled: bool


class QuestionKindView(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of questions and offers: who is asked what. Its `name` is the first part of the keys under which answers are
    sent in advance and questions shown: `defend`, with those whom it is about behind it (`defend/<handle>`) and, where it is
    put again, its number (`defend/<handle>/2`). Handles, ids and references are taken alike; where only one question of
    the kind is asked, the kind alone will do. Where it is `of_roll`, the label of the roll stands behind the name
    (`morale/attack/<handle>`), and where it has an `of`, the word that `of` tells of. Where it is `titled`, the key is
    the one that the command gives."""

    name: str
    text: str
    of_roll: bool
    of: str
    titled: bool


class CatalogueKindView(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of entries of a game's catalogue: its `title`, the number of its entries, the rules of all of them, the commands
    and their fields that take the key of one, and the command with which a campaign adds its own."""

    name: str
    title: str
    entries: int
    rules: tuple[str, ...]
    uses: tuple[CatalogueUse, ...]
    added_by: str


class SystemView(msgspec.Struct, frozen=True, kw_only=True):
    """A game: its options with their defaults, every command of its campaigns, its kinds of rolls and questions, and
    the layout of its sheets, boards and groups: sections, columns, the words for moments, the signs of its map and the
    columns of a group's log, as `domain.layout` describes them. They are empty where the game leaves the layout to the
    client. `catalogue` are the kinds of what people pick from.
    """

    id: str
    name: str
    version: int
    options: tuple[OptionView, ...]
    commands: tuple[CommandView, ...]
    rolls: tuple[RollKindView, ...]
    questions: tuple[QuestionKindView, ...]
    sheet: tuple[Mapping[str, Any], ...]
    board: tuple[Mapping[str, Any], ...]
    group: tuple[Mapping[str, Any], ...]
    roster: tuple[Mapping[str, Any], ...]
    log: Mapping[str, Any] | None
    moments: Mapping[str, str]
    map: Mapping[str, Any] | None
    rules: int
    catalogue: tuple[CatalogueKindView, ...]


class RuleView(msgspec.Struct, frozen=True, kw_only=True):
    """The text of a rule, in our own words. `planned` ones are not built yet; `lines` is where the rulebook has it."""

    id: str
    text: str
    area: str
    kind: str
    lines: str
    planned: bool


def system_line(system: System) -> SystemLine:
    """A game as the list shows it."""
    return SystemLine(system.id, system.name, system.version)


def system_view(registry: Registry, system: System) -> SystemView:
    """Return a game's description, for client developers."""
    layout = system.layout or Layout()
    return SystemView(
        id=system.id,
        name=system.name,
        version=system.version,
        options=tuple(
            msgspec.convert(option, OptionView, from_attributes=True) for option in registry.options(system).values()
        ),
        commands=tuple(
            command_view(type, kind, registry.replacements(system, kind))
            for type, kind in sorted(registry.kinds(system).items())
        ),
        rolls=tuple(
            msgspec.convert(kind, RollKindView, from_attributes=True)
            for _, kind in sorted(registry.roll_kinds(system).items())
        ),
        questions=tuple(
            msgspec.convert(kind, QuestionKindView, from_attributes=True)
            for _, kind in sorted(registry.question_kinds(system).items())
        ),
        sheet=msgspec.to_builtins(layout.sheet),
        board=msgspec.to_builtins(layout.board),
        group=msgspec.to_builtins(layout.group),
        roster=msgspec.to_builtins(layout.roster),
        log=msgspec.to_builtins(layout.log),
        moments=layout.moments,
        map=msgspec.to_builtins(layout.map),
        rules=len(system.rules),
        catalogue=catalogue_kinds(system),
    )


def catalogue_kinds(system: System) -> tuple[CatalogueKindView, ...]:
    """Return the kinds of a game's catalogue."""
    uses = uses_of(system)
    return tuple(
        CatalogueKindView(
            name=kind.name,
            title=kind.title,
            entries=len(kind.table),
            rules=kind.rules,
            uses=uses.get(kind.name, ()),
            added_by=f"{system.id}.{kind.added_by}" if kind.added_by else "",
        )
        for kind in system.catalogue.values()
    )


def command_view(type: str, kind: CommandSpec, instead: tuple[str, ...] = ()) -> CommandView:
    """A command with the schema of its arguments."""
    return CommandView(
        type=type,
        summary=kind.summary,
        by=kind.by,
        actor=kind.actor,
        option=kind.option,
        instead=instead,
        slots=kind.slots,
        rules=kind.rules,
        schema=_schema_of(kind.args),
        example=kind.example,
        scene=kind.scene,
    )


@cache
def _schema_of(args: type[msgspec.Struct]) -> Mapping[str, Any]:
    return inlined(msgspec.json.schema(args))


def rule_view(rule: RuleText) -> RuleView:
    """A rule's words."""
    return msgspec.convert(rule, RuleView, from_attributes=True)


def inlined(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with its root in place of the reference to it."""
    named = schema["$ref"].rpartition("/")[2]
    rest = {name: part for name, part in schema["$defs"].items() if name != named}
    return {**schema["$defs"][named], **({"$defs": rest} if rest else {})}


@cache
def texts_in(language: str, *games: str) -> GameTexts:
    """Return the texts of commands, forms and rules in a language: those of the given games, the first of which counts most, and of
    the base that every game includes."""
    from systems.registry import BASE, home  # noqa: PLC0415 - a read elsewhere needs no games

    packages = (home(game) for game in (*games, BASE) if game)
    return GameTexts(tuple(dict.fromkeys(filter(None, packages))), language)
