"""Upcasts of events of older versions: each function turns the fields of one version into those of the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

Upcast = Callable[[dict[str, Any]], dict[str, Any]]

_SERVER_OR_TABLE: Final = "either"
"""The choice of the option `dice` that was called `server` while that choice took typed dice as well."""


def _begun_with_either(fields: dict[str, Any]) -> dict[str, Any]:
    ground = fields["ground"]
    options = ground.get("options", {})
    if options.get("dice") != "server":
        return fields
    return fields | {"ground": ground | {"options": options | {"dice": _SERVER_OR_TABLE}}}


def _set_to_either(fields: dict[str, Any]) -> dict[str, Any]:
    renamed = (fields["option"], fields["value"]) == ("dice", "server")
    return fields | {"value": _SERVER_OR_TABLE} if renamed else fields


UPCASTS: dict[tuple[str, int], Upcast] = {
    ("campaign_begun", 1): _begun_with_either,
    ("option_set", 1): _set_to_either,
}
"""`(tag, version) -> function` that turns the fields of that version into those of the next one."""
