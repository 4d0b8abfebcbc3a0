"""Stuck: what stays in the body that it was driven into, and how it comes out again."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.naming import find
from domain.messages import text
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.anchors import WhilePresent
from domain.vocabulary.bodies import Condition
from domain.vocabulary.undertakings import TaskEnded
from domain.vocabulary.values import Modifier, ModifierApplied
from systems.freeform.fields import Key, Word
from systems.weaverdice.harm import wounds
from systems.weaverdice.harm.statuses import StuckData
from systems.weaverdice.sheet import items
from systems.weaverdice.sheet.stats import MOVEMENT
from systems.weaverdice.turns import actions, lengthy

EXTRACT, BREAK_AWAY = "extract", "break away"


class _Stuck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    extract: int
    break_away: int


NUMBERS: Final = table(__package__, "stuck", _Stuck)


class Lodge(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`wound` is where it sits, by its name or its slot, `by` the character who put it there, `item` the thing of
    theirs that it is, if it is one.

    A `ranged` attack may `pin` the target to what is behind.
    """

    who: CharacterRef
    wound: Annotated[Key, Meta(description="Where it sits, by its name or its slot")]
    by: Annotated[CharacterRef, Meta(description="The character who put it there")] = ""
    item: Annotated[Word | None, Meta(description="The thing of theirs that it is, if it is one")] = None
    ranged: Annotated[bool, Meta(description="Whether it came from afar")] = False
    pin: Annotated[
        bool, Meta(description="Whether it pins the target to what is behind, as what came from afar may")
    ] = False


