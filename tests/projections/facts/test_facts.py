"""Facts say of every event who, when, what, how much and which dice, and what of it still stands."""

from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

import pyarrow.compute as pc
import pytest

from domain.commands import Envelope
from domain.history.plan import Amend, Insert, RevisionRequest
from domain.ledger.checking.scan import ERASURE
from domain.ledger.forking.fork import fork
from domain.vocabulary.undertakings import Intent, IntentAnnounced
from domain.vocabulary.values import DamageTaken
from projections.analytics.stored import stored
from projections.facts import words
from projections.facts.making import facts_in
from projections.facts.rows import EntryVersion, Fact
from projections.verifying import verify_whole
from tests.projections.followed import GM, Followed


def revise(followed: Followed, campaign: UUID, **wanted: Any) -> int:
    """A change of the past, and the facts of it; the number of its entry."""
    _, entry = followed.ledger.revise(campaign, GM, RevisionRequest(id=str(uuid4()), **wanted))
    assert entry is not None
    followed.runner.catch_up()
    return entry.header.number


def erase(followed: Followed, campaign: UUID, *keys: str) -> int:
    """The words behind these keys are erased; the number of the entry that says so."""
    return followed.ledger.submit(campaign, GM, Envelope(type=ERASURE, args={"texts": list(keys)})).header.number


def reasons(followed: Followed, *campaigns: UUID) -> list[str | None]:
    """The reasons of changes of the past, as whoever reads the facts of whole campaigns has them."""
    followed.catch_up()
    with stored(str(followed.pool.conninfo), campaigns) as streams:
        entries = streams["entries"].read_all().filter(pc.field("kind") == "revision")
    return [row["reason"] for row in entries.to_pylist()]


def of(followed: Followed, campaign: UUID, entry: int, type: str) -> list[Fact]:
    """An entry's facts of a kind of event."""
    followed.runner.catch_up()
    return [fact for fact in followed.facts(campaign) if fact.entry == entry and fact.type == type]


@pytest.fixture
def campaign(followed: Followed) -> UUID:
    """A campaign with Ada, in its first session."""
    campaign = followed.table()
    followed.gives(campaign, "open_session")
    return campaign


def test_a_roll_has_its_dice_and_its_total(followed: Followed, campaign: UUID) -> None:
    entry = followed.gives(campaign, "roll", label="leap", notation="2d6+1", actor="ada", dice=(3, 5))
    [fact] = of(followed, campaign, entry, "rolled")
    assert (fact.sides, fact.dice, fact.total, fact.kind, fact.name) == ([6, 6], [3, 5], 9, "roll", "leap")


def test_a_roll_says_what_its_dice_came_to(followed: Followed, campaign: UUID) -> None:
    entry = followed.gives(campaign, "roll", label="leap", notation="2d6kh1+1", actor="ada", dice=(3, 5))
    [fact] = of(followed, campaign, entry, "rolled")
    assert (fact.shown, fact.kept, fact.target, fact.outcome) == (6, [False, True], None, None)


def test_a_fact_knows_its_command_and_who_gave_it(followed: Followed, campaign: UUID) -> None:
    entry = followed.gives(campaign, "spend", target="ada", track="hp", amount=1)
    [fact] = of(followed, campaign, entry, "point_spent")
    assert (fact.command, fact.by_gm, fact.through, fact.deed, fact.audience) == (
        "freeform.spend",
        True,
        None,
        entry,
        ["all"],
    )


def test_an_insert_counts_where_it_stands(followed: Followed, campaign: UUID) -> None:
    first = followed.gives(campaign, "spend", target="ada", track="hp", amount=1)
    followed.gives(campaign, "end_session")
    followed.gives(campaign, "open_session")
    wanted = Envelope(type="freeform.spend", id=str(uuid4()), args={"target": "ada", "track": "hp", "amount": 2})
    revision = revise(followed, campaign, insert=(Insert(command=wanted, after=first),))
    [fact] = of(followed, campaign, revision + 1, "point_spent")
    assert (fact.place, fact.session, fact.version) == ([first, revision + 1], 1, revision)


def test_a_change_of_the_past_knows_its_reason_until_that_is_erased(followed: Followed, campaign: UUID) -> None:
    struck = followed.gives(campaign, "spend", target="ada", track="hp", amount=1)
    revision = revise(followed, campaign, undo=(struck,), reason="It missed.")
    forked = fork(followed.ledger, campaign, GM, "what if").id
    spent = followed.gives(forked, "spend", target="ada", track="hp", amount=1)
    revise(followed, forked, undo=(spent,), reason="It hit.")
    assert reasons(followed, campaign) == ["It missed."]
    assert sorted(map(str, reasons(followed, forked))) == ["It hit.", "It missed."]
    erase(followed, campaign, f"{revision}.0")
    assert reasons(followed, campaign) == [None]
    assert set(reasons(followed, forked)) == {"It hit.", None}
    assert verify_whole(followed.pool, followed.store, campaign).faults == ()


