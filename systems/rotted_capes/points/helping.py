"""Helping: an attacker is hindered, and an ally aided with a Plot Point of one's own."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.aggregates import CAMPAIGN
from domain.commands import CharacterRef, Command
from domain.kit import conditions, counters, pools
from domain.kit.commands import command
from domain.play.deciders import owner_of
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.anchors import UntilSceneEnds
from systems.rotted_capes.points.points import PLEDGED, POOL, Use, check_hero, spend
from systems.rotted_capes.windows import TARGETED, Trial

HINDERING: Final = "hindering"
"""A condition of a hero: the next attack upon them by its target has Disadvantage."""

AID: Final = "aid"
"""A counter of the campaign for each player: whether they have aided a character in this scene."""


class Hinder(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A hero makes it hard for an attacker."""

    who: CharacterRef
    attacker: CharacterRef


class Aid(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A player lends another one a Plot Point."""

    who: CharacterRef
    target: CharacterRef
    use: Annotated[Use, Meta(description="What the other one is to spend it on")]


@command("Hinder an attacker: their next attack on the hero has Disadvantage.", by="owner", scene=True)
def hinder_attacker(play: Play, command: Hinder) -> None:
    """RC-PP-04, RC-PP-09, RC-RULING-11: it is declared before the attack is rolled, and is a Plot Point on that roll."""
    who, attacker = command.who, command.attacker
    if owner_of(play, attacker) != "gm":
        play.refuse("RC-PP-09", "A player plays this one; only attackers of the Editor-in-Chief are hindered.")
    if conditions.present(play, who, HINDERING, target=attacker):
        play.refuse("RC-PP-04", "There is a Plot Point on this attack already; one goes on a roll.")
    with play.citing("RC-PP-09"):
        spend(play, who, "hinder an attacker", attacker)
        conditions.gain(play, who, HINDERING, target=attacker, until=UntilSceneEnds())


def hinder(play: Play, who: str, trial: Trial) -> Trial:
    """RC-PP-09: the attack that was hindered has Disadvantage, and is the only one that has. Other rolls leave it be."""
    name = next(iter(conditions.present(play, who, HINDERING, target=trial.who)), None)
    if name is None or trial.purpose != "attack":
        return trial
    conditions.end_one(play, who, name, "used")
    return trial.hampered("RC-PP-09")._replace(spent=(*trial.spent, who))


@command("Lend another player's hero a Plot Point for something that they spend it on.", by="owner")
def aid(play: Play, command: Aid) -> None:
    """RC-PP-12, RC-RULING-13: the point is spent by the other one as their own; one in a scene from each player."""
    who, target = command.who, command.target
    for hero in (who, target):
        check_hero(play, hero)
    giver = owner_of(play, who)
    if giver == owner_of(play, target):
        play.refuse("RC-PP-12", "Both heroes are the same player's; aid goes to another player.")
    if not pools.current(play, who, POOL):
        play.refuse("RC-PP-02", "They have no Plot Point to give.")
    sentence = "They have aided somebody in this scene already; a player grants one Plot Point a scene."
    with play.citing("RC-PP-12"):
        counters.limit(
            play, CAMPAIGN, f"{AID}/{giver}", 1, rule="RC-PP-12", sentence=sentence, what=AID, until=UntilSceneEnds()
        )
        if play.option("aid_goes_to_stock"):
            pools.hand_over(play, POOL, 1, giver=who, taker=target, rule="RC-PP-02", sentence=sentence)
        else:
            conditions.gain(play, target, PLEDGED, source=who, tags=(command.use,), until=UntilSceneEnds())


WINDOWS = {TARGETED: (hinder,)}

OPTIONS = (
    OptionSpec(
        name="aid_goes_to_stock",
        default=False,
        text="Whether a Plot Point that aids another joins what they have, and is spent whenever they like.",
        rules=("RC-RULING-13",),
    ),
)
