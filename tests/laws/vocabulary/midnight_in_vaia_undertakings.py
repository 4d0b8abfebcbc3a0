"""What takes more than a round in Midnight in Vaia: Multi-Round Actions, and the Slow Burn after a fight."""

from __future__ import annotations

from domain.commands import CharacterRef, Command
from domain.components.anchors import UntilEncounterEnds
from domain.components.creature import Intent, Task
from domain.events.scene import BudgetSpent
from domain.events.undertakings import (
    IntentAdvanced,
    IntentAnnounced,
    IntentChanged,
    IntentEnded,
    TaskAdvanced,
    TaskBegun,
    TaskChanged,
)
from domain.play.play import Play
from domain.system import Kind
from tests.laws.vocabulary.midnight_in_vaia_bodies import harm
from tests.laws.vocabulary.midnight_in_vaia_rounds import Who, entry_of, fight, is_acting

BURN = "slow-burn"


class Undertake(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`slots` of its `price` are paid now. It does the (v:`die`) damage to `target` in the end."""

    who: CharacterRef
    what: str
    price: int
    slots: int
    die: int
    target: CharacterRef


class SlowBurn(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`slots` are what the issue needs."""

    issue: str
    slots: int


class Volunteer(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    slots: int


def undertake(play: Play, command: Undertake) -> None:
    """MV-MULTI-03, MV-MULTI-05 (ruling 16): it begins with Action Slots, and its dice are rolled then."""
    held = paid_from(play, command.who, command.slots)
    if command.price <= held:
        play.refuse("MV-MULTI-03", f"{held} slots are enough for that in this round.")
    spend(play, command.who, command.slots)
    with play.citing("MV-MULTI-05"):
        rolled = play.roll(command.who, "effect", f"1d{command.die}").total
        intent = Intent(
            kind="multi-round",
            what=command.what,
            by=command.who,
            paid={"action": command.slots},
            remaining=command.price - command.slots,
            data={"rolled": rolled, "target": command.target},
        )
        play.emit(command.who, IntentAnnounced(name="multi-round", intent=intent))


def go_on(play: Play, command: Who) -> None:
    """MV-MULTI-07, MV-MULTI-08: with the last slot that it costs, what was rolled at activation takes effect."""
    intent = play.character(command.who).intents["multi-round"]
    slots = min(intent.remaining, entry_of(play, command.who).budget.get("action", 0))
    paid_from(play, command.who, slots)
    spend(play, command.who, slots)
    play.emit(command.who, IntentAdvanced(name="multi-round", amount=slots))
    play.emit(command.who, IntentChanged(name="multi-round", paid={"action": intent.paid["action"] + slots}))
    if intent.remaining == 0:
        with play.citing("MV-MULTI-05"):
            harm(play, str(intent.data["target"]), int(intent.data["rolled"] or 0))
        play.emit(command.who, IntentEnded(name="multi-round", because="done"))


def paid_from(play: Play, who: str, slots: int) -> int:
    """The unspent Action Slots of somebody in their Active Phase, of which so many are to be spent."""
    if not is_acting(play, who):
        play.refuse("MV-MULTI-03", "That takes Action Slots, in one's own Active Phase.")
    held = entry_of(play, who).budget["action"]
    if not 1 <= slots <= held:
        play.refuse("MV-MULTI-03", f"Between 1 and {held} slots can be spent on it.")
    return int(held)


def spend(play: Play, who: str, slots: int) -> None:
    play.emit(fight(play), BudgetSpent(name=who.partition("/")[2], budget="action", amount=slots))


def slow_burn(play: Play, command: SlowBurn) -> None:
    """MV-OUT-03 (ruling 34): an issue, and how many slots it takes; the rounds go on. It stays open at the end at most."""
    due = UntilEncounterEnds(encounter=fight(play))
    with play.citing("MV-OUT-03"):
        task = Task(kind=BURN, goal=command.slots, state="open", due=due, title=command.issue)
        play.emit(fight(play), TaskBegun(name=play.new_id("issue"), task=task))


def volunteer(play: Play, command: Volunteer) -> None:
    """MV-OUT-03: any number of the slots one has, Reserved ones outside one's own phase."""
    pool = "action" if is_acting(play, command.who) else "reserved"
    held = entry_of(play, command.who).budget.get(pool, 0)
    issues = {n: task for n, task in play.where(fight(play), "tasks", BURN).items() if task.state == "open"}
    if not issues:
        play.missing(f"{fight(play)}.tasks", "There is no issue to work on.")
    if not 1 <= command.slots <= held:
        play.refuse("MV-OUT-03", f"Between 1 and {held} slots can be volunteered; that is what is available.")
    name, issue = min(issues.items())
    with play.citing("MV-OUT-03"):
        play.emit(fight(play), BudgetSpent(name=command.who.partition("/")[2], budget=pool, amount=command.slots))
        play.emit(fight(play), TaskAdvanced(name=name, amount=command.slots))
        if command.who not in issue.helpers:
            play.emit(fight(play), TaskChanged(name=name, helpers=(*issue.helpers, command.who)))
        if issue.progress >= issue.goal:
            play.emit(fight(play), TaskChanged(name=name, state="resolved", due=None))


KINDS = (
    Kind(name="undertake", args=Undertake, rule=undertake, by="owner", actor="who", summary="Begin something long."),
    Kind(name="go_on", args=Who, rule=go_on, by="owner", actor="who", summary="Go on with it."),
    Kind(name="slow_burn", args=SlowBurn, rule=slow_burn, by="gm", summary="Let a fight burn out slowly."),
    Kind(name="volunteer", args=Volunteer, rule=volunteer, by="owner", actor="who", summary="Give slots to an issue."),
)
