"""Whatever goes wrong is answered as problem details that say what is wrong and what would be right."""

import json
from io import StringIO

import msgspec
import pytest
from litestar import Litestar, get
from litestar.testing import TestClient

from api import answers
from api.access import OPEN
from api.app import create_app
from api.http.guards import Guard
from api.http.problem_answers import answer
from api.observability import logs
from api.problems import problem_of
from api.services import Services
from domain.dice.supply import Missing
from domain.ledger.playing.acceptance import NotAllowed
from domain.play.refusals import Absent, DiceNeeded, Refused
from tests.api.people import Json, Person, Table, command


def test_an_unknown_address_is_not_found(stranger: Person) -> None:
    refused = stranger.problem("GET", "/nowhere", 404)
    assert (refused["type"], refused["instance"]) == ("/problems/not-found", "/api/v1/nowhere")


def test_a_method_that_is_not_there_lists_those_that_are(stranger: Person) -> None:
    answer = stranger.send("PUT", "/account")
    assert answer.status_code == 405
    assert answer.headers["allow"] == "GET, PATCH, DELETE, OPTIONS"


@pytest.mark.parametrize("method", ["HEAD", "TRACE", "FOO"])
def test_what_is_no_method_here_is_answered_alike(table: Table, method: str) -> None:
    answer = table.gm.send(method, "./characters")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, OPTIONS")


def test_bug_an_address_says_which_methods_it_has(stranger: Person) -> None:
    answer = stranger.send("OPTIONS", "/account")
    allowed = {method.strip() for method in answer.headers["allow"].split(",")}
    assert (answer.status_code, answer.content, allowed) == (204, b"", {"GET", "PATCH", "DELETE", "OPTIONS"})


def test_a_body_that_is_no_json_is_refused(owner: Person) -> None:
    assert "not valid JSON" in owner.problem("POST", "/campaigns", 400, content=b'{"name":')["detail"]


def test_bytes_that_are_no_text_are_refused(owner: Person) -> None:
    owner.problem("POST", "/campaigns", 400, content=b'{"name": "\xff\xfe"}')


def test_a_missing_body_is_asked_for(owner: Person) -> None:
    assert owner.problem("POST", "/campaigns", 400)["detail"] == "The request needs a JSON body."


def test_a_body_of_another_shape_is_refused(owner: Person) -> None:
    owner.problem("POST", "/campaigns", 400, json=["Night"])


def test_an_unknown_field_is_named_with_those_that_are_known(owner: Person) -> None:
    refused = owner.problem("POST", "/campaigns", 400, json={"name": "Night", "system": "freeform", "sistem": 1})
    assert refused["fields"][0]["field"] == "sistem"
    assert "name, system, options, id" in refused["detail"]


def test_a_missing_field_is_named(owner: Person) -> None:
    refused = owner.problem("POST", "/campaigns", 400, json={"name": "Night"})
    assert [field["field"] for field in refused["fields"]] == ["system"]


def test_a_number_sent_as_text_is_no_number(table: Table) -> None:
    refused = table.gm.problem("POST", "./invitations", 400, json={"uses": "3"})
    assert [field["field"] for field in refused["fields"]] == ["uses"]


@pytest.mark.parametrize(
    ("body", "right"),
    [
        ({"undo": [1], "policy": "x"}, "`policy` cannot be 'x'; it is one of cascade, keep, refuse."),
        ({"undo": {"day": 1}}, "the fields are deed, turn, round, scene, session, phase."),
        ({"amend": {"entry": 1, "command": {"type": "x", "dice_source": "moon"}}}, "one of gm, imported, table."),
        ({"undo": [1], "policies": {"1": "x"}}, "it is one of cascade, keep, refuse."),
    ],
)
def test_what_stands_for_one_of_a_few_things_is_refused_with_them(table: Table, body: Json, right: str) -> None:
    assert table.gm.problem("POST", "./revisions", 400, json=body)["detail"].endswith(right)


def test_a_word_that_a_command_does_not_know_is_refused_with_those_it_knows(table: Table) -> None:
    sent = command("freeform.modify", target="x", path="attributes.wits", operation="raise", amount=1)
    assert "one of add, cap, floor, multiply, set" in table.gm.problem("POST", "./commands", 400, json=sent)["detail"]


