"""A formula that depends on what a table has chosen for an option."""

from __future__ import annotations

import pytest

from domain.kit.options import where_chosen
from domain.play.reading import TrackedReads
from domain.play.values import effective
from domain.vocabulary.expressions import AnyExpression, Number
from tests.freeform.table import Table


@pytest.mark.parametrize(("chosen", "value"), [(None, 2), ("server", 5), ("either", 5), ("table", 2)])
def test_one_of_the_choices_brings_the_one_value_and_all_else_the_other(chosen: str | None, value: int) -> None:
    table = Table()
    if chosen is not None:
        table.do("set_option", option="dice", value=chosen)
    assert _value(table, where_chosen("dice", ("server", "either"), Number(value=5), Number(value=2))) == value


def test_without_another_value_it_is_0() -> None:
    assert _value(Table(), where_chosen("dice", ("server",), Number(value=5))) == 0


def _value(table: Table, formula: AnyExpression) -> int:
    table.with_hero().do("define", target="ramjet", path="guard", formula=formula)
    return effective(TrackedReads(table, None), table.ref("ramjet"), "guard").total
