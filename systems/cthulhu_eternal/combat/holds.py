"""Pins: who holds whom down, and how that ends."""

from __future__ import annotations

from typing import Final

from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.play.moments import settle
from domain.play.play import Play
from domain.vocabulary.anchors import AtMoment, WhilePresent
from domain.vocabulary.undertakings import Link, LinkBroken, LinkMade
from systems.cthulhu_eternal import states
from systems.cthulhu_eternal.combat import hands
from systems.cthulhu_eternal.moments import HELPLESS

PIN: Final = "pin"
"""The kind of the link from the character who pins to the one who is pinned."""


class LetGo(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Of everybody they pin."""

    who: CharacterRef


def pinned_by(play: Play, who: str) -> tuple[str, ...]:
    """Return everybody that a character holds pinned (CE-DEF-22: a pinner cannot defend)."""
    links = play.where(who, "links", PIN)
    return tuple(dict.fromkeys(str(links[name].to) for name in sorted(links)))


def pinners_of(play: Play, who: str) -> tuple[str, ...]:
    """Return everybody who holds a character pinned."""
    pins = play.where(who, "conditions", states.PINNED)
    return tuple(dict.fromkeys(str(pins[name].target) for name in sorted(pins)))


def pin_down(play: Play, who: str, target: str) -> None:
    """CE-ACT-27, ruling 52: it holds without another action, until they escape, or who pins lets go, moves away or comes to
    be stunned, unconscious, dead or pinned."""
    if target in pinned_by(play, who):
        return
    with play.citing("CE-ACT-27"):
        link = play.new_id(PIN)
        until = AtMoment(moment=HELPLESS, subject=who)
        play.emit(who, LinkMade(name=link, link=Link(kind=PIN, to=target, until=until)))
        conditions.gain(play, target, states.PINNED, until=WhilePresent(path=f"{who}.links.{link}"), target=who)


def release(play: Play, who: str, because: str, target: str = "") -> None:
    """Let a pinner let go: of one, or of all."""
    links = play.where(who, "links", PIN)
    for name in sorted(links):
        if not target or links[name].to == target:
            play.emit(who, LinkBroken(name=name, because=because))
            settle(play, f"{who}.links.{name}")


@command("Let go of everybody that is pinned; it costs nothing.", by="owner", scene=True)
def let_go(play: Play, command: LetGo) -> None:
    """CE-ACT-27, ruling 52: letting go costs nothing."""
    if not pinned_by(play, command.who):
        play.missing(f"{command.who}.links.{PIN}", "They pin nobody; there is nothing to let go of.")
    release(play, command.who, "let go")


def disarmed(play: Play, target: str, item: str) -> None:
    """CE-ACT-13: let a character drop a thing, if it is still in their hands; nothing else comes of it."""
    with play.citing("CE-ACT-13"):
        if item in hands.in_hands(play, target):
            hands.drop(play, target, item)
