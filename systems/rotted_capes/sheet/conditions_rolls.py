"""Effects of conditions on d20 rolls: on those of a creature in one, and on attacks against it."""

from __future__ import annotations

from typing import Final

from domain.kit.conditions import end, end_one, has, present
from domain.kit.rolls import addend
from domain.play.play import Play
from systems.rotted_capes.sheet.conditions import (
    BLINDED,
    CHARMED,
    CRAMPED,
    GREATER,
    HELPLESS,
    HIDDEN,
    PRONE,
    RESTRAINED,
    STUNNED,
    UNCONSCIOUS,
    has_whole,
    is_hidden,
    tagged,
)
from systems.rotted_capes.sheet.people import HERO, is_zombie
from systems.rotted_capes.windows import ATTACKED, ROLLED, ROLLING, TARGETED, Attack, Trial, Tried

PHYSICAL: Final = frozenset({"strength", "dexterity", "constitution"})
"""Ruling 27: the abilities of physical Challenges."""

SOCIAL: Final = "social"
"""The task of a roll that sways a character."""

_PARTLY: Final = 2
"""RC-COND-05: what Partial blindness adds to attacks against a character, and takes from their own."""


def sight(play: Play, who: str, trial: Trial) -> Trial:
    """RC-COND-04, RC-COND-05: the Blinded attack at a disadvantage, and fail where they would have to see."""
    if trial.purpose == "attack":
        if has_whole(play, who, BLINDED):
            trial = trial.hampered("RC-COND-04")
        elif has(play, who, BLINDED):
            trial = trial.with_addends(*addend("Partial blindness", -_PARTLY, source="RC-COND-05"))
    elif trial.sighted and has_whole(play, who, BLINDED):
        trial = trial._replace(failed="RC-COND-04")
    return trial


def state(play: Play, who: str, trial: Trial) -> Trial:
    """RC-COND-12, RC-COND-13, RC-COND-14, RC-COND-15, ruling 27: hamper a roller by lying prone and by other states."""
    attacks = trial.purpose == "attack"
    if attacks and trial.melee and has(play, who, PRONE):
        trial = trial.hampered("RC-COND-12")
    if attacks and has(play, who, RESTRAINED):
        trial = trial.hampered("RC-COND-13")
    if has(play, who, STUNNED):
        trial = trial.hampered("RC-COND-14")
    if has(play, who, CRAMPED) and (attacks or (trial.purpose == "challenge" and trial.ability in PHYSICAL)):
        trial = trial.hampered("RC-RULING-27")
    if not attacks and trial.defense in ("avoidance", "willpower") and has(play, who, UNCONSCIOUS):
        trial = trial._replace(failed="RC-COND-16")
    return trial


def exposed(play: Play, who: str, trial: Trial) -> Trial:
    """RC-COND-04, RC-COND-05, RC-COND-12, RC-COND-13, RC-COND-15, ruling 27: favour an attack against a target whose
    state exposes it."""
    if trial.purpose != "attack":
        return trial
    if has_whole(play, who, BLINDED):
        trial = trial.favoured("RC-COND-04")
    elif has(play, who, BLINDED):
        trial = trial.with_addends(*addend("Partial blindness", _PARTLY, source="RC-COND-05"))
    if trial.melee and has(play, who, PRONE):
        trial = trial.favoured("RC-COND-12")
    if has(play, who, RESTRAINED):
        trial = trial.favoured("RC-COND-13")
    if any(tagged(each, GREATER) for each in play.where(who, "conditions", STUNNED).values()):
        trial = trial.favoured("RC-COND-15")
    if has(play, who, CRAMPED) and not has(play, trial.who, CRAMPED):
        trial = trial.favoured("RC-RULING-27")
    return trial


def at_mercy(play: Play, who: str, trial: Trial) -> Trial:
    """RC-COND-13, RC-COND-16, rulings 28 and 46: attacks that a character's Avoidance or Willpower cannot stop."""
    if trial.purpose != "attack":
        return trial
    if trial.area and trial.defense == "avoidance" and has(play, who, RESTRAINED):
        trial = trial._replace(sure="RC-COND-13")
    if trial.defense in ("avoidance", "willpower") and has(play, who, UNCONSCIOUS, HELPLESS):
        trial = trial._replace(sure="RC-COND-16")
    return trial


def hiding(play: Play, who: str, trial: Trial) -> Trial:
    """RC-COND-09: a character's roll against a target who is hidden from them, or does not see them coming."""
    if is_hidden(play, who, trial.who):
        trial = trial.hampered("RC-COND-09")
    if trial.purpose == "attack" and is_hidden(play, trial.who, who):
        trial = trial.favoured("RC-COND-09")
    return trial


def charm(play: Play, who: str, trial: Trial) -> Trial:
    """RC-COND-06: keep a character from attacking their charmer, who sways them with Advantage; an attack by the
    charmer's side ends it."""
    if trial.purpose == "attack" and present(play, trial.who, CHARMED, target=who):
        play.refuse("RC-COND-06", "They are Charmed by that one, and can't aim any harm at them.")
    charmed = present(play, who, CHARMED)
    if trial.task == SOCIAL and any(each.target == trial.who for each in charmed.values()):
        trial = trial.favoured("RC-COND-06")
    if trial.purpose == "attack":
        for name, each in charmed.items():
            if _on_one_side(play, trial.who, each.target):
                end_one(play, who, name, "attacked by the charmer or an ally", rules=("RC-COND-06",))
    return trial


def _on_one_side(play: Play, one: str, other: str) -> bool:
    """Whether two are one, or fight for the same: heroes and bystanders, zombies, or threats."""
    sides = [
        "heroes"
        if play.character(each).profile["self"].kind in (HERO, "bystander")
        else "zombies"
        if is_zombie(play, each)
        else play.character(each).profile["self"].kind
        for each in (one, other)
    ]
    return one == other or sides[0] == sides[1]


def given_away(play: Play, who: str, tried: Tried) -> Tried:
    """RC-COND-09: an attack gives away a character who was hidden."""
    if tried.trial.purpose == "attack":
        _reveal(play, who)
    return tried


def given_away_unrolled(play: Play, who: str, attack: Attack) -> Attack:
    """RC-CMOD-04, RC-COND-09: an attack that hits without a roll gives its attacker away as well."""
    _reveal(play, who)
    return attack


def _reveal(play: Play, who: str) -> None:
    if has(play, who, HIDDEN):
        with play.citing("RC-COND-09"):
            end(play, who, HIDDEN, "an attack gave them away")


WINDOWS: Final = {
    ROLLING: (sight, state),
    TARGETED: (charm, hiding, exposed, at_mercy),
    ROLLED: (given_away,),
    ATTACKED: (given_away_unrolled,),
}
