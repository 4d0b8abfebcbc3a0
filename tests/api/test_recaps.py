"""Recaps with receipts: what is told of a session, to whom, and as which document."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from markdown_it import MarkdownIt

from tests.api.people import Json, Person, Table, command

HOSTILE = '<script>alert(1)</script> [x](http://evil) **bold** `code` & "quotes" \u202e# 1. www.evil.com'


@pytest.fixture(scope="module")
def table(owner: Person) -> Table:
    """Two sessions: a fight whose end was corrected, an inserted death, a hidden one, and secrets."""
    table = Table(owner)
    gm = table.gm
    gm.does("freeform.open_session", title="The yard")
    gm.does("freeform.open_scene", title="At dusk")
    gm.does("freeform.create_character", name="Ada", owners=[table.pat.id], tracks={"hp": 10})
    gm.does("freeform.create_character", name=HOSTILE, handle="rat", tracks={"hp": 4})
    gm.does("freeform.create_character", name="Mole", hidden=True, tracks={"hp": 4})
    gm.does("freeform.afflict", target="rat", what="dead")
    gm.does("freeform.afflict", target="mole", what="dead")
    amended = gm.does("freeform.afflict", target="ada", what="dead")["entry"]
    struck = gm.does("freeform.afflict", target="ada", what="bleeding_out")["entry"]
    gm.does("freeform.seal", title="Who the mole is", text="Ada.")
    gm.does("freeform.end_session")
    gm.does("freeform.open_session", title="After")
    gm.does("freeform.unseal", seal="who the mole is")
    gm.ask("POST", "./revisions", 201, json={"undo": [struck]})
    dying = command("freeform.afflict", target="ada", what="dying")
    gm.ask("POST", "./revisions", 201, json={"amend": {"entry": amended, "command": dying}})
    fallen = command("freeform.afflict", target="ada", what="unconscious")
    gm.ask("POST", "./revisions", 201, json={"insert": {"after": amended, "command": fallen}})
    return table


def recap(person: Person, **parameters: object) -> Json:
    return person.see("./recap", **parameters)


def texts(view: Json) -> list[str]:
    return [line["text"] for line in view["lines"]]


def test_a_session_is_told_as_it_is_now_with_a_mark_where_it_was_corrected(table: Table) -> None:
    view = recap(table.gm, session=1)
    shown = [(line["text"], line["mark"]) for line in view["lines"] if line["sort"] not in ("retcon", "milestone")]
    assert shown == [
        ("Scene 1, At dusk, begins.", None),
        (f"{HOSTILE} is dead.", None),
        ("Mole is dead.", None),
        ("Ada is dying.", "corrected"),
        ("Ada is unconscious.", "added"),
        ("The secret “Who the mole is” is sealed.", None),
        ("Scene 1, At dusk, ends.", None),
    ]


def test_a_session_as_it_was_played_says_what_was_struck_since(table: Table) -> None:
    view = recap(table.gm, session=1, view="as_played")
    assert {line["text"]: line["mark"] for line in view["lines"]}["Ada is bleeding out."] == "struck"


def test_the_last_session_is_told_unless_one_is_named(table: Table) -> None:
    view = recap(table.pat)
    assert (view["session"], view["title"]) == (2, "After")
    assert "The secret “Who the mole is” comes out." in texts(view)


def test_a_player_is_told_nothing_of_what_is_hidden(table: Table) -> None:
    assert not [text for text in texts(recap(table.pat, session=1)) if "Mole is" in text]


def test_every_sentence_has_its_receipt(table: Table) -> None:
    view = recap(table.pat, session=1)
    receipts = {each["entry"]: each["hash"] for each in view["receipts"]}
    assert {line["entry"] for line in view["lines"]} <= receipts.keys()
    assert receipts == {entry: table.pat.see(f"./entries/{entry}")["hash"] for entry in receipts}


def test_a_correction_names_the_revision_that_made_it(table: Table) -> None:
    (line,) = (line for line in recap(table.pat, session=1)["lines"] if line["text"] == "Ada is dying.")
    assert table.pat.see(f"./entries/{line['revision']}")["kind"] == "revision"


def test_a_recap_of_the_past_knows_no_more_than_then(table: Table) -> None:
    then = table.pat.see("./seals")[0]["entry"]
    before = {line["text"]: line["mark"] for line in recap(table.pat, session=1, known_at=then)["lines"]}
    assert before["Ada is dead."] is None
    assert "Ada is dying." not in before


@pytest.mark.parametrize("session", [3, 99])
def test_a_session_that_there_is_not_is_said_to_be_missing(table: Table, session: int) -> None:
    assert "the last one is 2" in table.pat.problem("GET", f"./recap?session={session}", 404)["detail"]


def test_the_form_follows_what_the_reader_accepts(table: Table) -> None:
    taken = {
        accept: table.pat.send("GET", "./recap", headers={"Accept": accept}).headers["content-type"]
        for accept in ("*/*", "text/html,*/*;q=0.8", "text/markdown")
    }
    assert [kind.partition(";")[0] for kind in taken.values()] == ["application/json", "text/html", "text/markdown"]


def test_the_sentences_follow_the_language_that_the_reader_prefers(table: Table) -> None:
    german = table.pat.send("GET", "./recap", params={"session": 1}, headers={"Accept-Language": "de-DE, en;q=0.5"})
    assert german.json()["lines"][0]["text"] == "Szene 1, At dusk, beginnt."
    assert recap(table.pat, session=1, language="de")["lines"] == german.json()["lines"]


class Tags(HTMLParser):
    """The tags and the text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.addresses: set[str] = set()
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.addresses |= {value or "" for name, value in attrs if name in ("href", "src")}

    def handle_data(self, data: str) -> None:
        self.words += data


def test_a_hostile_name_scripts_nothing_in_html(table: Table) -> None:
    answer = table.pat.send("GET", "./recap", params={"session": 1, "format": "html"})
    page = Tags()
    page.feed(answer.text)
    assert page.tags.isdisjoint({"script", "img", "iframe", "form", "b", "strong"})
    assert all(re.fullmatch(r"/api/v1/campaigns/[\w-]+/entries/\d+", address) for address in page.addresses)
    assert HOSTILE.replace("\u202e", "\ufffd") in page.words
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_a_hostile_name_marks_nothing_up_in_markdown(table: Table) -> None:
    text = table.pat.send("GET", "./recap", params={"session": 1, "format": "markdown"}).text
    page = Tags()
    page.feed(MarkdownIt("commonmark").render(text))
    assert page.tags <= {"h1", "h2", "ul", "li", "p", "a", "code", "em"}
    assert all(address.startswith("/api/v1/campaigns/") for address in page.addresses)
    assert HOSTILE.replace("\u202e", "\ufffd") in page.words


def test_a_session_that_is_hidden_is_not_named(owner: Person) -> None:
    table = Table(owner)
    table.gm.does("freeform.open_session", title="The yard")
    hidden = {"number": 7, "opened": 1, "title": "The betrayal", "audience": "gm"}
    table.gm.does("freeform.put", component="sessions", name="7", instance=hidden)
    assert (recap(table.pat)["session"], recap(table.gm)["session"]) == (1, 7)
    table.pat.problem("GET", "./recap?session=7", 404)
