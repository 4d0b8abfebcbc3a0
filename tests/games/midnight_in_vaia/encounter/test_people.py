"""Who comes into a campaign of Midnight in Vaia, and with what on their sheet."""

from __future__ import annotations

import pytest

from systems.midnight_in_vaia.abilities import PRINTED
from systems.midnight_in_vaia.catalogue import CAST
from systems.midnight_in_vaia.encounter.costs import cost_of
from tests.games.midnight_in_vaia.people import Protagonists


@pytest.fixture
def table() -> Protagonists:
    return Protagonists()


class TestCreate:
    def test_a_character_has_hit_points_and_no_stress(self, table: Protagonists) -> None:
        table.protagonist("vera", hp=23)
        tracks = {name: (track.current, track.maximum) for name, track in table.sheet("vera").tracks.items()}
        assert tracks == {"hp": (23, 23), "physical": (0, 10), "mental": (0, 10), "vocal": (0, 10)}

    def test_a_hidden_foe_is_the_game_master_s(self, table: Protagonists) -> None:
        table.play("midnight-in-vaia.create", name="Ghoul", category="npc", hit_points=9, hidden=True)
        assert table.sheet("ghoul").profile["self"].audience == "gm"


class TestTheCast:
    @pytest.mark.parametrize("ready", sorted(CAST))
    def test_everybody_ready_can_be_cast(self, table: Protagonists, ready: str) -> None:
        table.play("cast", ready=ready, handle="new")
        sheet = table.sheet("new")
        assert (sheet.profile["self"].name, sheet.tracks["hp"].maximum) == (CAST[ready].name, CAST[ready].hit_points)
        assert set(sheet.traits) == set(CAST[ready].abilities)

    def test_under_another_name(self, table: Protagonists) -> None:
        table.play("cast", ready="ilse", name="Marta", owners=["ana"])
        assert table.value("marta", "slots.action") == 7

    def test_nobody_unheard_of(self, table: Protagonists) -> None:
        assert "ilse" in table.refusal("cast", ready="nobody").player


class TestTheAbilities:
    @pytest.mark.parametrize("name", sorted(PRINTED))
    def test_every_cost_can_be_read(self, name: str) -> None:
        assert cost_of(PRINTED[name].cost)

    def test_one_of_the_campaign_s_own_is_what_it_says(self, table: Protagonists) -> None:
        table.protagonist("vera")
        table.play("learn", who="vera", ability="trip", own={"title": "Trip", "cost": "1AS|2RS"})
        table.play("use", who="vera", ability="trip")
        assert table.sheet("vera").traits["trip"].title == "Trip"

    def test_what_costs_nonsense_is_not_learnt(self, table: Protagonists) -> None:
        table.protagonist("vera")
        refusal = table.refusal("learn", who="vera", ability="trip", own={"title": "Trip", "cost": "much"})
        assert refusal.rule == "MV-SLOT-10"

    def test_what_nobody_knows_is_not_learnt(self, table: Protagonists) -> None:
        table.protagonist("vera")
        assert "shove" in table.refusal("learn", who="vera", ability="fly").player

    def test_what_was_forgotten_is_not_used(self, table: Protagonists) -> None:
        table.protagonist("vera")
        table.play("learn", who="vera", ability="shove")
        table.play("forget", who="vera", ability="shove")
        assert table.refusal("use", who="vera", ability="shove").rule == "not-there"
