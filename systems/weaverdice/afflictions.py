"""Afflictions: bleeding, burning and the death sentence, which wound whoever does not get rid of them."""

from __future__ import annotations

from domain.events.body import ConditionChanged
from domain.play.play import Play
from systems.weaverdice import statuses, wounds
from systems.weaverdice.occasions import EFFORT_SPENT, ENCOUNTER_END, FULL_ACTION, RESTED


def bleed(play: Play, who: str) -> None:
    """WD-COND-02, ruling 39: effort that is spent and full actions cost whoever bleeds a lesser wound, once however
    many results made them bleed. WD-COND-03: the next such loss after a rest is prevented."""
    for name, bleeding in play.where(who, "conditions", "bleeding").items():
        if bleeding.data.get("staunched"):
            with play.citing("WD-COND-03"):
                play.emit(who, ConditionChanged(name=name, data={"staunched": None}))
        else:
            with play.citing("WD-COND-02"):
                wounds.suffer(play, who, "lesser", source="bleeding")


def staunch(play: Play, who: str) -> None:
    """WD-COND-03: resting prevents the next loss to bleeding."""
    for name in play.where(who, "conditions", "bleeding"):
        play.emit(who, ConditionChanged(name=name, data={"staunched": True}))


def bleed_out(play: Play, _: str) -> None:
    """WD-COND-04: bleeding that outlasts the encounter ends and leaves a lesser wound in its place."""
    for who in statuses.those_in(play, "bleeding"):
        with play.citing("WD-COND-04"):
            statuses.end(play, who, "bleeding", "the encounter is over")
            wounds.suffer(play, who, "lesser", source="bleeding")


def burn_on(play: Play, who: str) -> None:
    """WD-WFX-15, ruling 119: an ongoing burn brings another wound at the end of every turn."""
    for _ in play.where(who, "conditions", "burning"):
        with play.citing("WD-WFX-15"):
            wounds.suffer(play, who, "lesser", type="burn", source="burning")


def burned_out(play: Play, who: str) -> None:
    """WD-WFX-15: until the target rests."""
    statuses.end(play, who, "burning", "rested")


MOMENTS = {
    EFFORT_SPENT: (bleed,),
    FULL_ACTION: (bleed,),
    ENCOUNTER_END: (bleed_out,),
    RESTED: (burned_out,),
    "turn_end": (burn_on,),
}
