"""The pull of the sea, which drags a diver down."""

from typing import Annotated, Final, NamedTuple

from msgspec import Meta

from domain.kit.commands import command
from domain.play.play import Play
from domain.play.windows import Window
from domain.vocabulary.values import AttributeRaised
from undertow.divers import must_be_below
from undertow.fields import OfDiver


class Pull(NamedTuple):
    """A pull on a diver, with the meters that it drags them."""

    meters: int


PULL: Final = Window("pull", Pull, over=lambda pull: pull.meters <= 0)


class Drag(OfDiver, frozen=True, kw_only=True, omit_defaults=True):
    """The undertow pulls at a diver."""

    meters: Annotated[int, Meta(ge=1, le=50, description="How many meters it would drag them down")]


@command("The undertow pulls at a diver.")
def drag(play: Play, command: Drag) -> None:
    """UT-PULL-01: the undertow drags a diver down, past any depth that they could dive to."""
    must_be_below(play, command.who)
    pull = PULL.open(play, command.who, Pull(command.meters))
    if pull.meters > 0:
        play.emit(command.who, AttributeRaised(name="depth", amount=pull.meters))
