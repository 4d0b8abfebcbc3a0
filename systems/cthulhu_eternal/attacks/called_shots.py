"""Other called shots with a firearm, where the campaign has them: two shots, a stun, a flesh wound, the head."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef
from domain.events.log import Contribution, Noted
from domain.kit.commands import command
from domain.play.deciders import owner_of
from domain.play.play import Play
from domain.rulebook import table
from domain.system import Option
from systems.cthulhu_eternal.attacks import attacking, criticals
from systems.cthulhu_eternal.attacks.attacking import Manner
from systems.cthulhu_eternal.attacks.weapons import Weapon

Effect = Literal["double shot", "stun", "flesh wound", "head shot"]

DOUBLE: Final = "double shot"


class _Shot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    penalty: int
    rule: str


EFFECTS: Final = table(__package__, "called_shots", dict[Effect, _Shot])
"""CE-OPT-01."""


class CallEffect(attacking.Attack, frozen=True, kw_only=True, omit_defaults=True):
    """`other` is somebody so close to the target that each hit of a double shot may be theirs."""

    effect: Annotated[Effect, Meta(description="What the shot is to do in place of getting past armor")]
    other: CharacterRef = ""


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
            "CE-OPT-04", f"A {weapon.loading or 'bow'} does not shoot twice in one action; choose another effect."
        )
    if command.other and command.effect != DOUBLE:
        play.refuse("CE-OPT-03", "Only the hits of a double shot may be somebody else's; leave out `other`.")


OPTIONS = (
    Option(
        name="other_called_shots",
        default=False,
        text="Whether firearms may be used for other called shots, each time with the game master's agreement.",
        rules=("CE-OPT-01",),
    ),
)
