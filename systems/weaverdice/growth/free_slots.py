"""Later gains of the sixteen steps: free slots of downtime, morale that drifts, underlings who fill more than one slot."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.naming import find
from domain.play.play import Play
from domain.play.slots import phase_under_way
from domain.vocabulary.groups import FollowerChanged
from domain.vocabulary.holdings import CardCounted, CardSpent
from systems.freeform.fields import Amount, Key
from systems.weaverdice.checks import checks, morale
from systems.weaverdice.fame.circles import FollowerData, circle, followers
from systems.weaverdice.growth.sixteen_steps import check_variant
from systems.weaverdice.growth.steps import SOCIAL_START
from systems.weaverdice.sheet import standing, stats
from systems.weaverdice.sheet.phases import add_slots

KINDLY: Final = ("secret-identity", "civilian-life")
"""WD-OPT-26: what keeps the slot open."""

HARMS: Final = {2: "strained_relationships", 4: "suspicion"}
"""WD-OPT-26, ruling 121: what the die of a later use does up to these numbers; beyond them morale falls by a step."""

OPEN: Final = "step-14"
"""The source of the slot that stays open."""

AGAIN: Final = "again"


class UseFreeSlot(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`slot` is the name of the card, or left out where there is only one."""

    who: CharacterRef
    slot: Annotated[Key, Meta(description="The name of the card, or left out where there is only one")] = morale.SLOT
    what_for: Annotated[str, Meta(description="What it is used for")] = ""


class DriftMorale(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Some time has passed. In an encounter whose kind is `social` the social baseline counts."""

    who: CharacterRef


class SizeUpUnderling(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`underling` (the name of one, or the word it goes by) fills so many of its leader's `slots`."""

    who: CharacterRef
    underling: Annotated[Key, Meta(description="The name of one, or the word it goes by")]
    slots: Annotated[Amount, Meta(description="How many of its leader's slots it fills")] = 2


@command("Say how many slots a named or capable underling fills.")
def size_up_underling(play: Play, command: SizeUpUnderling) -> None:
    """WD-OPT-19: an underling with a name or with capabilities fills more than one slot."""
    check_variant(play, "WD-OPT-19")
    underlings = followers(play, command.who, "underling")
    called = [n for n, f in sorted(underlings.items()) if command.underling in (n, f.of, f.title)]
    if not called:
        play.missing(f"{command.who}.followers.{command.underling}", "Name one of their underlings.")
    data = FollowerData.changes(slots=command.slots)
    with play.citing("WD-OPT-19"):
        play.emit(circle(play, command.who), FollowerChanged(name=called[0], data=data))


@command("Use a slot of downtime that a step of growth gave.", by="owner", scene=True)
def use_free_slot(play: Play, command: UseFreeSlot) -> None:
    """WD-OPT-26, WD-OPT-27, WD-DOWN-05: a slot of downtime is used, and adds to those of the phase; the one that stays open
    costs something each later time."""
    who, slot = command.who, find(play, command.who, "cards", command.slot)
    card = play.character(who).cards[slot]
    if card.kind != morale.SLOT or not card.provenance.startswith("step-"):
        play.missing(f"{who}.cards.{slot}", "That card is no slot of downtime that a step gave; name one that is.")
    stays_open = card.provenance == OPEN
    rule = "WD-OPT-26" if stays_open else "WD-OPT-27"
    check_variant(play, rule)
    if phase_under_way(play) is None:
        play.refuse("WD-DOWN-05", "The slot adds to those of a downtime phase; use it once one is open.")
    add_slots(play, who)
    with play.citing(rule):
        if stays_open and card.counters.get(AGAIN, 0):
            _use_again(play, who, slot)
        elif stays_open and standing.holds(play, who, *KINDLY):
            play.emit(who, CardCounted(name=slot, counter=AGAIN, amount=1))
        elif card.counters.get("uses", 1) > 1:
            play.emit(who, CardCounted(name=slot, counter="uses", amount=-1))
        else:
            play.emit(who, CardSpent(name=slot, because=command.what_for or "used"))


def _use_again(play: Play, who: str, slot: str) -> None:
    """Ruling 121: a d6 says which harm it does."""
    if not standing.holds(play, who, *KINDLY):
        play.refuse("WD-OPT-26", "The slot stays open only with a secret identity and good civilian relationships.")
    play.emit(who, CardCounted(name=slot, counter=AGAIN, amount=1))
    die = play.roll(who, "harm", "1d6").total
    harm = next((harm for most, harm in HARMS.items() if die <= most), None)
    if harm:
        conditions.gain(play, who, harm)
    else:
        morale.shift(play, who, -1, "WD-OPT-26")


@command("Let time move a character's morale a step towards where it starts.", scene=True)
def drift_morale(play: Play, command: DriftMorale) -> None:
    """WD-OPT-24: over time morale drifts to where it starts; in [Social] encounters that can be a step higher."""
    check_variant(play, "WD-OPT-24")
    who, encounter = command.who, play.deed.encounter
    social = encounter is not None and play.encounter(encounter).profile["self"].kind.casefold() == "social"
    raised = social and bool(play.where(who, "formulas", SOCIAL_START))
    away = play.value(who, SOCIAL_START if raised else stats.START_OF_DAY).total - checks.morale(play, who)
    if away:
        morale.shift(play, who, 1 if away > 0 else -1, "WD-OPT-24")
