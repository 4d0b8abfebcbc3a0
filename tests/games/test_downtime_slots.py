"""What takes a slot of downtime takes it, whether it was planned or is given directly, in every game that has such."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.contract import seated
from api.testing.games import GameTable
from api.testing.table import GM
from domain.history.plan import Group
from domain.ledger.downtime import process
from domain.play.deed import open_questions
from domain.system import CommandSpec, System
from systems.registry import load

REGISTRY = load(installed=[])
TAKING = [
    (system, type)
    for system in REGISTRY.systems.values()
    for type, kind in system.kinds.items()
    if kind.slots and kind.actor
]
NAMES = [type for _, type in TAKING]


def spent() -> tuple[GameTable, CommandSpec, dict[str, Any]]:
    """A table at which Ramjet has one slot, and has used it; the command that used it."""
    return _spent(*TAKING[0])


def _spent(system: System, type: str) -> tuple[GameTable, CommandSpec, dict[str, Any]]:
    table, kind, args = outside(system, type)
    who = args[kind.actor]
    table.play("open_downtime", slots=[{"who": who, "slots": 1}])
    settled(table, table.play(type, **args))
    return table, kind, args


def settled(table: GameTable, deed: int) -> int:
    """The deed, whose questions, if it asks any, have taken their defaults."""
    who = table.campaign().handles.values()
    if any(open_questions(table.ledger.heads.fresh(table.campaign_id).aggregate(known.ref)) for known in who):
        table.play("close", deed=deed)
    return deed


def outside(system: System, type: str) -> tuple[GameTable, CommandSpec, dict[str, Any]]:
    """The campaign of a game's examples before any downtime, and a command that takes a slot, with its example."""
    examples, kind = system.examples, system.kinds[type]
    table = GameTable(system, {"dice": "server"})
    for step in (*examples.setup, *examples.before(type)):
        if not step.type.endswith(".open_downtime"):
            table.play(step.type, force=bool(_slots(system, step.type)), **seated(step.args, examples.player))
    return table, kind, seated(dict(kind.example), examples.player)


def _slots(system: System, type: str) -> int:
    return system.kinds[type].slots or 0 if type in system.kinds else 0


def free(table: GameTable, who: str) -> int:
    """The slots that somebody has left in the newest phase."""
    phase = max(table.campaign().phases.values(), key=lambda phase: phase.number)
    done = [int(i.data["slots"] or 0) for i in table.sheet(who).intents.values() if i.kind == "downtime"]
    return phase.slots[table.ref(who)] - sum(done)


@pytest.mark.rules("WD-DOWN-01")
@pytest.mark.parametrize(("system", "type"), TAKING, ids=NAMES)
class TestEveryCommandThatTakesASlot:
    def test_is_refused_where_no_phase_is_open(self, system: System, type: str) -> None:
        table, _, args = outside(system, type)
        assert table.refusal(type, **args).rule == "downtime"

    def test_takes_the_last_slot(self, system: System, type: str) -> None:
        table, kind, args = _spent(system, type)
        assert free(table, args[kind.actor]) == 1 - (kind.slots or 0)

    def test_is_refused_where_none_is_left(self, system: System, type: str) -> None:
        table, kind, args = outside(system, type)
        table.play("open_downtime", slots=[{"who": args[kind.actor], "slots": (kind.slots or 0) - 1}])
        assert table.refusal(type, **args).rule == "downtime"

    def test_can_be_forced_where_none_is_left(self, system: System, type: str) -> None:
        table, kind, args = outside(system, type)
        table.play("open_downtime", slots=[{"who": args[kind.actor], "slots": (kind.slots or 0) - 1}])
        settled(table, table.play(type, force=True, **args))
        assert free(table, args[kind.actor]) == -1


@pytest.mark.rules("WD-DOWN-01")
class TestSlots:
    def test_a_plan_counts_what_was_done_directly(self) -> None:
        table, kind, args = spent()
        action = {"type": f"{table.system.id}.{kind.name}", "args": args}
        assert table.refusal("plan_downtime", who=args[kind.actor], actions=[action]).rule == "downtime"

    def test_what_is_planned_is_spoken_for(self) -> None:
        table, kind, args = outside(*TAKING[0])
        action = {"type": f"{table.system.id}.{kind.name}", "args": args}
        table.play("open_downtime", slots=[{"who": args[kind.actor], "slots": 1}])
        table.play("plan_downtime", who=args[kind.actor], actions=[action])
        assert table.refusal(kind.name, **args).rule == "downtime"

    def test_a_withdrawn_plan_leaves_its_slot(self) -> None:
        table, kind, args = outside(*TAKING[0])
        action = {"type": f"{table.system.id}.{kind.name}", "args": args}
        table.play("open_downtime", slots=[{"who": args[kind.actor], "slots": 1}])
        table.play("plan_downtime", who=args[kind.actor], actions=[action])
        table.play("withdraw_plan", who=args[kind.actor])
        table.play(kind.name, **args)
        assert free(table, args[kind.actor]) == 0

    def test_a_plan_whose_slot_was_taken_back_becomes_impossible(self) -> None:
        table, kind, args = outside(*TAKING[0])
        who = args[kind.actor]
        table.play("open_downtime", slots=[{"who": who, "slots": 1}])
        action = {"type": f"{table.system.id}.{kind.name}", "args": args}
        table.play("plan_downtime", who=who, actions=[action])
        table.play("change_downtime", slots=[{"who": who, "slots": 0}])
        (done,) = process(table.ledger, table.campaign_id, GM, 1).actions
        assert (done.state, done.rule) == ("impossible", "downtime")

    def test_what_was_done_directly_is_in_the_report(self) -> None:
        table, kind, _ = spent()
        (done,) = process(table.ledger, table.campaign_id, GM, 1).actions
        assert (done.state, done.type) == ("done", f"{table.system.id}.{kind.name}")

    def test_what_was_done_directly_is_undone_with_the_phase(self) -> None:
        table, kind, args = spent()
        table.undo_group(Group(phase=1))
        assert free(table, args[kind.actor]) == 1

    def test_the_rest_is_planned_anew_beside_what_is_done(self) -> None:
        table, kind, args = outside(*TAKING[0])
        who = args[kind.actor]
        action = {"type": f"{table.system.id}.{kind.name}", "args": args}
        table.play("open_downtime", slots=[{"who": who, "slots": 2}])
        table.play("plan_downtime", who=who, actions=[action])
        table.play("carry_out_plan", who=who, plan="downtime/1/1")
        table.play("plan_downtime", who=who, actions=[action])
        assert sorted(table.sheet(who).intents) == ["downtime/1/1", "downtime/1/2"]

    def test_of_two_phases_that_are_not_over_the_newer_one_gives_the_slot(self) -> None:
        table, kind, args = outside(*TAKING[0])
        who = args[kind.actor]
        table.play("open_downtime", slots=[{"who": who, "slots": 5}])
        ended = table.play("end_downtime")
        table.play("open_downtime", slots=[{"who": who, "slots": 1}])
        table.undo(ended, policy="keep")
        table.play(kind.name, **args)
        assert [intent.data["phase"] for intent in table.sheet(who).intents.values()] == [2]
