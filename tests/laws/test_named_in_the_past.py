"""In a changed past a command names only who is there, and what happens is seen by those who may know of whom it is about."""

from __future__ import annotations

from typing import Any

import pytest

from domain.history.ledger_reader import stream_event
from domain.history.plan import Plan, RevisionRefused, RevisionRequest
from tests.laws.improvised import GM, Improvised
from tests.laws.striking import against_the_whole


@pytest.fixture
def game() -> Improvised:
    return Improvised("freeform", 1)


def played(game: Improvised, type: str, args: dict[str, Any], encounter: str | None = None) -> int:
    assert game.gives(f"freeform.{type}", args, encounter)
    return game.head


def undone(game: Improvised, entry: int, **more: Any) -> Plan:
    plan, _ = game.ledger.revise(game.campaign, GM, RevisionRequest(undo=(entry,), **more))
    assert plan is not None
    return plan


@pytest.mark.parametrize(
    ("type", "args"),
    [
        ("afflict", {"target": "ramjet", "what": "afraid", "against": "stranger"}),
        ("link", {"from": "ramjet", "kind": "watched", "to": "stranger"}),
        (
            "modify",
            {
                "target": "ramjet",
                "path": "tracks.hp.maximum",
                "amount": 1,
                "until": {"by": "moment", "moment": "turn_end", "subject": "stranger"},
            },
        ),
    ],
)
def test_a_command_that_names_a_character_who_never_was_is_a_conflict(
    game: Improvised, type: str, args: dict[str, Any]
) -> None:
    came = played(game, "create_character", {"name": "Stranger"})
    named = played(game, type, args)
    with pytest.raises(RevisionRefused) as refused:
        undone(game, came)
    [conflict] = refused.value.plan.conflicts
    assert (conflict.entry, conflict.refusal and conflict.refusal.missing) == (named, f"character/c-{came}")


def test_a_command_of_a_fight_that_never_was_is_a_conflict(game: Improvised) -> None:
    fight = played(game, "create_encounter", {"name": "Elsewhere"})
    noted = played(game, "note", {"text": "It rains."}, "elsewhere")
    plan = undone(game, fight, policy="cascade")
    assert [planned.outcome for planned in plan.entries if planned.entry == noted] == ["struck"]


@pytest.mark.parametrize("hiding", [{"hidden": True}, {"sheet": "gm"}])
def test_bug_what_happened_to_a_hidden_character_is_told_where_they_were_not_hidden(
    game: Improvised, hiding: dict[str, Any]
) -> None:
    hid = played(game, "describe", {"target": "pearl", **hiding})
    hurt = played(game, "damage", {"target": "pearl", "track": "hp", "amount": 1})
    before = audiences(game, hurt)
    undone(game, hid)
    assert (before, audiences(game, hurt), list(against_the_whole(game))) == (["gm"], ["all"], [])


def audiences(game: Improvised, entry: int) -> list[object]:
    rows = game.ledger.store.events_of(game.campaign, [entry])[entry]
    return [stream_event(row).event.audience for row in rows]
