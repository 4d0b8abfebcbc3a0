"""A game in which one deed has several people roll the same: blasts that are dodged, volleys at several targets."""

from __future__ import annotations

from domain.aggregates import CAMPAIGN
from domain.commands import CharacterRef, Command
from domain.play.play import Play
from domain.system import CommandSpec, Rule, System
from domain.vocabulary.catalogue import Handle, HandleGiven
from domain.vocabulary.profile import Introduced, Profile
from domain.vocabulary.values import DamageTaken, Track, TrackOpened, TrackSet
from tests.laws.arena import Bare


class Enter(Command, frozen=True, kw_only=True):
    name: str


class On(Command, frozen=True, kw_only=True):
    who: CharacterRef


def enter(play: Play, command: Enter) -> None:
    ref = f"character/{play.new_id('c')}"
    play.emit(ref, Introduced(name="self", profile=Profile(handle=command.name, name=command.name)))
    for track, size in {"hp": 1000, "cover": 0}.items():
        play.emit(ref, TrackOpened(name=track, track=Track(current=size)))
    play.emit(CAMPAIGN, HandleGiven(name=command.name, handle=Handle(ref=ref, kind="character", folded=command.name)))


def duck(play: Play, command: On) -> None:
    """Whoever is in cover has no need to dodge."""
    play.emit(command.who, TrackSet(name="cover", current=1))


def rise(play: Play, command: On) -> None:
    play.emit(command.who, TrackSet(name="cover", current=0))


def exposed(play: Play) -> list[str]:
    handles = play.campaign().handles
    refs = [handles[name].ref for name in sorted(handles)]
    return [ref for ref in refs if play.exists(ref) and not play.character(ref).tracks["cover"].current]


def blast(play: Play, _: Bare) -> None:
    """Everybody in the open dodges, each with two dice where the first is bad."""
    for ref in exposed(play):
        first = play.roll(ref, "dodge", "1d1000000").total
        if first < 500_000:
            first = play.roll(ref, "dodge", "1d1000000").total
        play.emit(ref, DamageTaken(name="hp", amount=first))


def volley(play: Play, command: On) -> None:
    """Somebody shoots at everybody else in the open, and each of them shoots back."""
    for target in exposed(play):
        if target != command.who:
            play.emit(
                target, DamageTaken(name="hp", amount=play.roll(command.who, "shot", "1d1000000", about=target).total)
            )
            back = play.roll(target, "shot", "1d1000000", about=command.who).total
            play.emit(command.who, DamageTaken(name="hp", amount=back))


RULES: dict[str, tuple[type[Command], Rule]] = {
    "enter": (Enter, enter),
    "duck": (On, duck),
    "rise": (On, rise),
    "blast": (Bare, blast),
    "volley": (On, volley),
}

SYSTEM = System(
    id="blasting",
    name="Blasting",
    version=1,
    kinds=[
        CommandSpec(name=name, args=args, rule=rule, by="player", summary=name) for name, (args, rule) in RULES.items()
    ],
)
