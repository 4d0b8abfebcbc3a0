"""Noting the facts, working theories, and what comes of those that are wrong, which no player can tell."""

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.play.refusals import Absent
from systems.weaverdice.investigation.theories import DOUBT, REFUTED, VERDICT
from tests.games.weaverdice.informing import Briefing


@pytest.fixture
def table() -> Briefing:
    table = Briefing()
    table.lay()
    table.begin()
    return table


def theories(table: Briefing, kind: str) -> list[dict[str, Any]]:
    """The data of the game master's traits of a kind."""
    traits = table.sheet("bandit").traits
    return [dict(traits[name].data) for name in sorted(traits) if traits[name].kind == kind]


def misled(table: Briefing) -> list[bool | None]:
    """Of each piece of information after a theory, whether it is misleading; None where nobody has tested it."""
    return [doubt.get("misleading") for doubt in theories(table, DOUBT)]


def judge(table: Briefing, wrong: bool, *dice: int, **more: Any) -> int:
    """The verdict on the newest theory, with the hidden dice for what came after it."""
    names = sorted(name for name, trait in table.sheet("bandit").traits.items() if trait.kind == DOUBT)
    shown = {name: [die] for name, die in zip(names, dice, strict=False)}
    return table.play("judge_theory", who="bandit", theory=table.theory(), wrong=wrong, dice=shown, **more)


@pytest.mark.rules("WD-UTIL-09", "WD-RULING-92")
class TestFacts:
    def test_facts_bring_tier_1_intel_of_their_type(self, table: Briefing) -> None:
        table.claim("note_the_facts", type="f-lister")
        assert table.intel() == [("f-lister", 1)]

    @pytest.mark.rules("WD-RULING-111")
    def test_facts_unlock_a_space_that_need_not_be_within_reach(self, table: Briefing) -> None:
        table.claim("note_the_facts", unlock="1/2")
        assert (table.opened(), table.cell("1/2").known_by) == (["1/2"], (table.ref("bandit"),))

    @pytest.mark.rules("WD-RULING-111")
    def test_which_opens_its_neighbours(self, table: Briefing) -> None:
        table.claim("note_the_facts", unlock="1/2")
        table.surveil()
        table.watch(6, "0/2")
        assert table.refused("watch", "2/0", who="bandit", dice={"surveil": [6]}) == "WD-GRID-06"

    @pytest.mark.rules("WD-RULING-111")
    def test_a_blocked_space_is_not_unlocked_so(self, table: Briefing) -> None:
        table.on("block_space", "1/2")
        refusal = table.refusal(
            "note_the_facts", who="bandit", claim="x", type="hero", group="crew", grid="target", unlock="1/2"
        )
        assert refusal.rule == "WD-GRID-13"

    def test_facts_unlock_no_space_that_is_unlocked(self, table: Briefing) -> None:
        table.unlock("0/0")
        refusal = table.refusal(
            "note_the_facts", who="bandit", claim="x", type="hero", group="crew", grid="target", unlock="0/0"
        )
        assert refusal.rule == "WD-GRID-07"

    def test_facts_make_spaces_cheaper_by_one_and_by_one_tier(self, table: Briefing) -> None:
        table.claim("note_the_facts", cheaper=["1/1", "0/0"])
        assert [table.number(space) for space in ("1/1", "0/0", "0/1")] == [6, 4, 4]
        assert [table.value("crew", f"cells.target/{space}.data.tier") for space in ("1/1", "0/0")] == [2, 1]

    def test_bug_facts_make_a_space_cheaper_once_however_often_it_is_named(self, table: Briefing) -> None:
        table.claim("note_the_facts", cheaper=["1/1", "1/1", "Status x Relationships"])
        assert (table.number("1/1"), table.value("crew", "cells.target/1/1.data.tier")) == (6, 2)

    def test_facts_do_not_unlock_and_cheapen_both(self, table: Briefing) -> None:
        both: dict[str, Any] = {"unlock": "1/2", "cheaper": ["1/1"]}
        refusal = table.refusal(
            "note_the_facts", who="bandit", claim="x", type="hero", group="crew", grid="target", **both
        )
        assert refusal.rule == "WD-UTIL-09"

    def test_the_game_master_sets_how_much(self, table: Briefing) -> None:
        table.claim("note_the_facts", cheaper=["1/1"], tier=2, pieces=3, number=2, tiers=0)
        assert (table.number("1/1"), table.intel()) == (5, [("violent", 2)] * 3)

    def test_a_player_does_not(self, table: Briefing) -> None:
        refusal = table.refusal("note_the_facts", who="bandit", claim="x", type="hero", tier=4, as_player="ana")
        assert refusal.rule == "WD-UTIL-09"

    def test_without_a_grid_they_bring_intel_only(self, table: Briefing) -> None:
        table.claim("note_the_facts")
        assert (table.intel(), table.opened()) == ([("violent", 1)], [])

    def test_where_nobody_plays_with_intel_they_bring_none(self) -> None:
        table = Briefing(without_intel=True)
        table.lay()
        table.begin()
        table.claim("note_the_facts", unlock="0/0")
        assert (table.intel(), table.opened()) == ([], ["0/0"])

    def test_wrong_ones_are_a_wrong_theory(self, table: Briefing) -> None:
        table.claim("note_the_facts", cheaper=["1/1"])
        judge(table, True, 3)
        assert misled(table) == [True]

    def test_facts_end_the_action(self, table: Briefing) -> None:
        table.claim("note_the_facts")
        assert not table.is_under_way()

    def test_strangers_note_nothing_on_the_grid(self, table: Briefing) -> None:
        table.cape("stranger")
        table.begin("stranger")
        on: dict[str, Any] = {"group": "crew", "grid": "target", "unlock": "0/0"}
        assert table.refusal("note_the_facts", who="stranger", claim="x", type="hero", **on).rule == "WD-GRID-04"


