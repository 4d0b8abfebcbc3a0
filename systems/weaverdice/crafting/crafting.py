"""Crafting: rolls that add up to a thing, as many as Knowledge has room for, over as many downtimes as it takes."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta
from msgspec.structs import replace

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.naming import find, handle_of
from domain.kit.rolls import Throw, count_as, roll, without_dice
from domain.messages import together
from domain.play.deciders import owner_of
from domain.play.play import Play
from domain.vocabulary.holdings import Item, ItemChanged
from domain.vocabulary.log import Noted
from domain.vocabulary.undertakings import Task, TaskAdvanced, TaskBegun, TaskChanged, TaskEnded
from systems.freeform.fields import Because, Key, Number, Word
from systems.weaverdice.checks import crafting_skills
from systems.weaverdice.crafting import contriving, craft_help, designs, repairs
from systems.weaverdice.crafting.workshop import CRAFTED, NUMBERS, CraftData, benefit, take_action
from systems.weaverdice.fame import circles, followers
from systems.weaverdice.gear import outfitting, pieces, weapons
from systems.weaverdice.gear.pieces import TIERS, Tier
from systems.weaverdice.harm import thriving
from systems.weaverdice.money import pay
from systems.weaverdice.sheet import skills, stats
from systems.weaverdice.sheet.items import WorkData

KIND: Final = CRAFTED

CRAFTSMAN: Final = "craftsman"

STEADY_HAND: Final = 4
"""WD-CRF-09: what a Craftsman's work counts as."""


