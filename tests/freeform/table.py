"""A table to play at: a campaign in memory, in which commands are given in the game's notation.

    table = Table().with_hero(hp=10)
    table.do("damage", target="ramjet", track="hp", amount=3)
    assert table.see("ramjet").tracks["hp"].current == 7

A refusal is raised. Too few dice, or too many, are a refusal like any other. Of every accepted command the table sees to
it that it is decided the same once more, and that its events survive being stored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from domain.aggregates import CAMPAIGN, Aggregate, begin, evolve
from domain.commands import Command, Envelope, Planned, marked_fields, with_fields, with_planned
from domain.dice.supply import DiceSupply, Server
from domain.dice.tape import Tape, resolved
from domain.play.deed import RuleOutcome, continuation, decide, home_of, opening
from domain.play.play import Deed, StreamEvent
from domain.play.refusals import Refused
from domain.system import CommandSpec, Registry
from domain.visibility.audience import GM, Viewer
from domain.visibility.world import VisibleWorld
from domain.vocabulary.base import Audience, Event
from domain.vocabulary.chronicle import CampaignBegun, Clock, ClockStarted, Ground, Participant, ParticipantAdded
from domain.vocabulary.questions import Question
from domain.vocabulary.stored import decode_event, encode_event, topic_of
from systems.freeform import SYSTEM

Dice = Mapping[str, Sequence[int]] | Sequence[int]


class Past:
    """The aggregates as they stood at one time."""

    def __init__(self, aggregates: Mapping[str, Aggregate]) -> None:
        self.aggregates = {ref: aggregate.copy() for ref, aggregate in aggregates.items()}

    def aggregate(self, ref: str) -> Aggregate | None:
        return self.aggregates.get(ref)


class Waiting(msgspec.Struct, frozen=True):
    """A deed that waits for an answer: what was decided so far, in which world it began."""

    deed: Deed
    kind: CommandSpec
    dice: Any
    before: Past
    done: tuple[StreamEvent, ...]
    answers: int
    question: Question
    tape: Tape = Tape()


class Table:
    """One campaign of a system. The member `gm` is its game master, everybody else a player."""

    def __init__(self, registry: Registry | None = None, system: str = "freeform", **options: Any) -> None:
        self.registry = registry or Registry(SYSTEM, ())
        self.system = self.registry.system(system)
        self.aggregates: dict[str, Aggregate] = {}
        self.entry = 1
        self.waiting: Waiting | None = None
        self.told: list[StreamEvent] = []
        founding: tuple[Event, ...] = (
            CampaignBegun(name="self", ground=Ground(system=system, options=options)),
            ClockStarted(name="now", clock=Clock()),
            *(ParticipantAdded(name=m, participant=Participant(role="player")) for m in ("pat", "sam")),
        )
        self.apply(*(StreamEvent(CAMPAIGN, event) for event in founding))

    def aggregate(self, ref: str) -> Aggregate | None:
        return self.aggregates.get(ref)

    def with_hero(self, name: str = "Ramjet", owner: str = "pat", **tracks: Any) -> Table:
        """A character that a player owns. A track is a number, or (current, minimum, maximum)."""
        pools = {track: _pool(given) for track, given in tracks.items()}
        self.do("create_character", name=name, owners=[owner], tracks=pools)
        return self

    def with_fight(self, *initiatives: tuple[str, int]) -> Table:
        """An encounter called `fight` that has begun, with these characters, who are made where they are not there."""
        self.do("create_encounter", name="Fight")
        for who, initiative in initiatives:
            if who not in self.campaign.handles:
                self.do("create_character", name=who)
            self.do("join", encounter="fight", who=who, initiative=initiative)
        self.do("begin", encounter="fight")
        return self

    @property
    def campaign(self) -> Any:
        return self.aggregates[CAMPAIGN]

    def ref(self, handle: str) -> str:
        """The reference behind a handle; a reference stays as it is."""
        return str(self.campaign.handles[handle].ref) if handle in self.campaign.handles else handle

    def see(self, handle: str) -> Any:
        """The state of an aggregate, by its handle."""
        return self.aggregates[self.ref(handle)]

    def only(self, handle: str, component: str) -> Any:
        """The one instance a component has."""
        (instance,) = self.see(handle).instances(component).values()
        return instance

    def name(self, handle: str, component: str) -> str:
        """The name of the one instance a component has."""
        (name,) = self.see(handle).instances(component)
        return str(name)

    def do(
        self,
        type: str,
        args: Mapping[str, Any] | None = None,
        /,
        *,
        member: str = "gm",
        dice: Dice = (),
        server: Server | None = None,
        inside: str | None = None,
        force: bool = False,
        audience: Audience = "all",
        responses: Mapping[str, str] | None = None,
        **more: Any,
    ) -> RuleOutcome:
        """Give a command: of freeform, unless it says of which system. `inside` is the envelope's encounter."""
        known = self.registry.kinds(self.system)
        kind = known[type] if type in known else known[f"freeform.{type}"]
        given = msgspec.json.encode({**(args or {}), **more})
        command = msgspec.json.decode(given, type=kind.args)
        command = with_planned(self._named(command), self._planned)
        encounter = self.ref(inside) if inside else getattr(command, "encounter", "") or None
        envelope = Envelope(type=type, encounter=encounter, force=force, audience=audience)
        self._check_rights(kind, command, member)
        self.entry += 1
        deed = Deed(
            entry=self.entry,
            member=member,
            is_gm=member == "gm",
            envelope=envelope,
            args=command,
            answers=dict(responses or {}),
        )
        return self._begin(deed, kind, dice, server)

    def _named(self, command: Command) -> Command:
        marks = marked_fields(type(command))
        command = with_fields(command, marks, "ref", lambda _, handle: self.ref(handle))
        return with_fields(
            command, marks, "path", lambda _, path: ".".join((self.ref(path.partition(".")[0]), *path.split(".")[1:]))
        )

    def _planned(self, planned: Planned) -> Planned:
        kind = self.registry.kind(self.system, planned.type)
        args = self._named(msgspec.convert(planned.args, kind.args))
        return msgspec.structs.replace(planned, args=msgspec.to_builtins(args))

    def labelled(self, dice: Dice) -> Dice:
        """Dice with references in their labels, as they are once a command is accepted."""
        if not isinstance(dice, Mapping):
            return dice
        handles = self.campaign.handles

        def reference(word: str) -> str:
            return str(handles[word].ref) if word in handles else ""

        return {resolved(label, reference): values for label, values in dice.items()}

    def _begin(self, deed: Deed, kind: CommandSpec, dice: Dice, server: Server | None) -> RuleOutcome:
        before, dice = Past(self.aggregates), self.labelled(dice)
        decision = self._decided(before, deed, kind, lambda: DiceSupply(Tape(), dice, server=server))
        self.apply(*opening(decision, home_of(deed, kind)))
        self._remember(deed, kind, dice, before, decision, answers=0)
        return decision

    def answer(self, choice: str) -> RuleOutcome:
        """Answer the question that is open."""
        asked = self._asked()
        deed = msgspec.structs.replace(asked.deed, answers={**asked.deed.answers, asked.question.key: choice})
        return self._go_on(asked, deed, choice)

    def close(self) -> RuleOutcome:
        """Let every open question take its default."""
        asked = self._asked()
        return self._go_on(asked, msgspec.structs.replace(asked.deed, closing=True), asked.question.default)

    def _go_on(self, asked: Waiting, deed: Deed, choice: str) -> RuleOutcome:
        self.entry += 1
        typed = asked.dice
        decision = self._decided(asked.before, deed, asked.kind, lambda: DiceSupply(Tape(), typed))
        home = home_of(deed, asked.kind)
        answers = asked.answers + 1
        self.apply(*continuation(decision, asked.done, asked.question, choice, home=home, answers=answers))
        self._remember(deed, asked.kind, asked.dice, asked.before, decision, answers)
        return decision

    def _asked(self) -> Waiting:
        assert self.waiting is not None, "no deed waits for an answer"
        return self.waiting

    def _remember(
        self, deed: Deed, kind: CommandSpec, dice: Dice, before: Past, decision: RuleOutcome, answers: int
    ) -> None:
        question = decision.question
        done = decision.emitted
        self.waiting = Waiting(deed, kind, dice, before, done, answers, question) if question else None

    def _decided(self, world: Past, deed: Deed, kind: CommandSpec, supply: Callable[[], DiceSupply]) -> RuleOutcome:
        decision, again = (
            decide(world, deed, kind, supply(), system=self.system, registry=self.registry) for _ in range(2)
        )
        if decision.refusal is not None:
            raise _in_words(decision.refusal, world)
        assert _told(again) == _told(decision), "the same command in the same world was decided otherwise"
        return decision

    def _check_rights(self, kind: CommandSpec, command: Any, member: str) -> None:
        if member == "gm" or kind.by in ("player", "member"):
            return
        acting = getattr(command, kind.actor, "") if kind.by == "owner" else ""
        if not acting or member not in self.aggregates[acting].profile["self"].owners:
            raise PermissionError(f"{kind.name} is not for {member}")

    def apply(self, *emitted: StreamEvent) -> None:
        """Let this have happened."""
        for stream_event in emitted:
            event = stream_event.event
            assert decode_event(topic_of(event), encode_event(event)) == event, "an event did not survive being stored"
            evolve(self.aggregates.setdefault(stream_event.ref, begin(stream_event.ref)), event)
        self.told = list(emitted)


def _in_words(refusal: Refused, world: Past) -> Refused:
    """A refusal in the words of a player and of the game master."""
    refusal.player = VisibleWorld(world, Viewer("somebody else", "player")).wording.sentence(refusal.player)
    refusal.gm = VisibleWorld(world, GM).wording.sentence(refusal.gm)
    refusal.args = (refusal.player,)
    return refusal


def _told(decision: RuleOutcome) -> object:
    """All of a decision, with the overruled refusals by their rule: two refusals are never the same object."""
    rules = [refusal.rule for refusal in decision.overruled]
    return msgspec.structs.replace(decision, overruled=()), rules


def _pool(given: Any) -> Any:
    if isinstance(given, int):
        return given
    return dict(zip(("current", "minimum", "maximum"), given, strict=False))


def tags(decision: RuleOutcome) -> list[str]:
    """The kinds of events that came of a command, in order."""
    return [topic_of(stream_event.event) for stream_event in decision.emitted]
