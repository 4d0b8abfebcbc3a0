"""Answers about campaigns, written from the OpenAPI document of the service."""

from __future__ import annotations

import msgspec

from retcon_client.answers.shared import HeadView, OpenQuestion


class CampaignNow(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign with its open questions and offers."""

    id: str
    name: str
    system: str
    options: dict[str, str | int | bool | None]
    created_at: str
    role: str
    head: HeadView
    clock: ClockView | None
    session: IntervalView | None
    scene: IntervalView | None
    forked_from: str | None = None
    forked_at: int | None = None
    forked_known_at: int | None = None
    decisions: tuple[OpenQuestion, ...]


class CampaignView(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign, and where it stands. `options` are all there are, with the values in force; `role` is the caller's.
    `clock` is null where it is the game master's secret. A fork says which campaign it left, at which of its
    entries, and which was its newest then.
    """

    id: str
    name: str
    system: str
    options: dict[str, str | int | bool | None]
    created_at: str
    role: str
    head: HeadView
    clock: ClockView | None
    session: IntervalView | None
    scene: IntervalView | None
    forked_from: str | None = None
    forked_at: int | None = None
    forked_known_at: int | None = None


class ClockView(msgspec.Struct, frozen=True, kw_only=True):
    """In-game time: seconds since the campaign's beginning, and what that is called."""

    at: int
    origin: str


class IntervalView(msgspec.Struct, frozen=True, kw_only=True):
    """A session or a scene. `opened` and `ended` are entries; `ended` is null while it is open."""

    number: int
    title: str
    opened: int
    ended: int | None


class OptionNow(msgspec.Struct, frozen=True, kw_only=True):
    """An option of a campaign, with the value in force."""

    name: str
    default: str | int | bool | None
    choices: tuple[str | int | bool | None, ...]
    text: str
    rules: tuple[str, ...]
    value: str | int | bool | None
