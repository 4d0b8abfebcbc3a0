"""Origins: ancestries with what they bring, alignments and languages."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.values import raise_base
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.rulebook import table
from domain.system import OptionSpec
from domain.vocabulary.data import Data
from domain.vocabulary.profile import ProfileChanged
from systems.orcus.fields import Ability
from systems.orcus.sheet.choices import ChoiceFields, check_only_one, pick
from systems.orcus.sheet.people import level_of, pools_follow


class Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A language: the script that it is written in, and who usually speaks it."""

    script: str
    speakers: tuple[str, ...]


class _Origins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    alignments: dict[str, str]
    nine: dict[str, str]
    standard: dict[str, Language]
    exotic: dict[str, Language]


TABLES: Final = table(__package__, "origins", _Origins)
CATALOGUE: Final = (
    CatalogueKind(name="alignment", title="Alignments", table=TABLES.alignments, rules=("OR-ALIGN-01", "OR-ALIGN-02")),
    CatalogueKind(name="language", title="Languages", table=TABLES.standard, rules=("OR-LANG-03",)),
    CatalogueKind(name="exotic-language", title="Exotic languages", table=TABLES.exotic, rules=("OR-LANG-04",)),
)

OPTIONS: Final = (
    OptionSpec(
        name="alignments",
        default="five",
        choices=("five", "nine"),
        text="Which alignments there are.",
        rules=("OR-ALIGN-02",),
    ),
)


@data_of("profile")
class CreedData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The alignment of a character."""

    alignment: str = ""


Languages = Annotated[
    tuple[str, ...],
    Meta(max_length=20, description="Languages, by name", extra={"catalogue": "language exotic-language"}),
]


class EnterAncestry(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A character's ancestry, with what it brings."""

    who: CharacterRef
    name: Annotated[str, Meta(min_length=1, max_length=60, description="What the ancestry is called")]
    scores: Annotated[
        dict[Ability, Annotated[int, Meta(ge=-10, le=10)]], Meta(description="What it adds to ability scores")
    ] = {}
    languages: Languages = ()


class SetAlignment(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A character's alignment."""

    who: CharacterRef
    alignment: Annotated[
        str,
        Meta(
            max_length=20, description="An alignment of this campaign, or its letters", extra={"catalogue": "alignment"}
        ),
    ]


class LearnLanguage(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A character learns a language at the level that they have now."""

    who: CharacterRef
    language: Annotated[
        str,
        Meta(min_length=1, max_length=40, description="What the language is called", extra={"catalogue": "language"}),
    ]


@command("Enter a character's ancestry, with the scores that it raises and the languages that it brings.")
def enter_ancestry(play: Play, command: EnterAncestry) -> None:
    """OR-BUILD-01, OR-GEN-01, OR-LANG-01: one ancestry; what it adds comes on top of the scores that were generated."""
    who = command.who
    check_only_one(play, who, "ancestry")
    pick(play, who, "ancestry", command.name, ChoiceFields())
    with pools_follow(play, who), play.citing("OR-GEN-01"):
        for name, amount in command.scores.items():
            raise_base(play, who, name, amount)
    for language in command.languages:
        pick(play, who, "language", language, ChoiceFields())


@command("Enter an alignment.", by="owner")
def set_alignment(play: Play, command: SetAlignment) -> None:
    """OR-ALIGN-01, OR-ALIGN-02: one of five alignments, or of nine where the campaign has those; it describes, no more."""
    nine = play.option("alignments") == "nine"
    word = TABLES.nine.get(command.alignment.upper(), command.alignment.lower()) if nine else command.alignment.lower()
    word = "neutral" if nine and word in ("true neutral", "tn") else word
    known = TABLES.nine.values() if nine else TABLES.alignments
    if word not in known:
        rule = "OR-ALIGN-02" if nine else "OR-ALIGN-01"
        raise Refused(
            rule,
            "There is no alignment {alignment!r} in this campaign; there is {known}.",
            alignment=command.alignment,
            known=", ".join(known),
        )
    play.emit(command.who, ProfileChanged(name="self", data=CreedData.changes(alignment=word)))


@command("Learn a language.", by="owner")
def learn_language(play: Play, command: LearnLanguage) -> None:
    """OR-LANG-02, OR-LANG-03, OR-LANG-04, ruling 11: a standard one; after level 1 it may be an exotic or a secret one."""
    if command.language not in TABLES.standard and level_of(play, command.who) == 1:
        known = ", ".join(TABLES.standard)
        play.refuse(
            "OR-LANG-02", "At level 1 a language is one of {known}; others are learned at a later level.", known=known
        )
    pick(play, command.who, "language", command.language, ChoiceFields())