def test_a_change_that_was_withdrawn_and_made_again_keeps_what_it_came_to(followed: Followed, campaign: UUID) -> None:
    struck = followed.gives(campaign, "spend", target="ada", track="hp", amount=1)
    first = revise(followed, campaign, undo=(struck,), reason="It missed.")
    second = revise(followed, campaign, undo=(first,))
    revise(followed, campaign, undo=(second,))
    forked = fork(followed.ledger, campaign, GM, "what if").id
    followed.catch_up()
    assert [(e.decided, e.reason) for e in followed.entries(campaign) if e.entry == first] == [(1, f"{first}.0")] * 3
    assert [(e.decided, e.reason) for e in followed.entries(forked) if e.entry == first] == [(1, f"{first}.0")]


def test_a_session_has_the_title_that_it_was_given(followed: Followed, campaign: UUID) -> None:
    followed.gives(campaign, "end_session")
    entry = followed.gives(campaign, "open_session", title="The Siege")
    assert [fact.title for fact in of(followed, campaign, entry, "session_opened")] == ["The Siege"]
    first = next(fact for fact in followed.facts(campaign) if fact.type == "session_opened")
    assert first.title is None


def test_the_amount_of_what_is_planned_for_downtime_is_its_slots() -> None:
    intent = Intent(kind="downtime", what="freeform.rest", data={"slots": 2})
    event = IntentAnnounced(name="downtime/1/1", intent=intent)
    assert words.amount(event, intent) == 2


class TestDice:
    def test_a_die_says_whose_it_is_and_where_it_comes_from(self, followed: Followed, campaign: UUID) -> None:
        typed = followed.gives(campaign, "roll", label="leap", notation="1d6", actor="ada", dice=(3,))
        rolled = followed.gives(campaign, "roll", label="leap", notation="1d20", actor="ada")
        followed.runner.catch_up()
        first, second = followed.dice(campaign)
        assert (first.entry, first.roll, first.sides, first.value, first.source) == (typed, "leap", 6, 3, "table")
        assert (second.entry, second.sides, second.source, second.sealed) == (rolled, 20, "server", False)
        assert first.roller == second.roller != ""

    def test_undone_and_done_again_it_is_one_die(self, followed: Followed, campaign: UUID) -> None:
        entry = followed.gives(campaign, "roll", label="leap", notation="1d20", actor="ada")
        revise(followed, campaign, undo=(entry,))
        assert len(followed.dice(campaign)) == 1
        revise(followed, campaign, redo=entry)
        assert len(followed.dice(campaign)) == 1

    def test_dice_that_an_amendment_adds_are_told_with_their_entry(self, followed: Followed, campaign: UUID) -> None:
        entry = followed.gives(campaign, "roll", label="leap", notation="1d20", actor="ada")
        two = Envelope(
            type="freeform.roll", id=str(uuid4()), args={"label": "leap", "notation": "2d20", "actor": "ada"}
        )
        revise(followed, campaign, amend=(Amend(entry=entry, command=two),))
        assert [(die.entry, die.number) for die in followed.dice(campaign)] == [(entry, 0), (entry, 1)]
        followed.check(campaign)

    def test_dice_of_a_sealed_roll_are_for_the_game_master(self, followed: Followed, campaign: UUID) -> None:
        followed.gives(campaign, "roll", label="leap", notation="1d20", actor="ada", sealed=True)
        followed.runner.catch_up()
        [die] = followed.dice(campaign)
        assert (die.sealed, die.audience) == (True, ["gm"])


def cause_of_harm(followed: Followed, campaign: UUID, entry: int, whom: str) -> str | None:
    """Who brought harm to a character about, had an entry brought it without a roll."""
    stored = followed.store.entry(campaign, entry)
    assert stored is not None
    header = stored.header
    version = EntryVersion(
        header=header,
        counted_at=header,
        deed=header,
        place=[entry],
        version=0,
        status="standing",
        events=[(whom, DamageTaken(name="hp", amount=3))],
    )
    [fact] = facts_in(version)
    return fact.by


