"""A table that plays rules through a ledger in memory: commands in the game's words, with the dice that were rolled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar
from uuid import uuid4

import msgspec

from api.testing.glance import State, StateGlance
from api.testing.inputs import InputRegistry
from api.testing.prefixes import PlayedPrefix, Prefixes
from api.testing.setting import BASE
from domain.commands import DiceGiven, Envelope
from domain.history.plan import Amend, Group, Outcome, Plan, RevisionRequest
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor, NotAllowed
from domain.play.refusals import Refused
from domain.system import System
from domain.visibility.audience import GM as EVERYTHING
from domain.visibility.world import VisibleWorld
from domain.vocabulary.base import Event, Scalar
from domain.vocabulary.values import Attribute, AttributeDeclared, Track, TrackOpened

GM = Actor("gm", "gm")
NOW = datetime(2031, 5, 1, tzinfo=UTC)

SCENERY = frozenset({"freeform.create", "freeform.happen"})
"""The setting's own commands that no rule is behind; there is nothing to learn from undoing them."""

PREFIXES = Prefixes()
"""The prefixes that tables of this process have played."""

E = TypeVar("E", bound=Exception)

Dice = Mapping[str, Sequence[int]]
"""The faces that dice showed, by label."""


class Table(StateGlance):
    """One campaign of a system, played with table dice by its game master: no roll goes without its dice.

    Things are named by handle; their reference is `<kind>/<handle>`.
    """

    def __init__(
        self,
        system: System,
        options: dict[str, Scalar] | None = None,
        players: tuple[str, ...] = (),
        base: System = BASE,
    ) -> None:
        self.system = system
        self._inputs = InputRegistry(base, [system])
        ledger = Ledger(MemoryStore(), self._inputs, now=lambda: NOW)
        chosen = {"dice": "table", **(options or {})}
        founded = (type(self), system, base, tuple(sorted(chosen.items())), players)
        prefix = PREFIXES.root(founded) or PREFIXES.keep_root(founded, _founded(ledger, system, chosen, players))
        prefix.take_over(ledger)
        super().__init__(ledger, prefix.campaign)
        self._prefix: PlayedPrefix | None = prefix
        self.encounter: str | None = None
        self._states: dict[int, tuple[State, State]] = {}

    def create(
        self,
        handle: str,
        kind: str = "character",
        *,
        attributes: Mapping[str, int] | None = None,
        tracks: Mapping[str, int | tuple[int, int]] | None = None,
        owner: str = "",
    ) -> str:
        """Bring someone or something into play; a track is its size, or its current value and maximum. An encounter
        that is created is where all later commands belong. Returns the reference."""
        self.play("freeform.create", kind=kind, handle=handle, owners=[owner] if owner else [])
        events: list[Event] = [
            AttributeDeclared(name=name, attribute=Attribute(base=base)) for name, base in (attributes or {}).items()
        ]
        for name, size in (tracks or {}).items():
            current, maximum = size if isinstance(size, tuple) else (size, size)
            events.append(TrackOpened(name=name, track=Track(current=current, maximum=maximum)))
        if events:
            self.let(handle, *events)
        self.encounter = handle if kind == "encounter" else self.encounter
        return self.ref(handle)

    def let(self, handle: str, *events: Event) -> int:
        """Let these events happen to someone, as one entry."""
        return self.play("freeform.happen", ref=self.ref(handle), events=msgspec.to_builtins(events))

    def play(
        self,
        word: str,
        *,
        dice: Dice | None = None,
        responses: dict[str, str] | None = None,
        force: bool = False,
        as_player: str = "",
        **args: Any,
    ) -> int:
        """Give a command with its dice; its entry's number. The setting's own are given by full name if need be.

        `as_player` is the player who gives it, in place of the game master.
        """
        envelope = self._envelope(word, args, dice, responses or {}, force)
        prefix = self._prefix if self._prefix is not None and self._prefix.stands_in(self.ledger) else None
        move = as_player, msgspec.json.encode(msgspec.structs.replace(envelope, id=""))
        if prefix is not None and (known := prefix.next.get(move)) is not None:
            known.take_over(self.ledger)
            self._prefix, self._states[known.entry] = known, known.states
            return known.entry
        number = self._play_anew(envelope, as_player)
        if prefix is not None:
            longer = PlayedPrefix(self.campaign_id, self.ledger, number, self._states[number])
            self._prefix = PREFIXES.keep(prefix, move, longer)
        return number

    def _play_anew(self, envelope: Envelope, as_player: str) -> int:
        """Give a command that no table has given after the same ones, and check what holds for every command."""
        before = self.state()
        self._inputs.clear()
        entry = self.ledger.submit(self.campaign_id, Actor(as_player, "player") if as_player else GM, envelope)
        assert entry.status != "refused", entry
        assert self._inputs.undeclared(self.system, envelope.type) == []
        self._states[entry.header.number] = before, self.state()
        if envelope.type not in SCENERY:
            self._check_it_undoes(entry.header.number)
        self.check_played(entry.header.number, envelope)
        return entry.header.number

    def check_played(self, entry: int, envelope: Envelope) -> None:
        """Assert what holds for every command that was carried out; nothing here."""

    def refusal(self, word: str, *, dice: Dice | None = None, **args: Any) -> Refused:
        """Return the refusal of a command, with every name in it. Nothing is written."""
        refusal = self._turned_away(Refused, word, dice=dice, **args)
        everything = VisibleWorld(self.ledger.heads.fresh(self.campaign_id), EVERYTHING)
        refusal.player, refusal.gm = (
            everything.wording.sentence(sentence) for sentence in (refusal.player, refusal.gm)
        )
        refusal.args = (refusal.player,)
        return refusal

    def forbidden(self, word: str, *, as_player: str, **args: Any) -> str:
        """Return the words for a player who may not give a command. It leaves nothing."""
        return str(self._turned_away(NotAllowed, word, as_player=as_player, **args))

    def undo(self, *entries: int, **more: Any) -> Plan:
        """Strike entries."""
        return self._revise(undo=entries, **more)

    def undo_group(self, group: Group) -> Plan:
        """Strike what is undone as one."""
        return self._revise(undo=group)

    def redo(self, entry: int) -> Plan:
        """Withdraw what struck an entry."""
        return self._revise(redo=entry)

    def amend(self, entry: int, word: str, *, dice: Dice | None = None, **args: Any) -> Plan:
        """Let an entry have been another command."""
        return self._revise(amend=Amend(entry=entry, command=self._envelope(word, args, dice, {}, force=False)))

    def answer_late(self, entry: int, choices: dict[str, str], dice: Dice | None = None) -> Plan:
        """Take offers that had taken their defaults, by key; dice that are needed only now are given along."""
        return self._revise(responses={str(entry): choices}, dice={str(entry): _given(dice)} if dice else {})

    def check_undo(self, *entries: int) -> None:
        """Take entries back from the newest and give them again from the oldest: each time the state is what it was."""
        for entry in sorted(entries, reverse=True):
            self.undo(entry)
            assert self.state() == self._states[entry][0], f"undoing {entry}"
        for entry in sorted(entries):
            self.redo(entry)
            assert self.state() == self._states[entry][1], f"redoing {entry}"

    def _check_it_undoes(self, entry: int) -> None:
        """Check that striking an entry that was just played would leave the state as it was before; nothing is written."""
        before, after = self._states[entry]
        without = after | self.states_changed_without(entry)
        differing = sorted(ref for ref in before.keys() | without.keys() if before.get(ref, b"") != without.get(ref))
        assert not differing, f"undoing entry {entry} would leave {', '.join(differing)} other than before it"

    def _turned_away(self, error: type[E], word: str, **args: Any) -> E:
        """Give a command that is to end in an error, and return the error. It leaves nothing."""
        before = self.state()
        try:
            self.play(word, **args)
        except error as raised:
            assert self.state() == before, f"{word} left something behind"
            return raised
        raise AssertionError(f"{word} was accepted, and was to be turned away with {error.__name__}")

    def _envelope(
        self, word: str, args: dict[str, Any], dice: Dice | None, responses: dict[str, str], force: bool
    ) -> Envelope:
        own = f"{self.system.id}.{word}"
        return Envelope(
            type=word if "." in word else own if own in self.system.kinds else f"{BASE.id}.{word}",
            id=str(uuid4()),
            encounter=self.encounter,
            args=args,
            dice=_given(dice),
            responses=responses,
            force=force,
        )

    def _revise(self, **request: Any) -> Plan:
        plan, _ = self.ledger.revise(self.campaign_id, GM, RevisionRequest(**request))
        assert plan is not None
        self.check_against_the_whole()
        return plan


def _founded(ledger: Ledger, system: System, options: dict[str, Scalar], players: tuple[str, ...]) -> PlayedPrefix:
    """Found a campaign in which these players take part."""
    campaign = ledger.found("Table", system.id, "gm", options).id
    for player in players:
        ledger.take_part(campaign, GM, player, "player")
    return PlayedPrefix(campaign, ledger)


def _given(dice: Dice | None) -> DiceGiven:
    """Dice as they are sent: a further roll of one label, `dodge/2`, goes on with that label's dice."""
    typed, sent = dice or {}, dict[str, tuple[int, ...]]()
    for label in sorted(typed, key=lambda label: label.count("/")):
        base, _, number = label.rpartition("/")
        of = base if number.isdecimal() and base in typed else label
        sent[of] = (*sent.get(of, ()), *typed[label])
    return sent


def outcomes(plan: Plan) -> dict[int, Outcome]:
    """Return the outcome of each entry that a plan names."""
    return {planned.entry: planned.outcome for planned in plan.entries}
