"""A phase of downtime is carried out in order, whole or one by one, and undone as one."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from api.testing.games import SETTING, GameTable
from api.testing.table import GM
from domain.commands import Planned
from domain.downtime import days_passed
from domain.history.plan import Group, RevisionRequest
from domain.ledger.downtime import _Table, process, rehearse
from domain.ledger.playing.acceptance import NotAllowed
from domain.ledger.playing.references import UnknownThing
from domain.ledger.playing.requests import BatchStopped
from domain.play.moments import everyone
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.records.entries import EntryFilter
from domain.system import System
from systems.freeform.downtime import DAY
from tests.ledger.downtime.quarters import ANA, Quarters, ask, heal, outcomes, pay, rolled_heal


class TestProcessing:
    @pytest.fixture(params=[True, False], ids=["whole", "one by one"])
    def atomic(self, request: pytest.FixtureRequest) -> bool:
        return bool(request.param)

    def test_everything_happens_in_order_and_the_phase_ends(self, atomic: bool) -> None:
        table = Quarters().opened()
        table.plans("bo", heal("bo", 1))
        table.plans("ada", heal("ada"), pay("ada", 2))
        processed = table.processed(atomic=atomic)
        assert outcomes(processed) == [
            ("downtime/1/1", 1, "done"),
            ("downtime/1/2", 1, "done"),
            ("downtime/1/1", 1, "done"),
        ]
        assert (processed.state, processed.days_passed) == ("processed", 1)
        assert (table.hp("ada"), table.hp("bo"), table.current("ada", "coin")) == (5, 4, 3)

    def test_each_action_is_an_entry_of_its_own(self, atomic: bool) -> None:
        table = Quarters().opened()
        table.plans("ada", heal("ada"), heal("ada", 3))
        first, second = (action.entry for action in table.processed(atomic=atomic).actions)
        assert first is not None
        assert second is not None
        assert "DamageHealed" in table.kinds(first)
        table.undo(first)
        assert table.hp("ada") == 6

    def test_what_is_done_everybody_sees_that_it_was_planned(self, atomic: bool) -> None:
        table = Quarters().opened()
        table.plans("ada", heal("ada"))
        table.processed(atomic=atomic)
        assert (table.plan("ada").audience, table.plan("ada").data["state"]) == ("all", "done")

    def test_what_has_become_impossible_is_told_and_the_rest_goes_on(self, atomic: bool) -> None:
        table = Quarters().opened()
        table.plans("ada", pay("ada", 4), pay("ada", 4), heal("ada"))
        done, failed, later = table.processed(atomic=atomic).actions
        assert (done.state, failed.state, later.state) == ("done", "impossible", "done")
        assert (failed.rule, bool(failed.why), table.current("ada", "coin")) == ("minimum", True, 1)

    def test_a_question_holds_up_its_own_character_only(self, atomic: bool) -> None:
        table = Quarters().opened()
        table.plans("ada", ask("ada"), heal("ada"))
        table.plans("bo", heal("bo"))
        processed = table.processed(atomic=atomic)
        assert [action.state for action in processed.actions] == ["waiting", "planned", "done"]
        assert (processed.state, processed.days_passed) == ("processing", 0)

    def test_once_it_is_answered_it_goes_on(self, atomic: bool) -> None:
        table = Quarters().opened()
        table.plans("ada", ask("ada"), heal("ada"))
        waiting = table.processed(atomic=atomic).actions[0]
        table.play("answer", deed=waiting.entry, key="rest", choice="yes")
        processed = table.processed(atomic=atomic)
        assert [action.state for action in processed.actions] == ["done", "done"]
        assert (processed.state, table.hp("ada")) == ("processed", 5)

    def test_days_pass_between_what_is_planned_for_them(self, atomic: bool) -> None:
        table = Quarters().opened(days=3)
        table.plans("ada", heal("ada", 1, day=3), heal("ada", 1))
        assert table.processed(atomic=atomic).days_passed == 3
        later, sooner = (table.plan("ada", position).data["entry"] for position in (1, 2))
        assert isinstance(later, int)
        assert isinstance(sooner, int)
        assert later > sooner
        assert table.campaign().clock["now"].at == 3 * 86_400

    def test_of_some_characters_only_the_phase_stays_under_way(self, atomic: bool) -> None:
        table = Quarters().opened()
        table.plans("ada", heal("ada"))
        table.plans("bo", heal("bo"))
        assert table.processed(atomic=atomic, only=[table.ref("bo")]).state == "processing"
        assert (table.hp("ada"), table.hp("bo")) == (3, 5)
        assert table.processed(atomic=atomic).state == "processed"
        assert (table.hp("ada"), table.hp("bo")) == (5, 5)

    def test_again_it_changes_nothing(self, atomic: bool) -> None:
        table = Quarters().opened()
        table.plans("ada", heal("ada"))
        table.processed(atomic=atomic)
        table.undo_group(Group(phase=1))
        table.processed(atomic=atomic)
        assert (table.hp("ada"), table.plan("ada").data["state"]) == (5, "done")

    def test_undone_as_one_the_plans_are_left(self, atomic: bool) -> None:
        table = Quarters().opened(days=2)
        table.plans("ada", heal("ada"), heal("ada", day=2))
        table.processed(atomic=atomic)
        table.undo_group(Group(phase=1))
        states = [table.plan("ada", position).data["state"] for position in (1, 2)]
        assert (table.hp("ada"), states, table.campaign().clock["now"].at) == (3, ["planned", "planned"], 0)

    def test_an_action_is_its_planners_carried_out_by_the_game_master(self, atomic: bool) -> None:
        table = Quarters().opened()
        table.plans("ada", heal("ada"), pay("ada", 9), as_player="ana")
        done, failed = (action.entry for action in table.processed(atomic=atomic).actions)
        stored = table.ledger.store.entry(table.campaign_id, done or 0)
        assert stored is not None
        assert (stored.header.member, stored.header.through, failed) == ("ana", GM.member, None)
        newest = table.ledger.store.entries(table.campaign_id, EntryFilter(member="ana", newest_first=True, limit=1))
        assert newest[0].header.envelope is not None
        assert newest[0].header.envelope.type == "freeform.fail_plan"

    def test_a_player_does_not_undo_what_was_carried_out_for_them(self, atomic: bool) -> None:
        table = Quarters().opened()
        table.plans("ada", heal("ada"), as_player="ana")
        (action,) = table.processed(atomic=atomic).actions
        with pytest.raises(NotAllowed):
            table.ledger.revise(table.campaign_id, ANA, RevisionRequest(undo=(action.entry or 0,)))

    def test_undone_as_one_it_is_open_again(self, atomic: bool) -> None:
        table = Quarters().opened()
        table.plans("ada", heal("ada"))
        table.processed(atomic=atomic)
        table.undo_group(Group(phase=1))
        assert (table.campaign().phases["1"].state, days_passed(table.campaign().phases["1"])) == ("open", 0)

    def test_processed_again_it_is_undone_again(self, atomic: bool) -> None:
        table = Quarters().opened()
        table.plans("ada", heal("ada"))
        for _ in range(3):
            table.processed(atomic=atomic)
            table.undo_group(Group(phase=1))
        assert (table.hp("ada"), table.campaign().phases["1"].state) == (3, "open")

    def test_what_was_played_after_its_end_is_not_undone_with_it(self, atomic: bool) -> None:
        table = Quarters().opened()
        table.plans("ada", heal("ada"))
        table.processed(atomic=atomic)
        table.undo_group(Group(phase=1))
        table.processed(atomic=atomic)
        table.play("heal", target="bo", track="hp", amount=1)
        table.undo_group(Group(phase=1))
        assert (table.hp("ada"), table.hp("bo")) == (3, 4)

    def test_only_the_game_master_has_it_done(self) -> None:
        table = Quarters().opened()
        with pytest.raises(NotAllowed):
            process(table.ledger, table.campaign_id, ANA, 1)

    def test_a_phase_that_is_not_there(self) -> None:
        with pytest.raises(UnknownThing):
            Quarters().processed()


def ids_given(table: Quarters, key: bytes) -> set[str]:
    """The ids under which the commands of a phase are given, where this is the campaign's secret."""
    run = _Table(table.ledger, table.ledger.store, table.campaign_id, GM, 1, key)
    return {run.id_of("freeform.begin_processing", 0), run.id_of("character/c-1", "downtime/1/1", 4, 0)}


