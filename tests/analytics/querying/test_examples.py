"""The worked examples answer what their page shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.analytics.demos import PlayedDemos
from tests.analytics.querying.examples import EXAMPLE, PAGE, answered_anew
from tests.cli.terminal import Terminal

TEXT = PAGE.read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_examples_answer_what_the_page_shows(demos: PlayedDemos, tmp_path: Path) -> None:
    assert answered_anew(TEXT, Terminal(tmp_path, demos.database)) == TEXT


def test_there_are_five_examples_with_answers() -> None:
    answers = [example.group().rpartition("```text\n")[2].splitlines() for example in EXAMPLE.finditer(TEXT)]
    assert len(answers) == 5
    assert all(len(answer) > 3 for answer in answers)
