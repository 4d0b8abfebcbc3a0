"""Anchors that hold a modifier or condition in place: when its anchor goes, it ends (DESIGN: conditions)."""

from __future__ import annotations

from typing import Annotated, assert_never

import msgspec
from msgspec import Meta

Party = Annotated[str, msgspec.Meta(description="A handle or id", extra={"ref": ""})]
"""The subject of a moment. In a command a handle will do; the reference is stored."""

Thing = Annotated[
    str,
    msgspec.Meta(
        description="<handle or id>.<component>.<name, or the word it goes by>: mira.conditions.concentrating",
        extra={"path": True},
    ),
]
"""An instance of an aggregate. In a command a handle and the word by which it is the only one will do; stored is its path."""

Fight = Annotated[str, msgspec.Meta(description="An encounter's handle or id", extra={"ref": "encounter"})]


class Anchor(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="by"):
    """Base of the anchors. An instance without one lasts until something ends it by name."""


class AtMoment(Anchor, frozen=True, kw_only=True, omit_defaults=True, tag="moment"):
    """Ends when a moment of a subject comes: the end of its next turn, its upkeep, the end of the round."""

    moment: Annotated[str, Meta(description="What the game calls the moment, `turn_end` for one")]
    subject: Annotated[Party, Meta(description="Whose moment it is; empty for moments that belong to nobody")] = ""
    passing: Annotated[
        int,
        Meta(
            description='How many such moments still go by before the one that ends it (1 for "the end of your next turn" given during your own turn)'
        ),
    ] = 0


class UntilSaved(Anchor, frozen=True, kw_only=True, omit_defaults=True, tag="save"):
    """Ends by a successful save, rolled when the `moment` of the subject comes. The system knows how to roll it."""

    moment: Annotated[str, Meta(description="The moment at which the save is rolled")]
    subject: Party
    save: Annotated[str, Meta(description="Which save, in the game's words; left out, as the game has it")] = ""
    target: Annotated[int, Meta(description="What the save has to reach; left out, as the game has it")] = 0


class UntilTime(Anchor, frozen=True, kw_only=True, omit_defaults=True, tag="time"):
    """Ends when the campaign's in-game clock reaches `at` (seconds)."""

    at: Annotated[int, Meta(description="The time of the campaign's in-game clock, in seconds")]


class WhilePresent(Anchor, frozen=True, kw_only=True, omit_defaults=True, tag="instance"):
    """Ends with another instance: a wound that heals, a grapple that is broken, a zone that fades."""

    path: Thing
    """`<kind>/<id>.<component>.<name>` of that instance."""


class UntilSceneEnds(Anchor, frozen=True, kw_only=True, omit_defaults=True, tag="scene"):
    """Ends with the current scene."""


class UntilSessionEnds(Anchor, frozen=True, kw_only=True, omit_defaults=True, tag="session"):
    """Ends with the current session."""


class UntilEncounterEnds(Anchor, frozen=True, kw_only=True, omit_defaults=True, tag="encounter"):
    """Ends with the encounter named."""

    encounter: Fight


SimpleAnchor = AtMoment | UntilSaved | UntilTime | WhilePresent | UntilSceneEnds | UntilSessionEnds | UntilEncounterEnds


class UntilFirst(Anchor, frozen=True, kw_only=True, omit_defaults=True, tag="first"):
    """Ends with whichever `of` these comes first: an aim is lost at the end of the next turn, or with any harm before it."""

    of: Annotated[tuple[SimpleAnchor, ...], Meta(description="The anchors of which the first that comes ends it")]


AnyAnchor = SimpleAnchor | UntilFirst


def parts(anchor: AnyAnchor) -> tuple[SimpleAnchor, ...]:
    """The anchors of which the first ends it; most often it is the only one."""
    return anchor.of if isinstance(anchor, UntilFirst) else (anchor,)


def hooks(anchor: AnyAnchor) -> frozenset[str]:
    """Return the words for what the anchor holds on to, by which a rule looks for all that hangs there.

    One word for the very thing (a moment of a subject, an instance, the clock, the scene, the session, an encounter)
    and, where the thing belongs to an aggregate, one for that aggregate: that goes when they are removed.
    """
    match anchor:
        case AtMoment() | UntilSaved():
            return frozenset({at_moment(anchor.moment, anchor.subject), anchor.subject} - {""})
        case UntilTime():
            return frozenset({TIME})
        case WhilePresent():
            return frozenset({anchor.path, anchor.path.partition(".")[0]})
        case UntilSceneEnds():
            return frozenset({SCENE})
        case UntilSessionEnds():
            return frozenset({SESSION})
        case UntilEncounterEnds():
            return frozenset({anchor.encounter})
        case UntilFirst():
            return frozenset(hook for part in anchor.of for hook in hooks(part))
        case _:
            assert_never(anchor)


def at_moment(moment: str, subject: str) -> str:
    """Return the hook of a moment of a subject, or ("") of one without a subject."""
    return f"{moment}@{subject}"


TIME, SCENE, SESSION = "time", "scene", "session"
"""The hooks that there is one of in a campaign."""
