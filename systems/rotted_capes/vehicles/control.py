"""Control: the Challenges of riders and drivers, and vehicles that are shut down from afar."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.rolls import addend, addends
from domain.messages import text
from domain.play.play import Play
from domain.vocabulary.log import Noted
from systems.rotted_capes.combat import demanding
from systems.rotted_capes.combat.actions import take
from systems.rotted_capes.combat.allowances import FEATURE
from systems.rotted_capes.fields import Because, Circumstances, Trained
from systems.rotted_capes.rolls.challenges import Difficulty, challenge, check
from systems.rotted_capes.sheet.aboard import AboardData, is_vehicle, link_of, ridden_by
from systems.rotted_capes.vehicles.riding import SHUT_DOWN
from systems.rotted_capes.windows import Trial, Tried

Deed = Literal[
    "",
    "calm a startled horse",
    "keep straight in a chase",
    "take narrow streets",
    "mount a horse that runs",
    "drift round a bend",
    "land on a short strip",
    "charge with a panicked mount",
    "turn about between vehicles",
    "stop at a ledge",
    "weave through wrecks under fire",
    "save an airliner from a dive",
    "drift a bus across a war zone",
]

DEEDS: Final[dict[str, int]] = {
    "calm a startled horse": 10,
    "keep straight in a chase": 10,
    "take narrow streets": 10,
    "mount a horse that runs": 15,
    "drift round a bend": 15,
    "land on a short strip": 15,
    "charge with a panicked mount": 20,
    "turn about between vehicles": 20,
    "stop at a ledge": 25,
    "weave through wrecks under fire": 25,
    "save an airliner from a dive": 30,
    "drift a bus across a war zone": 30,
}
"""RC-VEH-11: what a control Challenge has to reach, by example."""

CATALOGUE: Final = (
    CatalogueKind(
        name="deed",
        title="Feats at the wheel and in the saddle",
        table=DEEDS,
        rules=("RC-VEH-11",),
        value="difficulty",
    ),
)

WIRELESS: Final = "wireless"
SHUTTING_DOWN: Final = "shutting down a vehicle"
"""The power, and the Demanding Action that it may take."""
EASIEST: Final = 20
HARDEST: Final = 30
"""RC-VEH-22: what a Power check has to reach against a modern vehicle, and at most against one that is hardened."""

Consequence = Literal["none", "loss of control", "skid", "crash"]


class ControlVehicle(Command, frozen=True, kw_only=True, omit_defaults=True):
    """The Editor-in-Chief calls for a Challenge of a rider or driver."""

    who: CharacterRef
    deed: Annotated[
        Deed, Meta(description="The example that it is like, which sets the number", extra={"catalogue": "deed"})
    ] = ""
    difficulty: Annotated[Difficulty | None, Meta(description="The number, where no example is named")] = None
    trained: Trained = False
    specialist: Annotated[
        bool, Meta(description="Whether the Skill Set is about just such a mount or vehicle, and the story supports it")
    ] = False
    circumstances: Circumstances = 0


class Consequences(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Decide what becomes of a vehicle that a character has lost control of."""

    who: CharacterRef
    what: Annotated[Consequence, Meta(description="What becomes of it")]
    because: Because = ""


