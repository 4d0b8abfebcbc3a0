"""Dice of offers that are taken late: the very dice of their deed while its epoch is open, and nobody fishes for them."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest

from domain.aggregates import CAMPAIGN
from domain.commands import DiceGiven, Envelope
from domain.dice import provable
from domain.history.plan import Amend, PlanMoved, RevisionRefused, RevisionRequest, StillOwed
from domain.ledger.playing.acceptance import NotAllowed
from domain.play.deed import BadCommand
from tests.laws.throwing import ADA, BEN, GM, Table, dice_in


class TestTheVeryDice:
    def test_an_offer_that_is_taken_late_draws_the_die_it_would_have_drawn_at_once(self) -> None:
        late, at_once = Table(), Table()
        entry = late.plays("throw")
        late.takes(entry)
        assert late.tape(entry) == at_once.tape(at_once.plays("throw", responses={"again": "yes"}))
        assert late.tape(entry)["again"].seed == "open"
        late.checks()

    def test_a_sealed_one_comes_from_the_sealed_seed(self) -> None:
        table = Table()
        entry = table.plays("throw", sealed=True)
        table.takes(entry)
        sealed, nonce = table.store.seeds(table.campaign, 1).sealed, UUID(table.entry(entry).header.command_id)
        thrower = provable.token(sealed, table.campaign, entry, 0, CAMPAIGN)
        key = provable.DieKey("again", thrower, "", 0, 1000)
        expected = provable.die(sealed, table.campaign, entry, key, nonce)
        assert (table.tape(entry)["again"].seed, table.tape(entry)["again"].value) == ("sealed", expected)

    def test_when_its_epoch_has_ended_it_comes_from_the_amendment_seed(self) -> None:
        table = Table()
        entry = table.plays("throw")
        table.plays("rotate", actor=GM)
        table.takes(entry)
        seeds = table.store.seeds(table.campaign, 2)
        thrower = provable.token(seeds.sealed, table.campaign, entry, 0, CAMPAIGN)
        key = provable.DieKey("again", thrower, "", 0, 1000)
        expected = provable.amendment_die(seeds.amendment, table.campaign, entry, 0, key)
        die = table.tape(entry)["again"]
        assert (die.seed, die.epoch, die.value) == ("amendment", 2, expected)

    def test_what_it_makes_necessary_later_comes_from_the_amendment_seed(self) -> None:
        table = Table()
        entry, follower = table.plays("throw"), table.plays("follow", actor=BEN)
        table.takes(entry)
        assert (table.tape(entry)["again"].seed, table.tape(follower)["later"].seed) == ("open", "amendment")
        table.checks()

    def test_a_command_that_is_another_draws_from_the_amendment_seed(self) -> None:
        table = Table()
        entry = table.plays("throw")
        amend = Amend(entry=entry, command=Envelope(type="throwing.throw", responses={"again": "yes"}))
        table.ledger.revise(table.campaign, GM, RevisionRequest(amend=amend))
        assert table.tape(entry)["again"].seed == "amendment"

    @pytest.mark.parametrize("by", ["deed", "answer"])
    def test_bug_an_offer_that_was_made_behind_a_question_is_taken_late(self, by: str) -> None:
        table = Table()
        deed = table.plays("throw", asks=True)
        answer = table.plays("answer", actor=GM, deed=deed, key="sure", choice="yes")
        table.takes(deed if by == "deed" else answer)
        assert table.tape(answer)["again"].seed == "open"
        table.checks()

    def test_everybody_can_recompute_it_once_the_seed_is_revealed(self) -> None:
        table = Table()
        table.takes(table.plays("throw"))
        assert "again" in {one.die.label for one in table.proof().unrevealed}
        table.plays("rotate", actor=GM)
        assert "again" in {one.die.label for one in table.proof().recomputed}
        assert table.proof().sound


class TestNobodyFishes:
    def test_what_is_tried_shows_no_die_that_it_will_have(self) -> None:
        tables = [Table(seed=seed) for seed in range(6)]
        entries = [table.plays("throw") for table in tables]
        tried = [dice_in(table.tries(entry))["again"] for table, entry in zip(tables, entries, strict=True)]
        taken = [dice_in(table.takes(entry)[0])["again"] for table, entry in zip(tables, entries, strict=True)]
        assert all(one != other for one, other in zip(tried, taken, strict=True))

    @pytest.mark.parametrize("actor", [ADA, GM])
    def test_a_plan_that_is_only_tried_says_so(self, actor: object) -> None:
        table = Table()
        entry = table.plays("throw")
        assert table.tries(entry, actor).preview  # type: ignore[arg-type]

    def test_nobody_fishes_for_dice_when_the_epoch_has_ended(self) -> None:
        table = Table()
        entry = table.plays("throw")
        table.plays("rotate", actor=GM)
        tried = dice_in(table.tries(entry))
        assert tried["again"] != dice_in(table.takes(entry)[0])["again"]

    def test_nobody_fishes_for_the_dice_that_follow(self) -> None:
        table = Table()
        entry, _ = table.plays("throw"), table.plays("follow", actor=BEN)
        tried = dice_in(table.tries(entry))
        assert tried["later"] != dice_in(table.takes(entry)[0])["later"]

    def test_the_plan_that_was_tried_is_the_one_that_is_written(self) -> None:
        table = Table()
        entry = table.plays("throw")
        shown = table.tries(entry).hash
        assert table.tries(entry).hash == shown
        assert table.takes(entry, plan=shown)[1].header.kind == "revision"

    def test_unless_something_has_changed_meanwhile(self) -> None:
        table = Table()
        entry = table.plays("throw")
        shown = table.tries(entry)
        table.plays("follow", actor=BEN)
        with pytest.raises(PlanMoved) as moved:
            table.takes(entry, plan=shown.hash)
        assert moved.value.plan.preview, "what is said of it shows no die either"

    def test_bug_what_was_taken_cannot_be_declined_when_its_dice_are_known(self) -> None:
        table = Table()
        entry = table.plays("throw")
        table.takes(entry)
        with pytest.raises(NotAllowed, match="answered already; ask the game master"):
            table.takes(entry, choice="no")

    def test_an_offer_that_was_answered_with_the_command_is_not_taken(self) -> None:
        table = Table()
        entry = table.plays("throw", responses={"again": "no"})
        with pytest.raises(NotAllowed, match="answered already"):
            table.takes(entry)

    def test_a_game_master_may_take_it_back_and_it_comes_to_the_same_again(self) -> None:
        table = Table()
        entry = table.plays("throw")
        plan, written = table.takes(entry)
        table.undoes(written.header.number)
        table.plays("rotate", actor=GM)
        assert dice_in(table.takes(entry)[0]) == dice_in(plan)
        table.checks()

    def test_nobody_takes_what_is_offered_to_another_member(self) -> None:
        table = Table()
        entry = table.plays("throw")
        for attempt in (table.tries, table.takes):
            with pytest.raises(NotAllowed, match="offers you no 'again'"):
                attempt(entry, actor=BEN)

    @pytest.mark.parametrize(("veiled", "why"), [("again", ["veiled"]), ("throw", [])])
    def test_nobody_tries_what_a_veiled_roll_has_to_reach_but_what_it_has_shown_stays(
        self, veiled: str, why: list[str]
    ) -> None:
        table = Table()
        plan = table.tries(table.plays("throw", veiled=veiled))
        assert [conflict.refusal and conflict.refusal.rule for conflict in plan.conflicts] == why


class TestWhatThePastRefuses:
    """Ada has thrown, and Ben has done what is possible only where nobody throws again."""

    def fight(self) -> tuple[Table, int]:
        table = Table()
        entry = table.plays("throw")
        table.plays("need", actor=BEN)
        return table, entry

    def refused(self, table: Table, entry: int, id: str = "") -> RevisionRefused:
        with pytest.raises(RevisionRefused) as refused:
            table.takes(entry, id=id)
        return refused.value

    def test_dice_that_were_drawn_in_vain_are_on_record(self) -> None:
        table, entry = self.fight()
        refused = self.refused(table, entry)
        assert refused.left is not None
        assert table.entry(refused.left).status == "refused"
        assert table.tape(entry)["again"].value == dice_in(refused.plan)["again"]
        assert table.entry(entry).status == "standing"
        table.checks()

    def test_dice_of_a_refusal_are_the_same_when_the_epoch_has_ended(self) -> None:
        table, entry = self.fight()
        first = dice_in(self.refused(table, entry).plan)
        table.plays("rotate", actor=GM)
        assert dice_in(self.refused(table, entry).plan)["again"] == first["again"]

    def test_dice_of_a_refusal_prove_themselves(self) -> None:
        table, entry = self.fight()
        self.refused(table, entry)
        table.plays("rotate", actor=GM)
        assert "again" in {one.die.label for one in table.proof(GM).recomputed}

    def test_an_attempt_that_is_sent_again_is_refused_again_and_leaves_nothing_more(self) -> None:
        table, entry = self.fight()
        attempt = str(uuid4())
        first = self.refused(table, entry, attempt)
        assert self.refused(table, entry, attempt).left == first.left
        assert table.store.head(table.campaign).entry == first.left

    def test_what_came_to_nothing_is_not_undone(self) -> None:
        table, entry = self.fight()
        left = self.refused(table, entry).left
        assert left is not None
        with pytest.raises(BadCommand, match="was refused and changed nothing"):
            table.undoes(left)

    def test_when_the_way_is_free_it_is_taken_with_the_same_dice(self) -> None:
        table, entry = self.fight()
        first = dice_in(self.refused(table, entry).plan)
        table.undoes(entry + 1)
        table.plays("rotate", actor=GM)
        assert dice_in(table.takes(entry)[0]) == first
        table.checks()

    def test_what_is_only_tried_leaves_nothing(self) -> None:
        table, entry = self.fight()
        head = table.store.head(table.campaign).entry
        assert table.tries(entry).conflicts
        assert table.store.head(table.campaign).entry == head


class TestTheTablesOwnDice:
    """At a table that rolls its own dice, the owner who takes an offer late brings the dice that it owes, and no others."""

    def taken(self, dice: DiceGiven, source: str = "table") -> dict[str, int]:
        table = Table(source)
        entry = table.plays("throw", dice={"throw": (2,)})
        return dice_in(table.takes(entry, dice)[0])

    def test_the_die_that_is_owed_is_hers_to_bring(self) -> None:
        assert self.taken({"again": (5,)}) == {"throw": 2, "again": 5}

    @pytest.mark.parametrize("dice", [{"throw": (6,), "again": (5,)}, {"throw": (6,)}, (6, 5)])
    def test_what_was_rolled_stays_as_it_was_rolled(self, dice: DiceGiven) -> None:
        with pytest.raises(NotAllowed):
            self.taken(dice)

    def test_where_the_service_rolls_she_brings_none(self) -> None:
        with pytest.raises(NotAllowed):
            self.taken({"again": (6,)}, "either")

    def test_what_she_does_not_bring_is_owed_and_leaves_nothing(self) -> None:
        with pytest.raises(StillOwed) as owed:
            self.taken(())
        assert owed.value.left is None
