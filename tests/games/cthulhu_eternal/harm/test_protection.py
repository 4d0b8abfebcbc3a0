"""The stages of protection: what attacks and Lethality do at each of them."""

import pytest

from tests.games.cthulhu_eternal.bursts import Range, hit, stage


@pytest.fixture
def table() -> Range:
    """Edith and the doctor have 20 Hit Points."""
    return Range(str=20, con=20)


SUMMARY = [
    ("fragile", 20, 20, 20),
    ("exposed", 8, 20, 13),
    ("armored", 5, 20, 10),
    ("cover", 3, 5, 8),
    ("cover and armored", 0, 2, 5),
    ("huge", 8, 20, 20),
    ("huge and armored", 5, 17, 17),
    ("transcendent", 0, 0, 0),
]
"""Each stage, and what an attack for 8, a Lethality success (19) and a failure (94) take from 20 Hit Points."""


@pytest.mark.rules("CE-PROT-01")
class TestTheSummary:
    @pytest.mark.parametrize(("row", "lost"), [(row, damage) for row, damage, _, _ in SUMMARY])
    def test_normal_damage(self, table: Range, row: str, lost: int) -> None:
        stage(table, row)
        assert hit(table, dice={}) == lost

    @pytest.mark.parametrize(("row", "lost"), [(row, success) for row, _, success, _ in SUMMARY])
    def test_a_lethality_success(self, table: Range, row: str, lost: int) -> None:
        stage(table, row)
        assert 20 - table.burst(19) == lost

    @pytest.mark.parametrize(("row", "lost"), [(row, failure) for row, _, _, failure in SUMMARY])
    def test_a_lethality_failure(self, table: Range, row: str, lost: int) -> None:
        stage(table, row)
        assert 20 - table.burst(94) == lost


@pytest.mark.rules("CE-PROT-02", "CE-RULING-27")
class TestFragile:
    def test_any_damage_is_the_end(self, table: Range) -> None:
        stage(table, "fragile")
        assert hit(table, 1, dice={}) == 20

    def test_a_point_has_to_get_through(self, table: Range) -> None:
        stage(table, "fragile and armored")
        assert hit(table, 3, dice={}) == 0

    def test_one_point_through_armor_is_enough(self, table: Range) -> None:
        stage(table, "fragile and armored")
        assert hit(table, 4, dice={}) == 20

    def test_what_nobody_means_is_no_more_than_it_is(self, table: Range) -> None:
        stage(table, "fragile")
        table.hurt(5)
        assert table.hp("edith") == 15


@pytest.mark.rules("CE-PROT-03")
class TestTheHelpless:
    def test_are_fragile(self, table: Range) -> None:
        entry = table.play("declare_helpless", who="edith", how="bound")
        assert "CE-PROT-03" in table.cited(entry)
        assert hit(table, 1, dice={}) == 20

    def test_the_unconscious_are_fragile(self, table: Range) -> None:
        table.hurt(18)
        assert hit(table, 1, dice={}) == 2

    def test_do_not_act(self, table: Range) -> None:
        table.play("declare_helpless", who="edith", how="asleep")
        assert table.refusal("aim", who="edith").rule == "CE-PROT-03"

    def test_one_attack_brings_them_down_without_a_damage_roll(self, table: Range) -> None:
        table.play("declare_helpless", who="edith", how="asleep")
        entry = table.play("finish_off", who="doctor", target="edith")
        assert (table.hp("edith"), table.rolls(entry)) == (0, {})

    def test_a_huge_thing_asleep_is_huge(self, table: Range) -> None:
        stage(table, "huge")
        table.play("declare_helpless", who="edith", how="asleep")
        assert hit(table, 1, dice={}) == 1

    def test_helplessness_can_end(self, table: Range) -> None:
        table.play("declare_helpless", who="edith", how="bound")
        table.play("end_helplessness", who="edith")
        assert hit(table, 1) == 1


@pytest.mark.rules("CE-PROT-04")
class TestExposed:
    def test_is_what_everybody_is(self, table: Range) -> None:
        assert hit(table, 8) == 8

    def test_a_character_can_be_exposed_again(self, table: Range) -> None:
        stage(table, "fragile")
        table.play("set_protection", who="edith", protection="exposed")
        assert hit(table, 8) == 8


@pytest.mark.rules("CE-PROT-09")
class TestBodyArmorAgainstLethality:
    def test_success_ignores_even_a_bomb_suit(self, table: Range) -> None:
        table.play("outfit", who="edith", what="bomb suit")
        assert table.burst(20) == 0

    def test_a_failure_is_lowered_by_it(self, table: Range) -> None:
        table.play("outfit", who="edith", what="bomb suit")
        assert table.burst(69) == 15


