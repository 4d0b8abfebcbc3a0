"""Growth without milestones: somewhat better options, each of them behind three of the lesser ones."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.messages import numbered, text
from domain.play.play import Play
from domain.vocabulary.holdings import Choice, ChoiceMade
from systems.freeform.fields import Title
from systems.weaverdice.growth import progression

LESSER: Final = 3
"""WD-OPT-13: the boxes that stand before each better option."""


class TakeBetterOption(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`option` is what the table made of it."""

    who: CharacterRef
    option: Annotated[Title, Meta(description="What the table made of it")]


@command("Take a better option of growth, after three boxes.", by="owner", scene=True)
def take_better_option(play: Play, command: TakeBetterOption) -> None:
    """WD-OPT-13: each better option takes three more boxes before it, and is taken in the place of a box."""
    who = command.who
    if play.option(progression.GROWTH) != "better options":
        play.refuse("WD-OPT-13", "This campaign grows otherwise: its option `growth` is not `better options`.")
    boxes, better = len(play.where(who, "choices", "box")), len(play.where(who, "choices", "better-option"))
    needed = LESSER * (better + 1)
    if boxes < needed:
        sentence = numbered(
            "This takes {needed} boxes in all, and {count} is checked; check {more} more.",
            "This takes {needed} boxes in all, and {count} are checked; check {more} more.",
            boxes,
            needed=needed,
            more=needed - boxes,
        )
        play.refuse("WD-OPT-13", sentence)
    with play.citing("WD-OPT-13"):
        progression.use_up(
            play, who, "WD-PROG-01", text("Nothing may be taken now: each finished mission lets you grow once.")
        )
        picked = Choice(of="better-option", picked=(command.option,), at=str(boxes), title=command.option)
        play.emit(who, ChoiceMade(name=play.new_id("better-option"), choice=picked))
