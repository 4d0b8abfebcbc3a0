"""Random histories of the games: what is in a game's catalogue, by those who are there, as far as its rules let it.

A line of play is the example of a command with what has to come before it, or a command as a demo played it. Somebody
else may take a part in it, other amounts and choices may be named; what is refused is left out. A seed gives one history.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final, NamedTuple
from uuid import UUID

import msgspec
from msgspec import inspect

from api.testing.inputs import InputRegistry
from domain.aggregates import CAMPAIGN, Aggregate, Campaign
from domain.commands import Command, Envelope, Marked, marked_fields
from domain.history.plan import RevisionRefused, RevisionRequest
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor, NotAllowed
from domain.ledger.playing.references import UnknownThing
from domain.play.deed import BadCommand
from domain.play.refusals import Refused
from domain.records.entries import EntryFilter, StoredEntry
from domain.system import CommandSpec, System
from domain.vocabulary import COMPONENTS
from domain.vocabulary.questions import Question
from systems.registry import load
from tests.games.stories import before, setup_of
from tests.ledgers.stored import every_ledger
from tests.ledgers.today import UNSTORED, commands_of

GM: Final = Actor("gm", "gm")
NOW: Final = datetime(2031, 5, 1, tzinfo=UTC)
INSTALLED: Final = load(installed=[])
REGISTRY: Final = InputRegistry(
    INSTALLED.base, (one for one in INSTALLED.systems.values() if one is not INSTALLED.base)
)
GAMES: Final = tuple(REGISTRY.systems)
NOT_PLAYED: Final = frozenset(
    {"freeform.answer", "freeform.close", "freeform.erase", "freeform.seal", "freeform.unseal"}
)
"""Commands that no line of play is made of: answers have their question, and what is on record is so for good."""

NOT_ALLOWED: Final = (Refused, BadCommand, UnknownThing, NotAllowed)
TRIES: Final = 40
"""How many lines of play are tried until one of them is played."""

Move = tuple[str, dict[str, Any]]


class Sent(NamedTuple):
    """A command as it was sent, the entry that it became, and whether that says that it was refused after its dice."""

    envelope: Envelope
    entry: int
    refused: bool


class Improvised:
    """A campaign of a game that a seeded generator plays, with its server's dice.

    `undeclared` is what its commands rolled or asked and the game does not declare of them.
    """

    entries_of_play = 40
    """How many entries a history has after the example that it begins with."""

    def __init__(self, game: str, seed: int) -> None:
        self.random = random.Random(f"{game}/{seed}")
        self.system = REGISTRY.system(game)
        self.sent: list[Sent] = []
        self.accepted: Counter[str] = Counter()
        self.undeclared: set[str] = set()
        salt = self.random.randbytes(32)
        self.options = self._options()
        self.identity = self._uuid()
        self.salt = salt
        self.begin()
        refused = [type for type, args in setup_of(self.system) if not self.gives(type, args)]
        assert not refused, f"the example of {game} begins with what is refused: {refused}"
        if game != REGISTRY.base.id and seed % 3 == 2:  # so that what is kept by hand has something to be about
            for type, args in setup_of(REGISTRY.base):
                self.gives(type, args)

    def begin(self) -> None:
        """Begin the campaign. Its dice hang on nothing but the entry, the roller and the label: every epoch has one seed."""
        ledger = Ledger(MemoryStore(), REGISTRY, now=lambda: NOW, entropy=lambda size: (self.salt * size)[:size])
        self.ledger = ledger
        self.campaign = ledger.found("i", self.system.id, "gm", self.options, campaign=self.identity).id
        ledger.take_part(self.campaign, GM, "pat", "player")

    def play(self, entries: int) -> None:
        """Play on until the ledger has so many entries."""
        while self.head < entries:
            self.step()

    def step(self) -> None:
        """Answer what is asked, mostly; else play a line."""
        if self._answers() or any(self._plays_a_line() for _ in range(TRIES)):
            return
        self.gives("freeform.note", {"text": "Nothing happens."})

    def _answers(self) -> bool:
        """Answer the first question that is open, mostly; whether that was possible."""
        question = next(self.questions(), None)
        if question is None or self.random.random() >= 0.8:
            return False
        word = "close" if self.random.random() < 0.1 else "answer"
        choice = self.random.choice(question.options or (question.default,))
        return self.gives(f"freeform.{word}", {"deed": question.deed, "key": question.key, "choice": choice})

    def _plays_a_line(self) -> bool:
        """Play a line as far as its commands are allowed; whether any of them was."""
        moves = self.random.choice(_lines(self.system.id))
        return sum(self.gives(type, self._cast(type, args)) for type, args in moves) > 0

    def gives(
        self, type: str, args: dict[str, Any], encounter: str | None = None, responses: dict[str, str] | None = None
    ) -> bool:
        """Let the game master give a command; whether it was played."""
        REGISTRY.clear()
        answers = responses or {}
        envelope = Envelope(type=type, id=str(self._uuid()), args=args, encounter=encounter, responses=answers)
        try:
            written = self.ledger.submit(self.campaign, GM, envelope)
        except NOT_ALLOWED:
            return False
        self.sent.append(Sent(envelope, written.header.number, written.status == "refused"))
        if written.status == "refused":
            return False
        self.accepted[type] += 1
        self.undeclared |= {*REGISTRY.undeclared(self.system, self.type_of(written.header.deed))}
        return True

    def revise(self, request: RevisionRequest) -> bool:
        """Change the past; whether that was possible."""
        try:
            self.ledger.revise(self.campaign, GM, request)
        except (RevisionRefused, *NOT_ALLOWED):
            return False
        return True

    @property
    def types(self) -> tuple[str, ...]:
        """The commands that it may play."""
        return tuple(type for type in REGISTRY.kinds(self.system) if type not in NOT_PLAYED)

    @property
    def head(self) -> int:
        return self.ledger.store.head(self.campaign).entry

    def entries(self) -> list[StoredEntry]:
        """The entries of play."""
        return self.ledger.store.entries(self.campaign, EntryFilter(limit=100_000, entry_kind="play"))

    def type_of(self, number: int) -> str:
        """The type of the command that an entry is of."""
        return next((sent.envelope.type for sent in self.sent if sent.entry == number), "a record")

    def state(self) -> Campaign:
        aggregate = self._aggregate(CAMPAIGN)
        assert isinstance(aggregate, Campaign)
        return aggregate

    def questions(self) -> Iterator[Question]:
        """The questions that are open, wherever they were asked."""
        for ref in self.ledger.heads.fresh(self.campaign).refs():
            aggregate = self._aggregate(ref)
            yield from aggregate.questions.values() if aggregate is not None else ()

    def refs(self, kind: str) -> list[str]:
        """Everybody and everything of a kind that is there; of every kind for the empty one."""
        handles = (handle for handle in self.state().handles.values() if kind in ("", handle.kind))
        return sorted({handle.ref for handle in handles if self._is_there(handle.ref)})

    def _is_there(self, ref: str) -> bool:
        aggregate = self._aggregate(ref)
        return aggregate is not None and "self" in aggregate.profile

    def _aggregate(self, ref: str) -> Aggregate | None:
        return self.ledger.heads.fresh(self.campaign).aggregate(ref)

    def _uuid(self) -> UUID:
        return UUID(bytes=self.random.randbytes(16), version=4)

    def _options(self) -> dict[str, Any]:
        """Options of the game, some of them other than their default."""
        options = self.system.options.values() if self.system is not REGISTRY.base else ()
        drawn = [(option, self.random.random(), self.random.random()) for option in options if option.choices]
        return {o.name: o.choices[int(which * len(o.choices))] for o, other, which in drawn if other < 0.3}

    def _cast(self, type: str, args: dict[str, Any]) -> dict[str, Any]:
        """Args with references for handles, in which others may take the parts and other things may be named."""
        kind = REGISTRY.kind(self.system, type)
        marks = {_sent_name(kind.args, mark.field): mark for mark in marked_fields(kind.args)}
        recast, retouched = self.random.random() < 0.6, self.random.random() < 0.5
        cast = {name: self._part(marks.get(name), value, recast=recast) for name, value in args.items()}
        whose = [value for name, value in cast.items() if name in marks and isinstance(value, str)]
        for name, field in _fields(kind.args) if retouched else ():
            if name in marks or self.random.random() > (0.4 if name in cast else 0.1):
                continue
            if (value := self._chosen(field.type, name, whose)) is not None:
                cast[name] = value
        return cast

    def _part(self, mark: Marked | None, value: Any, *, recast: bool) -> Any:
        if mark is None or mark.mark != "ref":
            return value
        if isinstance(value, list | tuple):
            return [self._part(mark, one, recast=recast) for one in value]
        known = self.state().handles.get(value) if isinstance(value, str) else None
        if known is not None and not recast:
            return known.ref
        refs = self.refs(mark.of)
        return self.random.choice(refs) if refs else value

    def _chosen(self, kind: inspect.Type, name: str, whose: Sequence[str]) -> Any:
        """Another value for a field, of its type; None where there is none to choose."""
        match kind:
            case inspect.Metadata():
                return None if kind.extra else self._chosen(kind.type, name, whose)
            case inspect.UnionType():
                return self._chosen(self.random.choice(kind.types), name, whose)
            case inspect.LiteralType():
                return self.random.choice(kind.values)
            case inspect.BoolType():
                return self.random.random() < 0.5
            case inspect.IntType():
                least = kind.ge if kind.ge is not None else 0
                return self.random.randint(least, min(least + 8, kind.le if kind.le is not None else least + 8))
            case inspect.StrType():
                return self._thing(name, whose)
        return None

    def _thing(self, name: str, whose: Sequence[str]) -> str | None:
        """The name of something that one of those has whom a command names, of the sort that the field names if there is
        one of it."""
        pairs = [(c, key) for ref in whose for c, key in self._held(ref)]
        fitting = [key for component, key in pairs if component.startswith(name.rstrip("s"))]
        things = fitting or [key for _, key in pairs]
        return self.random.choice(things) if things else None

    def _held(self, ref: str) -> Iterator[tuple[str, str]]:
        aggregate = self._aggregate(ref)
        if aggregate is None:
            return
        for component in COMPONENTS:
            if component in aggregate.__struct_fields__ and component not in ("profile", "handles"):
                yield from ((component, key) for key in aggregate.instances(component))


@cache
def _lines(game: str) -> tuple[tuple[Move, ...], ...]:
    """The lines of play of a game, each as often as the next: by command, its example after what comes before it; and each
    command as it was played in a demo."""
    system = REGISTRY.system(game)
    kinds = {type: kind for type, kind in REGISTRY.kinds(system).items() if type not in NOT_PLAYED}
    own = [type for type in kinds if type in system.kinds]
    examples = [_line(system, type, kinds[type]) for type in own]
    examples += [_line(REGISTRY.base, type, kinds[type]) for type in kinds if type not in own]
    return (*examples * 2, *(((move),) for move in _demonstrated(system) if move[0] in kinds))


def _line(system: System, type: str, kind: CommandSpec) -> tuple[Move, ...]:
    return (*before(system, type), (type, dict(kind.example)))


def _demonstrated(system: System) -> Iterator[Move]:
    """The commands of the stored ledgers of a game, as they were stored; of its demo where there is none."""
    if system.id in UNSTORED:
        yield from commands_of(system.id)
    lines = [line for ledger in every_ledger() for line in map(msgspec.json.decode, ledger.lines) if "header" in line]
    for header in (msgspec.json.decode(line["header"]) for line in lines):
        if header.get("system") == system.id and "envelope" in header:
            yield header["envelope"]["type"], header["envelope"].get("args", {})


@cache
def _fields(command: type[Command]) -> tuple[tuple[str, inspect.Field], ...]:
    info = inspect.type_info(command)
    assert isinstance(info, inspect.StructType)
    return tuple((field.encode_name, field) for field in info.fields)


def _sent_name(command: type[Command], field: str) -> str:
    return dict(zip(command.__struct_fields__, command.__struct_encode_fields__, strict=True))[field]
