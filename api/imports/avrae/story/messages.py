"""Parts of the bot's own messages that no other line holds: free rolls, turns, spell slots, HP."""

from __future__ import annotations

import re

import msgspec

from api.imports.avrae.recording.boards import HEALTH, HealthLine, health_line
from api.imports.avrae.recording.events import Embed, Message
from api.imports.avrae.recording.faults import RecordingFault
from api.imports.avrae.recording.rolls import PrintedRoll, UnreadableRoll, parse_roll
from api.imports.avrae.story.happenings import Outcome
from api.imports.stopping import check_stopped
from domain.messages import sentence_of


class SlotsShown(msgspec.Struct, frozen=True):
    """The spell slots of a level: the number left, and the maximum."""

    level: int
    left: int
    most: int


class CounterShown(msgspec.Struct, frozen=True):
    """`change` is negative for uses spent."""

    name: str
    left: int
    most: int | None
    change: int


class JoiningShown(msgspec.Struct, frozen=True):
    """Joining combatants with their initiative rolls; None where the initiative was set, not rolled."""

    rolls: dict[str, PrintedRoll | None]


class FreeRollShown(msgspec.Struct, frozen=True):
    """A check or save rolled for its own sake. `what` is `Acrobatics`, `Wisdom` …; several rolls when asked for several.

    `name` is as printed: a kind of monster comes with its article (`A Sea Hag`).
    """

    name: str
    what: str
    save: bool
    rolls: tuple[PrintedRoll, ...]
    note: str


class DeathSaveShown(msgspec.Struct, frozen=True):
    """Marks as they stand after the roll."""

    name: str
    roll: PrintedRoll
    successes: int
    failures: int
    outcome: Outcome | None


class TurnShown(msgspec.Struct, frozen=True):
    """The bot's announcement of a turn."""

    name: str
    initiative: int
    round: int


class QuestionShown(msgspec.Struct, frozen=True):
    """The bot waits for a number, yes or no."""


class ActionShown(msgspec.Struct, frozen=True):
    """The answer to an action, or a look at a character's sheet. `labels` gives each roll printed in it the name it bears
    there; `author` is the character, where the bot names one above the rest."""

    title: str
    slots: tuple[SlotsShown, ...]
    counters: tuple[CounterShown, ...]
    labels: dict[str, str]
    author: str = ""


class NothingMore(msgspec.Struct, frozen=True):
    """The message says nothing beyond its text."""


Shown = JoiningShown | FreeRollShown | DeathSaveShown | TurnShown | QuestionShown | ActionShown | NothingMore

_ADDED = re.compile(r"^(?P<name>.+) was added to combat with initiative (?P<roll>.+)\.$", re.MULTILINE)
_TURN = re.compile(
    r"^\*\*Initiative (?P<initiative>-?\d{1,6}) \(round (?P<round>-?\d{1,6})\)\*\*: "
    r"(?P<name>.+?)(?: \((?:<@!?\d+>[, ]*)+\))? *$",
    re.MULTILINE | re.ASCII,
)
"""The pattern of a turn's announcement; results of the turn's beginning may precede it: initiatives rolled again, a
combatant removed.
"""
_FREE_ROLL = re.compile(r"(?P<name>.+) makes an? (?P<what>.+) (?P<kind>check|Check|Save)!")
_LABELLED = re.compile(r"\*\*(?P<label>[^*]+)\*\*: (?P<roll>[^\n]+?= `-?\d+`)")
_ENDS_IN_TOTAL = re.compile(r"= `-?\d+`(?:; (?:Success|Failure)!)?\Z")
_SLOTS = re.compile(r"`(?P<level>\d)` (?P<marks>[◉〇▣▢]+)")
_COUNTER = re.compile(r"(?:(?P<marks>[◉〇▣▢]+)|(?P<left>-?\d{1,9})(?:/(?P<most>\d{1,9}))?) \((?P<change>[+-]\d{1,9})\)")
_HEALTH_IN_FOOTER = re.compile(rf"(?P<name>[^\n:]+): {HEALTH}")
_HEALTH_IN_TURN = re.compile(rf"```md\n(?P<name>[^\n]+?) {HEALTH}")
_OUTCOME = re.compile(r" is (?P<outcome>UP|STABLE|DEAD)\b")
_FILLED = "◉▣"
_JOINED = re.compile(r"Added to combat!|Joined group .+!")
_REMAINING = re.compile(r"__\*\*Remaining (?:Level \d )?Spell Slots\*\*__")
_LISTED = re.compile(r"(?P<name>[^\n:]+): (?P<value>.+)")


