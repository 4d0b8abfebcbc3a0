"""Unleashed villains: an extra turn and Reaction, an edge each round, more to wear down, and a second wind."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.aggregates import CAMPAIGN
from domain.commands import CharacterRef
from domain.kit import conditions, counters, pools, turns
from domain.kit.commands import command
from domain.kit.fights import InEncounter, under_way
from domain.kit.naming import id_of
from domain.kit.rolls import Throw, judge_again, roll
from domain.kit.rounds import mark_if_past
from domain.messages import text
from domain.play.play import Play
from domain.play.windows import WindowTable
from domain.vocabulary.anchors import AtMoment, UntilEncounterEnds
from domain.vocabulary.log import Noted
from domain.vocabulary.turns import TurnChanged
from domain.vocabulary.values import Modifier, ModifierApplied, TrackSet
from systems.freeform.fields import Word
from systems.rotted_capes.combat.actions import take
from systems.rotted_capes.combat.turns import EXTRA, REACTION, REACTIONS, PacedTurnData, side_of
from systems.rotted_capes.harm.wounds import regain
from systems.rotted_capes.modes.modes import check_on
from systems.rotted_capes.moments import ROUND_END
from systems.rotted_capes.points.points import EDITOR, free, pay_from_pool
from systems.rotted_capes.sheet.people import is_hero, is_zombie
from systems.rotted_capes.windows import ROLLED, ROLLING, TARGETED, Trial, Tried

UNLEASHED: Final = "unleashed"
"""A condition of a villain in whose fight the mode is on; it ends with the encounter."""

PRESSING: Final = "pressing"
"""A condition of an Unleashed villain: the next roll of the sort in its tag goes better for them."""

TOUGHENED: Final = "toughened"
"""A counter of a villain who has the Stamina or the Wounds of the Unleashed."""

LATER: Final = 10
"""RC-UNL-02: how far behind their own initiative the extra turn comes."""

Edge = Literal["attack", "defense", "save"]


class Unleash(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """A villain holds nothing back any more."""

    who: CharacterRef
    brute: Annotated[bool, Meta(description="Whether it is a brute, whose Stamina stays as it is")] = False


class Press(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """An Unleashed villain has the edge in one roll."""

    who: CharacterRef
    on: Annotated[Edge, Meta(description="What goes better for them: the next attack, defense or save")]


class OfVillain(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """An Unleashed villain acts."""

    who: CharacterRef


class Recharge(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """An Unleashed villain may get an ability back in the extra turn."""

    who: CharacterRef
    ability: Annotated[Word, Meta(description="The ability")]
    at_least: (
        Annotated[int, Meta(ge=2, le=6, description="What a d6 has to show; left out, the Editor-in-Chief says so")]
        | None
    ) = None


@command("Declare that a villain is Unleashed.", scene=True)
def unleash(play: Play, command: Unleash) -> None:
    """RC-UNL-01, RC-UNL-02, RC-UNL-03, RC-UNL-06: from now on the villain has all that comes with it."""
    encounter, who = under_way(play), command.who
    check_on(play, encounter, "unleashed")
    if is_hero(play, who) or turns.place_in(play, encounter, who) is None:
        play.refuse("RC-UNL-01", "Only a villain who takes part in the fight can be Unleashed; this is none.")
    if conditions.has(play, who, UNLEASHED):
        play.refuse("RC-UNL-01", "They are Unleashed already.")
    with play.citing("RC-UNL-01"):
        conditions.gain(play, who, UNLEASHED, until=UntilEncounterEnds(encounter=encounter))
    _extra_turn(play, encounter, who)
    _extra_reaction(play, encounter, who)
    _toughen(play, who, brute=command.brute)


def _extra_turn(play: Play, encounter: str, who: str) -> None:
    """RC-UNL-02, ruling 44: another turn in each round; in this one only where its count is still to come."""
    own = play.encounter(encounter).order[turns.place_in(play, encounter, who) or id_of(who)]
    with play.citing("RC-UNL-02"):
        data = PacedTurnData(side=side_of(play, who)).stored()
        name = turns.enter(
            play,
            encounter,
            who,
            own.initiative - LATER,
            own.tiebreak,
            name=f"{id_of(who)}/{EXTRA}",
            kind=EXTRA,
            data=data,
        )
        mark_if_past(play, encounter, name)


def _extra_reaction(play: Play, encounter: str, who: str) -> None:
    """RC-UNL-03: a Reaction more, in this round already."""
    with play.citing("RC-UNL-03"):
        more = Modifier(path=REACTIONS, amount=1, source=UNLEASHED, until=UntilEncounterEnds(encounter=encounter))
        play.emit(who, ModifierApplied(name=play.new_id(UNLEASHED), modifier=more))
        name = turns.place_in(play, encounter, who) or id_of(who)
        budget = dict(play.encounter(encounter).order[name].budget)
        play.emit(encounter, TurnChanged(name=name, budget={**budget, REACTION: budget.get(REACTION, 0) + 1}))


def _toughen(play: Play, who: str, *, brute: bool) -> None:
    """RC-UNL-06, ruling 44: twice the Stamina, unless they are a brute; 2 Wounds more for a zombie.

    It stays theirs when the fight is over; so the next time that they are Unleashed it is not doubled again.
    """
    if counters.times(play, who, TOUGHENED):
        return
    track = "wounds" if is_zombie(play, who) else "stamina"
    most = play.character(who).tracks[track].maximum or 0
    more = 2 if is_zombie(play, who) else 0 if brute else most
    if more:
        now = play.character(who).tracks[track].current
        play.emit(who, TrackSet(name=track, current=now + more, maximum=most + more, rules=("RC-UNL-06",)))
        counters.count(play, who, TOUGHENED, title="twice the Stamina")


def _check_unleashed(play: Play, who: str) -> None:
    if not conditions.has(play, who, UNLEASHED):
        play.refuse("RC-UNL-01", "They are not Unleashed.")


@command("An Unleashed villain has the edge in the next roll of a sort, once a round.", scene=True)
def press(play: Play, command: Press) -> None:
    """RC-UNL-04, RC-RULING-44: Advantage on an attack or a save, or Disadvantage on an attack against them."""
    under_way(play)
    _check_unleashed(play, command.who)
    sentence = "They have had the edge in this round already."
    until = AtMoment(moment=ROUND_END)
    with play.citing("RC-UNL-04"):
        counters.limit(play, command.who, PRESSING, 1, rule="RC-UNL-04", sentence=sentence, until=until)
        conditions.gain(play, command.who, PRESSING, tags=(command.on,), until=until)


def _edge_in(play: Play, who: str, on: str) -> str:
    """Return the name of the edge that a villain has in the next roll of a sort; "" where they have none."""
    return next(iter(conditions.present(play, who, PRESSING, tag=on)), "")


def press_roll(play: Play, who: str, trial: Trial) -> Trial:
    """RC-UNL-04: the attack or save for which the villain presses has Advantage, whomever an attack on an Area strikes."""
    edge = trial.purpose in ("attack", "save") and _edge_in(play, who, trial.purpose)
    return trial.favoured("RC-UNL-04") if edge else trial


def press_defense(play: Play, who: str, trial: Trial) -> Trial:
    """RC-UNL-04, ruling 44: Advantage on a defense is Disadvantage on the attack. Other rolls leave it be."""
    edge = trial.purpose == "attack" and _edge_in(play, who, "defense")
    if not edge:
        return trial
    conditions.end_one(play, who, edge, "used")
    return trial.hampered("RC-UNL-04")


def use_up_edge(play: Play, who: str, tried: Tried) -> Tried:
    """RC-UNL-04: the edge is for one roll, and gone once it is made."""
    name = _edge_in(play, who, tried.trial.purpose) if "RC-UNL-04" in tried.trial.for_it else ""
    if name:
        conditions.end_one(play, who, name, "used")
    return tried


def force_save(play: Play, who: str, tried: Tried) -> Tried:
    """RC-UNL-05, ruling 14: once a round a point of the pool turns a save of the villain's into a success."""
    if tried.trial.purpose != "save" or tried.success or not conditions.has(play, who, UNLEASHED):
        return tried
    used, pooled = counters.times(play, who, "forced-save"), pools.current(play, CAMPAIGN, EDITOR)
    if used or not pooled or not free(play, "gm", tried.trial.spent):
        return tried
    prompt, price = "Spend a point of the pool, so that the save succeeds?", "1 point of the pool"
    if play.offer("forced-save", "gm", ("no", "yes"), "no", prompt, about=who, price=price, closes="turn") == "no":
        return tried
    with play.citing("RC-UNL-05"):
        counters.count(play, who, "forced-save", until=AtMoment(moment=ROUND_END))
        pay_from_pool(play, "a save of an Unleashed villain")
        judged = judge_again(play, tried.roll, "success", "the Editor-in-Chief spends a point")
    return Tried(tried.trial._replace(spent=(*tried.trial.spent, "gm")), judged)


