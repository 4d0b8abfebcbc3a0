"""Damage: tiers and types, and what a hit comes to."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command, Text
from domain.instance_fields import takes_one_of
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import find
from domain.play.play import Play
from domain.rulebook import table
from domain.system import OptionSpec
from domain.vocabulary.bodies import Condition
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import ItemChanged
from domain.vocabulary.log import Noted
from systems.freeform.fields import Key, Title, Word
from systems.weaverdice.harm import wound_effects, wounds
from systems.weaverdice.harm.effect_tables import DamageType, Tier
from systems.weaverdice.harm.wound_context import WoundEffectContext
from systems.weaverdice.sheet import items, people


class _Damage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tier: dict[Tier, str]
    type: dict[DamageType, dict[Tier, str]]


EXAMPLES: Final = table(__package__, "damage", _Damage)
"""WD-DMG-03, WD-DMG-07: what each tier of wound, and each tier of each type of damage, is like."""

CATALOGUE: Final = (
    CatalogueKind(name="damage-type", title="Types of damage", table=EXAMPLES.type, rules=("WD-DMG-07",)),
    CatalogueKind(name="tier", title="Tiers of wounds", table=EXAMPLES.tier, rules=("WD-DMG-03",)),
)


class Hit(NamedTuple):
    """A hit that got through: what it deals, by whom, and how.

    `own` is the effect that the weapon specifies in place of the table's, `effect_tier` the tier of the effect where it
    differs from the wound's. `source` is what deals it, where nobody does. `pain` is the kind of pain that the source
    causes where the table leaves that open. A hit that is not `conventional` (a power) reaches past armor with its
    effect.
    """

    tier: str
    type: str
    wound: bool = True
    effect: bool = True
    by: str = ""
    label: str = ""
    conventional: bool = True
    item: str = ""
    ranged: bool = False
    pain: str = "physical"
    own: str = ""
    effect_tier: str = ""
    source: str = ""


@data_of("conditions", "marked")
class MarkData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """A mark, which may be hidden."""

    hidden: bool = False


class Inflict(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`wound` and `effect` say which of the two it brings. A hit that is not `conventional` has its effect through
    armor."""

    who: CharacterRef
    tier: Tier
    type: DamageType
    wound: Annotated[bool, Meta(description="Whether it wounds")] = True
    effect: Annotated[bool, Meta(description="Whether it has the effect of its type of damage")] = True
    conventional: Annotated[bool, Meta(description="Whether armor keeps its effect out; else it comes through")] = True
    pain: Annotated[Literal["physical", "mental"], Meta(description="The kind that a shock causes")] = "physical"
    by: Annotated[CharacterRef, Meta(description="The character who makes the attacker's choices")] = ""


