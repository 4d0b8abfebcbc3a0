"""Half a dot of effort, and what two of them come to."""

import pytest

from tests.games.weaverdice.growing import Growing


@pytest.fixture
def table() -> Growing:
    return Growing()


@pytest.mark.rules("WD-PROG-05", "WD-RULING-102", "WD-RULING-01")
class TestExtraEffort:
    def test_half_a_dot_is_not_there_before_a_rest(self, table: Growing) -> None:
        table.check("extra-effort", pool="focus")
        assert table.dots("outage") == (3, 3, 3)

    def test_after_a_night_it_counts_as_a_whole_one(self, table: Growing) -> None:
        table.check("extra-effort", pool="focus")
        table.play("come", moment="full_night", subject=table.ref("outage"))
        assert (table.dots("outage"), table.value("outage", "tracks.focus.maximum")) == ((3, 4, 3), 4)

    def test_half_a_dot_is_gone_after_the_first_encounter(self, table: Growing) -> None:
        table.check("extra-effort", pool="focus")
        table.play("come", moment="full_night", subject=table.ref("outage"))
        table.play("come", moment="encounter_end")
        assert table.value("outage", "tracks.focus.maximum") == 3

    def test_half_a_dot_lasts_through_the_fight_and_goes_with_it(self, table: Growing) -> None:
        table.foe("thug", category="generic")
        table.check("extra-effort", pool="focus")
        table.play("come", moment="full_night", subject=table.ref("outage"))
        table.play("create_encounter", name="Roof")
        table.encounter = "roof"
        table.play("begin_fight", who=["outage"], against=["thug"], dice={"speed/outage": [3]})
        during = table.dots("outage")
        table.play("end_fight")
        assert (during, table.dots("outage")) == ((3, 4, 3), (3, 3, 3))

    def test_half_a_dot_is_gone_before_exhaustion_is_counted(self, table: Growing) -> None:
        table.check("extra-effort", pool="focus")
        table.play("come", moment="full_night", subject=table.ref("outage"))
        table.play("spend_effort", who="outage", pool="focus")
        table.play("catch_breath", who="outage", minutes=5)
        assert table.dots("outage") == (3, 2, 3)

    def test_another_night_brings_it_back_and_never_two(self, table: Growing) -> None:
        table.check("extra-effort", pool="focus")
        for _ in range(2):
            table.play("come", moment="full_night", subject=table.ref("outage"))
        assert table.dots("outage") == (3, 4, 3)

    def test_two_halves_of_a_pool_are_a_whole_dot_that_stays(self, table: Growing) -> None:
        table.check("extra-effort", pool="focus")
        table.milestone()
        table.check("extra-effort", pool="focus")
        table.play("come", moment="full_night", subject=table.ref("outage"))
        table.play("come", moment="encounter_end")
        assert (table.dots("outage"), table.value("outage", "tracks.focus.maximum")) == ((3, 4, 3), 4)

    def test_halves_of_two_pools_do_not_add_up(self, table: Growing) -> None:
        table.check("extra-effort", pool="focus")
        table.milestone()
        table.check("extra-effort", pool="stamina")
        assert table.dots("outage") == (3, 3, 3)

    def test_a_second_half_while_the_first_is_at_hand_adds_no_third_dot(self, table: Growing) -> None:
        table.check("extra-effort", pool="focus")
        table.play("come", moment="full_night", subject=table.ref("outage"))
        table.milestone()
        table.check("extra-effort", pool="focus")
        assert table.dots("outage") == (3, 4, 3)

    def test_a_pool_has_to_be_named(self, table: Growing) -> None:
        assert "stamina" in table.refusal("check_box", who="outage", box="extra-effort", pool="luck").player
