"""Directed histories: what random ones hardly meet, and the laws of changing the past."""

from __future__ import annotations

import pytest

from domain.history.plan import Amend, PlanMoved, RevisionRefused, RevisionRequest
from domain.ledger.revising.requested import Ambiguous
from domain.play.deed import BadCommand
from tests.laws.ring import GM, Ring


def test_striking_a_hit_changes_a_clamped_heal_after_it() -> None:
    ring = Ring("ada", "bo")
    ring.play("hurt", target="ada", amount=6)
    hit = ring.play("hurt", target="ada", amount=3)
    heal = ring.play("heal", target="ada", amount=9)
    assert ring.hp("ada") == 20
    ring.undo(hit)
    assert (ring.hp("ada"), ring.status(heal)) == (20, "restated")
    ring.check()


def test_blind_deltas_after_a_struck_hit_are_not_decided_again() -> None:
    ring = Ring("ada")
    hits = [ring.play("hurt", target="ada", amount=n) for n in (2, 9, 4)]
    plan = ring.plan(undo=(hits[1],))
    assert ring.outcomes(plan) == {hits[1]: "struck"}
    ring.undo(hits[1])
    assert ring.hp("ada") == 14


def test_an_amended_hit_counts_with_its_new_amount() -> None:
    ring = Ring("ada")
    hit = ring.play("hurt", target="ada", amount=17)
    ring.play("hurt", target="ada", amount=1)
    ring.amend(hit, "hurt", target="ada", amount=7)
    assert (ring.hp("ada"), ring.status(hit)) == (12, "amended")
    ring.check()


def test_other_dice_for_an_entry_leave_the_dice_of_the_rest_alone() -> None:
    ring = Ring("ada", "bo")
    ring.play("rest", target="bo")
    attack = ring.play("blast", dice={"blast": (2,)})
    later = ring.play("blast", dice={"blast": (3,)})
    ring.revise(dice={str(attack): {"blast": (6,)}})
    assert ring.hp("ada") == 11
    assert ring.entry(later).status == "standing"
    ring.check()


def test_an_insert_stands_directly_after_its_anchor_and_before_earlier_inserts_there() -> None:
    ring = Ring("ada")
    anchor = ring.play("ward", target="ada", amount=1)
    ring.play("note")
    first = ring.insert(anchor, "ward", target="ada", amount=4) + 1
    second = ring.insert(anchor, "ward", target="ada", amount=6) + 1
    assert ring.status(first) == "restated", "the later insert stands before it and is more, so that it does nothing"
    assert (ring.status(second), ring.who("ada").tracks["temp"].current) == ("standing", 6)
    ring.check()


def test_an_inserts_place_survives_the_undo_of_its_anchor() -> None:
    ring = Ring("ada")
    anchor = ring.play("hurt", target="ada", amount=5)
    end = ring.play("heal", target="ada", amount=20)
    inserted = ring.insert(anchor, "hurt", target="ada", amount=3) + 1
    ring.undo(anchor)
    assert (ring.hp("ada"), ring.hp("ada", entry=inserted), ring.status(end)) == (20, 17, "restated")
    ring.check()


def test_withdrawing_the_revision_of_an_insert_strikes_it_and_redo_brings_it_back() -> None:
    ring = Ring("ada")
    anchor = ring.play("note")
    revision = ring.insert(anchor, "hurt", target="ada", amount=3)
    ring.undo(revision)
    assert (ring.hp("ada"), ring.status(revision + 1)) == (20, "struck")
    ring.redo(revision)
    assert (ring.hp("ada"), ring.status(revision + 1)) == (17, "standing")
    ring.check()


def test_two_revisions_of_one_neighbourhood_add_up() -> None:
    ring = Ring("ada")
    a, b, heal = (
        ring.play("hurt", target="ada", amount=4),
        ring.play("hurt", target="ada", amount=5),
        ring.play("heal", target="ada", amount=7),
    )
    ring.undo(a)
    ring.amend(b, "hurt", target="ada", amount=9)
    assert (ring.hp("ada"), ring.status(heal)) == (18, "standing")
    ring.check()


