"""The three tracks of stress: what raises them on activation and at Upkeep, and effects that go on."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import pools, turns
from domain.kit.commands import command
from domain.kit.fights import InEncounter
from domain.kit.naming import find
from domain.kit.rolls import addend
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.system import Handler
from domain.vocabulary.undertakings import Intent, IntentAnnounced
from systems.freeform.fields import Key
from systems.midnight_in_vaia import people
from systems.midnight_in_vaia.encounter import actions, rounds, vulnerable
from systems.midnight_in_vaia.fields import Source
from systems.midnight_in_vaia.harm import burnouts, relaxing
from systems.midnight_in_vaia.moments import UPKEEP_STRESS
from systems.midnight_in_vaia.people import MOST_STRESS, Stress

MILDEST: Final = 20
"""MV-STRS-05: the sides of the die of the mildest Stress Check."""

Points = Annotated[int, Meta(ge=0, le=10)]


class Demand(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The stress of a `type` that an effect causes to its user."""

    type: Annotated[
        Stress,
        Meta(description="The type of stress that the effect causes to its user", extra={"catalogue": "stress"}),
    ]
    check: Annotated[
        Annotated[int, Meta(ge=2, le=100)] | None, Meta(description="The X of a Stress Check (v:X), if it takes one")
    ] = None
    activation: Annotated[Points, Meta(description="A fixed amount")] = 0
    upkeep: Annotated[Points, Meta(description="What comes at each Upkeep as long as it goes on")] = 0


Demands = Annotated[tuple[Demand, ...], Meta(max_length=3, description="The stress that using it causes")]


