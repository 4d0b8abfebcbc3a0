"""The skills of Craft: dice, totals, actions, costs and difficulties, for crafting, repairs and lengthy work with tools."""

from __future__ import annotations

from typing import Final

import msgspec

from domain.kit import conditions, counters, turns
from domain.kit.data import data_of
from domain.kit.naming import handle_of
from domain.play.play import Play
from domain.rulebook import table
from domain.system import OptionSpec
from domain.vocabulary.anchors import AtMoment, UntilEncounterEnds
from domain.vocabulary.data import Data
from systems.weaverdice.checks.checks import Manner
from systems.weaverdice.moments import DAY_START
from systems.weaverdice.sheet import skills, stats
from systems.weaverdice.sheet.items import ThingData

FIELD: Final = "craft"
"""The field of these skills."""

KEPT: Final = "maintained"
"""The status of a character whose gear was kept whole once in this encounter (WD-CSK-08)."""


PAIRED: Final = "paired_specialties"
"""The status of a character who combines two specialties on one project (WD-CSK-05)."""

TAKEN: Final = "take-a-4"
"""The counter of Craft rolls that were taken as a 4 today (WD-CSK-09)."""


@data_of("conditions", PAIRED)
class PairData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """Two specialties that count together, for one project."""

    first: str
    second: str
    project: str


@data_of("traits", "skill")
class TradeData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The background that came with Handy, and whether a specialty is neglected."""

    trade: str = ""
    faded: bool = False


class _Craft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    per_skill: int


class _Diligence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    actions: int


class _Multitasker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    slots: int


class _Specialist(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    per_skill: int
    faded: int


class _Resourceful(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    percent: int
    dollars: int
    most_percent: int
    most_dollars: int


class _Contrive(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    part: int
    repair: int


class _Maintenance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    repair: int


class _Master(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    die: int


class _Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    craft: _Craft
    diligence: _Diligence
    multitasker: _Multitasker
    specialist: _Specialist
    resourceful: _Resourceful
    contrive: _Contrive
    maintenance: _Maintenance
    master: _Master


NUMBERS: Final = table(__package__, "crafting_skills", _Numbers)


def known(play: Play, who: str) -> int:
    """Ruling 68: the Craft skills that a character knows, the first one and the one that asks among them."""
    return skills.count(play, who, FIELD)


def extra_dice(play: Play, who: str) -> int:
    """WD-CSK-01, WD-CSK-09: the further dice of a craft, repair or tool check, of which one is kept."""
    return skills.dice(play, who, FIELD)


def at_work(play: Play, who: str, field: str = "", *, tools: bool = True) -> Manner:
    """WD-CSK-01, WD-CSK-02: return how a character rolls for a repair or a long check, in a field, with `tools` or
    systems or without.

    That Craft served is noted, for what is learned of it (WD-SKL-12).
    """
    extra = extra_dice(play, who) if tools else 0
    if extra:
        skills.used(play, who, FIELD)
    return Manner(extra=extra, together=adds_dice(play, who, field))


def adds_dice(play: Play, who: str, field: str) -> bool:
    """WD-CSK-02: whether the further dice of a long check in the field are added up: Handy, in a hands-on background."""
    return skills.knows(play, who, "handy") and field != "" and has_background(play, who, field)


def has_background(play: Play, who: str, field: str) -> bool:
    """Whether a character has the background of a field."""
    return f"background/{handle_of(field)}" in play.where(who, "traits", "background")


def carries_freely(play: Play, who: str, item: str) -> bool:
    """WD-CSK-02: whether a tool hangs on the belt without taking a slot: Handy, for tools of a background of theirs."""
    field = ThingData.of(play.character(who).items[item]).field
    return skills.knows(play, who, "handy") and has_background(play, who, field)


def total_bonus(play: Play, who: str, field: str = "", project: str = "") -> int:
    """WD-CSK-01, WD-CSK-05, rulings 67 and 68: what a crafting attempt gets on top of its dice: 1 for each Craft skill; in
    the field of a specialty more. A pairing of specialties adds the other one's bonus to its one project."""
    if not skills.knows(play, who, "craft"):
        return 0
    bonus = known(play, who) * NUMBERS.craft.per_skill
    fields = {handle_of(field)} if field else set()
    for pairing in play.where(who, "conditions", PAIRED).values():
        paired = PairData.of(pairing)
        pair = {paired.first, paired.second}
        if project and paired.project == project and fields & pair:
            fields |= pair
    return bonus + sum(specialty(play, who, one) for one in sorted(fields))


