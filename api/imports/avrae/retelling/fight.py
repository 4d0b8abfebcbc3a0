"""The combat as an encounter: it is prepared, turns pass forth and back, and it ends."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from api.imports.avrae.retelling.combatants import Combatants
from api.imports.avrae.retelling.scribe import Scribe
from api.imports.avrae.story.happenings import OrderChanged, RecordedSource, TurnMoved
from domain.aggregates import Encounter
from domain.vocabulary.profile import Introduced
from domain.vocabulary.turns import Pace

NAME = "Combat"


class Fight:
    """The current encounter, if there is one. Avrae counts from round 0, in which combatants act only when called by
    name.
    """

    def __init__(self, scribe: Scribe, combatants: Combatants) -> None:
        self._scribe = scribe
        self._combatants = combatants

    @property
    def pace(self) -> Pace:
        encounter = self._encounter()
        return Pace() if encounter is None else encounter.pace.get("now", Pace())

    def acting(self) -> list[str]:
        """The references of those whose turn it is."""
        encounter = self._encounter()
        return [] if encounter is None else [encounter.order[name].subject for name in self.pace.active]

    def place(self, ref: str) -> int:
        """Return a combatant's place in the order of turns, from 0; combatants who act together share theirs."""
        encounter = self._encounter()
        turns = encounter.order.values() if encounter is not None else ()
        order = sorted({(-turn.initiative, -turn.tiebreak) for turn in turns})
        own = next(((-turn.initiative, -turn.tiebreak) for turn in turns if turn.subject == ref), None)
        return len(order) if own is None else order.index(own)

    def initiative(self, ref: str) -> int | None:
        """Return a combatant's initiative; None without a place in the order."""
        encounter = self._encounter()
        turns = encounter.order.values() if encounter is not None else ()
        return next((turn.initiative for turn in turns if turn.subject == ref), None)

    def reorder(self, changed: OrderChanged) -> None:
        """Give every combatant its new place."""
        encounter = self._encounter()
        if encounter is None:
            return
        entries = {turn.subject: (name, turn) for name, turn in encounter.order.items()}
        for place in changed.places:
            name, turn = entries.get(self._combatants.ref(place.who) or "", ("", None))
            if turn is not None and changed.command is None:
                look = self._combatants
                look.differ(changed.source, place.who.name, "initiative", log=place.initiative, ours=turn.initiative)
            wanted = {"initiative": place.initiative, "tiebreak": place.tiebreak}
            for field, value in wanted.items() if turn is not None else ():
                if getattr(turn, field) != value:
                    setting = {"target": self._scribe.encounter, "path": f"order.{name}.{field}", "value": value}
                    self._scribe.write(changed.source, "set", setting)

    def begin(self, source: RecordedSource) -> None:
        """Begin another combat; an earlier one whose end is missing in the recording ends here, unless it had no
        combatants.
        """
        if self.pace.state == "running":
            self.end(msgspec.structs.replace(source, author=None, interaction=None))
        self.prepare(source)

    def prepare(self, source: RecordedSource) -> None:
        """An encounter to join; a recording that lacks its beginning gets one all the same."""
        if self._scribe.encounter is None:
            drafted = self._scribe.write(source, "create_encounter", {"name": NAME})
            assert drafted is not None, "the first encounter of a campaign can always be prepared"
            self._scribe.encounter = next(h.ref for h in drafted.emitted if isinstance(h.event, Introduced))

    def open(self, source: RecordedSource) -> None:
        """Begin the encounter with its first combatant; no turn has begun yet."""
        if self.pace.state == "preparing":
            by_itself = msgspec.structs.replace(source, author=None, interaction=None)
            self._scribe.write(by_itself, "begin", {})
            self._scribe.write(by_itself, "set_turn", {"round": 0}, reason="nobody acts before the first turn")

    def move(self, moved: TurnMoved, recount: Callable[[RecordedSource], None]) -> None:
        """The turn passes. `recount` puts durations right where the count went otherwise than turn by turn."""
        if self._scribe.encounter is None:
            return
        acting = [combatant.ref for each in moved.acting if (combatant := self._combatants.find(each)) is not None]
        if moved.direction == "next":
            if not self.acting() and self.pace.round != moved.round:
                self._scribe.write(moved.source, "set_turn", {"round": moved.round})
            self._scribe.write(moved.source, "next_turn", {})
        elif moved.direction == "back" and moved.round > 0:
            self._scribe.write(moved.source, "previous_turn", {})
        astray = self.pace.round != moved.round or set(self.acting()) != set(acting)
        if astray:
            self._scribe.write(moved.source, "set_turn", {"who": acting, "round": moved.round})
        if astray or moved.direction != "next":
            recount(moved.source)

    def end(self, source: RecordedSource) -> None:
        if self.pace.state == "running":
            self._scribe.write(source, "end_encounter", {})
        self._scribe.encounter = None

    def _encounter(self) -> Encounter | None:
        ref = self._scribe.encounter
        encounter = self._scribe.state(ref) if ref is not None else None
        return encounter if isinstance(encounter, Encounter) else None
