"""Whatever is put or set by hand, of whatever type, is taken or refused in a sentence, also where it is forced."""

from __future__ import annotations

from typing import Any

import pytest

from domain.play.refusals import Refused
from domain.vocabulary import COMPONENTS
from systems.freeform.adjusting.families import ELSEWHERE, WAYS
from tests.freeform.claims import expect_refusal
from tests.freeform.table import Table

VALUES: tuple[Any, ...] = (None, 1, "x", [], {}, True, 1.5, [1, 2], {"a": {"b": 1}}, -1, 2**53)
TARGETS = ("ramjet", "fight", "shift", "")


@pytest.fixture(scope="module")
def table() -> Table:
    table = Table().with_hero(hp=5)
    table.do("create_enclave", name="Shift")
    table.do("create_encounter", name="Fight")
    return table


def refusal(table: Table, command: str, args: dict[str, Any]) -> str:
    """What it was refused with; nothing where it was taken. Anything else it raises is a defect."""
    try:
        table.do(command, args, force=True)
    except Refused as refused:
        return refused.gm
    return "Taken."


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("component", sorted({*WAYS, *ELSEWHERE, "nonsense"}))
def test_any_value_in_any_field_is_taken_or_refused_in_a_sentence(table: Table, component: str, target: str) -> None:
    family = COMPONENTS.get(component)
    fields = family.instance.__struct_fields__ if family else ("field",)
    whose = {"target": target} if target else {}
    put = [("put", {"component": component, "name": "it", "instance": {f: v}}) for f in fields for v in VALUES]
    made = [("set", {"path": f"{component}.it.{f}", "value": v}) for f in fields for v in VALUES]
    sentences = [refusal(table, command, {**args, **whose}) for command, args in (*put, *made)]
    assert [sentence for sentence in sentences if not sentence.endswith((".", "?"))] == []


@pytest.mark.parametrize("value", [2**53, -(2**53), [1, {"a": 2**60}]])
def test_bug_a_number_that_browsers_do_not_hold_exactly_is_refused(value: Any) -> None:
    table = Table().with_hero(hp=5)
    with expect_refusal("value", "too large a number"):
        table.do("set", target="ramjet", path="tracks.hp.current", value=value)
    with expect_refusal("value", "too large a number"):
        table.do("put", target="ramjet", component="attributes", name="big", instance={"base": value})
