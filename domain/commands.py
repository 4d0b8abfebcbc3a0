"""Commands: the envelope that every one comes in, and the kinds of fields that one may have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, TypeVar

import msgspec
from msgspec import Meta, inspect

from domain.vocabulary.base import Audience

Text = Annotated[str, Meta(max_length=20_000, description="Free text", extra={"text": True})]
"""Words of a person. The ledger keeps them in a row of their own, under a salted digest, so that they can be erased."""

CharacterRef = Annotated[str, Meta(description="A character's handle or id", extra={"ref": "character"})]
EncounterRef = Annotated[str, Meta(description="An encounter's handle or id", extra={"ref": "encounter"})]
EnclaveRef = Annotated[str, Meta(description="An enclave's handle or id", extra={"ref": "enclave"})]
AnyRef = Annotated[str, Meta(description="The handle or id of a character, encounter or enclave", extra={"ref": ""})]
Whom = Annotated[
    str,
    Meta(
        description="The handle, id or name of a character, encounter or enclave, or any other words",
        extra={"whom": ""},
    ),
]
"""A subject that may have no character in the campaign. A name that the sender knows is stored as its reference, so
that each reader sees no more than they may know.
"""
MemberRef = Annotated[str, Meta(description="A member, by id or name", extra={"member": True})]


class Command(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Base of what a system's commands carry: the `args` of the envelope, in the rulebook's words.

    `version` rises when a field changes its meaning; `upcast` then turns older stored args into today's.
    """

    version: ClassVar[int] = 1

    @classmethod
    def upcast(cls, _version: int, args: dict[str, Any]) -> dict[str, Any]:
        """Return today's fields for those of an older version; a command with a single version returns them unchanged."""
        return args


DiceGiven = dict[str, tuple[int, ...]] | tuple[int, ...]
"""Dice that were rolled elsewhere: by label, or one list in rolling order."""

DiceSource = Literal["table", "gm", "imported"]
"""The source of the dice that a command brings: the table, the game master who sets them, or an import."""