def test_bug_nobody_can_tell_the_ids_under_which_a_phase_is_carried_out() -> None:
    """A player who knew them could give commands of their own under them, and the phase would be refused."""
    table = Quarters().opened()
    one, same, other = (ids_given(table, secret * 32) for secret in (b"a", b"a", b"b"))
    assert one == same
    assert one.isdisjoint(other)


class TestDice:
    def test_a_preview_rolls_samples_and_writes_nothing(self) -> None:
        table = Quarters().opened()
        table.plans("ada", rolled_heal("ada"))
        before = table.ledger.store.head(table.campaign_id)
        (action,) = rehearse(table.ledger, table.campaign_id, GM, 1).outcome.actions
        assert (action.state, [die.source.value for die in action.dice]) == ("done", ["preview"])
        assert table.ledger.store.head(table.campaign_id) == before

    def test_dice_that_came_with_the_plan_are_the_dice(self) -> None:
        table = Quarters(dice="table").opened()
        table.plans("ada", rolled_heal("ada", dice=[4]))
        table.processed()
        assert table.hp("ada") == 7

    def test_dice_by_label_are_those_of_whom_their_planner_named(self) -> None:
        table = Quarters(dice="table").opened()
        table.plans("ada", rolled_heal("ada", dice={"healing/ada": [4]}))
        planned = msgspec.json.decode(table.plan("ada").command, type=Planned)
        assert planned.dice == {f"healing/{table.ref('ada')}": (4,)}
        table.processed()
        assert table.hp("ada") == 7

    def test_dice_that_nobody_rolled_are_asked_for_and_the_action_waits(self) -> None:
        table = Quarters(dice="table").opened()
        table.plans("ada", rolled_heal("ada"), heal("ada"))
        table.plans("bo", heal("bo"))
        first, second, other = table.processed().actions
        assert ([(roll.label, roll.sides) for roll in first.needs], second.state, other.state) == (
            [("healing", 4)],
            "planned",
            "done",
        )

    def test_rolled_at_last_it_goes_on(self) -> None:
        table = Quarters(dice="table").opened()
        table.plans("ada", rolled_heal("ada"))
        table.processed()
        table.processed(dice={(table.ref("ada"), "downtime/1/1"): (3,)})
        assert table.hp("ada") == 6


