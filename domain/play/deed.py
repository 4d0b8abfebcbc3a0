"""Deeds: a command in the form that its rule takes, and the answers it draws. A rule is straight-line code; an answer runs it
again from its beginning.

The events that it emitted before come out as a prefix of those it emits now, because reads, dice and ids are the same; the new
events belong to the answer's entry. (Suspension by re-running: compare durable execution in workflow engines.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from domain.aggregates import CAMPAIGN, Aggregate
from domain.commands import (
    Command,
    Envelope,
    Planned,
    carried_by,
    carrying,
    marked_fields,
    named_in,
    with_fields,
    with_planned,
)
from domain.dice.supply import DiceSupply, Missing, SpareDie
from domain.dice.tape import Die
from domain.messages import either, listed, text
from domain.misfits import misfit
from domain.play import slots
from domain.play.play import Deed, Play, StreamEvent, Suspended
from domain.play.reading import World
from domain.play.refusals import DiceNeeded, Refused
from domain.system import CommandSpec, Registry, System
from domain.vocabulary.questions import Question, QuestionAnswered, QuestionAsked

C = TypeVar("C", bound=Command)

KindOf = Callable[[str], CommandSpec]
"""A lookup of a campaign's commands by type. Raises UnknownCommand."""


class BadCommand(ValueError):
    """The command does not have the required form: a field is missing, unknown or of the wrong type."""

    slug = "bad-command"


def system_of(world: World, registry: Registry) -> System:
    """The system the campaign is played with. Raises UnknownSystem."""
    campaign: Any = world.aggregate(CAMPAIGN)
    return registry.system(campaign.ground["self"].system)


def converted(kind: CommandSpec, envelope: Envelope) -> Command:
    """The args of a stored command in the form their rule takes, upcast from an older version. Raises BadCommand."""
    version = envelope.version or 1
    if not 1 <= version <= kind.args.version:
        raise BadCommand(
            text(
                "{kind} has the versions 1 to {newest}, not version {version}",
                kind=envelope.type,
                newest=kind.args.version,
                version=version,
            )
        )
    fields = kind.args.upcast(version, dict(envelope.args))
    try:
        return msgspec.convert(fields, kind.args)
    except msgspec.ValidationError as error:
        sentence = misfit(kind.args, str(error)).sentence(text("the args"))
        raise BadCommand(text("{kind}: {sentence}", kind=envelope.type, sentence=sentence)) from error


def sent(kind: CommandSpec, envelope: Envelope) -> Envelope:
    """A command as it was sent, with the version that its args are of: today's where it names none."""
    return msgspec.structs.replace(envelope, version=envelope.version or kind.args.version)


def planned_args(kind: CommandSpec, planned: Planned) -> Command:
    """The args of a carried command in the form their rule takes. Raises BadCommand."""
    return converted(kind, Envelope(type=planned.type, args=planned.args, version=planned.version))


def stored_version(args: Command) -> int:
    """The version as it is stored with args of today's form: the first is left out."""
    return 0 if args.version == 1 else args.version


ANSWER, CLOSE, ERASE = "freeform.answer", "freeform.close", "freeform.erase"
SEAL, UNSEAL = "freeform.seal", "freeform.unseal"
"""The commands that the ledger itself carries out: answer a deed's question, close it with defaults, forget words, commit to a
secret and reveal it."""


def with_words(args: C, kind_of: KindOf, change: Callable[[str], str]) -> C:
    """The command with every free text passed through `change`, in the order in which the ledger keeps their words: its own
    first, then those of the commands that it carries. Raises UnknownCommand, BadCommand.
    """

    def worded(planned: Planned) -> Planned:
        inner = with_words(planned_args(kind_of(planned.type), planned), kind_of, change)
        return replace(planned, args=msgspec.to_builtins(inner), version=stored_version(inner))

    own = with_fields(args, marked_fields(type(args)), "text", lambda _, words: change(words))
    return with_planned(own, worded) if carrying(type(args)) else own


class RuleOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a command.

    `emitted` are the rule's own events, from the deed's beginning. `dice` is every die it drew, `new_dice` those that no
    earlier entry of the deed had. `reads` are paths. `asked` are all questions and offers it came to, `offers` those that
    took their default. A refusal after dice were drawn from the server is on record too.
    """

    outcome: Literal["done", "waiting", "refused"]
    emitted: tuple[StreamEvent, ...] = ()
    reads: frozenset[str] = frozenset()
    dice: tuple[Die, ...] = ()
    new_dice: tuple[Die, ...] = ()
    drew_server: bool = False
    question: Question | None = None
    asked: tuple[Question, ...] = ()
    offers: tuple[Question, ...] = ()
    refusal: Refused | None = None
    overruled: tuple[Refused, ...] = ()
    citations: tuple[str, ...] = ()


class PrefixBroken(AssertionError):
    """A deed that was run again did not begin with what it had already done: its rule is not straight-line code."""


def decide(
    world: World,
    deed: Deed,
    kind: CommandSpec,
    supply: DiceSupply,
    *,
    system: System,
    registry: Registry,
    spare: bool = False,
) -> RuleOutcome:
    """Run a command's rule against a world. Pure: the same arguments give the same decision, and nothing is written.

    Typed dice that nothing asks for refuse the command, except where `spare` allows them.
    """
    play = Play(world, deed, supply, system, registry)
    try:
        carry_out(play, kind, deed.args)
        _refuse_spare(() if spare else supply.leftover())
    except Suspended as waiting:
        return _decision(play, supply, "waiting", question=waiting.question)
    except DiceNeeded as short:
        whole = _all_needed(short, world, deed, kind, supply, system=system, registry=registry)
        return _decision(play, supply, "refused", refusal=whole)
    except Refused as refusal:
        return _decision(play, supply, "refused", refusal=refusal)
    return _decision(play, supply, "done")


def carry_out(play: Play, kind: CommandSpec, args: Command, *, planned: bool = False) -> None:
    """Carry out a command: the deed's own, or one that it carries.

    Refused where a character whom it names, also in a command that it carries, or its encounter, does not exist; where
    its option is off; and where the game has a command of its own for it, so that the game's rules are not skipped; with
    force, it is kept by hand. A command that takes a slot of downtime takes it; the slot of a `planned` command is its
    plan's.
    """
    for ref in (*_named(play, args), *filter(None, (play.deed.encounter,))):
        play.aggregate(ref)
    if kind.option and not play.option(kind.option):
        play.refuse(
            "option",
            "{kind} belongs to the option {option}, which is off in this campaign. Turn it on with set_option first.",
            kind=kind.name,
            option=kind.option,
        )
    if own := play.registry.replacements(play.system, kind):
        rules = text("{system} has rules for this: give {own}.", system=play.system.name, own=either(own))
        by_hand = text("With force, it is kept by hand, without those rules.")
        play.refuse("by-the-game", rules, text("{rules} {by_hand}", rules=rules, by_hand=by_hand))
    who = str(getattr(args, kind.actor)) if kind.slots and kind.actor and not planned else ""
    if who:
        slots.check(play, who, kind.slots or 0)
    before, play.is_by_hand = play.is_by_hand, play.registry.is_of_base(kind)
    kind.rule(play, args)
    play.is_by_hand = before
    if who:
        slots.take(play, kind, who)


def _named(play: Play, args: Command) -> Iterator[str]:
    """Yield the references that a command names, and those that the commands it carries name."""
    yield from named_in(args)
    for planned in carried_by(args):
        kind = play.registry.kind(play.system, planned.type)
        yield from _named(play, planned_args(kind, planned))


def _all_needed(
    short: DiceNeeded,
    world: World,
    deed: Deed,
    kind: CommandSpec,
    supply: DiceSupply,
    *,
    system: System,
    registry: Registry,
) -> DiceNeeded:
    """Return every die that the table may have to roll: dice needed if all unknown ones show their lowest faces, and
    dice needed if they show their highest. Dice in both sets are certain.
    """
    runs: list[dict[tuple[str, str, int, int], Missing]] = []
    for face in (lambda _: 1, lambda sides: sides):
        assuming = supply.assuming(face)
        play = Play(world, deed, assuming, system, registry)
        with suppress(Suspended, Refused):
            carry_out(play, kind, deed.args)
        runs.append({(die.roller, die.label, die.index, die.sides): die for die in assuming.assumed})
    lowest, highest = runs
    first = {(die.roller, die.label, die.index, die.sides): die for die in short.rolls}
    union = {**first, **lowest, **highest}
    certain = first.keys() | (lowest.keys() & highest.keys())
    return DiceNeeded(tuple(replace(die, certain=key in certain) for key, die in union.items()))


def _decision(
    play: Play,
    supply: DiceSupply,
    outcome: Literal["done", "waiting", "refused"],
    question: Question | None = None,
    refusal: Refused | None = None,
) -> RuleOutcome:
    return RuleOutcome(
        outcome=outcome,
        emitted=() if outcome == "refused" else tuple(play.emitted),
        reads=frozenset(play.reads or ()),
        dice=supply.drawn,
        new_dice=supply.new,
        drew_server=supply.drew_server,
        question=question,
        asked=tuple(play.asked),
        offers=tuple(asked for asked in play.asked if not asked.blocking and asked.key not in play.deed.answers),
        refusal=refusal,
        overruled=tuple(play.overruled),
        citations=tuple(dict.fromkeys(play.citations)),
    )


def _words(die: SpareDie) -> str:
    return text("{value} for {label}", value=die.value, label=die.label) if die.label else str(die.value)


def _refuse_spare(spare: tuple[SpareDie, ...]) -> None:
    if spare:
        dice = listed(_words(die) for die in spare)
        raise Refused(
            "spare-dice",
            "More dice were given than are rolled: {listed}. Send only those that are needed.",
            listed=dice,
        )


def home_of(deed: Deed, kind: CommandSpec) -> str:
    """Return where a deed's question is kept: with its encounter, else its actor, else the campaign."""
    return deed.encounter or str(getattr(deed.args, kind.actor, "") or "") or CAMPAIGN


