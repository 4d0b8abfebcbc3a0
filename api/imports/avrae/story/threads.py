"""Threads: the lines of a recording that belong together.

The bot records one action up to five times: the message that asks for it, its rolls and results, the state after it,
the bot's answer, and finally the command. Messages, runs, states and commands share an interaction id; the bot's
answers have none and are matched by their content. Actions of several people interleave.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from api.imports.avrae.recording.events import (
    AliasResolution,
    AutomationRun,
    BotCommand,
    ButtonPress,
    CombatStateUpdate,
    Message,
    SnippetResolution,
)
from api.imports.avrae.recording.faults import RecordingFault
from api.imports.avrae.recording.log import LogLine
from api.imports.avrae.recording.rolls import PrintedRoll
from api.imports.avrae.story.happenings import Author
from api.imports.avrae.story.messages import ActionShown, JoiningShown, NothingMore, Shown, read_message

Utterance = Message | AliasResolution | SnippetResolution | BotCommand
"""The events that are views of one thing a person typed; they share a message id."""


class Threads:
    """The lines of a recording by what they belong to: utterances, answers, joinings, commands."""

    def __init__(self, lines: Iterable[LogLine]) -> None:
        self._lines = tuple(lines)
        self.utterances: dict[int, list[LogLine]] = {}
        self._commands: dict[int, tuple[int, BotCommand]] = {}
        self.authors: dict[int, Author] = {}
        self.interactions: set[int] = set()
        self.shown: dict[int, Shown] = {}
        self.faults: list[RecordingFault] = []
        self.unreadable: set[int] = set()
        """The lines of the messages of which a roll could not be read."""
        self.answers: dict[int, tuple[int, ActionShown]] = {}
        """By the line of an action: the line of the bot's answer, and what it shows."""
        self.answering: set[int] = set()
        """The lines of those answers."""
        self._joinings: dict[str, list[tuple[int, PrintedRoll | None]]] = {}
        self._answered: set[int] = set()
        for line in self._lines:
            self._gather(line)
        self._join_answers()
        self._states = [(each.number, each.event) for each in self._lines if isinstance(each.event, CombatStateUpdate)]
        self._prefixes = {command.prefix for _, command in self._commands.values()} or {"!"}
        self._done = sorted(self._commands.values(), key=lambda each: each[0])

    def is_command(self, message: Message) -> bool:
        """Commands that failed left no trace but their words, so the prefix decides where no interaction does."""
        if message.message_id in self.interactions:
            return True
        return any(
            message.content[len(prefix) :][:1].isalpha()
            for prefix in self._prefixes
            if message.content.startswith(prefix)
        )

    def state_after(self, number: int) -> CombatStateUpdate | None:
        """The first state update recorded after line `number`."""
        place = bisect_right(self._states, number, key=lambda each: each[0])
        return self._states[place][1] if place < len(self._states) else None

    def command(self, interaction: int | None) -> BotCommand | None:
        """The command of an interaction. Buttons have none."""
        command = self._commands.get(interaction) if interaction is not None else None
        return command[1] if command is not None else None

    def line_of(self, command: BotCommand) -> int:
        return self._commands[command.message_id][0]

    def initiative(self, name: str, number: int) -> tuple[int, PrintedRoll | None] | None:
        """Line and roll of the message nearest to line `number` in which `name` joins; each serves once."""
        candidates = self._joinings.get(name, [])
        if not candidates:
            return None
        nearest = min(candidates, key=lambda each: abs(each[0] - number))
        candidates.remove(nearest)
        return nearest

    def command_answered(self, number: int) -> tuple[int, BotCommand] | None:
        """The command that the free roll in the bot's message at line `number` answers: the next to be done after it."""
        for at, command in self._done_after(number):
            if at not in self._answered and {"check", "save"} & set(_words(command)):
                self._answered.add(at)
                return at, command
        return None

    def command_around(self, number: int) -> tuple[int, BotCommand] | None:
        """The command in whose course the bot wrote line `number`: asked for before it, and the next to be done."""
        for at, command in self._done_after(number):
            if self.utterances[command.message_id][0].number < number:
                return at, command
        return None

    def _done_after(self, number: int) -> Iterator[tuple[int, BotCommand]]:
        return itertools.islice(self._done, bisect_right(self._done, number, key=lambda each: each[0]), None)

    def _gather(self, line: LogLine) -> None:
        number, event = line.number, line.event
        match event:
            case Message(author_bot=True):
                self.shown[number], faults = read_message(number, event)
                self.faults += faults
                self.unreadable |= {fault.line for fault in faults}
                if isinstance(shown := self.shown[number], JoiningShown):
                    for name, roll in shown.rolls.items():
                        self._joinings.setdefault(name, []).append((number, roll))
            case Message() | AliasResolution() | SnippetResolution() | BotCommand():
                self.utterances.setdefault(event.message_id, []).append(line)
                if isinstance(event, Message | BotCommand):
                    self.authors[event.message_id] = Author(event.author_id, event.author_name)
                if isinstance(event, BotCommand):
                    self._commands[event.message_id] = (number, event)
                if not isinstance(event, Message):
                    self.interactions.add(event.message_id)
            case ButtonPress(interaction_id=interaction):
                self.authors[interaction] = Author(event.author_id, event.author_name)
            case (
                AutomationRun(interaction_id=int(interaction))
                | CombatStateUpdate(probable_interaction_id=int(interaction))
            ):
                self.interactions.add(interaction)

    def _join_answers(self) -> None:
        """An answer begins with the actor's name and follows the action; the last open action of that name is meant."""
        open_runs: dict[str, int] = {}
        for number, event in ((line.number, line.event) for line in self._lines):
            if isinstance(event, AutomationRun):
                open_runs[event.caster.name] = number
            elif isinstance(shown := self.shown.get(number, NothingMore()), ActionShown):
                actor = next((name for name in open_runs if shown.title.startswith(f"{name} ")), None)
                if actor is not None:
                    self.answers[open_runs.pop(actor)] = (number, shown)
                    self.answering.add(number)


def _words(command: BotCommand) -> list[str]:
    """`moncheck` and `monsave` are the monster's words for check and save."""
    return [word.removeprefix("mon") for word in command.command_name.split()]
