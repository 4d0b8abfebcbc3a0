"""Entries that a campaign adds to the catalogue."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from domain.kit import catalogues
from domain.kit.naming import handle_of
from domain.play.play import Play


def add(play: Play, kind: str, title: str, entry: msgspec.Struct, printed: Mapping[str, object]) -> None:
    """Ruling 17: enter a thing of the campaign's own under its title. Refused where the catalogue has such a thing."""
    name = catalogues.name_of(kind, title)
    if handle_of(title) in printed or catalogues.has(play, name):
        play.refuse("RC-RULING-17", "The catalogue has {title} already; give the new one another title.", title=title)
    with play.citing("RC-RULING-17"):
        catalogues.add(play, name, kind, title, catalogues.of_struct(entry))