@pytest.mark.rules("WD-UTIL-10", "WD-RULING-93")
class TestTheories:
    def test_one_serves_like_facts(self, table: Briefing) -> None:
        table.claim(unlock="3/0")
        assert (table.opened(), table.intel()) == (["3/0"], [("violent", 1)])

    def test_a_theory_is_a_card_that_says_what_it_is_about(self, table: Briefing) -> None:
        table.claim(unlock="3/0", logic="The trains stop there")
        card = table.sheet("bandit").cards[table.theory()]
        assert (card.title, card.data["logic"]) == ("Pearl has a lair", "The trains stop there")
        assert card.provenance == f"{table.ref('crew')}.grids.target"

    @pytest.mark.parametrize(("die", "misleading"), [(3, True), (4, False)])
    def test_what_came_after_a_wrong_one_is_misleading_on_1_to_3(
        self, table: Briefing, die: int, misleading: bool
    ) -> None:
        table.claim(cheaper=["1/1"])
        judge(table, True, die)
        assert misled(table) == [misleading]

    @pytest.mark.parametrize(("die", "misleading"), [(5, True), (6, False)])
    def test_the_game_master_sets_another_chance(self, table: Briefing, die: int, misleading: bool) -> None:
        table.claim(cheaper=["1/1"])
        judge(table, True, die, up_to=5)
        assert misled(table) == [misleading]

    def test_a_right_one_misleads_nobody(self, table: Briefing) -> None:
        table.claim(cheaper=["1/1"])
        judge(table, False)
        assert misled(table) == [None]

    def test_each_piece_is_tested_by_itself(self, table: Briefing) -> None:
        table.claim(unlock="0/0")
        table.surveil()
        table.watch(4, "0/1")
        judge(table, True, 1, 6, 2, 5)
        assert misled(table) == [True, False, True, False]

    def test_what_was_learned_before_is_not(self, table: Briefing) -> None:
        table.unlock("0/0")
        table.claim(cheaper=["1/1"])
        assert len(misled(table)) == 1

    def test_information_about_another_target_is_not_misleading(self, table: Briefing) -> None:
        table.claim(cheaper=["1/1"])
        table.award(2)
        assert len(misled(table)) == 1

    def test_what_comes_after_the_verdict_is_tested_by_the_game_master(self, table: Briefing) -> None:
        table.claim(cheaper=["1/1"])
        judge(table, True, 6)
        table.unlock("0/0")
        doubt = max(
            n
            for n, trait in table.sheet("bandit").traits.items()
            if "misleading" not in trait.data and trait.kind == DOUBT
        )
        table.play("check_information", who="bandit", item="target/0/0", dice={doubt: [2]})
        assert sorted(misled(table), key=str) == [False, True]

    def test_who_may_also_say_so(self, table: Briefing) -> None:
        table.claim(unlock="0/0")
        table.play("check_information", who="bandit", item="target/0/0", misleading=True)
        assert misled(table).count(True) == 1

    def test_only_of_what_came_after_a_theory(self, table: Briefing) -> None:
        table.unlock("0/0")
        with pytest.raises(Absent):
            table.play("check_information", who="bandit", item="target/0/0", misleading=True)

    def test_what_is_made_of_misleading_intel_misleads(self, table: Briefing) -> None:
        table.claim(cheaper=["1/1"], tier=2)
        judge(table, True, 1)
        table.begin()
        table.play("downgrade_intel", who="bandit", card="violent 2")
        assert misled(table) == [True, True]

    def test_a_verdict_can_be_changed(self, table: Briefing) -> None:
        table.claim(cheaper=["1/1"])
        judge(table, True, 1)
        judge(table, False)
        assert [verdict["wrong"] for verdict in theories(table, VERDICT)] == [False]

    def test_a_player_gives_no_verdict(self, table: Briefing) -> None:
        table.claim(cheaper=["1/1"])
        sentence = table.forbidden("judge_theory", as_player="ana", who="bandit", theory=table.theory(), wrong=False)
        assert "game master" in sentence

    def test_without_the_theory_its_verdict_falls(self, table: Briefing) -> None:
        stated = table.claim(cheaper=["1/1"])
        verdict = judge(table, True, 1)
        assert outcomes(table.undo(stated, policy="cascade")) == {stated: "struck", verdict: "struck"}


