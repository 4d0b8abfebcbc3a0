"""Retraining in Orcus, on the shared vocabulary."""

import pytest

from api.testing.table import Table, outcomes
from domain.history.plan import RevisionRefused
from tests.laws.vocabulary.orcus_party_rules import at_the_table

OFFERED = ("athletics", "endure", "heal", "history")


@pytest.fixture
def table() -> Table:
    """Ana, who gained a level."""
    table = at_the_table("ana")
    table.play("gain_level", who="ana")
    return table


def pick(table: Table, *picked: str, offered: tuple[str, ...] = OFFERED, at: str = "level 1") -> int:
    return table.play("pick_skills", who="ana", at=at, offered=offered, picked=picked)


def retrain(table: Table, old: str, new: str) -> int:
    return table.play("retrain_skill", who="ana", old=old, new=new)


def trained(table: Table) -> list[str]:
    return sorted(trait.catalogue for trait in table.sheet("ana").traits.values())


@pytest.mark.rules("OR-RETR-06")
class TestRetrainedSkills:
    def test_what_was_on_offer_then_may_be_trained_now(self, table: Table) -> None:
        choice = f"skills-{pick(table, 'athletics', 'heal')}"
        retrain(table, "athletics", "history")
        assert trained(table) == ["heal", "history"]
        assert table.sheet("ana").choices[choice].picked == ("history", "heal")
        assert table.sheet("ana").choices[choice].offered == OFFERED

    def test_the_old_one_is_trained_no_longer(self, table: Table) -> None:
        pick(table, "athletics", "heal")
        assert table.value("ana", "trained.athletics") == 1
        retrain(table, "athletics", "history")
        assert (table.value("ana", "trained.athletics"), table.value("ana", "trained.history")) == (0, 1)

    def test_what_was_not_on_offer_then_is_refused(self, table: Table) -> None:
        pick(table, "athletics", "heal")
        assert table.refusal("retrain_skill", who="ana", old="athletics", new="arcana").rule == "OR-RETR-06"

    def test_what_is_on_offer_only_since_is_refused(self, table: Table) -> None:
        pick(table, "athletics", "heal")
        pick(table, "stealth", offered=("stealth", "arcana"), at="level 2")
        assert table.refusal("retrain_skill", who="ana", old="athletics", new="arcana").rule == "OR-RETR-06"
        retrain(table, "stealth", "arcana")
        assert trained(table) == ["arcana", "athletics", "heal"]

    def test_what_is_trained_already_is_refused(self, table: Table) -> None:
        pick(table, "athletics", "heal")
        assert table.refusal("retrain_skill", who="ana", old="athletics", new="heal").rule == "OR-RETR-06"

    def test_what_was_never_picked_is_not_there_to_be_retrained(self, table: Table) -> None:
        pick(table, "athletics", "heal")
        assert table.refusal("retrain_skill", who="ana", old="endure", new="history").rule == "not-there"

    def test_the_offer_of_then_holds_for_the_next_change_too(self, table: Table) -> None:
        pick(table, "athletics", "heal")
        retrain(table, "athletics", "history")
        table.play("gain_level", who="ana")
        assert table.refusal("retrain_skill", who="ana", old="history", new="arcana").rule == "OR-RETR-06"
        retrain(table, "history", "athletics")
        assert trained(table) == ["athletics", "heal"]

    def test_one_retraining_comes_with_each_level_and_none_is_saved_up(self, table: Table) -> None:
        pick(table, "athletics", "heal")
        table.play("gain_level", who="ana")
        retrain(table, "athletics", "history")
        assert table.refusal("retrain_skill", who="ana", old="heal", new="endure").rule == "OR-RETR-01"
        table.play("gain_level", who="ana")
        retrain(table, "heal", "endure")
        assert trained(table) == ["endure", "history"]

    def test_without_a_level_there_is_none(self) -> None:
        table = at_the_table("ana")
        pick(table, "athletics", "heal")
        assert table.refusal("retrain_skill", who="ana", old="heal", new="endure").rule == "OR-RETR-01"

    def test_the_game_master_may_allow_it_all_the_same(self, table: Table) -> None:
        pick(table, "athletics", "heal")
        table.play("retrain_skill", who="ana", old="athletics", new="arcana", force=True)
        assert trained(table) == ["arcana", "heal"]

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        entries = [pick(table, "athletics", "heal"), retrain(table, "athletics", "history")]
        table.check_undo(*entries, table.play("gain_level", who="ana"), retrain(table, "heal", "endure"))

    def test_had_the_choice_been_another_it_was_not_on_offer(self, table: Table) -> None:
        picked = pick(table, "athletics", "heal")
        changed = retrain(table, "athletics", "history")
        fewer = ["athletics", "endure", "heal"]
        with pytest.raises(RevisionRefused) as refused:
            table.amend(picked, "pick_skills", who="ana", at="level 1", offered=fewer, picked=["athletics", "heal"])
        (conflict,) = refused.value.plan.conflicts
        assert (conflict.entry, conflict.refusal and conflict.refusal.rule) == (changed, "OR-RETR-06")

    def test_had_other_skills_been_picked_they_stay(self, table: Table) -> None:
        picked = pick(table, "athletics", "heal")
        changed = retrain(table, "athletics", "history")
        plan = table.amend(
            picked, "pick_skills", who="ana", at="level 1", offered=OFFERED, picked=["endure", "athletics"]
        )
        assert outcomes(plan) == {picked: "restated", changed: "restated"}
        assert trained(table) == ["endure", "history"]

    def test_without_the_level_it_was_not_possible(self, table: Table) -> None:
        pick(table, "athletics", "heal")
        retrain(table, "athletics", "history")
        again = table.play("gain_level", who="ana")
        changed = retrain(table, "heal", "endure")
        with pytest.raises(RevisionRefused) as refused:
            table.undo(again)
        assert [(c.entry, c.refusal and c.refusal.rule) for c in refused.value.plan.conflicts] == [
            (changed, "OR-RETR-01")
        ]