def test_harm_without_a_roll_is_by_who_acts_on_whom_it_befalls(followed: Followed, campaign: UUID) -> None:
    followed.gives(campaign, "create_character", name="Bob")
    link = Envelope(type="freeform.link", args={"from": "ada", "to": "bob", "kind": "grip"})
    entry = followed.ledger.submit(campaign, GM, link).header.number
    followed.runner.catch_up()
    ada, bob = (fact.aggregate for fact in followed.facts(campaign) if fact.type == "introduced")
    assert cause_of_harm(followed, campaign, entry, bob) == ada


def test_bug_harm_that_befalls_whom_a_command_does_not_name_is_by_nobody(followed: Followed, campaign: UUID) -> None:
    entry = followed.gives(campaign, "spend", target="ada", track="hp", amount=1)
    assert cause_of_harm(followed, campaign, entry, "character/bob") is None


def test_damage_has_its_amount_and_whom_it_hit(followed: Followed, campaign: UUID) -> None:
    entry = followed.gives(campaign, "damage", target="ada", track="hp", notation="1d8", dice=(5,))
    [fact] = of(followed, campaign, entry, "damage_taken")
    assert (fact.amount, fact.name, fact.aggregate.partition("/")[0], fact.dice) == (5, "hp", "character", None)


def test_a_fact_has_who_and_when(followed: Followed, campaign: UUID) -> None:
    entry = followed.gives(campaign, "spend", target="ada", track="hp", amount=1)
    stored = followed.store.entry(campaign, entry)
    [fact] = of(followed, campaign, entry, "point_spent")
    assert stored is not None
    assert (fact.member, fact.session, fact.at) == ("gm", 1, datetime.fromisoformat(stored.header.at))


def test_positions_are_those_of_the_events(followed: Followed, campaign: UUID) -> None:
    followed.runner.catch_up()
    assert [fact.position for fact in followed.facts(campaign)] == list(
        range(1, followed.store.head(campaign).position + 1)
    )


def test_facts_of_a_struck_entry_stay_and_are_marked(followed: Followed, campaign: UUID) -> None:
    entry = followed.gives(campaign, "spend", target="ada", track="hp", amount=1)
    followed.runner.catch_up()
    revision = revise(followed, campaign, undo=(entry,))
    assert [fact.struck for fact in of(followed, campaign, entry, "point_spent")] == [revision]


def test_what_is_restored_has_facts_again(followed: Followed, campaign: UUID) -> None:
    entry = followed.gives(campaign, "spend", target="ada", track="hp", amount=1)
    undone = revise(followed, campaign, undo=(entry,))
    redone = revise(followed, campaign, redo=entry)
    facts = of(followed, campaign, entry, "point_spent")
    assert [(fact.version, fact.struck, fact.amount) for fact in facts] == [(0, undone, 1), (redone, None, 1)]


def test_bug_facts_of_a_withdrawn_revision_are_struck(followed: Followed, campaign: UUID) -> None:
    entry = followed.gives(campaign, "spend", target="ada", track="hp", amount=1)
    undone = revise(followed, campaign, undo=(entry,))
    redone = revise(followed, campaign, redo=entry)
    assert [fact.struck for fact in of(followed, campaign, undone, "corrected")] == [redone]


def test_facts_of_a_revision_stand_again_once_its_withdrawal_is_withdrawn(followed: Followed, campaign: UUID) -> None:
    entry = followed.gives(campaign, "spend", target="ada", track="hp", amount=1)
    undone = revise(followed, campaign, undo=(entry,))
    redone = revise(followed, campaign, redo=entry)
    again = revise(followed, campaign, redo=undone)
    versions = [(f.version, f.struck) for each in (undone, redone) for f in of(followed, campaign, each, "corrected")]
    assert versions == [(0, redone), (again, None), (0, again)]


def test_a_revision_with_two_withdrawals_stands_again_with_neither(followed: Followed, campaign: UUID) -> None:
    entry = followed.gives(campaign, "spend", target="ada", track="hp", amount=1)
    undone = revise(followed, campaign, undo=(entry,))
    first = revise(followed, campaign, undo=(undone,))
    restored = revise(followed, campaign, undo=(first,))
    second = revise(followed, campaign, undo=(undone,))
    revise(followed, campaign, undo=(restored,))
    revise(followed, campaign, undo=(second,))
    facts = of(followed, campaign, undone, "corrected")
    assert [(fact.version, fact.struck) for fact in facts] == [(0, first), (restored, second)]
    followed.check(campaign)


def test_rebuilt_facts_of_withdrawn_revisions_are_the_live_ones(followed: Followed, campaign: UUID) -> None:
    entry = followed.gives(campaign, "spend", target="ada", track="hp", amount=1)
    undone = revise(followed, campaign, undo=(entry,))
    revise(followed, campaign, redo=entry)
    revise(followed, campaign, redo=undone)
    live = followed.facts(campaign)
    followed.runner.rebuild("facts", campaign)
    assert followed.facts(campaign) == live


