"""Who and what comes into a campaign of Cthulhu Eternal, and with which numbers."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.visibility.audience import Viewer
from domain.vocabulary.values import AttributeSet, Modifier, ModifierApplied
from projections.views.sheet import sheet
from tests.games.cthulhu_eternal.people import Investigation


@pytest.fixture
def table() -> Investigation:
    return Investigation()


@pytest.mark.rules("CE-DMG-14")
class TestNoHitPoints:
    @pytest.mark.parametrize("fields", [{"hp": 0}, {"stats": {"str": 0, "con": 0}}, {"thing": True, "hp": 0}])
    def test_nobody_comes_dead_or_destroyed(self, table: Investigation, fields: dict[str, Any]) -> None:
        refusal = table.refusal("create", name="Bo", **fields)
        assert (refusal.rule, "give them at least 1" in refusal.player) == ("CE-DMG-14", True)

    def test_a_campaign_that_rounds_down_refuses_the_frailest(self) -> None:
        table = Investigation(hp_formula="half down")
        assert table.refusal("create", name="Bo", stats={"str": 0, "con": 1}).rule == "CE-DMG-14"

    @pytest.mark.parametrize("fields", [{"hp": 1}, {"thing": True, "hp": 1}])
    def test_one_hit_point_is_enough(self, table: Investigation, fields: dict[str, Any]) -> None:
        table.play("create", name="Bo", handle="bo", **fields)
        assert table.hp("bo") == 1


@pytest.mark.rules("CE-RULING-05")
class TestHitPoints:
    @pytest.mark.parametrize(("strength", "constitution", "hp"), [(10, 10, 10), (10, 11, 11), (11, 11, 11), (3, 4, 4)])
    def test_half_of_str_and_con_rounded_up(
        self, table: Investigation, strength: int, constitution: int, hp: int
    ) -> None:
        table.person("ana", str=strength, con=constitution)
        assert (table.hp("ana"), table.value("ana", "tracks.hp.maximum")) == (hp, hp)

    def test_a_campaign_may_round_down(self) -> None:
        table = Investigation(hp_formula="half down")
        table.person("ana", str=10, con=11)
        assert table.hp("ana") == 10

    def test_hit_points_may_be_entered(self, table: Investigation) -> None:
        table.person("ana", hp=17)
        assert (table.hp("ana"), table.value("ana", "tracks.hp.maximum")) == (17, 17)

    def test_the_most_follows_what_is_lost_for_good(self, table: Investigation) -> None:
        table.person("ana", str=10, con=10)
        table.let("ana", AttributeSet(name="con", base=6))
        assert table.value("ana", "tracks.hp.maximum") == 8

    @pytest.mark.rules("CE-RULING-38")
    def test_hit_points_do_not_follow_what_is_lost_for_a_time(self, table: Investigation) -> None:
        table.person("ana", str=10, con=10)
        table.let("ana", ModifierApplied(name="cold", modifier=Modifier(path="attributes.con", amount=-4)))
        assert table.value("ana", "tracks.hp.maximum") == 10

    @given(st.integers(0, 40), st.integers(1, 40))
    def test_hit_points_are_never_less_than_half_of_str_and_con(self, strength: int, constitution: int) -> None:
        table = Investigation()
        table.person("ana", str=strength, con=constitution)
        assert 2 * table.hp("ana") - strength - constitution in (0, 1)


@pytest.mark.rules("CE-RULING-25")
class TestSanity:
    @pytest.mark.parametrize(("power", "san"), [(10, 50), (19, 95), (20, 99)])
    def test_five_times_pow_up_to_99(self, table: Investigation, power: int, san: int) -> None:
        table.person("ana", pow=power)
        assert table.current("ana", "san") == san

    def test_sanity_may_be_entered(self, table: Investigation) -> None:
        table.person("ana", san=31)
        assert table.current("ana", "san") == 31

    def test_being_adapted_to_violence_stands_on_the_sheet(self, table: Investigation) -> None:
        table.person("ana", adapted_to_violence=True)
        assert [trait.kind for trait in table.sheet("ana").traits.values()] == ["adapted_to_violence"]


class TestTheSheet:
    def test_stats_that_are_left_out_are_ten(self, table: Investigation) -> None:
        table.play("create", name="Ward", stats={"dex": 14})
        stats = {name: table.value("ward", f"attributes.{name}") for name in ("str", "con", "dex", "int", "pow", "cha")}
        assert stats == {"str": 10, "con": 10, "dex": 14, "int": 10, "pow": 10, "cha": 10}

    def test_skills_go_by_any_spelling(self, table: Investigation) -> None:
        table.play("create", name="Ward", skills={"First Aid": 45, "melee-weapons": 30})
        assert table.value("ward", "attributes.first_aid") + table.value("ward", "attributes.melee_weapons") == 75

    def test_skills_are_entered_later_too(self, table: Investigation) -> None:
        table.person("ana", dodge=50)
        table.play("enter_skills", who="ana", skills={"Dodge": 55, "Occult": 20})
        assert [table.value("ana", f"attributes.{skill}") for skill in ("dodge", "occult")] == [55, 20]

    def test_a_stat_that_there_is_not_is_refused(self, table: Investigation) -> None:
        assert "str, con, dex, int, pow, cha" in table.refusal("create", name="Ward", stats={"luck": 3}).player

    def test_a_stat_is_no_skill(self, table: Investigation) -> None:
        assert "`stats`" in table.refusal("create", name="Ward", skills={"dex": 3}).player

    def test_of_the_hidden_players_know_nothing(self, table: Investigation) -> None:
        ghoul = table.foe("ghoul", hidden=True)
        assert sheet(table.ledger.heads.fresh(table.campaign_id), Viewer("ana", "player"), ghoul) is None


class TestThings:
    def test_things_have_hit_points_and_armor_and_no_stats(self, table: Investigation) -> None:
        table.thing("safe", hp=20, armor=10)
        assert (table.hp("safe"), sorted(table.sheet("safe").attributes)) == (20, ["armor"])

    def test_their_hit_points_are_entered(self, table: Investigation) -> None:
        assert "`hp`" in table.refusal("create", name="Safe", thing=True).player

    def test_a_thing_with_stats_is_refused(self, table: Investigation) -> None:
        assert "no stats" in table.refusal("create", name="Safe", thing=True, hp=20, stats={"str": 20}).player
