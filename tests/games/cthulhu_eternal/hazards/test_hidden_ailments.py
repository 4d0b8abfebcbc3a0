"""Poisons and diseases that the players do not know of yet."""

from __future__ import annotations

import msgspec
import pytest

from domain.ledger.playing.acceptance import Actor, viewer_of
from domain.play.refusals import Refused
from projections.views.timeline import one_entry
from tests.games.cthulhu_eternal.harming import HIGH, LOW
from tests.games.cthulhu_eternal.illness import Infirmary


@pytest.fixture
def table() -> Infirmary:
    return Infirmary()


def told(table: Infirmary, entry: int) -> str:
    """Everything that Ana is shown of an entry."""
    world = table.ledger.heads.fresh(table.campaign_id)
    viewer = viewer_of(world, Actor("ana", "player"))
    ledger = table.ledger
    view = one_entry(ledger.store, table.campaign_id, entry, viewer, world=world, registry=ledger.registry)
    return msgspec.json.encode(view).decode()


@pytest.mark.rules("CE-POIS-01")
class TestHidden:
    def test_a_poison_is_the_game_masters_secret(self, table: Infirmary) -> None:
        table.poison("spider venom", hidden=True)
        assert table.ailment().audience == "gm"

    def test_nobody_else_is_told_how_long_it_takes(self, table: Infirmary) -> None:
        entry = table.poison("spider venom", 5, hidden=True)
        assert not any(word in told(table, entry) for word in ("enom", "speed/edith"))

    def test_a_player_cannot_find_it_by_trying(self, table: Infirmary) -> None:
        table.give("spider venom antidote")
        table.poison("spider venom", hidden=True)
        dice = {"antidote/edith": [LOW]}
        with pytest.raises(Refused, match="at work"):
            table.play(
                "give_antidote", as_player="ana", who="doctor", patient="edith", ailment="spider venom", dice=dice
            )

    def test_the_game_master_may_give_the_antidote(self, table: Infirmary) -> None:
        table.give("spider venom antidote")
        table.poison("spider venom", hidden=True)
        dice = {"antidote/edith": [LOW]}
        table.play("give_antidote", who="doctor", patient="edith", ailment="spider venom", dice=dice)
        assert table.ailments() == {}

    def test_a_hidden_poison_does_its_harm_all_the_same(self, table: Infirmary) -> None:
        table.poison(hidden=True)
        assert "lethality/edith" in told(table, table.works(23, LOW))
        assert table.hp("edith") == 7

    @pytest.mark.rules("CE-DIS-02")
    def test_a_disease_is_known_when_it_has_broken_out(self, table: Infirmary) -> None:
        table.infect(hidden=True)
        hidden = table.ailment().audience
        table.interval(HIGH, 2, then=3)
        assert (hidden, table.ailment().audience) == ("gm", "all")

    @pytest.mark.rules("CE-DIS-08")
    def test_a_hidden_disease_that_subsides_at_once_is_known(self, table: Infirmary) -> None:
        table.infect("HIV/AIDS", 1, hidden=True)
        table.interval(LOW, 2, days=30)
        assert (table.ailments(), table.ailment().audience) == ({"HIV/AIDS": "dormant"}, "all")
