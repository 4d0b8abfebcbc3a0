"""Pain: what it covers, how what needs no roll comes to need one, and what it costs to fail where it hurts."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command, Text
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.messages import text
from domain.play.play import Play
from domain.vocabulary.anchors import AnyAnchor
from domain.vocabulary.base import Scalar
from domain.vocabulary.log import Noted
from systems.freeform.fields import Amount
from systems.weaverdice.checks import morale
from systems.weaverdice.checks.checks import Manner, PainData, check, pained
from systems.weaverdice.harm import wounds
from systems.weaverdice.moments import FAILED_IN_PAIN
from systems.weaverdice.sheet.stats import STATS
from systems.weaverdice.turns import actions

Sort = Literal["physical", "mental", "emotional", "part"]

LOWER_MORALE, WOUND, END_TURN = "lower morale", "take a lesser wound", "end the turn"
"""The possible prices of failing in pain."""

LEGS: Final = ("left leg", "right leg")

STEP: Final = 5
"""Distances are counted in steps of so many feet."""


class ActInPain(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`stat` is what the action draws on, `part` the part of the body that it uses, `feet` or `amount` how far it goes or
    what it comes to where nothing hampers it. An `impersonal` Social action no pain covers."""

    who: CharacterRef
    stat: Annotated[str, Meta(description="What the action draws on")]
    part: Annotated[str, Meta(description="The part of the body that it uses")] = ""
    feet: Annotated[Amount | None, Meta(description="How far it goes where nothing hampers it")] = None
    amount: Annotated[Amount | None, Meta(description="What it comes to where nothing hampers it")] = None
    impersonal: Annotated[bool, Meta(description="Whether it is an impersonal Social action, which no pain covers")] = (
        False
    )
    what: Annotated[Text, Meta(description="What they do")] = ""


def hurt(play: Play, who: str, sort: Sort = "physical", *, part: str = "", until: AnyAnchor | None = None) -> str:
    """WD-COND-07, ruling 115: put a character in pain, physical unless a part of the body or another kind is named."""
    if part:
        return conditions.gain(play, who, "pain", until=until, kind=sort, part=part)
    return conditions.gain(play, who, "pain", until=until, kind=sort)


def managed(play: Play, who: str, label: str, stat: str, *, part: str = "", impersonal: bool = False) -> bool:
    """WD-COND-05, ruling 31: roll for what needs no roll otherwise, at 4+, where pain covers it; return whether it has
    its full effect."""
    how = Manner(part=part, impersonal=impersonal, painless=True)
    if not pained(play, who, stat, how):
        return True
    with play.citing("WD-COND-05"):
        return check(play, who, label, stat, how=how).success


def walks(play: Play, who: str) -> bool:
    """WD-COND-05, WD-COND-07: whether a character moves as far as they would without pain, which covers exertion as
    such or hurts in a leg."""
    sore = {PainData.of(condition).part for condition in play.where(who, "conditions", "pain").values()}
    leg = next((leg for leg in LEGS if leg in sore), "")
    return managed(play, who, "pain", "athletics", part=leg)


def half(amount: int, step: int = 1) -> int:
    """WD-COND-05, ruling 22: half of an amount, up to the next whole step (distances: the next 5 feet)."""
    return -(-amount // (2 * step)) * step


@command(
    "Roll for an ordinary action that pain makes hard; where it fails, it has half its effect.", by="owner", scene=True
)
def act_in_pain(play: Play, command: ActInPain) -> None:
    """WD-COND-05, WD-COND-07: an ordinary action that pain covers is rolled for; where the roll fails it has half its
    effect."""
    who = command.who
    if command.stat not in STATS:
        play.refuse("WD-CHK-04", "{stat!r} is no stat; there are {stats}.", stat=command.stat, stats=", ".join(STATS))
    if not pained(play, who, command.stat, Manner(part=command.part, impersonal=command.impersonal)):
        play.refuse("WD-COND-05", "No pain of theirs covers this; it needs no roll and has its full effect.")
    full = managed(play, who, "pain", command.stat, part=command.part, impersonal=command.impersonal)
    feet, amount = command.feet or 0, command.amount or 0
    done = (feet, amount) if full else (half(feet, STEP), half(amount))
    result: dict[str, Scalar] = {"effect": "full" if full else "half", "feet": done[0], "amount": done[1]}
    play.emit(who, Noted(name="in-pain", text=command.what, data=result, rules=("WD-COND-05",)))


def give_in(play: Play, who: str) -> None:
    """WD-COND-06: let a character who fails a roll that pain covers lose a step of morale, take a lesser wound or end
    their turn.

    Morale that is at its lowest, or is not kept, has no step to lose; a turn is there to lose as long as an action of
    it is left.
    """
    able = {LOWER_MORALE: _has_morale(play, who), WOUND: True, END_TURN: _has_turn(play, who)}
    options = tuple(option for option, possible in able.items() if possible)
    choice, prompt = options[0], "The pain tells. What does it cost?"
    if len(options) > 1:
        choice = play.ask("pain", who, options, options[0], prompt, about=who)
    with play.citing("WD-COND-06"):
        if choice == LOWER_MORALE:
            morale.shift(play, who, -1, "WD-COND-06")
        elif choice == WOUND:
            wounds.suffer(play, who, "lesser", source="pain")
        else:
            actions.take(play, who, text("ending the turn"), actions.left(play, who))


def _has_morale(play: Play, who: str) -> bool:
    tracks = play.character(who).tracks
    return "morale" in tracks and int(tracks["morale"].current) > morale.lowest(play)


def _has_turn(play: Play, who: str) -> bool:
    return turns.acting(play, who) and actions.left(play, who) > 0


MOMENTS = {FAILED_IN_PAIN: (give_in,)}
