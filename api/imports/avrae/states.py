"""The state of a combat as a state update shows it, from its data and from its text for people.

The data lacks the HP and armour class of players; the text lacks ids. Both list the same combatants in the same order,
so they are laid over each other, and where both speak of the same thing they must agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import msgspec

from api.imports.avrae.events import CombatantData, CombatData, CombatStateUpdate, EffectData
from api.imports.avrae.faults import Fault


class HealthLine(msgspec.Struct, frozen=True):
    """HP as printed for one combatant: numbers, or a word (`Healthy`, `Injured`, `Bloodied`, `Critical`, `Dead`)."""

    name: str
    hp: int | None = None
    max_hp: int | None = None
    temp_hp: int = 0
    word: str | None = None


class EffectState(msgspec.Struct, frozen=True):
    """`remaining` counts the bearer's turns until the effect ends (None: no end); `printed` is what the bot shows."""

    effect: EffectData
    remaining: int | None
    printed: str | None


class CombatantState(msgspec.Struct, frozen=True):
    """`ac` includes effects. HP and armour class are None where neither view shows them."""

    id: str
    name: str
    kind: str
    controller: str
    initiative: int
    hp: int | None
    max_hp: int | None
    temp_hp: int
    ac: int | None
    effects: tuple[EffectState, ...]
    private: bool = False
    monster: str | None = None
    character: str | None = None


class CombatState(msgspec.Struct, frozen=True):
    """`current` is the id of who acts (a combatant or a group), None before the first turn; `turn` the initiative."""

    round: int
    turn: int
    current: str | None
    current_name: str | None
    combatants: tuple[CombatantState, ...]

    @property
    def by_id(self) -> dict[str, CombatantState]:
        return {combatant.id: combatant for combatant in self.combatants}


HEALTH = (
    r"<(?:(?P<hp>-?\d{1,9})(?:/(?P<max_hp>-?\d{1,9}))? HP|(?P<word>[A-Z][a-z]+))>(?: \(\+(?P<temp_hp>\d{1,9}) temp\))?"
)
"""How HP are printed, everywhere: `<31/35 HP> (+4 temp)`, or `<Injured>` where they are private."""

_HEADING = re.compile(r"```md\nCurrent initiative: (?P<turn>-?\d{1,9}) \(round (?P<round>\d{1,9})\)\n=+\n?", re.ASCII)


def health_line(name: str, found: re.Match[str]) -> HealthLine:
    """The HP in a match of a pattern built around `HEALTH`."""
    return HealthLine(name, _number(found["hp"]), _number(found["max_hp"]), int(found["temp_hp"] or 0), found["word"])


def read_state(line: int, update: CombatStateUpdate) -> tuple[CombatState, tuple[Fault, ...]]:
    """The state of the update in line `line`, and where its two views fail to make one."""
    data = update.data
    combatants = _without_groups(data.combatants)
    rows, faults = _rows(line, update, combatants)
    remaining = _Durations(data, combatants)
    states = []
    for combatant in combatants:
        row = rows.get(combatant.id)
        if row is not None and (disagreement := _disagreement(combatant, row)):
            faults.append(Fault(line, "contradiction", disagreement))
        states.append(_combatant_state(combatant, row, remaining))
    acting = _acting(data)
    state = CombatState(
        round=data.round,
        turn=data.turn,
        current=acting.id if acting is not None else None,
        current_name=acting.name if acting is not None else None,
        combatants=tuple(states),
    )
    return state, tuple(faults)


def _acting(data: CombatData) -> CombatantData | None:
    if data.current is None or not 0 <= data.current < len(data.combatants):
        return None
    return data.combatants[data.current]


def _without_groups(combatants: tuple[CombatantData, ...]) -> list[CombatantData]:
    """All who can be hurt: members in place of their group."""
    return [
        member
        for combatant in combatants
        for member in (combatant.combatants if combatant.type == "group" else [combatant])
    ]


def _rows(
    line: int, update: CombatStateUpdate, combatants: list[CombatantData]
) -> tuple[dict[str, re.Match[str]], list[Fault]]:
    """The printed rows by combatant; the rows that do not say what the data leads to expect come back as faults."""
    heading = _HEADING.match(update.human_readable)
    if heading is None or not update.human_readable.endswith("```"):
        return {}, [Fault(line, "unreadable-board", "The printed state does not begin with a turn and end its block.")]
    faults = []
    if (int(heading["turn"]), int(heading["round"])) != (update.data.turn, update.data.round):
        text = f"Printed are turn {heading['turn']} and round {heading['round']}, the data says otherwise."
        faults.append(Fault(line, "contradiction", text))
    expected = list(_expected_rows(update.data.combatants))
    printed = update.human_readable[heading.end() : -len("```")].split("\n") if combatants else []
    if len(printed) != len(expected):
        text = f"{len(printed)} rows are printed where the data leads to expect {len(expected)}."
        return {}, [*faults, Fault(line, "unreadable-board", text)]
    rows = {}
    for row, (combatant, pattern) in zip(printed, expected, strict=True):
        if found := pattern.fullmatch(row):
            rows[combatant.id] = found
        else:
            text = f"The row “{row}” is not one of {combatant.name} with its initiative, HP and effects."
            faults.append(Fault(line, "unreadable-board", text))
    return rows, faults