def opening(decision: RuleOutcome, home: str) -> tuple[StreamEvent, ...]:
    """The events of a deed's first entry: what the rule did, and the question it waits for."""
    return (*decision.emitted, *_asked(decision, home, 0))


def continuation(
    decision: RuleOutcome, done: tuple[StreamEvent, ...], answered: Question, choice: str, *, home: str, answers: int
) -> tuple[StreamEvent, ...]:
    """The events of an answer's entry: the answer, what the rule does beyond what stands already, the next question.

    `done` are the events of the rule so far, `answers` how many questions came before. Raises PrefixBroken.
    """
    if decision.emitted[: len(done)] != done:
        raise PrefixBroken(f"deed {answered.deed} did something else when it was run again")
    name = question_name(answered.deed, answers - 1)
    answer = StreamEvent(home, QuestionAnswered(name=name, choice=choice, audience=answered.audience))
    return (answer, *decision.emitted[len(done) :], *_asked(decision, home, answers))


def question_name(deed: int, number: int) -> str:
    """The instance name of a deed's n-th question, from 0."""
    return f"{deed}/{number}"


def _asked(decision: RuleOutcome, home: str, number: int) -> tuple[StreamEvent, ...]:
    question = decision.question
    if question is None:
        return ()
    return (question_asked(home, question, number),)


def question_asked(home: str, question: Question, number: int) -> StreamEvent:
    """Return the event of a deed's n-th question, from 0. A question kept with an aggregate holds up that aggregate
    alone.
    """
    if home != CAMPAIGN:
        question = msgspec.structs.replace(question, holds=())
    name = question_name(question.deed, number)
    return StreamEvent(home, QuestionAsked(name=name, question=question, audience=question.audience))


def open_questions(aggregate: Aggregate | None) -> tuple[Question, ...]:
    """The questions that hold up play on this aggregate."""
    return () if aggregate is None else tuple(q for q in aggregate.questions.values() if q.blocking)


def holding_up(world: World, ref: str) -> tuple[Question, ...]:
    """The questions that hold up play of a character, or in an encounter: their own, and those of the campaign about them."""
    campaign = open_questions(world.aggregate(CAMPAIGN))
    return (*open_questions(world.aggregate(ref)), *(question for question in campaign if ref in question.holds))
