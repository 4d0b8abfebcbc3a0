"""States of the stored ledgers, in which any command can be tried without being written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

import msgspec

from domain.aggregates import CAMPAIGN, Aggregate, Campaign, Encounter
from domain.commands import Command, Envelope, marked_fields
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor, NotAllowed
from domain.ledger.playing.deciding import play_command
from domain.ledger.playing.draft import Draft
from domain.ledger.playing.entry_dice import DrawnDice, throwaway
from domain.ledger.playing.references import UnknownThing
from domain.ledger.reading.past import CorrectedPast
from domain.ledger.upkeep.importing import import_ledger
from domain.play.deed import BadCommand, system_of
from domain.play.reading import World
from domain.play.refusals import Refused
from domain.records.entries import EntryFilter, StoredEntry
from domain.system import CommandSpec, Registry
from domain.vocabulary.stored import encode_event
from tests.ledgers.stored import Ledger
from tests.ledgers.today import Today

GONE: Final = ("struck", "moot", "refused")
GM: Final = Actor("gm", "gm")
NOW: Final = datetime(2031, 5, 1, tzinfo=UTC)


class Answer(msgspec.Struct, frozen=True):
    """What a command comes to: the events with their streams and the encounter it belongs to, or why it is refused."""

    events: tuple[tuple[str, bytes], ...] = ()
    encounter: str | None = None
    rule: str = ""
    because: str = ""


class Evening:
    """A ledger, stored or of today: its states, and what was played in it."""

    def __init__(self, ledger: Ledger | Today, registry: Registry) -> None:
        self.registry = registry
        self.campaign = ledger.campaign
        self._store = MemoryStore()
        import_ledger(self._store, registry, ledger.lines)
        entries = self._store.entries(self.campaign, EntryFilter(limit=100_000, entry_kind="play"))
        self.played: Sequence[StoredEntry] = [entry for entry in entries if entry.status not in GONE]

    def states(self) -> Iterator[State]:
        """The state after each play entry that stands, in order."""
        for entry in self.played:
            number = entry.header.number
            past = CorrectedPast(self._store, self.campaign, up_to=(number,))
            yield State(self.registry, self.campaign, _WithServerDice(past), number)


class State:
    """The campaign right after an entry, with dice of the server, the same for each trial."""

    def __init__(self, registry: Registry, campaign: UUID, world: World, entry: int) -> None:
        self.registry, self.campaign, self.world, self.entry = registry, campaign, world, entry
        self.system = system_of(world, registry)
        self._fortune = DrawnDice(campaign, lambda _: _SEEDS, is_gm=True)

    def answer(self, envelope: Envelope) -> Answer:
        """What the game master's command would come to."""
        draft = Draft(self.campaign, self.world, self.entry, self.registry, now=lambda: NOW)
        try:
            drafted = play_command(draft, GM, envelope, self._fortune)
        except Refused as refused:
            return Answer(rule=refused.rule, because=refused.gm)
        except (BadCommand, UnknownThing, NotAllowed) as wrong:
            return Answer(rule=wrong.slug, because=str(wrong))
        header = drafted.record.header
        assert header.envelope is not None
        events = tuple((stream_event.ref, encode_event(stream_event.event)) for stream_event in drafted.emitted)
        refused_by = "" if header.refusal is None else header.refusal.rule
        return Answer(events=events, encounter=header.envelope.encounter, rule=refused_by)

    def fights(self) -> dict[str, tuple[str, ...]]:
        """The open encounters with whoever has a turn in them; nobody who has one in several."""
        fights: dict[str, tuple[str, ...]] = {}
        for ref in self.refs("encounter"):
            encounter = self.world.aggregate(ref)
            assert isinstance(encounter, Encounter)
            if "now" in encounter.pace and encounter.pace["now"].state != "ended":
                fights[ref] = tuple(dict.fromkeys(entry.subject for entry in encounter.order.values() if entry.subject))
        everybody = [who for fighters in fights.values() for who in fighters]
        return {ref: tuple(who for who in fighters if everybody.count(who) == 1) for ref, fighters in fights.items()}

    def refs(self, kind: str) -> tuple[str, ...]:
        """Every character, encounter or enclave that is there."""
        campaign = self.world.aggregate(CAMPAIGN)
        assert isinstance(campaign, Campaign)
        named = [handle.ref for handle in campaign.handles.values() if handle.kind == kind]
        return tuple(ref for ref in named if (aggregate := self.world.aggregate(ref)) and "self" in aggregate.profile)

    def members(self) -> tuple[str, ...]:
        """Everybody at the table."""
        campaign = self.world.aggregate(CAMPAIGN)
        assert isinstance(campaign, Campaign)
        return tuple(campaign.participants)

    def cast(self, kind: CommandSpec, args: dict[str, Any], who: Sequence[str]) -> dict[str, Any]:
        """Args with these characters, in turn, in place of those that they name, and without an encounter."""
        return _cast(kind.args, args, {"character": who, "": who, "enclave": self.refs("enclave")}, self.members())


class _WithServerDice:
    """A world in which the server rolls, whatever the campaign has chosen."""

    def __init__(self, below: World) -> None:
        self._below = below
        self._campaign: Campaign | None = None

    def aggregate(self, ref: str) -> Aggregate | None:
        if ref != CAMPAIGN:
            return self._below.aggregate(ref)
        if self._campaign is None:
            campaign = self._below.aggregate(CAMPAIGN)
            assert isinstance(campaign, Campaign)
            self._campaign = _rolling(campaign)
        return self._campaign


def _rolling(campaign: Campaign) -> Campaign:
    twin = campaign.copy()
    assert isinstance(twin, Campaign)
    ground = twin.ground["self"]
    twin.ground = {"self": msgspec.structs.replace(ground, options={**ground.options, "dice": "server"})}
    return twin


def _cast(
    command: type[Command], args: dict[str, Any], refs: dict[str, Sequence[str]], members: Sequence[str]
) -> dict[str, Any]:
    """Args with what is there in place of what they name."""
    given, used = dict(args), 0
    names = dict(zip(command.__struct_fields__, command.__struct_encode_fields__, strict=True))
    for mark in marked_fields(command):
        name = names[mark.field]
        if name not in given or mark.mark not in ("ref", "member"):
            continue
        known = members if mark.mark == "member" else refs.get(mark.of, ())
        if not known:
            del given[name]
            continue
        chosen = known[used % len(known)]
        used += 1
        given[name] = [chosen] if mark.many else chosen
    return given


_SEEDS = throwaway()
