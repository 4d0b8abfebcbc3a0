"""Armor and cover: what they take off an attack, and what goes past them."""

import pytest

from domain.vocabulary.anchors import AtMoment
from tests.games.cthulhu_eternal.bursts import Range, hit, stage


@pytest.fixture
def table() -> Range:
    """Edith and the doctor have 20 Hit Points."""
    return Range(str=20, con=20)


@pytest.mark.rules("CE-PROT-05")
class TestArmor:
    @pytest.mark.parametrize(("amount", "lost"), [(4, 0), (5, 0), (6, 1), (9, 4)])
    def test_5_takes_5_off_and_never_more_than_there_is(self, table: Range, amount: int, lost: int) -> None:
        table.play("outfit", who="edith", what="tactical body armor")
        assert hit(table, amount, dice={}) == lost

    def test_off_every_attack_anew(self, table: Range) -> None:
        table.play("outfit", who="edith", what="tactical body armor")
        assert (hit(table, 6), hit(table, 6)) == (1, 1)

    def test_of_ones_own_hide(self) -> None:
        table = Range(armor=2)
        assert hit(table, 5) == 3

    def test_a_vest_that_is_taken_off_protects_no_more(self, table: Range) -> None:
        table.play("outfit", who="edith", what="kevlar vest")
        table.play("take_off", as_player="ana", who="edith", armor="kevlar vest")
        assert hit(table, 5) == 5

    @pytest.mark.rules("CE-ACT-34")
    @pytest.mark.parametrize("word", ["take_off", "put_on"])
    def test_bug_changing_it_in_a_fight_is_the_turn_s_action(self, table: Range, word: str) -> None:
        table.play("outfit", who="edith", what="kevlar vest")
        if word == "put_on":
            table.play("take_off", who="edith", armor="kevlar vest")
        table.begin(edith=10, doctor=9)
        table.play(word, as_player="ana", who="edith", armor="kevlar vest")
        assert (table.place("edith").budget, table.refusal("aim", who="edith").rule) == ({"action": 0}, "CE-TURN-05")

    def test_again_when_it_is_put_on(self, table: Range) -> None:
        table.play("outfit", who="edith", what="kevlar vest")
        table.play("take_off", who="edith", armor="kevlar vest")
        table.play("put_on", as_player="ana", who="edith", armor="kevlar vest")
        assert hit(table, 5) == 2

    def test_what_is_not_worn_is_not_taken_off(self, table: Range) -> None:
        assert "no armor" in str(table.refusal("take_off", who="edith", armor="kevlar vest"))

    def test_without_it_an_earlier_attack_did_more(self, table: Range) -> None:
        vest = table.play("outfit", who="edith", what="kevlar vest")
        table.struck(5)
        table.undo(vest)
        assert table.hp("edith") == 15


@pytest.mark.rules("CE-PROT-06")
class TestSeveralSources:
    def test_what_is_worn_and_what_one_is_behind_add_up(self, table: Range) -> None:
        stage(table, "cover and armored")
        assert hit(table, 12) == 4

    def test_hide_and_vest_add_up(self) -> None:
        table = Range(armor=2)
        table.play("outfit", who="edith", what="kevlar vest")
        assert hit(table, 8, dice={}) == 3

    def test_one_is_behind_one_thing_at_a_time(self, table: Range) -> None:
        table.play("put_behind_cover", who="edith", what="sandbag")
        table.play("put_behind_cover", who="edith", what="wall")
        assert hit(table, 8) == 3

    def test_cover_may_last_a_turn(self, table: Range) -> None:
        table.play("begin_fight", who=["edith", "ghoul"])
        until = {"by": "moment", "moment": "round_end"}
        table.play("put_behind_cover", who="edith", what="wall", until=until)
        assert isinstance(next(iter(table.sheet("edith").conditions.values())).until, AtMoment)
        table.next(2)
        assert hit(table, 8) == 8

    def test_one_comes_out_again(self, table: Range) -> None:
        stage(table, "cover")
        table.play("leave_cover", as_player="ana", who="edith")
        assert hit(table, 8) == 8

    def test_who_is_behind_nothing_leaves_nothing(self, table: Range) -> None:
        assert "no cover" in str(table.refusal("leave_cover", who="edith"))


