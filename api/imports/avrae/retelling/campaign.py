"""A recording retold as a campaign: every happening as the commands that make it happen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from api.imports.avrae.retelling.checking import Check
from api.imports.avrae.retelling.combatants import Combatants, first_sights
from api.imports.avrae.retelling.effects import Effects
from api.imports.avrae.retelling.fight import Fight
from api.imports.avrae.retelling.health import HealthWriter
from api.imports.avrae.retelling.people import People
from api.imports.avrae.retelling.rolling import write_roll
from api.imports.avrae.retelling.scribe import Scribe
from api.imports.avrae.story.happenings import (
    Acted,
    AttackRolled,
    BotSaid,
    CheckRolled,
    CombatantChanged,
    CombatantJoined,
    CombatantLeft,
    CombatEnded,
    CombatStarted,
    CounterUsed,
    Damaged,
    DeathSaveRolled,
    EffectAdded,
    EffectEnded,
    Happening,
    Healed,
    HpSet,
    OrderChanged,
    RecordedCounter,
    RecordedRoll,
    RecordedSource,
    RuleQuoted,
    Said,
    SaveRolled,
    SlotUsed,
    StateSeen,
    TempHpGained,
    TurnMoved,
    Unexplained,
)


class Retelling:
    """A writer of happenings, in their order. It reads the state so far from the campaign itself."""

    def __init__(self, scribe: Scribe, people: People, happenings: Iterable[Happening]) -> None:
        story = list(happenings)
        self._scribe = scribe
        self._people = people
        self.combatants = Combatants(scribe, people, first_sights(story))
        self._fight = Fight(scribe, self.combatants)
        self._health = HealthWriter(scribe, self.combatants)
        self._effects = Effects(scribe, self.combatants, self._fight)
        self.check = Check(self.combatants, self._fight, self._effects)
        self._shown = {line for each in story if isinstance(each, BotSaid) for line in each.source.lines}

    def tell(self, happening: Happening) -> None:  # noqa: C901, PLR0912, PLR0915 - one case for each happening
        """Write down a happening; states are compared."""
        match happening:
            case CombatStarted(source=source):
                self._fight.begin(source)
            case CombatEnded(source=source):
                self._fight.end(source)
            case CombatantJoined():
                self._joined(happening)
            case CombatantLeft(source=source, who=who):
                self.combatants.leave(source, who)
            case CombatantChanged():
                self.combatants.change(happening)
            case OrderChanged():
                self._fight.reorder(happening)
            case TurnMoved():
                self._fight.move(happening, self._effects.recount)
            case Said() | BotSaid() | Acted() | RuleQuoted():
                self._words(happening)
            case AttackRolled() | SaveRolled() | CheckRolled() | DeathSaveRolled() | RecordedRoll():
                write_roll(self._scribe, self.combatants, happening)
            case Damaged() | Healed() | TempHpGained() | HpSet() | Unexplained():
                self._health.change(happening)
            case EffectAdded():
                self._effects.add(happening)
            case EffectEnded():
                self._effects.end(happening)
            case CounterUsed(source=source, who=who, used=used):
                self.combatants.use(source, who, RecordedCounter(happening.counter, happening.left, None), used)
            case SlotUsed(source=source, who=who, slots=slots, used=used):
                self.combatants.use(source, who, slots, used)
            case StateSeen():
                self.check.compare(happening)
            case _:
                assert_never(happening)

    def _joined(self, joined: CombatantJoined) -> None:
        self._fight.prepare(joined.source)
        self.combatants.join(joined)
        self._fight.open(joined.source)

    def _words(self, happening: Said | BotSaid | Acted | RuleQuoted) -> None:
        """Write a person's words as a note; of an action only words that no message of the bot shows anyway."""
        shown = bool(self._shown & set(happening.source.lines))
        match happening:
            case Acted(title=str(title)):
                self._scribe.explain(happening.source.interaction, title)
            case Acted() if not shown:
                upon = ", ".join(target.name for target in happening.targets)
                self._note(
                    happening.source, f"{happening.by.name} acts upon {upon}." if upon else f"{happening.by.name} acts."
                )
            case RuleQuoted(text=text) if not shown:
                self._note(happening.source, text)
            case BotSaid(text=text) if (author := happening.source.author) and self._people.under_another_name(author):
                self._note(happening.source, f"{author.name}: {text}")
            case Said(text=text) | BotSaid(text=text):
                self._note(happening.source, text)

    def _note(self, source: RecordedSource, text: str) -> None:
        if text:
            self._scribe.write(source, "note", {"text": text})
