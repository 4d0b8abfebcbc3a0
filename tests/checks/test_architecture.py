"""The source keeps to its house rules; and each check is shown a sample that it must object to."""

from collections.abc import Iterable

import pytest

from tests.checks import source

TOP_LEVEL = {
    *source.PACKAGES,
    *("tests", "deploy", "README.md", "pyproject.toml"),
    *("Makefile", ".ci", "LICENSE", "requirements.lock", ".gitignore", ".gitattributes", ".dockerignore"),
}


def expect_none(findings: Iterable[str]) -> None:
    sentences = list(findings)
    assert not sentences, "\n".join(sentences)


@pytest.fixture(scope="module")
def project() -> source.Sources:
    return source.texts()


def long_function(body: str) -> str:
    return f"def f(x):\n{body}"


DISPATCH = "    match x:\n" + "".join(f"        case {n}:\n            return {n}\n" for n in range(25))
STRAIGHT = "    x += 1\n" * 50


def test_the_top_level_holds_what_the_design_names_and_nothing_else(project: source.Sources) -> None:
    expect_none({name.partition("/")[0] for name in project} - TOP_LEVEL)


def test_no_file_of_code_is_too_long(project: source.Sources) -> None:
    expect_none(source.overlong_files(project))


def test_no_folder_has_too_many_modules(project: source.Sources) -> None:
    expect_none(source.crowded_folders(project))


def test_no_function_is_too_long(project: source.Sources) -> None:
    expect_none(source.overlong_functions(project))


def test_complexity_is_waived_for_nothing_but_a_pure_dispatch(project: source.Sources) -> None:
    expect_none(source.waived_complexity(project))


def test_everything_public_has_a_docstring(project: source.Sources) -> None:
    expect_none(source.undocumented(source.python(project, *source.PACKAGES)))


def test_a_game_is_named_in_its_own_folder_only(project: source.Sources) -> None:
    systems = {name.split("/")[1] for name in project if name.startswith("systems/") and name.count("/") > 1}
    expect_none(source.named_systems(project, systems))


def test_rules_and_the_core_of_the_domain_are_pure(project: source.Sources) -> None:
    expect_none(source.impure_calls(project))


def test_names_say_what_they_name(project: source.Sources) -> None:
    expect_none(source.vague_names(project))


def test_no_file_knows_a_machine_or_a_package_registry(project: source.Sources) -> None:
    expect_none(source.foreign_addresses(project))


def test_every_folder_of_python_is_a_package(project: source.Sources) -> None:
    expect_none(source.folders_without_init(project))


def test_a_file_beyond_the_limit_is_found() -> None:
    findings = source.overlong_files({"a.py": "x\n" * 401, "b.py": "x\n" * 400, "vendor/c.js": "x\n" * 900})
    assert [finding.split()[0] for finding in findings] == ["a.py"]


@pytest.mark.parametrize(("body", "count"), [(STRAIGHT, 1), (DISPATCH, 0), (DISPATCH + "    return x\n", 1)])
def test_a_long_function_is_found_unless_it_is_a_dispatch(body: str, count: int) -> None:
    assert len(list(source.overlong_functions({"a.py": long_function(body)}))) == count


@pytest.mark.parametrize(("body", "count"), [(STRAIGHT, 1), (DISPATCH, 0)])
def test_a_waived_complexity_is_found_unless_it_is_a_dispatch(body: str, count: int) -> None:
    waived = "def f(x):  # no" + f"qa: C901\n{body}"
    assert len(list(source.waived_complexity({"a.py": waived}))) == count


@pytest.mark.parametrize(
    "text",
    [
        "",
        '"""A module."""\ndef f(): ...',
        '"""A module."""\nclass C: ...',
        '"""A module."""\nclass PointSpent:\n    """A point was spent."""',
    ],
)
def test_a_missing_or_empty_docstring_is_found(text: str) -> None:
    assert len(list(source.undocumented({"domain/a.py": text}))) == 1


def test_a_private_name_needs_no_docstring() -> None:
    assert list(source.undocumented({"domain/a.py": '"""A module."""\ndef _f(): ...'})) == []


@pytest.mark.parametrize("line", ['if system == "two_words":', '"two-words"', "import systems.two_words"])
def test_a_game_named_elsewhere_is_found(line: str) -> None:
    sources = {"api/a.py": line, "systems/two_words/a.py": line, "tests/a.py": line}
    assert [finding.split(":")[0] for finding in source.named_systems(sources, {"two_words"})] == ["api/a.py"]


@pytest.mark.parametrize("line", ["datetime.now()", "uuid.uuid4()", "from uuid import uuid4\nuuid4()", "open('x')"])
def test_an_impure_call_is_found(line: str) -> None:
    assert list(source.impure_calls({"systems/x/a.py": line})) != []


def test_the_ledger_may_do_what_the_core_may_not() -> None:
    assert list(source.impure_calls({"domain/ledger/a.py": "datetime.now()"})) == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("api/utils.py", ""),
        ("api/misc/a.py", ""),
        ("a.py", "class CampaignManager: ..."),
        ("systems/x/a.py", "class ShotEvent: ..."),
    ],
)
def test_a_vague_name_is_found(name: str, text: str) -> None:
    assert len(list(source.vague_names({name: text}))) == 1


@pytest.mark.parametrize("line", ["see {}work/main", "https://pypi{}org/simple"])
def test_a_foreign_address_is_found(line: str) -> None:
    mark = "/" if line.startswith("see") else "."
    assert len(list(source.foreign_addresses({"a.md": line.format(mark)}))) == 1


def test_a_folder_with_too_many_modules_is_found() -> None:
    modules = {f"api/a{n}.py": "" for n in range(source.MOST_MODULES)} | {"api/__init__.py": ""}
    assert list(source.crowded_folders(modules)) == []
    assert len(list(source.crowded_folders(modules | {"api/b.py": ""}))) == 1


def test_a_folder_that_is_no_package_is_found() -> None:
    assert len(list(source.folders_without_init({"tests/x/test_a.py": "", "tests/__init__.py": ""}))) == 1