def _expected_rows(combatants: tuple[CombatantData, ...]) -> Iterator[tuple[CombatantData, re.Pattern[str]]]:
    """Who stands in which row, and what the row must look like. A group has a row of its own above its members'."""
    for combatant in combatants:
        place = rf"[# ] +{combatant.init}: "
        if combatant.type != "group":
            yield combatant, re.compile(place + _row_pattern(combatant), re.ASCII)
            continue
        yield combatant, re.compile(place + re.escape(combatant.name), re.ASCII)
        for member in combatant.combatants:
            yield member, re.compile(" +- " + _row_pattern(member), re.ASCII)


def _row_pattern(combatant: CombatantData) -> str:
    """Names may hold commas and brackets, so they are taken from the data, not guessed."""
    effects = [
        rf"{re.escape(effect.name)}(?: \[(?P<duration_{n}>[^\]]*)\])?" for n, effect in enumerate(combatant.effects)
    ]
    notes = ", ".join(effects + ([re.escape(combatant.notes)] if combatant.notes else []))
    ac = r"AC (?P<ac>-?\d{1,9})"
    bracket = rf" \((?:{ac}, )?{notes}\)" if notes else rf"(?: \({ac}\))? ?"
    return rf"{re.escape(combatant.name)}(?: {HEALTH})?{bracket}"


def _disagreement(combatant: CombatantData, row: re.Match[str]) -> str | None:
    for what, known, printed in (
        ("HP", combatant.hp, _number(row["hp"])),
        ("greatest HP", combatant.max_hp, _number(row["max_hp"])),
        ("temporary HP", combatant.temp_hp, int(row["temp_hp"] or 0)),
    ):
        if known is not None and printed is not None and known != printed:
            return f"The data gives {combatant.name} {known} {what}, printed are {printed}."
    return None


def _combatant_state(data: CombatantData, row: re.Match[str] | None, durations: _Durations) -> CombatantState:
    printed: Mapping[str, str | None] = row.groupdict() if row is not None else {}
    hp, max_hp, ac = (_number(printed.get(name)) for name in ("hp", "max_hp", "ac"))
    return CombatantState(
        id=data.id,
        name=data.name,
        kind=data.type,
        controller=str(data.controller_id or ""),
        initiative=data.init,
        hp=data.hp if hp is None else hp,
        max_hp=data.max_hp if max_hp is None else max_hp,
        temp_hp=int(printed.get("temp_hp") or data.temp_hp or 0),
        ac=data.ac if ac is None else ac,
        effects=tuple(
            EffectState(effect, durations.remaining(data.id, effect), printed.get(f"duration_{n}"))
            for n, effect in enumerate(data.effects)
        ),
        private=bool(data.private),
        monster=data.monster_name,
        character=data.character_id,
    )


class _Durations:
    """How long effects still last. Avrae stores no countdown: what is left follows from the round and whose turn it is.

    An effect ticks once a round at its bearer's place in the order (at the end of that turn where it says so, else at
    the start), so a turn taken back gives a round back. Of a chain of parents, the place of the one that ends first counts.
    """

    def __init__(self, data: CombatData, combatants: list[CombatantData]) -> None:
        self._round = data.round
        self._current = data.current
        self._places = {
            member.id: place
            for place, combatant in enumerate(data.combatants)
            for member in (combatant, *combatant.combatants)
        }
        self._effects = {(each.id, effect.id): effect for each in combatants for effect in each.effects}

    def remaining(self, bearer: str, effect: EffectData) -> int | None:
        if effect.end_round is None:
            return None
        if self._current is None:
            return effect.end_round - self._round
        _, place, at_end = min(self._ends(bearer, effect))
        ticked = self._current > place if at_end else self._current >= place
        return effect.end_round - self._round + (0 if ticked else 1)

    def _ends(self, bearer: str, effect: EffectData) -> list[tuple[int, int, bool]]:
        """Round, place in the order and whether at its turn's end, for the effect and the parents above it."""
        ends, seen = [], set()
        above: EffectData | None = effect
        while above is not None and above.id not in seen:
            seen.add(above.id)
            if above.end_round is not None:
                ends.append((above.end_round, self._places[bearer], above.end_on_turn_end))
            reference = above.parent
            above = self._effects.get((reference.combatant_id, reference.effect_id)) if reference else None
            bearer = reference.combatant_id if reference else bearer
        return ends


def _number(digits: str | None) -> int | None:
    return None if digits is None else int(digits)
