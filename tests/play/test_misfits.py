"""Values that do not fit are refused in words that say what must stand there."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any
from uuid import UUID

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.misfits import misfit
from domain.system import CommandSpec
from tests.games.own import TYPES


class Kind(StrEnum):
    GOOD = "good"
    BAD = "bad"


class Inner(msgspec.Struct, forbid_unknown_fields=True):
    count: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1


class Outer(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=3)]
    kind: Kind = Kind.GOOD
    inner: list[Inner] = []
    share: Annotated[float, msgspec.Meta(gt=0, lt=1)] | None = None
    mixed: int | str | None = None
    id: UUID | None = None
    at: datetime | None = None
    few: Annotated[list[int], msgspec.Meta(min_length=1, max_length=2)] = msgspec.field(default_factory=lambda: [1])
    on: bool = False
    by_kind: dict[Kind, int] = {}


def sentence(value: Any, kind: Any = Outer) -> str:
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.convert(value, kind)
    return misfit(kind, str(refused.value)).sentence("the body")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({}, "`name` is missing; the fields are name, kind, inner, share, mixed, id, at, few, on, by_kind"),
        ([], "the body must be an object, not a list"),
        ({"name": 1}, "`name` must be text, not a whole number"),
        ({"name": ""}, "`name` must have at least 1 character"),
        ({"name": "abcd"}, "`name` must have at most 3 characters"),
        ({"name": "a", "kind": "odd"}, "`kind` cannot be 'odd'; it is one of good, bad"),
        ({"name": "a", "inner": [{"count": 0}]}, "`inner[0].count` must be at least 1"),
        ({"name": "a", "inner": [{"count": 10}]}, "`inner[0].count` must be at most 9"),
        ({"name": "a", "inner": [{"size": 10}]}, "`inner[0].size` is no field here; the fields are count"),
        ({"name": "a", "share": 0.0}, "`share` must be more than 0.0"),
        ({"name": "a", "share": 1.0}, "`share` must be less than 1.0"),
        ({"name": "a", "mixed": []}, "`mixed` must be a whole number or text, not a list"),
        ({"name": "a", "id": "x"}, "`id` must be an id such as 0190b2f0-7c1e-7000-8000-000000000000"),
        ({"name": "a", "at": "x"}, "`at` must be a time such as 2026-01-31T20:00:00Z"),
        ({"name": "a", "few": []}, "`few` must hold at least 1"),
        ({"name": "a", "few": [1, 2, 3]}, "`few` must hold at most 2"),
        ({"name": "a", "on": "yes"}, "`on` must be true or false, not text"),
        ({"name": "a", "by_kind": {"odd": 1}}, "`by_kind` cannot be 'odd'; it is one of good, bad"),
        ({"name": "a", "by_kind": {"bad": ""}}, "`by_kind[]` must be a whole number, not text"),
        ({"name": "a", "on": None}, "`on` must be true or false, not nothing"),
    ],
)
def test_a_misfit_is_said_with_its_place_and_what_must_stand_there(value: Any, expected: str) -> None:
    assert sentence(value) == expected


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=4,
)


@given(data=st.data(), value=JSON)
def test_no_command_is_refused_in_the_words_of_a_decoder(data: Any, value: Any) -> None:
    system, name = data.draw(st.sampled_from(TYPES))
    spec: CommandSpec = system.kinds[name]
    field = data.draw(st.sampled_from([*spec.args.__struct_encode_fields__, "odd"]))
    try:
        msgspec.convert({**spec.example, field: value}, spec.args)
    except msgspec.ValidationError as error:
        refusal = misfit(spec.args, str(error)).sentence("the args")
        assert not any(word in refusal for word in ("Expected", "Invalid", "Object", "null", " - at "))
