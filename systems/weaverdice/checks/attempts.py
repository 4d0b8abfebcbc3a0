"""Attempts: ability checks that a character makes, with what their skills and backgrounds add."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command, EncounterRef
from domain.kit.commands import command
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.rulebook import table
from domain.vocabulary.log import Contribution
from systems.freeform.fields import Word
from systems.weaverdice.checks import superstats
from systems.weaverdice.checks.checks import DEFAULT_TARGET, Manner, check
from systems.weaverdice.fields import Stat, Target
from systems.weaverdice.sheet import backgrounds, skills
from systems.weaverdice.sheet.stats import PHYSICAL, STATS

Difficulty = Literal["trivial", "easy", "middling", "hard", "impossible"]


Circumstances = dict[Word, Annotated[int, Meta(ge=-20, le=20, description="What it adds")]]
"""Further additions to a roll, each by its name."""


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    difficulties: dict[Difficulty, int]


DIFFICULTIES: Final = table(__package__, "attempts", _Table).difficulties
CATALOGUE: Final = (
    CatalogueKind(
        name="difficulty", title="Difficulties", table=DIFFICULTIES, rules=("WD-CHK-02",), value="target number"
    ),
)


class AttemptTask(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`target` is a number or, as `difficulty`, the word for it; without either it is 4. At a `superhuman` scale a
    superstat stands in for the stat."""

    who: CharacterRef
    stat: Stat
    target: Annotated[
        Target | None, Meta(description="The number that the roll has to reach; without it and a difficulty, 4")
    ] = None
    difficulty: Annotated[
        Difficulty | None,
        Meta(description="The word for the number that the roll has to reach", extra={"catalogue": "difficulty"}),
    ] = None
    skill: Annotated[str, Meta(description="One that covers the roll")] = ""
    background: Annotated[str, Meta(description="A field (or proficiency) that applies")] = ""
    circumstances: Annotated[
        Circumstances, Meta(description="What else counts; they add up to a bonus or penalty")
    ] = {}
    superhuman: Annotated[
        bool, Meta(description="Whether it is of a superhuman scale, so that a superstat stands in for the stat")
    ] = False
    encounter: Annotated[EncounterRef, Meta(description="Where it happens; left out, it is the envelope's")] = ""


def target_of(target: int | None, difficulty: Difficulty | None) -> int:
    """WD-CHK-02, WD-CHK-03: the number to reach, from the number or the word for it; 4 where neither is said."""
    if target is not None and difficulty is not None:
        raise Refused("WD-CHK-02", "Say the target as a number or as a word, not as both.")
    if difficulty is not None:
        return DIFFICULTIES[difficulty]
    return DEFAULT_TARGET if target is None else target


def extra_dice(play: Play, who: str, skill: str = "", background: str = "") -> int:
    """WD-SKL-01, WD-BKG-02: the dice that a skill and a background add. Refused where they are not there to be used."""
    extra = 0
    if skill:
        skills.check_known(play, who, skill)
        field = skills.entry(play, skill).field
        extra += skills.dice(play, who, field)
        skills.used(play, who, field)
    if background:
        extra += backgrounds.extra_die(play, who, background)
    return extra


def contributions(circumstances: Circumstances) -> tuple[Contribution, ...]:
    """The circumstances as addends of a roll."""
    return tuple(Contribution(label=label, amount=amount) for label, amount in sorted(circumstances.items()))


@command("Make an ability check against a target number or a difficulty.", by="owner", name="check", scene=True)
def attempt(play: Play, command: AttemptTask) -> None:
    """WD-CHK-01, WD-CHK-02, WD-CHK-03, WD-CHK-05, WD-OPT-04, WD-SKL-01, WD-BKG-02: a check of a stat; WD-OPT-01: a
    superstat passes what is hard for people, and makes feats possible."""
    who, stat = command.who, command.stat
    if stat not in STATS:
        raise Refused("WD-CHK-04", "{stat!r} is no stat; there are {stats}.", stat=stat, stats=", ".join(STATS))
    target = target_of(command.target, command.difficulty)
    extended = superstats.available(play, who, stat)
    if extended and not command.superhuman:
        superstats.passes(play, who, stat)
        return
    if command.superhuman and not extended:
        play.refuse("WD-OPT-01", "That is beyond people: it takes a super-version of {stat}.", stat=stat)
    how = Manner(
        extra=extra_dice(play, who, command.skill, command.background),
        modifiers=contributions(command.circumstances),
        physical=stat in PHYSICAL,
    )
    if extended:
        superstats.pay(play, who, stat)
        stat = superstats.attribute(stat)
    check(play, who, "check", stat, target, how=how)
