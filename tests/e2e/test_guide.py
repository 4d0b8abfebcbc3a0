"""A stranger follows the guide for authors from an empty folder to a game that is played and undone."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.api.serving import free_port
from tests.e2e.guide import Turn, follow, settings_in
from tests.e2e.running import environment, running


def test_the_guide_for_authors_leads_to_a_game(tmp_path: Path) -> None:
    venv, game = tmp_path / "venv", tmp_path / "candles"
    game.mkdir()
    settings = settings_in(venv, {**environment(tmp_path, free_port()), "COLUMNS": "100", "NO_COLOR": "1"})
    for block in follow(game):
        if block.served:
            with running(tmp_path, retcon=str(venv / "bin" / "retcon"), port=int(settings["RETCON_PORT"])):
                type_all(block.turns, game, settings)
        else:
            type_all(block.turns, game, settings)


def type_all(turns: tuple[Turn, ...], folder: Path, settings: dict[str, str]) -> None:
    for turn in turns:
        done = subprocess.run(
            ["bash", "-c", turn.typed], cwd=folder, env=settings, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{turn.typed}\n{done.stdout}\n{done.stderr}"
        assert turn.is_answered_by(done.stdout), f"{turn.typed}\n{done.stdout}"


@pytest.mark.parametrize(
    ("shown", "fits"),
    [(("a", "b"), True), (("b",), True), (("a", "c…"), True), (("b", "a"), False), (("c",), False), ((), True)],
)
def test_an_answer_shows_the_lines_of_the_guide_in_their_order(shown: tuple[str, ...], fits: bool) -> None:
    assert Turn("echo", shown).is_answered_by("a\nb\nc d\n") is fits
