"""Selective fire: what one pull of the trigger does in each mode, and with what Lethality."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.messages import listed, numbered, text, together
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.rulebook import table
from domain.vocabulary.base import Scalar

Mode = Literal["single shot", "short burst", "long burst", "short spray", "long spray"]
"""CE-AUTO-01."""

FiredIn = Annotated[
    Mode,
    Meta(
        description="The mode of fire; one besides single shots only where the weapon was entered with it",
        extra={"catalogue": "mode"},
    ),
]

Few = Annotated[int, Meta(ge=0, le=100_000)]

SINGLE_SHOT: Final = "single shot"

FIELDS: Final = ("lethality", "radius", "rounds")
"""The numbers of a mode: its Lethality rating, its Kill Radius in yards, the rounds it uses."""


_IN_WORDS: Final[dict[str, str]] = {
    "single shot": text("single shot"),
    "short burst": text("short burst"),
    "long burst": text("long burst"),
    "short spray": text("short spray"),
    "long spray": text("long spray"),
    "lethality": text("lethality"),
    "radius": text("radius"),
    "rounds": text("rounds"),
}
"""Modes of fire and their numbers, as a refusal names them."""


class _Fixed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules' own numbers for a mode, and the rule that has them."""

    rounds: int | None = None
    radius: int | None = None
    rule: Annotated[str, Meta(description="The rule that has these numbers")] = ""


MODES: Final = table(__package__, "selective_fire", dict[Mode, _Fixed])
"""CE-AUTO-03, CE-AUTO-04, CE-AUTO-05."""


class Firing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A mode that a weapon has besides single shots. Where they are left out, a burst has the radius and the rounds of the
    rules, which give a spray none."""

    mode: Annotated[
        Literal["short burst", "long burst", "short spray", "long spray"], Meta(description="Which of the modes it is")
    ]
    lethality: Annotated[int, Meta(ge=0, le=1000, description="Its Lethality rating, a percentage")] = 0
    radius: Annotated[Few | None, Meta(description="Its Kill Radius in yards")] = None
    rounds: Annotated[Few | None, Meta(description="The rounds that it uses up")] = None


def entered(modes: tuple[Firing, ...]) -> dict[str, Scalar]:
    """The modes of a weapon as its data: `<mode>/lethality`, `<mode>/radius`, `<mode>/rounds`; nothing for what is unknown.

    CE-AUTO-03, CE-AUTO-04: refused where a burst is entered with other numbers than the rules give it.
    """
    data: dict[str, Scalar] = {}
    for firing in modes:
        fixed = MODES[firing.mode]
        if fixed.rule and not _agree(firing, fixed):
            raise Refused(
                fixed.rule,
                "By the rules a {mode} takes {rounds} rounds and has a Kill Radius in yards of {radius}; leave both out.",
                mode=_IN_WORDS[firing.mode],
                rounds=fixed.rounds,
                radius=fixed.radius,
            )
        radius = fixed.radius if firing.radius is None else firing.radius
        rounds = fixed.rounds if firing.rounds is None else firing.rounds
        known = {"lethality": firing.lethality, "radius": radius, "rounds": rounds}
        data |= {f"{firing.mode}/{field}": value for field, value in known.items() if value is not None}
    return data


def _agree(firing: Firing, fixed: _Fixed) -> bool:
    return firing.rounds in (None, fixed.rounds) and firing.radius in (None, fixed.radius)


def fired(play: Play, modes: Mapping[str, Mapping[str, int]], mode: Mode) -> dict[str, int]:
    """CE-AUTO-02, CE-AUTO-05, CE-AUTO-06, ruling 23: the numbers of a burst or spray, by field. Refused where the weapon does
    not have the mode, or nobody has entered what it does."""
    has = [name for name in MODES if "lethality" in modes.get(name, {})]
    if mode not in has:
        play.refuse(
            "CE-AUTO-06",
            "This weapon does not fire a {mode}; choose one of: {listed}.",
            mode=_IN_WORDS[mode],
            listed=listed(_IN_WORDS[name] for name in (SINGLE_SHOT, *has)),
        )
    numbers = {field: modes[mode].get(field, 0) for field in FIELDS}
    missing = [field for field in FIELDS if field not in modes[mode]]
    if not numbers["lethality"]:
        play.refuse(
            "CE-AUTO-02",
            "The Lethality rating of a {mode} has not been entered; enter the weapon with it.",
            mode=_IN_WORDS[mode],
        )
    elif missing:
        lacking = together(_IN_WORDS[field] for field in missing)
        sentence = numbered(
            "The {lacking} of a {mode} has not been entered; enter the weapon with it.",
            "The {lacking} of a {mode} have not been entered; enter the weapon with them.",
            1 if missing == ["radius"] else 2,
            lacking=lacking,
            mode=_IN_WORDS[mode],
        )
        play.refuse("CE-AUTO-05", sentence)
    return numbers
