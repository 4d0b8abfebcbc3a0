"""What is planned for downtime: for whom, by whom, with which dice and words."""

from __future__ import annotations

from uuid import uuid4

import pytest

from api.testing.table import GM
from api.testing.table import outcomes as changed
from domain.commands import Envelope
from tests.ledger.downtime.quarters import Quarters, heal, pay


class TestPlanning:
    def test_who_is_played_has_as_many_slots_as_the_option_says(self) -> None:
        table = Quarters(downtime_slots=4).opened()
        assert sorted(table.campaign().phases["1"].slots.values()) == [4, 4]

    def test_the_game_master_gives_more_or_fewer(self) -> None:
        table = Quarters().opened(slots=[{"who": "ada", "slots": 1}])
        assert table.campaign().phases["1"].slots == {table.ref("ada"): 1, table.ref("bo"): 3}

    def test_a_plan_fills_the_slots_and_no_more(self) -> None:
        table = Quarters().opened()
        table.plans("ada", heal("ada"), heal("ada"), heal("ada"))
        refusal = table.refusal("plan_downtime", who="ada", actions=[heal("ada")] * 4)
        assert (refusal.rule, len(table.sheet("ada").intents)) == ("downtime", 3)

    def test_planned_anew_it_takes_the_place_of_what_was_planned(self) -> None:
        table = Quarters().opened()
        table.plans("ada", heal("ada"), heal("ada"))
        table.plans("ada", pay("ada", 1))
        assert [intent.what for intent in table.sheet("ada").intents.values()] == ["freeform.spend"]

    def test_withdrawn_it_is_gone(self) -> None:
        table = Quarters().opened()
        table.plans("ada", heal("ada"))
        table.play("withdraw_plan", who="ada", as_player="ana")
        assert not table.sheet("ada").intents

    def test_there_is_nothing_to_withdraw_where_nothing_is_planned(self) -> None:
        assert Quarters().opened().refusal("withdraw_plan", who="ada").missing

    def test_a_player_plans_for_their_own_only(self) -> None:
        table = Quarters().opened()
        assert "that character's player" in table.forbidden(
            "plan_downtime", who="bo", actions=[heal("bo")], as_player="ana"
        )

    def test_a_player_plans_no_command_that_they_may_not_give(self) -> None:
        table = Quarters().opened()
        clock = {"type": "freeform.advance_clock", "args": {"days": 1}}
        assert "game master" in table.forbidden("plan_downtime", who="ada", actions=[clock], as_player="ana")

    def test_a_plan_of_nothing_known_is_none(self) -> None:
        table = Quarters().opened()
        with pytest.raises(LookupError):
            table.plans("ada", {"type": "freeform.levitate"})

    def test_a_plan_falls_with_the_character_whom_it_names(self) -> None:
        table = Quarters().opened()
        born = table.play("create_character", name="Cy", handle="cy", tracks={"hp": 2})
        table.plans("ada", heal("cy"))
        kept = table.plans("bo", heal("bo"))
        fallen = table.undo(born, policy="cascade")
        assert {kept - 1} == changed(fallen).keys() - {born}
        assert (len(table.sheet("ada").intents), len(table.sheet("bo").intents)) == (0, 1)

    def test_a_plan_sent_again_is_known_though_its_words_are_erased(self) -> None:
        table = Quarters().opened()
        wish = {"type": "freeform.note", "args": {"text": "Find my sister."}}
        sent = Envelope(id=str(uuid4()), type="freeform.plan_downtime", args={"who": "ada", "actions": [wish]})
        first = table.ledger.submit(table.campaign_id, GM, sent)
        erased = {"texts": [f"{first.header.number}.0"]}
        table.ledger.submit(table.campaign_id, GM, Envelope(id=str(uuid4()), type="freeform.erase", args=erased))
        again = table.ledger.submit(table.campaign_id, GM, sent)
        assert again.header.number == first.header.number

    def test_a_day_beyond_the_phase_is_none_to_plan_for(self) -> None:
        table = Quarters().opened(days=2)
        table.plans("ada", heal("ada", day=2))
        assert table.refusal("plan_downtime", who="ada", actions=[heal("ada", day=3)]).rule == "downtime"

    def test_a_plan_is_its_owner_s_and_the_game_master_s_to_see(self) -> None:
        table = Quarters().opened()
        table.plans("ada", heal("ada"))
        assert table.plan("ada").audience == ("ana",)

    def test_unless_the_campaign_keeps_them_open(self) -> None:
        table = Quarters(private_plans=False).opened()
        table.plans("ada", heal("ada"))
        assert table.plan("ada").audience == "all"

    def test_one_phase_is_open_at_a_time(self) -> None:
        assert Quarters().opened().refusal("open_downtime").rule == "downtime"
