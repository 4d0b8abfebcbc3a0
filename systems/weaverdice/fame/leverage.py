"""Leverage: a name that keeps the lesser figures of a battlefield at bay."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Final, Literal, assert_never

from msgspec import Meta

from domain.commands import CharacterRef, Text
from domain.kit import conditions, counters, turns
from domain.kit.commands import command
from domain.kit.fights import InEncounter, under_way
from domain.kit.naming import called
from domain.messages import text
from domain.play.play import Play
from domain.vocabulary.anchors import UntilEncounterEnds
from domain.vocabulary.log import Noted
from domain.vocabulary.undertakings import Use, UseCounted, UseOpened, UseReset
from systems.freeform.fields import Key
from systems.weaverdice.fame import reputation
from systems.weaverdice.sheet.people import category
from systems.weaverdice.sheet.stats import score
from systems.weaverdice.turns import fights
from systems.weaverdice.turns.initiative import flee

LEVERAGE: Final = "leverage"
"""The counter of uses without spending the card."""

OUT: Final = ("dead", "fled", "dying", "unconscious")
"""WD-LREP-03: knocked out, or removed."""


class Leverage(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`card` is the reputation, by name or by what it is for."""

    who: CharacterRef
    card: Annotated[Key, Meta(description="The reputation, by name or by what it is for")]
    figures: Annotated[tuple[CharacterRef, ...], Meta(description="Whom it sways")]
    to: Annotated[
        Literal["leave", "still", "background"],
        Meta(
            description="What they are swayed to: bystanders to leave or to stay still, lesser foes to fall back into the background"
        ),
    ] = "background"
    spend: Annotated[bool, Meta(description="Whether the reputation is lost with it")] = False
    act: Annotated[Text, Meta(description="The dramatic act or statement")] = ""


@command(
    "Sway the lesser figures of a fight with a reputation: they leave, stay still, or keep in the background.",
    by="owner",
    name="leverage_reputation",
    scene=True,
)
def leverage(play: Play, command: Leverage) -> None:
    """WD-LREP-01, WD-LREP-02, WD-LREP-03, rulings 46 and 124: a reputation sways as many lesser figures as one's
    Social, twice as many if it is spent; without that, once in a fight."""
    who, encounter = command.who, under_way(play)
    figures = tuple(dict.fromkeys(command.figures))
    _check(play, command, figures)
    card = reputation.named(play, who, command.card)
    for forbidden in (reputation.objection(play, who, card, figure) for figure in figures):
        if forbidden is not None:
            play.refuse(*forbidden)
    with play.citing("WD-LREP-01"):
        play.emit(who, Noted(name=LEVERAGE, text=command.act, data={"to": command.to}))
        if command.spend:
            reputation.spend(play, who, card, figures[0] if figures else "", rule="WD-LREP-01")
        else:
            _count(play, who, encounter)
        for figure in figures:
            _sway(play, command, figure, encounter)
    rout(play, who)


def _check(play: Play, command: Leverage, figures: tuple[str, ...]) -> None:
    most = score(play, command.who, "social") * (2 if command.spend else 1)
    if not figures or len(figures) > most:
        more = "" if command.spend else text(", or up to twice as many by spending the reputation")
        play.refuse("WD-LREP-01", "Name the figures it is to sway: up to {most}{more}.", most=most, more=more)
    wanted = "generic" if command.to == "background" else "bystander"
    here = fights.foes_of(play, command.who) if command.to == "background" else turns.fighters(play)
    for figure in figures:
        if category(play, figure) in ("player", "notable"):
            play.refuse("WD-LREP-01", "{figure} is no lesser figure; a name alone does not sway them.", figure=figure)
        elif category(play, figure) != wanted or figure not in here:
            what = text("lesser foes of this fight") if command.to == "background" else text("bystanders of this fight")
            play.refuse(
                "WD-LREP-01",
                "This only sways {what}, and {figure} is none; name somebody else.",
                what=what,
                figure=figure,
            )
    if not command.spend and counters.times(play, command.who, LEVERAGE):
        play.refuse("WD-LREP-01", "Their name has swayed this fight once; to do it again, spend the reputation.")


def _count(play: Play, who: str, encounter: str) -> None:
    until = UntilEncounterEnds(encounter=encounter)
    if LEVERAGE in play.character(who).uses:
        play.emit(who, UseReset(name=LEVERAGE, until=until))
        play.emit(who, UseCounted(name=LEVERAGE))
    else:
        play.emit(who, UseOpened(name=LEVERAGE, use=Use(what=LEVERAGE, count=1, until=until)))


def _sway(play: Play, command: Leverage, figure: str, encounter: str) -> None:
    match command.to:
        case "leave":
            flee(play, figure, LEVERAGE)
        case "still" | "background":
            if not conditions.has(play, figure, command.to):
                until = UntilEncounterEnds(encounter=encounter)
                conditions.gain(play, figure, command.to, until=until, source=command.who)
        case _:
            assert_never(command.to)


def rout(play: Play, _: str) -> None:
    """WD-LREP-03, ruling 124: once at least half of a side's lesser figures are out of the fight and all others of them are
    in the background, those flee."""
    for lesser in _sides(play).values():
        in_the_background = _in(play, lesser, "background")
        out = [who for who in lesser if any(conditions.has(play, who, what) for what in OUT)]
        left = [who for who in lesser if who not in out and who not in in_the_background]
        if in_the_background and not left and 2 * len(out) >= len(lesser):
            with play.citing("WD-LREP-03"):
                for who in in_the_background:
                    conditions.end(play, who, "background", "flees")
                    flee(play, who, "routed")


def come_out(play: Play, _: str) -> None:
    """WD-LREP-02, ruling 124: with a side's lesser figures all in the background and nobody else of it left to fight, one
    of them comes out at the beginning of a round, whom the game master picks."""
    for side, lesser in _sides(play).items():
        waiting = _in(play, lesser, "background")
        if not waiting or any(fights.able(play, who) for who in _of_side(play, side)):
            continue
        options = tuple(sorted(waiting, key=partial(called, play)))
        prompt = "Nobody is left to fight: who comes out of the background?"
        picked = play.offer("comes-out", "gm", options, options[0], prompt, of=side)
        with play.citing("WD-LREP-02"):
            conditions.end(play, picked, "background", "comes out")


def _sides(play: Play) -> dict[str, list[str]]:
    """The lesser figures that took part in the fight, by side; bystanders fight on none."""
    sides: dict[str, list[str]] = {}
    for who in turns.fighters(play):
        if play.exists(who) and category(play, who) == "generic":
            sides.setdefault(fights.side_of(play, who), []).append(who)
    return sides


def _of_side(play: Play, side: str) -> list[str]:
    return [who for who in turns.fighters(play) if fights.side_of(play, who) == side]


def _in(play: Play, those: list[str], what: str) -> list[str]:
    """Return those of them who are in this, and not out of the fight altogether."""
    return [
        who for who in those if conditions.has(play, who, what) and not any(conditions.has(play, who, o) for o in OUT)
    ]


MOMENTS = {"turn_end": (rout,), "round_start": (rout, come_out)}
