"""Small recordings made by hand, in the very shape in which Avrae's recorder writes them.

States are printed from their data the way the bot prints them (`get_summary`), so that what the one leaves out the other has.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import count
from typing import Any

GM, PLAYER, BOT = ("1001", "Gwen"), ("1002", "Pat"), ("1", "Avrae")
"""People: an id and a name."""

Person = tuple[str, str]
PRINTED = 2000
"""So long a board may be; in a longer one effects and notes are left out."""


def effect(name: str, rounds: int | None = None, **fields: Any) -> dict[str, Any]:
    """An effect as Avrae has stored it since it counts by the round in which one ends."""
    shape = {"effects": {}, "attacks": [], "buttons": [], "end_on_turn_end": False, "concentration": False}
    shape |= {"children": [], "parent": None, "desc": None, "_v": 2}
    return {**shape, "id": f"id-of-{name}", "name": name, "duration": rounds, "end_round": rounds, **fields}


def player(name: str, init: int = 10, hp: int = 20, *, ac: int = 15, **fields: Any) -> dict[str, Any]:
    """A player's character: HP and armour class stand on its sheet, so the state's data has none."""
    return _combatant(name, "player", init, PLAYER, {"hp": hp, "max_hp": 20, "ac": ac}, fields)


def monster(name: str, init: int = 5, hp: int | None = 30, *, ac: int | None = 12, **fields: Any) -> dict[str, Any]:
    """A monster, hidden as they are unless somebody shows them."""
    shown = {"hp": hp, "max_hp": hp if hp is None else 30, "ac": ac}
    return _combatant(name, "monster", init, GM, shown, {**shown, "temp_hp": 0, "private": True, **fields})


def thing(name: str, init: int = 1) -> dict[str, Any]:
    """What has neither HP nor armour class: a countdown, a door."""
    return _combatant(name, "common", init, GM, {}, {"hp": None, "max_hp": None, "ac": None, "temp_hp": 0})


def group(name: str, init: int, *members: dict[str, Any]) -> dict[str, Any]:
    """Several who act together."""
    inside = [{**member, "init": init, "group_id": f"id-of-{name}"} for member in members]
    return {"name": name, "init": init, "combatants": inside, "index": 0, "type": "group", "id": f"id-of-{name}"}


def _combatant(
    name: str, kind: str, init: int, controller: Person, shown: dict[str, Any], fields: dict[str, Any]
) -> dict[str, Any]:
    own = {"monster_name": f"{name}kind"} if kind == "monster" else {}
    own |= {"character_id": f"sheet-{name}"} if kind == "player" else {}
    data = {"id": f"id-of-{name}", "name": name, "type": kind, "init": init, "controller_id": int(controller[0])}
    rest: dict[str, Any] = {"private": None, "notes": None, "effects": [], "group_id": None, "ac": None, "max_hp": None}
    # What is printed of them and stands nowhere in the data travels along under a name of its own.
    return {**data, **rest, **own, **fields, "printed": {**shown, **fields}}


class Recording:
    """A recording that grows line by line. Somebody's interactions are numbered as they are asked for."""

    def __init__(self, combat: str = "combat-1", name: str | None = None) -> None:
        self.lines: list[bytes] = []
        self._combat = combat
        self._name = name
        self._asked = count(int.from_bytes(combat.encode()[-3:]) * 1000)

    def add(self, kind: str, **fields: Any) -> int:
        """A line; its number is given back."""
        at = 1_600_000_000.0 + len(self.lines)
        event = {"combat_id": self._combat, "event_type": kind, "timestamp": at, **fields}
        self.lines.append(json.dumps(event).encode() + b"\n")
        return len(self.lines)

    def begin(self) -> None:
        self.add("combat_start")

    def end(self) -> None:
        self.add("combat_end")

    def say(self, text: str, by: Person = PLAYER, *, bot: bool | None = False, **embed: Any) -> int:
        """Somebody writes something; keyword arguments make its embed. The number of the message is given back."""
        asked = next(self._asked)
        embeds = [{"type": "rich", **embed}] if embed else []
        self.add("message", **self._words(text, by, asked), author_bot=bot, embeds=embeds)
        return asked

    def bot(self, text: str = "", **embed: Any) -> int:
        """The bot says something."""
        return self.say(text, BOT, bot=True, **embed)

    def command(self, name: str, text: str, asked: int, by: Person = PLAYER, **fields: Any) -> int:
        """A command is done, after all that came of it."""
        line = {**self._words(text, by, asked), "author_bot": False, "embeds": []}
        rest = {"prefix": "!", "command_name": name, "called_by_alias": False, "caster": None, "targets": None}
        return self.add("command", **line, **{**rest, **fields})

    def state(
        self, *combatants: dict[str, Any], round: int = 0, turn: str | None = None, asked: int | None = None
    ) -> int:
        """All there are, as data and as printed."""
        order = sorted(combatants, key=lambda each: -each["init"])
        current = next((place for place, each in enumerate(order) if each["name"] == turn), None)
        now = {"turn": 0 if current is None else order[current]["init"], "round": round, "current": current}
        options = {} if self._name is None else {"name": self._name}
        data = {"dm": int(GM[0]), "options": options, "combatants": [_stored(each) for each in order], **now}
        printed = _board(self._name or "Current initiative", now["turn"] or 0, round, current, order)
        done = next(self._asked) if asked is None else asked
        return self.add("combat_state_update", probable_interaction_id=done, data=data, human_readable=printed)

    def run(
        self,
        by: dict[str, Any] | str,
        *nodes: dict[str, Any],
        on: Iterable[dict[str, Any] | str] = (),
        asked: int | None = None,
    ) -> int:
        """An action is worked out."""
        caster = {"name": by} if isinstance(by, str) else _stored(by)
        result = {"type": "root", "children": list(nodes), "is_spell": False, "caster_needs_commit": False}
        targets = [each if isinstance(each, str) else _stored(each) for each in on]
        done = next(self._asked) if asked is None else asked
        return self.add(
            "automation_run",
            interaction_id=done,
            automation=[],
            automation_result=result,
            caster=caster,
            targets=targets,
        )

    def _words(self, text: str, by: Person, asked: int) -> dict[str, Any]:
        fields = {"message_id": asked, "author_id": by[0], "author_name": by[1], "content": text}
        return {
            **fields,
            "created_at": 1_600_000_000.0 + len(self.lines),
            "components": [],
            "referenced_message_id": None,
        }


