"""Actions: what a turn holds."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command, Text
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.messages import Message, numbered, opening, text
from domain.play.moments import come
from domain.play.play import Play
from domain.vocabulary.log import Noted
from systems.freeform.fields import Word
from systems.weaverdice.checks.checks import check, functions
from systems.weaverdice.moments import FULL_ACTION
from systems.weaverdice.turns import fights, opportunity_attacks

ACTIONS, QUICK = "actions", "quick"
A_TURN: Final = {ACTIONS: 2, QUICK: 1}
"""WD-ACT-01, WD-ACT-03: what a turn holds."""


OWN_COMMANDS: Final = ("attack", "move", "rest", "wait")
"""Actions that have commands of their own, of the same name."""

QUICK_TARGETS: Final = (3, 4)
"""WD-ACT-04."""


class Act(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`action` is the kind of it: a skill, a power, a belt item, drawing something, or the table's own word. A `full` one
    takes the whole turn."""

    who: CharacterRef
    action: Annotated[
        Word,
        Meta(description="The kind of it: a skill, a power, a belt item, drawing something, or the table's own word"),
    ]
    how: Annotated[Text, Meta(description="What is done")] = ""
    full: Annotated[bool, Meta(description="Whether it takes the whole turn")] = False


class QuickAction(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` can be done in passing and needs no roll: a word, grabbing something in reach."""

    who: CharacterRef
    what: Annotated[
        Text, Meta(description="What is done in passing and needs no roll: a word, grabbing something in reach")
    ]


class HardQuickAction(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` is more complex, or several things at once. The `target` of the roll is 3 or 4."""

    who: CharacterRef
    what: Annotated[Text, Meta(description="What is done: something more complex, or several things at once")]
    target: Annotated[int, Meta(description="What the roll has to reach: 3 or 4")] = QUICK_TARGETS[0]
    partly: Annotated[Text, Meta(description="What comes of it where the roll fails")] = ""


def left(play: Play, who: str) -> int:
    """The actions that are left of a character's turn; 0 out of turn, and a whole turn's where nobody fights."""
    return _left(play, who, ACTIONS)


def take(play: Play, who: str, what: str, count: int = 1) -> None:
    """WD-ACT-01: take actions of one's turn. Refused out of turn and where too few are left; free where nobody fights."""
    encounter, place = turns.running(play), turns.place_of(play, who)
    if encounter is None:
        return
    if place is None:
        play.refuse(
            "WD-ACT-01",
            "They take no part in this fight; {action_words} takes an action of one's own turn.",
            action_words=_action_words(what),
        )
        return
    if not turns.acting(play, who):
        play.refuse(
            "WD-ACT-01",
            "It is not their turn; {action_words} takes an action of one's own turn.",
            action_words=_action_words(what),
        )
        return
    if not functions(play, who):
        play.refuse("WD-MOR-01", "Their morale is at its lowest, and they cannot act; others have to lift it first.")
    fights.check_able(play, who)
    remaining = left(play, who)
    if remaining < count:
        needed = numbered("an action", "{count} actions", count)
        play.refuse(
            "WD-ACT-01",
            "{action_words} takes {needed} of the turn, and {remaining} is left.",
            action_words=opening(_action_words(what)),
            needed=needed,
            remaining=remaining or text("none"),
        )
    with play.citing("WD-ACT-01"):
        turns.spend(play, who, ACTIONS, count)
    opportunity_attacks.provoke(play, who, what)


def take_full(play: Play, who: str, what: str) -> None:
    """WD-ACT-02: spend the whole turn on one thing. Refused where an action of it has been taken already."""
    encounter = turns.running(play)
    if encounter is not None:
        whole = _turn(play, who)[ACTIONS]
        if turns.acting(play, who) and left(play, who) < whole:
            play.refuse(
                "WD-ACT-02",
                "{action_words} takes the whole turn, and part of it is gone.",
                action_words=opening(_action_words(what)),
            )
        with play.citing("WD-ACT-02"):
            take(play, who, what, min(whole, left(play, who)) or whole)
    if what != "rest":
        come(play, FULL_ACTION, who)


@command("Take an action that has no command of its own: a skill, a power, a belt item.", by="owner", scene=True)
def act(play: Play, command: Act) -> None:
    """WD-ACT-01, WD-ACT-02: an action that no other command has; the list of them is open."""
    if command.action in OWN_COMMANDS:
        play.refuse("WD-ACT-01", "There is a command for that: give {action} itself.", action=command.action)
    if command.full:
        take_full(play, command.who, command.action)
    else:
        take(play, command.who, command.action)
    play.emit(
        command.who, Noted(name="action", text=command.how, data={"action": command.action, "full": command.full})
    )


@command("Do something in passing that takes no action and no roll; once a turn.", by="owner", scene=True)
def quick_action(play: Play, command: QuickAction) -> None:
    """WD-ACT-03, WD-INIT-08: a quick action costs none, but there is one in a turn at most, and it is one's own turn's."""
    if turns.running(play) is not None:
        if not turns.acting(play, command.who):
            play.refuse("WD-ACT-03", "It is not their turn; a quick action comes with the actions of one's own.")
        fights.check_able(play, command.who)
        if _left(play, command.who, QUICK) < 1:
            play.refuse(
                "WD-ACT-03",
                "They have taken the one quick action of this turn; for another, the game master may ask for a Dexterity check.",
            )
        turns.spend(play, command.who, QUICK, rules=("WD-ACT-03",))
    play.emit(command.who, Noted(name="quick-action", text=command.what, rules=("WD-ACT-03",)))


@command(
    "Have a character roll Dexterity for a complex quick action, or for several in one turn.", actor="who", scene=True
)
def hard_quick_action(play: Play, command: HardQuickAction) -> None:
    """WD-ACT-04: a Dexterity check says whether all of it comes off, or a part."""
    if command.target not in QUICK_TARGETS:
        play.refuse("WD-ACT-04", "A quick action is checked at 3+ or 4+; something harder takes an action of its own.")
    with play.citing("WD-ACT-04"):
        whole = check(play, command.who, "quick-action", "dexterity", command.target).success
        play.emit(
            command.who, Noted(name="quick-action", text=command.what, data={"result": "whole" if whole else "part"})
        )
        if not whole and command.partly:
            play.emit(command.who, Noted(name="partly", text=command.partly))


def turn_begins(play: Play, who: str) -> None:
    """WD-ACT-01, WD-WFX-16: a new turn holds two actions, or the half of them."""
    turns.refill(play, who, _turn(play, who))


def _turn(play: Play, who: str) -> dict[str, int]:
    return {**A_TURN, ACTIONS: 1} if conditions.has(play, who, "half_actions") else dict(A_TURN)


def _left(play: Play, who: str, budget: str) -> int:
    encounter, place = turns.running(play), turns.place_of(play, who)
    if encounter is None:
        return A_TURN[budget]
    if place is None or not turns.acting(play, who):
        return 0
    return int(play.encounter(encounter).order[place].budget.get(budget, A_TURN[budget]))


def _action_words(what: str) -> str:
    return what if isinstance(what, Message) else what.replace("_", " ") or text("this")


MOMENTS = {"turn_start": (turn_begins,)}
