"""Forks: campaigns of their own that share a past without a copy, and leave the campaign they went off from alone."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from domain.aggregates import CAMPAIGN, Campaign
from domain.commands import Envelope
from domain.history.plan import Amend, RevisionRequest, SharedPast
from domain.history.points import BadPoint
from domain.ledger.checking.verify import verify
from domain.ledger.forking.fork import fork
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor, NotAllowed
from domain.ledger.reading.forks import ForkAwareStore
from domain.play.deed import BadCommand
from domain.records.entries import EntryFilter
from domain.records.store import Stale, UnknownEpoch
from tests.laws.readers import EVERYTHING, untouched
from tests.laws.ring import GM, Ring


def fight() -> Ring:
    """Entries 2 and 3 bring Ada and Bo; 4 hurts Ada by 6, 5 hurts Bo by 3, 6 heals Ada by 9 (clamped to her 20)."""
    ring = Ring("ada", "bo")
    ring.play("hurt", target="ada", amount=6)
    ring.play("hurt", target="bo", amount=3)
    ring.play("heal", target="ada", amount=9)
    return ring


class TestWhereAForkBegins:
    def test_a_fork_starts_with_the_states_after_the_entry_it_goes_off_at(self) -> None:
        forked = fight().fork(5)
        assert (forked.hp("ada"), forked.hp("bo")) == (14, 17)

    def test_a_fork_starts_with_what_is_now_held_true_of_that_entry(self) -> None:
        ring = fight()
        ring.undo(4)
        assert (ring.fork(5).hp("ada"), ring.fork(5).status(4)) == (20, "struck")

    def test_without_an_entry_it_starts_with_everything_there_is(self) -> None:
        ring = fight()
        ring.insert(6, "hurt", target="bo", amount=5)
        assert ring.fork().states().keys() == ring.states().keys()
        assert ring.fork().hp("bo") == ring.hp("bo") == 12

    def test_a_fork_numbers_its_entries_from_behind_its_parents_newest(self) -> None:
        ring = fight()
        forked = ring.fork(4)
        first = forked.play("note")
        entries = forked.store.entries(forked.campaign, EntryFilter())
        assert ([entry.header.number for entry in entries], first) == ([1, 2, 3, 4, 7, 8], 8)

    def test_a_fork_s_first_hash_follows_that_of_its_parents_newest_entry(self) -> None:
        ring = fight()
        forked = ring.fork(4)
        assert forked.store.campaign(forked.campaign).forked_known_at == 6
        assert verify(forked.store, forked.campaign).ok

    def test_no_entry_and_no_event_is_copied(self) -> None:
        ring = fight()
        forked = ring.fork(5)
        [own] = forked.store.raw(forked.campaign, 0, EVERYTHING)
        assert (own.number, {placed.event.ref for placed in own.events}) == (7, {CAMPAIGN})

    def test_an_entry_that_is_not_there_cannot_be_forked_at(self) -> None:
        with pytest.raises(BadCommand, match="there is no entry 9 to fork at; name one from 1 to 6"):
            fight().fork(9)

    def test_an_entry_that_a_fork_left_behind_cannot_be_forked_at_there(self) -> None:
        with pytest.raises(BadCommand, match="no entry 5"):
            fight().fork(4).fork(5)

    def test_only_a_game_master_forks(self) -> None:
        ring = fight()
        with pytest.raises(NotAllowed):
            fork(ring.ledger, ring.campaign, Actor("ben", "player"), "mine", at=4)

    def test_an_id_that_is_taken_founds_nothing(self) -> None:
        ring = fight()
        taken = ring.fork().campaign
        with pytest.raises(Stale):
            fork(ring.ledger, ring.campaign, GM, "again", id=taken)

    def test_at_a_revision_it_goes_off_where_play_stood_then(self) -> None:
        ring = fight()
        revision = ring.undo(4)
        ring.play("hurt", target="bo", amount=1)
        assert ring.fork(revision).hp("bo") == 17


class TestWhoTakesPart:
    def members(self, ring: Ring) -> dict[str, str]:
        campaign = ring.world().aggregate(CAMPAIGN)
        assert isinstance(campaign, Campaign)
        return {member: part.role for member, part in campaign.participants.items() if part.active}

    def test_a_member_who_came_later_takes_part(self) -> None:
        ring = fight()
        ring.ledger.take_part(ring.campaign, GM, "eve", "player")
        assert self.members(ring.fork(4)) == {"gm": "gm", "eve": "player"}

    def test_a_member_who_left_since_does_not_come_back(self) -> None:
        ring = fight()
        ring.ledger.take_part(ring.campaign, GM, "eve", "player")
        joined = ring.play("note")
        ring.ledger.take_part(ring.campaign, GM, "eve", None)
        assert self.members(ring.fork(joined)) == {"gm": "gm"}

    def test_a_role_is_the_one_held_now(self) -> None:
        ring = fight()
        ring.ledger.take_part(ring.campaign, GM, "eve", "gm")
        promoted = ring.play("note")
        ring.ledger.take_part(ring.campaign, GM, "eve", "observer")
        assert self.members(ring.fork(promoted)) == {"gm": "gm", "eve": "observer"}


class TestPlayingOn:
    @pytest.mark.parametrize("seed", range(20))
    def test_a_fork_plays_on_as_its_parent_would_have_with_the_same_dice(self, seed: int) -> None:
        chance, ring = random.Random(seed), fight()
        forked = ring.fork()
        for _ in range(15):
            word = chance.choice(("hurt", "heal", "ward", "spend", "rest", "give", "blast"))
            dice: dict[str, tuple[int, ...]] | None = {"blast": (chance.randint(1, 6),)} if word == "blast" else None
            both = chance.sample(["ada", "bo"], 2)
            args: dict[str, dict[str, object]] = {"give": {"who": both[0], "target": both[1]}, "blast": {}}
            given = args.get(word, {"target": both[0], "amount": chance.randint(1, 9)})
            results = [outcome(each, word, dice, given) for each in (ring, forked)]
            assert results[0] == results[1]
        assert {**ring.states(), CAMPAIGN: b""} == {**forked.states(), CAMPAIGN: b""}

    def test_a_fork_s_server_dice_are_its_own(self) -> None:
        ring = fight()
        commands = [ring.command("blast") for _ in range(8)]
        forked = ring.fork(5)
        rolled = [
            [each.ledger.submit(each.campaign, GM, command).header.tape[0].value for command in commands]
            for each in (ring, forked, ring.fork(5))
        ]
        assert len({tuple(values) for values in rolled}) == 3

    def test_the_seeds_of_its_parent_stay_with_it(self) -> None:
        forked = fight().fork(5)
        campaign = forked.world().aggregate(CAMPAIGN)
        assert isinstance(campaign, Campaign)
        left, own = campaign.epochs["1"], campaign.epochs["2"]
        assert (left.closed, left.open_seed, own.closed) == (7, "", None)
        with pytest.raises(UnknownEpoch):
            forked.store.seeds(forked.campaign, 1)

    def test_a_command_that_is_shared_already_is_not_played_again(self) -> None:
        ring = Ring("ada")
        command = ring.command("hurt", target="ada", amount=2)
        entry = ring.ledger.submit(ring.campaign, GM, command)
        forked = ring.fork(entry.header.number)
        assert forked.ledger.submit(forked.campaign, GM, command).header.number == entry.header.number

    def test_a_command_that_was_left_behind_may_be_played_here_as_well(self) -> None:
        ring = Ring("ada")
        command = ring.command("hurt", target="ada", amount=2)
        ring.ledger.submit(ring.campaign, GM, command)
        forked = ring.fork(2)
        forked.ledger.submit(forked.campaign, GM, command)
        assert (forked.hp("ada"), ring.hp("ada")) == (18, 18)

    def test_a_question_that_was_open_is_answered_in_each_for_itself(self) -> None:
        ring = Ring("ada", "bo")
        deed = ring.play("hit", who="ada", target="bo", dice={"attack": (15,)})
        forked = ring.fork()
        ring.play("answer", {"damage": (6,)}, deed=deed, key="dodge", choice="no")
        forked.play("answer", {"dodge": (20,)}, deed=deed, key="dodge", choice="yes")
        assert (ring.hp("bo"), forked.hp("bo")) == (14, 20)
        forked.check()

    @pytest.mark.parametrize("at", [4, 5])
    def test_bug_a_deed_that_was_amended_and_is_cut_in_two_keeps_the_dice_it_shows(self, at: int) -> None:
        """Entry 4 shows a die that lies with its answer, entry 5, which has become moot."""
        ring = Ring("ada", "bo")
        deed = ring.play("hit", who="ada", target="bo", dice={"attack": (15,)})
        ring.play("answer", {"dodge": (3,)}, deed=deed, key="dodge", choice="yes")
        ring.play("answer", {"damage": (6,)}, deed=deed, key="shield", choice="no")
        again = replace(ring.command("hit", who="ada", target="bo"), responses={"dodge": "yes"})
        ring.revise(amend=Amend(entry=deed, command=again))
        forked = ring.fork(at)
        forked.play("answer", {"damage": (2,)}, deed=deed, key="shield", choice="no")
        assert (ring.hp("bo"), forked.hp("bo")) == (14, 18)
        forked.check()


def outcome(ring: Ring, word: str, dice: dict[str, tuple[int, ...]] | None, args: dict[str, object]) -> str:
    """What comes of a command, in a word."""
    try:
        return ring.status(ring.play(word, dice, **args))
    except Exception as error:
        return str(error)


class TestTheSharedPast:
    def test_what_a_fork_does_changes_nothing_for_its_parent(self) -> None:
        ring = fight()
        with untouched(ring):
            forked = ring.fork(5)
            hit = forked.play("hurt", target="ada", amount=2)
            forked.undo(hit)
            forked.ledger.take_part(forked.campaign, GM, "eve", "player")

    def test_what_its_parent_does_later_changes_nothing_for_a_fork(self) -> None:
        ring = fight()
        forked = ring.fork(5)
        forked.play("hurt", target="ada", amount=2)
        with untouched(forked):
            ring.undo(4)
            ring.insert(2, "hurt", target="ada", amount=9)
            ring.amend(5, "hurt", target="bo", amount=1)

    @pytest.mark.parametrize(
        "asked",
        [
            {"undo": (4,)},
            {"redo": 4},
            {"dice": {"4": (3,)}},
            {"responses": {"4": {"dodge": "yes"}}},
            {"undo": (8, 5)},
        ],
        ids=str,
    )
    def test_a_fork_cannot_change_what_it_shares(self, asked: dict[str, object]) -> None:
        forked = fight().fork(5)
        forked.play("hurt", target="bo", amount=1)
        with untouched(forked), pytest.raises(SharedPast, match="change it there, or fork that campaign at an earlier"):
            forked.revise(policy="refuse", **asked)

    def test_a_fork_cannot_amend_or_insert_there(self) -> None:
        forked = fight().fork(5)
        with pytest.raises(SharedPast):
            forked.amend(4, "hurt", target="ada", amount=1)
        with pytest.raises(SharedPast):
            forked.insert(5, "hurt", target="ada", amount=1)

    def test_before_all_that_a_fork_played_stands_what_is_inserted_after_its_first_entry(self) -> None:
        forked = fight().fork(5)
        forked.play("heal", target="ada", amount=2)
        forked.insert(7, "hurt", target="ada", amount=5)
        assert forked.hp("ada") == 11
        forked.check()

    def test_an_answer_whose_strike_would_change_the_shared_deed_stays(self) -> None:
        ring = Ring("ada", "bo")
        deed = ring.play("hit", who="ada", target="bo", dice={"attack": (15,), "damage": (6,)})
        forked = ring.fork()
        answer = forked.play("answer", deed=deed, key="dodge", choice="no")
        forked.play("heal", target="bo", amount=1)
        with untouched(forked), pytest.raises(SharedPast, match="entry 4 belongs to the past"):
            forked.undo(answer)

    def test_a_shared_deed_asks_again_where_its_answer_is_struck(self) -> None:
        ring = Ring("ada", "bo")
        deed = ring.play("hit", who="ada", target="bo", dice={"attack": (15,), "damage": (6,)})
        forked = ring.fork()
        forked.undo(forked.play("answer", deed=deed, key="dodge", choice="no"))
        forked.play("answer", {"dodge": (20,)}, deed=deed, key="dodge", choice="yes")
        assert forked.hp("bo") == 20
        forked.check()

    def test_an_answer_to_a_shared_deed_can_be_another(self) -> None:
        ring = Ring("ada", "bo")
        deed = ring.play("hit", who="ada", target="bo", dice={"attack": (15,), "damage": (6,)})
        forked = ring.fork()
        answer = forked.play("answer", deed=deed, key="dodge", choice="no")
        command = forked.command("answer", deed=deed, key="dodge", choice="yes")
        forked.revise(amend=Amend(entry=answer, command=command), owed="fill")
        assert (forked.status(answer), forked.who("bo").tracks["focus"].current) == ("amended", 2)
        forked.check()

    def test_only_its_own_entries_count_as_untouched_by_a_plan(self) -> None:
        forked = fight().fork(5)
        hit = forked.play("hurt", target="ada", amount=2)
        forked.play("note")
        assert forked.plan(undo=(hit,)).untouched == 2

    def test_words_are_read_where_they_lie_and_erased_only_there(self) -> None:
        ring = fight()
        envelope = replace(ring.command("note"), reason="for the story")
        note = ring.ledger.submit(ring.campaign, GM, envelope).header.number
        forked, key = ring.fork(), f"{note}.0"
        assert forked.store.texts(forked.campaign, [key]) == {key: "for the story"}
        erase = Envelope(type="freeform.erase", args={"texts": [key]})
        with pytest.raises(SharedPast):
            forked.ledger.submit(forked.campaign, GM, erase)
        ring.ledger.submit(ring.campaign, GM, erase)
        assert forked.store.texts(forked.campaign, [key]) == {key: None}

    def test_an_entry_that_was_left_behind_is_no_point_of_a_forks_time(self) -> None:
        with pytest.raises(BadPoint, match="entry 6 is no part of this fork"):
            fight().fork(5).world(entry=6)


class TestWithinAFork:
    def test_all_that_it_played_can_be_undone_and_redone(self) -> None:
        forked = fight().fork(5)
        hit = forked.play("hurt", target="ada", amount=4)
        heal = forked.play("heal", target="ada", amount=9)
        forked.undo(hit)
        assert (forked.hp("ada"), forked.status(heal)) == (20, "restated")
        forked.redo(hit)
        assert forked.hp("ada") == 19
        forked.check()

    def test_a_fork_s_table_believed_what_was_corrected_from_its_first_entry_on(self) -> None:
        ring = fight()
        ring.undo(4)
        forked = ring.fork(5)
        later = forked.play("hurt", target="ada", amount=1)
        believed = [forked.hp("ada", entry=entry, view="as_played") for entry in (4, 5, 8, later)]
        assert believed == [14, 14, 20, 19]

    def test_a_fork_of_a_fork_reads_through_both(self) -> None:
        ring = fight()
        forked = ring.fork(5)
        forked.play("hurt", target="ada", amount=2)
        forked.play("hurt", target="ada", amount=3)
        again = forked.fork(8)
        again.play("hurt", target="bo", amount=5)
        with untouched(again):
            forked.undo(8)
            ring.undo(4)
        assert (again.hp("ada"), again.hp("bo"), forked.hp("ada")) == (12, 12, 11)
        again.check()

    def test_a_fork_of_a_fork_may_go_off_in_the_past_that_both_share(self) -> None:
        ring = fight()
        forked = ring.fork(5)
        forked.play("hurt", target="ada", amount=2)
        again = forked.fork(4)
        assert (again.hp("ada"), again.hp("bo")) == (14, 20)
        again.check()


class TestVerification:
    @pytest.fixture
    def forked(self) -> Ring:
        ring = fight()
        ring.undo(4)
        forked = ring.fork(5)
        forked.play("hurt", target="ada", amount=1)
        return forked

    def rewritten(self, ring: Ring, **fields: int) -> set[str]:
        """What verification finds where the fork's row says something else than it was founded with."""
        raw = ring.store._store
        assert isinstance(raw, MemoryStore)
        tables = raw._ledgers[ring.campaign].tables
        tables.campaign = replace(tables.campaign, **fields)
        return {fault.what for fault in verify(ForkAwareStore(raw), ring.campaign).faults}

    def test_a_fork_is_clean(self, forked: Ring) -> None:
        verification = verify(forked.store, forked.campaign)
        assert (verification.faults, verification.entries) == ((), 2)

    def test_one_that_claims_to_go_off_elsewhere_is_found(self, forked: Ring) -> None:
        assert "state" in self.rewritten(forked, forked_at=2)

    def test_one_that_claims_to_have_known_its_parent_otherwise_is_found(self, forked: Ring) -> None:
        assert {"link", "number"} <= self.rewritten(forked, forked_known_at=6)

    def test_one_whose_parent_was_rewritten_is_found(self, forked: Ring) -> None:
        raw = forked.store._store
        assert isinstance(raw, MemoryStore)
        parent = forked.store.campaign(forked.campaign).forked_from
        assert parent is not None
        entries = raw._ledgers[parent].tables.entries
        entries[-1] = replace(entries[-1], hash=b"?" * 32)
        assert "link" in {fault.what for fault in verify(forked.store, forked.campaign).faults}


def test_a_revision_request_is_planned_alike_in_a_fork_and_in_its_parent() -> None:
    ring = fight()
    forked = ring.fork()
    pairs = [(ring.play("hurt", target="bo", amount=2), forked.play("hurt", target="bo", amount=2))]
    pairs += [(ring.play("heal", target="bo", amount=9), forked.play("heal", target="bo", amount=9))]
    plans = [
        each.ledger.plan(each.campaign, GM, RevisionRequest(undo=(hit,)))
        for each, hit in zip((ring, forked), pairs[0], strict=True)
    ]
    assert [change.after for change in plans[0].changes] == [change.after for change in plans[1].changes]
