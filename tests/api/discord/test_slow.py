"""Discord waits three seconds: what takes longer is announced, and sent behind."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from typing import Any

import pytest
from msgspec.structs import replace

from api.discord import answering
from api.discord.asking import Request
from api.discord.commands import COMMANDS
from api.discord.messages import InteractionAnswer
from tests.api.discord.conftest import DiscordTable
from tests.api.discord.fake import FakeDiscord

PATIENCE = 3.0
"""Seconds that Discord waits."""


@contextmanager
def slow(patch: pytest.MonkeyPatch, name: str) -> Iterator[Event]:
    """Have a slash command wait until it may go on."""
    go_on, command = Event(), COMMANDS[name]

    def waiting(request: Request) -> InteractionAnswer:
        assert go_on.wait(30)
        return command.run(request)

    patch.setattr(answering, "COMMANDS", {**COMMANDS, name: replace(command, run=waiting)})
    try:
        yield go_on
    finally:
        go_on.set()


def rolled(what: str) -> Any:
    options = [{"name": "dice", "type": 3, "value": "1d6"}, {"name": "what", "type": 3, "value": what}]
    return {"name": "roll", "options": options}


def test_what_takes_long_is_announced_in_time_and_sent_behind(
    played: DiscordTable, fake: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    interaction = played.pat.interaction(2, rolled("patience"))
    with slow(monkeypatch, "roll") as go_on:
        began = time.monotonic()
        answer = played.pat.sends(interaction)
        assert time.monotonic() - began < PATIENCE
        assert answer.json == {"type": 5, "data": {"flags": 64}}
        go_on.set()
    own, public = (fake.wait_for(interaction["token"], method) for method in ("PATCH", "POST"))
    assert "patience" in own["content"]
    assert "patience" in public["content"]
    assert (public["flags"], public["allowed_mentions"]) == (0, {"parse": []})
    assert "flags" not in own


def test_what_takes_long_and_is_secret_stays_so(
    played: DiscordTable, fake: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = rolled("in the dark")
    data["options"].append({"name": "secret", "type": 5, "value": True})
    interaction = played.gm.interaction(2, data)
    with slow(monkeypatch, "roll"):
        played.gm.sends(interaction)
    assert "in the dark" in fake.wait_for(interaction["token"], "PATCH")["content"]
    played.pat.types("roll", dice="1d6")  # whatever was to come behind has come before this
    assert not [each for each in fake.arrived if interaction["token"] in each.path and each.method == "POST"]


def test_a_message_is_sent_again_while_discord_is_busy(played: DiscordTable, fake: FakeDiscord) -> None:
    ask = "owner=Pat key=way options=home,docks default=home prompt='Where to?'"
    options = [{"name": "type", "type": 3, "value": "ask"}, {"name": "args", "type": 3, "value": ask}]
    fake.answers += [404, 429]
    interaction = played.gm.interaction(2, {"name": "play", "options": options})
    played.gm.sends(interaction)
    tries = fake.wait(lambda arrived: sum(interaction["token"] in each.path for each in arrived) == 3)
    assert len({str(each.json) for each in tries if interaction["token"] in each.path}) == 1


def test_completions_that_take_long_are_left_out(played: DiscordTable, monkeypatch: pytest.MonkeyPatch) -> None:
    done = Event()

    def completions(_: Request) -> list[dict[str, str]]:
        done.wait(30)
        return []

    monkeypatch.setattr(answering, "completions", completions)
    began = time.monotonic()
    assert played.pat.completes("sheet", "who", who="") == []
    assert time.monotonic() - began < PATIENCE
    done.set()


def test_a_defect_is_an_answer_that_says_nothing_of_it(played: DiscordTable, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Request) -> InteractionAnswer:
        raise RuntimeError("the ninth cellar")

    command = replace(COMMANDS["roll"], run=broken)
    monkeypatch.setattr(answering, "COMMANDS", {**COMMANDS, "roll": command})
    answer = played.pat.types("roll", dice="1d6")
    assert answer.is_private
    assert "ninth" not in answer.text
