"""Facts as a member may see them: a game master sees what is stored, a player sees what the ledger shows them and nothing else."""

from typing import Any, TypeVar
from uuid import UUID, uuid4

import pytest
from msgspec.structs import replace

from domain.commands import Envelope
from domain.history.plan import RevisionRequest
from domain.ledger.forking.fork import fork
from domain.visibility.audience import Viewer
from domain.visibility.world import RemovedInstances
from projections.facts.rows import Fact, FactDie, FactEntry
from projections.facts.seen import SeenFacts, seen_facts
from projections.reader import Reader
from tests.laws.arena import REGISTRY
from tests.projections.facts.test_facts import erase, revise
from tests.projections.followed import FREEFORM, GM, Followed

ALL = Viewer("gm", "gm")
ADAS = Viewer("ann", "player")

R = TypeVar("R", Fact, FactEntry)


def seen(
    followed: Followed, campaign: UUID, viewer: Viewer = ALL, *, registry: Any = FREEFORM, known_at: int | None = None
) -> SeenFacts:
    """All that a member may see, as the ledger now is."""
    world = followed.ledger.heads.fresh(campaign)
    reader = Reader(world, viewer, registry, RemovedInstances(followed.store, campaign))
    parts = list(seen_facts(followed.store, campaign, reader, known_at=known_at))
    return SeenFacts(
        [row for part in parts for row in part.entries],
        [row for part in parts for row in part.facts],
        [row for part in parts for row in part.dice],
    )


def stored(followed: Followed, campaign: UUID) -> SeenFacts:
    """What is stored, of versions only those that are in force and that were first written, as looks have it. A revision that
    stands again is to a look as it was first written."""
    facts, entries = followed.facts(campaign), followed.entries(campaign)
    now = {entry.entry: entry.version for entry in entries if entry.struck is None}
    again = {e.entry for e in entries if e.struck is None and e.kind == "revision" and e.status == "standing"}

    def looked_at(row: R) -> R:
        in_force = row.version == now[row.entry]
        version = 0 if row.entry in again else row.version
        return replace(row, version=version, audience=[], struck=None if in_force else now[row.entry])

    def is_seen(row: Fact | FactEntry) -> bool:
        return row.version == now[row.entry] or (row.version == 0 and row.entry not in again)

    words = followed.store.texts(campaign, [entry.reason for entry in entries if entry.reason])

    def with_words(row: FactEntry) -> FactEntry:
        return replace(row, decided=None, reason=words[row.reason] if row.reason else None)

    return SeenFacts(
        [with_words(looked_at(entry)) for entry in entries if is_seen(entry)],
        [looked_at(fact) for fact in facts if is_seen(fact)],
        [replace(die, audience=[]) for die in followed.dice(campaign)],
    )


@pytest.mark.parametrize("seed", range(6))
def test_a_game_master_sees_what_is_stored(followed: Followed, seed: int) -> None:
    campaign = followed.history(seed)
    followed.catch_up()
    facts = seen(followed, campaign, registry=REGISTRY)
    due = stored(followed, campaign)
    assert facts.entries == due.entries
    assert [replace(f, position=None) for f in facts.facts] == [replace(f, position=None) for f in due.facts]
    assert sorted(facts.dice, key=key) == sorted(due.dice, key=key)


def key(die: FactDie) -> tuple[Any, ...]:
    return die.entry, die.label, die.sides, die.value


@pytest.fixture
def campaign(followed: Followed) -> UUID:
    """A campaign with Ada, whom a player plays."""
    campaign = followed.ledger.found("Ash Street", "freeform", "gm").id
    followed.ledger.take_part(campaign, GM, "ann", "player")
    followed.gives(campaign, "create_character", name="Ada", owners=["ann"], tracks={"hp": {"current": 12}})
    return campaign


def test_a_player_sees_nothing_of_what_is_the_game_masters(followed: Followed, campaign: UUID) -> None:
    before = seen(followed, campaign, ADAS)
    envelope = Envelope(type="freeform.create_character", args={"name": "Judge"}, audience="gm")
    followed.ledger.submit(campaign, GM, envelope)
    followed.gives(campaign, "roll", label="leap", notation="1d20", actor="judge", dice=(4,))
    assert seen(followed, campaign, ADAS) == before


def test_a_player_sees_what_was_undone_and_that_it_was(followed: Followed, campaign: UUID) -> None:
    entry = followed.gives(campaign, "spend", target="ada", track="hp", amount=1)
    _, revision = followed.ledger.revise(campaign, GM, RevisionRequest(id=str(uuid4()), undo=(entry,)))
    assert revision is not None
    number = revision.header.number
    facts = seen(followed, campaign, ADAS)
    assert [(e.version, e.status, e.struck) for e in facts.entries if e.entry == entry] == [
        (0, "standing", number),
        (number, "struck", None),
    ]
    assert [(f.type, f.change, f.struck) for f in facts.facts if f.entry == entry] == [("point_spent", -1, number)]


def test_a_player_sees_the_reason_of_a_change_that_they_see(followed: Followed, campaign: UUID) -> None:
    entry = followed.gives(campaign, "spend", target="ada", track="hp", amount=1)
    revision = revise(followed, campaign, undo=(entry,), reason="It missed.")
    assert [e.reason for e in seen(followed, campaign, ADAS).entries if e.entry == revision] == ["It missed."]
    erase(followed, campaign, f"{revision}.0")
    assert {e.reason for e in seen(followed, campaign, ADAS).entries} == {None}


def test_no_player_sees_the_reason_of_a_change_of_what_they_do_not_know(followed: Followed, campaign: UUID) -> None:
    envelope = Envelope(type="freeform.create_character", args={"name": "Judge"}, audience="gm")
    created = followed.ledger.submit(campaign, GM, envelope).header.number
    revision = revise(followed, campaign, undo=(created,), reason="The judge comes later.")
    assert [e.reason for e in seen(followed, campaign).entries if e.entry == revision] == ["The judge comes later."]
    assert {e.reason for e in seen(followed, campaign, ADAS).entries} == {None}


def test_as_of_an_entry_there_is_what_was_in_force_then(followed: Followed, campaign: UUID) -> None:
    entry = followed.gives(campaign, "spend", target="ada", track="hp", amount=1)
    followed.ledger.revise(campaign, GM, RevisionRequest(id=str(uuid4()), undo=(entry,)))
    then = seen(followed, campaign, ADAS, known_at=entry)
    assert [(e.version, e.status, e.struck) for e in then.entries if e.entry == entry] == [(0, "standing", None)]


def test_a_fork_shows_what_it_shares_as_it_then_stood(followed: Followed, campaign: UUID) -> None:
    struck = followed.gives(campaign, "spend", target="ada", track="hp", amount=1)
    followed.ledger.revise(campaign, GM, RevisionRequest(id=str(uuid4()), undo=(struck,)))
    forked = fork(followed.ledger, campaign, GM, "what if").id
    followed.catch_up()
    assert seen(followed, forked).entries == stored(followed, forked).entries


def test_where_events_stand_among_all_is_no_players_to_know(followed: Followed, campaign: UUID) -> None:
    facts = seen(followed, campaign, ADAS)
    assert {fact.position for fact in facts.facts} == {None}
    assert {tuple(fact.audience) for fact in facts.facts} == {()}
