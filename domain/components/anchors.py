"""What holds a modifier or condition in place: when its anchor goes, it ends (DESIGN: conditions)."""

from __future__ import annotations

import msgspec


class Anchor(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="by"):
    """Base of the anchors. An instance without one lasts until something ends it by name."""


class AtMoment(Anchor, frozen=True, kw_only=True, omit_defaults=True, tag="moment"):
    """Ends when a moment of a subject comes: the end of its next turn, its upkeep, the end of the round.

    `subject` is a reference or "" for moments without one; `passing` is how many such moments still go by before the
    one that ends it (1 for "the end of your next turn" given during your own turn).
    """

    moment: str
    subject: str = ""
    passing: int = 0


class UntilSaved(Anchor, frozen=True, kw_only=True, omit_defaults=True, tag="save"):
    """Ends by a successful save, rolled when the moment of the subject comes. The system knows how to roll it."""

    moment: str
    subject: str
    save: str = ""
    target: int = 0


class UntilTime(Anchor, frozen=True, kw_only=True, omit_defaults=True, tag="time"):
    """Ends when the campaign's in-game clock reaches `at` (seconds)."""

    at: int


class WhilePresent(Anchor, frozen=True, kw_only=True, omit_defaults=True, tag="instance"):
    """Ends with another instance: a wound that heals, a grapple that is broken, a zone that fades."""

    path: str
    """`<kind>/<id>.<component>.<name>` of that instance."""


class UntilSceneEnds(Anchor, frozen=True, kw_only=True, omit_defaults=True, tag="scene"):
    """Ends with the current scene."""


class UntilSessionEnds(Anchor, frozen=True, kw_only=True, omit_defaults=True, tag="session"):
    """Ends with the current session."""


class UntilEncounterEnds(Anchor, frozen=True, kw_only=True, omit_defaults=True, tag="encounter"):
    """Ends with the encounter named."""

    encounter: str


AnyAnchor = AtMoment | UntilSaved | UntilTime | WhilePresent | UntilSceneEnds | UntilSessionEnds | UntilEncounterEnds
