"""Milestones: a goal reached and a list of boxes filled become a new power, a perk of life or a perk of power."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import find
from domain.messages import numbered
from domain.play.moments import come
from domain.play.play import Play
from domain.rulebook import table
from domain.system import OptionSpec
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Choice, ChoiceMade, Trait, TraitGained
from domain.vocabulary.undertakings import TaskEnded
from systems.freeform.fields import Key, Title
from systems.weaverdice.checks.checks import morale
from systems.weaverdice.fame import keepsakes
from systems.weaverdice.fame.circles import make_room
from systems.weaverdice.growth import buds, goals, progression
from systems.weaverdice.growth.progression import GOOD, milestones
from systems.weaverdice.moments import ENOUGH_BOXES
from systems.weaverdice.sheet import standing, stats


class _Offered(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    option: dict[str, str]


OFFERED: Final = table(__package__, "milestones", _Offered).option
"""WD-MILE-04: the three that a player selects from, with their titles."""

CATALOGUE: Final = (CatalogueKind(name="milestone", title="Milestones", table=OFFERED, rules=("WD-MILE-04",)),)

Which = Literal["expand-power", "life-perk", "power-perk"]

GUNS: Final = ("avoided", "power-given or part of a tool", "used")
"""WD-MILE-06, WD-MILE-07: the first two count as having avoided guns."""


@data_of("choices", "milestone")
class MilestoneData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The reason for a milestone, and what came of it: what was agreed, or how many rolls there were and which was
    kept."""

    goal: str = ""
    agreed: str = ""
    rolls: int | None = None
    kept: int | None = None
    creative_use: str = ""


@data_of("traits", *OFFERED)
class GainData(keepsakes.PerkData, frozen=True, kw_only=True, omit_defaults=True):
    """The milestone that something was gained by, and the number from which it keeps reputation."""

    milestone: str


