"""Answers about sheets, written from the OpenAPI document of the service."""

from __future__ import annotations

from typing import Any

import msgspec

from retcon_client.answers.shared import Name, SeenValue, Share


class AsOf(msgspec.Struct, frozen=True, kw_only=True):
    """The point that a view is of: the entry, its session and its ledger time."""

    entry: int
    session: int | None
    at: str


class SeenTrack(msgspec.Struct, frozen=True, kw_only=True):
    """A pool or level: values in force beside the stored ones. `parts` and `errors` are by field, where there are any."""

    current: int | None
    minimum: int | None
    maximum: int | None
    base_current: int | None
    base_minimum: int | None
    base_maximum: int | None
    title: str
    parts: dict[str, tuple[Share, ...]]
    errors: dict[str, str]
    data: dict[str, Any]


class SheetView(msgspec.Struct, frozen=True, kw_only=True):
    """Components by name, with values after formulas and modifiers beside the base. `values` are those that a formula
    alone defines, by path. `whole` is false where only the name is known to the viewer. `names` holds the name of
    everything mentioned.
    """

    id: str
    ref: str
    handle: str
    name: str
    title: str
    system: str
    owner: str | None
    owners: tuple[str, ...]
    kind: str
    whole: bool
    data: dict[str, Any]
    attributes: dict[str, SeenValue]
    tracks: dict[str, SeenTrack]
    values: dict[str, SeenValue]
    modifiers: dict[str, dict[str, Any]]
    formulas: dict[str, dict[str, Any]]
    wounds: dict[str, dict[str, Any]]
    conditions: dict[str, dict[str, Any]]
    traits: dict[str, dict[str, Any]]
    choices: dict[str, dict[str, Any]]
    items: dict[str, dict[str, Any]]
    cards: dict[str, dict[str, Any]]
    tasks: dict[str, dict[str, Any]]
    uses: dict[str, dict[str, Any]]
    links: dict[str, dict[str, Any]]
    intents: dict[str, dict[str, Any]]
    questions: dict[str, dict[str, Any]]
    names: dict[str, Name]
    as_of: AsOf | None