class ShutDown(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Shut a vehicle down with the Wireless power."""

    who: CharacterRef
    target: Annotated[CharacterRef, Meta(description="The vehicle")]
    difficulty: Annotated[
        int, Meta(ge=EASIEST, le=HARDEST, description="The number, higher for a hardened vehicle")
    ] = EASIEST
    demanding: Annotated[bool, Meta(description="Whether it takes a Demanding Action")] = False


def passive(play: Play, who: str) -> int:
    """RC-RULING-18, RC-VEH-14: the passive Challenge of the character who controls a mount or vehicle, Handling
    included."""
    ability, handling = _steering(play, who)
    return 10 + play.value(who, "attributes.rank").total + play.value(who, f"modifiers.{ability}").total + handling


def _steering(play: Play, who: str) -> tuple[str, int]:
    """Return the ability by which a character controls what they are aboard of, and its Handling; Dexterity and 0
    aboard nothing."""
    place = link_of(play, who)
    if place is None:
        return "dexterity", 0
    _, link = place
    return AboardData.of(link).ability, play.value(link.to, "attributes.handling").total


def controlled(play: Play, who: str, difficulty: int, *, trained: bool, more: int = 0, edge: bool = False) -> Tried:
    """RC-VEH-08, RC-VEH-09: roll a control Challenge: Rank Bonus, ability, Handling and circumstances.

    Without a Skill Set for it, it has Disadvantage; with `edge` it has Advantage.
    """
    if link_of(play, who) is None:
        play.refuse("RC-VEH-08", "They are aboard no vehicle that they could control; board one first.")
    ability, handling = _steering(play, who)
    given = (*addend("Handling", handling, source="RC-VEH-08"), *addends({"circumstances": more}))
    trial = Trial(who, "challenge", "challenge", difficulty, ability, given)
    with play.citing("RC-VEH-08", *(() if trained else ("RC-VEH-09",))):
        return challenge(play, trial.favoured("RC-VEH-10") if edge else trial, trained=trained)


@command("Call for a Challenge of a rider or driver.", scene=True)
def control(play: Play, command: ControlVehicle) -> None:
    """RC-VEH-08, RC-VEH-09, RC-VEH-10, RC-VEH-11: the Editor-in-Chief sets the number, or names an example."""
    difficulty = DEEDS.get(command.deed, command.difficulty)
    if difficulty is None:
        play.refuse("RC-VEH-11", "Say how hard it is: an example as `deed`, or a `difficulty`.")
        return
    if command.deed:
        play.cite("RC-VEH-11")
    edge = command.specialist and command.trained
    controlled(play, command.who, difficulty, trained=command.trained, more=command.circumstances, edge=edge)


@command("Say what becomes of a vehicle that a character has lost control of.", scene=True)
def consequence(play: Play, command: Consequences) -> None:
    """RC-VEH-18: the Editor-in-Chief decides; Plot Points may soften it."""
    vehicle = ridden_by(play, command.who) or command.who
    data = {"consequence": command.what}
    play.emit(vehicle, Noted(name="control", text=command.because, data=dict(data), rules=("RC-VEH-18",)))


@command("Shut down a vehicle with the Wireless power.", by="owner", scene=True)
def shut_down(play: Play, command: ShutDown) -> None:
    """RC-DEM-01, RC-VEH-22: an Action and a Power check at 20; against hardened vehicles up to 30, and a Demanding Action.

    A Demanding Action is begun by it, and the check is rolled when it is used again as that is over.
    """
    who = command.who
    powers = play.where(who, "traits", FEATURE).values()
    if WIRELESS not in (trait.title.lower() for trait in powers):
        play.refuse(
            "RC-VEH-22", "It takes the Wireless power, which they do not have; let somebody who has it do this."
        )
    if not is_vehicle(play, command.target):
        play.refuse("RC-VEH-22", "Only a vehicle with electronics can be shut down.")
    if not demanding.takes_effect(play, who, SHUTTING_DOWN) and not _acts_at_once(play, command):
        return
    with play.citing("RC-VEH-22"):
        if check(play, Trial(who, "check", "check", command.difficulty, "power")).success:
            conditions.gain(play, command.target, SHUT_DOWN, source=who)


def _acts_at_once(play: Play, command: ShutDown) -> bool:
    """Take what it costs of a turn; return whether the check is rolled now."""
    words = text("shutting down a vehicle")
    if command.demanding:
        return demanding.begin(play, command.who, words, what=SHUTTING_DOWN, aimed=True)
    take(play, command.who, words)
    return True
