"""Fights: who takes part and on which side, whose turn it is, and the places in the order of turns.

A place is named by the id of its creature; bystanders share one. No two places are equal: one place acts at a time.
"""

from __future__ import annotations

from typing import Final

from domain.kit import conditions, turns
from domain.kit.data import data_of
from domain.kit.rounds import InTurn, TurnData
from domain.play.play import Play
from domain.vocabulary.anchors import AnyAnchor, AtMoment, UntilEncounterEnds, UntilFirst

ABSENT: Final = ("dead", "fled")
"""Conditions in which a character takes no further part: not even their turns go by."""

SKIPPED: Final = ("unconscious", "dying", "background", "still", "surprised")
"""WD-INIT-06, WD-INIT-08, WD-INIT-02, WD-LREP-01: who is in these does not act; their turns go by all the same."""


@data_of("order")
class SideData(TurnData, frozen=True, kw_only=True, omit_defaults=True):
    """The side that a character is on, beside what rounds keep with a place."""

    side: str = ""


def side_of(play: Play, who: str) -> str:
    """The side that a character is on in the fight that is on; "" for who takes no part."""
    encounter, name = turns.running(play), turns.place_of(play, who)
    if encounter is None or name is None:
        return ""
    return SideData.of(play.encounter(encounter).order[name]).side


def foes_of(play: Play, who: str) -> tuple[str, ...]:
    """Return everybody in the fight who is on another side."""
    side = side_of(play, who)
    return tuple(other for other in turns.fighters(play) if other != who and side_of(play, other) != side)


def in_this_fight(play: Play, moment: AtMoment) -> AnyAnchor:
    """Return the anchor of what lasts until a moment of a fight: with the fight that is under way it is over as well."""
    encounter = turns.running(play)
    return moment if encounter is None else UntilFirst(of=(moment, UntilEncounterEnds(encounter=encounter)))


def is_absent(play: Play, who: str) -> bool:
    """Whether a character takes no further part in any fight."""
    return not play.exists(who) or conditions.has(play, who, *ABSENT)


def able(play: Play, who: str) -> bool:
    """WD-INIT-08: whether a character can act when their turn comes."""
    return not is_absent(play, who) and not conditions.has(play, who, *SKIPPED)


FLOW: Final = InTurn(gone=is_absent, able=able)
"""WD-INIT-06, WD-INIT-08: one after the other; who is absent has no turn, and who cannot act has one that is over at once."""


_UNABLE: Final = {
    "dead": ("WD-WND-08", "They are dead and take no further part."),
    "fled": ("WD-INIT-08", "They have fled and take no further part in this fight."),
    "unconscious": ("WD-INIT-08", "They are unconscious; all that they can do is try to get up."),
    "dying": ("WD-INIT-08", "They are dying; all that they can do is try to get up."),
    "surprised": ("WD-INIT-02", "They are surprised and do not act in the first round."),
    "still": ("WD-LREP-01", "A reputation has them keep still in this fight."),
    "background": ("WD-LREP-01", "A reputation keeps them in the background of this fight until they come out."),
}
"""The rule by which a character does not act, and the sentence that says why, by what they are in."""


def check_able(play: Play, who: str) -> None:
    """WD-INIT-08: refuse what a character does who cannot act, by the rule that is why."""
    for what in (*ABSENT, *SKIPPED):
        if conditions.has(play, who, what):
            play.refuse(*_UNABLE[what])
            return


def drop_a_place(play: Play, who: str) -> None:
    """WD-ATK-05: move a character's place behind the next one; the last place stays the last."""
    encounter, name = turns.running(play), turns.place_of(play, who)
    if encounter is None or name is None:
        return
    places = turns.in_order(play, encounter)
    turns.put(play, encounter, name, places.index(name) + 1)


def delay(play: Play, who: str) -> None:
    """WD-COND-12: move a character's place behind the enemy, or the enemies in a row, who would have acted next after
    them.

    Where no enemy has a place further down, the place becomes the last one.
    """
    encounter, name = turns.running(play), turns.place_of(play, who)
    if encounter is None or name is None:
        return
    places = turns.in_order(play, encounter)
    below = places[places.index(name) + 1 :]
    hostile = [_is_hostile(play, encounter, name, place) for place in below]
    first = hostile.index(True) if True in hostile else len(below)
    after = next((index for index in range(first, len(below)) if not hostile[index]), len(below))
    turns.put(play, encounter, name, places.index(name) + after)


def _is_hostile(play: Play, encounter: str, name: str, other: str) -> bool:
    order = play.encounter(encounter).order
    if SideData.of(order[other]).side == SideData.of(order[name]).side:
        return False
    return any(able(play, who) for who in turns.subjects(play, encounter, other))
