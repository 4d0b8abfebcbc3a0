"""Actions of a turn: one action, and what keeps a character from it."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple, get_args

import msgspec
from msgspec import Meta

from domain.kit import conditions, turns
from domain.kit.data import data_of
from domain.messages import text
from domain.play.moments import come
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.data import Data
from domain.vocabulary.undertakings import IntentEnded
from systems.cthulhu_eternal import moments
from systems.cthulhu_eternal.combat import counts

Action = Literal[
    "aim",
    "attack",
    "called shot",
    "disarm",
    "dodge",
    "escape",
    "fight back",
    "move",
    "pin",
    "wait",
    "anything else",
    "recover",
    "shake off",
]
"""CE-TURN-04; `recover` is getting one's footing back (CE-ACT-25), `shake off` coming out of a stun (CE-DMG-05): each takes the
place of all of them."""

ACTIONS: Final = tuple(action for action in get_args(Action) if action not in ("recover", "shake off"))
"""CE-TURN-04."""

HELD: Final = "held"
"""The kind and name of the intent that holds back an action (CE-ACT-32)."""


class Hindrance(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A state that keeps a character from every action but those that it `leaves`."""

    rule: str
    says: str
    leaves: Annotated[tuple[str, ...], Meta(description="The actions that the state leaves them")] = ()


HINDRANCES: Final = table(__package__, "hindrances", dict[str, Hindrance])
"""By the state."""


SPENT: Final = text("They have taken their action; there is one in a turn.")

DODGES_ON_THE_MOVE: Final = "dodges_on_the_move"
"""CE-ACT-16: in this turn a Move and a Dodge are one action; `data.half` is the one that has been taken."""


def take(
    play: Play, who: str, what: Action, *, defending: bool = False, pace: str = "", allowed: tuple[str, ...] = ()
) -> None:
    """CE-TURN-04, CE-TURN-05, CE-DEF-02, CE-DEF-03, ruling 50: an action is taken; where nobody fights, it costs nothing.

    In a fight it is the turn's one, on one's count, or a held one; in defence it may come at any time, as long as the
    action is unspent. `pace` is that of a Move. `allowed` names states that hinder it not (the game master lets the stunned
    attack). Refused otherwise, by the rule that keeps a character from it. Fires ACTION.
    """
    hinder(play, who, what, allowed)
    encounter, place = turns.running(play), turns.place_of(play, who)
    if encounter is not None:
        if place is None:
            play.refuse("CE-TURN-01", "They take no part in this fight; let them join first.")
        elif not defending and not turns.acting(play, who):
            out_of_turn(play, who)
        else:
            _take_in_turn(play, who, encounter, place, _Taken(what, pace, defending))
    come(play, moments.ACTION, who)


def out_of_turn(play: Play, who: str, rule: str = "CE-TURN-02", *, spends: bool = True) -> None:
    """CE-TURN-02, CE-TURN-05, CE-ACT-33: refuse what is done outside one's count, for what it is: the action is spent (for
    what `spends` one) or held, the count is over, or it has not come."""
    encounter, place = turns.running(play), turns.place_of(play, who)
    state = "" if encounter is None or place is None else play.encounter(encounter).order[place].state
    if HELD in play.character(who).intents:
        play.refuse("CE-ACT-33", "They are holding their action; let them take it first.")
    elif spends and not has_action(play, who):
        play.refuse("CE-TURN-05", SPENT)
    elif state:
        play.refuse(rule, "Their count of this turn is over; they can act again in the next turn.")
    else:
        play.refuse(rule, "Their count has not come yet; wait until everybody with higher DEX has acted.")


@data_of("conditions", DODGES_ON_THE_MOVE)
class DodgeData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The half that is done of a move and a Dodge in one."""

    half: str = ""


class _Taken(NamedTuple):
    what: Action
    pace: str
    defending: bool

    @property
    def half(self) -> str:
        """Return the half of a Dodge on the move that it could be; "" where it could be none."""
        return self.what if self.what == "dodge" or (self.what == "move" and self.pace != "sprint") else ""


def _take_in_turn(play: Play, who: str, encounter: str, place: str, taken: _Taken) -> None:
    if not _is_other_half(play, who, taken.half):
        _spend(play, who, defending=taken.defending)
    _note_half(play, who, taken.half)
    if not taken.defending and place in turns.pace(play, encounter).active:
        turns.set_state(play, encounter, place, counts.ACTED)


def _spend(play: Play, who: str, *, defending: bool) -> None:
    """A held action is spent before the turn's own: it would be lost when the count comes again."""
    if HELD in play.character(who).intents:
        play.emit(who, IntentEnded(name=HELD, because="used"))
    elif has_action(play, who) and (defending or not counts.is_extra(play, who)):
        turns.spend(play, who, counts.ACTION)
    elif defending:
        play.refuse(
            "CE-DEF-03", "Their action of this turn is spent; they can defend like this again in the next turn."
        )
    else:
        play.refuse("CE-TURN-05", SPENT)


def _is_other_half(play: Play, who: str, half: str) -> bool:
    agreed = play.where(who, "conditions", DODGES_ON_THE_MOVE).values()
    return bool(half) and any(DodgeData.of(one).half not in ("", half) for one in agreed)


def _note_half(play: Play, who: str, half: str) -> None:
    """CE-ACT-16: the second half ends it."""
    agreed = play.where(who, "conditions", DODGES_ON_THE_MOVE)
    for name in sorted(agreed) if half else ():
        if DodgeData.of(agreed[name]).half:
            conditions.end(play, who, DODGES_ON_THE_MOVE, "done")
        else:
            conditions.change(play, who, name, data=DodgeData.changes(half=half))


def hinder(play: Play, who: str, what: str, allowed: tuple[str, ...] = ()) -> None:
    """Refuse an action by whatever state a character is in that keeps them from it."""
    for state, hindrance in HINDRANCES.items():
        if state not in allowed and what not in hindrance.leaves and conditions.has(play, who, state):
            play.refuse(hindrance.rule, hindrance.says)


def has_action(play: Play, who: str) -> bool:
    """Whether the turn's own action is unspent; always where nobody fights."""
    encounter, place = turns.running(play), turns.place_of(play, who)
    if encounter is None:
        return True
    return place is not None and play.encounter(encounter).order[place].budget.get(counts.ACTION, 0) > 0


def may_defend(play: Play, who: str, what: Action) -> bool:
    """CE-DEF-02, CE-DEF-03, ruling 50: whether a character could Dodge or Fight Back now, as far as actions go."""
    hindered = any(
        what not in hindrance.leaves and conditions.has(play, who, state) for state, hindrance in HINDRANCES.items()
    )
    if hindered or (turns.running(play) is not None and turns.place_of(play, who) is None):
        return False
    return (
        has_action(play, who)
        or HELD in play.character(who).intents
        or _is_other_half(play, who, _Taken(what, "", True).half)
    )
