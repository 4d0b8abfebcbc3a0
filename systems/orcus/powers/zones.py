"""Zones: areas of effect that stay, for as long as their power says, and what they do to a character who is in them."""

from __future__ import annotations

from typing import Final

from domain.kit import durations
from domain.kit.data import data_of
from domain.kit.maps.squares import Space, Square, squares_of
from domain.kit.naming import new_name
from domain.play.play import Play
from domain.vocabulary.anchors import AnyAnchor, AtMoment
from domain.vocabulary.data import Data
from domain.vocabulary.maps import Zone, ZoneOpened
from systems.orcus.board.places import space_of
from systems.orcus.moments import DIED, TURN_START
from systems.orcus.powers.effects import Use, carry_out
from systems.orcus.powers.records.clauses import clauses_of
from systems.orcus.powers.records.reading import read
from systems.orcus.powers.records.record import look_up
from systems.orcus.powers.targets import Aimed
from systems.orcus.windows import ARRIVED, Step


@data_of("zones")
class ZoneData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The power that a zone comes from, and what it does to a character who enters it or begins a turn in it, as an entry."""

    power: str = ""
    does: str = ""


def open_zone(play: Play, use: Use, lasting: AnyAnchor | None) -> None:
    """OR-ZONE-01, OR-ZONE-02: the area of a power stays a while; it goes with its duration, its maintaining, or its creator's death.

    Nobody can attack it, and its squares stay free.
    """
    encounter = play.deed.encounter
    if encounter is None:
        return
    kind, _, does = use.reading.power.zone.partition(":")
    zone = Zone(
        kind=kind.strip() or "zone",
        title=use.reading.power.name,
        squares=tuple(sorted((square.x, square.y) for square in use.aimed.squares)),
        source=use.who,
        until=durations.first_of(lasting, AtMoment(moment=DIED, subject=use.who)),
        data=ZoneData(power=use.name, does=does.strip()).stored(),
    )
    with play.citing("OR-ZONE-01"):
        play.emit(encounter, ZoneOpened(name=new_name(play, use.name), zone=zone))


def enters(play: Play, who: str, step: Step) -> Step:
    """OR-ZONE-01: a zone does what its power says to a character who comes into it."""
    before = set(squares_of(step.before))
    for name, zone in _zones(play).items():
        squares = _squares(zone)
        if _inside(step.after, squares) and not before & squares:
            _does(play, name, who)
    return step


def begins_inside(play: Play, who: str) -> None:
    """OR-ZONE-01: a zone does what its power says to a character who begins a turn in it."""
    space = space_of(play, who)
    if space is not None:
        for name, zone in _zones(play).items():
            if _inside(space, _squares(zone)):
                _does(play, name, who)


def _zones(play: Play) -> dict[str, Zone]:
    """Return the zones of the fight that have an effect, by name."""
    encounter = play.deed.encounter
    zones = {} if encounter is None else play.encounter(encounter).zones
    return {name: zones[name] for name in sorted(zones) if ZoneData.of(zones[name]).does}


def _squares(zone: Zone) -> frozenset[Square]:
    return frozenset(Square(*at) for at in zone.squares)


def _inside(space: Space, squares: frozenset[Square]) -> bool:
    return any(square in squares for square in squares_of(space))


def _does(play: Play, name: str, who: str) -> None:
    zones = {} if play.deed.encounter is None else play.encounter(play.deed.encounter).zones
    if name in zones:
        zone = zones[name]
        data = ZoneData.of(zone)
        use = Use(zone.source, data.power, read(look_up(play, data.power)), Aimed((who,)))
        with play.citing("OR-ZONE-01"):
            carry_out(play, use, clauses_of(data.does), who)


WINDOWS: Final = {ARRIVED: (enters,)}
MOMENTS: Final = {TURN_START: (begins_inside,)}
