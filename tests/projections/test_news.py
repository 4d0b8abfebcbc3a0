"""What is told live of each entry: to whom, with which decisions, and what a change of the past makes one read again."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.history.plan import RevisionRequest
from domain.ledger.forking.fork import fork
from domain.ledger.ledger import Ledger
from domain.ledger.reading.forks import ForkAwareStore
from projections.views.entry import EntryView, HiddenEntry
from projections.views.news import News, Newsreader, RevisionNews
from tests.projections.table import Table
from tests.projections.test_secrets import commands, played
from tests.visibility.marked import MARKER, expect_no_secret

QUESTION = {"key": "door", "prompt": "Go in?", "options": ["yes", "no"], "default": "no"}


@pytest.fixture
def table() -> Table:
    return Table()


def news(table: Table, member: str = "gm", after: int = 0, limit: int = 1000) -> list[News]:
    world = table.ledger.heads.fresh(table.campaign)
    return Newsreader(table.store, world, table.viewer(member), table.registry).after(after, limit)


def told(table: Table, number: int, member: str = "gm") -> Any:
    """What is told of one entry."""
    (item,) = news(table, member, number - 1, 1)
    return item.told


def revised(table: Table, member: str = "gm", **request: Any) -> RevisionNews:
    """What is told of a change of the past."""
    item = told(table, table.revise(**request), member)
    assert isinstance(item, RevisionNews)
    return item


def paths(item: RevisionNews) -> list[str]:
    return [resource.path for resource in item.resources]


def changes(table: Table, number: int, member: str = "gm") -> list[str]:
    """What an entry is told to have done to decisions."""
    (item,) = news(table, member, number - 1, 1)
    return [moved.change for moved in item.decisions]


def asked(table: Table, **rest: Any) -> int:
    return table.gm("ask", **{"owner": "ana", **QUESTION, **rest})


def put(table: Table, component: str, name: str, **instance: Any) -> int:
    return table.gm("put", target="den", component=component, name=name, instance=instance)


def test_every_entry_is_told_once_and_in_order(table: Table) -> None:
    table.gm("note", text="one")
    head = table.store.head(table.campaign).entry
    assert [item.entry for item in news(table)] == list(range(1, head + 1))


def test_an_entry_is_told_as_it_reads(table: Table) -> None:
    number = table.ana("note", text="hello")
    assert told(table, number, "ben") == table.peek(number, "ben")


def test_an_entry_after_the_world_that_is_looked_at_is_not_told(table: Table) -> None:
    world = table.ledger.heads.fresh(table.campaign)
    later = table.gm("create_character", name="Goblin")
    reader = Newsreader(table.store, world, table.viewer("ana"), table.registry)
    assert later not in [item.entry for item in reader.after(0, 1000)]


def test_a_decision_opens_and_is_answered(table: Table) -> None:
    question = asked(table)
    answer = table.ana("answer", deed=question, key="door", choice="yes")
    assert (changes(table, question), changes(table, answer)) == (["opened"], ["answered"])


def test_closing_a_decision_answers_it(table: Table) -> None:
    question = asked(table)
    assert changes(table, table.gm("close", deed=question)) == ["answered"]


def test_what_others_are_asked_is_not_told(table: Table) -> None:
    question = asked(table, prompt=MARKER)
    table.ana("answer", deed=question, key="door", choice="yes")
    decisions = [moved.decision for item in news(table, "ben") for moved in item.decisions]
    assert [decision.owner for decision in decisions] == ["ana", "ana"]
    expect_no_secret(decisions)


def test_a_decision_about_a_hidden_character_is_told_to_its_owner_alone(table: Table) -> None:
    table.gm("create_character", name="Spy", hidden=True)
    question = asked(table, about="spy")
    assert (changes(table, question, "ana"), told(table, question, "ben").__class__) == (["opened"], HiddenEntry)


def test_a_question_that_is_no_longer_asked_is_withdrawn_and_may_be_asked_again(table: Table) -> None:
    question = asked(table)
    withdrawn = table.revise(undo=(question,))
    again = table.revise(redo=question)
    assert (changes(table, withdrawn), changes(table, again)) == (["withdrawn"], ["opened"])


def test_bug_a_withdrawal_tells_which_revisions_it_switches_off_and_on(table: Table) -> None:
    first = table.revise(undo=(table.ana("note", text="hello"),))
    second = table.revise(undo=(first,))
    became = revised(table, redo=first).entries
    assert [(one.entry, one.status) for one in became] == [
        (first - 1, "struck"),
        (first, "standing"),
        (second, "struck"),
    ]


def test_what_was_struck_tells_of_no_decision(table: Table) -> None:
    question = asked(table)
    table.revise(undo=(question,))
    assert changes(table, question) == []


def test_a_change_of_the_past_names_sheets_and_the_boards_they_are_on(table: Table) -> None:
    table.gm("create_encounter", name="Fight")
    table.gm("create_encounter", name="Elsewhere")
    table.gm("join", encounter="fight", who="ramjet")
    hit = table.gm("damage", target="ramjet", track="hp", amount=1)
    assert paths(revised(table, "ana", undo=(hit,))) == ["characters/ramjet", "encounters/fight"]


def test_a_board_is_named_once(table: Table) -> None:
    table.gm("create_encounter", name="Fight")
    table.gm("join", encounter="fight", who="ramjet")
    begun = table.gm("begin", encounter="fight")
    hit = table.gm("damage", target="ramjet", track="hp", amount=1)
    assert sorted(paths(revised(table, undo=(begun, hit)))).count("encounters/fight") == 1


def test_of_a_group_its_roster_and_grids_are_named_where_they_changed(table: Table) -> None:
    table.gm("create_enclave", name="Den")
    follower = put(table, "followers", "f", kind="scout")
    put(table, "grids", "north", target="x", rows=1, columns=1)
    cell = put(table, "cells", "north/0/0", grid="north", row=0, column=0)
    asset = put(table, "assets", "van", kind="vehicle")
    assert paths(revised(table, undo=(asset,))) == ["enclaves/den"]
    assert paths(revised(table, undo=(follower,))) == ["enclaves/den", "enclaves/den/roster"]
    assert paths(revised(table, undo=(cell,))) == ["enclaves/den", "enclaves/den/grids/north"]


@pytest.mark.parametrize(("cap", "more"), [("limits.crew", ["enclaves/den/roster"]), ("", [])])
def test_with_a_member_the_roster_is_named_whose_caps_may_go_by_their_sheet(
    table: Table, cap: str, more: list[str]
) -> None:
    table.gm("create_enclave", name="Den", members=["ramjet"])
    put(table, "followers", "f", kind="scout", cap=cap)
    hit = table.gm("damage", target="ramjet", track="hp", amount=1)
    assert paths(revised(table, undo=(hit,))) == ["characters/ramjet", *more]


def test_a_change_of_the_campaigns_own_state_names_the_campaign(table: Table) -> None:
    clock = table.gm("advance_clock", seconds=60)
    assert [(one.kind, one.path) for one in revised(table, undo=(clock,)).resources] == [("campaign", "")]


def test_entries_that_became_something_else_are_named_with_what_they_are(table: Table) -> None:
    hit = table.gm("damage", target="ramjet", track="hp", amount=5)
    healed = table.gm("heal", target="ramjet", track="hp", amount=1)
    became = {one.entry: one.status for one in revised(table, undo=(hit,)).entries}
    assert became[hit] == "struck"
    assert healed in became


def test_entries_that_one_may_not_see_are_not_named(table: Table) -> None:
    table.gm("create_character", name="Spy", hidden=True, tracks={"hp": 5})
    secret = table.gm("damage", target="spy", track="hp", amount=1)
    plain = table.gm("damage", target="ramjet", track="hp", amount=1)
    item = revised(table, "ana", undo=(secret, plain))
    assert ([one.entry for one in item.entries], paths(item)) == ([plain], ["characters/ramjet"])


def test_a_change_of_the_past_that_one_may_not_see_is_a_stub_like_any_other(table: Table) -> None:
    table.gm("create_character", name="Spy", hidden=True, tracks={"hp": 5})
    secret = table.gm("damage", target="spy", track="hp", amount=1)
    number = table.revise(undo=(secret,))
    assert isinstance(told(table, number, "ana"), HiddenEntry)
    assert isinstance(told(table, number), RevisionNews)


def test_what_is_not_of_the_past_is_an_entry(table: Table) -> None:
    assert isinstance(told(table, table.gm("note", text="x")), EntryView)


def test_a_fork_tells_what_it_shares_and_what_is_its_own(table: Table) -> None:
    struck = table.gm("damage", target="ramjet", track="hp", amount=1)
    table.revise(undo=(struck,))
    store = ForkAwareStore(table.store)
    ledger = Ledger(store, table.registry)
    branch = fork(ledger, table.campaign, table.actor("gm"), "What if").id
    own = ledger.submit(branch, table.actor("gm"), table.envelope("note", text="else")).header.number
    ledger.revise(branch, table.actor("gm"), RevisionRequest(undo=(own,)))
    world = ledger.heads.fresh(branch)
    item = Newsreader(store, world, table.viewer("ana"), table.registry).after(0, 1000)
    assert [one.entry for one in item] == list(range(1, world.head.entry + 1))
    became = [[one.entry for one in news.told.entries] for news in item if isinstance(news.told, RevisionNews)]
    assert became == [[struck], [own]]


@settings(max_examples=60)
@given(commands, st.integers(0, 20), st.sampled_from(["ana", "ben", "olaf"]))
def test_no_news_contains_a_secret(story: list[tuple[str, dict[str, Any]]], undone: int, member: str) -> None:
    expect_no_secret(news(played(story, undone), member))
