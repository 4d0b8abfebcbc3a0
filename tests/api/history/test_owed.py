"""What a change of the past lacks, over HTTP: listed whole, given, or filled."""

from tests.api.people import Json, Table

ASK: Json = {
    "type": "freeform.ask",
    "args": {"owner": "gm", "key": "way", "options": ["left", "right"], "default": "left", "prompt": "Where to?"},
}


def noted(table: Table) -> int:
    entry: int = table.gm.does("freeform.note", text="They come to a fork.")["entry"]
    return entry


def test_a_commit_that_lacks_an_answer_is_answered_422_with_the_same_list_as_its_plan(table: Table) -> None:
    asked = {"insert": {"after": noted(table), "command": ASK}}
    plan = table.gm.ask("POST", "./revisions", 200, json={**asked, "dry_run": True})
    problem = table.gm.problem("POST", "./revisions", 422, json=asked)
    assert (problem["type"], problem["owed"]) == ("/problems/owed", plan["owed"])
    (owed,) = problem["owed"]
    question = {key: owed["questions"][0][key] for key in ("key", "owner", "options", "default")}
    assert question == {"key": "way", "owner": "gm", "options": ["left", "right"], "default": "left"}


def test_what_is_owed_is_filled_where_that_is_asked(table: Table) -> None:
    asked = {"insert": {"after": noted(table), "command": ASK}, "owed": "fill"}
    written = table.gm.ask("POST", "./revisions", 201, json=asked)
    assert [one["questions"][0]["key"] for one in written["plan"]["filled"]] == ["way"]


def test_an_undone_answer_is_asked_again(table: Table) -> None:
    deed = table.gm.does(ASK["type"], **ASK["args"])["entry"]
    answer = table.gm.does("freeform.answer", deed=deed, key="way", choice="right")["entry"]
    table.gm.ask("POST", "./revisions", 201, json={"undo": [answer]})
    assert [(one["deed"], one["key"], one["kind"]) for one in table.gm.see("./decisions")] == [(deed, "way", "ask")]


def test_an_answer_that_nothing_asks_is_refused(table: Table) -> None:
    entry = noted(table)
    problem = table.gm.problem("POST", "./revisions", 422, json={"responses": {str(entry): {"way": "left"}}})
    assert problem["rule"] == "spare-answers"


def test_answers_that_a_command_did_not_ask_for_are_named(table: Table) -> None:
    entry = table.gm.does("freeform.note", text="on", _responses={"save": "ends"})
    assert entry["unused"] == ["save"]


def test_an_answer_of_no_kind_of_question_is_a_400_that_names_those_there_are(table: Table) -> None:
    command = {"type": "freeform.note", "args": {"text": "on"}, "responses": {"wya": "left"}}
    tried = [
        ("./commands", command),
        ("./commands", {**command, "dry_run": True}),
        ("./batches", {"commands": [command]}),
    ]
    for path, body in tried:
        problem = table.gm.problem("POST", path, 400, json=body)
        assert "'wya'" in problem["detail"]
        assert "order, save" in problem["detail"]


def test_a_question_of_the_command_s_own_is_answered_by_its_key(table: Table) -> None:
    entry = table.gm.does(ASK["type"], **ASK["args"], _responses={"way": "right"})
    assert (entry.get("unused", []), table.gm.see("./decisions")) == ([], [])


def test_the_kinds_of_questions_are_listed_with_the_game(table: Table) -> None:
    kinds = {kind["name"]: kind for kind in table.gm.ask("GET", "/systems/cthulhu-eternal", 200)["questions"]}
    assert kinds["defend"]["text"] == "The target of an attack is asked how they defend."
    assert kinds["question"]["titled"]