@pytest.mark.rules("CE-PROT-07")
class TestTheSupernatural:
    def test_ignores_body_armor_and_cover(self, table: Range) -> None:
        stage(table, "cover and armored")
        assert hit(table, 8, supernatural=True) == 8

    def test_reaches_the_transcendent(self, table: Range) -> None:
        stage(table, "transcendent")
        assert hit(table, 8, supernatural=True) == 8


@pytest.mark.rules("CE-PROT-08")
class TestWhereItIsUnclear:
    @pytest.mark.parametrize(("says", "lost"), [("counts", 5), ("ignored", 8)])
    def test_the_game_master_says_whether_armor_counts(self, table: Range, says: str, lost: int) -> None:
        stage(table, "armored")
        entry = table.struck(8, armor="unclear", responses={"armor/edith": says})
        assert 20 - table.hp("edith") == lost
        assert "CE-PROT-08" in table.cited(entry)

    def test_only_the_game_master_says_whether_unclear_armor_counts(self, table: Range) -> None:
        stage(table, "armored")
        table.play("hurt", who="edith", amount=8, attack=True, armor="unclear")
        [question] = table.scene().questions.values()
        assert question.owner == "gm"


WORN = [
    ("kevlar helmet", 1),
    ("kevlar vest", 3),
    ("reinforced kevlar vest", 4),
    ("tactical body armor", 5),
    ("bomb suit", 10),
]
COVER = [
    ("wall", 5),
    ("thick door", 5),
    ("makeshift vehicle cover", 5),
    ("light vehicle", 10),
    ("thick wall", 10),
    ("concrete", 10),
    ("moderate rock", 10),
    ("medium vehicle", 15),
    ("sandbag", 15),
    ("big rock", 15),
    ("reinforced wall", 15),
    ("heavy vehicle", 20),
    ("light tank", 20),
    ("heavy tank", 25),
]


@pytest.mark.rules("CE-PROT-13", "CE-RULING-31")
class TestRatings:
    @pytest.mark.parametrize(("what", "rating"), WORN)
    def test_of_what_is_worn(self, table: Range, what: str, rating: int) -> None:
        table.play("outfit", who="edith", what=what)
        assert hit(table, 13) == 13 - rating

    @pytest.mark.parametrize(("what", "rating"), COVER)
    def test_of_what_one_is_behind_or_in(self, what: str, rating: int) -> None:
        table = Range(hp=60)
        table.play("put_behind_cover", who="edith", what=what)
        assert hit(table, 27) == 27 - rating

    def test_a_helmet_adds_to_other_armor(self, table: Range) -> None:
        for what in ("kevlar helmet", "kevlar vest"):
            table.play("outfit", who="edith", what=what)
        assert hit(table, 8) == 4

    def test_the_campaign_has_its_own(self, table: Range) -> None:
        table.play("outfit", who="edith", what="chain mail", armor=2)
        table.play("put_behind_cover", who="edith", what="tapestry", armor=1)
        assert hit(table, 8) == 5

    def test_which_needs_a_rating(self, table: Range) -> None:
        assert table.refusal("outfit", who="edith", what="chain mail").rule == "CE-PROT-13"

    def test_nobody_wears_a_wall(self, table: Range) -> None:
        assert table.refusal("outfit", who="edith", what="wall").rule == "CE-PROT-13"


@pytest.mark.rules("CE-PROT-18", "CE-RULING-30")
class TestArmorPiercing:
    def test_lowers_armor_by_its_number(self, table: Range) -> None:
        table.play("outfit", who="edith", what="tactical body armor")
        assert hit(table, 8, piercing=3) == 6

    def test_by_5_where_no_number_is_given(self, table: Range) -> None:
        table.play("outfit", who="edith", what="bomb suit")
        assert hit(table, 8, piercing=None) == 3

    def test_never_below_0(self, table: Range) -> None:
        table.play("outfit", who="edith", what="kevlar vest")
        assert hit(table, 8, piercing=5) == 8

    def test_once_of_all_sources_together(self, table: Range) -> None:
        stage(table, "cover and armored")
        assert hit(table, 12, piercing=4) == 8


@pytest.mark.rules("CE-RULING-29")
def test_armor_is_no_help_against_what_is_no_attack(table: Range) -> None:
    stage(table, "cover and armored")
    table.hurt(8)
    assert table.hp("edith") == 12


@pytest.mark.rules("CE-RULING-29")
def test_unless_the_game_master_says_so(table: Range) -> None:
    stage(table, "armored")
    table.hurt(8, armor="stops")
    assert table.hp("edith") == 15
