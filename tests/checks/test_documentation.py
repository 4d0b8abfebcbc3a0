"""The documents promise nothing that is not there; and each check is shown a sample that it must object to."""

import importlib
import os
from collections.abc import Iterable
from pathlib import Path

import click
import pytest

from api.settings import FROM_FILE, VARIABLES
from tests.checks import documents
from tests.checks.source import ROOT, files

DOCUMENTS = [name for name in files() if Path(name).suffix == ".md"]


NO_SETTINGS = {"RETCON_BENCH_REPORTS", "RETCON_BENCH_ROLLS", "RETCON_CAMPAIGN"}
"""Variables that no installation reads: of the benchmark, and of an example program."""


def expect_none(findings: Iterable[str]) -> None:
    sentences = list(findings)
    assert not sentences, "\n".join(sentences)


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def readme() -> str:
    if not (ROOT / "README.md").exists():
        if os.environ.get("CI") == "true":
            pytest.fail("there is no README.md")
        pytest.skip("README.md is not written yet")
    return text("README.md")


@pytest.fixture(scope="module")
def retcon() -> click.Command:
    main: click.Command = importlib.import_module("api.cli").main
    return main


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_setting_named_exists(name: str) -> None:
    known = {*VARIABLES, *(variable + FROM_FILE for variable in VARIABLES), *NO_SETTINGS}
    assert documents.variables(text(name)) <= known


def test_the_readme_shows_how_to_set_up_and_run(readme: str) -> None:
    assert ["make", "run"] in [words for _line, words in documents.commands(readme)]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_make_target_named_exists(name: str) -> None:
    expect_none(documents.unknown_targets(text(name), text("Makefile")))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_command_named_exists(name: str, retcon: click.Command) -> None:
    expect_none(documents.unknown_commands(text(name), retcon))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_path_named_exists(name: str) -> None:
    expect_none(documents.missing_paths(text(name), (ROOT / name).parent, ROOT))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_python_block_is_python(name: str) -> None:
    expect_none(documents.unreadable_code(text(name)))


@click.group()
@click.option("--quiet", is_flag=True)
def sample() -> None: ...


@sample.command()
@click.option("--port", type=int)
@click.argument("names", nargs=-1)
def serve() -> None: ...


def in_console(line: str) -> str:
    return f"```console\n$ {line}\nwhat it says\n```\n"


def test_a_make_target_that_is_not_there_is_found() -> None:
    targets = documents.unknown_targets("Run `make test`,\nthen `make tea`.\n", "test: setup\n\tpytest\n")
    assert list(targets) == ["2: make has no target tea"]


@pytest.mark.parametrize(
    "line",
    [
        "retcon pour",
        "retcon serve --tea",
        "PORT=1 .venv/bin/retcon serve --port 1 --tea",
        "cd x && retcon pour",
        "echo x | retcon pour",
        "retcon \\\n  pour",
        "retcon serve \\\n> --tea",
    ],
)
def test_a_command_that_is_not_there_is_found(line: str) -> None:
    assert len(list(documents.unknown_commands(in_console(line), sample))) == 1


@pytest.mark.parametrize(
    "line", ["retcon --quiet serve --port 80 x", "retcon serve --port=80", "retcon <command>", "echo 'retcon' pour"]
)
def test_a_command_that_is_there_is_no_finding(line: str) -> None:
    assert list(documents.unknown_commands(in_console(line), sample)) == []


def test_what_a_console_answers_is_no_command() -> None:
    assert documents.split("```console test\n$ make a\nmake b\n```\n")[0][0].code == "make a\n"


def test_a_path_that_is_not_there_is_found(tmp_path: Path) -> None:
    (tmp_path / "api").mkdir()
    text = "[a](api) [b](gone.md#x) `api/` `api/gone.py` `text/html` [c](https://example.org)"
    assert [finding.split()[-1] for finding in documents.missing_paths(text, tmp_path, tmp_path)] == [
        "nowhere",
        "api/gone.py",
    ]


def test_python_that_is_none_is_found() -> None:
    assert list(documents.unreadable_code("```python\nx = \n```\n```python\nx = 1\n```\n")) != []
