"""Discord as the service sees it: signed interactions, in the shapes that Discord documents."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from itertools import count
from typing import Any

import httpx
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

APPLICATION = "845027738276462632"

PATH = "/discord/interactions"

_IDS = count(846462639134605312)


class Signer:
    """The key of an application."""

    def __init__(self) -> None:
        self._key = Ed25519PrivateKey.generate()

    @property
    def public_key(self) -> str:
        return self._key.public_key().public_bytes_raw().hex()

    def headers(self, body: bytes, timestamp: str | None = None) -> dict[str, str]:
        at = str(int(time.time())) if timestamp is None else timestamp
        return {
            "Content-Type": "application/json",
            "X-Signature-Ed25519": self._key.sign(at.encode() + body).hex(),
            "X-Signature-Timestamp": at,
        }


class Answered:
    """The answer to an interaction."""

    def __init__(self, json: Any) -> None:
        self.json = json

    @property
    def text(self) -> str:
        text: str = self.json["data"]["content"]
        return text

    @property
    def said(self) -> str:
        """The text as somebody reads it, in lower case."""
        return self.text.replace("\\", "").lower()

    @property
    def is_private(self) -> bool:
        return self.json["type"] == 7 or bool(self.json["data"].get("flags", 0) & 64)

    @property
    def buttons(self) -> dict[str, str]:
        """The ids of the buttons by their labels."""
        return buttons_of(self.json["data"])

    @property
    def choices(self) -> list[str]:
        return [choice["value"] for choice in self.json["data"]["choices"]]


def buttons_of(message: Any) -> dict[str, str]:
    return {button["label"]: button["custom_id"] for row in message["components"] for button in row["components"]}


class DiscordUser:
    """Somebody at a Discord client, in a channel of a server."""

    def __init__(
        self, http: httpx.Client, signer: Signer, id: str, name: str, channel: str, permissions: int = 0
    ) -> None:
        self.http, self.signer = http, signer
        self.id, self.name, self.channel, self.permissions = id, name, channel, permissions
        self.locale = "en-US"

    def at(self, channel: str, permissions: int = 0) -> DiscordUser:
        return DiscordUser(self.http, self.signer, self.id, self.name, channel, permissions)

    def types(self, command: str, /, **options: Any) -> Answered:
        """A slash command, such as `roll` or `retcon link`."""
        return self.sends(self.interaction(2, _command(command, options)))

    def completes(self, command: str, focused: str, /, **options: Any) -> list[str]:
        """The values that are offered while an option is typed."""
        return self.sends(self.interaction(4, _command(command, options, focused))).choices

    def presses(self, id: str) -> Answered:
        """A button."""
        return self.sends(self.interaction(3, {"custom_id": id, "component_type": 2}))

    def interaction(self, type: int, data: Any) -> dict[str, Any]:
        """An interaction as Discord documents it, with what Retcon does not read."""
        member = {
            "user": {
                "id": self.id,
                "username": self.name,
                "avatar": "a_d5efa99b3eeaa7dd43acca82f5692432",
                "discriminator": "1337",
                "public_flags": 131141,
            },
            "roles": ["539082325061836999"],
            "premium_since": None,
            "permissions": str(self.permissions),
            "pending": False,
            "nick": None,
            "mute": False,
            "joined_at": "2020-05-29T11:00:00+00:00",
            "is_pending": False,
            "deaf": False,
        }
        return {
            "type": type,
            "id": str(next(_IDS)),
            "application_id": APPLICATION,
            "token": f"A_UNIQUE_TOKEN_{next(_IDS)}",
            "version": 1,
            "member": member,
            "guild_id": "290926798626357999",
            "channel_id": self.channel,
            "channel": {"id": self.channel, "type": 0, "name": "table"},
            "app_permissions": "442368",
            "locale": self.locale,
            "guild_locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": {"0": "290926798626357999"},
            "context": 0,
            "data": data,
        }

    def sends(self, interaction: dict[str, Any]) -> Answered:
        answer = self.post(interaction)
        assert answer.status_code == 200, answer.text
        return Answered(answer.json())

    def post(self, interaction: dict[str, Any], timestamp: str | None = None) -> httpx.Response:
        body = json.dumps(interaction).encode()
        return self.http.post(PATH, content=body, headers=self.signer.headers(body, timestamp))


def _command(command: str, options: dict[str, Any], focused: str = "") -> dict[str, Any]:
    name, _, sub = command.partition(" ")
    given = list(_options(options, focused))
    inside = [{"type": 1, "name": sub, "options": given}] if sub else given
    return {"id": "771825006014889984", "name": name, "type": 1, "options": inside}


def _options(options: dict[str, Any], focused: str) -> Iterator[dict[str, Any]]:
    for name, value in options.items():
        described = {"type": 5 if isinstance(value, bool) else 3, "name": name, "value": value}
        yield described | ({"focused": True} if name == focused else {})
