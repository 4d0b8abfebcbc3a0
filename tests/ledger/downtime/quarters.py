"""A campaign between two sessions, and what its characters may plan."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from api.testing.games import SETTING, GameTable
from api.testing.table import GM
from domain.ledger.downtime import Processed, process
from domain.ledger.playing.acceptance import Actor
from domain.system import System
from domain.vocabulary.undertakings import Intent

ANA = Actor("ana", "player")


class Quarters(GameTable):
    """A freeform campaign between two sessions: Ada, whom Ana plays, and Bo, whom Ben plays."""

    def __init__(self, system: System = SETTING, **options: Any) -> None:
        super().__init__(system, {"dice": "server", **options}, players=("ana", "ben"))
        for handle, owner in (("ada", "ana"), ("bo", "ben")):
            hp, coin = {"current": 3, "minimum": 0, "maximum": 10}, {"current": 5, "minimum": 0}
            self.play("create_character", name=handle, handle=handle, owners=[owner], tracks={"hp": hp, "coin": coin})
        self.ids: list[UUID] = []

    def opened(self, days: int = 1, **more: Any) -> Quarters:
        self.play("open_downtime", days=days, **more)
        return self

    def plans(self, handle: str, *actions: dict[str, Any], as_player: str = "") -> int:
        return self.play("plan_downtime", who=handle, actions=list(actions), as_player=as_player)

    def processed(self, **how: Any) -> Processed:
        return process(self.ledger, self.campaign_id, GM, 1, **how)

    def head(self) -> int:
        return self.ledger.store.head(self.campaign_id).entry

    def hp(self, handle: str) -> int:
        return self.current(handle, "hp")

    def plan(self, handle: str, position: int = 1) -> Intent:
        return self.sheet(handle).intents[f"downtime/1/{position}"]


def heal(handle: str, amount: int = 2, **more: Any) -> dict[str, Any]:
    return {"type": "freeform.heal", "args": {"target": handle, "track": "hp", "amount": amount}, **more}


def rolled_heal(handle: str, **more: Any) -> dict[str, Any]:
    return {"type": "freeform.heal", "args": {"target": handle, "track": "hp", "notation": "1d4"}, **more}


def pay(handle: str, amount: int, **more: Any) -> dict[str, Any]:
    return {"type": "freeform.spend", "args": {"target": handle, "track": "coin", "amount": amount}, **more}


def ask(handle: str) -> dict[str, Any]:
    question = {"owner": "ana", "about": handle, "key": "rest", "options": ["yes", "no"], "default": "no"}
    return {"type": "freeform.ask", "args": question | {"prompt": "Sleep late?"}}


def outcomes(processed: Processed) -> list[tuple[str, int, str]]:
    return [(action.plan, action.day, action.state) for action in processed.actions]
