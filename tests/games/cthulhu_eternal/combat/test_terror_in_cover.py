"""Cover is no shelter from terror."""

import pytest

from domain.play.refusals import Refused
from tests.games.cthulhu_eternal.harming import Ward


@pytest.fixture
def fight() -> Ward:
    """Edith, terrorized behind a wall, has the count; the ghoul comes after her."""
    table = Ward(dex=14)
    table.play("put_behind_cover", who="edith", what="wall")
    table.play("begin_fight", who=["edith", "ghoul"])
    table.suffer("edith", "terrorized")
    return table


@pytest.mark.rules("CE-PROT-12")
class TestTerrorizedInCover:
    def test_the_terrorized_in_cover_do_not_attack(self, fight: Ward) -> None:
        fight.hurt(8, who="ghoul")
        assert fight.refusal("finish_off", who="edith", target="ghoul").rule == "CE-PROT-12"

    @pytest.mark.parametrize("word", ["aim", "wait"])
    def test_the_terrorized_in_cover_neither_aim_nor_wait(self, fight: Ward, word: str) -> None:
        assert fight.refusal(word, who="edith").rule == "CE-PROT-12"

    def test_the_terrorized_in_cover_hide_where_they_are(self, fight: Ward) -> None:
        fight.play("hide", as_player="ana", who="edith")
        assert "covered" in fight.conditions("edith")
        assert "terrorized" not in fight.conditions("edith")

    def test_bug_the_terrorized_leave_no_better_cover_to_hide(self, fight: Ward) -> None:
        fight.play("point_out_cover", who="edith", armor=2)
        fight.play("hide", who="edith")
        conditions = fight.sheet("edith").conditions.values()
        assert [one.data["armor"] for one in conditions if one.what == "covered"] == [5]

    @pytest.mark.rules("CE-PROT-06")
    @pytest.mark.parametrize(("state", "rule"), [("terrorized", "CE-PROT-12"), ("unconscious", "CE-DMG-08")])
    def test_bug_no_player_leads_those_who_cannot_move_out_of_cover(self, fight: Ward, state: str, rule: str) -> None:
        fight.play("hide", who="edith")
        fight.suffer("edith", state)
        with pytest.raises(Refused) as refused:
            fight.play("leave_cover", as_player="ana", who="edith")
        assert refused.value.rule == rule

    def test_which_is_the_turns_action(self, fight: Ward) -> None:
        fight.play("hide", who="edith")
        assert fight.refusal("aim", who="edith").rule == "CE-TURN-05"

    def test_after_that_they_act_as_they_please(self, fight: Ward) -> None:
        fight.play("hide", who="edith")
        fight.next(2)
        fight.play("aim", who="edith")
        assert fight.turn() == 2

    def test_who_is_not_terrorized_need_not(self, fight: Ward) -> None:
        assert "not terrorized" in str(fight.refusal("hide", who="ghoul"))

    @pytest.mark.rules("CE-ACT-17", "CE-ACT-30")
    def test_bug_the_terrorized_who_are_pinned_may_escape(self, fight: Ward) -> None:
        fight.play("hide", who="edith")
        fight.next()
        fight.play("pin", who="ghoul", target="edith", dice={"attack": [30]})
        fight.suffer("edith", "terrorized")
        fight.next()
        fight.play("escape", as_player="ana", who="edith", dice={"escape": [40], "hold": [98]})
        assert fight.conditions("edith") == ["covered", "escaping", "terrorized"]

    @pytest.mark.rules("CE-ACT-25")
    def test_bug_the_terrorized_who_fell_recover_and_hide_after_that(self, fight: Ward) -> None:
        for state in ("prone", "fallen"):
            fight.suffer("edith", state)
        fight.play("recover", as_player="ana", who="edith")
        fight.next(2)
        fight.play("hide", as_player="ana", who="edith")
        assert fight.conditions("edith") == ["covered", "gone_to_ground"]