def test_a_spend_that_the_new_past_cannot_pay_is_a_conflict_and_nothing_is_written() -> None:
    ring = Ring("ada", "bo")
    for _ in range(3):
        ring.play("spend", target="ada")
    gift = ring.play("give", who="bo", target="ada")
    spend = ring.play("spend", target="ada")
    before = ring.store.head(ring.campaign)
    with pytest.raises(RevisionRefused) as refused:
        ring.undo(gift)
    assert [(p.entry, p.refusal.rule) for p in refused.value.plan.conflicts if p.refusal] == [(spend, "focus")]
    assert ring.store.head(ring.campaign) == before


def test_cascade_strikes_what_the_new_past_cannot_pay_and_redo_brings_all_of_it_back() -> None:
    ring = Ring("ada", "bo")
    for _ in range(3):
        ring.play("spend", target="ada")
    gift = ring.play("give", who="bo", target="ada")
    spend = ring.play("spend", target="ada")
    states = ring.states()
    ring.undo(gift, policy="cascade")
    assert (ring.status(gift), ring.status(spend)) == ("struck", "struck")
    ring.redo(gift)
    assert ring.states() == states
    ring.check()


def test_keep_freezes_what_the_new_past_refuses_until_the_revision_is_withdrawn() -> None:
    ring = Ring("ada", "bo")
    for _ in range(3):
        ring.play("spend", target="ada")
    gift = ring.play("give", who="bo", target="ada")
    spend = ring.play("spend", target="ada")
    revision = ring.undo(gift, policy="keep")
    assert (ring.status(spend), ring.who("ada").tracks["focus"].current) == ("kept", -1)
    ring.undo(revision)
    assert (ring.status(spend), ring.who("ada").tracks["focus"].current) == ("standing", 0)
    ring.check()


def kept_creature() -> tuple[Ring, int, int]:
    """A ring with an entry kept against its own rule, and the entry that created whom it touches."""
    ring = Ring("ada")
    created = ring.play("create", name="bo")
    rest = [ring.play("spend", target="bo") for _ in range(3)]
    gift = ring.play("give", who="ada", target="bo")
    spend = ring.play("spend", target="bo")
    ring.undo(gift, policy="keep")
    assert ring.status(spend) == "kept"
    for entry in reversed(rest):
        ring.undo(entry)
    return ring, created, spend


def test_a_kept_entry_whose_creature_no_longer_exists_is_a_conflict() -> None:
    ring, created, spend = kept_creature()
    plan = ring.plan(undo=(created,))
    assert ring.outcomes(plan)[spend] == "conflict"


def test_under_cascade_such_a_keep_ends_and_the_entry_is_struck() -> None:
    ring, created, spend = kept_creature()
    ring.undo(created, policy="cascade")
    assert ring.status(spend) == "struck"
    ring.check()


def test_redo_of_an_entry_that_two_revisions_struck_names_both() -> None:
    ring = Ring("ada")
    hit = ring.play("hurt", target="ada", amount=2)
    first = ring.undo(hit)
    second = ring.undo(first)
    ring.undo(hit)
    ring.undo(second, policy="cascade")
    with pytest.raises(Ambiguous) as several:
        ring.redo(hit)
    assert len(several.value.strikers) == 2


def test_a_restated_entry_is_found_by_what_it_reads_now() -> None:
    """Its new reads take the place of its old ones: a later change of what it looks at only now is noticed."""
    ring = Ring("ada", "bo")
    ring.play("hurt", target="bo", amount=10)
    guard = ring.play("guard", who="bo", target="ada")
    blow = ring.play("hit", who="bo", target="ada", dice={"attack": (20,), "damage": (8,)})
    ring.play("close", deed=blow, key="dodge")
    ring.undo(guard)
    ring.insert(guard, "guard", who="bo", target="ada")
    ring.check()


