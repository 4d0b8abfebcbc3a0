"""Conditions: the core ones, which say what happens to a character, and the tags that say how, how much and by what."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.bounds import Bound
from domain.commands import CharacterRef, Command
from domain.formulas import Derived
from domain.instance_fields import takes_one_of
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.conditions import end_one, has, present
from domain.kit.data import data_of
from domain.kit.holders import holders
from domain.kit.naming import find, hold_on
from domain.play.play import Play
from domain.system import ConditionKind
from domain.vocabulary.anchors import AnyAnchor
from domain.vocabulary.bodies import Condition
from domain.vocabulary.data import Data
from domain.vocabulary.expressions import AnyExpression, AtLeast, Count, Number, Sum
from domain.vocabulary.holdings import ItemChanged
from systems.freeform.fields import Until
from systems.rotted_capes.fields import Because
from systems.rotted_capes.moments import FELLED, OUT
from systems.rotted_capes.sheet.people import EVERYBODY, MODES

BLINDED, CHARMED, FRIGHTENED, GRAPPLED, HIDDEN = "blinded", "charmed", "frightened", "grappled", "hidden"
ONGOING, PRONE, RESTRAINED, STUNNED, UNCONSCIOUS = "ongoing_damage", "prone", "restrained", "stunned", "unconscious"
WEAKENED, INCAPACITATED, HELPLESS, CRAMPED, DEAD = "weakened", "incapacitated", "helpless", "cramped", "dead"

Kind = Literal[
    "blinded",
    "charmed",
    "frightened",
    "grappled",
    "hidden",
    "prone",
    "restrained",
    "stunned",
    "unconscious",
    "incapacitated",
    "helpless",
    "cramped",
]
"""The conditions that `impose` brings about; commands of their own know the data that the others take."""

PARTIAL, GREATER, MILD, IMMOBILIZED = "Partial", "Greater", "Mild", "Immobilized"
"""The tags that change what a condition does; all others say what it is like."""

CONDITIONS: Final = {
    DEAD: ConditionKind(single=True, moment=OUT),
    UNCONSCIOUS: ConditionKind(moment=OUT),
    INCAPACITATED: ConditionKind(moment=OUT),
    PRONE: ConditionKind(single=True, moment=FELLED),
    GRAPPLED: ConditionKind(moment=FELLED),
    RESTRAINED: ConditionKind(moment=FELLED),
}
"""RC-COND-08, ruling 28: a character who is out of action holds nobody any more."""

HAND: Final = "hand"
"""The location of things that a character holds, as it begins."""

GROUND: Final = "ground"
"""The location of things that a character has dropped."""

_STILL: Final = "most.pace"
"""Path of how far a Pace goes at most, whatever is added to it."""

_HELD: Final[AnyExpression] = Sum(
    terms=tuple(Count(component="conditions", where={"what": what}) for what in (GRAPPLED, RESTRAINED))
)
DERIVED: Final = (
    Derived(
        _STILL,
        AtLeast(value=_HELD, threshold=1, then=Number(value=0), otherwise=Number(value=1_000)),
        EVERYBODY,
        "RC-COND-08",
    ),
)
"""RC-COND-08, RC-COND-13: a character who is Grappled or Restrained has a Pace of 0 in every mode."""

BOUNDS: Final = tuple(Bound(f"pace.{mode}", 0, "RC-COND-08", most=_STILL) for mode in MODES)


@data_of("conditions", FRIGHTENED)
class FrightenedData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The purposes of the rolls that a Mild fright bears upon, with spaces between them."""

    rolls: str = ""