def test_an_amended_entry_has_the_facts_of_what_it_is_now(followed: Followed, campaign: UUID) -> None:
    entry = followed.gives(campaign, "spend", target="ada", track="hp", amount=1)
    spend = Envelope(type="freeform.spend", args={"target": "ada", "track": "hp", "amount": 4})
    revision = revise(followed, campaign, amend=Amend(entry=entry, command=spend))
    facts = of(followed, campaign, entry, "point_spent")
    assert [(f.amount, f.version, f.struck) for f in facts] == [(1, 0, revision), (4, revision, None)]


def test_an_insert_counts_as_of_the_entry_it_stands_after(followed: Followed, campaign: UUID) -> None:
    anchor = followed.gives(campaign, "spend", target="ada", track="hp", amount=1)
    followed.gives(campaign, "end_session")
    followed.gives(campaign, "open_session")
    spend = Envelope(type="freeform.spend", args={"target": "ada", "track": "hp", "amount": 2})
    revision = revise(followed, campaign, insert=Insert(after=anchor, command=spend))
    [before], [fact] = (of(followed, campaign, entry, "point_spent") for entry in (anchor, revision + 1))
    assert (fact.session, fact.at, fact.amount) == (1, before.at, 2)


@pytest.mark.parametrize("seed", range(8))
def test_facts_of_any_history_are_what_the_store_answers(followed: Followed, seed: int) -> None:
    campaign = followed.history(seed)
    followed.runner.catch_up()
    followed.check(campaign)


@pytest.mark.parametrize("batch", [1, 2, 7])
def test_facts_do_not_depend_on_where_batches_end(followed: Followed, batch: int) -> None:
    campaign = followed.history(4)
    Followed(followed.pool, batch).runner.catch_up()
    followed.check(campaign)


def test_a_fork_has_the_facts_that_it_shares_as_they_stood(followed: Followed, campaign: UUID) -> None:
    struck = followed.gives(campaign, "spend", target="ada", track="hp", amount=1)
    kept = followed.gives(campaign, "spend", target="ada", track="hp", amount=2)
    revise(followed, campaign, undo=(struck,))
    forked = fork(followed.ledger, campaign, GM, "what if").id
    revise(followed, campaign, undo=(kept,))
    own = followed.gives(forked, "spend", target="ada", track="hp", amount=3)
    facts = of(followed, forked, kept, "point_spent") + of(followed, forked, own, "point_spent")
    assert [(fact.amount, fact.struck) for fact in facts] == [(2, None), (3, None)]
    assert of(followed, forked, struck, "point_spent") == []


def test_a_fork_has_no_facts_of_a_revision_that_was_withdrawn(followed: Followed, campaign: UUID) -> None:
    entry = followed.gives(campaign, "spend", target="ada", track="hp", amount=1)
    undone = revise(followed, campaign, undo=(entry,))
    redone = revise(followed, campaign, redo=entry)
    forked = fork(followed.ledger, campaign, GM, "what if").id
    assert of(followed, forked, undone, "corrected") == []
    assert of(followed, forked, redone, "corrected") != []


def test_an_answer_belongs_to_the_encounter_of_its_deed(followed: Followed, campaign: UUID) -> None:
    followed.gives(campaign, "create_encounter", name="Brawl")
    question = {"owner": "gm", "key": "way", "options": ["left", "right"], "default": "left", "prompt": "Where to?"}
    envelope = Envelope(type="freeform.ask", args=question, encounter="brawl")
    deed = followed.ledger.submit(campaign, GM, envelope).header.number
    answer = followed.gives(campaign, "answer", deed=deed, key="way", choice="right")
    followed.runner.catch_up()
    asked, answered = (row for row in followed.entries(campaign) if row.entry in (deed, answer))
    assert (asked.asks, answered.answers) == ("way", "way")
    assert asked.encounter is not None
    assert answered.encounter == asked.encounter


def test_a_turn_that_is_passed_on_says_whose_it_is(followed: Followed, campaign: UUID) -> None:
    followed.gives(campaign, "create_encounter", name="Brawl")
    followed.gives(campaign, "join", encounter="brawl", who="ada", initiative=9)
    followed.gives(campaign, "begin", encounter="brawl")
    entry = followed.gives(campaign, "next_turn", encounter="brawl")
    [fact] = of(followed, campaign, entry, "turn_passed")
    assert fact.what == next(row.name for row in followed.facts(campaign) if row.type == "turn_entered")
