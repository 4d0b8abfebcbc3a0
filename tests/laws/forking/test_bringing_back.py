"""What a fork has tried comes back as commands: decided where they are inserted, on dice of the campaign's own."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.commands import Envelope
from domain.history.plan import Plan, RevisionRefused
from domain.ledger.forking.cherry_pick import BringBack, Brought, bring_back
from domain.ledger.playing.references import UnknownThing
from domain.play.deed import BadCommand
from domain.records.entries import StoredEntry
from tests.laws.readers import untouched
from tests.laws.ring import GM, Ring


def fight() -> tuple[Ring, Ring]:
    """Entries 2 and 3 bring Ada and Bo, 4 hurts Ada by 6; a fork goes off there. In the parent 5 hurts Ada by 3."""
    ring = Ring("ada", "bo")
    ring.play("hurt", target="ada", amount=6)
    forked = ring.fork()
    ring.play("hurt", target="ada", amount=3)
    return ring, forked


def back(ring: Ring, forked: Ring, *entries: int, **asked: object) -> Brought:
    request = BringBack(entries=entries, **asked)  # type: ignore[arg-type]
    return bring_back(ring.ledger, ring.campaign, forked.campaign, GM, request)


def written(brought: Brought) -> StoredEntry:
    assert brought.entry is not None
    return brought.entry


def planned(brought: Brought) -> Plan:
    assert brought.plan is not None
    return brought.plan


def test_a_command_of_a_fork_is_inserted_where_the_fork_went_off() -> None:
    ring, forked = fight()
    heal = forked.play("heal", target="ada", amount=9)
    brought = back(ring, forked, heal)
    assert (ring.hp("ada", entry=4), ring.hp("ada")) == (14, 17)
    assert (brought.became, ring.entry(7).header.after) == ({heal: 7}, 4)
    ring.check()


def test_several_come_in_the_order_they_have_in_the_fork() -> None:
    ring, forked = fight()
    heal, hurt = forked.play("heal", target="ada", amount=9), forked.play("hurt", target="ada", amount=2)
    brought = back(ring, forked, hurt, heal)
    assert (brought.became, ring.hp("ada")) == ({heal: 8, hurt: 7}, 15)
    ring.check()


def test_an_insert_of_the_fork_comes_at_its_place_in_the_forks_story() -> None:
    ring, forked = fight()
    hurt = forked.play("hurt", target="ada", amount=2)
    insert = forked.insert(5, "heal", target="ada", amount=9) + 1
    assert list(back(ring, forked, hurt, insert).became) == [insert, hurt]
    assert ring.hp("ada") == 15


def test_entries_of_a_fork_may_be_inserted_elsewhere() -> None:
    ring, forked = fight()
    heal = forked.play("heal", target="ada", amount=9)
    back(ring, forked, heal, after=5)
    assert ring.hp("ada") == 20


def test_entries_of_a_fork_stand_behind_inserts_that_it_shares() -> None:
    ring = Ring("ada")
    anchor = ring.play("hurt", target="ada", amount=6)
    ring.insert(anchor, "hurt", target="ada", amount=8)
    ring.insert(anchor, "hurt", target="ada", amount=1)
    forked = ring.fork()
    heal = forked.play("heal", target="ada", amount=20)
    back(ring, forked, heal)
    assert ring.hp("ada") == 20
    ring.check()


def test_a_fork_at_a_revision_brings_back_behind_what_was_played_before_it() -> None:
    ring, forked = fight()
    revision = ring.undo(5)
    ring.play("hurt", target="bo", amount=1)
    forked = ring.fork(revision)
    heal = forked.play("heal", target="ada", amount=2)
    assert list(back(ring, forked, heal).became.values()) == [9]
    assert ring.entry(9).header.after == 5


def test_what_follows_in_the_campaign_is_decided_again() -> None:
    ring, forked = fight()
    spend = [forked.play("spend", target="bo") for _ in range(3)]
    late = ring.play("spend", target="bo")
    with pytest.raises(RevisionRefused) as refused:
        back(ring, forked, *spend)
    assert [conflict.entry for conflict in refused.value.plan.conflicts] == [late]
    back(ring, forked, *spend, policy="cascade")
    assert ring.status(late) == "struck"
    ring.check()


def test_dice_stay_where_they_were_rolled() -> None:
    ring, forked = fight()
    blast = forked.play("blast", {"blast": (6,)})
    brought = back(ring, forked, blast)
    [die] = ring.entry(brought.became[blast]).header.tape
    assert die.seed == "amendment"


def test_dice_that_are_sent_along_count() -> None:
    ring, forked = fight()
    blast = forked.play("blast", {"blast": (6,)})
    back(ring, forked, blast, dice={str(blast): {"blast": (2,)}})
    assert (ring.hp("ada"), ring.hp("bo")) == (9, 18)


def test_nobody_fishes_for_dice_by_trying_again() -> None:
    ring, forked = fight()
    blast = forked.play("blast", {"blast": (6,)})
    plans = [planned(back(ring, forked, blast, dry_run=True)) for _ in range(2)]
    assert plans[0].hash == plans[1].hash
    assert written(back(ring, forked, blast, plan=plans[0].hash)).header.number == 6


def test_the_answers_that_a_deed_drew_come_with_it() -> None:
    ring, forked = fight()
    deed = forked.play("hit", {"attack": (15,)}, who="bo", target="ada")
    answer = forked.play("answer", {"dodge": (20,)}, deed=deed, key="dodge", choice="yes")
    brought = back(ring, forked, deed, answer, dice={str(deed): {"attack": (15,), "dodge": (20,)}})
    assert ring.hp("ada") == 11, "the dodge succeeds there as well"
    assert list(brought.became) == [deed]


@pytest.mark.parametrize("word", ["answer", "close"])
def test_a_deed_that_was_closed_comes_with_its_defaults(word: str) -> None:
    ring, forked = fight()
    deed = forked.play("hit", {"attack": (15,)}, who="bo", target="ada")
    choice = {"choice": "no"} if word == "answer" else {}
    forked.play(word, {"damage": (5,)}, deed=deed, key="dodge", **choice)
    back(ring, forked, deed, dice={str(deed): {"attack": (15,), "damage": (5,)}})
    assert ring.hp("ada") == 6


def test_an_amended_command_comes_as_it_became() -> None:
    ring, forked = fight()
    hit = forked.play("hurt", target="bo", amount=2)
    forked.amend(hit, "hurt", target="bo", amount=7)
    back(ring, forked, hit)
    assert ring.hp("bo") == 13


def test_words_come_along() -> None:
    ring, forked = fight()
    envelope = replace(forked.command("note"), reason="for the story")
    note = forked.ledger.submit(forked.campaign, GM, envelope).header.number
    brought = back(ring, forked, note)
    key = f"{brought.became[note]}.0"
    assert ring.store.texts(ring.campaign, [key]) == {key: "for the story"}


def test_a_command_whose_words_were_erased_stays() -> None:
    ring, forked = fight()
    envelope = replace(forked.command("note"), reason="for the story")
    note = forked.ledger.submit(forked.campaign, GM, envelope).header.number
    forked.ledger.submit(forked.campaign, GM, Envelope(type="freeform.erase", args={"texts": [f"{note}.0"]}))
    with pytest.raises(BadCommand, match=f"the words of entry {note} were erased"):
        back(ring, forked, note)


def test_a_retry_brings_nothing_twice() -> None:
    ring, forked = fight()
    heal, again = forked.play("heal", target="ada", amount=9), "11111111-1111-4111-8111-111111111111"
    first, second = (back(ring, forked, heal, id=again) for _ in range(2))
    assert (written(second), second.became) == (written(first), first.became)


class TestWhatOnlyTheForkHas:
    def test_naming_a_creature_of_the_forks_own_is_a_conflict_that_says_so(self) -> None:
        ring, forked = fight()
        created = forked.play("create", name="eve")
        hit = forked.play("hurt", target="eve", amount=2)
        with untouched(ring), pytest.raises(RevisionRefused) as refused:
            back(ring, forked, hit)
        [conflict] = refused.value.plan.conflicts
        assert conflict.refusal is not None
        assert conflict.refusal.gm == (
            f"Entry {hit} of the fork cannot be given after entry 4: it names something created only in the fork, "
            f"eve (by its entry {created})."
        )

    def test_a_thing_of_the_campaigns_own_under_the_same_id_is_not_meant(self) -> None:
        ring, forked = fight()
        forked.play("note")
        created = forked.play("create", name="eve")
        while ring.store.head(ring.campaign).entry < created - 1:
            ring.play("note")
        assert ring.play("create", name="fay") == created, "so that both are called alike"
        hit = forked.play("hurt", target="eve", amount=2)
        plan = planned(back(ring, forked, hit, after=created, dry_run=True))
        assert [conflict.outcome for conflict in plan.conflicts] == ["conflict"]

    def test_a_condition_of_the_forks_own_is_one_as_well(self) -> None:
        ring, forked = fight()
        blessed = forked.play("bless", target="ada")
        ended = forked.play("unbless", target="ada", condition=f"blessed-{blessed}")
        plan = planned(back(ring, forked, ended, dry_run=True))
        assert [conflict.refusal and conflict.refusal.missing for conflict in plan.conflicts] == [f"blessed-{blessed}"]

    def test_what_an_insert_of_the_fork_made_is_one_as_well(self) -> None:
        ring, forked = fight()
        first = forked.play("note")
        forked.insert(first, "bless", target="ada")
        ended = forked.play("unbless", target="ada", condition=f"blessed-{first}i1")
        assert len(planned(back(ring, forked, ended, dry_run=True)).conflicts) == 1

    def test_what_the_campaign_has_struck_since_is_a_conflict(self) -> None:
        ring, forked = fight()
        hit = forked.play("hurt", target="bo", amount=2)
        ring.undo(3, policy="cascade")
        [conflict] = planned(back(ring, forked, hit, dry_run=True)).conflicts
        assert conflict.refusal is not None
        assert "cannot be given after entry 4: there is no character" in conflict.refusal.gm

    def test_the_creation_itself_comes_back(self) -> None:
        ring, forked = fight()
        created = forked.play("create", name="eve")
        back(ring, forked, created)
        assert ring.hp("eve") == 20
        ring.check()


class TestWhatCannotBeBroughtBack:
    def refused(self, entry: int, ring: Ring, forked: Ring, match: str) -> None:
        with untouched(ring), pytest.raises(BadCommand, match=match):
            back(ring, forked, entry)

    def test_what_is_shared_is_there_already(self) -> None:
        self.refused(4, *fight(), "the campaign has it already")

    def test_a_record_is_no_command(self) -> None:
        self.refused(5, *fight(), "entry 5 of the fork is a record; only commands are brought back")

    def test_a_revision_is_no_command(self) -> None:
        ring, forked = fight()
        hit = forked.play("hurt", target="bo", amount=2)
        self.refused(forked.undo(hit), ring, forked, "is a revision")

    def test_what_was_struck_there_stays(self) -> None:
        ring, forked = fight()
        hit = forked.play("hurt", target="bo", amount=2)
        forked.undo(hit)
        self.refused(hit, ring, forked, "is struck; only entries in force there")

    def test_an_answer_comes_with_its_deed_only(self) -> None:
        ring, forked = fight()
        deed = forked.play("hit", {"attack": (15,)}, who="bo", target="ada")
        answer = forked.play("answer", {"damage": (5,)}, deed=deed, key="dodge", choice="no")
        self.refused(answer, ring, forked, f"answers deed {deed}; bring that back, its answers come with it")

    def test_an_answer_to_a_shared_deed_is_given_in_the_campaign(self) -> None:
        ring = Ring("ada", "bo")
        deed = ring.play("hit", {"attack": (15,)}, who="bo", target="ada")
        forked = ring.fork()
        answer = forked.play("answer", {"damage": (5,)}, deed=deed, key="dodge", choice="no")
        self.refused(answer, ring, forked, "answer it in the campaign itself")

    def test_bringing_back_takes_at_least_one_entry(self) -> None:
        with pytest.raises(BadCommand, match="say which entries"):
            back(*fight())

    def test_dice_for_what_does_not_come_are_refused(self) -> None:
        ring, forked = fight()
        hit = forked.play("hurt", target="bo", amount=2)
        with pytest.raises(BadCommand, match="not for 9"):
            back(ring, forked, hit, dice={"9": (1,)})

    def test_an_entry_that_is_not_there_is_unknown(self) -> None:
        with pytest.raises(UnknownThing, match="no entry 99 in the fork"):
            back(*fight(), 99)

    def test_a_fork_of_another_campaign_is_unknown(self) -> None:
        _, forked = fight()
        with pytest.raises(UnknownThing, match="this campaign has no fork"):
            back(forked.fork(), forked, 5)
