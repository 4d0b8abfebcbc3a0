"""Snags: wreckage holds a diver."""

from typing import Final

from domain.kit.commands import command
from domain.play.moments import settle
from domain.play.play import Play
from domain.vocabulary.anchors import WhilePresent
from domain.vocabulary.bodies import Condition, ConditionEnded, ConditionGained
from domain.vocabulary.values import Modifier, ModifierApplied
from undertow.divers import PRESSURE, must_be_below
from undertow.fields import OfDiver, Other

SNAGGED: Final = "snagged"


class Free(OfDiver, frozen=True, kw_only=True, omit_defaults=True):
    """A diver frees another."""

    other: Other


def snag(play: Play, who: str) -> None:
    """UT-HARM-01, UT-HARM-02: a snagged diver rolls one die less; nobody is snagged twice."""
    if play.where(who, "conditions", SNAGGED):
        play.cite("UT-HARM-02")
        return
    with play.citing("UT-HARM-01"):
        name = play.new_id(SNAGGED)
        play.emit(who, ConditionGained(name=name, condition=Condition(what=SNAGGED)))
        less = Modifier(path=PRESSURE, amount=-1, until=WhilePresent(path=f"{who}.conditions.{name}"))
        play.emit(who, ModifierApplied(name=name, modifier=less))


@command("Free another diver from the wreckage.", by="owner")
def free(play: Play, command: Free) -> None:
    """UT-HARM-03: another diver frees one who is snagged; nobody frees themselves."""
    must_be_below(play, command.who)
    if command.other == command.who:
        play.refuse("UT-HARM-03", "Nobody frees themselves; another diver has to.")
    if not play.where(command.other, "conditions", SNAGGED):
        play.refuse("UT-HARM-03", "That diver is not snagged.")
    release(play, command.other, "freed")


def release(play: Play, who: str, because: str) -> None:
    """End whatever snags a diver, with what hangs on it."""
    for name in list(play.where(who, "conditions", SNAGGED)):
        play.emit(who, ConditionEnded(name=name, because=because))
        settle(play, f"{who}.conditions.{name}")
