"""Happenings of a recorded combat, independent of any campaign and program.

A happening is listed once, however many views of it the recording holds; its source names all its lines. Each printed
roll belongs to exactly one happening.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from api.imports.avrae.recording.boards import HealthLine
from api.imports.avrae.recording.events import EffectData
from api.imports.avrae.recording.rolls import PrintedRoll
from api.imports.avrae.recording.states import CombatState

Manner = Literal["talk", "command", "choice", "button"]
"""The form of a message: plain words, a command, an answer to a bot's question, or a pressed button."""

Direction = Literal["next", "back", "goto"]
"""The direction of a turn: onwards, taken back, or straight to a named combatant."""

Occasion = Literal["hit", "crit", "miss", "save failed", "save passed", "check failed", "check passed"]
"""The branch of an action in which something befell its target."""

Witness = Literal["action", "state"]
"""Whether an action of the recording did it, or only the next state shows that it was done."""

EndCause = Literal["removed", "concentration", "gone"]
"""Why an effect ended: taken away by an action, its caster concentrated on another, or found gone in the next state."""

Outcome = Literal["up", "stable", "dead"]
"""The result of a death save, where it decided something."""


class Being(msgspec.Struct, frozen=True):
    """A being named in the recording. `id` is the combatant's, None for beings outside the combat."""

    name: str
    id: str | None = None


class Author(msgspec.Struct, frozen=True):
    """The writer of a message, or the person who pressed a button; `bot` marks Avrae itself."""

    id: str
    name: str
    bot: bool = False


class RecordedSource(msgspec.Struct, frozen=True):
    """The source of a happening: its lines (from 1, rising), its time in seconds since 1970, and its author.

    Happenings of one `interaction` were caused by the same message or button.
    """

    lines: tuple[int, ...]
    at: float
    author: Author | None = None
    interaction: int | None = None


class RecordedHappening(msgspec.Struct, frozen=True, kw_only=True, tag_field="happening"):
    """Base of all happenings."""

    source: RecordedSource


class Slots(msgspec.Struct, frozen=True):
    """Spell slots of one level; `most` is None where only the number left was recorded."""

    level: int
    left: int
    most: int | None


class RecordedCounter(msgspec.Struct, frozen=True):
    """A limited use of a character; `most` is None where the sheet sets no bound."""

    name: str
    left: int
    most: int | None


class CombatStarted(RecordedHappening, frozen=True):
    """The combat began, without combatants as yet."""


class CombatEnded(RecordedHappening, frozen=True):
    """The combat is over."""


class CombatantJoined(RecordedHappening, frozen=True):
    """`kind` is Avrae's: `player`, `monster` or `common`. Slots and counters are known of players only.

    `roll` is the initiative roll; None where the initiative was given or its message is missing.
    """

    who: Being
    kind: str
    controller: str
    initiative: int
    roll: PrintedRoll | None
    hp: int | None
    max_hp: int | None
    temp_hp: int
    ac: int | None
    monster: str | None = None
    character: str | None = None
    private: bool = False
    notes: str = ""
    slots: tuple[Slots, ...] = ()
    counters: tuple[RecordedCounter, ...] = ()


class CombatantLeft(RecordedHappening, frozen=True):
    """A combatant left the combat."""

    who: Being


class CombatantChanged(RecordedHappening, frozen=True):
    """Values of a combatant other than HP and effects were set; a None is unchanged.

    `who` has the earlier name. Armour class and maximum HP are those without effects. `command` is the typed command;
    None where the recording shows no cause.
    """

    who: Being
    command: str | None
    name: str | None = None
    controller: str | None = None
    private: bool | None = None
    ac: int | None = None
    max_hp: int | None = None
    notes: str | None = None


class RecordedPlace(msgspec.Struct, frozen=True):
    """A combatant's place in the order of turns: of equal initiative the higher `tiebreak` acts first, equal ones
    together.
    """

    who: Being
    initiative: int
    tiebreak: int


class OrderChanged(RecordedHappening, frozen=True):
    """Initiatives were rolled again or set, or a combatant joined or left a group: the whole new order.

    `command` is the typed command; None where the recording shows no cause.
    """

    places: tuple[RecordedPlace, ...]
    command: str | None


class TurnMoved(RecordedHappening, frozen=True):
    """The turn moved. `to` is None where no turn is left; where it is a group, all its members are `acting`."""

    to: Being | None
    round: int
    initiative: int
    direction: Direction
    acting: tuple[Being, ...] = ()


class Acted(RecordedHappening, frozen=True):
    """An action was worked out; what it rolled and did follows, up to the next happening of another interaction."""

    by: Being
    targets: tuple[Being, ...]
    title: str | None
    spell: bool


