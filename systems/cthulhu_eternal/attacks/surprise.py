"""Killing that is hardly combat: the unaware, and those whom nobody protects."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command, Text
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.play.play import Play
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.log import Contribution, Noted
from systems.cthulhu_eternal import states
from systems.cthulhu_eternal.attacks.windows import DECLARED, OVER, ROLLING, Strike
from systems.cthulhu_eternal.harm import damage
from systems.cthulhu_eternal.moments import FIGHT_END, HARMED, TURN_START
from systems.freeform.fields import Title

UNAWARE: Final = "unaware"
"""Up and about, and without a thought of danger; until they are attacked or in a fight."""

BONUS: Final = 20


class DeclareUnaware(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`why` they have not noticed anything."""

    who: CharacterRef
    why: Annotated[Title, Meta(description="Why they have not noticed anything")] = "off guard"


class KillUnopposed(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`by` whom, and `how`."""

    target: CharacterRef
    by: Annotated[CharacterRef, Meta(description="Who kills them")] = ""
    how: Annotated[Text, Meta(description="The way of it")] = ""


class TellOfMiss(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` happened, so that `target` lives: a flinch, a step aside."""

    who: CharacterRef
    target: Annotated[CharacterRef, Meta(description="Who lives: a flinch, a step aside")]
    what: Annotated[Text, Meta(description="What happened")]


@command("Say that a character is about and suspects nothing.", scene=True)
def declare_unaware(play: Play, command: DeclareUnaware) -> None:
    """CE-SURP-03: the game master says who does not see it coming, as long as no fight is on."""
    if turns.running(play) is not None:
        play.refuse("CE-SURP-03", "The fight has begun; surprise is over.")
    with play.citing("CE-SURP-03"):
        conditions.end(play, command.who, UNAWARE, "declared anew")
        until = AtMoment(moment=HARMED, subject=command.who)
        conditions.gain(play, command.who, UNAWARE, until=until, why=command.why)


@command("Let an unaware or helpless character be killed without a roll, where nobody tries to stop it.", scene=True)
def kill_unopposed(play: Play, command: KillUnopposed) -> None:
    """CE-SURP-01: kill a character without a roll where nobody tries to stop it, as the game master lets it happen."""
    target = command.target
    if conditions.has(play, target, states.DEAD):
        play.refuse("CE-SURP-01", "They are dead already.")
    if not (is_unaware(play, target) or states.is_helpless(play, target)):
        play.refuse("CE-SURP-01", "They are neither unaware nor helpless; that takes an attack.")
    with play.citing("CE-SURP-01"):
        if command.how:
            play.emit(target, Noted(name="death", text=command.how))
        damage.kill(play, target, by=command.by)


@command("Say why an attack by surprise missed.", scene=True)
def tell_of_miss(play: Play, command: TellOfMiss) -> None:
    """CE-SURP-04: why a surprise failed is for the game master to say, and on record."""
    data = {"target": command.target}
    play.emit(command.who, Noted(name="missed", text=command.what, data={**data}, rules=("CE-SURP-04",)))


def is_unaware(play: Play, who: str) -> bool:
    """CE-SURP-03: whether a character is unaware, and there is no fight yet."""
    return conditions.has(play, who, UNAWARE) and turns.running(play) is None


def catch(play: Play, target: str, strike: Strike) -> Strike:
    """CE-SURP-03, ruling 9: let an attack on an unaware character go unnoticed; any success is a critical hit."""
    if not is_unaware(play, target):
        return strike
    return strike._replace(unnoticed=True, blow=strike.blow._replace(any_critical=True))


def favor(play: Play, _: str, strike: Strike) -> Strike:
    """CE-SURP-03: +20 against the unaware before combat has begun; nothing else."""
    if not strike.blow.any_critical:
        return strike
    play.cite("CE-SURP-03")
    bonus = Contribution(label="surprise", amount=BONUS, source="CE-SURP-03")
    return strike._replace(given=(*strike.given, bonus), once=(*strike.once, bonus.label))


def notice(play: Play, target: str, strike: Strike) -> Strike:
    """CE-SURP-04: after an attack, even one that missed, they are aware."""
    conditions.end(play, target, UNAWARE, "attacked")
    return strike


def alarm(play: Play, _: str) -> None:
    """CE-SURP-03: combat has begun; whoever is in it is aware, also when it is over."""
    for who in turns.fighters(play):
        if play.exists(who):
            conditions.end(play, who, UNAWARE, "in a fight")


MOMENTS = {TURN_START: (alarm,), FIGHT_END: (alarm,)}
WINDOWS = {DECLARED: (catch,), ROLLING: (favor,), OVER: (notice,)}