@pytest.mark.rules("WD-UTIL-10")
class TestSecrecy:
    """A wrong theory and a right one look the same to the player whose it is."""

    def played(self, wrong: bool) -> str:
        table = Briefing()
        table.lay()
        table.begin()
        table.claim(unlock="0/0")
        judge(table, wrong, *((1, 1) if wrong else ()))
        table.surveil()
        table.watch(6, "0/1")
        return table.seen()

    def test_no_text_for_a_player_says_that_a_theory_is_wrong(self) -> None:
        read = self.played(wrong=True)
        assert not [word for word in ("verdict", "doubt-", '"misleading"', '"wrong"', "judge_theory") if word in read]

    def test_what_they_read_is_as_long_either_way(self) -> None:
        assert len(self.played(wrong=True)) == len(self.played(wrong=False))

    def test_the_game_master_reads_it(self, table: Briefing) -> None:
        table.claim(unlock="0/0")
        judge(table, True, 1, 1)
        assert [trait.audience for trait in table.sheet("bandit").traits.values()] == ["gm"] * 3


@pytest.mark.rules("WD-UTIL-10")
class TestBackfire:
    def fire(self, table: Briefing, **more: Any) -> int:
        return table.play("backfire", who="bandit", what="Accusing the mayor", **more)

    def test_the_next_roll_is_harder_and_only_that_one(self, table: Briefing) -> None:
        self.fire(table, penalty=2, stat="social")
        dice = {"social": [6]}
        rolls = [table.play("cite_reputation", who="bandit", to="mayor", dice=dice) for _ in range(2)]
        assert [table.rolls(entry) for entry in rolls] == [{"social": 4}, {"social": 6}]

    def test_what_it_was_is_named_in_the_roll(self, table: Briefing) -> None:
        self.fire(table)
        entry = table.play("cite_reputation", who="bandit", to="mayor", dice={"social": [6]})
        assert [(m.label, m.amount) for m in table.last_roll(entry).modifiers] == [("social", 0), ("backfire", -1)]

    def test_people_get_upset(self, table: Briefing) -> None:
        self.fire(table, morale=2)
        assert table.current("bandit", "morale") == -2

    def test_the_theory_is_refuted_where_that_shows(self, table: Briefing) -> None:
        table.claim(cheaper=["1/1"])
        self.fire(table, theory="Pearl has a lair")
        assert table.sheet("bandit").cards[table.theory()].state == REFUTED