class BeginCraft(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` is a piece of costume, a weapon of the catalogue or a design that was laid out, and `tier` what is attempted."""

    who: CharacterRef
    what: Annotated[
        Word, Meta(description="A piece of costume, a weapon of the catalogue or a design that was laid out")
    ]
    tier: Annotated[Tier, Meta(description="The tier that is attempted")] = "standard"
    field: Annotated[str, Meta(description="The specialty that it belongs to")] = ""
    group: Annotated[str, Meta(description="The group of an affiliation")] = ""
    material: Annotated[str, Meta(description="The material of a supply")] = ""


class Craft(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`project` is what is being made, by what it is or by the name of the task."""

    who: CharacterRef
    project: Annotated[Key, Meta(description="What is being made, by what it is or by the name of the task")]
    take_four: Annotated[bool, Meta(description="Whether the daily 4 of Master Craft takes the place of the roll")] = (
        False
    )


class ChangeCraft(Command, frozen=True, kw_only=True, omit_defaults=True):
    """The work on the `project` is harder `by` so much than it seemed or, below zero, easier."""

    who: CharacterRef
    project: Annotated[Key, Meta(description="The work that changes")]
    by: Annotated[Number, Meta(description="How much harder it is than it seemed or, below zero, easier")]
    because: Because = ""


@command("Begin to craft an item, with the materials that it takes.", by="owner", slots=0)
def begin_craft(play: Play, command: BeginCraft) -> None:
    """WD-CRF-04, WD-CRF-06, WD-CSK-06, ruling 72: materials are a part of the price, by tier, rounded up, and paid for
    at once."""
    who, design = command.who, designs.named(play, command.what, command.tier)
    if command.tier not in design.tiers:
        listed = together(design.tiers)
        play.refuse(
            "WD-COS-01",
            "A {what} is not made in the {tier} tier; it comes in {listed}.",
            what=command.what,
            tier=command.tier,
            listed=listed,
        )
    _check_piece(play, command)
    tier = NUMBERS.tiers[command.tier]
    pay(play, who, materials(play, who, design, command.tier), "WD-CRF-04")
    work = CraftData(
        tier=command.tier,
        tiers=" ".join(design.tiers),
        sorts=" ".join(design.sorts),
        catalogue=design.catalogue,
        field=command.field,
        group=command.group,
        material=command.material,
    )
    data = work.stored() | CraftData.changes(raised=design.raised, factor=design.factor)
    task = Task(kind=KIND, goal=tier.difficulty + design.raised, title=command.what, data=data)
    with play.citing("WD-CRF-04"):
        play.emit(who, TaskBegun(name=play.new_id(KIND), task=task))


def _check_piece(play: Play, command: BeginCraft) -> None:
    """Ask what a piece of costume needs to be named for, before any money is spent."""
    key = f"{handle_of(command.what)}/{command.tier}"
    does = pieces.feature(play, key) if command.tier in pieces.tiers_of(play, handle_of(command.what)) else None
    if does is not None and does.exclusive and not command.group:
        play.refuse("WD-COS-14", "An affiliation is to somebody: name the group.")
    if does is not None and does.supply and not command.material:
        play.refuse("WD-COS-12", "A supply holds something: name the material.")


def materials(play: Play, who: str, design: designs.Design, tier: Tier) -> int:
    """WD-CRF-04, WD-CRF-10, WD-CSK-06, ruling 72: return the price of materials: costs are rounded up, reductions down."""
    dollars = -(-design.price // NUMBERS.tiers[tier].part)
    saved = dollars * min(100, benefit(play, who, "saves", design.sorts)) // 100
    return crafting_skills.materials(play, who, dollars - saved)


@command("Use a crafting action on a roll for an item that is being crafted.", by="owner", slots=0)
def craft(play: Play, command: Craft) -> None:
    """WD-CRF-02, WD-CRF-03, WD-CRF-05, WD-CRF-08, WD-CRF-09, WD-CRF-10, WD-CSK-01, WD-CSK-09: a crafting action, and
    one roll more for a thing; with the last one that there is room for, or as soon as the total is there (ruling 70),
    it is done."""
    who, name = command.who, project(play, command.who, command.project)
    if rolls_left(play, who, name) <= 0:
        play.refuse("WD-CRF-03", "There is no room for another roll at this; Knowledge says how many there are.")
    task = play.character(who).tasks[name]
    work = CraftData.of(task)
    if contriving.is_contrivance(work):
        contriving.check(play, who, *contriving.combined(work))
    take_action(play, who, name)
    with play.citing("WD-CRF-02"):
        rolled = _rolled(play, command, name)
    stage = play.character(who).tasks[name].stage + 1
    play.emit(who, TaskAdvanced(name=name, amount=max(0, rolled)))
    play.emit(who, TaskChanged(name=name, stage=stage))
    tier = reached(play, who, name)
    if tier == CraftData.of(play.character(who).tasks[name]).tier or rolls_left(play, who, name) <= 0:
        _end(play, who, name, tier)


def project(play: Play, who: str, word: str) -> str:
    """Return what a character is making, by its name or what it is."""
    projects = play.where(who, "tasks", KIND)
    name = next((n for n in sorted(projects) if projects[n].title == word), None) or find(play, who, "tasks", word)
    return (
        name
        if name in projects
        else play.missing(f"{who}.tasks.{name}", "They are not crafting that; name one of their works.")
    )


def rolls_left(play: Play, who: str, name: str) -> int:
    """WD-CRF-03, WD-CRF-07, WD-CRF-10: the rolls that there is still room for: as many as Knowledge, so many times over
    for drudge work, and what tools add. Ruling 128: the room for each part of a contrivance is added up."""
    task, knowledge = play.character(who).tasks[name], stats.score(play, who, "knowledge")
    work = CraftData.of(task)
    if contriving.is_contrivance(work):
        most = sum(knowledge + benefit(play, who, "rolls", sorts) for sorts in contriving.parts_of(work))
    else:
        most = knowledge * work.factor + benefit(play, who, "rolls", _sorts(task))
    return max(0, most - task.stage)


def total(play: Play, who: str, name: str) -> int:
    """WD-CSK-01, WD-CRF-10, ruling 71: return the total of the rolls, with what skills and tools add to it."""
    task = play.character(who).tasks[name]
    skilled = crafting_skills.total_bonus(play, who, CraftData.of(task).field, str(task.title))
    return int(task.progress) + skilled + benefit(play, who, "total", _sorts(task))


def reached(play: Play, who: str, name: str) -> str:
    """WD-CRF-05, ruling 71: the best tier, up to the one attempted, whose difficulty the total meets; "" for none."""
    task = play.character(who).tasks[name]
    work = CraftData.of(task)
    if contriving.is_contrivance(work):
        return work.tier if total(play, who, name) >= (task.goal or 0) else ""
    attempted, made = work.tier, work.tiers.split()
    lower = [tier for tier in TIERS[: [str(tier) for tier in TIERS].index(attempted) + 1] if tier in made]
    come_to, raised = total(play, who, name), work.raised
    met = [tier for tier in lower if come_to >= NUMBERS.tiers[tier].difficulty + raised]
    return met[-1] if met else ""


def _sorts(task: Any) -> tuple[str, ...]:
    work = CraftData.of(task)
    if contriving.is_contrivance(work):
        return tuple(dict.fromkeys(sort for part in contriving.parts_of(work) for sort in part))
    return tuple(work.sorts.split())


def _rolled(play: Play, command: Craft, name: str) -> int:
    """WD-CRF-02, WD-CRF-08, WD-CSK-01: a die without a stat's modifier, with the related skills; the best of it and what
    helpers roll counts. WD-CRF-09: a Craftsman's 4 may come in place of a bad roll."""
    who = command.who
    missing = max(1, (play.character(who).tasks[name].goal or 0) - total(play, who, name))
    throw = Throw(who, KIND, craft_help.dice(play, who), missing, thriving.at_work(play, who))
    if command.take_four:
        rolled = without_dice(play, throw, crafting_skills.take_four(play, who), "takes 4, rolling no die")
    else:
        rolled = roll(play, throw)
    skills.used(play, who, crafting_skills.FIELD)
    best = max((rolled.total, *craft_help.rolls(play, who, name)))
    if best < STEADY_HAND and _steady_hand(play, who, best):
        return count_as(play, rolled, STEADY_HAND, "a Craftsman has a steady hand", rules=("WD-CRF-09",)).total
    if best > rolled.total:
        count_as(play, rolled, best, "what a helper rolled counts", rules=("WD-CRF-08",))
    return best


def _steady_hand(play: Play, who: str, best: int) -> bool:
    ready = circles.of_type(play, who, CRAFTSMAN, ready=True)
    prompt = f"Tap a Craftsman, to have a {STEADY_HAND} in place of the {best}?"
    if not ready:
        return False
    owner, price = owner_of(play, who), "1 Craftsman, tapped"
    if play.offer("craftsman", owner, ("yes", "no"), "no", prompt, of=KIND, about=who, price=price) != "yes":
        return False
    with play.citing("WD-CRF-09"):
        followers.tap(play, who, ready[-1])
    return True


def _end(play: Play, who: str, name: str, tier: str) -> None:
    """WD-CRF-03, WD-CRF-05: the attempt is over, with the thing made in the tier that was reached, or with nothing."""
    task = play.character(who).tasks[name]
    what, work = str(task.title), CraftData.of(task)
    with play.citing("WD-CRF-03" if tier in ("", work.tier) else "WD-CRF-05"):
        play.emit(who, TaskEnded(name=name, because=f"made/{tier}" if tier else "failed"))
    crafting_skills.end_pairing(play, who, what)
    if tier and contriving.is_contrivance(work):
        with play.citing("WD-CSK-07"):
            contriving.finish(play, who, *contriving.combined(work))
    elif tier:
        _make(play, who, what, next(one for one in TIERS if one == tier), work)
    _go_wrong(play, who, what, failed=not tier)


def _make(play: Play, who: str, what: str, tier: Tier, work: CraftData) -> None:
    if tier in pieces.tiers_of(play, handle_of(what)):
        bought = outfitting.BuyPiece(who=who, what=what, tier=tier, group=work.group, material=work.material)
        outfitting.give_piece(play, bought)
        return
    entry, worth = work.catalogue, designs.worth(play, what, tier)
    data = replace(worth, days=0).stored()
    if entry:
        data |= weapons.traits(weapons.listed(play, entry)).stored()
    thing = weapons.give(play, who, Item(what=handle_of(what) or what, title=what, catalogue=entry, data=data))
    if worth.days:
        repairs.set_expiry(play, repairs.SetExpiry(who=who, item=thing, days=worth.days))
        play.emit(who, ItemChanged(name=thing, data=WorkData.changes(days=worth.days)))


def _go_wrong(play: Play, who: str, what: str, *, failed: bool) -> None:
    """WD-CRF-07: a failure, or a hidden roll, may have consequences; those of a hidden roll stay the game master's."""
    mishap = play.campaign().catalogue.get(f"{designs.MISHAP}/{handle_of(what)}")
    if mishap is None:
        return
    on = int(mishap.fields.get("on") or 0)
    happened = Noted(name=designs.MISHAP, data={"what": what, "says": mishap.title}, rules=("WD-CRF-07",))
    if not on:
        if failed:
            play.emit(who, happened)
        return
    with play.citing("WD-CRF-07"):
        die = play.roll(who, designs.MISHAP, "1d6", sealed=True)
    if die.total <= on:
        with play.seen_by("gm"):
            play.emit(who, happened)


@command("Make the crafting of an item harder or easier.")
def change_craft(play: Play, command: ChangeCraft) -> None:
    """WD-CRF-07: circumstances make a work harder or easier; the game master says so."""
    who, name = command.who, project(play, command.who, command.project)
    task = play.character(who).tasks[name]
    raised = CraftData.of(task).raised + command.by
    play.emit(
        who,
        TaskChanged(
            name=name, goal=(task.goal or 0) + command.by, data=CraftData.changes(raised=raised), rules=("WD-CRF-07",)
        ),
    )
