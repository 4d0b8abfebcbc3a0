"""Rolls that others kept: what of a file is understood, and what is not and why."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.imports.rolls.checked import ImpossibleRoll, KeptRoll, read_roll
from api.imports.rolls.columns import PARTS, WrongColumns, mapped
from api.imports.rolls.importer import RollsReport, UnderstoodRolls, Wishes, import_rolls
from domain.ledger.checking.verify import verify
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.upkeep.laying import PAGE
from domain.records.entries import EntryFilter
from domain.system import Registry
from domain.vocabulary.log import Rolled
from domain.vocabulary.stored import decode_event
from systems.freeform import SYSTEM

CELLS = st.one_of(
    st.sampled_from(
        ["", "1d20", "2d6+1", "14", "3, 5", "1", "-2", "2026-05-01T19:30:00Z", "1777656600", "1e5", "9" * 20]
    ),
    st.text(max_size=90),
)
"""Cells as people and programs write them, and worse ones."""

GOOD = {**dict.fromkeys(PARTS, ""), "dice": "1d20", "natural": "7"}
HEAD = "Player,Time,Skill,Dice,Natural,Modifier,Total,DC,Session\n"
ROWS = (
    "Ana,2026-05-01T19:30:00+02:00,Stealth,1d20,14,5,19,15,1\n",
    'Ben,2026-05-01T19:31:00+02:00,Damage,2d6,"3,5",,8,,1\n',
    "Ana,2026-05-08T19:30:00+02:00,Stealth,1d20,1,5,6,15,2\n",
)


def lines(*rows: str, head: str = HEAD) -> list[bytes]:
    return [line.encode() for line in (head, *rows)]


def understood(file: Iterable[bytes]) -> tuple[RollsReport, list[KeptRoll]]:
    with UnderstoodRolls(file, "Evenings", Wishes()) as rolls:
        return rolls.report, list(rolls)


def told(*rows: str) -> tuple[RollsReport, list[KeptRoll]]:
    return understood(lines(*rows))


class TestColumns:
    def test_roll_columns_are_known_by_their_usual_names(self) -> None:
        columns = mapped(["Player", "Roll_Type", "DC", "Nat", "Formula"], {})
        assert columns == {"who": "Player", "what": "Roll_Type", "dice": "Formula", "natural": "Nat", "target": "DC"}

    def test_the_importer_may_name_the_roll_columns(self) -> None:
        assert mapped(["A", "B"], {"who": "A", "natural": "B"}) == {"who": "A", "natural": "B"}

    @pytest.mark.parametrize(
        ("columns", "wished", "sentence"),
        [
            (("A",), {"whom": "A"}, "There is no 'whom' to a roll; there are who, when"),
            (("A", "B"), {"who": "C"}, "There is no column 'C'; there are A, B"),
            (("Player", "Character", "Natural"), {}, "The columns Player and Character may both be its who"),
            (("Player",), {}, "No column holds the faces of the dice; there are Player"),
            ((), {}, "there are none"),
        ],
    )
    def test_what_is_wrong_with_them_is_told(
        self, columns: tuple[str, ...], wished: dict[str, str], sentence: str
    ) -> None:
        with pytest.raises(WrongColumns, match=sentence.replace("(", r"\(")):
            mapped(columns, wished)


class TestRolls:
    def test_one_that_says_all_there_is_to_say(self) -> None:
        _, [roll, *_] = told(*ROWS)
        assert roll == KeptRoll(
            2, "Ana", datetime(2026, 5, 1, 17, 30, tzinfo=UTC), "Stealth", "1d20", (14,), 5, 15, "1"
        )

    def test_of_a_single_die_the_total_is_enough(self) -> None:
        assert read_roll(2, {"dice": "1d20+2", "total": "19", "modifier": "5"}).faces == (12,)

    def test_dice_may_be_the_usual_ones(self) -> None:
        assert read_roll(2, {"natural": "7"}, usual="1d20").notation == "1d20"

    def test_kept_and_dropped_dice_are_all_told(self) -> None:
        assert read_roll(2, {"dice": "1d20adv", "natural": "[3, 17]", "total": "17"}).faces == (3, 17)

    def test_a_time_may_be_in_seconds_or_milliseconds(self) -> None:
        at = datetime(2026, 5, 1, 17, 30, tzinfo=UTC)
        for text in ("1777656600", "1777656600000"):
            assert read_roll(2, {"dice": "1d6", "natural": "3", "when": text}).at == at

    def test_a_time_without_a_zone_is_that_of_the_zone_that_is_said(self) -> None:
        cells = {"dice": "1d6", "natural": "3", "when": "2026-05-01T19:30:00"}
        assert read_roll(2, cells, zone=ZoneInfo("Europe/Vienna")).at == datetime(2026, 5, 1, 17, 30, tzinfo=UTC)  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        ("cells", "sentence"),
        [
            ({"natural": "7"}, "does not name its dice"),
            ({"dice": "d20x", "natural": "7"}, "'d20x' are no dice"),
            ({"dice": "7", "natural": "7"}, "holds no die"),
            ({"dice": "1d20"}, "neither what the dice showed nor what they came to"),
            ({"dice": "2d6", "total": "7"}, "Of several dice, what each of them showed is needed"),
            ({"dice": "1d20", "natural": "21"}, "A d20 shows 1 to 20, not 21"),
            ({"dice": "1d20", "natural": "0"}, "A d20 shows 1 to 20, not 0"),
            ({"dice": "2d6", "natural": "3"}, "It takes 2 dice or more; it says what 1 showed"),
            ({"dice": "1d6", "natural": "3,4"}, "It says what 2 dice showed; 1d6 takes 1"),
            ({"dice": "1d6", "natural": "three"}, "What its dice showed is 'three'"),
            (
                {"dice": "1d6", "natural": "3", "total": "5"},
                "Its total is 5, but its dice and what adds to them come to 3",
            ),
            ({"dice": "1d6", "natural": "3", "modifier": "1.5"}, "Its modifier is '1.5', which is no whole number"),
            ({"dice": "1d6", "natural": "3", "when": "1 May"}, "Its time is '1 May'"),
            ({"dice": "1d6", "natural": "3", "when": "0001-01-01T00:00:00+10:00"}, "Its time is '0001-01-01T00"),
            ({"dice": "1d6", "natural": "9" * 5_000}, "What its dice showed is '9999999999"),
            ({"dice": "1d6", "natural": "3", "target": "9999999999"}, "no whole number of at most nine digits"),
            ({"dice": "1d6", "natural": "3", "when": "2026-05-01T19:30:00"}, "has no time zone"),
        ],
    )
    def test_what_no_dice_can_show_is_told(self, cells: dict[str, str], sentence: str) -> None:
        with pytest.raises(ImpossibleRoll, match=sentence.replace("(", r"\(")):
            read_roll(2, cells)  # type: ignore[arg-type]


class TestFiles:
    def test_tabs_and_json_lines_say_the_same_as_commas(self) -> None:
        tabs = [line.replace(b'"3,5"', b"3 5").replace(b",", b"\t") for line in lines(*ROWS)]
        objects = [
            b'{"who": "Ana", "when": "2026-05-01T19:30:00+02:00", "what": "Stealth", "dice": "1d20", "natural": 14, '
            b'"modifier": 5, "total": 19, "target": 15, "session": 1}\n',
            b'{"who": "Ben", "when": "2026-05-01T19:31:00+02:00", "what": "Damage", "dice": "2d6", "natural": [3, 5], '
            b'"total": 8, "session": 1}\n',
        ]
        _, first = told(*ROWS)
        for others in (tabs, objects):
            report, rolls = understood(others)
            assert [roll._replace(line=0) for roll in rolls[:2]] == [roll._replace(line=0) for roll in first[:2]]
            assert report.faults == ()

    def test_a_mark_at_the_beginning_and_blank_lines_are_no_matter(self) -> None:
        report, rolls = understood([b"\xef\xbb\xbfwho,dice,natural\n", b"\n", b"Ana,1d6,3\n"])
        assert (len(rolls), report.faults, report.columns["who"]) == (1, (), "who")

    def test_a_bad_line_among_many_is_told_and_the_others_are_taken(self) -> None:
        good = ["Ana,,,1d20,14,5,19,,\n"] * 2_000
        report, rolls = told(*good[:1_234], "Ana,,,1d20,99,5,104,,\n", *good)
        assert (len(rolls), [fault.line for fault in report.faults]) == (3_234, [1_236])

    def test_what_is_no_row_is_told(self) -> None:
        report, rolls = understood([*lines(*ROWS), b"Ana,1d20,3\n"])
        assert [(fault.line, fault.text) for fault in report.faults] == [
            (5, "It has 3 cells; the head of the table has 9.")
        ]
        assert len(rolls) == 3

    def test_semicolons_separate_as_commas_do(self) -> None:
        report, rolls = understood([b"who;dice;natural\n", b"Ana;2d6;3,5\n"])
        assert ([roll.faces for roll in rolls], report.faults) == ([(3, 5)], ())

    def test_a_head_that_names_a_column_twice_is_refused(self) -> None:
        with pytest.raises(WrongColumns, match="it names the column 'who' twice"):
            understood([b"who,who,natural\n", b"Ana,Ben,3\n"])

    def test_columns_that_come_up_late_in_json_lines_count(self) -> None:
        report, rolls = understood([b'{"note": "a long evening"}\n', b'{"who": "Ana", "dice": "1d6", "natural": 3}\n'])
        assert (len(rolls), [fault.line for fault in report.faults]) == (1, [1])

    def test_behind_ten_thousand_faults_the_other_lines_are_told_by_number(self) -> None:
        report, rolls = told(*ROWS, *(["Ana,,,1d20,21,,,,\n"] * 10_003))
        assert (len(rolls), len(report.faults), report.further) == (3, 10_000, (10_005, 10_006, 10_007))

    @given(st.lists(st.fixed_dictionaries(dict.fromkeys(PARTS, CELLS)), max_size=6))
    def test_every_roll_that_is_taken_can_be_written(self, rows: list[dict[str, str]]) -> None:
        ledger = Ledger(MemoryStore(), Registry(SYSTEM, ()))
        file = [json.dumps(row).encode() + b"\n" for row in (GOOD, *rows)]
        with UnderstoodRolls(file, "Evenings", Wishes(zone=UTC)) as rolls:
            report = import_rolls(ledger, rolls, gm="gm")
        assert report.campaign is not None
        assert report.rolls + len(report.faults) == len(file)
        assert verify(ledger.store, report.campaign).ok

    @given(st.lists(st.binary(max_size=60), max_size=8))
    def test_any_bytes_are_read_without_an_error(self, lines: list[bytes]) -> None:
        try:
            report, rolls = understood([b"who,dice,natural\n", *(line + b"\n" for line in lines)])
        except WrongColumns:
            return
        assert report.rolls == len(rolls)


class TestImported:
    def written(self, *rows: str) -> tuple[Ledger, RollsReport]:
        ledger = Ledger(MemoryStore(), Registry(SYSTEM, ()))
        return ledger, self.again(ledger, *rows)

    def again(self, ledger: Ledger, *rows: str) -> RollsReport:
        with UnderstoodRolls(lines(*rows), "Evenings", Wishes()) as rolls:
            return import_rolls(ledger, rolls, gm="gm")

    def test_imported_rolls_are_a_campaign_with_people_and_sessions(self) -> None:
        ledger, report = self.written(*ROWS)
        assert report.campaign is not None
        assert (report.people, report.sessions, report.rolls, report.dice) == (("Ana", "Ben"), 2, 3, 4)
        assert verify(ledger.store, report.campaign).ok
        entries = ledger.store.entries(report.campaign, EntryFilter(limit=100))
        assert [entry.header.envelope.type.partition(".")[2] for entry in entries if entry.header.envelope] == [
            *("open_session", "create_character", "roll", "create_character", "roll", "end_session"),
            *("open_session", "roll", "end_session"),
        ]

    def test_a_roll_has_its_dice_modifier_target_and_time(self) -> None:
        ledger, report = self.written(*ROWS)
        assert report.campaign is not None
        entries = ledger.store.entries(report.campaign, EntryFilter(limit=100))
        roll = next(entry for entry in entries if entry.header.envelope and entry.header.envelope.type.endswith("roll"))
        [row] = ledger.store.events_of(report.campaign, [roll.header.number])[roll.header.number]
        event = decode_event(row.topic, row.body)
        assert isinstance(event, Rolled)
        assert (event.total, event.target, event.outcome, event.dice) == (19, 15, "success", ((20, 14, True),))
        assert (roll.header.at, roll.header.tape[0].source) == ("2026-05-01T17:30:00.000000Z", "imported")

    def test_without_a_roll_nothing_is_written(self) -> None:
        ledger, report = self.written("Ana,,,1d20,99,,,,\n")
        assert (report.campaign, report.exit_code, list(ledger.store.campaigns())) == (None, 2, [])

    def test_a_file_that_was_imported_before_is_not_imported_again(self) -> None:
        ledger, first = self.written(*ROWS)
        second = self.again(ledger, *ROWS)
        assert (second.campaign, second.earlier, len(ledger.store.campaigns())) == (None, (first.campaign,), 1)

    def test_a_file_that_has_grown_is_another_one(self) -> None:
        ledger, first = self.written(*ROWS[:2])
        assert self.again(ledger, *ROWS).campaign not in (None, first.campaign)

    def test_a_thousand_rolls_are_written_as_ten_are(self) -> None:
        ledger, report = self.written(*ROWS[:2] * 600)
        assert report.campaign is not None
        assert verify(ledger.store, report.campaign).ok
        assert ledger.store.head(report.campaign).entry > 2 * PAGE

    def test_rolls_are_told_in_the_order_of_their_times(self) -> None:
        _, rolls = told(ROWS[2], ROWS[0])
        assert [roll.faces for roll in rolls] == [(14,), (1,)]
