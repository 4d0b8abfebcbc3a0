"""What hangs on several anchors ends with whichever comes first."""

from __future__ import annotations

from typing import Any

import pytest

from domain.vocabulary.anchors import AtMoment, UntilFirst
from tests.freeform.claims import expect_refusal
from tests.freeform.table import Table


def moment(name: str, passing: int = 0) -> dict[str, Any]:
    return {"by": "moment", "moment": name, "subject": "ramjet", "passing": passing}


def aiming(*of: dict[str, Any]) -> Table:
    table = Table().with_hero()
    table.do("afflict", target="ramjet", what="aiming", until={"by": "first", "of": of})
    return table


def call(table: Table, moment: str) -> None:
    table.do("call_moment", moment=moment, subject="ramjet")


def lasts(table: Table) -> bool:
    return bool(table.see("ramjet").conditions)


def test_the_first_of_two_moments_ends_it() -> None:
    table = aiming(moment("turn_end", passing=1), moment("harmed"))
    call(table, "harmed")
    assert not lasts(table)


def test_the_other_of_two_moments_ends_it_as_well() -> None:
    table = aiming(moment("turn_end", passing=1), moment("harmed"))
    call(table, "turn_end")
    assert lasts(table)
    call(table, "turn_end")
    assert not lasts(table)


def test_a_moment_that_goes_by_is_counted_on_its_own_anchor_only() -> None:
    table = aiming(moment("turn_end", passing=2), moment("harmed", passing=2))
    call(table, "turn_end")
    until = table.only("ramjet", "conditions").until
    assert isinstance(until, UntilFirst)
    assert [part.passing for part in until.of if isinstance(part, AtMoment)] == [1, 2]


@pytest.mark.parametrize(("seconds", "still"), [(59, True), (60, False)])
def test_a_time_among_them_is_reached_to_the_second(seconds: int, still: bool) -> None:
    table = aiming(moment("harmed"), {"by": "time", "at": 60})
    table.do("advance_clock", seconds=seconds)
    assert lasts(table) == still


def test_the_earlier_of_two_times_ends_it() -> None:
    table = aiming({"by": "time", "at": 90}, {"by": "time", "at": 60})
    table.do("advance_clock", seconds=60)
    assert not lasts(table)


@pytest.mark.parametrize("ending", ["scene", "session"])
def test_a_scene_or_session_among_them_ends_it(ending: str) -> None:
    table = Table().with_hero()
    table.do("open_session")
    table.do("open_scene")
    until = {"by": "first", "of": [moment("harmed"), {"by": ending}]}
    table.do("afflict", target="ramjet", what="aiming", until=until)
    table.do(f"end_{ending}")
    assert not lasts(table)


def test_an_instance_among_them_that_goes_ends_it() -> None:
    table = Table().with_hero()
    table.do("put", target="ramjet", component="wounds", name="cut", instance={"severity": "lesser"})
    path = f"{table.ref('ramjet')}.wounds.cut"
    until = {"by": "first", "of": [moment("harmed"), {"by": "instance", "path": path}]}
    table.do("afflict", target="ramjet", what="aiming", until=until)
    table.do("close_wound", target="ramjet", wound="cut")
    assert not lasts(table)


def test_a_save_among_them_ends_it_where_it_succeeds() -> None:
    table = aiming(moment("harmed"), {"by": "save", "moment": "turn_end", "subject": "ramjet"})
    call(table, "turn_end")
    assert lasts(table)
    table.answer("ends")
    assert not lasts(table)


def test_a_counter_with_a_moment_among_them_begins_afresh_each_time() -> None:
    table = Table().with_hero()
    until = {"by": "first", "of": [moment("harmed"), {"by": "scene"}]}
    table.do("use", target="ramjet", what="first-aid", until=until)
    for _ in range(2):
        assert table.only("ramjet", "uses").count == 1
        call(table, "harmed")
        assert table.only("ramjet", "uses").count == 0
        table.do("use", target="ramjet", what="first-aid")


def test_the_subjects_within_are_given_by_handle() -> None:
    table = aiming(moment("harmed"), moment("turn_end"))
    until = table.only("ramjet", "conditions").until
    assert {part.subject for part in until.of} == {table.ref("ramjet")}


def test_the_first_of_none_would_never_end_and_is_refused() -> None:
    with expect_refusal("anchor", "at least one"):
        aiming()
