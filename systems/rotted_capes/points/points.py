"""Plot Points: what a hero holds, how they are spent and earned, and the pool of the Editor-in-Chief that they go to.

A point is spent by one function, whatever for: it takes a point that an ally has pledged to this use, else one of the
hero's own, and lets the Editor-in-Chief have it. Its purpose is on record.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.aggregates import CAMPAIGN
from domain.commands import CharacterRef, Command
from domain.kit import conditions, pools
from domain.kit.commands import command
from domain.messages import numbered, text
from domain.play.deciders import owner_of
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.log import Noted
from domain.vocabulary.values import Track, TrackOpened
from systems.rotted_capes.sheet.people import is_hero

Use = Literal[
    "alter a scene",
    "negate a flaw",
    "reroll",
    "hinder an attacker",
    "save an ally",
    "wound recovery",
    "endure",
    "influence events",
    "break the rules",
    "other",
]
"""The use of a Plot Point."""

POOL: Final = "plot_points"
EDITOR: Final = "editor_points"
"""The track of the campaign that holds the points of the Editor-in-Chief."""
TRACKS: Final = (EDITOR,)

PLEDGED: Final = "pledged"
"""A condition of a hero: an ally, its source, lends a Plot Point to the use in its tag."""

Points = Annotated[int, Meta(ge=1, le=20, description="How many Plot Points")]
Purpose = Annotated[str, Meta(min_length=1, max_length=200, description="What it is for, in the table's words")]


class SpendPoint(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A hero spends Plot Points on a use that no other command is for."""

    who: CharacterRef
    purpose: Purpose


class UsePool(Command, frozen=True, kw_only=True, omit_defaults=True):
    """The Editor-in-Chief spends a point of the pool."""

    purpose: Purpose


def available(play: Play, who: str, use: Use) -> bool:
    """Whether a hero has a Plot Point for a use: their own, or one that an ally has pledged to it."""
    return is_hero(play, who) and (pools.current(play, who, POOL) > 0 or bool(_pledge(play, who, use)))


def spend(play: Play, who: str, use: Use, on: str = "", amount: int = 1) -> None:
    """RC-PP-02, RC-PP-03, RC-PP-05, RC-PP-12: spend Plot Points, which pass to the Editor-in-Chief; no action is taken by it.

    `on` says what they are spent on. Points that allies have pledged to this use are spent first. Refused where there are
    too few.
    """
    with play.citing("RC-PP-02", "RC-PP-03", "RC-PP-05"):
        left = amount
        while left and (pledge := _pledge(play, who, use)):
            payer = _redeem(play, who, pledge)
            pools.pay(play, payer, POOL, 1, rule="RC-PP-02", sentence=_too_few(play, payer, 1))
            left -= 1
        pools.pay(play, who, POOL, left, rule="RC-PP-02", sentence=_too_few(play, who, left))
        play.emit(who, Noted(name="plot-point", data={"use": use, "on": on, "amount": amount}))
        _pass_on(play, amount)


def _too_few(play: Play, who: str, amount: int) -> str:
    points = pools.current(play, who, POOL)
    wanted = numbered("a Plot Point", "{count} Plot Points", amount)
    return text("This takes {wanted}, and they have {points}.", wanted=wanted, points=points or text("none"))


def earn(play: Play, who: str, why: str) -> None:
    """RC-PP-02: a hero earns a Plot Point; `why` is on record."""
    with play.citing("RC-PP-02"):
        check_hero(play, who)
        pools.gain(play, who, POOL, 1)
        play.emit(who, Noted(name="plot-point-earned", data={"why": why}))


def check_hero(play: Play, who: str) -> None:
    """Refuse Plot Points to a character who is no hero."""
    if not is_hero(play, who):
        play.refuse("RC-PP-01", "They are no hero; heroes alone have Plot Points.")


def free(play: Play, who: str, spent: tuple[str, ...]) -> bool:
    """RC-PP-04, ruling 9: whether a hero may still put a Plot Point on a roll on which these have spent theirs.

    The Editor-in-Chief goes by `gm`.
    """
    if play.option("plot_points_per_roll") == "roll":
        return not spent
    return owner_of(play, who) not in {owner_of(play, each) for each in spent}


def _pledge(play: Play, who: str, use: Use) -> str:
    """Return the name of the first pledge to a use whose giver still has the point; "" where there is none."""
    pledges = conditions.present(play, who, PLEDGED, tag=use)
    return next((name for name, pledge in pledges.items() if pools.current(play, pledge.source, POOL)), "")


def _redeem(play: Play, who: str, pledge: str) -> str:
    """RC-PP-12: let a pledge end with its use, and return who pays."""
    play.cite("RC-PP-12")
    giver = str(play.character(who).conditions[pledge].source)
    conditions.end_one(play, who, pledge, "used")
    return giver


def _pass_on(play: Play, amount: int) -> None:
    """RC-PP-05: hand the points that heroes spend to the Editor-in-Chief."""
    if not pools.has(play, CAMPAIGN, EDITOR):
        play.emit(CAMPAIGN, TrackOpened(name=EDITOR, track=Track(current=0, minimum=0)))
    pools.gain(play, CAMPAIGN, EDITOR, amount)


def pay_from_pool(play: Play, purpose: str) -> None:
    """RC-PP-05, ruling 14: the Editor-in-Chief spends a point of the pool. Refused where there is none."""
    with play.citing("RC-PP-05"):
        pools.pay(
            play, CAMPAIGN, EDITOR, 1, rule="RC-PP-05", sentence=text("The pool of the Editor-in-Chief is empty.")
        )
        play.emit(CAMPAIGN, Noted(name="plot-twist", data={"use": purpose}))


@command("Spend a Plot Point on a use that no other command is for.", by="owner")
def spend_plot_point(play: Play, command: SpendPoint) -> None:
    """RC-PP-02, RC-PP-03, RC-PP-05: a point is spent at any time, and takes no action."""
    spend(play, command.who, "other", command.purpose)


@command("The Editor-in-Chief spends a point of the pool, for the heroes or against them.")
def use_editor_point(play: Play, command: UsePool) -> None:
    """RC-PP-05, RC-RULING-14: a point of the pool is spent, with a note of what it does."""
    pay_from_pool(play, command.purpose)


OPTIONS = (
    OptionSpec(
        name="plot_points_per_roll",
        default="roll",
        choices=("roll", "player"),
        text="Whether one Plot Point goes on a roll in all, or one of each player.",
        rules=("RC-PP-04", "RC-RULING-09"),
    ),
)
