"""Try the keys of a game's catalogue in the fields of commands that are marked with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final
from uuid import uuid4

from api.testing.table import GM, Table
from domain.commands import Envelope
from domain.play.refusals import Refused
from domain.system import System
from projections.views.catalogue import MarkedField, fields_with_paths

STRANGER: Final = "none-of-them"
"""A key that no catalogue has."""


def marked_fields(game: System, type: str) -> Iterator[MarkedField]:
    """Yield the fields of a command that take keys of the catalogue."""
    return (marked for marked in fields_with_paths(type, game.kinds[type].args) if marked.kinds)


def keys_of(game: System, *kinds: str) -> set[str]:
    """Return the keys of kinds of a game's catalogue."""
    return {str(key) for kind in kinds for key in game.catalogue[kind].table}


def disagreements(game: System) -> Iterator[str]:
    """Tell where the choices of commands' fields and the catalogue differ: keys that one of them has alone, kinds that there
    are not, and fields that take all keys of a kind without a mark.
    """
    keys_by_kind = {kind: keys_of(game, kind) for kind in game.catalogue}
    for type, spec in game.kinds.items():
        for field in fields_with_paths(type, spec.args):
            choices = {str(choice) for choice in field.field.choices if choice not in ("", None)}
            keys = set[str]().union(*(keys_by_kind.get(kind, {kind}) for kind in field.kinds))
            same = [kind for kind, all in keys_by_kind.items() if all == choices and len(all) > 1]
            if unknown := [kind for kind in field.kinds if kind not in keys_by_kind]:
                yield f"{type} {field.path}: there is no kind {unknown[0]}"
            elif field.kinds and choices and not field.field.open and choices != keys:
                yield f"{type} {field.path}: {sorted(choices ^ keys)}"
            elif same and not field.kinds:
                yield f"{type} {field.path} takes the keys of {same[0]}; mark it"


def refused_keys(game: System, table: Table, args: dict[str, Any], type: str) -> list[str]:
    """Tell which keys of the catalogue a command turns away with the words that it has for a key that there is not."""
    wrong = []
    for marked in marked_fields(game, type):
        if marked.field.choices and not marked.field.open:
            continue
        stranger = _turned_away(table, type, _with(args, marked, STRANGER))
        if stranger:
            keys = sorted(keys_of(game, *marked.kinds))
            wrong += [
                f"{type} {marked.path}: {key}"
                for key in keys
                if _turned_away(table, type, _with(args, marked, key)) == stranger
            ]
    return wrong


def _turned_away(table: Table, type: str, args: dict[str, Any]) -> str:
    """Return the template of the refusal of a command, "" where it is accepted. Nothing is written."""
    try:
        table.ledger.preview(
            table.campaign_id, GM, [Envelope(type=type, id=str(uuid4()), encounter=table.encounter, args=args)]
        )
    except Refused as refused:
        return str(getattr(refused.message, "template", refused.message))
    return ""


def _with(args: dict[str, Any], marked: MarkedField, key: str) -> dict[str, Any]:
    """Return args in which a field has a key."""
    name, _, rest = marked.path.partition(".")
    return _put(args, [name, *filter(None, rest.split("."))], [key] if marked.many else key)


def _put(args: dict[str, Any], path: list[str], value: Any) -> dict[str, Any]:
    name, *rest = path
    plain = name.removesuffix("[]")
    if not rest:
        return {**args, plain: value}
    if name.endswith("[]"):
        return {**args, plain: [_put(item, rest, value) for item in args.get(plain, [{}])]}
    return {**args, plain: _put(args.get(plain) or {}, rest, value)}
