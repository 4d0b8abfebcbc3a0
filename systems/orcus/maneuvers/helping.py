"""Helping: an ally against a foe within reach, or a character's skill check."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.conditions import end, end_one, gain, present
from domain.kit.data import data_of
from domain.kit.durations import as_long_as, fight_ends
from domain.messages import text
from domain.play.play import Play
from domain.play.windows import WindowTable
from domain.system import OptionSpec
from domain.vocabulary.data import Data
from systems.orcus.board.places import distance
from systems.orcus.combat.actions import take
from systems.orcus.combat.sides import hostile
from systems.orcus.combat.turns import end_of_next_turn
from systems.orcus.fields import Bonus, Skill
from systems.orcus.sheet.people import DEFENSES
from systems.orcus.sheet.stacking import modify
from systems.orcus.windows import ATTACKED, ROLLED, Strike, Tried

ATTACK: Final = "rolls.attack"
SKILL: Final = "rolls.skill"
ATTACK_HELPED: Final = "helped_attack"
DEFENSE_HELPED: Final = "helped_defense"
AIDED: Final = "aided"

HELP: Final = 2
"""OR-ACT-12, OR-ACT-13: what help adds."""

AID_BONUS: Final = "aid_another_bonus"

OPTIONS: Final = (
    OptionSpec(
        name=AID_BONUS,
        default=0,
        text="What aid adds to a skill check; with 0 the game master enters it each time.",
        rules=("OR-ACT-02",),
    ),
)


class HelpAlly(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Help an ally against a foe."""

    who: CharacterRef
    ally: Annotated[CharacterRef, Meta(description="Who is helped")]
    foe: Annotated[CharacterRef, Meta(description="Against whom, within the helper's reach")]


class Aid(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Help with another's skill check."""

    who: CharacterRef
    target: Annotated[CharacterRef, Meta(description="Whose check it is")]
    skill: Annotated[Skill, Meta(description="The skill of the check", extra={"catalogue": "skill"})]
    bonus: Annotated[Bonus, Meta(description="What it adds; left out, what the campaign's option says")] = 0


@data_of("conditions", AIDED)
class AidedData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The skill whose next check is aided."""

    skill: str = ""


@command("Help an ally's next attack against a foe within reach.", by="owner", scene=True)
def help_attack(play: Play, command: HelpAlly) -> None:
    """OR-ACT-12, ruling 60: the ally's next attack roll against that foe has +2, until the end of the helper's next turn."""
    _help(play, command, ATTACK_HELPED, (ATTACK,), "OR-ACT-12")


@command("Help an ally's defense against the next attack of a foe within reach.", by="owner", scene=True)
def help_defense(play: Play, command: HelpAlly) -> None:
    """OR-ACT-13, ruling 60: the ally's defenses have +2 against that foe's next attack on them, until the end of the helper's next turn."""
    _help(play, command, DEFENSE_HELPED, tuple(f"attributes.{name}" for name in DEFENSES), "OR-ACT-13")


def _help(play: Play, command: HelpAlly, what: str, paths: tuple[str, ...], rule: str) -> None:
    """Ruling 60: help has no type; that of several helpers adds up, and the same helper's counts once."""
    who, ally, foe = command.who, command.ally, command.foe
    if ally == who or hostile(play, who, ally) or not hostile(play, who, foe):
        play.refuse(rule, "Name the ally who is helped, and the foe whom the help is against.")
    far = distance(play, who, foe)
    if far is not None and far > play.value(who, "attributes.reach").total:
        play.refuse(rule, "That foe is out of the helper's reach.")
    take(play, who, text("helping an ally"))
    end(play, ally, what, "helped anew", source=who, target=foe)
    name = gain(play, ally, what, source=who, target=foe, until=end_of_next_turn(play, who), rules=(rule,))
    for path in paths:
        modify(play, ally, path, HELP, effect=what, by=who, until=as_long_as(ally, "conditions", name), against=foe)


@command("Aid a character's skill check, with a standard action.", by="owner", scene=True)
def aid_another(play: Play, command: Aid) -> None:
    """OR-ACT-02, ruling 54: the aided check has the bonus that the campaign or the game master sets."""
    usual = int(play.option(AID_BONUS) or 0)
    if command.bonus and not play.deed.is_gm:
        play.refuse("OR-ACT-02", "The game master says how much the aid adds; leave the bonus out.")
    bonus = command.bonus or usual
    if not bonus:
        play.refuse("OR-ACT-02", "How much aid adds is not set in this campaign: the game master enters it as `bonus`.")
    take(play, command.who, text("aiding another"))
    target, data = command.target, AidedData(skill=command.skill)
    name = gain(play, target, AIDED, source=command.who, until=fight_ends(play), data=data, rules=("OR-ACT-02",))
    until = as_long_as(target, "conditions", name)
    modify(play, target, SKILL, bonus, effect=AIDED, by=command.who, until=until, when=(command.skill,))


def used_up(play: Play, who: str, tried: Tried) -> Tried:
    """OR-ACT-02, OR-ACT-12: help with a roll is used up by the first one that it is for."""
    trial = tried.trial
    if trial.purpose == "attack":
        end(play, who, ATTACK_HELPED, "used", target=trial.against)
    elif trial.purpose == "skill":
        for name, aid in present(play, who, AIDED).items():
            if AidedData.of(aid).skill in trial.tags:
                end_one(play, who, name, "used")
    return tried


def defended(play: Play, target: str, strike: Strike) -> Strike:
    """OR-ACT-13, ruling 60: help in defense covers all rolls of one attack, and is used up by it."""
    if strike.tried is not None:
        end(play, target, DEFENSE_HELPED, "used", target=strike.by)
    return strike


WINDOWS: Final[WindowTable] = {ROLLED: (used_up,), ATTACKED: (defended,)}
