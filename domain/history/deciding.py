"""Deciding a deed of the past again: its command and answers, with the dice it has, in the world as it now was."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from domain.commands import DiceGiven, DiceSource, Envelope
from domain.dice.supply import DiceSupply, Roller, TypedSource
from domain.dice.tape import Die, Source, Tape, candidates, in_place
from domain.history.older_dice import OlderDice
from domain.play.choices import meant
from domain.play.deed import RuleOutcome, converted, decide, home_of, question_asked, question_name, system_of
from domain.play.play import Deed, StreamEvent
from domain.play.reading import World
from domain.play.refusals import Refused, UnknownChoice
from domain.system import CommandSpec, Registry
from domain.vocabulary.questions import Question, QuestionAnswered

TYPED: dict[str, TypedSource] = {"table": Source.TABLE, "gm": Source.GM, "imported": Source.IMPORTED}


class GivenAnswer(msgspec.Struct, frozen=True):
    """An answer that a deed has drawn: its entry, its question, and its choice (None: the rest closed with defaults).

    A struck answer counts for nothing. A moot one, whose question never came, holds up no one; where its question comes again,
    the deed goes on to wait for another answer if it `waits` then.
    """

    entry: int
    key: str
    choice: str | None
    struck: bool = False
    moot: bool = False
    waits: bool = False


class DeedScript(msgspec.Struct, frozen=True, kw_only=True):
    """A deed as the script has it: the command in force, its answers in order, and every die it ever had.

    `live` is whether it may wait in play: then a question after its last answer stays open; any other question without
    an answer is owed. `key` names an insert's creations instead of its number. `typed` are the dice of amended commands
    and answers, of the source `source`, which replace those of its tape. `older` are those of its dice that were not keyed
    to their rollers yet. `keys` are those by which it has asked before, `settled` keys of questions that took their default before anybody could be asked for an
    answer. `said` are keys that are answered only now, `checked` whether dice are given only now: what is given now is
    refused where it does not fit, what was given earlier is not.
    """

    entry: int
    key: str = ""
    member: str
    is_gm: bool
    envelope: Envelope
    answers: tuple[GivenAnswer, ...]
    tape: Tape
    live: bool
    older: OlderDice = OlderDice()
    typed: DiceGiven = ()
    source: DiceSource = "table"
    keys: frozenset[str] = frozenset()
    settled: frozenset[str] = frozenset()
    said: frozenset[str] = frozenset()
    checked: bool = False

    def closed(self) -> DeedScript:
        """Return the same deed, which waits for nobody."""
        answers = tuple(msgspec.structs.replace(answer, waits=False) for answer in self.answers)
        return msgspec.structs.replace(self, answers=answers, live=False)


class DeedPart(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one entry of a deed: `refusal` where it can no longer stand, `moot` where nothing asks for it.

    `owed` are questions that a person still has to answer: they are new in the past, or their answer is struck or no longer
    possible, and what follows assumes their default. `dice` are those no entry of the deed had before; `asked` every
    question and offer that the deed has come to so far, `waits` whether it goes on only after an answer.
    """

    entry: int
    emitted: tuple[StreamEvent, ...] = ()
    reads: frozenset[str] = frozenset()
    refusal: Refused | None = None
    moot: bool = False
    owed: tuple[Question, ...] = ()
    dice: tuple[Die, ...] = ()
    asked: tuple[Question, ...] = ()
    waits: bool = False


def redecide(world: World, script: DeedScript, registry: Registry, roller: Roller | None) -> list[DeedPart]:
    """Run a deed again. The first refused part is the last with a result; those after it are moot.

    `roller` gives the dice that it needs only now (None: a deed that needs any is refused).
    """
    return _Run(world, script, registry, roller).parts()


