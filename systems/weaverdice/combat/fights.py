"""Fights: who takes part and on which side, whose turn it is, and the places in the order of turns.

A place is named by the id of its creature; bystanders share one. No two places are equal: whoever acts is one.
"""

from __future__ import annotations

from typing import Final

from domain.components.scene import TurnEntry
from domain.events.scene import TurnChanged
from domain.kit.naming import id_of
from domain.play.play import Play
from systems.freeform import turns as base
from systems.weaverdice.harm import statuses

STEP: Final = 1024
"""How far apart the tiebreaks of two places are, so that others find room between them."""

ABSENT: Final = ("dead", "fled")
"""Who is in these takes no further part: not even their turns go by."""

SKIPPED: Final = ("unconscious", "dying", "background", "still", "surprised")
"""WD-INIT-06, WD-INIT-08, WD-INIT-02, WD-LREP-01: who is in these does not act; their turns go by all the same."""


running, pace = base.running, base.pace
"""The encounter of this deed, if it is under way; where an encounter stands in time."""


def entry_of(play: Play, who: str) -> str | None:
    """The name of somebody's place in the order of the fight that is on; None without a fight or a place."""
    encounter = running(play)
    return None if encounter is None else place_of(play, encounter, who)


def place_of(play: Play, encounter: str, who: str) -> str | None:
    """The name of somebody's place in the order of an encounter, their own or one they share."""
    order = play.encounter(encounter).order
    if id_of(who) in order:
        return id_of(who)
    return next((name for name in sorted(order) if who in order[name].members), None)


def acting(play: Play, who: str) -> bool:
    """Whether it is somebody's turn in the fight that is on."""
    encounter, name = running(play), entry_of(play, who)
    return encounter is not None and name in pace(play, encounter).active


def side_of(play: Play, who: str) -> str:
    """The side that somebody is on in the fight that is on; "" for who takes no part."""
    encounter, name = running(play), entry_of(play, who)
    if encounter is None or name is None:
        return ""
    return str(play.encounter(encounter).order[name].data.get("side", ""))


def subjects(play: Play, encounter: str, name: str) -> tuple[str, ...]:
    """Whoever acts at a place."""
    place = play.encounter(encounter).order[name]
    return tuple(dict.fromkeys(who for who in (place.subject, *place.members) if who))


def fighters(play: Play) -> tuple[str, ...]:
    """Everybody in the fight that is on, as they act."""
    encounter = running(play)
    if encounter is None:
        return ()
    return tuple(who for name in in_order(play, encounter) for who in subjects(play, encounter, name))


def foes_of(play: Play, who: str) -> tuple[str, ...]:
    """Everybody in the fight who is on another side."""
    side = side_of(play, who)
    return tuple(other for other in fighters(play) if other != who and side_of(play, other) != side)


def is_absent(play: Play, who: str) -> bool:
    """Whether somebody takes no further part in any fight."""
    return not play.exists(who) or any(statuses.has(play, who, what) for what in ABSENT)


def able(play: Play, who: str) -> bool:
    """WD-INIT-08: whether somebody can act when their turn comes."""
    return not is_absent(play, who) and not any(statuses.has(play, who, what) for what in SKIPPED)


_UNABLE: Final = {
    "dead": ("WD-WND-08", "They are dead and take no further part."),
    "fled": ("WD-INIT-08", "They have fled and take no further part in this fight."),
    "unconscious": ("WD-INIT-08", "They are unconscious; all that they can do is try to get up."),
    "dying": ("WD-INIT-08", "They are dying; all that they can do is try to get up."),
    "surprised": ("WD-INIT-02", "They are surprised and do not act in the first round."),
    "still": ("WD-LREP-01", "A reputation has them keep still in this fight."),
    "background": ("WD-LREP-01", "A reputation keeps them in the background of this fight until they come out."),
}
"""The rule by which somebody does not act, and the sentence that says why, by what they are in."""


def check_able(play: Play, who: str) -> None:
    """WD-INIT-08: refuse what somebody does who cannot act, by the rule that is why."""
    for what in (*ABSENT, *SKIPPED):
        if statuses.has(play, who, what):
            play.refuse(*_UNABLE[what])
            return


def in_order(play: Play, encounter: str) -> list[str]:
    """WD-INIT-06: the places as they act, from the highest Speed down."""
    order = play.encounter(encounter).order
    return sorted(order, key=lambda name: (-order[name].initiative, -order[name].tiebreak, name))


def place_before(play: Play, who: str, other: str) -> None:
    """Somebody's place moves to just before another's. Nothing happens where one of them has none."""
    encounter, name, here = running(play), entry_of(play, who), entry_of(play, other)
    if encounter is None or name is None or here is None or name == here:
        return
    rest = [place for place in in_order(play, encounter) if place != name]
    put(play, encounter, name, rest.index(here))


def drop_a_place(play: Play, who: str) -> None:
    """WD-ATK-05: somebody acts after whoever acted after them; the last place stays the last."""
    encounter, name = running(play), entry_of(play, who)
    if encounter is None or name is None:
        return
    places = in_order(play, encounter)
    put(play, encounter, name, places.index(name) + 1)


def delay(play: Play, who: str) -> None:
    """WD-COND-12: somebody acts after the enemy, or the enemies in a row, who would have acted next after them.

    Where no enemy has a place further down, the place becomes the last one.
    """
    encounter, name = running(play), entry_of(play, who)
    if encounter is None or name is None:
        return
    places = in_order(play, encounter)
    below = places[places.index(name) + 1 :]
    hostile = [_is_hostile(play, encounter, name, place) for place in below]
    first = hostile.index(True) if True in hostile else len(below)
    after = next((index for index in range(first, len(below)) if not hostile[index]), len(below))
    put(play, encounter, name, places.index(name) + after)


def put(play: Play, encounter: str, name: str, index: int) -> None:
    """Give a place the index among the others (0 acts first), by the least that has to change."""
    places = in_order(play, encounter)
    if places.index(name) == index or len(places) == 1:
        return
    others = [place for place in places if place != name]
    order = play.encounter(encounter).order
    if index >= len(others):
        _change(play, encounter, name, order[others[-1]].initiative, order[others[-1]].tiebreak - STEP)
        return
    below = order[others[index]]
    above: TurnEntry | None = order[others[index - 1]] if index else None
    tied = above is not None and above.initiative == below.initiative
    room = above.tiebreak - below.tiebreak if tied and above is not None else 2 * STEP
    if room > 1:
        _change(play, encounter, name, below.initiative, below.tiebreak + room // 2)
    else:
        _spread(play, encounter, [*others[:index], name, *others[index:]], below.initiative)


def _spread(play: Play, encounter: str, places: list[str], initiative: int) -> None:
    """Where no number is left between two places of equal Speed, those of that Speed are numbered anew."""
    order = play.encounter(encounter).order
    start = next(i for i, name in enumerate(places) if order[name].initiative == initiative)
    end = max(i for i, name in enumerate(places) if order[name].initiative == initiative) + 1
    for number, name in enumerate(reversed(places[start:end]), start=1):
        _change(play, encounter, name, initiative, number * STEP)


def _change(play: Play, encounter: str, name: str, initiative: int, tiebreak: int) -> None:
    play.emit(encounter, TurnChanged(name=name, initiative=initiative, tiebreak=tiebreak))


def _is_hostile(play: Play, encounter: str, name: str, other: str) -> bool:
    order = play.encounter(encounter).order
    if order[other].data.get("side", "") == order[name].data.get("side", ""):
        return False
    return any(able(play, who) for who in subjects(play, encounter, other))
