"""Abilities: what somebody can do beyond what everybody can, as the catalogue or the campaign describes it."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.components.creature import Trait
from domain.events.holdings import TraitGained, TraitLost
from domain.events.log import Noted
from domain.play.play import Play
from domain.rulebook import table
from domain.system import Kind
from systems.freeform import turns
from systems.freeform.fields import Key, Title
from systems.freeform.naming import find
from systems.midnight_in_vaia import actions, initialization, slots
from systems.midnight_in_vaia.costs import CostText, cost_of

ABILITY: Final = "ability"
"""The kind of trait that an ability is."""

Small = Annotated[int, Meta(ge=0, le=1_000)]


class Ability(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What an ability costs and does.

    `when` it can be used is any time, or `initialization` only. `interrupts` says that it can interrupt what its target is
    doing, `finishing` that it executes or knocks out a Vulnerable target. `slots` more (or fewer) Action Slots are gained
    by its target, else by whoever uses it, in so many `rounds`.
    """

    title: Title
    text: str = ""
    cost: CostText = ""
    when: Literal["", "initialization"] = ""
    interrupts: bool = False
    finishing: Literal["", "execution", "knockout"] = ""
    slots: Annotated[int, Meta(ge=-100, le=100)] = 0
    rounds: Small = 1


CATALOGUE: Final = table(__package__, "abilities", dict[str, Ability])
"""Abilities of our own invention, by name."""

VULNERABLE: Final = "vulnerable"


