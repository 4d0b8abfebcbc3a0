"""Called shots: past armor, and where the campaign has them with a firearm: two shots, a stun, a flesh wound, the head."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef
from domain.kit.commands import command
from domain.messages import text
from domain.play.deciders import owner_of
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.rulebook import table
from domain.system import OptionSpec
from domain.vocabulary.log import Contribution, Noted
from systems.cthulhu_eternal.attacks import attacking, criticals, modifiers
from systems.cthulhu_eternal.attacks.weapons import Weapon
from systems.cthulhu_eternal.attacks.windows import LANDING, ROLLED, ROLLING, Landing, Manner, Strike
from systems.cthulhu_eternal.combat import standing
from systems.freeform.fields import Word

Effect = Literal["double shot", "stun", "flesh wound", "head shot"]

DOUBLE: Final = "double shot"


class _Shot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    penalty: int
    rule: str


EFFECTS: Final = table(__package__, "called_shots", dict[Effect, _Shot])
"""CE-OPT-01."""

CATALOGUE: Final = (
    CatalogueKind(
        name="called-shot",
        title="Called shots",
        table=EFFECTS,
        rules=("CE-OPT-01",),
        labels={"penalty": "modifier"},
        units={"penalty": "%"},
    ),
)


class CalledShot(attacking.Attack, frozen=True, kw_only=True, omit_defaults=True):
    """At one `part` of the body, past armor and cover."""

    part: Annotated[Word, Meta(description="The part of the body that it aims at, past armor and cover")]
    mostly_covered: Annotated[bool, Meta(description="Whether only a limb or the head is free")] = False


class CallEffect(attacking.Attack, frozen=True, kw_only=True, omit_defaults=True):
    """`other` is a character so close to the target that each hit of a double shot may be theirs."""

    effect: Annotated[
        Effect,
        Meta(description="What the shot is to do in place of getting past armor", extra={"catalogue": "called-shot"}),
    ]
    other: Annotated[
        CharacterRef,
        Meta(description="A character so close to the target that each hit of a double shot may be theirs"),
    ] = ""


@command("Attack one part of a character's body, past armor and cover.", by="owner", scene=True)
def call_shot(play: Play, command: CalledShot) -> None:
    """CE-ACT-07, CE-ACT-08, CE-ACT-09, CE-ACT-10, CE-ACT-11, rulings 9 and 28: an attack at one part of the body, on
    which no armor counts."""
    blow = attacking.blow_of(play, command)._replace(action="called shot", effect="past armor")
    extra = modifiers.called(play, command.who, command.target, mostly_covered=command.mostly_covered)
    with play.citing("CE-ACT-07"):
        attacking.strike(play, command.who, blow, Manner(command.yards, extra, part=command.part))


@command("Shoot twice, to stun, for a flesh wound or at the head.", by="owner", scene=True)
def call_effect(play: Play, command: CallEffect) -> None:
    """CE-OPT-01, CE-OPT-02, CE-OPT-03, CE-OPT-04, CE-OPT-05, CE-OPT-06, CE-OPT-07: a shot with some effect other than
    getting past armor, if the game master agrees this time; otherwise nothing is done."""
    if not play.option("other_called_shots"):
        play.refuse("CE-OPT-01", "Other called shots are an option that is off in this campaign: other_called_shots.")
    who, shot = command.who, EFFECTS[command.effect]
    blow = attacking.blow_of(play, command)
    _check(play, command, blow.weapon)
    if not criticals.agreed(play, owner_of(play, who), command.effect, "CE-OPT-01"):
        play.emit(who, Noted(name="not-agreed", data={"effect": command.effect}, rules=("CE-OPT-01",)))
        return
    extra = (Contribution(label=command.effect, amount=shot.penalty, source=shot.rule),)
    double = command.effect == DOUBLE
    blow = blow._replace(action="called shot", effect="" if double else command.effect)
    with play.citing("CE-OPT-01", shot.rule):
        rolls, either = (2, command.other) if double else (1, "")
        attacking.strike(play, who, blow, Manner(command.yards, extra, command.effect, rolls, either=either))


def _check(play: Play, command: CallEffect, weapon: Weapon) -> None:
    if weapon.weapon not in ("gun", "bow"):
        play.refuse("CE-OPT-01", "These called shots are for firearms; use one, or call a plain shot.")
    if command.effect == DOUBLE and (weapon.weapon == "bow" or weapon.loading):
        play.refuse(
            "CE-OPT-04",
            "A {loading} does not shoot twice in one action; choose another effect.",
            loading=weapon.loading or text("bow"),
        )
    if command.other and command.effect != DOUBLE:
        play.refuse("CE-OPT-03", "Only the hits of a double shot may be somebody else's; leave out `other`.")
    if command.other in (command.who, command.target):
        raise Refused("CE-OPT-03", "Name somebody besides the shooter and the target as `other`, or leave it out.")


def hamper(_play: Play, _: str, strike: Strike) -> Strike:
    """CE-ACT-09, CE-OPT-01: take the penalty of aiming at a part of the body off the roll."""
    return strike._replace(given=(*strike.given, *strike.manner.extra))


def pick(play: Play, _: str, strike: Strike) -> Strike:
    """CE-OPT-03: each hit of a double shot is at random one's or the other's, who opposes it as far as they can."""
    other = strike.manner.either
    if not other or not strike.tested.success:
        return strike
    with play.citing("CE-OPT-03"):
        if play.roll(strike.by, "whom", "1d2").total == 1:
            return strike
    return strike._replace(blow=strike.blow._replace(target=other), able=not standing.defenceless(play, other))


def change(_play: Play, _: str, landing: Landing) -> Landing:
    """CE-ACT-11, CE-OPT-05, CE-OPT-06, CE-OPT-07: change a hit by the part of the body that it strikes."""
    hit = landing.hit
    match landing.blow.effect:
        case "past armor":
            hit = hit._replace(armor="ignored")
        case "flesh wound":
            hit = hit._replace(halved=True)
        case "stun":
            hit = hit._replace(stuns=True)
        case "head shot":
            hit = hit._replace(critical=True)
        case _:
            pass
    return landing._replace(hit=hit)


WINDOWS = {ROLLING: (hamper,), ROLLED: (pick,), LANDING: (change,)}

OPTIONS = (
    OptionSpec(
        name="other_called_shots",
        default=False,
        text="Whether firearms may be used for other called shots, each time with the game master's agreement.",
        rules=("CE-OPT-01",),
    ),
)
