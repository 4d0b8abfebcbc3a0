"""Combatants as characters: who is who, with what sheet they come, and what is left of their pools."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import count
from typing import Any

import msgspec

from api.imports.avrae.happenings import Being, CombatantJoined, Counter, Happening, Slots, Source, StateSeen
from api.imports.avrae.people import People
from api.imports.avrae.report import Difference, Feature, ImportedCharacter
from api.imports.avrae.scribe import Scribe
from api.imports.avrae.states import CombatantState
from domain.events.values import Introduced
from domain.play.reading import Look
from domain.play.values import effective

HP, TEMPORARY, AC = "hp", "temp_hp", "ac"
_LONGEST_NAME = 120
_OTHER = re.compile(r"[^a-z0-9]+")


class Combatant(msgspec.Struct, frozen=True):
    """A combatant of the recording and the character it is in the campaign.

    A `player` stops at 0 HP. What is `private` is the game master's: sheet, HP, armour class.
    """

    ref: str
    name: str
    owner: str
    player: bool

    @property
    def private(self) -> bool:
        return not self.player


class Combatants:
    """All who ever took part, by their id in the recording."""

    def __init__(self, scribe: Scribe, people: People, sights: dict[str, FirstSight]) -> None:
        self.differences: list[Difference] = []
        self._scribe = scribe
        self._people = people
        self._sights = sights
        self._known: dict[str, Combatant] = {}
        self._sheets: dict[str, Combatant] = {}
        self._tracks: dict[tuple[str, str], str] = {}

    def find(self, being: Being | None) -> Combatant | None:
        """Who is meant, by id or else by a name that only one bears; None for strangers to the combat."""
        if being is None:
            return None
        if being.id is not None and being.id in self._known:
            return self._known[being.id]
        named = {each.ref: each for each in self._known.values() if each.name == being.name}
        return next(iter(named.values())) if len(named) == 1 else None

    def ref(self, being: Being | None) -> str | None:
        """The reference of who is meant; None for strangers to the combat."""
        found = self.find(being)
        return None if found is None else found.ref

    def by_id(self, id_: str) -> Combatant | None:
        return self._known.get(id_)

    def with_hp(self, being: Being | None) -> Combatant | None:
        """Who is meant, if their HP are known."""
        found = self.find(being)
        return found if found is not None and self.left(found, HP) is not None else None

    def characters(self) -> tuple[ImportedCharacter, ...]:
        found = {each.ref: each for each in self._known.values()}
        return tuple(
            ImportedCharacter(each.ref, self._scribe.state(each.ref).profile["self"].handle, each.name, each.owner)
            for each in found.values()
        )

    def join(self, joined: CombatantJoined) -> None:
        """A character comes, unless the same sheet was there before, and takes its place in the order of turns."""
        combatant = self._came_back(joined) or self._created(joined)
        if combatant is None or joined.who.id is None:
            return
        self._known[joined.who.id] = combatant
        if joined.character is not None:
            self._sheets[joined.character] = combatant
        self._take_place(joined, {"who": combatant.ref, "tiebreak": self._sight(joined).tiebreak})

    def leave(self, source: Source, who: Being) -> None:
        """Somebody leaves the combat, with their effects ended."""
        combatant = self.find(who)
        if combatant is None:
            return
        for condition in self._scribe.state(combatant.ref).conditions:
            if condition in self._scribe.state(combatant.ref).conditions:
                self._scribe.write(source, "relieve", {"target": combatant.ref, "condition": condition})
        self._scribe.write(source, "leave", {"who": combatant.ref, "because": "left the combat"})

    def left(self, combatant: Combatant, track: str) -> int | None:
        """What a track stands at; None where there is none."""
        found = self._scribe.state(combatant.ref).tracks.get(track)
        return None if found is None else found.current

    def value(self, combatant: Combatant, path: str) -> int | None:
        """The value at a path after modifiers; None where nothing is known of it."""
        component, name = path.split(".")[:2]
        if name not in self._scribe.state(combatant.ref).instances(component):
            return None
        return effective(Look(self._scribe.draft, None), combatant.ref, path).total

    def set_track(
        self, source: Source, combatant: Combatant, track: str, current: int, reason: str | None = None
    ) -> None:
        """Let a track stand at a number, opening it where there is none."""
        here = self.left(combatant, track)
        if here is None:
            instance = {"current": current, **({"minimum": 0} if combatant.player or track != HP else {})}
            put = {"target": combatant.ref, "component": "tracks", "name": track, "instance": instance}
            self._scribe.write(source, "put", put, reason=reason)
        elif here != current:
            path = f"tracks.{track}.current"
            self._scribe.write(source, "set", {"target": combatant.ref, "path": path, "value": current}, reason=reason)

    def use(self, source: Source, who: Being, what: Slots | Counter, used: int) -> None:
        """Some of a pool is used (below 0: regained), so that what the recording shows is left."""
        combatant = self.find(who)
        if combatant is None:
            return
        track = self._track_of(combatant.ref, what)
        here = self.left(combatant, track)
        if here is None:
            self.set_track(source, combatant, track, here := what.left + used, "first seen now")
        if here - used != what.left:
            feature: Feature = "slots" if isinstance(what, Slots) else "counter"
            self.differ(source, combatant.name, feature, log=what.left, ours=here - used)
            self.set_track(source, combatant, track, what.left, "as the recording shows it")
        elif used:
            points = {"target": combatant.ref, "track": track, "amount": abs(used)}
            self._scribe.write(source, "spend" if used > 0 else "gain", points)

    def differ(self, source: Source, who: str, what: Feature, *, log: str | int | None, ours: str | int | None) -> None:
        """Put a difference on record where there is one."""
        if log != ours:
            self.differences.append(Difference(source.lines[0], who, what, log, ours))

    def _take_place(self, joined: CombatantJoined, place: dict[str, Any]) -> None:
        """With the initiative rolled; where it was set to something else after the roll, with that."""
        source, roll = joined.source, joined.roll
        as_rolled = roll is not None and roll.total == joined.initiative
        if roll is not None and as_rolled and (told := self._scribe.told(source, roll)):
            self._scribe.write(source, "join", {**place, "notation": told[0]}, dice=told[1])
            return
        if roll is not None and not as_rolled:
            self._scribe.roll(source, "initiative", roll, actor=place["who"])
        self._scribe.write(source, "join", {**place, "initiative": joined.initiative})

    def _came_back(self, joined: CombatantJoined) -> Combatant | None:
        """The character of somebody who joins again (the same combatant, or the same sheet), as it is now."""
        before = self._known.get(joined.who.id or "") or self._sheets.get(joined.character or "")
        if before is None:
            return None
        now = {self._track_of(before.ref, each): each.left for each in _uses(joined)}
        if joined.hp is not None:
            now |= {HP: joined.hp, TEMPORARY: joined.temp_hp}
        for track, current in now.items():
            self.set_track(joined.source, before, track, current, "joins again")
        return before

    def _created(self, joined: CombatantJoined) -> Combatant | None:
        player = joined.kind == "player"
        owners = self._people.owners(joined.controller)
        sheet = {
            "name": joined.who.name[:_LONGEST_NAME],
            "kind": joined.monster or joined.kind,
            "owners": owners,
            "sheet": "all" if player else "gm",
            "attributes": {} if (ac := self._sight(joined).ac) is None else {AC: ac},
        }
        uses = _uses(joined)
        names = self._names_of(uses)
        tracks = {**self._health_of(joined), **{name: _pool(each) for name, each in zip(names, uses, strict=True)}}
        drafted = self._scribe.write(joined.source, "create_character", {**sheet, "tracks": tracks})
        if drafted is None:
            return None
        ref = next(each.ref for each in drafted.happenings if isinstance(each.event, Introduced))
        self._tracks |= {(ref, _word(each)): name for name, each in zip(names, uses, strict=True)}
        return Combatant(ref, joined.who.name, owners[0] if owners else "", player)

    def _sight(self, joined: CombatantJoined) -> FirstSight:
        return self._sights.get(joined.who.id or "", FirstSight(ac=joined.ac))

    def _health_of(self, joined: CombatantJoined) -> dict[str, dict[str, int]]:
        if joined.hp is None:
            return {}
        hp = {"current": joined.hp, **({} if joined.max_hp is None else {"maximum": joined.max_hp})}
        if joined.kind == "player":
            hp["minimum"] = 0
        return {HP: hp, TEMPORARY: {"current": joined.temp_hp, "minimum": 0}}

    def _track_of(self, ref: str, what: Slots | Counter) -> str:
        taken = self._scribe.state(ref).tracks
        known = self._tracks.get((ref, _word(what)))
        return known or self._tracks.setdefault((ref, _word(what)), _free_name(_word(what), taken))

    def _names_of(self, uses: list[Slots | Counter]) -> list[str]:
        names: list[str] = []
        for each in uses:
            names.append(_free_name(_word(each), names))
        return names


def _uses(joined: CombatantJoined) -> list[Slots | Counter]:
    return [*joined.slots, *joined.counters]


def _word(what: Slots | Counter) -> str:
    """`slots/1`, or the counter's own name."""
    return f"slots/{what.level}" if isinstance(what, Slots) else what.name


