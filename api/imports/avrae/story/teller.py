"""The lines of one combat told as happenings, each thing once.

Order is the order of the recording. Every line that was read is among the sources of at least one happening, or a fault.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import assert_never

import msgspec

from api.imports.avrae.recording.durations import by_round, has_ticked
from api.imports.avrae.recording.events import (
    AliasResolution,
    AutomationRun,
    BotCommand,
    ButtonPress,
    CombatEnd,
    CombatStart,
    CombatStateUpdate,
    Message,
    SnippetResolution,
)
from api.imports.avrae.recording.faults import RecordingFault
from api.imports.avrae.recording.log import LogLine
from api.imports.avrae.recording.rolls import PrintedRoll
from api.imports.avrae.recording.spotting import rolls_in
from api.imports.avrae.recording.states import CombatantState, read_state
from api.imports.avrae.story.automation import Scene, being, read_automation
from api.imports.avrae.story.cast import RecordedCast, slots_of
from api.imports.avrae.story.changes import effect_changes, health_changes, joined, places, sheet_changes
from api.imports.avrae.story.happenings import (
    Acted,
    Author,
    Being,
    BotSaid,
    CheckRolled,
    CombatantJoined,
    CombatantLeft,
    CombatEnded,
    CombatStarted,
    CounterUsed,
    DeathSaveRolled,
    Direction,
    EffectAdded,
    Happening,
    Healed,
    Manner,
    OrderChanged,
    RecordedRoll,
    RecordedSource,
    Said,
    SaveRolled,
    Slots,
    SlotUsed,
    StateSeen,
    TurnMoved,
)
from api.imports.avrae.story.messages import (
    ActionShown,
    DeathSaveShown,
    FreeRollShown,
    JoiningShown,
    QuestionShown,
    Shown,
    TurnShown,
    healths_of,
    text_of,
)
from api.imports.avrae.story.tally import Tally
from api.imports.avrae.story.threads import Threads, Utterance
from domain.messages import sentence_of
from domain.messages import text as worded

_NO_ANSWER = ActionShown("", (), (), {})


def _rolls_of(shown: Shown) -> tuple[PrintedRoll, ...]:
    match shown:
        case FreeRollShown(rolls=rolls):
            return rolls
        case DeathSaveShown(roll=roll):
            return (roll,)
        case JoiningShown(rolls=joined):
            return tuple(roll for roll in joined.values() if roll is not None)
        case _:
            return ()


_CHOICE = re.compile(r"\d{1,3}|c|y|n|yes|no", re.IGNORECASE | re.ASCII)
_CASTS = " casts "
_ABOUT_THE_COMBAT = "init "
_DIRECTIONS: dict[str, Direction] = {"init next": "next", "init prev": "back"}
"""All other commands about the combat that move the turn (`init move`, `init skipround`, `init reroll`) set it."""
_SETTING = frozenset({"hp", "thp", "opt", "note", "longrest", "shortrest", "update"})
"""Words in the full names of commands that set HP or a sheet without an action: `init hp set`, `game longrest` …"""


class StoryTeller:
    """A reader of lines that remembers what it told: the combatants, the current turn, and results without a cause as
    yet.
    """

    def __init__(self, threads: Threads) -> None:
        self.tally = Tally()
        self._threads = threads
        self._cast = RecordedCast()
        self._turn: tuple[int, Being | None] = (0, None)
        self._asked = False
        self._begun = False
        self._uttered: set[int] = set()
        self._shown_again: dict[int, set[PrintedRoll]] = {}
        self._unanswered: Counter[PrintedRoll] = Counter()
        self._setting: tuple[int, str] | None = None

    def tell(self, line: LogLine) -> Iterator[Happening | RecordingFault]:
        """The happenings of a line. They are to be counted into the tally before the next is asked for."""
        match line.event:
            case CombatStart() if self._begun:
                yield RecordingFault(
                    line.number, "contradiction", worded("The combat begins here, although it had already begun.")
                )
            case CombatStart():
                self._begun = True
                yield CombatStarted(source=_source(line))
            case CombatEnd():
                yield CombatEnded(source=_source(line))
            case Message(author_bot=True) as message:
                yield from self._bot_message(line, message)
            case ButtonPress() as press:
                yield Said(source=self._caused(line, press.interaction_id), text=press.button_label, manner="button")
            case AutomationRun() as run:
                yield from self._action(line, run)
            case CombatStateUpdate() as update:
                yield from self._state(line, update)
            case Message() | BotCommand() | AliasResolution() | SnippetResolution() as utterance:
                yield from self._utterance(line, utterance)
            case event:
                assert_never(event)

    def _utterance(self, line: LogLine, event: Utterance) -> Iterator[Happening]:
        """Message, snippets and command are one utterance, told where its first line stands."""
        if isinstance(event, BotCommand) and _SETTING & set(event.command_name.split()):
            self._setting = (line.number, event.content)
        if event.message_id in self._uttered:
            return
        self._uttered.add(event.message_id)
        thread = self._threads.utterances[event.message_id]
        command = next((each.event.command_name for each in thread if isinstance(each.event, BotCommand)), None)
        source = self._caused(line, event.message_id, *(each.number for each in thread))
        text = event.content if isinstance(event, Message | BotCommand) else event.content_after
        yield Said(source=source, text=text, manner=self._manner(event), command=command)

    def _manner(self, event: Utterance) -> Manner:
        if not isinstance(event, Message) or self._threads.is_command(event):
            return "command"
        if self._asked and _CHOICE.fullmatch(event.content.strip()):
            self._asked = False
            return "choice"
        return "talk"

    def _bot_message(self, line: LogLine, message: Message) -> Iterator[Happening | RecordingFault]:
        match self._threads.shown[line.number]:
            case TurnShown() as shown:
                yield from self._turn_called(line, shown)
            case FreeRollShown() as shown:
                yield from self._free_roll(line, shown)
            case DeathSaveShown() as shown:
                yield from self._death_save(line, shown)
            case QuestionShown():
                self._asked = True
            case ActionShown() as shown if line.number not in self._threads.answering:
                # A spell without any workings, a rest, a look at a sheet: only what is left is known.
                by = self._cast.acting(shown.title) or self._cast.named(shown.author)
                if by.id is not None:
                    yield from self._counted(by, shown, self._caused(line, None))
        yield from self._free_rolls(line, message)
        title = message.embeds[0].title if message.embeds else ""
        yield BotSaid(source=_source(line), text=text_of(message), title=title, healths=healths_of(message))

    def _turn_called(self, line: LogLine, shown: TurnShown) -> Iterator[Happening]:
        """The call comes before the state it leads to; that state knows which command caused it."""
        to = self._cast.named(shown.name)
        state = self._threads.state_after(line.number)
        cause = state.probable_interaction_id if state is not None else None
        if self._turn_differs(to, shown.round):
            yield self._turn_moved(to, shown.round, shown.initiative, self._caused(line, cause))

    def _turn_differs(self, to: Being | None, round_: int) -> bool:
        """By name: a call may come before the state that gives the one called an id."""
        told_round, told_to = self._turn
        return (round_, to and to.name) != (told_round, told_to and told_to.name)

    def _turn_moved(self, to: Being | None, round_: int, initiative: int, source: RecordedSource) -> TurnMoved:
        """Without its command, the direction follows from the order."""
        before, after = ((each[0], self._cast.place(each[1])) for each in (self._turn, (round_, to)))
        direction: Direction = "back" if after < before else "next"
        command = self._threads.command(source.interaction)
        if command is not None and command.command_name.startswith(_ABOUT_THE_COMBAT):
            direction = _DIRECTIONS.get(command.command_name, "goto")
        self._turn = (round_, to)
        acting = self._cast.members(to)
        return TurnMoved(source=source, to=to, round=round_, initiative=initiative, direction=direction, acting=acting)

    def _free_roll(self, line: LogLine, shown: FreeRollShown) -> Iterator[Happening]:
        who, source = self._cast.named(shown.name), self._answering(line)
        for roll in shown.rolls:
            if shown.save:
                yield SaveRolled(source=source, who=who, ability=shown.what.lower(), roll=roll)
            else:
                yield CheckRolled(source=source, who=who, check=shown.what, roll=roll, note=shown.note)

    def _death_save(self, line: LogLine, shown: DeathSaveShown) -> Iterator[Happening]:
        who, source = self._cast.named(shown.name), self._answering(line)
        yield DeathSaveRolled(
            source=source,
            who=who,
            roll=shown.roll,
            successes=shown.successes,
            failures=shown.failures,
            outcome=shown.outcome,
        )
        health = self.tally.health.get(who.id or "")
        if shown.outcome == "up" and health is not None and health.hp < 1:
            yield Healed(source=source, target=who, by=None, amount=1 - health.hp)

    def _action(self, line: LogLine, run: AutomationRun) -> Iterator[Happening | RecordingFault]:
        at, shown = self._threads.answers.get(line.number, (line.number, _NO_ANSWER))
        source = self._caused(line, run.interaction_id, at)
        by, targets = being(run.caster), tuple(being(each) for each in run.targets or ())
        spell = run.automation_result.get("is_spell") is True
        yield Acted(source=source, by=by, targets=targets, title=shown.title or None, spell=spell)
        read = list(read_automation(run, Scene(line.number, source, self._cast.names, shown.labels)))
        self._worked_out(line.number, at, read)
        if not any(isinstance(item, SlotUsed) for item in read):
            yield from self._slots_spent(by, shown, source)
        left = {counter.name: counter.left for counter in shown.counters}
        for item in map(self._as_stored, read):
            if isinstance(item, CounterUsed) and left.get(item.counter, item.left) != item.left:
                text = worded(
                    "{left} uses of {counter} are left, but line {line} shows {shown}.",
                    left=item.left,
                    counter=item.counter,
                    line=at,
                    shown=left[item.counter],
                )
                yield RecordingFault(line.number, "contradiction", text)
            match item:
                case CounterUsed(who=who, counter=what, left=still):
                    self._cast.count(who, what, still)
                case SlotUsed(who=who, slots=slots):
                    self._cast.count(who, slots_of(slots.level), slots.left)
            yield item

    def _as_stored(self, item: Happening | RecordingFault) -> Happening | RecordingFault:
        """An effect that counts down is told with the round in which it ends, as the states tell it."""
        if not isinstance(item, EffectAdded):
            return item
        acting = self._cast.place(self._turn[1])
        ticked = has_ticked(None if acting < 0 else acting, self._cast.place(item.target), item.effect)
        return msgspec.structs.replace(item, effect=by_round(item.effect, self._turn[0], ticked=ticked))

    def _slots_spent(self, by: Being, shown: ActionShown, source: RecordedSource) -> Iterator[Happening]:
        """Only the bot's answer shows the slot that a spell took: one, where they were never counted before.

        Where it shows slots for another reason (a rest, a look at the sheet), uncounted ones are known from here on.
        """
        for row in shown.slots:
            used = self._cast.count(by, slots_of(row.level), row.left)
            if used != 0:
                used = (1 if _CASTS in shown.title else 0) if used is None else used
                yield SlotUsed(source=source, who=by, slots=Slots(row.level, row.left, row.most), used=used)

    def _counted(self, by: Being, shown: ActionShown, source: RecordedSource) -> Iterator[Happening]:
        """Yield slots and counters used or regained, as a message shows them, unless they were told before."""
        yield from self._slots_spent(by, shown, source)
        for counter in shown.counters:
            used = self._cast.count(by, counter.name, counter.left)
            used = -counter.change if used is None else used
            if used:
                yield CounterUsed(source=source, who=by, counter=counter.name, used=used, left=counter.left)

    def _worked_out(self, run: int, answer: int, read: list[Happening | RecordingFault]) -> None:
        """Note an action's rolls, which its answer will show again; where the answer is unknown, a later message may."""
        rolls = [roll for item in read if isinstance(roll := getattr(item, "roll", None), PrintedRoll)]
        if answer != run:
            self._shown_again[answer] = set(rolls)
        else:
            self._unanswered.update(rolls)

    def _free_rolls(self, line: LogLine, message: Message) -> Iterator[Happening | RecordingFault]:
        """Every roll that the message shows and nothing else tells of."""
        spotted, unreadable = rolls_in(text_of(message))
        rolls = self._shown_again.pop(line.number, set()) | set(_rolls_of(self._threads.shown[line.number]))
        source = self._around(line)
        for each in spotted:
            if each.roll in rolls:
                continue
            if self._unanswered[each.roll]:
                self._unanswered[each.roll] -= 1
                continue
            by = None if each.who is None else self._cast.named(each.who)
            yield RecordedRoll(source=source, by=by, label=each.label, roll=each.roll, hidden=False)
        if line.number not in self._threads.answering and line.number not in self._threads.unreadable:
            for roll in unreadable:
                yield RecordingFault(line.number, "unreadable-roll", sentence_of(roll))

    def _state(self, line: LogLine, update: CombatStateUpdate) -> Iterator[Happening | RecordingFault]:
        self._begun = True
        state, faults = read_state(line.number, update)
        yield from faults
        source = self._caused(line, update.probable_interaction_id)
        for who in self._cast.leavers(state):
            yield CombatantLeft(source=source, who=who)
        for combatant in self._cast.comers(state):
            yield self._joined(line, combatant, source)
        at, command = self._setting_command(source) or (line.number, None)
        setting = self._caused(line, source.interaction, at)
        for known, now in self._cast.stayers(state):
            yield from sheet_changes(known, now, setting, command)
        if self._cast.reordered(state):
            asked = self._threads.command(source.interaction)
            about = asked is not None and asked.command_name.startswith(_ABOUT_THE_COMBAT)
            yield OrderChanged(
                source=setting, places=places(state), command=asked.content if asked and about else command
            )
        self._cast.take(state)
        current = Being(state.current_name, state.current) if state.current_name is not None else None
        if self._turn_differs(current, state.round):
            yield self._turn_moved(current, state.round, state.turn, source)
        yield from effect_changes(self.tally, state, source)
        yield from health_changes(self.tally, state, setting, command)
        yield StateSeen(source=source, state=state)

    def _joined(self, line: LogLine, combatant: CombatantState, source: RecordedSource) -> CombatantJoined:
        at, roll = self._threads.initiative(combatant.name, line.number) or (line.number, None)
        command = self._threads.command(source.interaction)
        sheet, joined_at = None, line.number
        if command is not None and command.caster is not None and command.caster.name == combatant.name:
            sheet, joined_at = command.caster, self._threads.line_of(command)
        happening = joined(combatant, roll, sheet, self._caused(line, source.interaction, at, joined_at))
        self._cast.provide(happening)
        return happening

    def _setting_command(self, source: RecordedSource) -> tuple[int, str] | None:
        """The line and text of a command that may have changed HP or a sheet since the last state."""
        command = self._threads.command(source.interaction)
        waiting, self._setting = self._setting, None
        if command is not None and _SETTING & set(command.command_name.split()):
            return self._threads.line_of(command), command.content
        return waiting

    def _answering(self, line: LogLine) -> RecordedSource:
        """The source of a roll that a command asked for directly."""
        answered = self._threads.command_answered(line.number)
        if answered is None:
            return self._caused(line, None)
        at, command = answered
        return self._caused(line, command.message_id, at)

    def _around(self, line: LogLine) -> RecordedSource:
        """The source of what the bot wrote in the course of a command."""
        around = self._threads.command_around(line.number)
        return self._caused(line, None if around is None else around[1].message_id)

    def _caused(self, line: LogLine, interaction: int | None, *more: int) -> RecordedSource:
        author = self._threads.authors.get(interaction) if interaction is not None else None
        return RecordedSource(tuple(sorted({line.number, *more})), line.event.timestamp, author, interaction)


def _source(line: LogLine) -> RecordedSource:
    event = line.event
    if isinstance(event, Message):
        author = Author(event.author_id, event.author_name, bool(event.author_bot))
        return RecordedSource((line.number,), event.timestamp, author, None)
    return RecordedSource((line.number,), event.timestamp)
