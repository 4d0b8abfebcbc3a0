"""Choices: ancestry, class, kit, paths, feats, languages and skills that were picked, when, and what they require.

Their effects are data of the table's: a choice is on record, and a skill adds what its training is worth.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, get_args

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.durations import as_long_as
from domain.kit.naming import handle_of
from domain.messages import text
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Choice, ChoiceMade, Trait, TraitGained
from systems.orcus.fields import Skill
from systems.orcus.sheet.people import level_of
from systems.orcus.sheet.stacking import PATHS, modify
from systems.orcus.sheet.tiers import LEVELS

Chosen = Literal["ancestry", "class", "kit", "prestige path", "epic path", "feat", "feature", "skill", "language"]
"""Choices that may be picked for a sheet."""

IN_WORDS: Final[dict[Chosen, str]] = {
    "ancestry": text("ancestry"),
    "class": text("class"),
    "kit": text("kit"),
    "prestige path": text("prestige path"),
    "epic path": text("epic path"),
    "feat": text("feat"),
    "feature": text("feature"),
    "skill": text("skill"),
    "language": text("language"),
}
"""Choices, as a refusal names them."""

Entered = Literal["class", "kit", "prestige path", "epic path", "feat", "feature", "skill"]
"""Choices that the table enters as they are picked; ancestries and languages come with more, powers are learned."""

POWER: Final = "power"
"""The kind of a trait that is a power."""

Tradition = Literal["", "Arcane", "Divine", "Martial", "Natural", "Shadow"]
"""OR-BUILD-03, ruling 14: the sources of power."""

ONCE: Final = {
    "ancestry": "OR-BUILD-01",
    "class": "OR-BUILD-01",
    "kit": "OR-BUILD-01",
    "prestige path": "OR-BUILD-02",
    "epic path": "OR-BUILD-02",
}
"""Choices of which a character has one, by the rule that says so."""

FROM_LEVEL: Final[dict[str, int]] = {row.selects: level for level, row in LEVELS.items() if row.selects}
"""OR-BUILD-02, OR-LVL-04, ruling 2: the level at which each path is selected."""


@data_of("traits", *get_args(Chosen))
class ChosenData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The details of a choice that was made.

    `requires` are the names of what else it needs, with commas between them, `at` the level with which it was picked. `grant` is the
    feature that gave a feat, "" for the usual way.
    """

    requires: str = ""
    at: int = 1
    tradition: str = ""
    grant: str = ""


class ChoiceFields(Command, frozen=True, kw_only=True, omit_defaults=True):
    """The details that a command gives of a choice."""

    requires: Annotated[tuple[str, ...], Meta(description="The names of what else on the sheet it requires")] = ()
    tradition: Annotated[Tradition, Meta(description="The source of power that it draws on")] = ""
    grant: Annotated[str, Meta(max_length=60, description="The feature that gave a feat; left out, none did")] = ""
    tags: Annotated[tuple[str, ...], Meta(max_length=20, description="Descriptive words, free to choose")] = ()
    bonus: Annotated[int, Meta(ge=0, le=40, description="What training in a skill adds to its checks")] = 0
    offered: Annotated[tuple[str, ...], Meta(description="What could be picked then; left out, that is not kept")] = ()


class Choose(ChoiceFields, frozen=True, kw_only=True, omit_defaults=True):
    """A character has made a choice."""

    who: CharacterRef
    what: Annotated[Entered, Meta(description="What sort of thing is picked")]
    name: Annotated[str, Meta(min_length=1, max_length=60, description="What it is called; of a skill, the skill")]


@command("Enter what a character has picked: class, kit, path, feat, feature or skill.")
def choose(play: Play, command: Choose) -> None:
    """OR-BUILD-01, OR-BUILD-02, OR-BUILD-03, OR-LVL-04, ruling 5: one ancestry, class and kit, one path at level 11 and one at 21."""
    who, what = command.who, command.what
    check_only_one(play, who, what)
    if what == "kit" and level_of(play, who) > 1:
        play.refuse("OR-BUILD-01", "A kit is selected at level 1, and they are past it.")
    least = FROM_LEVEL.get(what, 1)
    if level_of(play, who) < least:
        play.refuse(
            "OR-LVL-04",
            "The {what} is selected at level {least}; they are not there yet.",
            what=IN_WORDS[what],
            least=least,
        )
    pick(play, who, what, command.name, command)


def check_only_one(play: Play, who: str, what: Chosen) -> None:
    """OR-BUILD-01, OR-BUILD-02: refuse a second one of what a character has one of."""
    if what in ONCE and play.where(who, "traits", what):
        play.refuse(ONCE[what], "They have their {what} already; there is one for each character.", what=IN_WORDS[what])


def pick(play: Play, who: str, what: Chosen, name: str, fields: ChoiceFields) -> str:
    """Put what was picked on the sheet, with what was on offer then and when; its name there. Refused where it is there already."""
    if what == "skill" and name not in get_args(Skill):
        raise Refused(
            "OR-SKILL-02",
            "There is no skill {name!r}; there is {skills}.",
            name=name,
            skills=", ".join(get_args(Skill)),
        )
    key = key_of(what, name)
    if key in play.character(who).traits:
        raise Refused("OR-BUILD-01", "They have {name} already; pick another one.", name=name)
    at = level_of(play, who)
    data = ChosenData(
        requires=", ".join(fields.requires),
        at=at,
        tradition=fields.tradition,
        grant=fields.grant,
    )
    trait = Trait(kind=what, title=name, rank=fields.bonus, tags=fields.tags, data=data.stored())
    play.emit(who, TraitGained(name=key, trait=trait))
    made = Choice(of=what, picked=(name,), offered=fields.offered, at=f"level {at}")
    play.emit(who, ChoiceMade(name=play.new_id(key), choice=made))
    if what == "skill" and fields.bonus:
        until = as_long_as(who, "traits", key)
        modify(play, who, PATHS[name], fields.bonus, effect="training", until=until)
    return key


def picked(play: Play, who: str) -> list[Any]:
    """Return the traits of a sheet that were picked."""
    return [trait for what in get_args(Chosen) for _, trait in sorted(play.where(who, "traits", what).items())]


def owned(play: Play, who: str) -> list[Any]:
    """Return the traits of a sheet that a choice may require: those that were picked, and powers."""
    return [*picked(play, who), *(trait for _, trait in sorted(play.where(who, "traits", POWER).items()))]


def requires(choice: ChosenData, name: str) -> bool:
    """OR-RETR-02: whether a choice requires what goes by a name, however it is spelt. Names may have commas of their own."""
    listed = [part.strip() for part in choice.requires.split(",")]
    parts = len(name.split(","))
    return any(is_called(", ".join(listed[at : at + parts]), name) for at in range(len(listed) - parts + 1))


def is_called(title: str, name: str) -> bool:
    """Whether a name stands for a title: they differ in case and in what is no letter at most."""
    return handle_of(title) == handle_of(name)


def key_of(what: str, name: str) -> str:
    """Return the name under which a sheet keeps a choice."""
    return f"{handle_of(what)}-{handle_of(name)}"
