"""Progression: the boxes that finished missions let a cape check, and what each of them gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.kit import counters, pools
from domain.kit.commands import command
from domain.messages import text
from domain.play.moments import come
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.rulebook import table
from domain.system import OptionSpec
from domain.vocabulary.anchors import AnyAnchor
from domain.vocabulary.holdings import Choice, ChoiceMade
from domain.vocabulary.log import Awarded
from domain.vocabulary.values import Track, TrackOpened
from systems.freeform.fields import Title
from systems.weaverdice.checks.checks import morale
from systems.weaverdice.fame.circles import grant_follower, make_room, until_next_phase_is_over
from systems.weaverdice.moments import ENOUGH_BOXES
from systems.weaverdice.sheet import effort, passing_dots, standing, stats, training


class Box(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of the boxes."""

    name: str
    times: Annotated[int, Meta(description="How often it stands on a list")]


class _Boxes(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    needed: int
    box: dict[str, Box]


_LIST = table(__package__, "progression", _Boxes)

BOXES: Final = _LIST.box
"""WD-PROG-02: the list."""

CATALOGUE: Final = (
    CatalogueKind(
        name="box",
        title="Boxes of progression",
        table=BOXES,
        rules=("WD-PROG-02",),
        labels={"times": "times on the list"},
    ),
)

NEEDED: Final = _LIST.needed
"""WD-PROG-03: the boxes that a milestone takes."""

GROWTH: Final = "growth"
"""The track of boxes, or steps, that a character may take and has not taken yet."""

TRACKS: Final = (GROWTH,)

LISTS: Final = "step-lists"
"""The counter of the lists of sixteen steps that were begun, from the first moment on that succeeded."""

GOOD: Final = 1
"""Ruling 14: the step of morale from which it is good."""

USUAL: Final = "contact"
"""The type of a follower of whom nobody says more."""


class FinishMission(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A `mission`, as people call it, is over."""

    who: Annotated[tuple[CharacterRef, ...], Meta(description="Those who were on it")]
    mission: Annotated[Title, Meta(description="The mission that is over, as people call it")]
    outcome: Annotated[Literal["success", "failure"], Meta(description="Whether it was won")] = "success"
    boxes: Annotated[
        int | None, Meta(description="How many each may check, where it is not the campaign's usual number")
    ] = None


class CheckBox(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`box` is its key, as in `extra-effort`."""

    who: CharacterRef
    box: Annotated[str, Meta(description="Its key, as in `extra-effort`", extra={"catalogue": "box"})]
    pool: Annotated[str, Meta(description="The pool that goes with extra effort")] = ""
    skill: Annotated[
        str,
        Meta(description="The skill that is learned, by its key, as in `align-sights`", extra={"catalogue": "skill"}),
    ] = ""


@command("A mission is over: a character who was on it may check a box, whether it succeeded or not.")
def finish_mission(play: Play, command: FinishMission) -> None:
    """WD-PROG-01, ruling 52: let everybody on a mission check a box of their own choice, whether it succeeded or not."""
    if play.option(GROWTH) == "sixteen steps":
        play.refuse("WD-OPT-14", "In this campaign capes take steps after sessions and downtimes: use grant_steps.")
    usual = play.option("boxes_per_mission")
    boxes = int(usual or 0) if command.boxes is None else command.boxes
    if boxes < 0:
        raise Refused("WD-PROG-01", "A mission takes no boxes away: give 0 or more.")
    for who in dict.fromkeys(command.who):
        grant(play, who, boxes)
        award = Awarded(name=command.mission, amount=boxes, data={"outcome": command.outcome})
        play.emit(who, award)


def grant(play: Play, who: str, count: int) -> None:
    """Grant a character so many more boxes, or steps."""
    if not effort.has_effort(play, who):
        play.refuse("WD-PROG-01", "Boxes are for capes with a full sheet: players' and notables, who have effort.")
    if GROWTH not in play.character(who).tracks:
        play.emit(who, TrackOpened(name=GROWTH, track=Track(current=count, minimum=0)))
    else:
        pools.gain(play, who, GROWTH, count)


def use_up(play: Play, who: str, rule: str, sentence: str) -> None:
    """Take one of the boxes, or steps, that were granted. Refused by `rule` where there is none."""
    tracks = play.character(who).tracks
    if GROWTH in tracks and tracks[GROWTH].current > 0:
        pools.shift(play, who, GROWTH, -1)
    else:
        play.refuse(rule, sentence)


def milestones(play: Play, who: str) -> int:
    """WD-MILE-05: return how many milestones a character has gained."""
    return len(play.where(who, "choices", "milestone"))


def on_list(play: Play, who: str, of: str = "box") -> tuple[str, ...]:
    """WD-PROG-04: return the boxes that are checked on the present list; each milestone begins a new one."""
    taken = play.where(who, "choices", of)
    begun = _list_number(play, who)
    return tuple(choice.picked[0] for _, choice in sorted(taken.items()) if choice.at == begun)


def _list_number(play: Play, who: str) -> str:
    if play.option(GROWTH) == "better options":
        return str(len(play.where(who, "choices", "box")) // sum(box.times for box in BOXES.values()))
    if play.option(GROWTH) == "sixteen steps" and LISTS in play.character(who).uses:
        return str(play.character(who).uses[LISTS].count)
    return str(milestones(play, who))


def begin_list(play: Play, who: str) -> None:
    """WD-OPT-14, ruling 131: a moment that succeeded begins a new list, which no milestone begins once more."""
    if not counters.ensure(play, who, LISTS, what="list", count=milestones(play, who) + 1):
        counters.add(play, who, LISTS)


def take(play: Play, who: str, of: str, picked: str, offered: tuple[str, ...]) -> None:
    """Strike something off the present list."""
    choice = Choice(of=of, picked=(picked,), offered=offered, at=_list_number(play, who), title=picked)
    play.emit(who, ChoiceMade(name=play.new_id(picked), choice=choice))


@command("Check one of the boxes of progression.", by="owner")
def check_box(play: Play, command: CheckBox) -> None:
    """WD-PROG-01, WD-PROG-02, WD-PROG-03, WD-PROG-04, WD-PROG-05, WD-PROG-06, WD-PROG-07, WD-PROG-08, WD-PROG-09,
    WD-PROG-10: check a box of one's choice that is not checked as often as it stands on the list."""
    who = command.who
    if play.option(GROWTH) == "sixteen steps":
        play.refuse("WD-OPT-14", "Sixteen steps replace the boxes in this campaign: use take_step.")
    if command.box not in BOXES:
        play.missing(
            f"{who}.choices.{command.box}",
            "There is no box {box!r}; there is {boxes}.",
            box=command.box,
            boxes=", ".join(BOXES),
        )
    checked = on_list(play, who)
    free = tuple(box for box in BOXES if checked.count(box) < BOXES[box].times)
    if command.box not in free:
        play.refuse(
            "WD-PROG-02",
            "{boxes} is checked on this list; left is {free}.",
            boxes=BOXES[command.box].name,
            free=", ".join(free),
        )
    with play.citing("WD-PROG-02"):
        use_up(play, who, "WD-PROG-01", text("No box may be checked now: each finished mission lets you check one."))
        take(play, who, "box", command.box, free)
    _BENEFITS[command.box](play, command)
    if len(checked) + 1 == NEEDED:
        come(play, ENOUGH_BOXES, who)


def _extra_effort(play: Play, command: CheckBox) -> None:
    """WD-PROG-05: half a dot of the pool that the player names."""
    effort.check_named(play, command.who, command.pool)
    with play.citing("WD-PROG-05"):
        passing_dots.gain_half(play, command.who, command.pool)


def _equipment_slot(play: Play, command: CheckBox) -> None:
    """WD-PROG-06, ruling 53: over the cape's life the first, third, fifth is a belt slot, the others costume slots."""
    boxes = play.where(command.who, "choices", "box").values()
    slots = sum(box.picked[0] == "equipment-slot" for box in boxes)
    with play.citing("WD-PROG-06"):
        make_room(play, command.who, stats.BELT if slots % 2 else stats.COSTUME, BOXES[command.box].name)


def _room_to_recruit(play: Play, command: CheckBox) -> None:
    """WD-PROG-07, ruling 54: room for one more underling, on top of Social; nobody comes with it."""
    with play.citing("WD-PROG-07"):
        make_room(play, command.who, stats.UNDERLING_CAP, BOXES[command.box].name)


def _eager_follower(play: Play, command: CheckBox) -> None:
    """WD-PROG-08: with good morale the follower is picked, or at hand at once."""
    with play.citing("WD-PROG-08"):
        _follower(play, command, favoured=morale(play, command.who) >= GOOD)


def _trusted_follower(play: Play, command: CheckBox) -> None:
    """WD-PROG-09: the same, where civilian life is well and the secret identity secure."""
    with play.citing("WD-PROG-09"):
        _follower(play, command, favoured=standing.holds(play, command.who, "civilian-life", "secret-identity"))


def _follower(play: Play, command: CheckBox, *, favoured: bool) -> None:
    who = command.who
    tapped: AnyAnchor | None = until_next_phase_is_over(play)
    type = play.ask("follower", "gm", (), USUAL, "Which type of follower fits the situation?").strip() or USUAL
    if favoured:
        ways = ("start at once", "choose between two")
        way = play.ask("benefit", who, ways, ways[0], f"A {type}: start at once, or choose between two?")
        if way == "choose between two":
            other = play.ask("other-follower", "gm", (), USUAL, f"Which other type, besides {type}?")
            type = play.ask("which-follower", who, (type, other), type, "Which of the two?")
        else:
            tapped = None
    make_room(play, who, stats.FOLLOWER_CAP, BOXES[command.box].name)
    grant_follower(play, who, type, tapped_until=tapped)


def _learning_a_skill(play: Play, command: CheckBox) -> None:
    """WD-PROG-10: one more skill is allowed, and one is begun at once; it is learned by training as any other."""
    with play.citing("WD-PROG-10"):
        make_room(play, command.who, stats.SKILL_CAP, BOXES[command.box].name)
        training.begin(play, command.who, command.skill)


_BENEFITS: Final[dict[str, Callable[[Play, CheckBox], None]]] = {
    "extra-effort": _extra_effort,
    "equipment-slot": _equipment_slot,
    "room-to-recruit": _room_to_recruit,
    "eager-follower": _eager_follower,
    "trusted-follower": _trusted_follower,
    "learning-a-skill": _learning_a_skill,
}


OPTIONS = (
    OptionSpec(
        name="boxes_per_mission",
        default=1,
        text="How many boxes of progression a finished mission lets each cape check.",
        rules=("WD-PROG-01", "WD-RULING-52"),
    ),
    OptionSpec(
        name=GROWTH,
        default="milestones",
        choices=("milestones", "better options", "sixteen steps"),
        text="How capes grow: boxes and milestones; boxes and better options without milestones; or sixteen steps.",
        rules=("WD-OPT-13", "WD-OPT-14"),
    ),
)
