"""How commands end that come to nothing: every end is told to people as a sentence and to programs as a problem."""

from __future__ import annotations

import json

import click
import pytest

from api.cli.commands.serving import DEMO
from api.cli.exits import Ended, Exit
from api.cli.failures import ended, tell
from api.cli.output import _JSON
from api.serving.not_serving import AddressTaken, NotServing, NotStarted, WorkersFailed
from tests.cli.conftest import Newcomer
from tests.cli.terminal import Terminal


@pytest.mark.parametrize("code", [Exit.REFUSED, Exit.NOTHING, Exit.UNREACHABLE])
def test_every_end_of_a_command_is_a_problem_where_json_is_wanted(
    code: Exit, capsys: pytest.CaptureFixture[str]
) -> None:
    with click.Context(click.Command("x")) as context:
        context.meta[_JSON] = True
        tell(Ended(code, "there is no such thing"))
    problem = json.loads(capsys.readouterr().err)
    assert problem["detail"] == "There is no such thing."
    assert problem["type"]
    assert problem["title"]
    assert problem["status"] >= 400


@pytest.mark.parametrize(
    "words", [("webhooks", "replay", DEMO, "x", "--after", "3"), ("grids", DEMO), ("verify-dice", "/nowhere")]
)
def test_what_the_command_line_finds_by_itself_is_a_problem_too(reader: Terminal, words: tuple[str, ...]) -> None:
    assert reader.problem(*words, code=Exit.NOTHING)["detail"]


@pytest.mark.parametrize(
    "reason", [AddressTaken("the address is taken"), NotStarted(), WorkersFailed("a worker ended")]
)
def test_a_service_that_cannot_serve_ends_with_a_sentence(reason: NotServing) -> None:
    end = ended(reason)
    assert end is not None
    assert (end.code, str(end)) == (Exit.UNREACHABLE, str(reason))


def test_a_service_whose_workers_fail_says_so_at_the_command_line(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object, **__: object) -> None:
        raise WorkersFailed("no worker can be started (Too many open files)")

    monkeypatch.setattr("api.cli.commands.serving.serve_over_http", failing)
    done = terminal("serve")
    assert (done.code, done.said) == (Exit.UNREACHABLE, "No worker can be started (Too many open files).")


def test_a_word_that_is_no_utf_8_is_no_defect(reader: Terminal) -> None:
    with pytest.raises(UnicodeEncodeError) as no_text:
        "caf\udce9".encode()
    end = ended(no_text.value)
    assert end is not None
    assert end.code is Exit.NOTHING
    assert "UTF-8" in str(end)
    assert reader("sheet", DEMO, "caf\udce9").code == Exit.NOTHING


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("sheet", "the see hag", "keya"), "There is no campaign 'the see hag'; did you mean 'The Sea Hag'?"),
        (("sheet", DEMO, "kaya"), "There is no character 'kaya' in this campaign; did you mean keya?"),
        (("sheet", DEMO, "zebulon"), "There is no character 'zebulon' in this campaign."),
        (("play", DEMO, "damage", "target=kaya", "track=hp"), "'kaya' in this campaign; did you mean keya?"),
        (("play", DEMO, "damge"), "did you mean freeform.damage or"),
        (("play", DEMO, "damage"), "freeform.damage: `track` is missing"),
        (("options", DEMO, "mixd_dice=on"), "there is no option 'mixd_dice'; did you mean mixed_dice or dice?"),
    ],
)
def test_a_misspelled_name_is_answered_with_the_closest_ones(
    reader: Terminal, words: tuple[str, ...], sentence: str
) -> None:
    done = reader(*words)
    assert done.code == Exit.NOTHING
    assert sentence in done.said


def test_nobody_hidden_is_proposed(terminal: Terminal, newcomer: Newcomer) -> None:
    terminal("play", DEMO, "create_character", "name=Zebulon", "hidden=yes")
    nobody = "There is no character 'zebulo' in this campaign"
    assert f"{nobody}; did you mean zebulon?" in terminal("sheet", DEMO, "zebulo").said
    assert newcomer("Pat", "player")("sheet", DEMO, "zebulo").said == f"{nobody}."