class PullOut(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`who` does it, on themselves or on a `target`."""

    who: Annotated[CharacterRef, Meta(description="Who does it")]
    target: Annotated[CharacterRef, Meta(description="On whom they do it; left out, on themselves")] = ""
    stuck: Annotated[Key, Meta(description="Which of several things that are stuck")] = "stuck"


def lodge(play: Play, who: str, wound: str, *, by: str = "", item: str = "", ranged: bool = False) -> str:
    """WD-COND-13: leave what made a wound in it; return the name of the status. Whether a projectile pins its target to
    the spot is for the game master to say (WD-COND-15), and may be said later."""
    where = WhilePresent(path=f"{who}.wounds.{wound}")
    name = conditions.gain(play, who, "stuck", until=where, source=by, wound=wound, item=item, ranged=ranged)
    if item and by:
        items.hand_over(play, by, who, item, f"stuck/{wound}")
    if ranged:
        prompt = f"Do line of fire and surroundings pin {who} to the spot?"
        if play.offer("pin", "gm", ("yes", "no"), "no", prompt, about=f"{who}.conditions.{name}") == "yes":
            pin(play, who, name)
    return name


def pin(play: Play, who: str, stuck: str) -> None:
    """WD-COND-15: pin a character to the spot, as long as what pins them is stuck in them."""
    with play.citing("WD-COND-15"):
        name = conditions.gain(play, who, "pinned", until=WhilePresent(path=f"{who}.conditions.{stuck}"))
        anchor = WhilePresent(path=f"{who}.conditions.{name}")
        spot = Modifier(path=MOVEMENT, operation="cap", amount=0, source=name, until=anchor)
        play.emit(who, ModifierApplied(name=f"{name}-spot", modifier=spot))


def from_melee(play: Play, who: str, by: str) -> str | None:
    """WD-COND-14: return the name of the status of what a character has stuck in another's body without having let it
    fly."""
    stuck = _all(play, who)
    return next(
        (name for name in sorted(stuck) if stuck[name].source == by and not StuckData.of(stuck[name]).ranged), None
    )


def tear_out(play: Play, who: str, name: str, taker: str = "") -> None:
    """WD-COND-13: pulled out by force or without care, it leaves a moderate wound and bleeding."""
    with play.citing("WD-COND-13"):
        _come_out(play, who, name, taker)
        wound = wounds.suffer(play, who, "moderate", type="pierce", source=taker if taker != who else "torn out")
        until = None if wound is None else WhilePresent(path=f"{who}.wounds.{wound}")
        conditions.gain(play, who, "bleeding", until=until)


def _come_out(play: Play, who: str, name: str, taker: str = "") -> None:
    """It is out; a character who has a hand for it keeps it, else it falls to the ground."""
    item = StuckData.of(play.character(who).conditions[name]).item
    conditions.end_one(play, who, name, "taken out")
    if not item or item not in play.character(who).items:
        return
    items.drop(play, who, item)
    if taker and taker != who:
        items.hand_over(play, who, taker, item)
    if taker and (hand := items.free_hand(play, taker, item)):
        items.put(play, taker, item, hand)


@command("An object stays in a wound that it made, and may pin its target to the spot.", name="lodge", scene=True)
def lodge_by_hand(play: Play, command: Lodge) -> None:
    """WD-COND-13, WD-COND-15: the game master says that an object is stuck, where no table of effects said so."""
    wound = find(play, command.who, "wounds", command.wound)
    if command.item and not command.by:
        play.refuse("WD-COND-13", "The thing belongs to somebody; name its owner as `by`.")
    item = items.name_of(play, command.by, command.item) if command.item and command.by else ""
    with play.citing("WD-COND-13"):
        name = lodge(play, command.who, wound, by=command.by, item=item, ranged=command.ranged)
    if command.pin and not _pin_of(play, command.who, name):
        pin(play, command.who, name)


@command("Pull out by force what is stuck, at the price of a moderate wound and bleeding.", by="owner", scene=True)
def pull_out(play: Play, command: PullOut) -> None:
    """WD-COND-13, WD-COND-14, WD-COND-15: pulling it out takes an action and is done without care."""
    target = command.target or command.who
    name = _which(play, target, command.stuck)
    actions.take(play, command.who, text("pulling something out"))
    tear_out(play, target, name, command.who)


@command("Work on taking out with care what is stuck, a turn at a time.", by="owner", scene=True)
def extract(play: Play, command: PullOut) -> None:
    """WD-COND-13: with a lengthy check of 12 on Dexterity it comes out at the price of a lesser wound."""
    target = command.target or command.who
    _work(play, command.who, target, EXTRACT, _which(play, target, command.stuck))


@command(
    "Work on breaking away from what one is pinned to, with the object still in the wound.", by="owner", scene=True
)
def break_away(play: Play, command: PullOut) -> None:
    """WD-COND-15: a lengthy Brawn check of 6 frees a character who is pinned, with the object still in them."""
    target = command.target or command.who
    name = _which(play, target, command.stuck)
    if not _pin_of(play, target, name):
        play.missing(f"{target}.conditions.{name}", "That does not pin them; there is nothing to break away from.")
    _work(play, command.who, target, BREAK_AWAY, name)


def _work(play: Play, who: str, target: str, what: str, stuck: str) -> None:
    """A turn's work on the lengthy check that is under way, or on one that begins with it."""
    tasks = play.where(target, "tasks", "lengthy")
    matching = (name for name in sorted(tasks) if lengthy.LengthyData.of(tasks[name]).what == what)
    task = next((name for name in matching if lengthy.LengthyData.of(tasks[name]).about == stuck), None)
    goal, stat = (NUMBERS.extract, "dexterity") if what == EXTRACT else (NUMBERS.break_away, "brawn")
    if task is None:
        task = lengthy.begin(play, target, what, goal, stats=(stat,), about=stuck)
    with play.citing("WD-COND-13" if what == EXTRACT else "WD-COND-15"):
        lengthy.work(play, target, task, who)


def worked_out(play: Play, who: str) -> None:
    """The lengthy check has added up: the object is out, or they are away from where it held them."""
    for name, task in sorted(play.where(who, "tasks", "lengthy").items()):
        work = lengthy.LengthyData.of(task)
        what, stuck = work.what, work.about
        if task.state != "done" or what not in (EXTRACT, BREAK_AWAY):
            continue
        play.emit(who, TaskEnded(name=name, because="done"))
        if stuck not in play.character(who).conditions:
            continue
        if what == EXTRACT:
            _come_out(play, who, stuck)
            wounds.suffer(play, who, "lesser", type="pierce", source="taken out")
        elif pinned := _pin_of(play, who, stuck):
            conditions.end_one(play, who, pinned, "broken away")


def _all(play: Play, who: str) -> dict[str, Condition]:
    return play.where(who, "conditions", "stuck")


def _pin_of(play: Play, who: str, stuck: str) -> str | None:
    anchor = WhilePresent(path=f"{who}.conditions.{stuck}")
    return next((name for name, pin in play.where(who, "conditions", "pinned").items() if pin.until == anchor), None)


def _which(play: Play, who: str, word: str) -> str:
    """The status meant. Absent where there is none; refused where several could be."""
    names = sorted(_all(play, who))
    if word in names:
        return word
    if not names or word != "stuck":
        play.missing(f"{who}.conditions.{word}", "There is no {word!r} stuck in them; name a thing that is.", word=word)
    if len(names) > 1:
        play.refuse("WD-COND-13", "Several things are stuck in them; name one of {names}.", names=", ".join(names))
    return names[0]


MOMENTS = {lengthy.DONE: (worked_out,)}
