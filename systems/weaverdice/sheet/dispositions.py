"""The place of a cape in the world: their dispositions, the classes of their powers, and the powers as the campaign
writes them."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command, Text
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import handle_of
from domain.messages import text
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.anchors import WhilePresent
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Trait, TraitGained, TraitLost
from domain.vocabulary.log import Noted
from domain.vocabulary.values import Modifier, ModifierApplied
from systems.freeform.fields import Title

DISPOSITION: Final = "disposition"
CLASS: Final = "class"

_KIND_WORDS: Final = {DISPOSITION: text("disposition"), CLASS: text("class")}
"""Both kinds of traits, as sentences call them."""


class _Setting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    disposition: dict[str, str]
    classes: dict[str, str] = msgspec.field(name="class")


_TABLE: Final = table(__package__, "dispositions", _Setting)

DISPOSITIONS: Final = _TABLE.disposition
"""WD-SET-02, each with what it means."""

CLASSES: Final = _TABLE.classes
"""WD-SET-03, each with its scope."""

CATALOGUE: Final = (
    CatalogueKind(name=DISPOSITION, title="Dispositions", table=DISPOSITIONS, rules=("WD-SET-02",)),
    CatalogueKind(name=CLASS, title="Classes of powers", table=CLASSES, rules=("WD-SET-03",)),
)

Dots = Annotated[int, Meta(ge=0, le=20)]


class TakeDispositions(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`dispositions` are all that a character has from now on, such as `hero` or `mercenary`; others are no longer
    theirs."""

    who: CharacterRef
    dispositions: Annotated[
        tuple[str, ...],
        Meta(
            min_length=1,
            description="All that a character has from now on, such as `hero` or `mercenary`; others are no longer theirs",
            extra={"catalogue": "disposition"},
        ),
    ]


class Classify(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`classes` are all those of a character's powers from now on, such as `mover` or `tinker`."""

    who: CharacterRef
    classes: Annotated[
        tuple[str, ...],
        Meta(
            min_length=1,
            description="All the classes of their powers from now on, such as `mover` or `tinker`",
            extra={"catalogue": "class"},
        ),
    ]


@data_of("traits", "power")
class PowerData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The cost of a power, how it hurts, and a note on how it was obtained."""

    stamina: int = 0
    focus: int = 0
    recovery: int = 0
    damage: str = ""
    tier: str = ""
    origin: str = ""


class WritePower(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A power of the campaign's own, of one or several `classes` (`mover`, `tinker`)."""

    who: CharacterRef
    name: Title
    classes: Annotated[
        tuple[str, ...],
        Meta(
            min_length=1,
            description="The classes of the power, one or several (`mover`, `tinker`)",
            extra={"catalogue": "class"},
        ),
    ]
    description: Text = ""
    stamina: Annotated[Dots, Meta(description="The Stamina that it costs")] = 0
    focus: Annotated[Dots, Meta(description="The Focus that it costs")] = 0
    recovery: Annotated[Dots, Meta(description="The Recovery that it costs")] = 0
    damage: Annotated[str, Meta(description="How it hurts")] = ""
    tier: Annotated[
        Literal["", "lesser", "moderate", "critical"],
        Meta(description="The tier of the wound", extra={"catalogue": "tier"}),
    ] = ""
    modifiers: Annotated[
        dict[str, Annotated[int, Meta(ge=-99, le=99)]],
        Meta(description="What it adds for good, by path (`movement.feet`)"),
    ] = {}
    origin: Annotated[str, Meta(description="A note on how it was obtained")] = ""


def of(play: Play, who: str, kind: str = DISPOSITION) -> tuple[str, ...]:
    """The dispositions (or classes) a character has, in the order of the table."""
    has = play.where(who, "traits", kind)
    return tuple(word for word in (DISPOSITIONS if kind == DISPOSITION else CLASSES) if f"{kind}/{word}" in has)


@command("Say which dispositions a cape has.", by="owner")
def take_dispositions(play: Play, command: TakeDispositions) -> None:
    """WD-SET-02: the roles that a cape takes; there may be several."""
    _set(play, command.who, DISPOSITION, command.dispositions)


@command("Say of which classes a cape's powers are.", by="owner")
def classify(play: Play, command: Classify) -> None:
    """WD-SET-03: the classes of a cape's powers; there may be several."""
    _set(play, command.who, CLASS, command.classes)


def _set(play: Play, who: str, kind: str, words: tuple[str, ...]) -> None:
    wanted = _known(play, kind, words)
    for word in of(play, who, kind):
        if word not in wanted:
            play.emit(who, TraitLost(name=f"{kind}/{word}", because="another now"))
    for word in wanted:
        if f"{kind}/{word}" not in play.where(who, "traits", kind):
            play.emit(who, TraitGained(name=f"{kind}/{word}", trait=Trait(kind=kind, title=word)))


def _known(play: Play, kind: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """The words as the table has them, each once. Refused where it has not."""
    rule, known = ("WD-SET-02", DISPOSITIONS) if kind == DISPOSITION else ("WD-SET-03", CLASSES)
    wanted = tuple(dict.fromkeys(word.strip().casefold() for word in words))
    for word in wanted:
        if word not in known:
            play.refuse(
                rule,
                "{word!r} is no {kind}; there are {known}.",
                word=word,
                kind=_KIND_WORDS[kind],
                known=", ".join(known),
            )
    return wanted


@command("Write down a power: its classes, what it costs, how it hurts, and what it adds.")
def write_power(play: Play, command: WritePower) -> None:
    """WD-SET-03, ruling 122: powers are the campaign's own: what they are, what they cost, how they hurt, what they add."""
    who, name = command.who, f"power/{handle_of(command.name) or 'power'}"
    classes = _known(play, CLASS, command.classes)
    data = PowerData(**{key: getattr(command, key) for key in PowerData.__struct_fields__})
    with play.citing("WD-SET-03"):
        trait = Trait(kind="power", title=command.name, tags=classes, data=data.stored())
        play.emit(who, TraitGained(name=name, trait=trait))
        here = WhilePresent(path=f"{who}.traits.{name}")
        for path, amount in sorted(command.modifiers.items()):
            more = Modifier(path=path, amount=amount, title=command.name, source=name, until=here)
            play.emit(who, ModifierApplied(name=play.new_id("power"), modifier=more))
        if command.description:
            play.emit(who, Noted(name="power", text=command.description, data={"power": name}))
