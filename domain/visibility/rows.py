"""The schemas of rows: an instance of a component as an answer has it, all its fields together.

`instance_fields` makes the rows. Here is what they look like, for the description of the interface: a row has every field of its
instance, and leaves out what only game masters are shown. No row is ever made of these structs.
"""

from __future__ import annotations

from functools import cache
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.visibility.view_fields import CONDITIONS
from domain.vocabulary.anchors import Anchor
from domain.vocabulary.base import Instance
from domain.vocabulary.bodies import Condition, Wound
from domain.vocabulary.expressions import Expression
from domain.vocabulary.groups import Asset, Follower, Membership, Mission
from domain.vocabulary.holdings import Card, Choice, Item, Trait
from domain.vocabulary.maps import Area, Crowd, Position, Prop, Zone
from domain.vocabulary.questions import Question
from domain.vocabulary.undertakings import Intent, Link, Task, Use
from domain.vocabulary.values import Formula, Modifier


class AnchorRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The anchor of a row: it ends when its anchor goes. `by` says what that is, and which of the other fields are there.

    `moment`: a moment of a `subject` (empty: of nobody), after `passing` more of them. `save`: a save at such a moment, against a
    `target`. `time`: the in-game clock reaches `at`, in seconds. `instance`: another instance at `path`. `encounter`: that
    encounter. `scene`, `session`: the current one. `first`: the first `of` several.
    """

    by: str
    moment: str = ""
    subject: str = ""
    passing: int = 0
    save: str = ""
    target: int = 0
    at: int = 0
    path: str = ""
    encounter: str = ""
    of: tuple[AnchorRow, ...] = ()


_FORMULA: Final = dict[str, Any]
"""A formula: `op` says which kind it is, the other fields are its parts."""

ROWS: Final[tuple[type[Instance], ...]] = (
    Modifier,
    Formula,
    Wound,
    Condition,
    Trait,
    Choice,
    Item,
    Card,
    Task,
    Use,
    Link,
    Intent,
    Question,
    Position,
    Area,
    Zone,
    Prop,
    Crowd,
    Membership,
    Asset,
    Mission,
    Follower,
)
"""The instances that answers show as rows."""

_LACKING: Final[dict[type[Instance], tuple[str, ...]]] = {Modifier: ("audience", *CONDITIONS)}
"""The fields that a row may lack, where that is more than the audience, which game masters alone are shown."""


_HIDING: Final[dict[type[Instance], tuple[str, ...]]] = {Formula: ("expression",)}
"""The fields that are null where the reader may not know what they lean on."""


def row_of(kind: type[Instance]) -> Meta:
    """Return the mark of a field whose values are rows of these instances."""
    return Meta(extra_json_schema={"$ref": f"#/components/schemas/{row_struct(kind).__name__}"})


@cache
def row_struct(kind: type[Instance]) -> type[msgspec.Struct]:
    """Return the struct by which a row of these instances is described."""
    hints, lacking = get_type_hints(kind), _LACKING.get(kind, ("audience",))
    hints |= {name: Union[hints[name], None] for name in _HIDING.get(kind, ())}  # noqa: UP007  # types known only now
    fields = [_field(name, _shown(hints[name]), may_lack=name in lacking) for name in kind.__struct_fields__]
    return msgspec.defstruct(
        f"{kind.__name__}Row",
        fields,
        frozen=True,
        kw_only=True,
        omit_defaults=True,
        namespace={"__doc__": kind.__doc__},
    )


def _field(name: str, shown: Any, *, may_lack: bool) -> Any:
    return (name, Union[shown, UnsetType], UNSET) if may_lack else (name, shown)  # noqa: UP007  # types known only now


def _shown(hint: Any) -> Any:
    """Return the type of a field as it is shown: anchors and formulas of every kind as one."""
    kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    return Union[tuple(dict.fromkeys(map(_one, kinds)))]  # noqa: UP007  # types known only now


def _one(kind: Any) -> Any:
    if not isinstance(kind, type):
        return kind
    return AnchorRow if issubclass(kind, Anchor) else _FORMULA if issubclass(kind, Expression) else kind
