"""Maims: which there are, when they can be done, and what comes of them."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.play.refusals import Refused
from domain.vocabulary.values import DamageTaken
from systems.midnight_in_vaia.harm.maims import PLACES
from tests.games.midnight_in_vaia.exerting import Exerting

LIMBS = ["arm/left", "arm/right", "hand/left", "hand/right", "leg/left", "leg/right"]


@pytest.fixture
def table() -> Exerting:
    """Vera is Vulnerable; it is her Active Phase."""
    table = Exerting()
    table.begin()
    table.play("expose", who="vera", because="Pinned")
    return table


def maim(table: Exerting, kind: str, place: str, **more: Any) -> int:
    return table.play("maim", **{"who": "vera", "kind": kind, "place": place, **more})


def cut_off(table: Exerting, place: str) -> int:
    return maim(table, "dismemberment", place)


def broken(table: Exerting, place: str) -> int:
    return maim(table, "breakage", place)


def lost(table: Exerting, sense: str) -> int:
    return maim(table, "sensory-deprivation", sense)


@pytest.mark.rules("MV-MAIM-01", "MV-RULING-26")
class TestWhoCanBeMaimed:
    def test_nobody_who_is_not_vulnerable(self, table: Exerting) -> None:
        assert table.refusal("maim", who="milo", kind="breakage", place="arm/left").rule == "MV-MAIM-01"

    @pytest.mark.parametrize(("left", "maimed"), [(1, False), (0, True)])
    def test_a_target_down_to_0_hit_points_can_be_maimed(self, table: Exerting, left: int, maimed: bool) -> None:
        table.play("inflict", who="milo", type="striking", amount=20 - left)
        if maimed:
            maim(table, "breakage", "leg/left", who="milo")
        else:
            assert table.refusal("maim", who="milo", kind="breakage", place="leg/left").rule == "MV-MAIM-01"
        assert len(table.sheet("milo").wounds) == maimed

    def test_frostbite_maims_its_target(self, table: Exerting) -> None:
        table.play("afflict", who="milo", effects=[{"effect": "frostbite", "limb": "leg/left"}])
        entry = table.play("walk", who="milo", force=True)
        assert "MV-MAIM-10" in table.cited(entry)

    @pytest.mark.rules("MV-RULING-28")
    def test_the_story_guide_says_who_is(self, table: Exerting) -> None:
        entry = broken(table, "arm/left")
        assert "MV-MAIM-01" in table.cited(entry)
        assert "maim" in table.forbidden("maim", as_player="ana", who="vera", kind="breakage", place="leg/left")


@pytest.mark.rules("MV-MAIM-02")
class TestTheKinds:
    def test_there_are_three(self) -> None:
        assert sorted(PLACES) == ["breakage", "dismemberment", "sensory-deprivation"]

    @pytest.mark.parametrize("place", LIMBS)
    def test_limbs_are_broken_and_lost(self, table: Exerting, place: str) -> None:
        broken(table, place)
        cut_off(table, place)
        assert [wound.kind for wound in table.sheet("vera").wounds.values()] == ["breakage", "dismemberment"]

    @pytest.mark.parametrize(
        ("kind", "place"), [("breakage", "tongue"), ("breakage", "sight"), ("dismemberment", "sight")]
    )
    def test_only_limbs_are_broken_and_lost(self, table: Exerting, kind: str, place: str) -> None:
        assert "arm/left" in table.refusal("maim", who="vera", kind=kind, place=place).player

    @pytest.mark.parametrize("kind", ["breakage", "dismemberment"])
    def test_what_is_lost_is_not_maimed_again(self, table: Exerting, kind: str) -> None:
        cut_off(table, "arm/left")
        assert table.refusal("maim", who="vera", kind=kind, place="arm/left").rule == "MV-MAIM-02"

    @pytest.mark.parametrize("kind", ["breakage", "dismemberment"])
    def test_with_the_arm_the_hand_is_lost(self, table: Exerting, kind: str) -> None:
        cut_off(table, "arm/left")
        assert table.refusal("maim", who="vera", kind=kind, place="hand/left").rule == "MV-MAIM-02"
        maim(table, kind, "hand/right")
        table.play("restore", who="vera", place="arm/left")
        maim(table, kind, "hand/left")
        assert len(table.sheet("vera").wounds) == 2

    def test_the_hand_of_a_broken_arm_can_be_lost_and_the_arm_after_the_hand(self, table: Exerting) -> None:
        broken(table, "arm/left")
        cut_off(table, "hand/left")
        cut_off(table, "arm/left")
        assert len(table.sheet("vera").wounds) == 3


@pytest.mark.rules("MV-MAIM-05")
class TestTheSenses:
    @pytest.mark.parametrize(
        ("sense", "name"),
        [
            ("sight", "blindness"),
            ("hearing", "deafness"),
            ("taste", "ageusia"),
            ("smell", "anosmia"),
            ("touch", "anesthesia"),
        ],
    )
    def test_each_has_its_name(self, table: Exerting, sense: str, name: str) -> None:
        entry = lost(table, sense)
        assert (name in table.conditions("vera"), "MV-MAIM-05" in table.cited(entry)) == (True, True)

    def test_there_is_no_sixth(self, table: Exerting) -> None:
        refusal = table.refusal("maim", who="vera", kind="sensory-deprivation", place="balance")
        assert refusal.player == "A sensory-deprivation takes one of sight, hearing, taste, smell, touch."


@pytest.mark.rules("MV-MAIM-03")
class TestSensoryDeprivation:
    def check(self, table: Exerting, sense: str, die: int = 12) -> int:
        entry = table.play("check_sense", who="vera", sense=sense, modifier=2, dice={sense: [die]}, as_player="ana")
        return table.rolls(entry)[sense]

    @pytest.mark.parametrize("sense", ["sight", "hearing", "taste", "smell", "touch"])
    def test_every_check_of_the_sense_takes_five(self, table: Exerting, sense: str) -> None:
        assert self.check(table, sense) == 14
        lost(table, sense)
        assert self.check(table, sense) == 9

    def test_checks_of_other_senses_lose_no_five(self, table: Exerting) -> None:
        lost(table, "sight")
        assert self.check(table, "hearing") == 14

    def test_without_it_the_check_is_read_anew(self, table: Exerting) -> None:
        blinded = lost(table, "sight")
        checked = table.play("check_sense", who="vera", sense="sight", dice={"sight": [12]})
        assert outcomes(table.undo(blinded))[checked] == "restated"
        assert table.rolls(checked) == {"sight": 12}


@pytest.mark.rules("MV-MAIM-04")
class TestOnlyProperHealingHelps:
    @pytest.mark.rules("MV-RULING-35")
    def test_the_end_of_the_encounter_does_not(self, table: Exerting) -> None:
        lost(table, "sight")
        table.play("all_resolve")
        table.wait(90 * 86_400)
        assert "blindness" in table.conditions("vera")

    def test_hit_points_do_not_heal_a_maim(self, table: Exerting) -> None:
        lost(table, "sight")
        table.play("heal", who="vera", amount=25)
        assert "blindness" in table.conditions("vera")

    def test_proper_healing_does(self, table: Exerting) -> None:
        lost(table, "sight")
        table.play("restore", who="vera", place="sight")
        assert (table.conditions("vera"), len(table.sheet("vera").wounds)) == (["vulnerable"], 0)

    def test_proper_healing_gives_back_limbs_as_well(self, table: Exerting) -> None:
        cut_off(table, "leg/left")
        table.play("restore", who="vera", place="leg/left")
        table.rounds(24)
        assert (table.conditions("vera"), table.slots("vera")) == (["vulnerable"], 5)

    def test_what_is_not_maimed_is_not_restored(self, table: Exerting) -> None:
        assert table.refusal("restore", who="vera", place="sight").rule == "not-there"

    def test_no_player_says_so(self, table: Exerting) -> None:
        lost(table, "sight")
        assert "restore" in table.forbidden("restore", as_player="ana", who="vera", place="sight")


@pytest.mark.rules("MV-MAIM-06")
class TestBleedingOut:
    @pytest.mark.parametrize("place", LIMBS)
    def test_death_comes_after_24_full_rounds(self, table: Exerting, place: str) -> None:
        cut_off(table, place)
        table.rounds(23)
        assert ("dead" in table.conditions("vera"), "bleeding_out" in table.conditions("vera")) == (False, True)
        last = table.rounds()[0]
        assert ("dead" in table.conditions("vera"), "bleeding_out" in table.conditions("vera")) == (True, False)
        assert "MV-MAIM-06" in table.cited(last)

    def test_outside_fights_after_two_minutes(self) -> None:
        table = Exerting()
        table.play("expose", who="vera", because="Pinned")
        cut_off(table, "arm/left")
        table.wait(119)
        assert "dead" not in table.conditions("vera")
        table.wait(1)
        assert "dead" in table.conditions("vera")

    @pytest.mark.rules("MV-RULING-40")
    def test_bleed_counters_are_on_top_of_it(self, table: Exerting) -> None:
        cut_off(table, "arm/left")
        table.play("afflict", who="vera", effects=[{"effect": "bleeding", "counters": 1}])
        table.rounds(3)
        assert (table.hp(), "bleeding_out" in table.conditions("vera")) == (22, True)

    @pytest.mark.rules("MV-RULING-40")
    def test_proper_healing_closes_the_wound_and_the_limb_stays_lost(self, table: Exerting) -> None:
        cut_off(table, "leg/left")
        table.play("close_wound", who="vera", place="leg/left")
        table.rounds(24)
        assert table.conditions("vera") == ["vulnerable"]
        assert "MV-MAIM-10" in table.cited(table.play("walk", who="vera"))

    @pytest.mark.rules("MV-RULING-40")
    def test_a_hand_that_went_with_the_arm_bleeds_no_longer_than_the_arm(self, table: Exerting) -> None:
        cut_off(table, "hand/left")
        cut_off(table, "arm/left")
        table.play("close_wound", who="vera", place="arm/left")
        assert "bleeding_out" not in table.conditions("vera")

    @pytest.mark.rules("MV-RULING-40")
    def test_each_other_limb_is_closed_for_itself(self, table: Exerting) -> None:
        cut_off(table, "hand/right")
        cut_off(table, "arm/left")
        table.play("close_wound", who="vera", place="arm/left")
        assert table.refusal("close_wound", who="vera", place="arm/right").rule == "not-there"
        assert table.conditions("vera").count("bleeding_out") == 1

    def test_hit_points_do_not_stop_it(self, table: Exerting) -> None:
        cut_off(table, "arm/left")
        table.play("heal", who="vera", amount=25)
        table.rounds(24)
        assert "dead" in table.conditions("vera")

    def test_only_what_bleeds_is_closed(self, table: Exerting) -> None:
        broken(table, "arm/left")
        assert table.refusal("close_wound", who="vera", place="arm/left").rule == "not-there"

    @pytest.mark.rules("MV-RULING-35")
    def test_where_all_resolves_it_stops_and_the_limb_stays_lost(self, table: Exerting) -> None:
        cut_off(table, "arm/left")
        table.play("all_resolve")
        table.wait(600)
        assert (table.conditions("vera"), len(table.sheet("vera").wounds)) == (["vulnerable"], 1)

    def test_without_the_wound_nobody_died(self, table: Exerting) -> None:
        wound = cut_off(table, "arm/left")
        table.rounds(24)
        table.undo(wound)
        assert table.conditions("vera") == ["vulnerable"]


@pytest.mark.rules("MV-MAIM-07")
class TestBreakage:
    def test_nobody_bleeds_out_of_it(self, table: Exerting) -> None:
        broken(table, "leg/left")
        table.rounds(24)
        assert table.conditions("vera") == ["vulnerable"]

    @pytest.mark.parametrize("kind", ["breakage", "dismemberment"])
    def test_a_broken_limb_is_as_useless_as_a_lost_one(self, table: Exerting, kind: str) -> None:
        maim(table, kind, "leg/left")
        table.play("walk", who="vera")
        assert table.slots("vera") == 2

    def test_one_that_is_lost_after_it_was_broken_counts_once(self, table: Exerting) -> None:
        broken(table, "leg/left")
        cut_off(table, "leg/left")
        table.play("walk", who="vera")
        assert table.slots("vera") == 2


class TestWeapons:
    @pytest.fixture
    def table(self, table: Exerting) -> Exerting:
        """Vera fights with a knife, with two of them, and with her teeth."""
        for hands, name in enumerate(("bite", "knife", "two-knives")):
            table.knows(name, hands=hands)
        return table

    def refused(self, table: Exerting) -> dict[str, str]:
        """What Vera cannot fight with any more, and by which rule."""
        rules: dict[str, str] = {}
        for name in ("bite", "knife", "two-knives"):
            try:
                table.uses(name)
            except Refused as refusal:
                rules[name] = refusal.rule
        return rules

    @pytest.mark.rules("MV-MAIM-08")
    @pytest.mark.parametrize("place", ["arm/left", "hand/right"])
    @pytest.mark.parametrize("kind", ["breakage", "dismemberment"])
    def test_with_one_arm_or_hand_neither_two_weapons_nor_a_two_handed_one(
        self, table: Exerting, place: str, kind: str
    ) -> None:
        maim(table, kind, place)
        assert self.refused(table) == {"two-knives": "MV-MAIM-08"}

    @pytest.mark.rules("MV-MAIM-08")
    def test_arm_and_hand_of_one_side_are_one(self, table: Exerting) -> None:
        broken(table, "hand/left")
        broken(table, "arm/left")
        assert self.refused(table) == {"two-knives": "MV-MAIM-08"}

    @pytest.mark.rules("MV-MAIM-09", "MV-RULING-28")
    @pytest.mark.parametrize("other", ["arm/right", "hand/right"])
    def test_with_neither_no_weapon_at_all(self, table: Exerting, other: str) -> None:
        broken(table, "arm/left")
        cut_off(table, other)
        assert self.refused(table) == {"knife": "MV-MAIM-09", "two-knives": "MV-MAIM-09"}

    @pytest.mark.rules("MV-MAIM-08", "MV-MAIM-09")
    @pytest.mark.parametrize("place", ["leg/left", "tongue"])
    def test_the_loss_of_a_leg_or_tongue_disarms_nobody(self, table: Exerting, place: str) -> None:
        maim(table, "dismemberment", place, responses={"tongue/vera": "no"} if place == "tongue" else {})
        assert self.refused(table) == {}


@pytest.mark.rules("MV-MAIM-12")
class TestTheTongue:
    def cut_out(self, table: Exerting, bleeds: str = "no") -> int:
        return maim(table, "dismemberment", "tongue", responses={"tongue/vera": bleeds})

    def test_nobody_speaks_without_it(self, table: Exerting) -> None:
        self.cut_out(table)
        assert table.conditions("vera") == ["speechless", "vulnerable"]

    def test_no_wordsake_effect_is_used(self, table: Exerting) -> None:
        table.knows("name", wordsake=True)
        table.knows("kick")
        self.cut_out(table)
        table.uses("kick")
        assert table.refusal("use", who="vera", ability="name", target="ghoul").rule == "MV-MAIM-12"

    @pytest.mark.rules("MV-RULING-29")
    @pytest.mark.parametrize(("answer", "dead"), [("yes", True), ("no", False)])
    def test_the_story_guide_says_whether_they_bleed_out(self, table: Exerting, answer: str, dead: bool) -> None:
        self.cut_out(table, answer)
        assert ("bleeding_out" in table.conditions("vera")) == dead
        table.rounds(23)
        assert "dead" not in table.conditions("vera")
        table.rounds()
        assert ("dead" in table.conditions("vera")) == dead

    def test_undone_it_is_there(self, table: Exerting) -> None:
        table.knows("name", wordsake=True)
        entry = self.cut_out(table)
        table.undo(entry)
        table.uses("name")
        assert table.happened()


@pytest.mark.rules("MV-MAIM-06")
def test_the_dead_do_not_bleed_out(table: Exerting) -> None:
    table.let("vera", DamageTaken(name="hp", amount=25))
    table.play("execute", who="milo", target="vera", force=True)
    table.play("maim", who="vera", kind="dismemberment", place="arm/left")
    assert "bleeding_out" not in table.conditions("vera")


@pytest.mark.rules("MV-MAIM-02")
@pytest.mark.parametrize(
    ("kind", "place", "called"),
    [
        ("sensory-deprivation", "smell", "Anosmia"),
        ("breakage", "leg/left", "left leg broken"),
        ("dismemberment", "hand/right", "right hand lost"),
    ],
)
def test_a_maim_is_called_as_people_call_it(table: Exerting, kind: str, place: str, called: str) -> None:
    maim(table, kind, place)
    assert [wound.title for wound in table.sheet("vera").wounds.values()] == [called]
