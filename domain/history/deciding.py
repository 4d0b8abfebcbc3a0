"""Deciding a deed of the past again: its command and answers, with the dice it has, in the world as it now was."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from domain.commands import DiceGiven, DiceSource, Envelope
from domain.components.creature import Question
from domain.dice.labels import candidates
from domain.dice.supply import Roller, Supply, TypedSource
from domain.dice.tape import Die, Source, Tape
from domain.events.undertakings import QuestionAnswered
from domain.history.older_dice import OlderDice
from domain.play.deed import Decision, decide, home_of, question_asked, question_name
from domain.play.given import converted, system_of
from domain.play.play import Deed, Happening
from domain.play.reading import World
from domain.play.refusals import Refused
from domain.system import Kind, Registry

_TYPED: dict[str, TypedSource] = {"table": Source.TABLE, "gm": Source.GM, "imported": Source.IMPORTED}


class Answer(msgspec.Struct, frozen=True):
    """An answer a deed has drawn: in which entry, to what, and which choice (None: the rest closed with defaults).

    Where it is struck, the question takes its default as if it had never been answered.
    """

    entry: int
    key: str
    choice: str | None
    struck: bool = False


class DeedScript(msgspec.Struct, frozen=True, kw_only=True):
    """A deed as the script has it: the command in force, its answers in order, and every die it ever had.

    `live` is whether it still waits for an answer in play: then a question without an answer stays open; in any other
    deed it takes its default. `key` names an insert's creations instead of its number. `typed` are the dice of amended
    commands and answers, of the source `source`, which replace those of its tape. `older` are those of its dice that were
    not keyed to their rollers yet.
    """

    entry: int
    key: str = ""
    member: str
    is_gm: bool
    envelope: Envelope
    answers: tuple[Answer, ...]
    tape: Tape
    live: bool
    older: OlderDice = OlderDice()
    typed: DiceGiven = ()
    source: DiceSource = "table"


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """What one entry of a deed comes to: `refusal` where it can no longer stand, `moot` where nothing asks for it.

    `owed` marks a question that is new in the past and took its default; `dice` those no entry of the deed had before;
    `asked` every question and offer that the deed has come to so far.
    """

    entry: int
    happenings: tuple[Happening, ...] = ()
    reads: frozenset[str] = frozenset()
    refusal: Refused | None = None
    moot: bool = False
    owed: bool = False
    dice: tuple[Die, ...] = ()
    asked: tuple[Question, ...] = ()


def redecide(world: World, script: DeedScript, registry: Registry, roller: Roller | None) -> list[Part]:
    """Run a deed again. The first part that is refused is the last that says anything; those after it are moot.

    `roller` gives the dice it needs only now (None: the campaign plays with table dice only).
    """
    return _Run(world, script, registry, roller).parts()


class _Run:
    def __init__(self, world: World, script: DeedScript, registry: Registry, roller: Roller | None) -> None:
        self.world, self.script, self.registry = world, script, registry
        self.system = system_of(world, registry)
        self.kind: Kind = registry.kind(self.system, script.envelope.type)
        self.args = converted(self.kind, script.envelope)
        self.given = dict(script.envelope.responses)
        self.pending = {answer.key: answer for answer in script.answers}
        self.closing = False
        self._supply: Callable[[], Supply] = lambda: _supply(script, roller)

    def parts(self) -> list[Part]:
        found: list[Part] = []
        lead: tuple[Happening, ...] = ()
        entry, told, number, owed = self.script.entry, 0, 0, False
        while True:
            decision, home = self._decide()
            if decision.refusal is not None:
                found.append(_told(entry, decision))
                break
            lead, told = (*lead, *decision.happenings[told:]), len(decision.happenings)
            question = decision.question
            answer = None if question is None else self.pending.pop(question.key, None)
            if question is not None and self._takes_default(answer):
                self.given[question.key] = question.default
                owed = owed or answer is None
                continue
            asked = () if question is None else (question_asked(home, question, number),)
            found.append(_told(entry, decision, (*lead, *asked), owed=owed))
            if question is None or answer is None:
                break
            lead = (self._answered(home, question, answer, number),)
            entry, number, owed = max(entry, answer.entry), number + 1, False
        return _by_entry(found, self.script.answers, {a.entry for a in self.pending.values()})

    def _decide(self) -> tuple[Decision, str]:
        script = self.script
        deed = Deed(
            entry=script.entry,
            key=script.key,
            member=script.member,
            is_gm=script.is_gm,
            envelope=script.envelope,
            args=self.args,
            answers=dict(self.given),
            closing=self.closing,
        )
        decision = decide(self.world, deed, self.kind, self._supply(), system=self.system, registry=self.registry)
        return decision, home_of(deed, self.kind)

    def _takes_default(self, answer: Answer | None) -> bool:
        if answer is not None:
            return answer.struck
        expected = any(not waiting.struck for waiting in self.pending.values())
        return expected or not self.script.live

    def _answered(self, home: str, question: Question, answer: Answer, number: int) -> Happening:
        choice = question.default if answer.choice is None else answer.choice
        self.given[question.key] = choice
        self.closing = self.closing or answer.choice is None
        name = question_name(self.script.entry, number)
        return Happening(home, QuestionAnswered(name=name, choice=choice, audience=question.audience))


def _told(entry: int, decision: Decision, happenings: tuple[Happening, ...] = (), *, owed: bool = False) -> Part:
    return Part(
        entry=entry,
        happenings=happenings,
        reads=decision.reads,
        refusal=decision.refusal,
        owed=owed,
        dice=decision.new_dice,
        asked=decision.asked,
    )


def _by_entry(found: list[Part], answers: tuple[Answer, ...], unasked: set[int]) -> list[Part]:
    """One part an entry, in the order of the entries. Where questions now come in another order than their answers did,
    what follows belongs to the later entry, and an earlier one that was still needed has nothing of its own."""
    parts: dict[int, Part] = {}
    for part in found:
        before = parts.get(part.entry)
        told = part.happenings if before is None else (*before.happenings, *part.happenings)
        parts[part.entry] = msgspec.structs.replace(part, happenings=told)
    refused = found[-1].refusal is not None
    for answer in answers:
        if answer.entry not in parts and not answer.struck:
            parts[answer.entry] = Part(entry=answer.entry, moot=refused or answer.entry in unasked)
    return [parts[entry] for entry in sorted(parts)]


def _supply(script: DeedScript, roller: Roller | None) -> Supply:
    """The deed's dice: its tape (without what amended dice replace), the amended dice, then what is rolled now."""
    held = without_replaced(script.tape, script.typed)
    older = without_replaced(Tape.from_dice(script.older.dice.values()), script.typed)
    return Supply(
        held,
        script.typed,
        _TYPED[script.source],
        roller.roll if roller else None,
        mixing=True,
        origin=roller.origin if roller else "amendment",
        token_of=roller.token_of if roller else None,
        epoch=roller.epoch if roller else 0,
        older={die.key: die for die in older},
    )


def typed_by(amended: Iterable[Envelope]) -> tuple[DiceGiven, DiceSource]:
    """The dice that a deed's amended command and answers bring, in their order, and where they come from. A command that
    lists them flat brings all that there are."""
    bringing = [envelope for envelope in amended if envelope.dice]
    if not bringing or not isinstance(bringing[0].dice, dict):
        return (bringing[0].dice, bringing[0].dice_source) if bringing else ((), "table")
    by_label = [envelope.dice for envelope in bringing if isinstance(envelope.dice, dict)]
    return {label: values for dice in by_label for label, values in dice.items()}, bringing[-1].dice_source


def without_replaced(tape: Tape, typed: DiceGiven) -> Tape:
    """The tape without the dice that an amended command brings itself: those of its labels, or all if it lists them flat."""
    if isinstance(typed, dict):
        return Tape.from_dice(die for die in tape if typed.keys().isdisjoint(candidates(die.roller, die.label)))
    return Tape() if typed else tape
