"""Answers about webhooks, written from the OpenAPI document of the service."""

from __future__ import annotations

import msgspec

from retcon_client.kinds import Secret


class IssuedWebhook(msgspec.Struct, frozen=True, kw_only=True):
    """A new webhook. `secret` verifies what it sends, and is shown this once."""

    webhook: Webhook
    secret: Secret


class TriedWebhook(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of a test message; `error` says why it did not arrive."""

    arrived: bool
    error: str | None


class Undelivered(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that was given up after so many attempts, and the last error."""

    entry: int
    attempts: int
    error: str
    given_up: str


class Webhook(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook. `entry` is the last entry that was delivered or given up, `attempts` counts those at the next one, and
    `error` says why the last one failed. A hook that was `stopped_at` some time sends nothing more until it is
    replayed; `stopped_for` says why. One that its member paused (`paused_at`) sends nothing until they let it go on.
    """

    id: str
    campaign: str
    member: str
    url: str
    created_at: str
    entry: int
    attempts: int
    error: str | None
    failing_since: str | None
    stopped_at: str | None
    stopped_for: str | None
    paused_at: str | None
