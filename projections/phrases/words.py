"""Words that all games share for states and the like. A game says its own words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, get_args

from domain.records.entries import Status
from domain.vocabulary.base import EventCategory
from domain.vocabulary.chronicle import Role
from projections.phrases.messages import Part, phrase, term

Sense = Literal["status", "kind", "role", "state", "outcome"]
"""Of what a word is: an entry's status, an event's kind, a member's role, the state of a phase, an encounter or a campaign, or
what a roll came to."""

WORDS: Final[Mapping[Sense, tuple[str, ...]]] = {
    "status": get_args(Status),
    "kind": tuple(EventCategory),
    "role": get_args(Role),
    "state": ("preparing", "running", "ended", "open", "processing", "processed", "closed", "archived"),
    "outcome": ("success", "failure"),
}
"""The words that have texts, by their sense."""


def word(sense: Sense, text: str) -> Part:
    """Return a word as people read it."""
    return phrase(f"word.{sense}_{text}") if text in WORDS[sense] else term(text.replace("_", " "))
