"""The wound track: what fills it, what makes room on it, and whether a character stays in the fight."""

from __future__ import annotations

from itertools import count
from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.instance_fields import takes_one_of
from domain.kit import conditions, counters
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import find
from domain.kit.rolls import addend
from domain.play.moments import come, release, settle
from domain.play.play import Play
from domain.vocabulary.anchors import WhilePresent
from domain.vocabulary.bodies import Wound, WoundChanged, WoundClosed, WoundSuffered
from domain.vocabulary.data import Data
from systems.freeform.fields import Because, Key
from systems.weaverdice.checks.checks import Manner, check
from systems.weaverdice.harm import dying, statuses
from systems.weaverdice.harm.windows import WOUNDING, Blow
from systems.weaverdice.moments import RESTED, WOUNDED
from systems.weaverdice.sheet import people
from systems.weaverdice.sheet.stats import WOUND_SLOTS

TIERS: Final = ("lesser", "moderate", "critical")
"""WD-DMG-03, from the mildest to the worst."""

GIVES_WAY: Final = {"lesser": (), "moderate": ("lesser",), "critical": ("lesser", "moderate")}
"""WD-WND-02, ruling 28: what a wound of a tier displaces from a full track, and in which order."""

STAY_IN_TARGET: Final = 3


@data_of("wounds")
class FadingData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """A wound, which may fade with the next rest."""

    fades: bool = False


