"""Parameters that do not fit are refused in words that say what would be right, in the reader's language."""

from __future__ import annotations

import re

import pytest

from tests.api.described.test_odd_requests import VALUES, routes
from tests.api.people import Json, Person, Table, command


@pytest.fixture(scope="module")
def seated(owner: Person) -> Table:
    return Table(owner)


def refused(who: Person, path: str, language: str = "en", headers: Json | None = None) -> Json:
    answer = who.send("GET", path, headers={"Accept-Language": language, **(headers or {})})
    assert answer.status_code == 400, answer.text
    return answer.json()


@pytest.mark.parametrize(
    ("path", "english", "german"),
    [
        ("./entries?limit=x", "`limit` must be a whole number, not 'x'.", "`limit` muss eine ganze Zahl sein, nicht 'x'."),
        ("./entries?limit=0", "`limit` must be at least 1, not '0'.", "`limit` muss mindestens 1 sein, nicht '0'."),
        ("/campaigns?limit=501", "`limit` must be at most 500, not '501'.", "`limit` darf höchstens 500 sein, nicht '501'."),
        ("/tokens?valid=maybe", "`valid` must be true or false, not 'maybe'.", "`valid` muss true oder false sein, nicht 'maybe'."),
        (
            "./stream?after=x",
            "`after` must be a whole number, not 'x'.",
            "`after` muss eine ganze Zahl sein, nicht 'x'.",
        ),
        (
            f"./characters?as_of={'x' * 65}",
            "`as_of` must have at most 64 characters.",
            "`as_of` darf höchstens 64 Zeichen haben.",
        ),
    ],
)  # fmt: skip
def test_a_parameter_is_refused_with_what_would_be_right(seated: Table, path: str, english: str, german: str) -> None:
    assert (refused(seated.gm, path)["detail"], refused(seated.gm, path, "de")["detail"]) == (english, german)


def test_a_wrong_header_is_refused_by_its_own_name(seated: Table) -> None:
    problem = refused(seated.gm, "./stream", headers={"Last-Event-ID": "x"})
    assert problem["detail"] == "`Last-Event-Id` must be a whole number, not 'x'."
    assert problem["fields"][0]["source"] == "header"


def test_several_wrong_parameters_are_told_at_once(seated: Table) -> None:
    problem = refused(seated.gm, "./entries?limit=x&after=y")
    assert [field["field"] for field in problem["fields"]] == ["after", "limit"]


def test_no_parameter_is_refused_in_the_words_of_a_decoder(seated: Table) -> None:
    spoken: dict[str, str] = {}
    for method, path, taken in routes(seated.gm.http.app):  # type: ignore[attr-defined]
        if method == "GET" and path.startswith("/api/v1/campaigns/{campaign"):
            at = re.sub(r"\{[^}]*\}", "1", path.removeprefix("/api/v1").replace("{campaign:uuid}", seated.id, 1))
            for name in taken:
                answer = seated.gm.send("GET", at, params={name: VALUES[-1]})
                if answer.status_code == 400 and re.search(r"Expected|null|Invalid", answer.json()["detail"]):
                    spoken[f"{path} {name}"] = answer.json()["detail"]
    assert spoken == {}


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "freeform.note: `text` must be text, not a whole number."),
        ("de", "freeform.note: `text` muss Text sein, nicht eine ganze Zahl."),
    ],
)
def test_the_args_of_a_command_are_refused_with_what_would_be_right(
    seated: Table, language: str, sentence: str
) -> None:
    answer = seated.gm.send(
        "POST", "./commands", json=command("freeform.note", text=5), headers={"Accept-Language": language}
    )
    assert (answer.status_code, answer.json()["detail"]) == (400, sentence)
    assert [field["field"] for field in answer.json()["fields"]] == ["args.text"]


def test_a_body_is_refused_with_what_would_be_right_in_the_language_of_the_reader(seated: Table) -> None:
    answer = seated.gm.send("POST", "./invitations", json={"uses": "3"}, headers={"Accept-Language": "de"})
    assert answer.json()["detail"] == "`uses` muss eine ganze Zahl sein, nicht Text."
