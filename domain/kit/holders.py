"""Holders: the characters that have something of a kind, such as a link to another character."""

from __future__ import annotations

from domain.play.moments import everyone
from domain.play.play import Play


def holders(play: Play, component: str, kind: str) -> tuple[str, ...]:
    """Return the characters who have an instance of a component that is narrowed to this (see `Play.where`), by name."""

    def find() -> tuple[str, ...]:
        characters = (ref for ref in everyone(play) if ref.startswith("character/"))
        return tuple(ref for ref in characters if play.where(ref, component, kind))

    return play.findings.kept(("holders", component, kind), ("handles", f"{component}:{kind}"), find)