class TakeMilestone(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`goal` is the one that was reached, `option` what the milestone is to give. For Expand Power, `creative_use` is a
    use of the power that was never cited before, and `agreed` the new function that player and game master agreed on in
    place of a roll."""

    who: CharacterRef
    goal: Annotated[Key, Meta(description="The one that was reached")]
    option: Annotated[Which, Meta(description="What the milestone is to give", extra={"catalogue": "milestone"})]
    creative_use: Annotated[
        str, Meta(description="For Expand Power, a use of the power that was never cited before")
    ] = ""
    agreed: Annotated[str, Meta(description="For Expand Power, the new function that the players agreed on")] = ""


class WriteDownGain(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`milestone` is the one that was taken. A perk that keeps used reputation does so on a d6 of `keeps_reputation_from`
    or more."""

    who: CharacterRef
    milestone: Annotated[Key, Meta(description="The one that was taken")]
    gain: Annotated[
        Title,
        Meta(
            description="What the campaign's table has for the roll that was kept, with the decisions that were made on it"
        ),
    ]
    keeps_reputation_from: Annotated[
        Annotated[int, Meta(ge=2, le=6)] | None,
        Meta(description="For a perk that keeps used reputation, what a d6 has to show, or more"),
    ] = None


class Terms(NamedTuple):
    """The terms of a milestone: how many rolls (one of them is kept), and room for underlings and followers."""

    rolls: int
    underlings: int = 0
    followers: int = 0


@command("Take a milestone for a goal that is reached: Expand Power, a Life Perk or a Power Perk.", by="owner")
def take_milestone(play: Play, command: TakeMilestone) -> None:
    """WD-MILE-04, WD-MILE-05, WD-MILE-06, WD-MILE-07, WD-MILE-08, WD-MILE-09, WD-MILE-10, WD-MILE-11, WD-PROG-03,
    WD-PROG-04, WD-REW-06: a goal reached and four boxes give one of three options, and a new list. A high for a goal that
    was reached early ends with it, too, where the boxes never came to four.
    """
    who, goal = command.who, goals.find(play, command.who, command.goal)
    with play.citing("WD-MILE-04"):
        _check_ready(play, who, goal)
        _check_not_the_last(play, command)
    data = MilestoneData(goal=play.character(who).tasks[goal].title, creative_use=command.creative_use)
    if command.option == "expand-power" and _agreed(play, command):
        data = replace(data, agreed=command.agreed)
    else:
        rolls, kept = _gained(play, command)
        data = replace(data, rolls=rolls, kept=kept)
    choice = Choice(
        of="milestone",
        picked=(command.option,),
        offered=tuple(OFFERED),
        at=str(milestones(play, who)),
        title=OFFERED[command.option],
        data=data.stored(),
    )
    with play.citing("WD-REW-06"):
        come(play, ENOUGH_BOXES, who)
    with play.citing("WD-MILE-04", "WD-PROG-04"):
        play.emit(who, ChoiceMade(name=play.new_id("milestone"), choice=choice))
        play.emit(who, TaskEnded(name=goal, because="milestone"))


def _check_ready(play: Play, who: str, goal: str) -> None:
    """WD-PROG-03: at least four boxes, and the goal reached. With sixteen steps its own moment has decided that."""
    if play.option(progression.GROWTH) == "better options":
        play.refuse("WD-OPT-13", "There are no milestones in this campaign: use take_better_option.")
    task = play.character(who).tasks[goal]
    if task.state != "done":
        play.refuse("WD-PROG-03", "The goal has to be reached first; the game master says when it is.")
    if play.option(progression.GROWTH) == "sixteen steps" or goals.GoalData.of(task).granted:
        return
    checked = len(progression.on_list(play, who))
    if checked < progression.NEEDED:
        sentence = numbered(
            "A milestone takes {needed} boxes; {count} is checked on this list.",
            "A milestone takes {needed} boxes; {count} are checked on this list.",
            checked,
            needed=progression.NEEDED,
        )
        play.refuse("WD-PROG-03", sentence)


def _check_not_the_last(play: Play, command: TakeMilestone) -> None:
    """WD-MILE-04, ruling 55: not the option of the milestone directly before."""
    last = str(milestones(play, command.who) - 1)
    for choice in play.where(command.who, "choices", "milestone").values():
        if choice.at == last and choice.picked == (command.option,):
            others = ", ".join(option for option in OFFERED if option != command.option)
            play.refuse("WD-MILE-04", "The last milestone was the same; select another: {others}.", others=others)


def _agreed(play: Play, command: TakeMilestone) -> bool:
    """WD-MILE-06: in place of a roll the power may gain a function that both agree on."""
    return bool(command.agreed) and standing.confirmed(
        play, "agreed", f"A new function in place of a roll: {command.agreed}?"
    )


def _gained(play: Play, command: TakeMilestone) -> tuple[int, int]:
    """Ruling 57: the tables are the campaign's; the rolls are made, one of them is kept, and its number is told."""
    rule, terms = _TERMS[command.option, bool(play.option("variant_milestones"))]
    with play.citing(rule):
        offer = terms(play, command)
        made = [_rolled(play, command, number) for number in range(1, offer.rolls + 1)]
        totals = tuple(totals[-1] for totals in made)
        if command.option == "power-perk":
            buds.count_rolls(play, command.who, sum(map(len, made)))
        kept = _kept(play, command.who, totals)
        for limit, amount in ((stats.UNDERLING_CAP, offer.underlings), (stats.FOLLOWER_CAP, offer.followers)):
            if amount:
                make_room(play, command.who, limit, OFFERED[command.option], amount)
    return offer.rolls, kept


def _rolled(play: Play, command: TakeMilestone, number: int) -> list[int]:
    """WD-MILE-08, WD-MILE-10: a roll on the table, and again where the game master sees that a perk does not fit."""
    label = f"{command.option}/{number}"
    totals = [play.roll(command.who, label, str(play.option("perk_dice"))).total]
    while command.option != "expand-power":
        prompt = f"Roll {number} is {totals[-1]}: does not fit, roll again?"
        if play.offer("misfit", "gm", ("no", "yes"), "no", prompt, about=str(number)) == "no":
            break
        again = play.roll(command.who, f"{label}/again-{len(totals)}", str(play.option("perk_dice")))
        totals.append(again.total)
    return totals


def _kept(play: Play, who: str, totals: tuple[int, ...]) -> int:
    if len(totals) == 1:
        return totals[0]
    options = tuple(f"{number}: {total}" for number, total in enumerate(totals, 1))
    picked = play.ask("keep", who, options, options[0], "Which roll is kept?")
    return totals[options.index(picked)]


def _expand_power(play: Play, command: TakeMilestone) -> Terms:
    """WD-MILE-06, WD-MILE-07: one more roll for having avoided guns, one for a creative use not cited before."""
    guns = play.ask("guns", "gm", GUNS, GUNS[-1], "Did they avoid guns and other shortcuts around their power?")
    rolls = 1 + (guns != GUNS[-1])
    if command.creative_use:
        if command.creative_use.casefold() in _cited(play, command.who):
            play.refuse(
                "WD-MILE-06", "That use of the power was cited for an earlier milestone; cite a new one, or none."
            )
        rolls += 1
    return Terms(rolls)


def _cited(play: Play, who: str) -> set[str]:
    """WD-MILE-06: return the creative uses, in lower case, that gave a roll for an earlier milestone."""
    rolled = (c for c in play.where(who, "choices", "milestone").values() if c.picked == ("expand-power",))
    return {data.creative_use.casefold() for data in map(MilestoneData.of, rolled) if not data.agreed}


def _life_perk(play: Play, command: TakeMilestone) -> Terms:
    """WD-MILE-08, WD-MILE-09, ruling 109: room for an underling and a follower; one more roll and an underling for a
    secure secret identity, one more roll and a follower for friends or family who are no capes."""
    identity = standing.holds(play, command.who, "secret-identity")
    friends = standing.holds(play, command.who, "friends-or-family")
    return Terms(1 + identity + friends, underlings=1 + identity, followers=1 + friends)


def _power_perk(play: Play, _: TakeMilestone) -> Terms:
    """WD-MILE-10: one more roll for a consistent direction, one for staying true to trigger and background."""
    direction = standing.confirmed(play, "direction", "Were they played with consistent direction, pursuing conflict?")
    background = standing.confirmed(play, "background", "Did they stay true to their trigger and background?")
    return Terms(1 + direction + background)


def _varied_power(play: Play, command: TakeMilestone) -> Terms:
    """WD-OPT-29: with a good bond to the passenger up to three rolls, as many as the game master says."""
    if not standing.holds(play, command.who, "passenger"):
        return Terms(1)
    return Terms(int(play.ask("rolls", "gm", ("1", "2", "3"), "3", "How many rolls on the list of their power?")))


def _varied_life(play: Play, command: TakeMilestone) -> Terms:
    """WD-OPT-30: one more roll for a secret identity with good family relationships, one for good morale."""
    family = standing.holds(play, command.who, "secret-identity", "family")
    return Terms(1 + family + (morale(play, command.who) >= GOOD))


def _varied_perk(play: Play, command: TakeMilestone) -> Terms:
    """WD-OPT-31: one more roll for good morale, one for a good bond to the passenger."""
    return Terms(1 + (morale(play, command.who) >= GOOD) + standing.holds(play, command.who, "passenger"))


_TERMS: Final[dict[tuple[str, bool], tuple[str, Callable[[Play, TakeMilestone], Terms]]]] = {
    ("expand-power", False): ("WD-MILE-06", _expand_power),
    ("life-perk", False): ("WD-MILE-08", _life_perk),
    ("power-perk", False): ("WD-MILE-10", _power_perk),
    ("expand-power", True): ("WD-OPT-29", _varied_power),
    ("life-perk", True): ("WD-OPT-30", _varied_life),
    ("power-perk", True): ("WD-OPT-31", _varied_perk),
}
"""By option, and whether the campaign plays the variant of it: the rule, and the terms it gives."""


@command("Write down what a milestone's kept roll means on the campaign's own table.", by="owner")
def write_down_gain(play: Play, command: WriteDownGain) -> None:
    """WD-MILE-06, WD-MILE-08, WD-MILE-10, rulings 57, 122 and 133: what the kept roll means, in the table's own words.
    One roll is kept, and so a milestone gives one gain."""
    milestone = find(play, command.who, "choices", command.milestone)
    choice = play.character(command.who).choices[milestone]
    if choice.of != "milestone":
        play.missing(
            f"{command.who}.choices.{milestone}",
            "{milestone} is no milestone; name one of theirs.",
            milestone=milestone,
        )
    gains = play.where(command.who, "traits", choice.picked[0]).values()
    if any(GainData.of(gain).milestone == milestone for gain in gains):
        rule = _TERMS[choice.picked[0], False][0]
        play.refuse(rule, "What this milestone gave is written down; undo that to write something else.")
    data = GainData(milestone=milestone, keeps_reputation_from=command.keeps_reputation_from)
    trait = Trait(kind=choice.picked[0], title=command.gain, data=data.stored())
    play.emit(command.who, TraitGained(name=play.new_id("gain"), trait=trait))


OPTIONS = (
    OptionSpec(
        name="perk_dice",
        default="1d100",
        text="The dice that are rolled on the campaign's own tables of augments, life perks and power perks.",
        rules=("WD-MILE-06", "WD-MILE-08", "WD-MILE-10", "WD-RULING-57"),
    ),
    OptionSpec(
        name="variant_milestones",
        default=False,
        choices=(False, True),
        text="Whether the rolls of milestones hang on morale, family and the passenger, as in the design notes.",
        rules=("WD-OPT-29", "WD-OPT-30", "WD-OPT-31"),
    ),
)