class GainStress(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`amount` of stress of a `type`, from a source that is no ability of theirs."""

    who: CharacterRef
    type: Annotated[Stress, Meta(description="The type of the stress", extra={"catalogue": "stress"})]
    amount: Annotated[
        int, Meta(ge=1, le=10, description="How much stress, from a source that is no ability of theirs")
    ] = 1
    because: Source = "Story Guide"


class StopChanneling(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`effect` names one of several that go on."""

    who: CharacterRef
    effect: Annotated[Key, Meta(description="Which effect, where several go on")] = actions.CHANNEL


def types_of(demands: tuple[Demand, ...]) -> tuple[Stress, ...]:
    """The types of stress that an effect may cause."""
    return tuple(demand.type for demand in demands)


def stress_text(demands: tuple[Demand, ...]) -> str:
    """Return the stress that an effect causes, as the rulebook writes it: `Mental (v:20), Activation 5, Upkeep 2`."""
    return "; ".join(_demand_text(demand) for demand in demands)


def _demand_text(demand: Demand) -> str:
    check = f" (v:{demand.check})" if demand.check else ""
    fixed = [f"Activation {demand.activation}"] if demand.activation else []
    ongoing = [f"Upkeep {demand.upkeep}"] if demand.upkeep else []
    return ", ".join([f"{demand.type.capitalize()}{check}", *fixed, *ongoing])


def check_demands(demands: tuple[Demand, ...]) -> None:
    """MV-STRS-01, MV-STRS-05: refused where a type is named twice, or a check is milder than (v:20)."""
    if len(set(types_of(demands))) < len(demands):
        raise Refused("MV-STRS-01", "Name each type of stress once; a check and fixed amounts of one go together.")
    for demand in demands:
        if demand.check is not None and demand.check > MILDEST:
            raise Refused(
                "MV-STRS-05",
                "(v:{check}) is milder than any check; the mildest is (v:{mildest}).",
                check=demand.check,
                mildest=MILDEST,
            )


def incur(play: Play, who: str, demands: tuple[Demand, ...]) -> tuple[Stress, ...]:
    """MV-STRS-03, MV-STRS-04, MV-STRS-06: the stress of activating an effect; the types that reached 10 by it."""
    burnt: list[Stress] = []
    for demand in demands:
        more = 0
        if demand.activation:
            more += max(0, demand.activation + play.value(who, people.ACTIVATION_STRESS).total)
        if demand.check is not None:
            more += _check(play, who, demand.type, demand.check)
        with play.citing("MV-STRS-06" if demand.activation else "MV-STRS-04"):
            if raise_by(play, who, demand.type, more):
                burnt.append(demand.type)
    return tuple(burnt)


def _check(play: Play, who: str, type: Stress, sides: int) -> int:
    """MV-STRS-03, MV-STRS-04, ruling 8: a Stress Check; 1 where it shows a one, or less after what Agony takes from it."""
    burden = play.value(who, people.STRESS_CHECK).total
    modifiers = addend("stress check", burden)
    with play.citing("MV-STRS-03", "MV-STRS-04"):
        rolled = play.roll(who, f"stress/{type}", f"1d{sides}", modifiers=modifiers, judge=_outcome)
    return int(rolled.outcome == "stress")


def judge(play: Play, who: str, shown: dict[Stress, int]) -> tuple[Stress, ...]:
    """MV-STRS-04, MV-MULTI-08, ruling 16: Stress Checks that were rolled when something was begun count now, by what their
    dice showed; the types that reached 10 by it."""
    burden = play.value(who, people.STRESS_CHECK).total if shown else 0
    with play.citing(*(("MV-STRS-04",) if shown else ())):
        ones = {type: int(_outcome(die, die + burden) == "stress") for type, die in shown.items()}
        return tuple(type for type, more in ones.items() if raise_by(play, who, type, more))


def _outcome(_: int, total: int) -> str:
    return "stress" if total <= 1 else "calm"


def raise_by(play: Play, who: str, type: Stress, amount: int) -> bool:
    """MV-STRS-02, MV-STRS-08, rulings 19, 22 and 24: so much more stress by what a character uses, up to 10, and its hour of
    relaxing begins anew; whether it reached 10 by that."""
    burnt = _raise(play, who, type, amount)
    relaxing.begin_anew(play, who, type)
    return burnt


def _raise(play: Play, who: str, type: Stress, amount: int) -> bool:
    before = int(play.character(who).tracks[type].current)
    more = min(amount, MOST_STRESS - before)
    pools.gain(play, who, type, more)
    return before < MOST_STRESS <= before + more


def channel(play: Play, who: str, title: str, demands: tuple[Demand, ...], count: int) -> None:
    """MV-STRS-07: an effect with stress at Upkeep goes on, for so many Full Rounds (0: until it is ended)."""
    causes = {str(demand.type): demand.upkeep for demand in demands if demand.upkeep}
    if not causes:
        return
    due = rounds.lasting(play, count) if count else None
    going_on = Intent(
        kind=actions.CHANNEL, what=title, by=who, due=due, data=actions.ChannelData(stress=causes).stored()
    )
    play.emit(who, IntentAnnounced(name=play.new_id(actions.CHANNEL), intent=going_on, rules=("MV-STRS-07",)))


def weigh_on(play: Play, _subject: str) -> None:
    """MV-STRS-07, ruling 17: the fourth step of Upkeep is the stress of effects that go on; non-player characters suffer it
    as well. Abilities that the dead kept up are over."""
    for who in turns.present(play):
        for name in sorted(play.where(who, "intents", actions.CHANNEL)):
            if vulnerable.is_dead(play, who):
                actions.end(play, who, name, vulnerable.DEAD)
            for type in people.STRESS:
                _weigh(play, who, name, type)


def _weigh(play: Play, who: str, name: str, type: Stress) -> None:
    """Stress of a type by one effect that goes on, if it still does; a burnout of body or mind or voice may end it."""
    going_on = play.character(who).intents.get(name)
    amount = 0 if going_on is None else actions.ChannelData.of(going_on).stress.get(type, 0)
    if not amount:
        return
    with play.citing("MV-STRS-07"):
        burnt = raise_by(play, who, type, max(0, amount + play.value(who, people.UPKEEP_STRESS).total))
    if burnt:
        befall(play, who, type)


def befall(play: Play, who: str, type: Stress) -> None:
    """A burnout takes hold that no activation has caused."""
    burnouts.forestall(play, who, (type,))
    burnouts.follow(play, who, (), (type,))


@command("A character gains stress of a type from a source that is no ability of theirs.", scene=True)
def gain_stress(play: Play, command: GainStress) -> None:
    """MV-STRS-02, MV-STRS-08, rulings 22 and 24: the Story Guide says what else causes stress. The character uses nothing by
    that, so that an hour of relaxing that runs goes on."""
    with play.citing("MV-STRS-02"):
        burnt = _raise(play, command.who, command.type, command.amount)
        relaxing.begin(play, command.who, command.type)
    if burnt:
        befall(play, command.who, command.type)


@command("End an effect that goes on from round to round.", by="owner", scene=True)
def stop_channeling(play: Play, command: StopChanneling) -> None:
    """MV-STRS-07: an effect that goes on is ended by the character who keeps it up."""
    name = find(play, command.who, "intents", command.effect)
    if play.character(command.who).intents[name].kind != actions.CHANNEL:
        play.missing(f"{command.who}.intents.{name}", "That is no effect that goes on.")
    actions.end(play, command.who, name, "ended")


MOMENTS: dict[str, tuple[Handler, ...]] = {UPKEEP_STRESS: (weigh_on,)}