def test_striking_what_created_a_creature_strikes_along_everything_that_names_it() -> None:
    ring = Ring("ada")
    created = ring.play("create", name="bo")
    hit = ring.play("hurt", target="bo", amount=2)
    plan = ring.plan(undo=(created,))
    conflict = next(p for p in plan.entries if p.entry == hit)
    assert (conflict.outcome, conflict.refusal and conflict.refusal.missing) == ("conflict", ring.who("bo").ref)
    ring.undo(created, policy="cascade")
    assert ring.status(hit) == "struck"
    ring.check()


def deed_with_answers() -> tuple[Ring, int, int]:
    ring = Ring("ada", "bo")
    deed = ring.play("hit", who="ada", target="bo", dice={"attack": (15,), "dodge": (3,), "damage": (6,)})
    dodge = ring.play("answer", deed=deed, key="dodge", choice="yes")
    ring.play("answer", deed=deed, key="shield", choice="no")
    return ring, deed, dodge


def test_striking_an_earlier_answer_and_filling_it_means_its_default_and_later_answers_are_moot() -> None:
    ring, deed, dodge = deed_with_answers()
    assert (ring.hp("bo"), ring.who("bo").tracks["focus"].current) == (14, 2)
    ring.revise(undo=(dodge,), owed="fill")
    assert (ring.hp("bo"), ring.who("bo").tracks["focus"].current) == (14, 3)
    assert [ring.status(n) for n in (deed, dodge, dodge + 1)] == ["amended", "struck", "moot"]
    ring.check()


@pytest.mark.parametrize("how", ["amend", "dice"])
def test_bug_an_answer_may_have_had_other_dice(how: str) -> None:
    ring, deed, dodge = deed_with_answers()
    command = ring.command("answer", {"dodge": (20,)}, deed=deed, key="dodge", choice="yes")
    asked = (
        {"amend": Amend(entry=dodge, command=command)} if how == "amend" else {"dice": {str(dodge): {"dodge": (20,)}}}
    )
    ring.revise(**asked)
    assert (ring.hp("bo"), ring.status(dodge), ring.status(dodge + 1)) == (20, "amended", "moot")
    ring.check()


def test_bug_what_is_answered_after_an_answer_had_other_dice_goes_on_from_them() -> None:
    ring = Ring("ada", "bo")
    deed = ring.play("hit", who="ada", target="bo", dice={"attack": (15,)})
    dodge = ring.play("answer", {"dodge": (3,)}, deed=deed, key="dodge", choice="yes")
    ring.revise(dice={str(dodge): {"dodge": (4,)}})
    ring.play("answer", {"damage": (6,)}, deed=deed, key="shield", choice="no")
    assert ring.hp("bo") == 14
    ring.check()


def test_the_dice_of_an_answer_have_labels() -> None:
    ring, _, dodge = deed_with_answers()
    with pytest.raises(BadCommand, match="give its dice by label"):
        ring.revise(dice={str(dodge): (20,)})


def test_striking_a_deed_leaves_its_answers_moot_under_every_policy() -> None:
    ring, deed, dodge = deed_with_answers()
    assert ring.outcomes(ring.plan(undo=(deed,))) == {deed: "struck", dodge: "moot", dodge + 1: "moot"}


def test_a_late_answer_to_an_offer_amends_the_deed() -> None:
    ring = Ring("ada", "bo")
    ring.play("rest", target="bo")
    for _ in range(3):
        ring.play("spend", target="bo")
    blow = ring.play("hit", who="ada", target="bo", dice={"attack": (15,), "damage": (6,)})
    ring.revise(responses={str(blow): {"rage": "yes"}})
    assert ring.hp("bo") < 14
    ring.check()


