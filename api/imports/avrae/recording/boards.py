"""The board that the bot prints for people: a heading, and a row for everybody in the order of turns.

    ```md
    Current initiative: 15 (round 2)
    ================================
      20: Verity <18/18 HP> (AC 16, Mage Armor [8.0 hours])
    #  15: Goblins
         - GO1 <7/7 HP>
    ```

Names, effects and notes may hold commas, brackets and (notes) line breaks, so rows are not taken apart: what a row must look
like follows from the data beside it. Above 2,000 characters the bot leaves out what stands in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from api.imports.avrae.recording.events import CombatantData, CombatData
from api.imports.avrae.recording.faults import RecordingFault
from domain.messages import text as worded


class HealthLine(msgspec.Struct, frozen=True):
    """HP as printed for one combatant: numbers, or a word (`Healthy`, `Injured`, `Bloodied`, `Critical`, `Dead`)."""

    name: str
    hp: int | None = None
    max_hp: int | None = None
    temp_hp: int = 0
    word: str | None = None


class BoardRow(msgspec.Struct, frozen=True):
    """The printed values of one combatant. `durations` are those of its effects in their order, None where none is
    printed.
    """

    hp: int | None = None
    max_hp: int | None = None
    temp_hp: int | None = None
    ac: int | None = None
    durations: tuple[str | None, ...] = ()


HEALTH = (
    r"<(?:(?P<hp>-?\d{1,9})(?:/(?P<max_hp>-?\d{1,9}))? HP|(?P<word>[A-Z][a-z]+))>(?: \(\+(?P<temp_hp>\d{1,9}) temp\))?"
)
"""The printed form of HP: `<31/35 HP> (+4 temp)`, or `<Injured>` where they are private."""

_ONLY_TEMPORARY = r"  \(\+(?P<only_temp_hp>\d{1,9}) temp\)"
"""The printed form of temporary HP for a combatant without other HP."""

_HEADING = re.compile(r"```md\n[^\n]+: (?P<turn>-?\d{1,9}) \(round (?P<round>-?\d{1,9})\)\n=+\n?", re.ASCII)
"""Before the turn stands the name of the combat, or `Current initiative` where it has none."""

_END = "```"


def health_line(name: str, match: re.Match[str]) -> HealthLine:
    """The HP in a match of a pattern built around `HEALTH`."""
    return HealthLine(name, _number(match["hp"]), _number(match["max_hp"]), int(match["temp_hp"] or 0), match["word"])


def read_board(line: int, text: str, data: CombatData) -> tuple[dict[str, BoardRow], list[RecordingFault]]:
    """The printed rows by combatant; the rows that do not say what the data leads to expect come back as faults."""
    heading = _HEADING.match(text)
    if heading is None or not text.endswith(_END):
        return {}, [
            RecordingFault(
                line, "unreadable-board", worded("The printed state does not begin with a turn and end its block.")
            )
        ]
    faults = []
    if (int(heading["turn"]), int(heading["round"])) != (data.turn, data.round):
        sentence = worded(
            "Printed are turn {turn} and round {round}, the data says otherwise.",
            turn=heading["turn"],
            round=heading["round"],
        )
        faults.append(RecordingFault(line, "contradiction", sentence))
    expected = list(_expected(data))
    printed = _rows(text[heading.end() : -len(_END)], [combatant for combatant, _ in expected])
    if printed is None:
        sentence = worded(
            "Other rows are printed than the {expected} that the data leads to expect.", expected=len(expected)
        )
        return {}, [*faults, RecordingFault(line, "unreadable-board", sentence)]
    rows = {}
    for row, (combatant, pattern) in zip(printed, expected, strict=True):
        if match := pattern.fullmatch(row):
            rows[combatant.id] = _row(combatant, match)
        else:
            sentence = worded(
                "The row “{row}” is not one of {name} with its initiative, HP and effects.",
                row=row,
                name=combatant.name,
            )
            faults.append(RecordingFault(line, "unreadable-board", sentence))
    return rows, faults


def _rows(text: str, expected: list[CombatantData]) -> list[str] | None:
    """The text by rows; one takes several lines where its notes do. None where there are more or fewer."""
    lines = text.split("\n") if expected else []
    heights = [1 + (each.notes or "").count("\n") for each in expected]
    if len(lines) == len(expected):  # also where notes are left out
        return lines
    if len(lines) != sum(heights):
        return None
    rest = iter(lines)
    return ["\n".join(next(rest) for _ in range(height)) for height in heights]


def _expected(data: CombatData) -> Iterator[tuple[CombatantData, re.Pattern[str]]]:
    """Yield each combatant in row order, with the pattern that its row must match. A group has a row of its own above
    its members'.
    """
    for combatant in data.combatants:
        place = rf"[# ] +{combatant.init}: "
        if combatant.type != "group":
            yield combatant, re.compile(place + _pattern(combatant), re.ASCII)
            continue
        yield combatant, re.compile(place + re.escape(combatant.name), re.ASCII)
        for member in combatant.combatants:
            yield member, re.compile(" +- " + _pattern(member), re.ASCII)


def _pattern(combatant: CombatantData) -> str:
    effects = [
        rf"{re.escape(effect.name)}(?: \[(?P<duration_{n}>[^\]]*)\])?" for n, effect in enumerate(combatant.effects)
    ]
    notes = ", ".join(effects + ([re.escape(combatant.notes)] if combatant.notes else []))
    ac = r"AC (?P<ac>-?\d{1,9})"
    bracket = rf" \((?:{ac}, )?{notes}\)" if notes else rf" \({ac}\)"
    return rf"{re.escape(combatant.name)}(?: {HEALTH}|{_ONLY_TEMPORARY})?(?:{bracket})? ?"


def _row(combatant: CombatantData, match: re.Match[str]) -> BoardRow:
    printed = match.groupdict()
    temp_hp = printed.get("temp_hp") or printed.get("only_temp_hp")
    return BoardRow(
        hp=_number(printed.get("hp")),
        max_hp=_number(printed.get("max_hp")),
        temp_hp=int(temp_hp or 0) if combatant.type != "group" else None,
        ac=_number(printed.get("ac")),
        durations=tuple(printed.get(f"duration_{n}") for n in range(len(combatant.effects))),
    )


def _number(digits: str | None) -> int | None:
    return None if digits is None else int(digits)
