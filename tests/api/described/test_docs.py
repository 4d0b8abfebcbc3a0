"""The interface's description: complete, self-contained, and true, as every example in it is played."""

from collections.abc import Iterator
from keyword import iskeyword
from typing import Any

import httpx
import jsonschema_rs
import pytest

from api.docs.meanings import ARGS, BODIES, PARAMETERS, TAG
from domain.examples import Examples
from systems.registry import load
from tests.api.people import Json, Person, Table, command

REGISTRY = load(installed=[])
KINDS = {type: kind for system in REGISTRY.systems.values() for type, kind in system.kinds.items()}

ONE_IN = 8

MOSTLY = [
    pytest.param(type, marks=[] if type.startswith("freeform.") or not number % ONE_IN else pytest.mark.soak)
    for number, type in enumerate(sorted(KINDS))
]
"""The normal run gives the examples of free play and one in so many of the games' over HTTP, `make soak` all of them;
without HTTP the tests of the games give every one."""
ASSETS = ("swagger-ui.css", "swagger-ui-bundle.js", "start.js")


@pytest.fixture(scope="module")
def document(http: httpx.Client) -> Json:
    return http.get("/api/v1/openapi.json").raise_for_status().json()


def references(value: Any) -> Iterator[str]:
    match value:
        case dict():
            yield from ([value["$ref"]] if isinstance(value.get("$ref"), str) else [])
            for item in value.values():
                yield from references(item)
        case list():
            for item in value:
                yield from references(item)


def within(document: Json, reference: str) -> set[str]:
    """The schema and whatever it refers to, and so on."""
    schemas, left = set[str](), {reference}
    while left:
        schemas |= left
        left = {further for one in left for further in references(at(document, one))} - schemas
    return schemas


def at(document: Json, reference: str) -> Any:
    part_of = document
    for part in reference.removeprefix("#/").split("/"):
        part_of = part_of[part.replace("~1", "/").replace("~0", "~")]
    return part_of


def example_of(document: Json, type: str) -> Json:
    body = document["paths"]["/api/v1/campaigns/{campaign}/commands"]["post"]["requestBody"]["content"]
    return body["application/json"]["examples"][type]["value"]


def schema_of(document: Json, type: str) -> Json:
    """The schema of a command: its envelope is the first part of it, and its own fields are the second."""
    return at(document, document["components"]["schemas"]["Command"]["discriminator"]["mapping"][type])


def args_of(document: Json, type: str) -> Json:
    """The schema of a command's own fields."""
    envelope, own = schema_of(document, type)["allOf"]
    assert envelope == {"$ref": "#/components/schemas/CommandEnvelope"}
    assert own["properties"]["type"] == {"type": "string", "const": type}
    return at(document, own["properties"]["args"]["$ref"])


def test_every_reference_leads_somewhere(document: Json) -> None:
    assert [at(document, reference) for reference in references(document)]


def test_every_command_has_a_schema_of_its_own(document: Json) -> None:
    commands = document["components"]["schemas"]["Command"]
    mapping = commands["discriminator"]["mapping"]
    assert mapping.keys() == KINDS.keys()
    assert {option["$ref"] for option in commands["oneOf"]} == set(mapping.values())
    assert len(set(mapping.values())) == len(commands["oneOf"]) == len(KINDS)


def test_a_commands_own_fields_have_a_schema_named_after_it(document: Json) -> None:
    for type in KINDS:
        assert args_of(document, type)["title"] == f"{schema_of(document, type)['title']}Args"


def test_schemas_have_the_names_of_classes(document: Json) -> None:
    names = [name for name in document["components"]["schemas"] if not name.startswith(("rolls-", "questions-"))]
    assert [name for name in names if not (name.isidentifier() and name[0].isupper() and len(name) < 60)] == []


def test_a_commands_schema_has_its_fields_its_summary_and_its_rules(document: Json) -> None:
    schema, kind = schema_of(document, "freeform.roll"), KINDS["freeform.roll"]
    fields = args_of(document, "freeform.roll")["properties"]
    assert set(fields) == set(kind.args.__struct_fields__)
    assert (schema["description"], schema["x-rules"]) == (kind.summary, list(kind.rules))


def test_batches_and_revisions_take_the_same_commands(document: Json) -> None:
    schemas = document["components"]["schemas"]
    listed = schemas["BatchRequest"]["properties"]["commands"]["items"]
    inserted = schemas["Insert"]["properties"]["command"]
    assert listed["$ref"] == inserted["$ref"] == "#/components/schemas/Command"