@pytest.mark.parametrize(
    "body",
    [
        '{"type": "freeform.note", "args": {"text": "one", "text": "two"}}',
        '{"type": "freeform.note", "args": {"text": "one", "te\\u0078t": "two"}}',
        '{"type": "freeform.note", "type": "freeform.note", "args": {"text": "one"}}',
    ],
)
def test_bug_a_field_that_stands_there_twice_is_refused(table: Table, body: str) -> None:
    refused = table.gm.problem("POST", "./commands", 400, content=body)
    assert "occurs 2 times in one object" in refused["detail"]


@pytest.mark.parametrize(
    "body", ["NaN", "[1e400]", '{"a": Infinity}', "-", '"\\ud800"', "\ufeff{}", "{}{}", "[" * 50_000]
)
def test_what_is_no_json_is_refused_in_any_form(table: Table, body: str) -> None:
    assert table.gm.problem("POST", "./commands", 400, content=body)["status"] == 400


@pytest.mark.parametrize("type", ["", "text/plain", "application/x-www-form-urlencoded", "application/xml", ";;;"])
def test_a_body_is_json_whatever_it_says_that_it_is(table: Table, type: str) -> None:
    content = msgspec.json.encode(command("freeform.note", text="Hello."))
    table.gm.ask("POST", "./commands", 201, content=content, headers={"content-type": type})


def test_an_audience_of_an_unknown_member_is_refused(table: Table) -> None:
    sent = command("freeform.note", text="Hello.", _audience=[table.pat.id, "nobody"])
    amend = {"amend": {"entry": table.gm.does("freeform.note", text="Hello.")["entry"], "command": sent}}
    for path, body in (
        ("./commands", sent),
        ("./revisions", amend),
        ("./revisions", {"insert": {"after": 1, "command": sent}}),
    ):
        assert "nobody" in table.gm.problem("POST", path, 404, json=body)["detail"]


def test_a_past_entry_may_be_for_a_member_who_joined_later(table: Table) -> None:
    noted = table.gm.does("freeform.note", text="Hello.")["entry"]
    later = table.join("Late", "player")
    note = command("freeform.note", text="Hello.", _audience=[later.id])
    table.gm.ask("POST", "./revisions", 201, json={"amend": {"entry": noted, "command": note}})
    assert table.gm.see(f"./entries/{noted}")["command"]["audience"] == [later.id]


@pytest.mark.parametrize("seen", [-1, 10_000])
def test_an_entry_that_nobody_can_have_seen_is_refused(table: Table, seen: int) -> None:
    sent = command("freeform.note", text="Hello.", _expected_entry=seen)
    assert "expected_entry" in table.gm.problem("POST", "./commands", 400, json=sent)["detail"]


def test_a_body_that_is_too_large_is_refused(owner: Person) -> None:
    large = {"name": "x" * 5_000_000, "system": "freeform"}
    assert owner.problem("POST", "/campaigns", 413, json=large)["type"] == "/problems/body-too-large"


def test_an_unknown_parameter_is_refused_with_those_that_are_known(table: Table) -> None:
    refused = table.gm.problem("GET", "./characters?as_off=3", 400)
    assert "as_of" in refused["detail"]
    assert refused["fields"] == [{"field": "as_off", "message": "Unknown parameter", "source": "query"}]


@pytest.mark.parametrize("query", ["as_of=1&as_of=2", "view=corrected&view=corrected"])
def test_bug_a_parameter_that_is_given_twice_is_refused(table: Table, query: str) -> None:
    name = query.partition("=")[0]
    refused = table.gm.problem("GET", f"./characters?{query}", 400)
    assert [(field["field"], field["message"]) for field in refused["fields"]] == [
        (name, "occurs 2 times; give it once")
    ]


@pytest.mark.parametrize(
    ("query", "right"),
    [
        ("view=upside_down", "`view` must be one of corrected, as_played, not 'upside_down'."),
        ("order=random", "`order` must be one of oldest, newest, not 'random'."),
        ("entry_kind=", "`entry_kind` must be one of play, revision, record, not ''."),
    ],
)
def test_a_parameter_that_is_one_of_a_few_words_lists_them(table: Table, query: str, right: str) -> None:
    assert table.gm.problem("GET", f"./entries?{query}", 400)["detail"] == right


