"""Tactics: which side has the edge when a fight begins, what it buys, and straining oneself for more of it."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.kit.fights import InEncounter, fight
from domain.messages import text
from domain.play.play import Play
from domain.vocabulary.anchors import AtMoment, UntilEncounterEnds, UntilFirst
from domain.vocabulary.base import Scalar
from domain.vocabulary.log import Noted
from domain.vocabulary.turns import TurnChanged
from domain.vocabulary.values import Modifier, ModifierApplied
from systems.weaverdice.sheet import effort
from systems.weaverdice.sheet.stats import SPEED, TACTICS
from systems.weaverdice.turns.initiative import free_tiebreak, rank_of

EDGE: Final = "1d3"
"""WD-INIT-07: what a dot of Focus adds."""


class CompareTactics(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """The best Tactics of `who` against the best of `against`."""

    who: Annotated[tuple[CharacterRef, ...], Meta(description="Those whose best Tactics is compared")]
    against: Annotated[tuple[CharacterRef, ...], Meta(description="Those against whose best it is compared")]
    buys: Annotated[
        Literal["nothing", "position", "surrounding", "surprise"], Meta(description="What the better side gets for it")
    ] = "nothing"


class BuyEdge(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`score` is what is bettered: Tactics, or Speed to be earlier or to break a tie."""

    who: CharacterRef
    score: Annotated[
        Literal["tactics", "speed"],
        Meta(description="What is bettered: Tactics, or Speed to be earlier or to break a tie"),
    ]


@command("Compare the Tactics of two sides: who sets up better, and whether the other is surprised.", scene=True)
def compare_tactics(play: Play, command: CompareTactics) -> None:
    """WD-INIT-01, WD-INIT-02: the side with the better Tactics has the edge; the game master says what it buys."""
    encounter = fight(play)
    ours, theirs = _best(play, command.who), _best(play, command.against)
    edge = "who" if ours > theirs else "against" if theirs > ours else "neither"
    if edge == "neither" and command.buys != "nothing":
        play.refuse(
            "WD-INIT-02", "Both sides have Tactics {ours}; neither has an edge that could buy anything.", ours=ours
        )
    result: dict[str, Scalar] = {"who": ours, "against": theirs, "edge": edge, "buys": command.buys}
    play.emit(encounter, Noted(name="tactics", data=result, rules=("WD-INIT-01", "WD-INIT-02")))
    if command.buys == "surprise":
        for who in command.who if edge == "against" else command.against:
            _surprise(play, encounter, who)


@command("Spend 1 Focus on 1d3 more Tactics or Speed as a fight begins.", by="owner", scene=True)
def buy_edge(play: Play, command: BuyEdge) -> None:
    """WD-INIT-07: 1 Focus adds 1d3 to Tactics or Speed, for the fight that begins."""
    who, encounter = command.who, fight(play)
    _check_beginning(
        play, encounter, "WD-INIT-07", text("An edge is bought when a fight begins, not later than its first round.")
    )
    effort.spend(play, who, "focus", "WD-INIT-07")
    gained = play.roll(who, "edge", EDGE, rules=("WD-INIT-07",)).total
    place = turns.place_in(play, encounter, who) if command.score == "speed" else None
    if place is None:
        path = TACTICS if command.score == "tactics" else SPEED
        until = UntilEncounterEnds(encounter=encounter)
        edge = Modifier(path=path, amount=gained, source="Focus", until=until)
        play.emit(who, ModifierApplied(name=play.new_id("edge"), modifier=edge))
    else:
        faster = int(play.encounter(encounter).order[place].initiative) + gained
        tiebreak = free_tiebreak(play, encounter, place, faster, rank_of(play, who))
        play.emit(encounter, TurnChanged(name=place, initiative=faster, tiebreak=tiebreak))


def _best(play: Play, side: tuple[str, ...]) -> int:
    if not side:
        play.refuse("WD-INIT-01", "Name somebody on each side whose Tactics are compared.")
    return max((play.value(who, TACTICS).total for who in side), default=0)


def _surprise(play: Play, encounter: str, who: str) -> None:
    """WD-INIT-02: keep the surprised from acting in the first round."""
    _check_beginning(play, encounter, "WD-INIT-02", text("Only the first round of a fight is a surprise."))
    if not conditions.has(play, who, "surprised"):
        first_round = UntilFirst(of=(AtMoment(moment="round_end"), UntilEncounterEnds(encounter=encounter)))
        conditions.gain(play, who, "surprised", until=first_round)


def _check_beginning(play: Play, encounter: str, rule: str, sentence: str) -> None:
    now = turns.pace(play, encounter)
    if now.state == "ended" or now.round > 1:
        play.refuse(rule, sentence)
