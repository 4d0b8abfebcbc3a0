"""Turns: how they pass from one to the next, what comes with them, and how a character takes theirs in between."""

from __future__ import annotations

from typing import Annotated, Literal, assert_never

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import turns
from domain.kit.commands import command
from domain.kit.fights import ORDER, InEncounter, end, under_way
from domain.kit.rounds import mark_acted, pass_on
from domain.play.moments import come
from domain.play.play import Play
from domain.play.refusals import Refused
from systems.weaverdice.moments import ENCOUNTER_END
from systems.weaverdice.turns import fights


class ShiftPlace(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`to` is where they come to act: a place further down, after the next foes, or just before a character, who is
    named as `before`."""

    who: CharacterRef
    to: Annotated[
        Literal["a place down", "behind the next foes", "before"],
        Meta(
            description="Where they come to act: a place further down, after the next foes, or just before a character"
        ),
    ] = "before"
    before: Annotated[CharacterRef, Meta(description="The one just before whom they come to act")] = ""


@command(
    "Pass the turn on. Who cannot act is passed over; players pass on the turns of their own characters.",
    by="player",
    scene=True,
    replaces=("next_turn", "previous_turn", "set_turn"),
)
def next_turn(play: Play, _: InEncounter) -> None:
    """WD-INIT-06, WD-INIT-08: the turn passes on; players pass on those of their own characters."""
    encounter = under_way(play)
    turns.check_own_turn(play, encounter, "WD-INIT-08")
    pass_on(play, encounter, fights.FLOW)


@command("The fight is over, and whatever was to last as long.", scene=True, replaces=("end_encounter",))
def end_fight(play: Play, _: InEncounter) -> None:
    """WD-INIT-06, WD-EFF-15: the fight is over; what comes with its end comes, and what was to last as long ends."""
    encounter = under_way(play)
    come(play, ENCOUNTER_END)
    end(play, encounter)


@command("Change a character's place in the order of turns.", scene=True)
def shift_place(play: Play, command: ShiftPlace) -> None:
    """WD-EFF-17, WD-ATK-05, WD-COND-12: a power or a stunt changes who acts when."""
    encounter = under_way(play)
    for who in filter(None, (command.who, command.before)):
        if turns.place_in(play, encounter, who) is None:
            play.missing(f"{encounter}.order", "{who} takes no part in this fight.", who=who)
    match command.to:
        case "a place down":
            fights.drop_a_place(play, command.who)
        case "behind the next foes":
            fights.delay(play, command.who)
        case "before" if command.before:
            turns.act_before(play, command.who, command.before)
        case "before":
            raise Refused(ORDER, "Say before whom: somebody's handle as `before`.")
        case _:
            assert_never(command.to)


def acted(play: Play, who: str) -> None:
    """WD-INIT-08: note that a turn that ends was had for this round, wherever the place moves to."""
    encounter, name = turns.running(play), turns.place_of(play, who)
    if encounter is not None and name is not None:
        mark_acted(play, encounter, name)


MOMENTS = {"turn_end": (acted,)}