@pytest.mark.parametrize(
    "query",
    [
        "as_of=yesterday",
        "as_of=99",
        "as_of=0",
        "as_of=session:1",
        "known_at=-1",
        "view=upside_down",
        "known_at=x",
        "as_of=٣",
    ],
)
def test_a_point_that_is_not_there_is_refused(table: Table, query: str) -> None:
    assert table.gm.problem("GET", f"./characters?{query}", 400)["status"] == 400


def test_an_id_that_is_none_is_not_found(owner: Person) -> None:
    owner.problem("GET", "/campaigns/the-long-night", 404)


def test_a_refusal_has_two_voices() -> None:
    refused = Refused("armour", "That does not hit.", "Armour 17 stops it.")
    problems = [problem_of(refused, is_gm=is_gm) for is_gm in (False, True)]
    assert [problem and problem.detail for problem in problems] == ["That does not hit.", "Armour 17 stops it."]
    assert [problem and (problem.status, problem.rule) for problem in problems] == [(422, "armour")] * 2


def test_missing_dice_are_listed() -> None:
    problem = problem_of(DiceNeeded((Missing("attack", 0, 20, "1d20"),)))
    assert problem is not None
    assert [(roll.label, roll.sides) for roll in problem.missing] == [("attack", 20)]


def test_bug_what_is_so_already_is_a_conflict_and_no_fault_of_form(table: Table) -> None:
    noted = table.gm.does("freeform.note", text="Hello.")["entry"]
    undo, redo = {"undo": [noted]}, {"redo": noted}
    revision = table.gm.ask("POST", "./revisions", 201, json=undo)["entry"]["entry"]
    problems = [table.gm.problem("POST", "./revisions", 409, json=body) for body in (undo, {"redo": revision})]
    table.gm.ask("POST", "./revisions", 201, json=redo)
    problems += [table.gm.problem("POST", "./revisions", 409, json=body) for body in (redo, {"undo": [revision]})]
    assert [(one["type"], one["entry"]) for one in problems] == [
        ("/problems/already-so", entry) for entry in (noted, revision, noted, revision)
    ]


def test_what_is_absent_is_named_to_the_game_master() -> None:
    problem = problem_of(Absent("character/ghost"), is_gm=True)
    assert problem is not None
    assert (problem.type, problem.path) == ("/problems/absent", "character/ghost")


def test_a_sentence_ends_like_one() -> None:
    problem = problem_of(NotAllowed("that is not yours"))
    assert problem is not None
    assert problem.detail == "That is not yours."


def test_a_defect_is_no_problem_of_the_sender() -> None:
    assert problem_of(KeyError("secret")) is None


@get("/broken", guards=[Guard(OPEN)], sync_to_thread=False)
def broken() -> None:
    raise RuntimeError("the secret word is swordfish")


@pytest.fixture
def written() -> StringIO:
    stream = StringIO()
    logs.configure(as_json=True, stream=stream)
    return stream


def test_a_defect_tells_nothing_and_is_logged(written: StringIO) -> None:
    app = Litestar(
        [broken],
        middleware=[answers.RequestLog()],
        exception_handlers={Exception: answer},
        openapi_config=None,
        logging_config=None,
    )
    with TestClient(app, raise_server_exceptions=False) as client:
        response = client.get("/broken")
    assert response.status_code == 500
    assert "swordfish" not in response.text
    logged = [json.loads(line) for line in written.getvalue().splitlines()]
    assert [line["request"] for line in logged if line["event"] == "unexpected"] == [response.json()["request"]]


def test_the_log_holds_no_token_no_code_and_no_body(services: Services, owner: Person, written: StringIO) -> None:
    with TestClient(create_app(services)) as client:
        gm = Person(client, owner.token)
        table = Table(gm)
        code = table.gm.ask("POST", "./invitations", 201, json={})["code"]
        Person(client, None).ask("POST", f"/invitations/{code}", 201, json={"name": "Quinn"})
    log = written.getvalue()
    assert '"route":"/api/v1/invitations/{code}"' in log.replace(" ", "")
    assert not [word for word in (owner.token, code, "Quinn", "Long Night") if str(word) in log]


def test_a_request_is_logged_with_its_campaign_and_account(
    services: Services, owner: Person, table: Table, written: StringIO
) -> None:
    with TestClient(create_app(services)) as client:
        Person(client, owner.token, campaign=table.id).see(".")
    (line,) = (json.loads(line) for line in written.getvalue().splitlines())
    assert (line["status"], line["campaign"], line["account"]) == (200, table.id, owner.id)
