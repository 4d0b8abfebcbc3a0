"""The workshop: the crafting actions that a slot of downtime gives, what they may go to, and the tools that help."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, field
from msgspec.structs import replace

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.kit import counters
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import handle_of
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.anchors import AnyAnchor
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Item
from domain.vocabulary.undertakings import UseReset
from systems.freeform.fields import Title, Word
from systems.weaverdice.checks import crafting_skills
from systems.weaverdice.crafting import repairs
from systems.weaverdice.gear.pieces import Tier
from systems.weaverdice.gear.weapons import give
from systems.weaverdice.money import pay
from systems.weaverdice.sheet import skills
from systems.weaverdice.sheet.items import ThingData, name_of
from systems.weaverdice.sheet.phases import block

ACTIONS: Final = "crafting-actions"
"""The counter of the crafting actions that are left of this slot."""

SLOTS: Final = "crafting-slots"
"""The counter of the slots that were ever used for crafting."""

CRAFTED: Final = "craft"
"""The kind of the tasks that are items being made; its stage counts the rolls."""

ASIDE: Final = "crafting-aside"
"""The counter of the actions that are left for unrelated work (WD-CSK-04)."""

Benefit = Literal["rolls", "total", "actions", "saves"]
"""WD-CRF-10: what tools add to: the rolls of a craft, its total, the actions of a slot; or percent off materials."""

Small = Annotated[int, Meta(ge=0, le=10)]


class TierOfWork(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """WD-CRF-04, WD-CRF-06."""

    difficulty: int
    part: int
    bonus: int
    duration: int


class Changes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """WD-CRF-07."""

    mechanical: int
    expertise_least: int
    expertise_most: int
    drudge: int


class Tool(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """WD-CRF-10."""

    title: str
    price: int
    rolls: int
    only: tuple[str, ...]


class _Crafting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tiers: dict[Tier, TierOfWork]
    changes: Changes
    tools: dict[str, Tool]


NUMBERS: Final = table(__package__, "crafting", _Crafting)
CATALOGUE: Final = (
    CatalogueKind(
        name="tool",
        title="Tools",
        table=NUMBERS.tools,
        rules=("WD-CRF-10",),
        labels={"rolls": "more rolls", "only": "only for"},
        units={"price": "dollars"},
    ),
    CatalogueKind(
        name="quality",
        title="Tiers of quality",
        table=NUMBERS.tiers,
        rules=("WD-CRF-04", "WD-CRF-06"),
        labels={"part": "materials cost one in", "duration": "lasts times"},
    ),
)


@data_of("items")
class ToolData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The benefits of tools, and the sorts of things that they are good for alone."""

    rolls: int = 0
    total: int = 0
    actions: int = 0
    saves: int = 0
    only: str = ""


@data_of("uses", "crafting")
class CraftingData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The slot of downtime in which each thing had a crafting action last."""

    slots: dict[str, int] = field(name="", default_factory=dict)


@data_of("tasks", CRAFTED)
class CraftData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The work on a craft: the tier attempted, and the tiers, sorts and words that the thing has. For a contrivance,
    the thing that gets a part of another, what goes into it, and the parts that are combined."""

    tier: str
    tiers: str = ""
    raised: int = 0
    factor: int = 1
    sorts: str = ""
    catalogue: str = ""
    field: str = ""
    group: str = ""
    material: str = ""
    item: str = ""
    component: str = ""
    keyword: str = ""
    parts: str = ""