def test_bug_a_mapping_is_gone_through_in_the_order_in_which_it_is_kept() -> None:
    table = GameTable(SETTING)
    entry = table.play("create_character", name="Cy", tracks={"luck": 1, "hp": 2}, attributes={"wits": 1, "brawn": 2})
    assert [event.name for event in table.told(entry)][2:] == ["brawn", "wits", "hp", "luck"]
    table.check_against_the_whole()


def sleepless(play: Play, _: str) -> None:
    """No day passes where nobody has any coin left."""
    if not any(play.character(who).tracks["coin"].current for who in everyone(play) if who.startswith("character/")):
        play.refuse("coin", "Nobody can pay for the night.")


INN = System(
    id="freeform",
    name="Inn",
    version=1,
    kinds=SETTING.kinds.values(),
    options=SETTING.options.values(),
    periods={"day": DAY},
    moments={"day": (sleepless,)},
)


class TestADayThatCannotPass:
    """Ada rolls for her health, and then nobody can pay for the night."""

    def at_the_inn(self, *actions: dict[str, Any]) -> Quarters:
        table = Quarters(INN).opened()
        table.plans("ada", *actions, pay("ada", 5))
        table.plans("bo", pay("bo", 5))
        return table

    def test_refuses_the_phase_and_leaves_nothing_where_nobody_rolled(self) -> None:
        table = self.at_the_inn()
        before = table.head()
        with pytest.raises(Refused, match="pay for the night"):
            table.processed()
        assert table.head() == before

    def test_leaves_what_was_carried_out_where_the_server_had_rolled(self) -> None:
        table = self.at_the_inn(rolled_heal("ada"))
        before = table.head()
        with pytest.raises(BatchStopped, match="pay for the night") as stopped:
            table.processed()
        assert stopped.value.standing == tuple(range(before + 1, table.head() + 1))
        assert table.plan("ada").data["state"] == "done"

    def test_shows_the_same_dice_when_the_phase_goes_on(self) -> None:
        table = self.at_the_inn(rolled_heal("ada"))
        with pytest.raises(BatchStopped):
            table.processed()
        healed = table.hp("ada")
        table.play("gain", target="bo", track="coin", amount=1)
        assert (table.processed().state, table.hp("ada")) == ("processed", healed)