def _free_name(word: str, taken: Iterable[str]) -> str:
    """A track's name: `slots/1`, `counters/rage`; with a number behind it where there is one of that name."""
    plain = (
        word if word.startswith("slots/") else f"counters/{_OTHER.sub('-', word.lower()).strip('-')[:60] or 'other'}"
    )
    used = set(taken)
    return next(name for n in count(1) if (name := plain if n == 1 else f"{plain}-{n}") not in used)


def _pool(what: Slots | Counter) -> dict[str, int]:
    return {"current": what.left, "minimum": 0, **({} if what.most is None else {"maximum": what.most})}


class FirstSight(msgspec.Struct, frozen=True):
    """What the states say of a combatant before anything is written down.

    Of those with equal initiative the higher `tiebreak` acts first. `ac` is that without the effects of then.
    """

    tiebreak: int = 0
    ac: int | None = None


def first_sights(happenings: Iterable[Happening]) -> dict[str, FirstSight]:
    """By the combatants' ids, from all states there are."""
    order: list[str] = []
    first: dict[str, CombatantState] = {}
    for seen in (each.state.combatants for each in happenings if isinstance(each, StateSeen)):
        for place, one in enumerate(seen):
            if one.id not in first:
                order.insert(order.index(seen[place - 1].id) + 1 if place else 0, one.id)
                first[one.id] = one
    sights = {}
    for place, id_ in enumerate(order):
        behind = sum(first[other].initiative == first[id_].initiative for other in order[place + 1 :])
        sights[id_] = FirstSight(behind, _bare_ac(first[id_]))
    return sights


def _bare_ac(state: CombatantState) -> int | None:
    bonuses = [each.effect.effects.get("ac_bonus") for each in state.effects]
    return None if state.ac is None else state.ac - sum(bonus for bonus in bonuses if isinstance(bonus, int))
