"""Two campaigns that differ only in what is hidden are the same on Discord, for players and for the channel."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from tests.api.discord.conftest import linked, new_user, next_channel
from tests.api.discord.fake import FakeDiscord
from tests.api.discord.signing import DiscordUser, Signer
from tests.api.people import Person
from tests.api.twins import RANDOM, Twins

MINUTE = re.compile(r"\d{4}-\d\d-\d\d\s\d\d:\d\d")


class DiscordTwins:
    """Twins, each in a channel of its own, and their player on Discord."""

    def __init__(self, owner: Person, discord: httpx.Client, signer: Signer) -> None:
        self.twins = Twins(owner)
        self.twins.both("create_character", name="Ramjet", handle="ramjet", owners=[self.twins.who("player").id])
        self.twins.both("put", target="ramjet", component="tracks", name="hp", instance={"current": 9, "maximum": 9})
        self.twins.secretly("create_character", name="Umbra", handle="umbra", hidden=True)
        self.twins.secretly("afflict", target="ramjet", what="marked by Umbra", hidden=True)
        self.twins.secretly("note", text="Umbra waits", _audience="gm")
        self.twins.both("note", text="Rain.")
        self.channels = [next_channel(), next_channel()]
        people = (owner, *(self.twins.who(role) for role in ("player", "observer")))
        self.gm, *self.players = (linked(new_user(discord, signer, "x", ""), person) for person in people)
        for channel, campaign in zip(self.channels, (self.twins.told, self.twins.untold), strict=True):
            self.gm.at(channel).types("retcon here", campaign=campaign)

    def plain(self, answer: Any) -> str:
        text = MINUTE.sub("<minute>", RANDOM.sub("<random>", str(answer)))
        return text.replace(self.twins.told, "<campaign>").replace(self.twins.untold, "<campaign>")


@pytest.fixture(scope="module")
def twins(owner: Person, discord: httpx.Client, signer: Signer) -> DiscordTwins:
    return DiscordTwins(owner, discord, signer)


ASKED: list[tuple[str, dict[str, Any]]] = [
    ("sheet", {"who": "ramjet"}),
    ("sheet", {"who": "umbra"}),
    ("sheet", {"who": "Umbra"}),
    ("sheet", {}),
    ("play", {"type": "roll", "args": "notation=1d6 label=luck actor=ramjet", "dice": "4"}),
    ("play", {"type": "roll", "args": "notation=1d6 label=luck actor=umbra", "dice": "4"}),
    ("play", {"type": "damage", "args": "target=ramjet track=hp amount=1"}),
    ("play", {"type": "damage", "args": "target=umbra track=hp amount=1"}),
    ("play", {"type": "relieve", "args": "target=ramjet condition='marked by Umbra'"}),
    *(("undo", {"entry": str(number)}) for number in range(1, 14)),
    ("undo", {"entry": "deed:6", "policy": "cascade"}),
    ("answer", {}),
    ("retcon status", {}),
]

TYPED: list[tuple[str, str, dict[str, str]]] = [
    ("sheet", "who", {"who": ""}),
    ("play", "type", {"type": ""}),
    ("play", "args", {"type": "damage", "args": "target="}),
    ("play", "args", {"type": "relieve", "args": "target=ramjet condition="}),
    ("play", "encounter", {"encounter": ""}),
    ("undo", "entry", {"entry": ""}),
    ("answer", "choice", {"choice": ""}),
]


@pytest.mark.parametrize("who", [0, 1], ids=["player", "observer"])
def test_a_player_cannot_tell_twins_apart(twins: DiscordTwins, fake: FakeDiscord, who: int) -> None:
    pair = [twins.players[who].at(channel) for channel in twins.channels]
    for command, options in ASKED:
        one, other = (twins.plain(user.types(command, **options).json) for user in pair)
        assert one == other, (command, options)
    for command, option, options in TYPED:
        offered = [user.completes(command, option, **options) for user in pair]
        assert offered[0] == offered[1], (command, options)


def test_the_channel_cannot_tell_twins_apart(twins: DiscordTwins, fake: FakeDiscord) -> None:
    first, second = (twins.gm.at(channel) for channel in twins.channels)
    came = []
    for user, what in ((first, "target=ramjet what='sworn at by Umbra' hidden=yes"), (second, "text=Nothing.")):
        type = "afflict" if user is first else "note"
        answers = [user.types("play", type=type, args=what, secret=True), user.types("sheet", who="ramjet")]
        assert answers[0].is_private
        damage = _damage(user)
        answer = user.sends(damage)
        came.append(answer.json["data"] if not answer.is_private else fake.wait_for(damage["token"]))
        assert "Umbra" not in str([each.json for each in fake.arrived])
    assert twins.plain(came[0]) == twins.plain(came[1])


def _damage(user: DiscordUser) -> dict[str, Any]:
    args = "target=ramjet track=hp amount=1"
    options = [{"name": "type", "type": 3, "value": "damage"}, {"name": "args", "type": 3, "value": args}]
    return user.interaction(2, {"name": "play", "options": options})
