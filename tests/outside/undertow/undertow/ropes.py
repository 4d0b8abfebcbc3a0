"""Ropes between divers, and cards of kelp to hold on to."""

from typing import Final

from domain.kit.commands import command
from domain.play.play import Play
from domain.vocabulary.anchors import AtMoment, UntilFirst
from domain.vocabulary.holdings import CardSpent
from domain.vocabulary.undertakings import Link, LinkMade
from undertow.divers import must_be_below
from undertow.fields import OfDiver, Other
from undertow.pull import PULL, Pull
from undertow.tides import SURFACED

ROPE: Final = "rope"
HELD: Final = 5


class Tie(OfDiver, frozen=True, kw_only=True, omit_defaults=True):
    """A diver ties a rope to another."""

    other: Other


@command("Tie a rope to another diver.", by="owner")
def tie(play: Play, command: Tie) -> None:
    """UT-PULL-02: a rope binds two divers until one of them surfaces; a diver holds one rope."""
    for diver in (command.who, command.other):
        must_be_below(play, diver)
    if play.where(command.who, "links", ROPE):
        play.refuse("UT-PULL-02", "They hold a rope already; one is all that they can.")
    either = tuple(AtMoment(moment=SURFACED, subject=diver) for diver in (command.who, command.other))
    rope = Link(kind=ROPE, to=command.other, until=UntilFirst(of=either))
    play.emit(command.who, LinkMade(name=play.new_id(ROPE), link=rope))


def rope_holds(play: Play, who: str, pull: Pull) -> Pull:
    """UT-PULL-03: a rope in hand takes five meters off a pull."""
    if not play.where(who, "links", ROPE):
        return pull
    play.cite("UT-PULL-03")
    return Pull(pull.meters - HELD)


def kelp_holds(play: Play, who: str, pull: Pull) -> Pull:
    """UT-PULL-04: whoever spends a card of kelp is not dragged at all."""
    kelp = sorted(play.where(who, "cards", "kelp"))
    if not kelp or play.ask("kelp", who, ("yes", "no"), "no", "Hold on to a card of kelp?", about=who) == "no":
        return pull
    with play.citing("UT-PULL-04"):
        play.emit(who, CardSpent(name=kelp[0], because="held on"))
    return Pull(0)


WINDOWS: Final = {PULL: (rope_holds, kelp_holds)}