@pytest.mark.parametrize("system", sorted({type.partition(".")[0] for type in KINDS}))
def test_an_example_fits_its_schema(document: Json, system: str) -> None:
    types = [type for type in sorted(KINDS) if type.startswith(f"{system}.")]
    schema = {"properties": {type: schema_of(document, type) for type in types}}
    whole = jsonschema_rs.Draft202012Validator(schema | {"components": document["components"]})
    whole.validate({type: example_of(document, type) for type in types})


def test_every_route_says_what_it_does_and_how_it_fails(document: Json) -> None:
    operations = [operation for item in document["paths"].values() for operation in item.values()]
    silent = [operation["operationId"] for operation in operations if not operation.get("summary")]
    careless = [operation["operationId"] for operation in operations if "400" not in operation["responses"]]
    assert (silent, careless) == ([], [])


def test_every_failure_is_described_as_a_problem(document: Json) -> None:
    operations = [operation for item in document["paths"].values() for operation in item.values()]
    answers = [(status, answer) for operation in operations for status, answer in operation["responses"].items()]
    failing = [answer for status, answer in answers if int(status) >= 400]
    assert all(list(answer["content"]) == ["application/problem+json"] for answer in failing)


def answers(document: Json) -> Iterator[tuple[str, Json]]:
    """The answers of each operation where all is well, by its name."""
    for item in document["paths"].values():
        for operation in item.values():
            yield from (
                (operation["operationId"], answer)
                for status, answer in operation["responses"].items()
                if int(status) < 300
            )


def test_every_answer_says_what_it_is(document: Json) -> None:
    contents = [(name, content) for name, answer in answers(document) for content in answer.get("content", {}).values()]
    assert [name for name, content in contents if not content["schema"].keys() & {"$ref", "type", "anyOf"}] == []
    given = dict(contents)["give_command"]["schema"]
    assert given == {"$ref": "#/components/schemas/EntryView"}


def test_an_entry_is_shown_whole_or_as_a_stub(document: Json) -> None:
    shown = dict(answers(document))["show_entry"]["content"]["application/json"]["schema"]
    assert [option["$ref"].rpartition("/")[2] for option in shown["anyOf"]] == ["EntryView", "HiddenEntry"]


def test_every_list_names_its_next_page_in_a_header(document: Json) -> None:
    for name, answer in answers(document):
        schema = answer.get("content", {}).get("application/json", {}).get("schema", {})
        linked = answer.get("headers", {}).get("Link", {}).get("schema") == {"type": "string"}
        assert linked == (schema.get("type") == "array"), name


def test_answers_have_all_their_fields(document: Json) -> None:
    schemas = document["components"]["schemas"]
    assert schemas["EntryView"]["required"] == list(schemas["EntryView"]["properties"])
    sheet = at(document, dict(answers(document))["show_character"]["content"]["application/json"]["schema"]["$ref"])
    assert sheet["required"] == list(sheet["properties"])


def test_a_problem_leaves_out_what_does_not_apply(document: Json) -> None:
    problem = document["components"]["schemas"]["Problem"]
    assert problem["required"] == ["type", "title", "status", "detail"]
    assert "null" not in str(problem["properties"])


def test_a_body_needs_only_the_fields_without_a_default(document: Json) -> None:
    schemas = document["components"]["schemas"]
    assert schemas["NewCampaign"]["required"] == ["name", "system"]
    assert "required" not in schemas["CommandEnvelope"]


def test_no_parameter_is_null(document: Json) -> None:
    operations = [operation for item in document["paths"].values() for operation in item.values()]
    parameters = [parameter for operation in operations for parameter in operation.get("parameters", [])]
    assert [parameter["name"] for parameter in parameters if "null" in str(parameter.get("schema"))] == []


def test_operations_have_names_of_their_own(document: Json) -> None:
    names = [operation["operationId"] for item in document["paths"].values() for operation in item.values()]
    assert len(set(names)) == len(names)
    assert [name for name in names if not name.isidentifier() or iskeyword(name)] == []


def test_every_read_of_a_campaigns_state_takes_a_point_of_time(document: Json) -> None:
    paths = document["paths"]
    reads = [paths[f"/api/v1/campaigns/{{campaign}}/{of}"]["get"] for of in ("characters", "entries", "decisions")]
    named = [{parameter.get("name") for parameter in read["parameters"]} for read in reads]
    assert all({"as_of", "view", "known_at", "viewer"} <= names for names in named)


