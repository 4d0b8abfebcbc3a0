"""Records that a reader found in another program's files: people, characters, messages with rolls, and fights, each with its own id there."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Final, Literal
from uuid import UUID, uuid5

import msgspec

from api.imports.dice import RecordedDie
from api.imports.spool import Spool
from domain.vocabulary.chronicle import Role

HISTORIES: Final = UUID("5d0f3e0a-93a4-5c0d-8f0b-0a4f7c0e6b52")
"""The namespace in which the ids of other programs become ids of ours."""

ToldAudience = Literal["all", "gm"] | tuple[str, ...]
"""The readers of a record: everyone, the game masters alone, or these people, by their keys, and the game masters."""


class UnreadableRecord(ValueError):
    """A part of a record that is not what it should be; the sentence says what."""

    slug = "unreadable-record"


class ToldPerson(msgspec.Struct, frozen=True):
    """A person who took part. `key` is their id in the other program, here and everywhere below."""

    key: str
    name: str
    role: Role


class ToldThing(msgspec.Struct, frozen=True, kw_only=True):
    """A thing that a character owns, or, where not `owned`, a feature of theirs: a spell, a feat, a class with its `rank`."""

    key: str
    name: str
    kind: str
    owned: bool = True
    quantity: int = 1
    rank: int = 0


class ToldPool(msgspec.Struct, frozen=True):
    """A value that is spent and regained; without a `maximum` it has none that was kept."""

    current: int
    maximum: int | None = None


class ToldCharacter(msgspec.Struct, frozen=True, kw_only=True):
    """A character with the known parts of its sheet. A `hidden` one is known to game masters alone until it speaks in
    public.

    `sheet` are the people who may see more than the name; `owners` always may. A character that is `alone` in its name
    is skipped where the campaign has one of that name already.
    """

    key: str
    name: str
    kind: str = ""
    owners: tuple[str, ...] = ()
    hidden: bool = False
    sheet: ToldAudience = "all"
    attributes: dict[str, int] = {}
    pools: dict[str, ToldPool] = {}
    things: tuple[ToldThing, ...] = ()
    data: dict[str, str] = {}
    alone: bool = False


class ToldRoll(msgspec.Struct, frozen=True, kw_only=True):
    """A roll of a message. `written` is its formula, `notations` those of ours that may mean the same; `total` is the
    sum of the dice and the formula's own constants, and `addends` are added to it. Of a `veiled` one only game masters
    see the target.
    """

    label: str
    written: str
    dice: tuple[RecordedDie, ...]
    total: int
    notations: tuple[str, ...] = ()
    addends: tuple[tuple[str, int], ...] = ()
    target: int | None = None
    veiled: bool = False


class ToldMessage(msgspec.Struct, frozen=True, kw_only=True):
    """A message: its time in milliseconds since 1970, who wrote it, in whose name, its words and its rolls.

    `character` is the key of the speaker where the other program knows them, `speaker` the name that was shown.
    """

    key: str
    at: int | None
    person: str = ""
    speaker: str = ""
    character: str = ""
    words: str = ""
    audience: ToldAudience = "all"
    rolls: tuple[ToldRoll, ...] = ()


class ToldCombatant(msgspec.Struct, frozen=True, kw_only=True):
    """A place in a fight: a character by key, or only a name."""

    key: str
    character: str = ""
    name: str = ""
    initiative: int | None = None
    tiebreak: int = 0
    defeated: bool = False
    hidden: bool = False


class ToldFight(msgspec.Struct, frozen=True, kw_only=True):
    """A fight as it stood when it was saved. Round 0 has not begun; `turn` is whose turn it is, counted from 0 in order."""

    key: str
    name: str
    round: int
    turn: int | None
    combatants: tuple[ToldCombatant, ...]


class RecordFault(msgspec.Struct, frozen=True):
    """A record that was not taken, or not all of it, and why. `record` says where it lies: a file and a line, or an id."""

    record: str
    text: str


class ToldHistory:
    """All that was found. Messages lie on the disk until they are retold, in the order of their times. It is to be closed.

    `key` tells this world or chat from others of the same `program`, where ids there do not. The ids of `marks` tell a campaign that has
    some of it from others.
    """

    def __init__(self, program: str, key: str, title: str) -> None:
        self.program, self.key, self.title = program, key, title
        self.people: list[ToldPerson] = []
        self.characters: list[ToldCharacter] = []
        self.fights: list[ToldFight] = []
        self.faults: list[RecordFault] = []
        self.origin = self.id_of("history")
        """The command id of the entry that brings the people into a new campaign."""
        self.marks: tuple[str, ...] = (self.origin,)
        self.members: dict[str, str] = {}
        """The members that people are already, by their keys."""
        self.game_time: int | None = None
        """The in-game time as it stood at the end, in seconds."""
        self.skipped = 0
        """Records that are no part of a history, such as tutorials."""
        self.older = 0
        """Messages of an older copy that lies beside the newer one and were left there."""
        self._messages = Spool(ToldMessage)
        self._times = array("q")
        self._keys: list[str] = []

    def add_message(self, message: ToldMessage) -> None:
        """Keep a message. One without a time comes where the one before it came."""
        self._messages.append(message)
        self._times.append(message.at if message.at is not None else self._times[-1] if self._times else 0)
        self._keys.append(message.key)

    def fault(self, record: str, text: str) -> None:
        """Note a fault in a record."""
        self.faults.append(RecordFault(record, text))

    def __len__(self) -> int:
        return len(self._messages)

    @property
    def first(self) -> int | None:
        """The time of the first message that has one."""
        return min(filter(None, self._times), default=None)

    def messages(self) -> Iterator[ToldMessage]:
        """Return the messages by time, and messages of the same time by id."""
        return self._messages.in_order(self._in_order())

    def message_keys(self) -> list[str]:
        """Return the ids of the messages, in the same order."""
        return [self._keys[place] for place in self._in_order()]

    def _in_order(self) -> list[int]:
        return sorted(range(len(self._messages)), key=lambda place: (self._times[place], self._keys[place]))

    def close(self) -> None:
        """Throw the messages away."""
        self._messages.close()

    def id_of(self, *parts: object) -> str:
        """Return the id that a record has here, in every import the same."""
        return str(uuid5(HISTORIES, "/".join(map(str, (self.program, self.key, *parts)))))

    def member_of(self, person: str) -> str:
        """Return the member that a person becomes."""
        return self.members.get(person) or self.id_of("person", person)