@command("An Unleashed villain gets its second wind: an Action, once in the encounter.", scene=True)
def catch_breath(play: Play, command: OfVillain) -> None:
    """RC-UNL-07, RC-RULING-44: 1d4 Wounds are recovered, up to the maximum."""
    encounter, who = under_way(play), command.who
    _check_unleashed(play, who)
    sentence = "They have had their second wind in this encounter."
    until = UntilEncounterEnds(encounter=encounter)
    with play.citing("RC-UNL-07"):
        counters.limit(play, who, "second-wind", 1, rule="RC-UNL-07", sentence=sentence, until=until)
        take(play, who, text("second wind"))
        regain(play, who, wounds=roll(play, Throw(who, "second-wind", "1d4")).total)


@command("An Unleashed villain may recharge an ability in its extra turn.", scene=True)
def recharge(play: Play, command: Recharge) -> None:
    """RC-UNL-02, RC-RULING-17: the Editor-in-Chief says so, or a die does."""
    encounter, who = under_way(play), command.who
    _check_unleashed(play, who)
    order = play.encounter(encounter).order
    extra = [
        name for name in turns.pace(play, encounter).active if order[name].kind == EXTRA and order[name].subject == who
    ]
    if not extra:
        play.refuse("RC-UNL-02", "It is not their extra turn; abilities are recharged in it.")
    with play.citing("RC-UNL-02"):
        charged = (
            command.at_least is None or roll(play, Throw(who, "recharge", "1d6", command.at_least)).outcome == "success"
        )
        play.emit(who, Noted(name="recharge", data={"ability": command.ability, "charged": charged}))


WINDOWS: WindowTable = {ROLLING: (press_roll,), TARGETED: (press_defense,), ROLLED: (use_up_edge, force_save)}
