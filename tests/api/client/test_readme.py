"""The README of the client, held to its word: its first session is typed, and its bot runs at a table."""

from __future__ import annotations

import doctest
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from retcon_client import Campaign, Client, EntryView, RevisionNews
from tests.api.client.conftest import found
from tests.api.serving import Serving
from tests.checks.documents import split
from tests.checks.source import CLIENT, ROOT

BLOCKS: Final = split((ROOT / CLIENT / "README.md").read_text(encoding="utf-8"))[0]
(BOT,) = (block.code for block in BLOCKS if block.words == ("python", "bot.py"))


def test_the_first_session_of_the_readme_goes_as_it_is_told(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERVICE", server.url)
    monkeypatch.setenv("RETCON_TOKEN", server.owner_token)
    session = "\n".join(block.code for block in BLOCKS if block.tested)
    examples = doctest.DocTestParser().get_doctest(session, {}, "README", None, 0)
    lines: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples, out=lines.append, clear_globs=False)
    for name in ("gm", "player"):
        examples.globs[name].close()
    assert (result.failed, result.attempted > 20) == (0, True), "".join(lines)


def test_the_bot_of_the_readme_is_short() -> None:
    assert BOT.count("\n") < 60


@pytest.fixture
def table(client: Client) -> Campaign:
    """A campaign at which a bot is wanted, with a character."""
    campaign = found(client, "A Table With A Bot")
    client.send(campaign.play("freeform.create_character", name="Ramjet", tracks={"hp": 10}))
    return campaign


@pytest.fixture
def bot(server: Serving, table: Campaign, tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """The bot, which follows the campaign."""
    (tmp_path / "bot.py").write_text(BOT)
    settings = {"SERVICE": server.url, "RETCON_TOKEN": server.owner_token, "CAMPAIGN": "A Table With A Bot"}
    environment = {**os.environ, **settings, "PYTHONPATH": str(ROOT / CLIENT)}
    command = [sys.executable, str(tmp_path / "bot.py")]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "following\n"
        yield process
        process.terminate()


@pytest.mark.usefixtures("bot")
def test_the_bot_of_the_readme_does_what_notes_ask_of_it(client: Client, table: Campaign) -> None:
    asked = ["!hp ramjet", "!roll 2d6+1", "!roll nonsense", "!undo", "!hp nobody"]
    done: list[str] = []
    with client.follow(table.follow()) as following:
        for note in asked:
            client.send(table.play("freeform.note", text=note))
            for news in following:
                if isinstance(news, RevisionNews):
                    done.append("undone")
                    break
                assert isinstance(news, EntryView)
                text = next((one.text or "" for one in news.texts.values()), "")
                if not text.startswith("!"):
                    done.append(news.command.type if news.rolls and news.command else text)
                    break
    assert (done[:2], done[3]) == (["Ramjet has 10 hp.", "freeform.roll"], "undone")
    assert "expected dice" in done[2]
    assert "nobody" in done[4]
