"""Combatants as characters: their identity, their sheets on joining, and their pools."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import count
from typing import Any

import msgspec

from api.imports.avrae.recording.report import Feature, ImportedCharacter, RecordingDifference
from api.imports.avrae.recording.states import CombatantState
from api.imports.avrae.retelling.people import People
from api.imports.avrae.retelling.scribe import Scribe
from api.imports.avrae.story.cast import group_of
from api.imports.avrae.story.happenings import (
    Being,
    CombatantChanged,
    CombatantJoined,
    Happening,
    RecordedCounter,
    RecordedSource,
    Slots,
    StateSeen,
)
from domain.play.reading import TrackedReads
from domain.play.values import effective
from domain.vocabulary.base import Audience
from domain.vocabulary.profile import Introduced

HP, TEMPORARY, AC = "hp", "temp_hp", "ac"
_LONGEST_NAME = 120
_NAMELESS = "nobody"
_AGAIN = "joins again"
_OTHER = re.compile(r"[^a-z0-9]+")


class Combatant(msgspec.Struct, frozen=True):
    """A combatant of the recording and the character it is in the campaign.

    A `player` stops at 0 HP. Of a `private` combatant only the game master sees sheet, HP and armour class.
    """

    ref: str
    name: str
    owner: str
    player: bool
    private: bool


class Combatants:
    """All who ever took part, by their id in the recording."""

    def __init__(self, scribe: Scribe, people: People, sights: dict[str, FirstSight]) -> None:
        self.differences: list[RecordingDifference] = []
        self._scribe = scribe
        self._people = people
        self._sights = sights
        self._known: dict[str, Combatant] = {}
        self._sheets: dict[str, Combatant] = {}
        self._tracks: dict[tuple[str, str], str] = {}

    def find(self, being: Being | None) -> Combatant | None:
        """Return the combatant by id, or by a name that only one combatant has; None for beings outside the combat."""
        if being is None:
            return None
        if being.id is not None and being.id in self._known:
            return self._known[being.id]
        named = {each.ref: each for each in self._known.values() if each.name == being.name}
        return next(iter(named.values())) if len(named) == 1 else None

    def ref(self, being: Being | None) -> str | None:
        """The reference of who is meant; None for strangers to the combat."""
        combatant = self.find(being)
        return None if combatant is None else combatant.ref

    def by_id(self, id_: str) -> Combatant | None:
        return self._known.get(id_)

    def with_hp(self, being: Being | None) -> Combatant | None:
        """Return the combatant if its HP are known."""
        combatant = self.find(being)
        return combatant if combatant is not None and self.left(combatant, HP) is not None else None

    def characters(self) -> tuple[ImportedCharacter, ...]:
        by_ref = {each.ref: each for each in self._known.values()}
        return tuple(
            ImportedCharacter(each.ref, self._scribe.state(each.ref).profile["self"].handle, each.name, each.owner)
            for each in by_ref.values()
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

    def change(self, changed: CombatantChanged) -> None:
        """Set the changed values of a combatant."""
        known = self.find(changed.who)
        if known is None:
            return
        if changed.command is None:
            self._unexplained(known, changed)
        source = changed.source
        described: dict[str, Any] = {}
        if changed.name is not None:
            described["name"] = changed.name[:_LONGEST_NAME] or _NAMELESS
        if changed.controller is not None:
            described["owners"] = self._people.owners(changed.controller)
        if changed.private is not None:
            described["sheet"] = _sheet(changed.private, player=known.player, owners=self._owners(known))
        if described:
            self._scribe.write(source, "describe", {"target": known.ref, **described})
            self._known_as(known, changed)
        if changed.ac is not None:
            self._set(source, known, f"attributes.{AC}.base", changed.ac)
        if changed.max_hp is not None and self.left(known, HP) is not None:
            self._set(source, known, f"tracks.{HP}.maximum", changed.max_hp)
        if changed.notes is not None:
            self._note(source, known, changed.notes)

    def leave(self, source: RecordedSource, who: Being) -> None:
        """Remove a combatant from the combat, and end its effects."""
        combatant = self.find(who)
        if combatant is None:
            return
        for condition in self._scribe.state(combatant.ref).conditions:
            if condition in self._scribe.state(combatant.ref).conditions:
                self._scribe.write(source, "relieve", {"target": combatant.ref, "condition": condition})
        self._scribe.write(source, "leave", {"who": combatant.ref, "because": "left the combat"})

    def left(self, combatant: Combatant, track: str) -> int | None:
        """Return the current value of a track; None where there is none."""
        pool = self._scribe.state(combatant.ref).tracks.get(track)
        return None if pool is None else pool.current

    def value(self, combatant: Combatant, path: str) -> int | None:
        """The value at a path after modifiers; None where nothing is known of it."""
        component, name = path.split(".")[:2]
        if name not in self._scribe.state(combatant.ref).instances(component):
            return None
        return effective(TrackedReads(self._scribe.draft, None), combatant.ref, path).total

    def set_track(
        self, source: RecordedSource, combatant: Combatant, track: str, current: int, reason: str | None = None
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

    def use(self, source: RecordedSource, who: Being, what: Slots | RecordedCounter, used: int) -> None:
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

    def differ(
        self, source: RecordedSource, who: str, what: Feature, *, log: str | int | None, ours: str | int | None
    ) -> None:
        """Put a difference on record where there is one."""
        if log != ours:
            self.differences.append(RecordingDifference(source.lines[0], who, what, log, ours))

    def _unexplained(self, known: Combatant, changed: CombatantChanged) -> None:
        ac, greatest = self.value(known, f"attributes.{AC}"), self.value(known, f"tracks.{HP}.maximum")
        features: tuple[tuple[Feature, str | int | None, str | int | None], ...] = (
            ("name", changed.name, known.name),
            ("AC", changed.ac, ac),
            ("greatest HP", changed.max_hp, greatest),
        )
        for what, log, ours in features:
            if log is not None:
                self.differ(changed.source, known.name, what, log=log, ours=ours)

    def _owners(self, combatant: Combatant) -> tuple[str, ...]:
        return tuple(self._scribe.state(combatant.ref).profile["self"].owners)

    def _known_as(self, before: Combatant, changed: CombatantChanged) -> None:
        """From here on, under all ids of theirs."""
        owners = self._owners(before)
        private = before.private if changed.private is None else changed.private
        now = Combatant(before.ref, changed.name or before.name, owners[0] if owners else "", before.player, private)
        for known in (self._known, self._sheets):
            known.update({id_: now for id_, each in known.items() if each.ref == before.ref})

    def _set(self, source: RecordedSource, combatant: Combatant, path: str, value: int) -> None:
        """Set a number of a combatant's sheet, whether it existed before or not."""
        target, (component, name, field) = {"target": combatant.ref}, path.split(".")
        if name in self._scribe.state(combatant.ref).instances(component):
            self._scribe.write(source, "set", {**target, "path": path, "value": value})
        else:
            self._scribe.write(
                source, "put", {**target, "component": component, "name": name, "instance": {field: value}}
            )

    def _note(self, source: RecordedSource, about: Combatant, notes: str) -> None:
        text = f"Note on {about.name}: {notes}" if notes else f"The note on {about.name} is gone."
        self._scribe.write(source, "note", {"text": text, "about": about.ref})

    def _take_place(self, joined: CombatantJoined, place: dict[str, Any]) -> None:
        """With the initiative rolled; where it was set to something else after the roll, with that."""
        source, roll = joined.source, joined.roll
        as_rolled = roll is not None and roll.total == joined.initiative
        if roll is not None and as_rolled and (thrown := self._scribe.as_rolled_dice(source, roll)):
            self._scribe.write(source, "join", {**place, "notation": thrown[0]}, dice=thrown[1])
            return
        if roll is not None and not as_rolled:
            self._scribe.roll(source, "initiative", roll, actor=place["who"])
        self._scribe.write(source, "join", {**place, "initiative": joined.initiative})

    def _came_back(self, joined: CombatantJoined) -> Combatant | None:
        """Return the current character of a combatant that joins again (the same combatant, or the same sheet)."""
        before = self._known.get(joined.who.id or "") or self._sheets.get(joined.character or "")
        if before is None:
            return None
        now = {self._track_of(before.ref, each): each.left for each in _uses(joined)}
        if joined.hp is not None:
            now |= {HP: joined.hp, TEMPORARY: joined.temp_hp}
        for track, current in now.items():
            self.set_track(joined.source, before, track, current, _AGAIN)
        return self._brought_up_to_date(before, joined)

    def _brought_up_to_date(self, before: Combatant, joined: CombatantJoined) -> Combatant:
        """Update level, armour and name of a combatant that joins again."""
        sight, name = self._sight(joined), joined.who.name
        known = {AC: self.value(before, f"attributes.{AC}"), HP: self.value(before, f"tracks.{HP}.maximum")}
        self._known[joined.who.id or ""] = before
        self.change(
            CombatantChanged(
                source=joined.source,
                who=joined.who,
                command=_AGAIN,
                name=None if name == before.name else name,
                ac=None if sight.ac == known[AC] else sight.ac,
                max_hp=None if sight.max_hp == known[HP] else sight.max_hp,
                notes=joined.notes or None,
            )
        )
        return self._known[joined.who.id or ""]

    def _created(self, joined: CombatantJoined) -> Combatant | None:
        player = joined.kind == "player"
        owners = self._people.owners(joined.controller)
        sheet = {
            "name": joined.who.name[:_LONGEST_NAME] or _NAMELESS,
            "kind": joined.monster or joined.kind,
            "owners": owners,
            "sheet": _sheet(joined.private, player=player, owners=owners),
            "attributes": {} if (ac := self._sight(joined).ac) is None else {AC: ac},
        }
        uses = _uses(joined)
        names = self._names_of(uses)
        tracks = {**self._health_of(joined), **{name: _pool(each) for name, each in zip(names, uses, strict=True)}}
        drafted = self._scribe.write(joined.source, "create_character", {**sheet, "tracks": tracks})
        if drafted is None:
            return None
        ref = next(each.ref for each in drafted.emitted if isinstance(each.event, Introduced))
        self._tracks |= {(ref, _word(each)): name for name, each in zip(names, uses, strict=True)}
        created = Combatant(ref, joined.who.name, owners[0] if owners else "", player, joined.private)
        if joined.notes:
            self._note(joined.source, created, joined.notes)
        return created

    def _sight(self, joined: CombatantJoined) -> FirstSight:
        return self._sights.get(joined.who.id or "", FirstSight(ac=joined.ac, max_hp=joined.max_hp))

    def _health_of(self, joined: CombatantJoined) -> dict[str, dict[str, int]]:
        temporary = {TEMPORARY: {"current": joined.temp_hp, "minimum": 0}}
        if joined.hp is None:
            return temporary if joined.temp_hp else {}
        greatest = self._sight(joined).max_hp
        hp = {"current": joined.hp, **({} if greatest is None else {"maximum": greatest})}
        if joined.kind == "player":
            hp["minimum"] = 0
        return {HP: hp, **temporary}

    def _track_of(self, ref: str, what: Slots | RecordedCounter) -> str:
        taken = self._scribe.state(ref).tracks
        known = self._tracks.get((ref, _word(what)))
        return known or self._tracks.setdefault((ref, _word(what)), _free_name(_word(what), taken))

    def _names_of(self, uses: list[Slots | RecordedCounter]) -> list[str]:
        names: list[str] = []
        for each in uses:
            names.append(_free_name(_word(each), names))
        return names