def read_message(line: int, message: Message) -> tuple[Shown, tuple[RecordingFault, ...]]:
    """Read the bot's message. An unreadable roll becomes a fault, and the rest of the message is kept."""
    check_stopped()
    try:
        return _read(message), ()
    except UnreadableRoll as error:
        return NothingMore(), (RecordingFault(line, "unreadable-roll", sentence_of(error)),)


def text_of(message: Message) -> str:
    """All a message says, as plain lines: its content, then its embeds with their fields and footers."""
    lines = [message.content]
    for embed in message.embeds:
        fields = [f"{field.name}: {field.value}" for field in embed.fields]
        lines += [embed.title, embed.description, *fields, embed.footer.text]
    return "\n".join(line for line in lines if line)


def healths_of(message: Message) -> tuple[HealthLine, ...]:
    """The HP a message shows, under an action or at the start of a turn."""
    matches = [_HEALTH_IN_TURN.search(message.content)] if _TURN.search(message.content) else []
    matches += [match for embed in message.embeds for match in _HEALTH_IN_FOOTER.finditer(embed.footer.text)]
    return tuple(health_line(match["name"], match) for match in matches if match is not None)


def _read(message: Message) -> Shown:
    if added := list(_ADDED.finditer(message.content)):
        rolls = {each["name"]: parse_roll(each["roll"]) if "= `" in each["roll"] else None for each in added}
        return JoiningShown(rolls)
    if turn := _TURN.search(message.content):
        return TurnShown(turn["name"], int(turn["initiative"]), int(turn["round"]))
    if not message.embeds:
        asks = "(Reply with yes/no)" in message.content
        return QuestionShown() if asks else NothingMore()
    embed = message.embeds[0]
    if embed.title == "Multiple Matches Found":
        return QuestionShown()
    if free := _FREE_ROLL.fullmatch(embed.title):
        return _free_roll(free, embed)
    return _action(embed)


def _free_roll(title: re.Match[str], embed: Embed) -> Shown:
    name, what, save = title["name"], title["what"], title["kind"] == "Save"
    rolls, notes = [], []
    for line in [*embed.description.split("\n"), *(line for field in embed.fields for line in field.value.split("\n"))]:
        if _ENDS_IN_TOTAL.search(line):
            rolls.append(parse_roll(line.partition("; ")[0]))
        elif line:
            notes.append(line)
    if _JOINED.fullmatch(embed.footer.text):
        return JoiningShown({name: rolls[0] if rolls else None})
    if not rolls:
        return NothingMore()
    if save and what == "Death":
        return _death_save(name, rolls[0], embed)
    return FreeRollShown(name, what, save, tuple(rolls), "\n".join(notes))


def _death_save(name: str, roll: PrintedRoll, embed: Embed) -> DeathSaveShown:
    """Marks read `F ◉〇〇 | 〇〇〇 S`."""
    marks = next((field.value for field in embed.fields if field.name == "Death Saves"), "")
    failures, _, successes = marks.partition("|")
    match = _OUTCOME.search(embed.footer.text)
    outcomes: dict[str, Outcome] = {"UP": "up", "STABLE": "stable", "DEAD": "dead"}
    return DeathSaveShown(
        name, roll, _filled(successes), _filled(failures), outcomes[match["outcome"]] if match else None
    )


def _action(embed: Embed) -> ActionShown:
    slots = _slots(embed.description) if _REMAINING.match(embed.description) else []
    counters: list[CounterShown] = []
    labels: dict[str, str] = {}
    for field in embed.fields:
        if field.name == "Spell Slots":
            slots += _slots(field.value)
        elif field.name == "Reset Counters":
            listed = [(row["name"], _COUNTER.fullmatch(row["value"])) for row in _LISTED.finditer(field.value)]
            counters += [_counter(name, match) for name, match in listed if match is not None]
        elif (counter := _COUNTER.match(field.value)) is not None:
            counters.append(_counter(field.name, counter))
        for match in _LABELLED.finditer(field.value):
            labels.setdefault(match["roll"], match["label"])
    return ActionShown(embed.title, tuple(slots), tuple(counters), labels, embed.author.name)


def _slots(text: str) -> list[SlotsShown]:
    return [
        SlotsShown(int(match["level"]), _filled(match["marks"]), len(match["marks"])) for match in _SLOTS.finditer(text)
    ]


def _counter(name: str, match: re.Match[str]) -> CounterShown:
    change = int(match["change"])
    if marks := match["marks"]:
        return CounterShown(name, _filled(marks), len(marks), change)
    return CounterShown(name, int(match["left"]), int(match["most"]) if match["most"] else None, change)


def _filled(marks: str) -> int:
    return sum(mark in _FILLED for mark in marks)