@pytest.mark.rules("CE-PROT-10", "CE-RULING-10")
class TestCoverAgainstLethality:
    def test_nobody_behind_it_is_killed_outright(self, table: Range) -> None:
        stage(table, "cover")
        entry = table.play("burst", who="edith", dice={"lethality": [19]})
        assert table.hp("edith") == 15
        assert "CE-PROT-10" in table.cited(entry)

    def test_a_0_counts_as_10(self, table: Range) -> None:
        stage(table, "cover")
        assert table.burst(10) == 14

    def test_a_critical_attack_doubles_the_sum_before_armor(self, table: Range) -> None:
        stage(table, "cover")
        assert table.burst(19, critical=True) == 5

    def test_body_armor_helps_as_well(self, table: Range) -> None:
        stage(table, "cover and armored")
        assert table.burst(19) == 18

    def test_when_the_cover_is_struck_they_die(self, table: Range) -> None:
        cover = table.play("put_behind_cover", who="edith", what="wall")
        table.burst(19)
        table.undo(cover)
        assert table.conditions("edith") == ["dead"]


@pytest.mark.rules("CE-PROT-11")
class TestWhollyInside:
    def test_the_armor_of_a_vehicle_lowers_damage_to_those_inside(self, table: Range) -> None:
        table.play("enclose", who=["edith"], what="light vehicle", sealed=False)
        assert hit(table, 12) == 2

    def test_a_sealed_vehicle_lets_no_harm_in(self, table: Range) -> None:
        entry = table.play("enclose", who=["edith", "doctor"], what="light vehicle", sealed=True)
        assert "CE-PROT-11" in table.cited(entry)
        assert (hit(table, 100, dice={}), hit(table, 100, "doctor", dice={})) == (0, 0)

    def test_a_sealed_vehicle_lets_no_lethality_in(self, table: Range) -> None:
        table.play("enclose", who=["edith"], what="light vehicle", sealed=True)
        assert table.burst(1) == 20

    def test_until_it_is_breached(self, table: Range) -> None:
        table.play("enclose", who=["edith"], what="light vehicle", sealed=True)
        table.play("breach", who=["edith"])
        assert hit(table, 12) == 2

    def test_what_is_open_is_not_breached(self, table: Range) -> None:
        table.play("enclose", who=["edith"], what="light vehicle", sealed=False)
        assert "breached" in str(table.refusal("breach", who=["edith"]))


@pytest.mark.rules("CE-PROT-14")
class TestHuge:
    def test_loses_hit_points_as_usual(self, table: Range) -> None:
        stage(table, "huge")
        assert hit(table, 8) == 8

    def test_less_its_armor(self, table: Range) -> None:
        stage(table, "huge and armored")
        assert hit(table, 8) == 5


@pytest.mark.rules("CE-PROT-15")
class TestHugeAndLethality:
    @pytest.mark.parametrize("roll", [1, 10, 11, 100])
    def test_a_huge_target_takes_the_rating_whatever_the_roll(self, table: Range, roll: int) -> None:
        stage(table, "huge")
        assert table.burst(roll, rating=10) == 10

    def test_less_its_armor(self, table: Range) -> None:
        stage(table, "huge and armored")
        assert table.burst(50, rating=10) == 13

    def test_doubled_once_by_a_critical_attack(self, table: Range) -> None:
        stage(table, "huge")
        assert table.burst(50, rating=8, critical=True) == 4


@pytest.mark.rules("CE-PROT-16")
class TestTranscendent:
    def test_no_physical_damage_reaches_them(self, table: Range) -> None:
        stage(table, "transcendent")
        assert hit(table, 100, dice={}) == 0

    @pytest.mark.parametrize("roll", [1, 99])
    def test_no_lethality_reaches_the_transcendent(self, table: Range, roll: int) -> None:
        stage(table, "transcendent")
        assert table.burst(roll) == 20

    def test_no_fall_harms_the_transcendent(self, table: Range) -> None:
        stage(table, "transcendent")
        table.hurt(5)
        assert table.hp("edith") == 20

    def test_no_stun_reaches_the_transcendent(self, table: Range) -> None:
        stage(table, "transcendent")
        table.struck(stuns=True)
        assert table.conditions("edith") == ["transcendent"]


@pytest.mark.rules("CE-PROT-17")
class TestBecomingTranscendent:
    def test_is_on_record_with_what_brought_it_about(self, table: Range) -> None:
        entry = table.play("transcend", who="edith", through="the third verse")
        assert "CE-PROT-17" in table.cited(entry)

    def test_nobody_is_made_so_without_a_reason(self, table: Range) -> None:
        assert table.refusal("set_protection", who="edith", protection="transcendent").rule == "CE-PROT-17"

    def test_is_limited(self, table: Range) -> None:
        until = {"by": "time", "at": 600}
        table.play("transcend", who="edith", through="the third verse", until=until)
        table.minutes(10)
        assert hit(table, 8) == 8

    def test_may_be_ended(self, table: Range) -> None:
        stage(table, "transcendent")
        table.play("return_to_earth", who="edith")
        assert table.conditions("edith") == []
