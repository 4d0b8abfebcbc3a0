"""Reports over HTTP: answered with a sentence, rows and a chart, as far as the caller may see."""

from typing import Any

import pytest

from projections.analytics import stored
from tests.api.people import Json, Person, Table


@pytest.fixture
def table(owner: Person) -> Table:
    """Two sessions: Ramjet leaps in both, and a hidden character in the first."""
    table = Table(owner)
    table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id], tracks={"hp": 10})
    table.gm.does("freeform.create_character", name="Judge", _audience="gm")
    table.gm.does("freeform.open_session")
    leap(table.pat, "ramjet", 15)
    leap(table.gm, "judge", 3)
    table.gm.does("freeform.end_session")
    table.gm.does("freeform.open_session")
    leap(table.pat, "ramjet", 2)
    return table


def leap(person: Person, who: str, face: int) -> Json:
    return person.does("freeform.roll", label="leap", notation="1d20", target=10, actor=who, _dice=[face])


def hits(person: Person, **parameters: Any) -> Json:
    return person.see("./analytics/hits", **parameters)


def counted(answer: Json) -> dict[str, tuple[int, int]]:
    """How many rolls each has made, and how many succeeded."""
    return {row["who"]: (row["rolls"], row["successes"]) for row in answer["rows"]}


GERMAN = {"Accept-Language": "de-AT, en;q=0.5"}


@pytest.mark.parametrize("path", ["./analytics/hits", "/analytics/hits"])
@pytest.mark.parametrize("headers", [GERMAN, {}])
def test_a_report_is_in_the_language_of_the_reader(table: Table, path: str, headers: dict[str, str]) -> None:
    answer = table.pat.send("GET", path, headers=headers)
    language = "de" if headers else "en"
    assert answer.headers["content-language"] == language
    assert "Accept-Language" in answer.headers["vary"]
    assert ("Wer trifft" in answer.json()["question"]) == bool(headers)


def test_a_chart_is_in_the_language_of_the_reader(table: Table) -> None:
    english, german = (
        table.gm.send("GET", "./analytics/hits", params={"chart": "svg"}, headers=each) for each in ({}, GERMAN)
    )
    assert (english.headers["content-language"], german.headers["content-language"]) == ("en", "de")
    assert english.text != german.text


