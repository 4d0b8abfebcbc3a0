"""Tides: the clock of the sea, and the way up."""

from typing import Final

from domain.kit.commands import command
from domain.play.moments import come, everyone
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.holdings import CardLost
from domain.vocabulary.values import AttributeSet
from undertow.divers import fill_breath, is_below, must_be_below, use_breath
from undertow.fields import OfDiver
from undertow.snags import release

TIDE: Final = "tide"
SURFACED: Final = "surfaced"
"""The moment at which a diver comes up."""
PERIODS: Final = {TIDE: 3_600}
"""UT-TIDE-01: a tide lasts an hour."""
OPTIONS: Final = (
    OptionSpec(
        name="cruel_sea",
        default=False,
        choices=(False, True),
        text="Whether a tide takes two breaths in place of one.",
        rules=("UT-TIDE-03",),
    ),
)


def tide_turns(play: Play, _: str) -> None:
    """UT-TIDE-02, UT-TIDE-03: a tide takes a breath of everybody who is below, of a cruel sea two."""
    for who in divers_below(play):
        with play.citing("UT-TIDE-03" if play.option("cruel_sea") else "UT-TIDE-02"):
            use_breath(play, who, 2 if play.option("cruel_sea") else 1)


def divers_below(play: Play) -> list[str]:
    """The divers who are below the surface."""
    return [ref for ref in everyone(play) if ref.startswith("character/") and is_below(play, ref)]


@command("Come up to the surface.", by="owner")
def surface(play: Play, command: OfDiver) -> None:
    """UT-TIDE-04, UT-TIDE-05: at the surface breath is free, the wreckage lets go, and the hand is left to the sea."""
    must_be_below(play, command.who)
    with play.citing("UT-TIDE-05"):
        for card in list(play.character(command.who).cards):
            play.emit(command.who, CardLost(name=card, because="surfaced"))
        release(play, command.who, "surfaced")
    play.emit(command.who, AttributeSet(name="depth", base=0))
    fill_breath(play, command.who)
    come(play, SURFACED, command.who)


MOMENTS: Final = {TIDE: (tide_turns,)}
