"""What stands in the shipped recording, read off the file itself: nothing here knows the importer or any code of Retcon.

Dice as `(sides, value, kept)`, rolls as their dice and total, times as seconds since 1970.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

FILE = Path(__file__).parents[2] / "api" / "imports" / "avrae" / "fireball.jsonl"

Die = tuple[int, int, bool]


class Roll(NamedTuple):
    dice: tuple[Die, ...]
    total: int


class Standing(NamedTuple):
    """Somebody in a state: HP, greatest and temporary HP, armour class (None where hidden), effects as printed."""

    hp: int
    max_hp: int
    temp_hp: int
    ac: int | None
    effects: tuple[str, ...]


class State(NamedTuple):
    at: float
    round: int
    turn: str | None
    everybody: dict[str, Standing]


_GROUP = re.compile(r"(\d*)d(\d+|%)[a-z0-9<>]* \(([^()]*)\)")
_TOTAL = re.compile(r"= `(-?\d+)`")
_ROW = re.compile(
    r"[# ] +\d+: (?P<name>.+?) <(?P<hp>-?\d+)/(?P<max>\d+) HP>(?: \(\+(?P<temp>\d+) temp\))?(?: \((?P<rest>.*)\))? ?"
)


def events() -> list[dict[str, Any]]:
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def roll(text: str) -> Roll:
    """A roll from the way it is printed."""
    dice = []
    for _, sides, faces in _GROUP.findall(text):
        for face in faces.split(", "):
            dice.append((100 if sides == "%" else int(sides), int(face.strip("*~")), "~~" not in face))
    total = _TOTAL.search(text)
    assert total is not None, text
    return Roll(tuple(dice), int(total[1]))


def _inside(value: Any) -> Iterator[dict[str, Any]]:
    """Every object within a value, outermost first."""
    if isinstance(value, dict):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _inside(each)


def nodes(kind: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """All nodes of a kind, each with the action it is a part of."""
    actions = [event for event in events() if event["event_type"] == "automation_run"]
    return [
        (node, action)
        for action in actions
        for node in _inside(action["automation_result"])
        if node.get("type") == kind
    ]


def rolls_of_actions() -> list[Roll]:
    actions = [event["automation_result"] for event in events() if event["event_type"] == "automation_run"]
    printed = [each for action in actions for each in _inside(action) if set(each) == {"total", "result"}]
    rolls = [roll(each["result"]) for each in printed]
    assert [each.total for each in rolls] == [each["total"] for each in printed]
    return rolls


def shown(message: dict[str, Any]) -> str:
    """Everything that a message says, in one text."""
    parts = [message["content"]]
    for embed in message["embeds"]:
        fields = [f"{field['name']}\n{field['value']}" for field in embed.get("fields", [])]
        parts += [
            embed.get("title", ""),
            embed.get("description", ""),
            *fields,
            embed.get("footer", {}).get("text", ""),
        ]
    return "\n".join(parts)


def messages(bot: bool) -> list[dict[str, Any]]:
    return [event for event in events() if event["event_type"] == "message" and event["author_bot"] is bot]


def rolls_in_messages_only() -> list[Roll]:
    """Rolls with dice that the bot's messages show and no action worked out."""
    worked_out = Counter(each for each in rolls_of_actions() if each.dice)
    printed: Counter[Roll] = Counter()
    for message in messages(bot=True):
        for line in shown(message).split("\n"):
            if _GROUP.search(line) and _TOTAL.search(line):
                printed[roll(line)] += 1
    return list((printed - worked_out).elements())


def names() -> dict[str, str]:
    """Combatants by id, as the last state has them."""
    last = [event for event in events() if event["event_type"] == "combat_state_update"][-1]
    return {each["id"]: each["name"] for each in last["data"]["combatants"]}


def damages() -> list[tuple[str, int]]:
    """Who was dealt how much, in order."""
    amounts = []
    for action in (event for event in events() if event["event_type"] == "automation_run"):
        for target in (each for each in _inside(action["automation_result"]) if each.get("type") == "target_iteration"):
            # What an effect could do later is described in it as well, without a roll.
            dealt = [each["damage"] for each in _inside(target["results"]) if "damage_roll" in each]
            amounts += [(names()[target["target_id"]], amount) for amount in dealt]
    return amounts


def counters() -> dict[tuple[str, str], list[int]]:
    """What was left of every counter after each use, by character and name. One that was not found has no name."""
    left: dict[tuple[str, str], list[int]] = {}
    for node, action in nodes("counter"):
        if node.get("counter_name") is None:
            continue
        left.setdefault((action["caster"]["name"], node["counter_name"]), []).append(node["counter_remaining"])
    return left


def slots() -> dict[tuple[str, str], list[int]]:
    """What was left of spell slots after each spell, by character and level."""
    left: dict[tuple[str, str], list[int]] = {}
    for message in messages(bot=True):
        for embed in message["embeds"]:
            for field in embed.get("fields", []):
                for level, marks in re.findall(
                    r"`(\d)` ([◉〇▣▢]+)", field["value"] if field["name"] == "Spell Slots" else ""
                ):
                    caster = next(name for name in names().values() if embed["title"].startswith(name))
                    left.setdefault((caster, level), []).append(sum(mark in "◉▣" for mark in marks))
    return left


def states() -> list[State]:
    """Every state, from what is printed for people; ids and hidden armour classes from its data."""
    listed = []
    for event in events():
        if event["event_type"] == "combat_state_update":
            data, rows = event["data"], event["human_readable"].strip("`").split("\n")[3:]
            turn = None if data["current"] is None else data["combatants"][data["current"]]["name"]
            listed.append(State(event["timestamp"], data["round"], turn, dict(_standing(row) for row in rows if row)))
    return listed


def _standing(row: str) -> tuple[str, Standing]:
    match = _ROW.fullmatch(row)
    assert match is not None, row
    rest = (match["rest"] or "").split(", ") if match["rest"] else []
    ac = next((int(each[3:]) for each in rest if each.startswith("AC ")), None)
    borne = tuple(sorted(each for each in rest if not each.startswith("AC ")))
    standing = Standing(int(match["hp"]), int(match["max"]), int(match["temp"] or 0), ac, borne)
    return match["name"], standing


def effects() -> set[tuple[str, str]]:
    """Who ever bore which effect."""
    return {
        (combatant["name"], effect["name"])
        for event in events()
        if event["event_type"] == "combat_state_update"
        for combatant in event["data"]["combatants"]
        for effect in combatant["effects"]
    }