class AlterEffect(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`effect` is a status of theirs, by name or by what it is."""

    who: CharacterRef
    effect: Annotated[Key, Meta(description="A status of theirs, by name or by what it is")]
    into: Annotated[Word, Meta(description="The status that takes its place")]
    because: Text = ""


class JudgeRend(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`item` deals rend damage if it is `vicious`, else that of the type `instead`."""

    who: CharacterRef
    item: Annotated[Key, Meta(description="The item that is judged", extra=takes_one_of("items"))]
    vicious: Annotated[bool, Meta(description="Whether it deals rend damage")]
    instead: Annotated[DamageType, Meta(description="The type of damage that it deals otherwise")] = "cut"


class LeaveMarks(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` can be seen of damage that did not count: a scuffed jaw, a torn sleeve."""

    who: CharacterRef
    what: Annotated[
        Title, Meta(description="What can be seen of damage that did not count: a scuffed jaw, a torn sleeve")
    ]


class HideMarks(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`how` they are hidden from those who must not see them."""

    who: CharacterRef
    how: Annotated[Text, Meta(description="How they are hidden from those who must not see them")]


def inflict(play: Play, who: str, hit: Hit) -> None:
    """WD-DMG-04, WD-DMG-05, WD-COS-02, ruling 29: the whole of a hit: the wound, and the effect on its table or the weapon's
    own. Armor takes a conventional hit with all that comes with it. Nothing more befalls those who drop dead of it.
    """
    if people.category(play, who) == "bystander":
        wounds.suffer(play, who, hit.tier)
        return
    wound = wounds.suffer(play, who, hit.tier, type=hit.type, source=hit.by or hit.source) if hit.wound else ""
    stopped = wound is None and hit.conventional and play.option("armor_effects") == "skipped"
    if not hit.effect or stopped or conditions.has(play, who, "dead"):
        return
    tier = hit.effect_tier or hit.tier
    s = WoundEffectContext(play, who, hit.type, tier, wound or "", hit.by, hit.pain, hit.item, hit.ranged)
    if hit.own:
        wound_effects.take_own_effect(s, hit.own)
    else:
        wound_effects.take_effect(s, hit.label)


def superficial(play: Play, who: str, hit: Hit) -> None:
    """WD-DMG-02: note a hit that was absorbed, blocked or reduced below lesser, which fills no slot and does nothing."""
    play.emit(who, Noted(name="superficial", data={"tier": hit.tier, "type": hit.type}, rules=("WD-DMG-02",)))


@command("A character takes damage without an attack: a wound and its effect.", name="inflict", scene=True)
def inflict_by_hand(play: Play, command: Inflict) -> None:
    """WD-DMG-03, WD-DMG-04, WD-DMG-05, WD-DMG-07: damage that no attack was rolled for, of the tier and type that its
    examples suggest."""
    fields = {field: getattr(command, field) for field in command.__struct_fields__ if field != "who"}
    inflict(play, command.who, Hit(**fields))


@command("The result of a wound's effect that does not suit the situation gives way to another.", scene=True)
def alter_effect(play: Play, command: AlterEffect) -> None:
    """WD-DMG-08: a result that does not suit what happened gives way to one that does, which lasts as long."""
    who = command.who
    name = find(play, who, "conditions", command.effect)
    altered = play.character(who).conditions[name]
    until, source = altered.until, altered.source
    with play.citing("WD-DMG-08"):
        conditions.end_one(play, who, name, "altered")
        conditions.gain(play, who, command.into, until=until, source=source)


@command("Say whether a weapon is vicious enough to rend.", scene=True)
def judge_rend(play: Play, command: JudgeRend) -> None:
    """WD-DMG-09: rend is for unusually vicious weapons; the game master says whether one is."""
    item = items.name_of(play, command.who, command.item)
    with play.citing("WD-DMG-09"):
        play.emit(
            command.who,
            ItemChanged(name=item, data=items.RendData.changes(rend=None if command.vicious else command.instead)),
        )


@command("Superficial damage leaves marks that may have to be hidden.", scene=True)
def leave_marks(play: Play, command: LeaveMarks) -> None:
    """WD-DMG-02: superficial damage shows, and may give a secret identity away."""
    marked = Condition(what="marked", title=command.what)
    conditions.add(play, command.who, marked, play.new_id("marked"), rules=("WD-DMG-02",))


@command("Hide what marks there are.", by="owner", scene=True)
def hide_marks(play: Play, command: HideMarks) -> None:
    """WD-DMG-02: hide every mark that shows."""
    marks = play.where(command.who, "conditions", "marked")
    shown = sorted(name for name in marks if not MarkData.of(marks[name]).hidden)
    if not shown:
        play.refuse("WD-DMG-02", "There are no marks on them that would have to be hidden.")
    for name in shown:
        conditions.change(play, command.who, name, data=MarkData.changes(hidden=True), rules=("WD-DMG-02",))


OPTIONS = (
    OptionSpec(
        name="armor_effects",
        default="skipped",
        choices=("skipped", "rolled"),
        text="Whether the effect of a hit that armor takes is skipped, or rolled all the same.",
        rules=("WD-COS-02", "WD-RULING-29"),
    ),
)