class CraftRepair(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A slot at the workbench."""

    who: CharacterRef


class BuyTools(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` are tools that the rulebook prices."""

    who: CharacterRef
    what: Annotated[Word, Meta(description="Tools that the rulebook prices", extra={"catalogue": "tool"})]


class SetUpTools(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` they are, and what they are good for: `rolls` more for a craft, a better `total`, more `actions` in a slot, or
    so many percent that materials `saves`."""

    who: CharacterRef
    what: Annotated[Title, Meta(description="What they are")]
    rolls: Annotated[Small, Meta(description="How many more rolls they give a craft")] = 0
    total: Annotated[Small, Meta(description="How much better the total of a craft is")] = 0
    actions: Annotated[Small, Meta(description="How many more actions they allow in a slot")] = 0
    saves: Annotated[int, Meta(ge=0, le=100, description="How many percent of the materials they save")] = 0
    only: Annotated[
        tuple[Word, ...],
        Meta(description="The sorts of things that they are good for alone, as in armor, metal, costume"),
    ] = ()


@command("Spend a slot of downtime at the workbench, for as many crafting actions as Dexterity.", by="owner", slots=1)
def craft_repair(play: Play, command: CraftRepair) -> None:
    """WD-CRF-01, WD-CSK-03, WD-DOWN-03: a slot gives as many crafting actions as Dexterity, which lapse with it.
    WD-CSK-04: every so many slots one more comes, for an unrelated thing."""
    who = command.who
    _count(play, who, SLOTS, 1, None)
    _count(play, who, ACTIONS, crafting_skills.slot_actions(play, who, benefit(play, who, "actions")), block(who))
    if crafting_skills.frees_an_action(play, who, _left(play, who, SLOTS)):
        with play.citing("WD-CSK-04"):
            _count(play, who, ASIDE, 1, block(who))


def take_action(play: Play, who: str, thing: str) -> None:
    """WD-CRF-01: one crafting action goes to a thing. Refused where none is left for it."""
    if _left(play, who, ACTIONS) > 0:
        counters.add(play, who, ACTIONS, -1)
        if skills.knows(play, who, "multitasker"):
            play.emit(who, UseReset(name=ACTIONS, data=CraftingData.changes(slots={thing: _left(play, who, SLOTS)})))
        return
    if _left(play, who, ASIDE) <= 0:
        play.refuse("WD-CRF-01", "No crafting action is left; spend a slot of downtime on Craft / Repair.")
    elif CraftingData.of(play.character(who).uses[ACTIONS]).slots.get(thing) == _left(play, who, SLOTS):
        play.refuse("WD-CSK-04", "The action that is left goes to something that this slot has not been used for.")
    else:
        counters.add(play, who, ASIDE, -1)


def _count(play: Play, who: str, name: str, amount: int, until: AnyAnchor | None) -> None:
    counters.ensure(play, who, name, what="crafting", until=until)
    if amount:
        counters.add(play, who, name, amount)


def _left(play: Play, who: str, name: str) -> int:
    return counters.times(play, who, name)


def benefit(play: Play, who: str, what: Benefit, sorts: tuple[str, ...] = ()) -> int:
    """WD-CRF-10: return what a character's tools add, for things of these sorts. The same tools twice count once."""
    things = play.character(who).items
    best: dict[str, int] = {}
    for name in sorted(things):
        thing = things[name]
        tool = ToolData.of(thing)
        only, worth = tool.only.split(), int(getattr(tool, what))
        if worth and not ThingData.of(thing).broken and (not only or {*only} & {*sorts}):
            best[thing.what] = max(best.get(thing.what, 0), worth)
    return sum(best.values())


@command("Buy tools for the workshop.", by="owner", slots=0)
def buy_tools(play: Play, command: BuyTools) -> None:
    """WD-CRF-10: the machines that make armor and metal weapons cost a good deal, once."""
    what = handle_of(command.what)
    if what not in NUMBERS.tools:
        known = ", ".join(sorted(NUMBERS.tools))
        play.missing(
            f"{command.who}.items.{what}",
            "No tools called {what!r} are for sale; there is {known}.",
            what=command.what,
            known=known,
        )
    tool = NUMBERS.tools[what]
    pay(play, command.who, tool.price, "WD-CRF-10")
    data = ToolData.changes(rolls=tool.rolls, only=" ".join(tool.only))
    give(play, command.who, Item(what=what, title=tool.title, data=data))


@command("A character comes to have tools, and the game master says what they are good for.")
def set_up_tools(play: Play, command: SetUpTools) -> None:
    """WD-CRF-10: set up other tools, with the benefits that the game master gives them."""
    tool = ToolData(rolls=command.rolls, total=command.total, actions=command.actions, saves=command.saves)
    if tool == ToolData():
        play.refuse("WD-CRF-10", "Say what the tools are good for: rolls, total, actions, or what materials they save.")
    data = replace(tool, only=" ".join(handle_of(word) for word in command.only)).stored()
    give(play, command.who, Item(what=handle_of(command.what) or "tools", title=command.what, data=data))


@command("Use a crafting action on repairing an item.", by="owner", slots=0)
def repair_in_downtime(play: Play, command: repairs.Repair) -> None:
    """WD-CRF-01, WD-COS-03, WD-COS-04, ruling 116: in downtime one roll of a repair is one crafting action."""
    owner = command.owner or command.who
    item = name_of(play, owner, command.item)
    take_action(play, command.who, f"repair/{item}")
    repairs.attempt(play, command.who, owner, item, field=command.field, take_four=command.take_four)