def test_undo_then_redo_is_the_identity_on_every_state() -> None:
    ring, deed, _ = deed_with_answers()
    states = ring.states()
    ring.undo(deed)
    assert ring.states() != states
    ring.redo(deed)
    assert ring.states() == states


def test_an_amend_to_the_same_command_is_the_identity_on_every_state() -> None:
    ring, deed, _ = deed_with_answers()
    states = ring.states()
    ring.amend(deed, "hit", who="ada", target="bo")
    assert ring.states() == states


def test_equal_effective_scripts_give_equal_states() -> None:
    one, other = Ring("ada"), Ring("ada")
    for ring in (one, other):
        for amount in (3, 4, 5):
            ring.play("hurt", target="ada", amount=amount)
    one.undo(4, 3)
    other.undo(3)
    other.undo(4)
    assert one.states() == other.states()


def test_what_the_table_believed_never_changes() -> None:
    ring = Ring("ada")
    hits = [ring.play("hurt", target="ada", amount=amount) for amount in (3, 4, 5)]
    believed = [ring.hp("ada", entry=hit, view="as_played") for hit in hits]
    revision = ring.undo(hits[0])
    assert [ring.hp("ada", entry=hit, view="as_played") for hit in hits] == believed == [17, 13, 8]
    assert ring.hp("ada", entry=revision, view="as_played") == 11
    assert [ring.hp("ada", entry=hit) for hit in hits] == [20, 16, 11]
    assert [ring.hp("ada", entry=hit, known_at=hits[2]) for hit in hits] == believed


def test_a_plan_that_has_gone_stale_is_not_written() -> None:
    ring = Ring("ada")
    hit = ring.play("hurt", target="ada", amount=6)
    shown = ring.plan(undo=(hit,))
    ring.play("heal", target="ada", amount=9)
    with pytest.raises(PlanMoved):
        ring.revise(undo=(hit,), plan=shown.hash)


def test_bug_the_hash_of_a_plan_could_be_made_out_of_guesses_at_what_it_holds() -> None:
    hashes = set()
    for seed in (1, 2):
        ring = Ring("ada", seed=seed)
        hashes.add(ring.plan(undo=(ring.play("hurt", target="ada", amount=6),)).hash)
    assert len(hashes) == 2


def test_a_plan_is_the_same_when_something_else_was_played_since() -> None:
    ring = Ring("ada", "bo")
    hit = ring.play("hurt", target="ada", amount=6)
    insert = RevisionRequest(insert=(), undo=(hit,))
    shown = ring.ledger.plan(ring.campaign, GM, insert)
    ring.play("hurt", target="bo", amount=1)
    ring.revise(undo=(hit,), plan=shown.hash)
    assert ring.hp("ada") == 20


def test_what_is_struck_already_is_not_struck_again() -> None:
    ring = Ring("ada")
    hit = ring.play("hurt", target="ada", amount=6)
    ring.undo(hit)
    with pytest.raises(BadCommand, match="already struck"):
        ring.undo(hit)


def test_records_of_members_and_dice_are_never_revised() -> None:
    ring = Ring("ada")
    with pytest.raises(BadCommand, match="never revised"):
        ring.undo(1)


def test_bug_an_insert_that_is_the_newest_entry_is_read_at_its_own_place() -> None:
    ring = Ring("ada")
    anchor = ring.play("hurt", target="ada", amount=5)
    ring.play("hurt", target="ada", amount=2)
    inserted = ring.insert(anchor, "heal", target="ada", amount=9) + 1
    assert (ring.hp("ada", entry=inserted), ring.hp("ada")) == (20, 18)


def test_a_revision_stands_for_everything_played_before_it_not_for_an_earlier_insert() -> None:
    ring = Ring("ada")
    anchor = ring.play("hurt", target="ada", amount=5)
    later = ring.play("hurt", target="ada", amount=2)
    ring.insert(anchor, "hurt", target="ada", amount=1)
    revision = ring.undo(later)
    ring.play("note")
    assert ring.hp("ada", entry=revision) == 14
