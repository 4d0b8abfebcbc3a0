"""On the ground: dropping Prone, standing up, and crawling."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.play.play import Play
from systems.rotted_capes.combat import pace
from systems.rotted_capes.fields import MODE_WORDS, Mode
from systems.rotted_capes.moments import TURN_END
from systems.rotted_capes.sheet.conditions import PRONE, UNCONSCIOUS, can_act, can_move, is_held

CRAWLING: Final = "crawling"
"""RC-MOVE-12: crawl movement that did not suffice for an Area yet; its level is how much."""

_CRAWL: Final = 2
"""RC-MOVE-10: what crawling into an Area costs on top."""


class OnesOwn(Command, frozen=True, kw_only=True, omit_defaults=True):
    """The field that commands for one's own deeds share."""

    who: CharacterRef


class StandUp(OnesOwn, frozen=True, kw_only=True, omit_defaults=True):
    """Get up from the ground."""

    power: Annotated[Mode, Meta(description="The mode of a power that gets them up")] | None = None


@command("Drop Prone; it costs no movement.", by="owner", scene=True)
def drop_prone(play: Play, command: OnesOwn) -> None:
    """RC-MOVE-07, RC-RULING-28: dropping Prone costs nothing; who cannot act does not drop of their own will."""
    _check_turn(play, command.who)
    _check_moves(play, can_act(play, command.who))
    conditions.gain(play, command.who, PRONE, rules=("RC-MOVE-07",))


@command("Stand up from Prone.", by="owner", scene=True)
def stand_up(play: Play, command: StandUp) -> None:
    """RC-MOVE-08, RC-MOVE-09, RC-MOVE-11, RC-RULING-23, RC-RULING-28: it costs half of the full Run Pace, or 1 with a power's help."""
    who = command.who
    _check_turn(play, who)
    _check_moves(play, can_move(play, who))
    if not conditions.has(play, who, PRONE):
        play.refuse("RC-MOVE-08", "They are not Prone; there is nothing to stand up from.")
    if command.power is not None:
        _rise(play, who, command.power, pace.unit(play), "RC-MOVE-09")
        return
    whole = pace.base(play, who, "run") * pace.unit(play)
    if whole == 0:
        play.refuse("RC-MOVE-11", "With a Pace of 0 they cannot stand up; they crawl, or a power gets them up.")
    _rise(play, who, "run", max(1, whole // 2), "RC-MOVE-08")


def _rise(play: Play, who: str, mode: Mode, cost: int, rule: str) -> None:
    if mode != "run" and not pace.is_powered(play, who, mode):
        play.refuse(
            "RC-MOVE-09",
            "No power of theirs gives them a {mode} Pace; they stand up by themselves.",
            mode=MODE_WORDS[mode],
        )
    if pace.left(play, who, mode) < cost:
        play.refuse(
            rule,
            "Getting up takes {cost} of their Pace, and {left} is left.",
            cost=cost,
            left=pace.left(play, who, mode),
        )
    with play.citing(rule):
        pace.spend(play, who, mode, cost)
        conditions.end(play, who, CRAWLING, "stood up")
        conditions.end(play, who, PRONE, "stood up")


def check_mode(play: Play, who: str, mode: Mode) -> None:
    """RC-MOVE-10: refuse a character who is Prone any movement but crawling."""
    if mode != "run" and conditions.has(play, who, PRONE):
        play.refuse("RC-MOVE-10", "They are Prone and can only crawl; let them get up first.")


def crawl_cost(play: Play, who: str, step: int) -> int:
    """RC-MOVE-10: return what a step costs on top for a character who is Prone and crawls. `step` is what it costs as
    such."""
    return _CRAWL * step if conditions.has(play, who, PRONE) else 0


def crawl(play: Play, who: str, area: str, whole: int) -> bool:
    """RC-MOVE-10, RC-MOVE-12, RC-RULING-22: crawl into an Area; what does not suffice is kept for the next turn."""
    saved = conditions.level(play, who, CRAWLING)
    crawled = _crawling(play, who)
    if turns.running(play) is not None and crawled == 0:
        play.refuse("RC-MOVE-10", "No movement is left for crawling in this turn.")
    if turns.running(play) is None or saved + crawled >= whole:
        with play.citing("RC-MOVE-10"):
            pace.spend(play, who, "run", whole - saved)
            conditions.end(play, who, CRAWLING, "got there")
        return True
    with play.citing("RC-MOVE-12"):
        pace.spend(play, who, "run", crawled)
        conditions.deepen(play, who, CRAWLING, crawled, source=area)
    return False


def _crawling(play: Play, who: str) -> int:
    """RC-MOVE-11, RC-RULING-22: return the Pace that is left for crawling: with a Pace of 0 that nothing holds down, 1
    Area's worth in a turn."""
    if pace.base(play, who, "run") or is_held(play, who) or conditions.has(play, who, UNCONSCIOUS):
        return pace.left(play, who, "run")
    return max(0, pace.unit(play) - pace.used(play, who, "run"))


def turn_ends(play: Play, who: str) -> None:
    """RC-RULING-22: crawl movement is kept only as long as a character goes on crawling."""
    if conditions.has(play, who, CRAWLING) and not pace.used(play, who, "run"):
        conditions.end(play, who, CRAWLING, "stopped crawling")


def _check_turn(play: Play, who: str) -> None:
    if turns.running(play) is not None and not turns.acting(play, who):
        play.refuse("RC-MOVE-01", "It is not their turn; getting down or up is part of one's own turn.")


def _check_moves(play: Play, moves: bool) -> None:
    """RC-MOVE-01, RC-RULING-28: refuse a character who cannot move by themselves."""
    if not moves:
        play.refuse("RC-MOVE-01", "They cannot move: something holds them, or they cannot act.")


MOMENTS: Final = {TURN_END: (turn_ends,)}