def end_pairing(play: Play, who: str, project: str) -> None:
    """WD-CSK-05: a pairing is for one project, and is over with it, be that a success or not."""
    for name, pairing in sorted(play.where(who, "conditions", PAIRED).items()):
        if PairData.of(pairing).project == project:
            with play.citing("WD-CSK-05"):
                conditions.end_one(play, who, name, "the project is over")


def specialty(play: Play, who: str, field: str) -> int:
    """WD-CSK-05: 1 for each skill of Craft and of Knowledge; the third part where the background is not kept up."""
    skill = f"specialist/{handle_of(field)}"
    if not skills.knows(play, who, skill):
        return 0
    bonus = (known(play, who) + skills.of_stat(play, who, "knowledge")) * NUMBERS.specialist.per_skill
    return bonus // NUMBERS.specialist.faded if TradeData.of(play.character(who).traits[skill]).faded else bonus


def slot_actions(play: Play, who: str, tools: int = 0) -> int:
    """WD-CRF-01, WD-CSK-03: the actions of a Craft / Repair slot: Dexterity, one more with Diligence, and what tools add."""
    diligent = NUMBERS.diligence.actions if skills.knows(play, who, "diligence") else 0
    return stats.score(play, who, "dexterity") + diligent + tools


def frees_an_action(play: Play, who: str, slots: int) -> bool:
    """WD-CSK-04, ruling 69: whether with this many slots used for crafting one more free action, for an unrelated item,
    is due: every [5 - Knowledge] slots, at least 1."""
    if not skills.knows(play, who, "multitasker") or slots <= 0:
        return False
    return slots % max(1, NUMBERS.multitasker.slots - stats.score(play, who, "knowledge")) == 0


def materials(play: Play, who: str, dollars: int) -> int:
    """WD-CSK-06, rulings 68 and 72: what materials cost a character: less by 10 % or $10, whichever is more, and by as
    much again for each Craft skill, to 50 % and $50."""
    if not skills.knows(play, who, "resourceful"):
        return dollars
    numbers, times = NUMBERS.resourceful, 1 + known(play, who)
    percent = min(numbers.most_percent, numbers.percent * times)
    off = min(numbers.most_dollars, numbers.dollars * times)
    return max(0, dollars - max(dollars * percent // 100, off))


def worth_adding(main: int, added: int) -> bool:
    """WD-CSK-07: whether a component of this price is worth at most one third of the main item's."""
    return added * NUMBERS.contrive.part <= main


def repair_difficulty(play: Play, who: str, base: int, contrived: int = 0) -> int:
    """WD-CSK-07, WD-CSK-08: return the difficulty of a repair: 5 more for each contrivance, 2 less with Maintenance."""
    maintained = NUMBERS.maintenance.repair if skills.knows(play, who, "maintenance") else 0
    return base + contrived * NUMBERS.contrive.repair + maintained


def lasts(play: Play, who: str, days: int) -> int:
    """WD-CSK-08: the days that a possession with an expiry date keeps; how much longer with Maintenance is an option."""
    if not skills.knows(play, who, "maintenance"):
        return days
    return days * int(play.option("maintained_lasts") or 100) // 100


def keeps_whole(play: Play, who: str) -> bool:
    """WD-CSK-08: whether Maintenance protects this piece of gear, the first in the encounter that a foe would break."""
    encounter = turns.running(play)
    if encounter is None or conditions.has(play, who, KEPT) or not skills.knows(play, who, "maintenance"):
        return False
    with play.citing("WD-CSK-08"):
        conditions.gain(play, who, KEPT, until=UntilEncounterEnds(encounter=encounter))
    return True


def take_four(play: Play, who: str) -> int:
    """WD-CSK-09: once a day a Craft roll is taken as a 4; the number. Refused without the skill, or a second time."""
    if not skills.knows(play, who, "master-craft"):
        play.refuse("WD-CSK-09", "Taking a 4 is for those who know Master Craft; roll instead.")
    daily, again = AtMoment(moment=DAY_START, subject=who), "A 4 was taken today already; roll instead."
    counters.limit(play, who, TAKEN, 1, rule="WD-CSK-09", sentence=again, what="take a 4", until=daily)
    return NUMBERS.master.die


OPTIONS = (
    OptionSpec(
        name="maintained_lasts",
        default=150,
        text="How long what expires lasts for a character with Maintenance, in percent of what it lasts for others.",
        rules=("WD-CSK-08",),
    ),
)
