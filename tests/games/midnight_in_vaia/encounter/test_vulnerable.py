"""Hit Points, and being Vulnerable without them."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.history.plan import RevisionRefused
from domain.vocabulary.bodies import Condition, ConditionGained
from tests.games.midnight_in_vaia.suffering import Sufferers


@pytest.fixture
def table() -> Sufferers:
    return Sufferers()


@pytest.mark.rules("MV-VULN-01", "MV-RULING-25")
class TestAtZeroHitPoints:
    @pytest.mark.parametrize(
        ("damage", "left", "conditions"), [(39, 1, []), (40, 0, ["vulnerable"]), (41, 0, ["vulnerable"])]
    )
    def test_a_character_is_vulnerable(self, table: Sufferers, damage: int, left: int, conditions: list[str]) -> None:
        entry = table.hurt("vera", damage)
        assert (table.hp("vera"), table.conditions("vera")) == (left, conditions)
        assert ("MV-VULN-01" in table.cited(entry)) is bool(conditions)

    def test_a_character_at_0_hit_points_is_not_dead(self, table: Sufferers) -> None:
        table.hurt("vera", 1000)
        table.hurt("vera", 1000)
        assert (table.hp("vera"), table.conditions("vera")) == (0, ["vulnerable"])

    def test_by_damage_at_upkeep_too(self, table: Sufferers) -> None:
        table.begin()
        table.hurt("vera", 38)
        table.hemorrhage("vera", 1)
        table.round()
        assert (table.hp("vera"), table.conditions("vera")) == (0, ["vulnerable"])

    def test_had_one_blow_missed_they_would_not_be(self, table: Sufferers) -> None:
        first, second = table.hurt("vera", 30), table.hurt("vera", 30)
        assert outcomes(table.undo(first)) == {first: "struck", second: "restated"}
        assert (table.hp("vera"), table.conditions("vera")) == (10, [])


@pytest.mark.rules("MV-VULN-01", "MV-RULING-41")
class TestHealed:
    def test_above_zero_they_are_no_longer(self, table: Sufferers) -> None:
        table.hurt("vera", 40)
        table.play("heal", who="vera", amount=1)
        assert (table.hp("vera"), table.conditions("vera")) == (1, [])

    def test_up_to_all_their_hit_points(self, table: Sufferers) -> None:
        table.hurt("vera", 3)
        table.play("heal", who="vera", amount=10)
        assert table.hp("vera") == 40

    def test_an_effect_that_caused_it_goes_on(self, table: Sufferers) -> None:
        table.play("expose", who="vera", because="Pinned")
        table.hurt("vera", 40)
        table.play("heal", who="vera", amount=5)
        assert table.conditions("vera") == ["vulnerable"]

    def test_vulnerability_is_taken_away_by_healing_alone(self, table: Sufferers) -> None:
        table.hurt("vera", 40)
        assert table.refusal("relieve", who="vera", effect="vulnerable").rule == "MV-VULN-01"

    def test_the_dead_are_not_healed(self, table: Sufferers) -> None:
        table.play("engulf", what="Gas", type="striking", amount=40, within=["vera"])
        assert table.refusal("heal", who="vera", amount=5).rule == "MV-VULN-01"


@pytest.mark.rules("MV-VULN-01", "MV-RULING-44")
class TestActingVulnerable:
    def test_the_vulnerable_act_normally(self, table: Sufferers) -> None:
        table.begin()
        table.hurt("vera", 40)
        table.play("act", who="vera", what="Crawl", cost="2AS", as_player="ana")
        assert table.slots("vera") == 6

    def test_by_the_option_they_do_not(self) -> None:
        table = Sufferers(vulnerable_may_act=False)
        table.begin()
        table.hurt("vera", 40)
        assert table.refusal("act", who="vera", what="Crawl", cost="2AS").rule == "MV-VULN-01"
        table.play("heal", who="vera", amount=1)
        table.play("act", who="vera", what="Crawl", cost="2AS")
        assert table.slots("vera") == 6

    def test_by_the_option_they_do_not_do_what_they_had_announced(self) -> None:
        table = Sufferers(vulnerable_may_act=False)
        table.begin()
        table.play("act", who="vera", what="Shoot", cost="1AS", announced=True)
        table.hurt("vera", 40)
        assert table.refusal("resolve", who="vera").rule == "MV-VULN-01"

    @pytest.mark.parametrize(
        ("word", "args"),
        [
            ("act", {"who": "vera", "what": "Crawl"}),
            ("walk", {"who": "vera"}),
            ("stand_up", {"who": "vera"}),
            ("act", {"who": "ghoul", "what": "Bite"}),
            ("npc_acts", {"who": "ghoul", "what": "Bites"}),
        ],
    )
    def test_by_the_option_nobody_acts_out_of_fights_either(self, word: str, args: dict[str, Any]) -> None:
        table = Sufferers(vulnerable_may_act=False)
        for who in ("vera", "ghoul"):
            table.play("expose", who=who, because="Pinned")
        table.let("vera", ConditionGained(name="down", condition=Condition(what="prone")))
        assert table.refusal(word, **args).rule == "MV-VULN-01"


@pytest.mark.rules("MV-RULING-25")
class TestBleedingAtZero:
    def bleeding(self, **options: str) -> Sufferers:
        table = Sufferers(**options)
        table.begin()
        table.bleed("vera", 2)
        table.hemorrhage("vera", 1)
        return table

    def test_kills_if_the_story_guide_confirms_it(self) -> None:
        table = self.bleeding()
        table.hurt("vera", 40)
        table.end("vera")
        table.play("end_phase", who="milo", responses={"succumbs/vera": "dies"})
        assert table.conditions("vera").count("dead") == 1

    def test_bleeding_at_0_hit_points_does_not_kill_unconfirmed(self) -> None:
        table = self.bleeding()
        table.hurt("vera", 40)
        entry = table.round()[-1]
        assert "dead" not in table.conditions("vera")
        table.answer_late(entry, {"succumbs/vera": "dies"})
        assert "dead" in table.conditions("vera")

    @pytest.mark.parametrize(("option", "dies"), [("always", True), ("never", False)])
    def test_bleeding_at_0_hit_points_kills_as_the_option_says(self, option: str, dies: bool) -> None:
        table = self.bleeding(dot_kills_at_zero=option)
        table.hurt("vera", 40)
        table.round()
        assert ("dead" in table.conditions("vera")) is dies

    def test_bleeding_and_hemorrhage_of_one_upkeep_only_drop(self) -> None:
        table = self.bleeding(dot_kills_at_zero="always")
        table.hurt("vera", 38)
        table.round()
        assert (table.hp("vera"), "dead" in table.conditions("vera")) == (0, False)


@pytest.mark.rules("MV-VULN-02")
class TestExposed:
    def test_an_effect_makes_vulnerable_above_zero(self, table: Sufferers) -> None:
        entry = table.play("expose", who="ghoul", because="Pinned")
        assert (table.hp("ghoul"), table.conditions("ghoul")) == (20, ["vulnerable"])
        assert "MV-VULN-02" in table.cited(entry)

    def test_as_an_attack_states_it_too(self, table: Sufferers) -> None:
        table.hurt("ghoul", 2, effects=[{"effect": "vulnerable", "rounds": 1}])
        assert table.conditions("ghoul") == ["vulnerable"]

    def test_for_as_long_as_it_says(self, table: Sufferers) -> None:
        table.begin()
        table.play("expose", who="ghoul", because="Pinned", rounds=2)
        table.round()
        assert table.conditions("ghoul") == ["vulnerable"]
        table.play("start_round")
        table.round()
        assert table.conditions("ghoul") == []

    def test_an_exposure_lasts_until_it_is_taken_away(self, table: Sufferers) -> None:
        table.play("expose", who="ghoul", because="Pinned")
        table.play("relieve", who="ghoul", effect="vulnerable")
        assert table.conditions("ghoul") == []


@pytest.mark.rules("MV-VULN-03")
class TestOpen:
    def finish(self, table: Sufferers) -> int:
        return table.play("use", who="vera", ability="mercy-stroke", target="ghoul")

    @pytest.fixture
    def ready(self, table: Sufferers) -> Sufferers:
        """Vera acts, and knows a stroke that finishes a target."""
        table.play("learn", who="vera", ability="mercy-stroke")
        table.begin()
        return table

    def test_to_executions(self, ready: Sufferers) -> None:
        ready.hurt("ghoul", 20)
        self.finish(ready)
        assert ready.slots("vera") == 5

    def test_to_maims(self, ready: Sufferers) -> None:
        ready.hurt("ghoul", 20)
        ready.play(
            "impact",
            what="Cart",
            type="striking",
            amount=1,
            along=[{"who": "ghoul"}],
            responses={"maim/ghoul": "breakage leg/left"},
        )
        assert [wound.slot for wound in ready.sheet("ghoul").wounds.values()] == ["leg/left"]

    def test_by_an_effect_as_well(self, ready: Sufferers) -> None:
        ready.play("expose", who="ghoul", because="Pinned")
        self.finish(ready)
        assert ready.slots("vera") == 5

    def test_nobody_else_is(self, ready: Sufferers) -> None:
        ready.hurt("ghoul", 19)
        assert ready.refusal("use", who="vera", ability="mercy-stroke", target="ghoul").rule == "MV-EXEC-01"

    def test_the_damage_is_not_taken_from_under_an_execution(self, ready: Sufferers) -> None:
        felled = ready.hurt("ghoul", 20)
        stroke = self.finish(ready)
        with pytest.raises(RevisionRefused, match=f"{stroke} conflict with this revision"):
            ready.undo(felled)
