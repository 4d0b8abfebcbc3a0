"""Backgrounds: what a character's daily life has taught them; and proficiencies, an optional rule much like them."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.kit import turns
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import handle_of
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.rulebook import table
from domain.system import OptionSpec
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Trait, TraitGained, TraitLost
from systems.freeform.fields import Title
from systems.weaverdice.sheet import standing
from systems.weaverdice.sheet.people import category
from systems.weaverdice.sheet.statlines import age

NORMALLY: Final = 2
"""WD-BKG-01: how many backgrounds a character picks."""

IDENTITY: Final = "secret-identity"


class Background(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """WD-BKG-05: a background of the rulebook."""

    title: str
    effect: str
    niche: bool = False


SAMPLES: Final = table(__package__, "backgrounds", dict[str, Background])
CATALOGUE: Final = (CatalogueKind(name="background", title="Backgrounds", table=SAMPLES, rules=("WD-BKG-05",)),)


@data_of("traits", "background")
class BackgroundData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """A background, which may be a niche one, its pay, and whether a skill brought it."""

    niche: bool = False
    income: int = 0
    brought: bool = False


class PickBackground(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`name` is one of the rulebook's, or a field of the player's own words. A `niche` one may bring
    reputation or morale."""

    who: CharacterRef
    name: Annotated[
        Title,
        Meta(
            description="One of the rulebook's, or a field of the player's own words", extra={"catalogue": "background"}
        ),
    ]
    niche: Annotated[bool, Meta(description="Whether it is a niche one, which may bring reputation or morale")] = False


class PickProficiency(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`name` is a field of the background or of the interests."""

    who: CharacterRef
    name: Annotated[Title, Meta(description="A field of the background or of the interests")]


class LoseIdentity(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`backgrounds` are those that go with it."""

    who: CharacterRef
    backgrounds: Annotated[tuple[str, ...], Meta(description="The backgrounds that go with it")] = ()


def has(play: Play, who: str, name: str, kind: str = "background") -> bool:
    """Whether a character has a background (or proficiency) of this name."""
    return name_of(kind, name) in play.where(who, "traits", kind)


def gain(play: Play, who: str, name: str, *, niche: bool = False, brought: bool = False) -> None:
    """A background comes to a character, whatever their number: a pick, or one that is `brought` by a skill."""
    sample = SAMPLES.get(handle_of(name))
    title = name if sample is None else sample.title
    data = BackgroundData(niche=niche or (sample is not None and sample.niche), brought=brought)
    background = Trait(kind="background", title=title, data=data.stored())
    play.emit(who, TraitGained(name=name_of("background", name), trait=background))


def extra_die(play: Play, who: str, name: str) -> int:
    """WD-BKG-02, WD-OPT-04, ruling 121: one more die where the field applies, at leisure; refused in a fight."""
    proficient = bool(play.option("proficiencies")) and has(play, who, name, "proficiency")
    if not proficient and not has(play, who, name):
        raise Refused("WD-BKG-02", "There is no background {name!r} on this sheet; use one that is.", name=name)
    if turns.running(play) is not None:
        rule = "WD-OPT-04" if proficient else "WD-BKG-02"
        play.refuse(rule, "That helps at leisure only, with no harm at hand; leave it out while the fight goes on.")
    return 1


def income(play: Play, who: str) -> int:
    """WD-BKG-03: the dollars that backgrounds bring each downtime."""
    return sum(BackgroundData.of(trait).income for trait in play.where(who, "traits", "background").values())


def name_of(kind: str, name: str) -> str:
    """The name of a trait of a kind, by what it is called."""
    return f"{kind}/{handle_of(name) or kind}"


@command("Pick a background, of the rulebook's or in one's own words.", by="owner")
def pick_background(play: Play, command: PickBackground) -> None:
    """WD-BKG-01, WD-BKG-05, WD-CSK-02: two fields of work, family or hobby, as a rule, beside one that a skill brought;
    WD-NPC-02: for players' capes."""
    who = command.who
    if category(play, who) != "player":
        play.refuse("WD-NPC-02", "Backgrounds are kept for players' capes; what others know, the game master says.")
    known = play.where(who, "traits", "background").values()
    if sum(not BackgroundData.of(background).brought for background in known) >= NORMALLY:
        play.refuse("WD-BKG-01", "A character picks {normally} backgrounds, and these are picked.", normally=NORMALLY)
    gain(play, who, command.name, niche=command.niche)


@command("Pick a proficiency, where the campaign has them.", by="owner")
def pick_proficiency(play: Play, command: PickProficiency) -> None:
    """WD-OPT-04: fields that help at work, in crafting and among people; how many depends on age."""
    who = command.who
    if not play.option("proficiencies"):
        play.refuse("WD-OPT-04", "Proficiencies are an optional rule: set the option `proficiencies` to have them.")
    most = int(play.option(f"{age(play, who)}_proficiencies") or 0)
    if len(play.where(who, "traits", "proficiency")) >= most:
        play.refuse(
            "WD-OPT-04", "The number of proficiencies at this age is {most}, and all of them are picked.", most=most
        )
    trait = Trait(kind="proficiency", title=command.name)
    play.emit(who, TraitGained(name=name_of("proficiency", command.name), trait=trait))


@command("Say that a secret identity is lost, and which backgrounds with it.")
def lose_identity(play: Play, command: LoseIdentity) -> None:
    """WD-BKG-04: the secret identity is lost, and what of daily life hung on it."""
    who = command.who
    standing.note(play, who, IDENTITY, good=False)
    for name in command.backgrounds:
        if not has(play, who, name):
            play.missing(
                f"{who}.traits.{name_of('background', name)}",
                "There is no background {name!r} to lose.",
                name=name,
            )
        play.emit(who, TraitLost(name=name_of("background", name), because="secret identity lost"))


OPTIONS = (
    OptionSpec(
        name="proficiencies",
        default=False,
        choices=(True, False),
        text="Beside skills there are proficiencies: one more die outside conflict, on work, crafting and social dealings.",
        rules=("WD-OPT-04",),
    ),
    OptionSpec(
        name="standard_proficiencies", default=2, text="How many proficiencies a cape picks.", rules=("WD-OPT-04",)
    ),
    OptionSpec(
        name="young_proficiencies", default=1, text="How many proficiencies the young pick.", rules=("WD-OPT-04",)
    ),
    OptionSpec(
        name="veteran_proficiencies", default=3, text="How many proficiencies veterans pick.", rules=("WD-OPT-04",)
    ),
)
