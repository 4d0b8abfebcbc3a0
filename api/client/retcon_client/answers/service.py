"""Answers about service, written from the OpenAPI document of the service."""

from __future__ import annotations

import msgspec


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """The process answers."""

    status: str
