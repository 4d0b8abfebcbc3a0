"""The slash commands as Discord takes them, by its limits."""

from __future__ import annotations

import re
from typing import Any

import pytest

from api.discord.commands import COMMANDS, commands_described
from api.discord.sending import DiscordRefused, register
from tests.api.discord.fake import FakeDiscord
from tests.api.discord.signing import APPLICATION
from tests.checks.source import ROOT


def every(described: list[Any]) -> list[Any]:
    return [each for one in described for each in (one, *every(one.get("options", [])))]


def test_names_and_texts_keep_to_the_limits_of_discord() -> None:
    described: list[Any] = commands_described()
    for each in every(described):
        assert re.fullmatch(r"[-_a-z0-9]{1,32}", each["name"])
        assert 1 <= len(each["description"]) <= 100
        assert len(each.get("options", [])) <= 25
        assert len(each.get("choices", [])) <= 25
        required = [option.get("required", False) for option in each.get("options", [])]
        assert required == sorted(required, reverse=True), "required options come first"
    assert {each["name"] for each in described} == {"roll", "play", "sheet", "undo", "answer", "retcon"}


def test_the_commands_are_registered_everywhere_or_in_one_server(fake: FakeDiscord) -> None:
    for server, where in ((None, ""), ("290926798626357999", "/guilds/290926798626357999")):
        assert register(fake.url, APPLICATION, "a.bot.token", commands_described(), server) == 6
        arrived = fake.arrived[-1]
        assert arrived.method == "PUT"
        assert arrived.path == f"/api/v10/applications/{APPLICATION}{where}/commands"
        assert arrived.headers["authorization"] == "Bot a.bot.token"
        assert arrived.json == commands_described()


@pytest.mark.parametrize("status", [401, 403, 404, 429, 500])
def test_a_refusal_of_discord_says_what_to_do(fake: FakeDiscord, status: int) -> None:
    fake.answers.append(status)
    with pytest.raises(DiscordRefused) as refused:
        register(fake.url, APPLICATION, "a.bot.token", [])
    assert "a.bot.token" not in str(refused.value)


def test_a_discord_that_is_away_is_a_refusal() -> None:
    with pytest.raises(DiscordRefused, match="cannot be reached"):
        register("http://127.0.0.1:1", APPLICATION, "a.bot.token", [])


def test_the_page_about_discord_lists_every_command_and_no_other() -> None:
    page = (ROOT / "api" / "discord" / "README.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `/")]
    assert sorted(re.match(r" `/([a-z ]+?)(?: [A-Z\[].*)?` $", row).group(1) for row in rows) == sorted(COMMANDS)  # type: ignore[union-attr]