class _Run:
    def __init__(self, world: World, script: DeedScript, registry: Registry, roller: Roller | None) -> None:
        self.world, self.script, self.registry = world, script, registry
        self.system = system_of(world, registry)
        self.kind: CommandSpec = registry.kind(self.system, script.envelope.type)
        self.args = converted(self.kind, script.envelope)
        self.given = dict(script.envelope.responses)
        self.pending = [answer for answer in script.answers if not answer.struck]
        self.owed: list[Question] = []
        """The dice and answers owed in the part that is being decided."""
        self.closing = False
        self.live = script.live
        self._supply: Callable[[], DiceSupply] = lambda: _supply(script, roller)

    def parts(self) -> list[DeedPart]:
        deed_parts: list[DeedPart] = []
        lead: tuple[StreamEvent, ...] = ()
        entry, count, number = self.script.entry, 0, 0
        while True:
            decision, home = self._decide()
            if self._gives_up(decision.refusal):
                continue
            if decision.refusal is not None:
                deed_parts.append(_deed_part(entry, decision))
                break
            lead, count = (*lead, *decision.emitted[count:]), len(decision.emitted)
            question = decision.question
            answer = None if question is None else self._answer_to(question)
            if question is not None and answer is None and not self._stays_open():
                self._owe(question)
                continue
            asked = () if question is None else (question_asked(home, question, number),)
            waits = question is not None and answer is None
            deed_parts.append(_deed_part(entry, decision, (*lead, *asked), owed=tuple(self.owed), waits=waits))
            if question is None or answer is None:
                break
            self.owed = []
            lead = (self._answered(home, question, answer, number),)
            entry, number = max(entry, answer.entry), number + 1
        return _by_entry(deed_parts, self.script.answers, {answer.entry for answer in self.pending})

    def _decide(self) -> tuple[RuleOutcome, str]:
        script = self.script
        deed = Deed(
            entry=script.entry,
            key=script.key,
            member=script.member,
            is_gm=script.is_gm,
            envelope=script.envelope,
            args=self.args,
            answers=dict(self.given),
            keys=script.keys,
            closing=self.closing,
        )
        supply, spare = self._supply(), not script.checked
        decision = decide(self.world, deed, self.kind, supply, system=self.system, registry=self.registry, spare=spare)
        return decision, home_of(deed, self.kind)

    def _gives_up(self, refusal: Refused | None) -> bool:
        """Whether an answer that was given with the command is no longer possible, so that the deed goes on without it: an
        offer takes its default, a question is owed."""
        if not isinstance(refusal, UnknownChoice):
            return False
        question = refusal.question
        if question.key in self.script.said or self.given[question.key] == question.default:
            return False
        if question.blocking:
            self._owe(question)
        else:
            del self.given[question.key]
        return True

    def _owe(self, question: Question) -> None:
        """Go on with a question's default for now; a person has to answer it."""
        self.given[question.key] = question.default
        if question.key not in self.script.settled:
            self.owed.append(question)

    def _answer_to(self, question: Question) -> GivenAnswer | None:
        """Take the answer to a question: the first to it, of those asked for if there are such, or a closing that comes
        next, which answers any question.
        """
        to_it = sorted((each for each in self.pending if each.key == question.key), key=lambda each: each.moot)
        answer = to_it[0] if to_it else None
        if answer is None:
            answer = next((each for each in self.pending if not each.moot), None)
            answer = answer if answer is not None and answer.choice is None else None
        if answer is not None:
            self.pending.remove(answer)
            self.live = self.live or answer.waits
        return answer

    def _stays_open(self) -> bool:
        return self.live and all(answer.moot for answer in self.pending)

    def _answered(self, home: str, question: Question, answer: GivenAnswer, number: int) -> StreamEvent:
        choice = question.default if answer.choice is None else answer.choice
        options = (*question.options, question.default)
        possible = not question.options or meant(self.world, options, choice) in options
        if not possible and question.key not in self.script.said:
            choice = question.default
            self.owed.append(question)
        self.given[question.key] = choice
        self.closing = self.closing or answer.choice is None
        name = question_name(self.script.entry, number)
        return StreamEvent(home, QuestionAnswered(name=name, choice=choice, audience=question.audience))


def _deed_part(
    entry: int,
    decision: RuleOutcome,
    emitted: tuple[StreamEvent, ...] = (),
    *,
    owed: tuple[Question, ...] = (),
    waits: bool = False,
) -> DeedPart:
    return DeedPart(
        entry=entry,
        emitted=emitted,
        reads=decision.reads,
        refusal=decision.refusal,
        owed=owed,
        waits=waits,
        dice=decision.new_dice,
        asked=decision.asked,
    )


def _by_entry(pieces: list[DeedPart], answers: tuple[GivenAnswer, ...], unasked: set[int]) -> list[DeedPart]:
    """One part an entry, in the order of the entries. Where questions now come in another order than their answers did,
    what follows belongs to the later entry, and an earlier one that was still needed has nothing of its own."""
    parts: dict[int, DeedPart] = {}
    for part in pieces:
        before = parts.get(part.entry)
        emitted = part.emitted if before is None else (*before.emitted, *part.emitted)
        owed = part.owed if before is None else (*before.owed, *part.owed)
        parts[part.entry] = msgspec.structs.replace(part, emitted=emitted, owed=owed)
    refused = pieces[-1].refusal is not None
    for answer in answers:
        if answer.entry not in parts and not answer.struck:
            parts[answer.entry] = DeedPart(entry=answer.entry, moot=refused or answer.entry in unasked)
    return [parts[entry] for entry in sorted(parts)]


def _supply(script: DeedScript, roller: Roller | None) -> DiceSupply:
    """The deed's dice: its tape (without what amended dice replace), the amended dice, then what is rolled now."""
    tape = without_replaced(script.tape, script.typed)
    older = without_replaced(Tape.from_dice(script.older.dice.values()), script.typed)
    return DiceSupply(
        tape,
        script.typed,
        TYPED[script.source],
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
        return Tape.from_dice(die for die in tape if typed.keys().isdisjoint(labels_of(die)))
    return Tape() if typed else tape


def labels_of(die: Die) -> tuple[str, ...]:
    """The labels under which a die may have been sent, the most precise first."""
    return (in_place(*die.key), *candidates(die.roller, die.label))