def test_every_parameter_says_what_it_means(document: Json) -> None:
    operations = [operation for item in document["paths"].values() for operation in item.values()]
    parameters = [parameter for operation in operations for parameter in operation.get("parameters", [])]
    assert [named["name"] for named in parameters if "name" in named and not named.get("description")] == []


def test_a_field_says_what_the_sentences_that_name_it_say(document: Json) -> None:
    fields = document["components"]["schemas"]["RevisionRequest"]["properties"]
    assert fields["undo"]["description"] == "`undo` lists entries or names a group"


def test_a_field_says_what_leaving_it_out_means(document: Json) -> None:
    fields = args_of(document, "weaverdice.take_off")["properties"]
    assert fields["piece"]["description"] == "Its name, or what it is; left out, all that is worn comes off"


def test_a_field_that_may_be_null_says_what_its_value_means(document: Json) -> None:
    fields = args_of(document, "weaverdice.change_negotiation")["properties"]
    assert fields["target"]["description"] == "What the roll has to reach"


def test_a_field_says_what_it_is_for_in_place_of_what_all_of_its_type_are(document: Json) -> None:
    fields = args_of(document, "weaverdice.award_slot")["properties"]
    assert fields["because"]["description"] == "What it is the reward for"


def test_a_field_that_is_inherited_says_what_is_declared_with_it(document: Json) -> None:
    fields = args_of(document, "weaverdice.pick_up")["properties"]
    assert fields["item"]["description"] == "Its name, or what it is"


@pytest.mark.parametrize("system", sorted(REGISTRY.systems))
def test_every_field_of_a_games_commands_says_what_it_means(document: Json, system: str) -> None:
    commands = [f"#/components/schemas/{args_of(document, type)['title']}" for type in REGISTRY.systems[system].kinds]
    schemas = {reference: at(document, reference) for args in commands for reference in within(document, args)}
    fields = [
        (of, name, field) for of, schema in schemas.items() for name, field in schema.get("properties", {}).items()
    ]
    assert [(of, name) for of, name, field in fields if not field.get("description")] == []


def test_a_tag_says_that_it_tells_its_kind_from_others(document: Json) -> None:
    assert document["components"]["schemas"]["UntilFirstArgs"]["properties"]["by"]["description"] == TAG


@pytest.mark.parametrize("name", sorted(BODIES))
def test_every_field_of_what_is_sent_most_says_what_it_means(document: Json, name: str) -> None:
    fields = document["components"]["schemas"][name]["properties"]
    assert [field for field, schema in fields.items() if not schema.get("description")] == []
    assert BODIES[name].keys() <= fields.keys()


def test_every_meaning_of_a_parameter_or_field_is_told_somewhere(document: Json) -> None:
    operations = [operation for item in document["paths"].values() for operation in item.values()]
    descriptions = {each.get("description") for operation in operations for each in operation.get("parameters", [])}
    schemas = [schema for name, schema in document["components"]["schemas"].items() if name.endswith("Args")]
    text = " ".join(
        field.get("description", "") for schema in schemas for field in schema.get("properties", {}).values()
    )
    assert {name for name, meaning in PARAMETERS.items() if meaning not in descriptions} == set()
    assert {name for name, meaning in ARGS.items() if meaning not in text} == set()


def test_a_dry_run_is_described_with_what_it_answers(document: Json) -> None:
    operations = [operation for item in document["paths"].values() for operation in item.values()]
    trying = [
        operation["responses"]
        for operation in operations
        if any(parameter.get("name") == "dry_run" for parameter in operation.get("parameters", []))
        and operation["tags"] != ["imports"]  # their report says so
    ]
    assert len(trying) == 5
    assert all({"200", "201"} <= answers.keys() for answers in trying)


def test_the_page_loads_nothing_from_elsewhere(http: httpx.Client) -> None:
    page = http.get("/docs")
    assert page.headers["content-security-policy"].startswith("default-src 'self'")
    assert "//" not in page.text
    assert [asset for asset in ASSETS if f"/docs/assets/{asset}" not in page.text] == []


@pytest.mark.parametrize("asset", ASSETS)
@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_the_pages_files_are_served(http: httpx.Client, asset: str, encoding: str) -> None:
    answer = http.get(f"/docs/assets/{asset}", headers={"Accept-Encoding": encoding})
    assert answer.status_code == 200
    assert len(answer.text) > 200


