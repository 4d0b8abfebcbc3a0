"""Attacks from, on and beside vehicles and mounts, and what damage does to the character who controls them."""

from __future__ import annotations

from typing import Final

from domain.kit import pools
from domain.play.play import Play
from domain.play.windows import WindowTable
from domain.system import OptionSpec
from systems.rotted_capes.harm.damage import inflict, rolled
from systems.rotted_capes.sheet.aboard import aboard, controller_of, is_vehicle, ridden_by
from systems.rotted_capes.sheet.sizes import crowds
from systems.rotted_capes.vehicles.control import controlled, passive
from systems.rotted_capes.vehicles.riding import moved
from systems.rotted_capes.windows import ATTACKED, DECLARED, HARMING, ROLLING, TARGETED, Attack, Harm, Trial

FASTER: Final = 5
"""RC-VEH-12, RC-VEH-16, ruling 53: the Areas more by which a vehicle is too fast for a steady aim."""

HOLDING: Final = 15
"""RC-VEH-17: what a Challenge has to reach to keep control, before the penalty."""


def from_aboard(play: Play, subject: str, trial: Trial) -> Trial:
    """RC-VEH-12, RC-RULING-53: from a vehicle that covered 5 Areas more than the target, attacks have Disadvantage."""
    vehicle = ridden_by(play, subject)
    if (
        trial.purpose != "attack"
        or not vehicle
        or not trial.against
        or trial.against in (vehicle, *aboard(play, vehicle))
    ):
        return trial
    return trial.hampered("RC-VEH-12") if moved(play, subject) - moved(play, trial.against) >= FASTER else trial


def chosen(play: Play, subject: str, attack: Attack) -> Attack:
    """RC-VEH-13: cite the rule by which an attacker chooses the mount or vehicle, or a character aboard."""
    if ridden_by(play, subject) or aboard(play, subject):
        play.cite("RC-VEH-13")
    return attack


def at_it(play: Play, subject: str, trial: Trial) -> Trial:
    """RC-VEH-14, RC-VEH-15, RC-VEH-16: set what an attack on a vehicle, a mount or a character aboard is rolled
    against."""
    if trial.purpose != "attack":
        return trial
    if ridden_by(play, subject):
        return _at_rider(play, subject, trial)
    controller = controller_of(play, subject)
    if is_vehicle(play, subject) and not controller and (not aboard(play, subject) or not moved(play, subject)):
        return trial._replace(certain="RC-VEH-15")
    if controller and trial.target is not None:
        play.cite("RC-VEH-14")
        trial = trial._replace(target=passive(play, controller))
        large = is_vehicle(play, subject) and crowds(play, subject)
        return trial.favoured("RC-VEH-14") if large and play.option("large_vehicles_easier") else trial
    return trial


def _at_rider(play: Play, subject: str, trial: Trial) -> Trial:
    """RC-VEH-16: hamper an attack on a character aboard of what covered 5 Areas more than the attacker."""
    if ridden_by(play, trial.who) == ridden_by(play, subject):
        return trial
    return trial.hampered("RC-VEH-16") if moved(play, subject) - moved(play, trial.who) >= FASTER else trial


def strayed(play: Play, _: str, attack: Attack) -> Attack:
    """RC-VEH-16: a miss that exceeds the passive Challenge of the controller may hit the vehicle instead."""
    vehicle = ridden_by(play, attack.target)
    controller = controller_of(play, vehicle) if vehicle else ""
    if (
        not attack.missed
        or attack.tried is None
        or not controller
        or attack.tried.roll.total <= passive(play, controller)
    ):
        return attack
    prompt = f"The attack misses {attack.target}: does it hit {vehicle}?"
    about = (attack.by, attack.target)
    if play.ask("stray", "gm", ("hit", "miss"), "miss", prompt, about=about) == "hit":
        with play.citing("RC-VEH-16"):
            inflict(play, vehicle, attack.hit)
    return attack


def struck(play: Play, subject: str, harm: Harm) -> Harm:
    """RC-OBJ-01, RC-OBJ-02, RC-OBJ-03, RC-VEH-01, RC-VEH-17, RC-RULING-53: damage over the Material Strength of a vehicle costs
    Hits, as with any object.

    Where it reaches it, the character who controls the vehicle rolls to keep control, less the damage in excess.
    """
    if not is_vehicle(play, subject):
        return harm
    strength = play.value(subject, "attributes.material_strength").total
    damage = rolled(play, subject, harm.hit)
    _wear(play, subject, damage, strength, critical=harm.hit.critical)
    controller = controller_of(play, subject)
    if damage >= strength and controller:
        with play.citing("RC-VEH-17"):
            controlled(play, controller, HOLDING, trained=True, more=strength - damage)
    return harm._replace(averted=True)


def _wear(play: Play, vehicle: str, damage: int, strength: int, *, critical: bool) -> None:
    """RC-OBJ-01, RC-OBJ-02, RC-OBJ-03, ruling 54: a Hit, 2 for a critical hit, or all for twice the strength and full Hits."""
    if damage <= strength or not pools.current(play, vehicle, "hits"):
        return
    full = pools.bound(play, vehicle, "hits", "maximum") or 0
    if damage >= 2 * (strength + full):
        with play.citing("RC-OBJ-03"):
            pools.lose(play, vehicle, "hits", full)
    else:
        with play.citing("RC-OBJ-02" if critical else "RC-OBJ-01"):
            pools.lose(play, vehicle, "hits", 1 + critical)


WINDOWS: WindowTable = {
    DECLARED: (chosen,),
    ROLLING: (from_aboard,),
    TARGETED: (at_it,),
    ATTACKED: (strayed,),
    HARMING: (struck,),
}

OPTIONS = (
    OptionSpec(
        name="large_vehicles_easier",
        default=True,
        text="Whether attacks on Large and Huge vehicles have Advantage.",
        rules=("RC-VEH-14",),
    ),
)
