"""Rulings: what the game master says of powers that do not fit the fiction."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.kit import conditions, durations
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import handle_of
from domain.messages import text
from domain.play.play import Play
from domain.vocabulary.data import Data
from systems.orcus.powers.known import OfPower, known
from systems.orcus.powers.records.reading import Reading

RULED_OUT: Final = "power_ruled_out"
"""The state of a character who has a power that does not work in the circumstances."""

PSYCHE: Final = "psyche"


@data_of("conditions", RULED_OUT)
class RulingData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """A power that the game master has ruled out, and why."""

    power: str
    because: str = ""


class RuleOut(OfPower, frozen=True, kw_only=True, omit_defaults=True):
    """A character's power does not work here, until the encounter ends; with `works`, it does again."""

    because: Annotated[str, Meta(max_length=200, description="Why it does not fit the fiction")] = ""
    works: Annotated[bool, Meta(description="Whether it works again")] = False


@command("Rule that a character's power does not work in the circumstances, and why.")
def rule_out_power(play: Play, command: RuleOut) -> None:
    """OR-POW-01, OR-KEY-10: a ruling is on record with its reason; as long as there is none, powers work as written."""
    name, reading = known(play, command.who, command.power)
    for key, condition in conditions.present(play, command.who, RULED_OUT).items():
        if RulingData.of(condition).power == name:
            conditions.end_one(play, command.who, key, "it works again")
    if command.works:
        return
    with play.citing(rule_of(reading)):
        conditions.gain(
            play,
            command.who,
            RULED_OUT,
            until=durations.fight_ends(play),
            title=reading.power.name,
            data=RulingData(power=name, because=command.because),
        )


def rule_of(reading: Reading) -> str:
    """Return the rule by which the game master rules a power out."""
    return "OR-KEY-10" if PSYCHE in reading.tags else "OR-POW-01"


def check_allowed(play: Play, who: str, word: str, reading: Reading) -> None:
    """OR-POW-01, OR-KEY-10: refuse a power that the game master has ruled out; the attempt expends nothing."""
    name = handle_of(word)
    for condition in conditions.present(play, who, RULED_OUT).values():
        ruling = RulingData.of(condition)
        if ruling.power == name:
            play.refuse(
                rule_of(reading),
                "It does not work here: {because}.",
                because=ruling.because or text("it does not fit the fiction"),
            )
