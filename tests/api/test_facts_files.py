"""Tables of a campaign as files over HTTP: in four formats, as far as the caller may see."""

from __future__ import annotations

import csv
import io
import json
from contextlib import ExitStack
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from api.analytics.querying import FILES, TooManyFiles, place_of_file
from tests.api.people import Json, Person, Table


@pytest.fixture
def table(owner: Person) -> Table:
    """Ramjet leaps and a hidden character leaps; then Ramjet's leap is undone."""
    table = Table(owner)
    table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id], tracks={"hp": 10})
    table.gm.does("freeform.create_character", name="Judge", _audience="gm")
    table.gm.does("freeform.open_session")
    leap(table.gm, "judge", 3)
    leap(table.pat, "ramjet", 15)
    return table


def leap(person: Person, who: str, face: int) -> Json:
    return person.does("freeform.roll", label="leap", notation="1d20", target=10, actor=who, _dice=[face])


def taken(person: Person, table: str, form: str = "jsonl", **parameters: Any) -> bytes:
    """The content of a file."""
    asked = "&".join(f"{name}={value}" for name, value in parameters.items())
    answer = person.send("GET", f"./facts?table={table}&format={form}&{asked}".rstrip("&"))
    assert answer.status_code == 200, answer.text
    return answer.content


def rows(person: Person, table: str, **parameters: Any) -> list[Json]:
    return [json.loads(line) for line in taken(person, table, **parameters).splitlines()]


def leaps(person: Person, **parameters: Any) -> list[tuple[str, int]]:
    return [(row["who"], row["natural_roll"]) for row in rows(person, "rolls", **parameters)]


MEDIA = {
    "csv": "text/csv; charset=utf-8",
    "jsonl": "application/x-ndjson",
    "arrow": "application/vnd.apache.arrow.stream",
    "parquet": "application/vnd.apache.parquet",
}
ENDINGS = {"csv": "csv", "jsonl": "jsonl", "arrow": "arrows", "parquet": "parquet"}


@pytest.mark.parametrize("form", MEDIA)
def test_a_file_says_what_it_is_and_how_it_is_called(table: Table, form: str) -> None:
    answer = table.gm.send("GET", f"./facts?table=rolls&format={form}")
    assert answer.headers["content-type"] == MEDIA[form]
    name = f'filename="{table.id}-rolls.{ENDINGS[form]}"'
    assert answer.headers["content-disposition"] == f"attachment; {name}"


def test_all_formats_hold_the_same_rows(table: Table) -> None:
    expected = [("Judge", 3), ("Ramjet", 15)]
    content = {form: taken(table.gm, "rolls", form) for form in MEDIA}
    read = {
        "csv": list(csv.DictReader(io.StringIO(content["csv"].decode()))),
        "jsonl": [json.loads(line) for line in content["jsonl"].splitlines()],
        "arrow": pa.ipc.open_stream(content["arrow"]).read_all().to_pylist(),
        "parquet": pq.read_table(io.BytesIO(content["parquet"])).to_pylist(),
    }
    for form, table_rows in read.items():
        assert [(row["who"], int(row["natural_roll"])) for row in table_rows] == expected, form


def test_csv_is_what_comes_unasked(table: Table) -> None:
    answer = table.gm.send("GET", "./facts?table=rolls")
    assert answer.text.splitlines()[0].startswith('"campaign","entry","seq"')


def test_a_player_takes_what_they_see_alone(table: Table) -> None:
    assert leaps(table.pat) == [("Ramjet", 15)]
    assert leaps(table.gm, viewer="Pat") == [("Ramjet", 15)]
    assert "Judge" not in str(rows(table.pat, "names"))
    assert {row["name"] for row in rows(table.gm, "names")} == {"Judge", "Ramjet"}


def test_a_file_holds_what_happened_just_before(table: Table) -> None:
    leap(table.pat, "ramjet", 7)
    assert leaps(table.gm)[-1] == ("Ramjet", 7)


def test_a_file_is_of_a_view_of_the_past(table: Table) -> None:
    entry = leap(table.pat, "ramjet", 7)["entry"]
    table.gm.ask("POST", "./revisions", 201, json={"undo": [entry]})
    assert len(leaps(table.gm)) == 2
    assert len(leaps(table.gm, view="as_played")) == 3
    assert len(leaps(table.gm, known_at=entry)) == 3
    assert len(leaps(table.gm, as_of=entry - 1)) == 2
    assert [(row["version"] > 0) for row in rows(table.gm, "entry_versions") if row["entry"] == entry] == [False, True]


@pytest.mark.parametrize("who", ["gm", "pat", "olga"])
@pytest.mark.parametrize("name", ["campaigns", "members", "rulebook", "entries", "facts", "dice"])
def test_everybody_at_the_table_can_take_every_table(table: Table, who: str, name: str) -> None:
    rows_seen = rows(getattr(table, who), name)
    assert rows_seen
    assert {row["campaign"] for row in rows_seen if "campaign" in row} <= {str(table.id)}


def test_a_campaign_without_facts_is_a_file_without_rows(table: Table) -> None:
    assert rows(table.gm, "harm") == []


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("", "`table` is needed"),
        ("?table=rols", "`table` must be one of campaigns, entries, facts"),
        ("?table=rolls&format=xls", "`format` must be one of csv, jsonl, arrow, parquet, not 'xls'"),
        ("?table=rolls&form=csv", "There is no parameter form here"),
        ("?table=rolls&table=dice", "`table` occurs 2 times"),
    ],
)
def test_a_slip_is_answered_with_what_would_be_right(table: Table, query: str, sentence: str) -> None:
    assert sentence in table.gm.problem("GET", f"./facts{query}", 400)["detail"]


def test_only_a_game_master_looks_through_other_eyes(table: Table) -> None:
    table.pat.problem("GET", "./facts?table=rolls&viewer=Olga", 403)


def test_a_roll_names_its_roller_also_after_they_were_removed(table: Table) -> None:
    before = {person: leaps(person) for person in (table.gm, table.pat)}
    for handle in ("ramjet", "judge"):
        table.gm.does("freeform.remove", target=handle)
    assert {person: leaps(person) for person in (table.gm, table.pat)} == before
    assert [who for who, _face in before[table.pat]] == ["Ramjet"]


class TestFilesAtOnce:
    def test_more_files_than_may_be_made_at_once_are_refused_until_one_is_done(self) -> None:
        with ExitStack() as others:
            for _ in range(FILES - 1):
                others.enter_context(place_of_file())
            with place_of_file(), pytest.raises(TooManyFiles, match="try again in 5 seconds") as refused:
                others.enter_context(place_of_file())
            assert (refused.value.status, refused.value.headers) == (429, {"Retry-After": "5"})
            others.enter_context(place_of_file())

    def test_a_file_that_was_taken_leaves_its_place_to_the_next(self, table: Table) -> None:
        for _ in range(FILES + 1):
            assert len(rows(table.pat, "rolls")) == 1