class Learn(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`ability` is a name of the catalogue or, with what it does in `own`, one of the campaign's."""

    who: CharacterRef
    ability: Key
    own: Ability | None = None


class Forget(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`ability` is its name."""

    who: CharacterRef
    ability: Key


class Use(turns.InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`ability` is its name; `interrupting` its target, where it can. One that is `announced` happens when it is resolved."""

    who: CharacterRef
    ability: Key
    target: CharacterRef = ""
    interrupting: bool = False
    announced: bool = False


class Resolve(turns.InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`action` names one of several that are announced."""

    who: CharacterRef
    action: Key = actions.ANNOUNCED


def learn(play: Play, command: Learn) -> None:
    """MV-SLOT-09, MV-SLOT-10: what an ability costs in which phase, and what it can do, is written with it."""
    give(play, command.who, command.ability, command.own or _listed(play, command.ability))


def give(play: Play, who: str, name: str, ability: Ability) -> None:
    """Somebody has an ability from now on."""
    cost_of(ability.cost)
    written = msgspec.to_builtins(ability)
    data = {key: value for key, value in sorted(written.items()) if key != "title"}
    play.emit(who, TraitGained(name=name, trait=Trait(kind=ABILITY, title=ability.title, data=data)))


def _listed(play: Play, name: str) -> Ability:
    if name not in CATALOGUE:
        listed = ", ".join(sorted(CATALOGUE))
        play.missing(f"catalogue.abilities.{name}", f"The catalogue has no {name!r}; it has {listed}.")
    return CATALOGUE[name]


def forget(play: Play, command: Forget) -> None:
    """An ability is somebody's no longer."""
    of(play, command.who, command.ability)
    play.emit(command.who, TraitLost(name=command.ability))


def of(play: Play, who: str, name: str) -> Ability:
    """Somebody's ability of that name. Absent where they have none."""
    trait = play.character(who).traits.get(name)
    if trait is None or trait.kind != ABILITY:
        play.missing(f"{who}.traits.{name}", f"They have no ability {name!r}.")
    return msgspec.convert({"title": trait.title, **dict(trait.data)}, Ability)


def use(play: Play, command: Use) -> None:
    """MV-SLOT-09 to MV-SLOT-12, MV-INIT-08: an ability is paid for at the price of the phase, and takes effect at once, or
    when it is resolved."""
    who, target = command.who, command.target
    ability = of(play, who, command.ability)
    _check_time(play, ability)
    _check_target(play, ability, command)
    paid = slots.spend(play, who, cost_of(ability.cost))
    if command.interrupting:
        actions.interrupt(play, target, "MV-SLOT-11")
    if ability.finishing and paid.price in ("RS", "FP"):
        actions.break_off(play, target, actions.under_way(play, target), "interrupted", "MV-SLOT-12")
    actions.done(play, who, ability.title, paid, announced=command.announced, ability=command.ability, target=target)
    if not command.announced:
        activate(play, who, ability, target)


def _check_time(play: Play, ability: Ability) -> None:
    """MV-INIT-08: some effects are for initialization only, and are applied before the first Active Phase."""
    if ability.when == "initialization":
        initialization.check_initialization(
            play, "MV-INIT-08", f"{ability.title} is for initialization only, before the first Active Phase."
        )


def _check_target(play: Play, ability: Ability, command: Use) -> None:
    """MV-SLOT-11, MV-EXEC-01: only what is said to interrupts; what finishes somebody takes a Vulnerable target."""
    if (command.interrupting or ability.finishing) and not command.target:
        play.missing("target", f"Name the target of {ability.title}.")
    if command.interrupting and not ability.interrupts:
        play.refuse("MV-SLOT-11", f"{ability.title} is not said to interrupt anything.")
    if ability.finishing and not play.where(command.target, "conditions", VULNERABLE):
        play.refuse("MV-EXEC-01", f"{ability.title} takes a Vulnerable target.")


def activate(play: Play, who: str, ability: Ability, target: str) -> None:
    """What an ability does, on its target or, without one, on whoever uses it."""
    rule = ("MV-INIT-08",) if ability.when == "initialization" else ()
    with play.citing(*rule):
        if ability.slots:
            slots.alter(play, target or who, ability.slots, ability.title, ability.rounds)


def resolve(play: Play, command: Resolve) -> None:
    """MV-SLOT-11: what was announced happens, as nothing has interrupted it."""
    who = command.who
    name = find(play, who, "intents", command.action)
    intent = play.character(who).intents[name]
    if intent.kind != actions.ANNOUNCED:
        play.refuse("MV-SLOT-11", "Only an announced action is resolved; go on with what takes several rounds.")
    ability, target = str(intent.data.get("ability", "")), str(intent.data.get("target", ""))
    play.emit(who, Noted(name="action", data={"what": intent.what}))
    actions.end(play, who, name, "done")
    if ability:
        activate(play, who, of(play, who, ability), target)


KINDS = (
    Kind(
        name="learn",
        args=Learn,
        rule=learn,
        by="gm",
        summary="Give somebody an ability, of the catalogue or of the campaign's own.",
        rules=("MV-SLOT-09", "MV-SLOT-10"),
        example={
            "who": "vera",
            "ability": "trip",
            "own": {"title": "Trip", "cost": "1AS|2RS", "interrupts": True},
        },
    ),
    Kind(
        name="forget",
        args=Forget,
        rule=forget,
        by="gm",
        summary="Take an ability from somebody.",
        example={"who": "vera", "ability": "parting-shot"},
    ),
    Kind(
        name="use",
        args=Use,
        rule=use,
        by="owner",
        actor="who",
        summary="Use an ability, at the price of the phase.",
        rules=("MV-INIT-08", "MV-SLOT-09", "MV-SLOT-10", "MV-SLOT-11", "MV-SLOT-12"),
        example={"who": "vera", "ability": "parting-shot", "target": "ghoul"},
    ),
    Kind(
        name="resolve",
        args=Resolve,
        rule=resolve,
        by="owner",
        actor="who",
        summary="Let an announced action happen.",
        rules=("MV-SLOT-11",),
        example={"who": "vera"},
    ),
)

_LEARNT: tuple[tuple[str, dict[str, Any]], ...] = (
    ("midnight-in-vaia.learn", {"who": "vera", "ability": "parting-shot"}),
)

FIRST = {
    "midnight-in-vaia.forget": _LEARNT,
    "midnight-in-vaia.use": _LEARNT,
    "midnight-in-vaia.resolve": (
        ("midnight-in-vaia.act", {"who": "vera", "what": "Kick the door in", "announced": True}),
    ),
}