class RuleQuoted(RecordedHappening, frozen=True):
    """The rule text an action shows."""

    by: Being
    text: str


class AttackRolled(RecordedHappening, frozen=True):
    """`roll` is None for an automatic hit or miss; `advantage` 1, 0 or −1 (2 for elven accuracy).

    `bonus` is as typed (`5+1d4`) where it was given for this attack alone.
    """

    by: Being
    target: Being | None
    roll: PrintedRoll | None
    ac: int | None
    bonus: int | str | None
    advantage: int
    hit: bool
    crit: bool


class SaveRolled(RecordedHappening, frozen=True):
    """`by` asked for the save, None for one rolled freely; then the target number and the success are unknown too."""

    who: Being | None
    ability: str
    roll: PrintedRoll | None
    by: Being | None = None
    dc: int | None = None
    advantage: int = 0
    success: bool | None = None


class CheckRolled(RecordedHappening, frozen=True):
    """A skill or ability check; `note` was typed along with it."""

    who: Being
    check: str
    roll: PrintedRoll | None
    note: str = ""
    dc: int | None = None
    success: bool | None = None


class DeathSaveRolled(RecordedHappening, frozen=True):
    """Marks as they stand after the roll. Being up again is told by a `Healed` of its own."""

    who: Being
    roll: PrintedRoll
    successes: int
    failures: int
    outcome: Outcome | None


class RecordedRoll(RecordedHappening, frozen=True):
    """A roll made for its own sake or used by what follows; `label` is what the bot called it.

    `by` is None where the recording does not say for whom it was.
    """

    by: Being | None
    label: str | None
    roll: PrintedRoll
    hidden: bool


class Damaged(RecordedHappening, frozen=True):
    """Damage of `amount`, after resistances and before temporary HP absorb any; never negative."""

    target: Being | None
    by: Being
    amount: int
    roll: PrintedRoll | None
    upon: Occasion | None


class Healed(RecordedHappening, frozen=True):
    """HP were regained, at most up to the maximum; `by` is None for a death save."""

    target: Being | None
    by: Being | None
    amount: int
    roll: PrintedRoll | None = None


class TempHpGained(RecordedHappening, frozen=True):
    """Temporary HP are set to `amount`; Avrae replaces earlier ones."""

    target: Being | None
    by: Being
    amount: int
    roll: PrintedRoll | None


class HpSet(RecordedHappening, frozen=True):
    """A command (not an action) changed a combatant's HP; `command` is as typed."""

    target: Being
    hp: int
    temp_hp: int
    command: str


class EffectAdded(RecordedHappening, frozen=True):
    """`by` is None where only the state shows the effect."""

    target: Being | None
    by: Being | None
    effect: EffectData
    witness: Witness


class EffectEnded(RecordedHappening, frozen=True):
    """An effect no longer lasts; `by` is None where only the state shows it."""

    target: Being | None
    by: Being | None
    effect: EffectData
    cause: EndCause


class CounterUsed(RecordedHappening, frozen=True):
    """`used` is negative when uses were regained."""

    who: Being
    counter: str
    used: int
    left: int


class SlotUsed(RecordedHappening, frozen=True):
    """`used` is counted from the last known number of slots; 1 where none is known; negative when regained."""

    who: Being
    slots: Slots
    used: int


class Said(RecordedHappening, frozen=True):
    """A message or a pressed button. `command` is a command's full name, where the recording holds it."""

    text: str
    manner: Manner
    command: str | None = None


class BotSaid(RecordedHappening, frozen=True):
    """A bot's message as text. `healths` are the HP it shows; private ones are words (`Injured`)."""

    text: str
    title: str = ""
    healths: tuple[HealthLine, ...] = ()


class StateSeen(RecordedHappening, frozen=True):
    """The whole state as the recording has it after all that was told before: for checking."""

    state: CombatState


class Unexplained(RecordedHappening, frozen=True):
    """A combatant's HP changed between two states, and the recording shows no cause.

    The earlier values are None where no earlier state showed them.
    """

    target: Being
    hp_before: int | None
    hp: int
    temp_hp_before: int | None
    temp_hp: int


Happening = (
    CombatStarted
    | CombatEnded
    | CombatantJoined
    | CombatantLeft
    | CombatantChanged
    | OrderChanged
    | TurnMoved
    | Acted
    | RuleQuoted
    | AttackRolled
    | SaveRolled
    | CheckRolled
    | DeathSaveRolled
    | RecordedRoll
    | Damaged
    | Healed
    | TempHpGained
    | HpSet
    | EffectAdded
    | EffectEnded
    | CounterUsed
    | SlotUsed
    | Said
    | BotSaid
    | StateSeen
    | Unexplained
)
