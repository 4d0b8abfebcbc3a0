"""Leaving: what was counted by the turns of a creature that is out of the fight, and goes on without them."""

from __future__ import annotations

from typing import Final

import msgspec

from domain.kit import counters, turns
from domain.kit.durations import fight_ends
from domain.kit.naming import id_of
from domain.play.moments import come_due, everyone, hanging_on, rehang
from domain.play.play import Play
from domain.vocabulary.anchors import AnyAnchor, AtMoment, SimpleAnchor, UntilFirst, at_moment
from systems.orcus.moments import TURN_END, TURN_START

_OF_TURNS: Final = (TURN_START, TURN_END)


def count_by_next(play: Play, encounter: str, name: str, who: str) -> None:
    """Ruling 70: let what lasts until a turn of a leaver end at that point in the order: as the next one's turn begins.

    Where the leaver's turn is on, the next one's comes at once, and is not yet the point at which their next one would begin. Where
    nobody is left, all of it ends.
    """
    places = turns.in_order(play, encounter)
    at = places.index(name)
    others = (other for place in places[at + 1 :] + places[:at] for other in turns.subjects(play, encounter, place))
    heir = next((other for other in others if other != who and play.exists(other)), None)
    early = int(turns.acting(play, who))
    for hanging in [one for moment in _OF_TURNS for one in hanging_on(play, everyone(play), at_moment(moment, who))]:
        if heir is None:
            come_due(play, hanging, "out of the fight")
        else:
            by_next = {TURN_START: AtMoment(moment=TURN_START, subject=heir, passing=early)}
            by_next |= {TURN_END: AtMoment(moment=TURN_START, subject=heir)}
            rehang(play, hanging, _counted_anew(hanging.anchor, who, by_next))


def count_by(play: Play, who: str, heir: str) -> None:
    """Ruling 70: let what lasts until a turn of a creature last until that of another who acts at the same place."""
    by_other = {moment: AtMoment(moment=moment, subject=heir) for moment in _OF_TURNS}
    for hanging in [one for moment in _OF_TURNS for one in hanging_on(play, everyone(play), at_moment(moment, who))]:
        rehang(play, hanging, _counted_anew(hanging.anchor, who, by_other))


def _counted_anew(anchor: AnyAnchor, who: str, instead: dict[str, AtMoment]) -> AnyAnchor:
    """Return an anchor whose parts at a creature's turns are at these moments instead, after as many of them more."""

    def anew(part: SimpleAnchor) -> SimpleAnchor:
        if not isinstance(part, AtMoment) or part.subject != who or part.moment not in instead:
            return part
        moment = instead[part.moment]
        return msgspec.structs.replace(moment, passing=moment.passing + part.passing)

    return UntilFirst(of=tuple(map(anew, anchor.of))) if isinstance(anchor, UntilFirst) else anew(anchor)


def note_left(play: Play, encounter: str, who: str) -> None:
    """OR-AP-02: note that a character took part in an encounter, though they are out of it before its end."""
    counters.count(play, who, _left(encounter), what="got_away", until=fight_ends(play))


def have_left(play: Play, encounter: str) -> tuple[str, ...]:
    """OR-AP-02: return those who took part in an encounter and got away."""
    characters = (ref for ref in everyone(play) if ref.startswith("character/"))
    return tuple(who for who in characters if counters.times(play, who, _left(encounter)))


def _left(encounter: str) -> str:
    return f"away/{id_of(encounter)}"