def on(target: dict[str, Any] | str | None, *nodes: dict[str, Any], index: int | None = 0) -> dict[str, Any]:
    """A target node with one target (a combatant, somebody outside by name, nobody) and what befell it."""
    inside = isinstance(target, dict)
    one = {"type": "target_iteration", "target_type": "each", "is_simple": not inside, "target_iteration": 1}
    place = {"target_id": target["id"] if isinstance(target, dict) else None, "target_index": index}
    return {"type": "target", "results": [{**one, **place, "results": list(nodes)}]}


def rolled(text: str) -> dict[str, Any]:
    """A roll as it is recorded: its total, and its printed form."""
    return {"total": int(text.rpartition("`")[0].rpartition("`")[2]), "result": text}


def damage(text: str, **fields: Any) -> dict[str, Any]:
    roll = rolled(text)
    return {"type": "damage", "damage": roll["total"], "damage_roll": roll, "in_crit": False, **fields}


def _stored(combatant: dict[str, Any]) -> dict[str, Any]:
    own = {key: value for key, value in combatant.items() if key != "printed"}
    inside = {"combatants": [_stored(each) for each in combatant["combatants"]]} if "combatants" in combatant else {}
    return {**own, **inside}


def _board(name: str, turn: int, round_: int, current: int | None, order: list[dict[str, Any]]) -> str:
    heading = f"{name}: {turn} (round {round_})"
    board = ""
    for full in (True, False):
        rows = [f"{'# ' if place == current else '  '}{_row(each, full=full)}" for place, each in enumerate(order)]
        board = f"```md\n{heading}\n{'=' * len(heading)}\n" + "\n".join(rows) + "```"
        if len(board) <= PRINTED:
            break
    return board


def _row(combatant: dict[str, Any], *, full: bool) -> str:
    place = f"{combatant['init']:>2}: "
    if combatant["type"] != "group":
        return place + _summary(combatant, full=full)
    members = "".join(f"\n     - {_summary(member, full=full)}" for member in combatant["combatants"])
    return f"{place}{combatant['name']}{members}"


def _summary(combatant: dict[str, Any], *, full: bool) -> str:
    shown = combatant["printed"]
    hp = "" if shown.get("hp") is None else f"<{shown['hp']}/{shown['max_hp']} HP>"
    hp += f" (+{shown['temp_hp']} temp)" if shown.get("temp_hp") else ""
    known: list[str] = [f"AC {shown['ac']}"] if shown.get("ac") is not None and not combatant["private"] else []
    known += [each.get("printed") or each["name"] for each in combatant["effects"]]
    known += [combatant["notes"]] if combatant["notes"] else []
    bracket = f"({', '.join(known)})" if known and full else ""
    return f"{combatant['name']} {f'{hp} ' if hp else ''}{bracket}"
