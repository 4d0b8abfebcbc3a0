"""A table that plays one of the games, with everything that freeform gives every campaign."""

from __future__ import annotations

from api.testing.rolls import Rolls, contradictions, settled
from api.testing.setting import BASE
from api.testing.table import Table
from domain.commands import Envelope
from domain.options import CAMPAIGN_OPTIONS
from domain.system import System
from domain.vocabulary.base import Event, Scalar
from domain.vocabulary.log import Rolled
from systems.freeform import SYSTEM as FREEFORM

_OWN = [kind for type, kind in BASE.kinds.items() if type not in FREEFORM.kinds]

SETTING = System(
    id="freeform",
    name="Freeform",
    version=1,
    kinds=[*FREEFORM.kinds.values(), *_OWN],
    options=CAMPAIGN_OPTIONS,
    rules=FREEFORM.rules.values(),
    roll_kinds=(FREEFORM.roll_kinds or {}).values(),
    question_kinds=(FREEFORM.question_kinds or {}).values(),
    inputs=FREEFORM.inputs,
)
"""Freeform, and beside it the commands with which a test sets the scene: `freeform.create`, `.happen`, `.come`, `.wait`."""


class GameTable(Table):
    """One campaign of a game with its game master and the player Ana, on table dice.

    `table.play("strike", who="ramjet", dice={"attack": [4]})` gives the game's own command of that name, freeform's where
    the game has none. `table.refusal`, `.forbidden`, `.undo`, `.redo`, `.amend`, `.answer_late`, `.check_undo` are those of
    `Table`; each change of the past is compared with the whole script played anew.
    """

    def __init__(self, system: System, options: dict[str, Scalar] | None = None, players: tuple[str, ...] = ("ana",)):
        super().__init__(system, options, players, base=SETTING)

    def check_played(self, entry: int, envelope: Envelope) -> None:
        """Assert that the rolls of a command of the game say the same by their numbers and by their words."""
        if envelope.type.startswith(f"{self.system.id}."):
            assert contradictions(self._log(entry), self.system.id) == []

    def rolls(self, entry: int) -> Rolls[int]:
        """The totals of an entry's rolls, as they were judged, by label."""
        return Rolls(settled(self._log(entry)), lambda roll: roll.total, self._handle)

    def outcomes_of(self, entry: int) -> Rolls[str]:
        """The outcomes of its rolls, as they were judged, by label."""
        return Rolls(settled(self._log(entry)), lambda roll: roll.outcome, self._handle)

    def rolled(self, entry: int) -> list[tuple[str, Rolled]]:
        """The rolls of an entry, each with its roller."""
        return [(ref, event) for ref, event in self._log(entry) if isinstance(event, Rolled)]

    def _log(self, entry: int) -> list[tuple[str, Event]]:
        return [(one.ref, one.event) for one in self.emitted(entry)]

    def _handle(self, ref: str) -> str:
        """Return the table's name for a character; the reference where it has none."""
        aggregate = self.ledger.heads.fresh(self.campaign_id).aggregate(ref)
        profile = None if aggregate is None else aggregate.profile.get("self")
        return ref if profile is None else str(profile.handle)

    def cited(self, entry: int) -> set[str]:
        """The rules that an entry cites."""
        stored = self.ledger.store.entry(self.campaign_id, entry)
        assert stored is not None
        return {*stored.header.citations, *(rule for event in self.told(entry) for rule in event.rules)}

    def conditions(self, handle: str) -> list[str]:
        """The conditions that a character has, in order of the alphabet."""
        return sorted(condition.what for condition in self.sheet(handle).conditions.values())

    def current(self, handle: str, track: str) -> int:
        """The current value of a track."""
        return self.sheet(handle).tracks[track].current
