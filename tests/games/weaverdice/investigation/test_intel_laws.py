"""What holds of the whole hunt, from the first lead to the mission, whatever of it is taken back."""

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.weaverdice.informing import Briefing

Steps = list[Callable[[], int]]


def steps(table: Briefing) -> Steps:
    """A hunt for Pearl with server dice, a step at a time."""
    find: dict[str, Any] = {"who": "bandit", "search": "pearl"}
    bank: dict[str, Any] = {"group": "crew", "mission": "The bank"}
    on: dict[str, Any] = {"group": "crew", "grid": "target"}
    theory = "Pearl sleeps at the docks"
    return [
        lambda: table.play("award_intel", who="bandit", tier=3, type="violent", provenance="a file"),
        lambda: table.play("begin_search", who="bandit", target="pearl", base=200, **on),
        lambda: table.play("search", **find),
        lambda: table.play("rate_information", **find, what="Her thralls talk", tier=2, gains=[{"type": "f-lister"}]),
        table.begin,
        lambda: table.play("downgrade_intel", who="bandit", card="violent 3"),
        lambda: table.play("shuffle_intel", who="bandit", card="violent 2"),
        lambda: table.play("follow_lead", **find, card="violent 2"),
        lambda: table.play("rate_information", **find, what="A neighbour saw her", tier=3),
        lambda: table.claim(claim=theory, unlock="0/0"),
        lambda: table.play("judge_theory", who="bandit", theory=theory, wrong=True),
        table.begin,
        lambda: table.on("spell_it_out", who="bandit", to=["ribbit"]),
        lambda: table.play("declare_mission", who="bandit", group="crew", title="The bank", type="robbery"),
        lambda: table.play("range_detail", **bank, detail="access", values=["open", "locked", "sealed"]),
        lambda: table.play("refine_mission", who="bandit", **bank, details=["access"]),
        lambda: table.play("refine_mission", who="bandit", **bank, advance={"what": "stealth"}),
        lambda: table.play("begin_mission", **bank),
    ]


def hunted() -> tuple[Briefing, list[int]]:
    """A hunt that is over, and its entries."""
    table = Briefing(dice="server")
    table.lay(approaches=[], hidden=True)
    entries = []
    for step in steps(table):
        entries.append(step())
        close(table, entries[-1])
    return table, entries


def close(table: Briefing, deed: int) -> None:
    """Whatever waits for an answer takes its default."""
    for question in list(table.sheet("bandit").questions.values()):
        if question.blocking and question.deed == deed:
            table.play("answer", deed=deed, key=question.key, choice=question.default)


def test_all_of_it_is_taken_back_at_once() -> None:
    table, entries = hunted()
    table.undo(*entries, policy="cascade")
    assert (table.opened(), table.intel(), dict(table.group("crew").missions)) == ([], [], {})


def test_every_step_cites_its_rule() -> None:
    table, entries = hunted()
    cited = set().union(*(table.cited(entry) for entry in entries))
    finding = {"WD-FIND-01", "WD-FIND-03", "WD-FIND-04", "WD-FIND-06", "WD-FIND-07", "WD-FIND-08"}
    using = {"WD-UTIL-02", "WD-UTIL-03", "WD-UTIL-07", "WD-UTIL-10", "WD-UTIL-11"}
    planning = {"WD-PLAN-01", "WD-PLAN-02", "WD-PLAN-03", "WD-PLAN-05"}
    assert {*finding, *using, *planning} <= cited


@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_without_any_one_step_the_rest_is_as_if_it_had_never_been(data: st.DataObject) -> None:
    table, entries = hunted()
    struck = data.draw(st.sampled_from(entries))
    plan = table.undo(struck, policy="cascade")
    assert struck in {planned.entry for planned in plan.entries if planned.outcome == "struck"}


@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_what_is_struck_and_given_again_leaves_no_trace(data: st.DataObject) -> None:
    table, entries = hunted()
    before, struck = table.state(), data.draw(st.sampled_from(entries))
    table.undo(struck, policy="cascade")
    table.redo(struck)
    assert table.state() == before