class Envelope(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A command as it is sent and as it is stored (then with ids for handles, and keys for free text).

    `id` is the sender's UUID and makes a retry safe. `responses` answer questions in advance, by key. `force` is the
    game master's: refusals by rule are overruled. `expected_entry` is the newest entry the sender has seen.
    `dice_source` says where typed dice come from: `table` unless the game master sets them (`gm`) or they are imported.
    `version` is that of the args; left out (0) it is today's in a command that is sent, and the first in a stored one.
    """

    type: str
    id: str = ""
    encounter: str | None = None
    args: dict[str, Any] = {}
    dice: DiceGiven = ()
    responses: dict[str, str] = {}
    reason: str | None = None
    force: bool = False
    audience: Audience = "all"
    expected_entry: int | None = None
    dice_source: DiceSource = "table"
    version: int = 0


def encounter_of(envelope: Envelope) -> str | None:
    """The encounter that a stored command belongs to, by reference.

    Acceptance resolves it into the envelope. Ledgers hold commands from before that did, which named it in their args.
    """
    return envelope.args.get("encounter") or envelope.encounter


class Planned(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A command that another one carries, to be given later: an action planned for downtime.

    It is accepted with the command that carries it: references and keys replace handles and free text, and the planner
    has the right to give it.
    """

    type: Annotated[str, Meta(description="Which command: `<system>.<command>`")]
    args: Annotated[dict[str, Any], Meta(description="The command's own fields")] = {}
    dice: Annotated[DiceGiven, Meta(description="Dice that were rolled for it already, by label")] = ()
    responses: Annotated[dict[str, str], Meta(description="Answers to its questions in advance, by key")] = {}
    version: Annotated[int, Meta(description="The version of its fields, today's where it is left out")] = 0


S = TypeVar("S", bound=msgspec.Struct)


class Marked(msgspec.Struct, frozen=True):
    """A field of a command that has a mark: `mark` is `ref`, `whom` (a reference, or other words), `path` (a reference with
    more behind it), `member` or `text`; `of` the kind of aggregate meant.

    `field` is the attribute's name, which may differ from the name in JSON (`from_` is sent as `from`).
    """

    field: str
    mark: str
    of: str
    many: bool


_MARKS = ("ref", "whom", "path", "member", "text")


@cache
def marked_fields(command: type[msgspec.Struct]) -> tuple[Marked, ...]:
    """The reference, path, member and free-text fields of a command, also inside lists and optional fields."""
    info = inspect.type_info(command)
    assert isinstance(info, inspect.StructType)
    return tuple(
        Marked(field.name, mark, str(of), many)
        for field in info.fields
        for mark, of, many in _marks(field.type, many=False)
    )


def _marks(kind: inspect.Type, *, many: bool) -> Iterator[tuple[str, object, bool]]:
    if isinstance(kind, inspect.Metadata):
        extra = kind.extra or {}
        yield from ((mark, extra[mark], many) for mark in _MARKS if mark in extra)
        yield from _marks(kind.type, many=many)
    elif isinstance(kind, inspect.UnionType):
        for option in kind.types:
            yield from _marks(option, many=many)
    elif isinstance(kind, inspect.ListType | inspect.VarTupleType | inspect.SetType):
        yield from _marks(kind.item_type, many=True)


def with_fields(command: S, marked: tuple[Marked, ...], mark: str, change: Callable[[Marked, str], str]) -> S:
    """The command with every field of this mark passed through `change`; fields left out stay out.

    Fields of structs within it (an anchor's subject) are passed through as well, also where it holds several.
    """
    values: dict[str, Any] = {}
    for field in marked:
        value = getattr(command, field.field)
        if field.mark != mark or value is None or value is msgspec.UNSET or value == "":
            continue
        values[field.field] = tuple(change(field, one) for one in value) if field.many else change(field, value)
    for name in command.__struct_fields__:
        inner = getattr(command, name)
        if isinstance(inner, msgspec.Struct):
            values[name] = with_fields(inner, marked_fields(type(inner)), mark, change)
        elif isinstance(inner, tuple) and (several := [one for one in inner if isinstance(one, msgspec.Struct)]):
            values[name] = tuple(with_fields(one, marked_fields(type(one)), mark, change) for one in several)
    return msgspec.structs.replace(command, **values) if values else command


def named_in(command: msgspec.Struct) -> Iterator[str]:
    """Yield the references that a settled command names, also in structs within it and at the beginning of paths.

    Mere subjects of a text (`Whom`) are left out, and so are references in carried commands (see `carried_by`).
    """
    for field in marked_fields(type(command)):
        value = getattr(command, field.field)
        for named in value if isinstance(value, tuple) else (value,):
            if field.mark in ("ref", "path") and isinstance(named, str) and named:
                ref, dot, _ = named.partition(".")
                yield from (ref,) if dot or field.mark == "ref" else ()
    for inner in (getattr(command, name) for name in command.__struct_fields__):
        for one in inner if isinstance(inner, tuple) else (inner,):
            if isinstance(one, msgspec.Struct):
                yield from named_in(one)


@cache
def carrying(command: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields of a command that are lists of commands to be given later."""
    info = inspect.type_info(command)
    assert isinstance(info, inspect.StructType)
    return tuple(field.name for field in info.fields if _is_carrying(field.type))


def _is_carrying(kind: inspect.Type) -> bool:
    if isinstance(kind, inspect.Metadata):
        return _is_carrying(kind.type)
    item = kind.item_type if isinstance(kind, inspect.VarTupleType) else None
    return isinstance(item, inspect.StructType) and issubclass(item.cls, Planned)


def carried_by(command: msgspec.Struct) -> Iterator[Planned]:
    """Yield the commands that a command carries."""
    for field in carrying(type(command)):
        yield from getattr(command, field)


def with_planned(command: S, change: Callable[[Planned], Planned]) -> S:
    """The command with every command that it carries passed through `change`, wherever in it they stand."""
    values: dict[str, Any] = {}
    for name in command.__struct_fields__:
        inner = getattr(command, name)
        if isinstance(inner, msgspec.Struct):
            values[name] = _changed(inner, change)
        elif isinstance(inner, tuple) and any(isinstance(one, msgspec.Struct) for one in inner):
            values[name] = tuple(_changed(one, change) if isinstance(one, msgspec.Struct) else one for one in inner)
    return msgspec.structs.replace(command, **values) if values else command


def _changed(inner: msgspec.Struct, change: Callable[[Planned], Planned]) -> msgspec.Struct:
    return change(inner) if isinstance(inner, Planned) else with_planned(inner, change)