def _uses(joined: CombatantJoined) -> list[Slots | RecordedCounter]:
    return [*joined.slots, *joined.counters]


def _word(what: Slots | RecordedCounter) -> str:
    """`slots/1`, or the counter's own name."""
    return f"slots/{what.level}" if isinstance(what, Slots) else what.name


def _free_name(word: str, taken: Iterable[str]) -> str:
    """A track's name: `slots/1`, `counters/rage`; with a number behind it where there is one of that name."""
    plain = (
        word if word.startswith("slots/") else f"counters/{_OTHER.sub('-', word.lower()).strip('-')[:60] or 'other'}"
    )
    used = set(taken)
    return next(name for n in count(1) if (name := plain if n == 1 else f"{plain}-{n}") not in used)


def _pool(what: Slots | RecordedCounter) -> dict[str, int]:
    return {"current": what.left, "minimum": 0, **({} if what.most is None else {"maximum": what.most})}


class FirstSight(msgspec.Struct, frozen=True):
    """The states' values of a combatant before the first entry.

    Of combatants with equal initiative the higher `tiebreak` acts first; the members of a group share theirs. Armour
    class and maximum HP are those without the effects of that moment.
    """

    tiebreak: int = 0
    ac: int | None = None
    max_hp: int | None = None


def first_sights(happenings: Iterable[Happening]) -> dict[str, FirstSight]:
    """By the combatants' ids, from all states there are."""
    order: list[str] = []
    first: dict[str, CombatantState] = {}
    together: dict[str, str] = {}
    for state in (each.state for each in happenings if isinstance(each, StateSeen)):
        for place, one in enumerate(state.combatants):
            if one.id not in first:
                order.insert(order.index(state.combatants[place - 1].id) + 1 if place else 0, one.id)
                first[one.id] = one
                together[one.id] = group_of(one.id, state.groups) or one.id
    sights = {}
    for place, id_ in enumerate(order):
        equal = {together[other] for other in order[place + 1 :] if first[other].initiative == first[id_].initiative}
        one = first[id_]
        sights[id_] = FirstSight(
            len(equal - {together[id_]}),
            one.ac if one.bare_ac is None else one.bare_ac,
            one.max_hp if one.bare_max_hp is None else one.bare_max_hp,
        )
    return sights


def _sheet(private: bool, *, player: bool, owners: tuple[str, ...]) -> Audience:
    """Return the audience of more than the name. A hidden part of a character is hidden from the other players."""
    if not private:
        return "all"
    return owners if player and owners else "gm"
