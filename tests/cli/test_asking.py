"""Tables at the terminal: asked in SQL, and taken away as files."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from api.cli.commands.serving import DEMO
from api.cli.commands.sql import SHOWN
from tests.cli.conftest import Newcomer
from tests.cli.terminal import Terminal

ATTACKS = "SELECT who, count(*) AS rolls FROM rolls WHERE roll = 'attack' GROUP BY who ORDER BY rolls DESC, who LIMIT 2"


class TestSql:
    def test_an_answer_is_a_table(self, reader: Terminal) -> None:
        done = reader("sql", ATTACKS, DEMO)
        assert done.code == 0
        assert done.out.split()[:2] == ["who", "rolls"]
        assert "Bartholomew" in done.out

    def test_an_answer_comes_as_csv_json_and_json_lines(self, reader: Terminal) -> None:
        document = reader.json("sql", ATTACKS, DEMO)
        assert document == json.loads(reader("sql", ATTACKS, DEMO, "--format", "json").out)
        assert document == [
            json.loads(line) for line in reader("sql", ATTACKS, DEMO, "--format", "jsonl").out.splitlines()
        ]
        rows = list(csv.DictReader(io.StringIO(reader("sql", ATTACKS, DEMO, "--format", "csv").out)))
        assert rows == [{name: str(value) for name, value in row.items()} for row in document]

    def test_an_answer_is_written_to_a_new_file(self, reader: Terminal, tmp_path: Path) -> None:
        path = tmp_path / "attacks.parquet"
        assert reader("sql", ATTACKS, DEMO, "--format", "parquet", "-o", path).code == 0
        assert pq.read_table(path).to_pylist() == reader.json("sql", ATTACKS, DEMO)
        assert "already exists" in reader("sql", ATTACKS, DEMO, "--format", "parquet", "-o", path).said

    def test_all_campaigns_are_asked_at_once(self, reader: Terminal) -> None:
        query = "SELECT name FROM campaigns WHERE campaign IN (SELECT campaign FROM rolls)"
        assert {"name": DEMO} in reader.json("sql", query, "--all")

    def test_the_past_is_asked_as_it_was_played_or_known(self, reader: Terminal) -> None:
        query = "SELECT max(entry) AS last FROM entries"
        assert reader.json("sql", query, DEMO, "--known-at", "40") == [{"last": 40}]
        assert reader("sql", query, DEMO, "--view", "as_played").code == 0

    def test_a_long_answer_shows_its_first_rows(self, reader: Terminal) -> None:
        done = reader("sql", f"FROM range({SHOWN + 1})", DEMO)
        assert f"the first {SHOWN:,} rows" in done.said
        assert len(done.out.splitlines()) < SHOWN + 5

    def test_cells_are_told_plainly(self, reader: Terminal) -> None:
        query = "SELECT NULL AS a, true AS b, 1 / 3 AS c, [1, 2] AS d, TIMESTAMPTZ '2026-01-02 03:04:05.678+00' AS e, DATE '2026-01-02' AS f"
        assert "true   0.333333   [1,2]   2026-01-02 03:04:05   2026-01-02" in reader("sql", query, DEMO).out

    def test_a_member_queries_the_facts_that_they_may_see(self, newcomer: Newcomer) -> None:
        olga = newcomer("Olga", "observer")
        assert olga.json("sql", "SELECT count(*) > 0 AS some FROM rolls", DEMO) == [{"some": True}]
        assert olga.json("sql", "SELECT count(*) AS n FROM entries WHERE list_contains(audience, 'gm')", DEMO) == [
            {"n": 0}
        ]
        assert "no campaign" in newcomer("Nell", None)("sql", "FROM rolls", DEMO).said

    @pytest.mark.parametrize(
        ("query", "sentence"),
        [
            ("SELECT hwo FROM rolls", "There is no column 'hwo' here; did you mean who?"),
            ("FROM rols", "There is no table 'rols'; did you mean rolls?"),
            ("DROP TABLE rolls", "A query is one SELECT statement"),
            ("FROM read_csv('/etc/passwd')", "No rows can be read from read_csv() here"),
            ("SELECT 'a'::INT", "Could not convert string 'a'"),
        ],
    )
    def test_a_slip_is_told_in_a_sentence(self, reader: Terminal, query: str, sentence: str) -> None:
        done = reader("sql", query, DEMO)
        assert (done.code, done.out) == (2, "")
        assert sentence in done.said

    def test_a_slip_is_a_problem_document_for_programs(self, reader: Terminal) -> None:
        problem = json.loads(reader("sql", "FROM rols", DEMO, "--json").err)
        assert (problem["type"], problem["status"]) == ("/problems/query-refused", 400)

    @pytest.mark.parametrize(
        ("words", "sentence"),
        [
            ((), "name a campaign"),
            ((DEMO, "--all"), "name a campaign"),
            (("--all", "--known-at", "3"), "one campaign"),
            ((DEMO, "-o", "rolls.txt"), "say which with --format"),
        ],
    )
    def test_a_command_line_that_makes_no_sense_says_why(
        self, reader: Terminal, words: tuple[str, ...], sentence: str
    ) -> None:
        done = reader("sql", "FROM rolls", *words)
        assert done.code == 2
        assert sentence in done.said


class TestFiles:
    @pytest.mark.parametrize("form", ["csv", "jsonl", "arrow", "parquet"])
    def test_a_table_is_written_to_a_new_file(self, reader: Terminal, tmp_path: Path, form: str) -> None:
        path = tmp_path / f"rolls.{form}"
        done = reader("facts", "export", DEMO, "--table", "rolls", "--format", form, "--output", path)
        assert (done.code, done.out) == (0, "")
        assert path.stat().st_size > 1000
        assert "already exists" in reader("facts", "export", DEMO, "--table", "rolls", "-o", path).said

    def test_csv_goes_to_standard_output_unasked(self, reader: Terminal) -> None:
        rows = list(csv.DictReader(io.StringIO(reader("facts", "export", DEMO, "--table", "harm").out)))
        assert {row["who"] for row in rows} >= {"SH1"}

    def test_a_table_that_is_not_there_names_those_that_are(self, reader: Terminal) -> None:
        done = reader("facts", "export", DEMO, "--table", "rols")
        assert done.code == 2
        assert "rolls" in done.said