class Impose(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Put a character in a condition."""

    who: CharacterRef
    what: Annotated[Kind, Meta(description="The condition")]
    tags: Annotated[
        tuple[Annotated[str, Meta(min_length=1, max_length=60)], ...],
        Meta(
            max_length=12, description="Severity, source, sense or special effect, in the order in which they are said"
        ),
    ] = ()
    target: Annotated[
        CharacterRef,
        Meta(description="Whom it concerns: the charmer, who is feared, who holds, from whom one is hidden"),
    ] = ""
    until: Until = None
    rolls: Annotated[
        tuple[Literal["attack", "challenge", "check"], ...],
        Meta(description="Which rolls a Mild fright bears upon"),
    ] = ()
    because: Because = ""


class Lift(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A condition of a character is over."""

    who: CharacterRef
    condition: Annotated[
        str, Meta(min_length=1, max_length=100, description="Its name, or what it is", extra=takes_one_of("conditions"))
    ]
    because: Because = ""


@command("Put a character in a condition, with the tags that say how.")
def impose(play: Play, command: Impose) -> None:
    """RC-COND-01, RC-COND-02, RC-COND-03: the condition comes first, then any number of tags."""
    if command.what in (CHARMED, FRIGHTENED) and not command.target:
        play.refuse("RC-COND-06" if command.what == CHARMED else "RC-COND-07", "Say of whom, in the field target.")
    data = FrightenedData(rolls=" ".join(command.rolls)).stored() if command.rolls else {}
    state = Condition(
        what=command.what,
        tags=command.tags,
        target=command.target,
        title=command.because,
        until=hold_on(play, command.until),
        data=data,
    )
    put_in(play, command.who, state)


@command("End a condition, with whatever hung on it.")
def lift(play: Play, command: Lift) -> None:
    """RC-COND-06, RC-COND-08, RC-COND-09: end a condition that a character broke loose from, was made to obey or gave
    away."""
    end_one(play, command.who, find(play, command.who, "conditions", command.condition), command.because)


def put_in(play: Play, who: str, state: Condition) -> str:
    """RC-COND-15, RC-COND-16: put a character in a condition; one who is Unconscious or badly Stunned drops what they
    hold."""
    name = conditions.add(play, who, state)
    if state.what == UNCONSCIOUS or (state.what == STUNNED and tagged(state, GREATER)):
        with play.citing("RC-COND-16" if state.what == UNCONSCIOUS else "RC-COND-15"):
            drop(play, who)
    return name


def state_of(what: str, *tags: str, until: AnyAnchor | None = None, source: str = "", target: str = "") -> Condition:
    """Return a condition with its tags, to be put in with `put_in`."""
    return Condition(what=what, tags=tags, until=until, source=source, target=target)


def drop(play: Play, who: str) -> None:
    """Let fall what a character has in their hands."""
    for name, item in sorted(play.character(who).items.items()):
        if item.location.partition("/")[0] == HAND:
            play.emit(who, ItemChanged(name=name, location=GROUND))


def notation(state: Condition) -> str:
    """RC-COND-03: return a condition as the game writes it: its name, then its tags in brackets."""
    word = state.what.replace("_", " ").title()
    return f"{word} ({', '.join(state.tags)})" if state.tags else word


def tagged(state: Condition, tag: str) -> bool:
    """Whether a condition has a tag, however that is capitalized."""
    return tag.lower() in (each.lower() for each in state.tags)


def has_whole(play: Play, who: str, what: str) -> bool:
    """RC-COND-05: whether a character is in a condition that is not Partial."""
    return any(not tagged(state, PARTIAL) for state in play.where(who, "conditions", what).values())


def can_act(play: Play, who: str) -> bool:
    """RC-COND-16, ruling 28: whether a character can do anything at all."""
    return not has(play, who, DEAD, UNCONSCIOUS, INCAPACITATED)


def is_held(play: Play, who: str) -> bool:
    """RC-COND-08, RC-COND-13: whether a character has a Pace of 0 in every mode, as the Grappled and the Restrained have."""
    return has(play, who, GRAPPLED, RESTRAINED)


def can_move(play: Play, who: str) -> bool:
    """RC-COND-08, RC-COND-13: whether a character can take actions that involve moving."""
    states = (*present(play, who, GRAPPLED).values(), *present(play, who, RESTRAINED).values())
    return can_act(play, who) and not any(tagged(state, IMMOBILIZED) for state in states)


def is_hidden(play: Play, who: str, other: str) -> bool:
    """RC-COND-09: whether a character is hidden from another, or from everybody."""
    return any(state.target in ("", other) for state in play.where(who, "conditions", HIDDEN).values())


def can_see(play: Play, who: str, other: str) -> bool:
    """RC-COND-04, RC-COND-09: whether a character sees another, as far as conditions go."""
    return not has_whole(play, who, BLINDED) and not has(play, who, UNCONSCIOUS) and not is_hidden(play, other, who)


def let_go(play: Play, who: str) -> None:
    """RC-COND-08, ruling 28: free everybody whom a creature holds that is out of action."""
    for ref in holders(play, "conditions", GRAPPLED):
        for name in present(play, ref, GRAPPLED, target=who):
            end_one(play, ref, name, "the grappler is out of action", rules=("RC-COND-08",))


MOMENTS: Final = {OUT: (let_go,)}