class MendWound(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`wound` is its name or slot, as in `body/1`."""

    who: CharacterRef
    wound: Annotated[Key, Meta(description="Its name or slot, as in `body/1`", extra=takes_one_of("wounds"))]
    reduce: Annotated[bool, Meta(description="Whether it becomes one step milder in place of being healed")] = False
    because: Because = ""


def suffer(
    play: Play, who: str, tier: str, *, type: str = "", label: str = "", source: str = "", fades: bool = False
) -> str | None:
    """WD-WND-01, WD-WND-10, WD-COS-02: a wound without a roll for its effect; its name, or None where none reached the body.

    Damage of a `type` is taken by armor first; what has none (blood that is lost) comes from within. A critical wound is a
    moderate one with scarring. One that `fades` is gone at the next rest. `label` names the check to stay in the fight, if
    one is due.
    """
    if people.category(play, who) == "bystander":
        dying.fall_unconscious(play, who)
        return None
    armor = WOUNDING.open(play, who, Blow(tier, type)).slot
    if not armor:
        _begin_anew(play, who)
    name = play.new_id("wound")
    slot = armor or _room(play, who, tier)
    data = FadingData(fades=fades and not armor)
    wound = Wound(severity=tier, kind=type, slot=slot, source=source, data=data.stored())
    play.emit(who, WoundSuffered(name=name, wound=wound, rules=("WD-COS-02",) if armor else ()))
    if armor:
        return None
    if tier == "critical":
        with play.citing("WD-WND-10"):
            conditions.gain(play, who, "scarred", until=WhilePresent(path=f"{who}.wounds.{name}"), of=name)
    hold_out(play, who, label)
    come(play, WOUNDED, who)
    return name


def body(play: Play, who: str) -> list[str]:
    """The wounds of the body, by slot; those that armor took are not among them."""
    wounds = play.character(who).wounds
    return sorted((name for name in wounds if _on_body(wounds[name].slot)), key=lambda name: _number(wounds[name].slot))


def tier(play: Play, who: str, name: str) -> int:
    """Return how severe a wound is, as a place in the tiers. One that was entered in other words is of the mildest."""
    severity = play.character(who).wounds[name].severity
    return TIERS.index(severity) if severity in TIERS else 0


def slots(play: Play, who: str) -> int:
    """WD-DMG-01: return how many wounds the body takes before it risks falling."""
    return play.value(who, WOUND_SLOTS).total


def full(play: Play, who: str) -> bool:
    """Whether no slot is free."""
    return len(body(play, who)) >= slots(play, who)


def hold_out(play: Play, who: str, label: str = "") -> None:
    """WD-WND-03, WD-WND-05, WD-WND-08, WD-WND-10, rulings 27 and 36: with no slot free, a Guts check says who stays in
    the fight. A generic drops without one (WD-NPC-04); who has nothing but critical wounds dies outright.

    To be called after whatever fills slots or takes them away; it does nothing where a slot is free.
    """
    names, most = body(play, who), slots(play, who)
    if len(names) < most or conditions.has(play, who, "dead"):
        return
    wounds = play.character(who).wounds
    grave = [wounds[name].severity for name in names if wounds[name].severity != "lesser"]
    if 0 < most <= grave.count("critical"):
        with play.citing("WD-WND-10"):
            dying.die(play, who, "critically wounded all over")
    elif people.category(play, who) == "generic":
        with play.citing("WD-NPC-04"):
            dying.fall_unconscious(play, who)
    elif not conditions.has(play, who, "dying") and not _stays_in(play, who, label):
        if len(grave) >= max(1, most):
            dying.start_dying(play, who)
        else:
            dying.fall_unconscious(play, who)


def _stays_in(play: Play, who: str, label: str) -> bool:
    """WD-WND-03: 3+ on Guts, with -1 for each such check since a slot was last cleared."""
    before = dying.checks_before(play, who)
    modifiers = addend("checks to stay in before", -before)
    how = Manner(modifiers=modifiers, painless=True)
    with play.citing("WD-WND-03"):
        checked = check(play, who, label or "stay", "guts", STAY_IN_TARGET, how=how)
        counters.ensure(play, who, dying.STAY_IN)
        counters.add(play, who, dying.STAY_IN)
    return checked.success


def mend(play: Play, who: str, name: str, because: str = "mended") -> None:
    """A wound is gone, and with it what hung on it. WD-WND-04: once a slot is free, checks to stay in begin anew."""
    play.emit(who, WoundClosed(name=name, because=because))
    settle(play, f"{who}.wounds.{name}")
    _begin_anew(play, who)


def _begin_anew(play: Play, who: str) -> None:
    """WD-WND-04: with a slot free, be it of a wound that is gone or of Guts that came back, checks to stay in that were
    made count no more."""
    if dying.checks_before(play, who) and not full(play, who):
        with play.citing("WD-WND-04"):
            counters.clear(play, who, dying.STAY_IN)


def reduce(play: Play, who: str, name: str) -> None:
    """One step milder: critical to moderate, moderate to lesser, lesser to gone. Effects that hang on it stay as long
    as it."""
    step = tier(play, who, name) - 1
    if step < 0:
        mend(play, who, name)
    else:
        play.emit(who, WoundChanged(name=name, severity=TIERS[step]))


def worsen(play: Play, who: str, name: str) -> None:
    """A lesser wound becomes a moderate one, in its slot."""
    play.emit(who, WoundChanged(name=name, severity="moderate"))


def fade(play: Play, who: str) -> None:
    """WD-WFX-02, WD-WFX-03, ruling 32: end the wounds that were to last until the next rest."""
    wounds = play.character(who).wounds
    for name in sorted(name for name in wounds if FadingData.of(wounds[name]).fades):
        mend(play, who, name, "faded")


@command("A wound is mended, or made one step milder, by other means than rest.", scene=True)
def mend_wound(play: Play, command: MendWound) -> None:
    """WD-WND-04, WD-WND-13: mend a wound by what the game master says mends it besides rest: a power, care, time.

    WD-COND-13: a wound in which an object is stuck never heals fully.
    """
    name = find(play, command.who, "wounds", command.wound)
    gone = not command.reduce or not tier(play, command.who, name)
    if gone and statuses.stuck_in(play, command.who, name):
        play.refuse("WD-COND-13", "What is stuck in this wound keeps it open; take it out first.")
    if command.reduce:
        reduce(play, command.who, name)
    else:
        mend(play, command.who, name, command.because or "mended")


def _room(play: Play, who: str, tier: str) -> str:
    """The slot that a new wound of this tier comes to: a free one, one that a milder wound gives up, one beyond the track."""
    for milder in GIVES_WAY[tier] if full(play, who) else ():
        for name in body(play, who):
            wound = play.character(who).wounds[name]
            if wound.severity == milder:
                slot = str(wound.slot)
                with play.citing("WD-WND-02"):
                    release(play, f"{who}.wounds.{name}")
                    play.emit(who, WoundClosed(name=name, because="displaced"))
                return slot
    return next(slot for n in count(1) if not play.where(who, "wounds", slot := f"body/{n}"))


def _on_body(slot: str) -> bool:
    return slot.startswith("body/")


def _number(slot: str) -> int:
    return int(slot.removeprefix("body/"))


MOMENTS = {RESTED: (fade,)}