@pytest.mark.parametrize("path", ["/docs/nothing", "/docs/assets/nothing.js", "/docs/assets/..%2fpage.html"])
def test_there_is_nothing_else_beside_the_page(http: httpx.Client, path: str) -> None:
    answer = http.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")


def examples_of(system: str) -> Examples:
    return REGISTRY.system(system).examples


def example_campaign(owner: Person, system: str) -> Table:
    """The campaign against which the examples of a system work."""
    table = Table(owner, system=system)
    examples = examples_of(system)
    named = {examples.player: table.pat.id}
    commands = [command(step.type, **seated(step.args, named)) for step in examples.setup]
    table.gm.ask("POST", "./batches", 201, json={"commands": commands})
    return table


def seated(args: Any, named: dict[str, str]) -> Any:
    """Args in which whoever is named sits at the table."""
    match args:
        case str():
            return named.get(args, args)
        case dict():
            return {key: seated(value, named) for key, value in args.items()}
        case list() | tuple():
            return [seated(item, named) for item in args]
        case _:
            return args


def prepared(table: Table, type: str, example: Json) -> Json:
    """The example, after what has to come before it; numbers of entries are those of this campaign."""
    match type:
        case "freeform.answer" | "freeform.close":
            asked = table.gm.does("freeform.ask", **KINDS["freeform.ask"].example)
            return {**example, "args": {**example["args"], "deed": asked["entry"]}}
        case "freeform.erase":
            noted = table.gm.does("freeform.note", text="To be forgotten.")
            return {**example, "args": {"texts": list(noted["texts"])}}
        case _:
            return example


@pytest.mark.parametrize("type", MOSTLY)
def test_an_example_works_as_it_stands_and_is_read_as_it_was_answered(
    document: Json, served: Person, type: str
) -> None:
    system = type.partition(".")[0]
    table = example_campaign(served, system)
    examples = examples_of(system)
    named = {examples.player: table.pat.id}
    for step in examples.before(type):
        table.gm.does(step.type, **seated(step.args, named))
    example = seated(example_of(document, type), named)
    entry = table.gm.ask("POST", "./commands", 201, json=prepared(table, type, example))
    assert table.gm.see(f"./entries/{entry['entry']}") == entry


def test_every_command_points_to_the_rolls_and_questions_of_its_game(document: Json) -> None:
    for type in KINDS:
        id = type.partition(".")[0]
        system = REGISTRY.systems[id]
        rolls, questions = (at(document, schema_of(document, type)[field]) for field in ("x-rolls", "x-questions"))
        assert rolls["enum"] == sorted(REGISTRY.roll_kinds(system))
        assert questions["enum"] == sorted(REGISTRY.question_kinds(system))


def test_a_command_says_how_the_labels_of_its_dice_and_the_keys_of_its_questions_begin(document: Json) -> None:
    for type in KINDS:
        system = REGISTRY.systems[type.partition(".")[0]]
        inputs, schema = REGISTRY.inputs(system, type), schema_of(document, type)
        listed = (schema.get("x-dice-labels", []), schema.get("x-question-keys", []))
        assert listed == (list(inputs.rolls), list(inputs.questions)), type
    assert any("x-dice-labels" in schema_of(document, type) for type in KINDS)


@pytest.mark.parametrize("id", sorted(REGISTRY.systems))
def test_the_document_has_the_sentence_of_every_kind_of_roll_and_question(document: Json, id: str) -> None:
    system, schemas = REGISTRY.systems[id], document["components"]["schemas"]
    for name, kinds in (("rolls", REGISTRY.roll_kinds(system)), ("questions", REGISTRY.question_kinds(system))):
        description = schemas[f"{name}-{id}"]["description"]
        assert [kind.name for kind in kinds.values() if f"- `{kind.name}`: {kind.text}" not in description] == []


@pytest.mark.parametrize("id", sorted(REGISTRY.systems))
def test_a_game_lists_its_kinds_of_rolls_and_questions_each_with_its_sentence(http: httpx.Client, id: str) -> None:
    seen = http.get(f"/api/v1/systems/{id}").raise_for_status().json()
    system = REGISTRY.systems[id]
    for listed, kinds in (
        (seen["rolls"], REGISTRY.roll_kinds(system)),
        (seen["questions"], REGISTRY.question_kinds(system)),
    ):
        assert {one["name"]: one["text"] for one in listed} == {kind.name: kind.text for kind in kinds.values()}
