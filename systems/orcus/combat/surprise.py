"""Surprise: who begins a fight without having noticed anybody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

from msgspec import Meta, Struct

from domain.commands import CharacterRef
from domain.kit.conditions import gain
from domain.kit.durations import end_of_turn
from domain.kit.turns import pace, running
from domain.play.play import Play
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.turns import TurnPassed
from systems.orcus.combat.turns import SURPRISE_MODE
from systems.orcus.moments import ROUND_END
from systems.orcus.rolls.checks import passive
from systems.orcus.sheet.conditions import SURPRISED

SURPRISE: Final = "surprise"
"""Ruling 26: the phase of the first round of a fight in which a character is surprised."""


class Hider(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A creature that hides as the fight begins, and its Stealth roll."""

    who: CharacterRef
    stealth: Annotated[int, Meta(ge=-50, le=100, description="The total of their Stealth check")]


def unaware(play: Play, sides: Mapping[str, str], hiders: tuple[Hider, ...]) -> tuple[str, ...]:
    """OR-SURP-01, OR-SURP-03: return those who notice no threat: all their enemies hide, none worse than their passive
    Perception."""
    hidden = {hider.who: hider.stealth for hider in hiders}
    names = []
    for who, side in sides.items():
        threats = [other for other, theirs in sides.items() if theirs != side]
        if threats and all(other in hidden for other in threats):
            notices = passive(play, who, "perception")
            if all(hidden[other] >= notices for other in threats):
                names.append(who)
    return tuple(names)


def surprise(play: Play, encounter: str, who: tuple[str, ...]) -> None:
    """OR-SURP-01, OR-SURP-02, ruling 26: some begin the fight surprised, until their first turn or its first round is over."""
    if not who:
        return
    play.emit(encounter, TurnPassed(name="now", phase=SURPRISE))
    for one in who:
        whole = play.option(SURPRISE_MODE) == "no_actions"
        until = end_of_turn(one) if whole else AtMoment(moment=ROUND_END)
        with play.citing("OR-SURP-01", "OR-SURP-03"):
            gain(play, one, SURPRISED, until=until)


def in_surprise_round(play: Play) -> bool:
    """Whether the round that is on is one in which a character began surprised."""
    encounter = running(play)
    return encounter is not None and pace(play, encounter).phase == SURPRISE


def nobody_is_surprised_any_more(play: Play, _: str) -> None:
    """Ruling 26: with the first round the surprise round is over."""
    encounter = running(play)
    if encounter is not None and in_surprise_round(play):
        play.emit(encounter, TurnPassed(name="now", phase=""))


MOMENTS: Final = {ROUND_END: (nobody_is_surprised_any_more,)}