class TestOneCampaign:
    def test_a_report_has_a_sentence_rows_and_what_its_columns_mean(self, table: Table) -> None:
        answer = hits(table.gm)
        assert answer["question"] == "Who hits, and who misses?"
        assert answer["sentence"].startswith("3 rolls against a target came to 1 success (33 %).")
        assert counted(answer) == {"Ramjet": (2, 1), "Judge": (1, 0)}
        assert set(answer["rows"][0]) == set(answer["columns"])
        assert answer["entry"] == table.gm.see(".")["head"]["entry"]

    def test_a_player_is_told_of_what_they_see_alone(self, table: Table) -> None:
        assert counted(hits(table.pat)) == {"Ramjet": (2, 1)}
        assert counted(hits(table.gm, viewer="Pat")) == {"Ramjet": (2, 1)}
        table.pat.problem("GET", "./analytics/hits?viewer=Olga", 403)

    def test_a_report_is_narrowed_to_sessions_members_and_characters(self, table: Table) -> None:
        assert counted(hits(table.gm, first_session=2)) == {"Ramjet": (1, 0)}
        assert counted(hits(table.gm, last_session=1)) == {"Ramjet": (1, 1), "Judge": (1, 0)}
        assert counted(hits(table.gm, member="Pat")) == {"Ramjet": (2, 1)}
        assert counted(hits(table.gm, character=["judge", "ramjet"])) == {"Ramjet": (2, 1), "Judge": (1, 0)}

    def test_a_report_shows_both_the_played_and_the_corrected_view(self, table: Table) -> None:
        entry = table.gm.see("./entries", kind="roll", limit=1)[0]["entry"]
        undone = table.gm.ask("POST", "./revisions", 201, json={"undo": [entry]})["entry"]["entry"]
        for person, others in ((table.gm, {"Judge": (1, 0)}), (table.pat, {})):
            assert counted(hits(person)) == {"Ramjet": (1, 0)} | others
            assert counted(hits(person, view="as_played")) == {"Ramjet": (2, 1)} | others
            assert counted(hits(person, known_at=undone - 1)) == {"Ramjet": (2, 1)} | others

    def test_a_report_ends_at_the_point_asked_for(self, table: Table) -> None:
        entry = table.gm.see("./entries", kind="roll", limit=1)[0]["entry"]
        for person in (table.gm, table.pat):
            assert counted(hits(person, as_of=entry)) == {"Ramjet": (1, 1)}
            assert counted(hits(person, as_of="session:1"))["Ramjet"] == (1, 1)

    def test_a_reports_chart_is_a_picture(self, table: Table) -> None:
        svg, png, vega = (table.pat.send("GET", f"./analytics/hits?chart={kind}") for kind in ("svg", "png", "vega"))
        assert svg.headers["content-type"].startswith("image/svg+xml")
        assert (svg.text[:4], png.content[:4]) == ("<svg", b"\x89PNG")
        assert vega.json()["title"] == "Who hits, and who misses?"

    def test_what_is_wrong_is_said(self, table: Table) -> None:
        assert "there are luck, hits" in table.pat.problem("GET", "./analytics/luk", 404)["detail"]
        assert "nobody" in table.pat.problem("GET", "./analytics/hits?character=nobody", 404)["detail"]
        table.pat.problem("GET", "./analytics/hits?first_session=0", 400)
        table.pat.problem("GET", "./analytics/hits?chart=gif", 400)
        table.outsider.problem("GET", "./analytics/hits", 404)


def test_reports_are_listed_with_their_questions(table: Table) -> None:
    questions = {each["report"]: each["question"] for each in table.olga.see("./analytics")}
    assert questions["hits"] == "Who hits, and who misses?"
    assert table.olga.see("/analytics") == table.olga.see("./analytics")


class TestAllCampaigns:
    @pytest.fixture
    def other(self, owner: Person, table: Table) -> Table:
        """Another campaign of the same game master, without Pat."""
        other = Table(owner)
        other.gm.does("freeform.create_character", name="Wren")
        leap(other.gm, "wren", 12)
        return other

    def test_each_is_told_as_far_as_one_sees_it(self, table: Table, other: Table) -> None:
        both = hits_on_all(table.gm, campaign=[table.id, other.id])
        assert counted(both) == {"Ramjet": (2, 1), "Judge": (1, 0), "Wren": (1, 1)}
        assert counted(hits_on_all(table.pat)) == {"Ramjet": (2, 1)}

    def test_some_can_be_chosen(self, table: Table, other: Table) -> None:
        assert counted(hits_on_all(table.gm, campaign=other.id)) == {"Wren": (1, 1)}
        assert "no campaign" in table.pat.problem("GET", f"/analytics/hits?campaign={other.id}", 400)["detail"]


def hits_on_all(person: Person, **parameters: Any) -> Json:
    return person.see("/analytics/hits", **parameters)


LOST = "SELECT pg_terminate_backend(pg_backend_pid()) /* {columns} {table} {condition} {order} */"
"""In place of the query of a stored table: the database breaks off."""


@pytest.mark.parametrize(
    "path", ["./analytics/hits", "./recap", "./facts?table=entries&format=parquet", "/analytics/hits"]
)
def test_a_report_whose_database_is_lost_says_so(table: Table, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    assert table.gm.send("GET", path).status_code == 200
    monkeypatch.setattr(stored, "_QUERY", LOST)
    leap(table.gm, "judge", 4)
    assert table.gm.problem("GET", path, 503)["type"] == "/problems/database-unreachable"
