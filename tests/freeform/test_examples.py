"""Every command's example works as it stands, in the campaign that is set up for them."""

import pytest

from domain.play.refusals import Refused
from systems.freeform import SYSTEM
from tests.freeform.table import Table

OF_A_DEED = {"freeform.answer", "freeform.close"}
ON_RECORD = {"freeform.seal", "freeform.unseal"}


@pytest.fixture
def table() -> Table:
    table = Table()
    for step in SYSTEM.examples.setup:
        table.do(step.type, step.args)
    return table


@pytest.mark.parametrize("type", sorted(SYSTEM.kinds.keys() - OF_A_DEED - ON_RECORD))
def test_the_example_of_a_command_works_and_leaves_its_trace(table: Table, type: str) -> None:
    for step in SYSTEM.examples.before(type):
        table.do(step.type, step.args)
    table.do(type, SYSTEM.kinds[type].example, server=lambda _: 1)
    without_trace = {"freeform.call_moment"}
    assert bool(table.told) == (type not in without_trace)


@pytest.mark.parametrize("type", sorted(OF_A_DEED))
def test_an_answer_is_refused_by_itself(table: Table, type: str) -> None:
    with pytest.raises(Refused) as refused:
        table.do(type, SYSTEM.kinds[type].example, force=True)
    assert refused.value.rule == "no-rule"


@pytest.mark.parametrize("type", sorted(ON_RECORD))
def test_a_commitment_is_refused_as_a_part_of_the_story(table: Table, type: str) -> None:
    with pytest.raises(Refused) as refused:
        table.do(type, SYSTEM.kinds[type].example, force=True)
    assert refused.value.rule == "kept-elsewhere"


def test_every_command_says_what_it_does() -> None:
    assert [kind.name for kind in SYSTEM.kinds.values() if not kind.summary.endswith(".")] == []


def test_every_rule_that_a_command_names_says_something() -> None:
    named = {rule for kind in SYSTEM.kinds.values() for rule in kind.rules}
    assert named <= SYSTEM.rules.keys()
