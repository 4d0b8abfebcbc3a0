"""Effects of wounds on stats: weakness, points torn away, shocks that pass, and flesh that burns away."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from domain.kit import conditions, turns
from domain.messages import numbered
from domain.play.deciders import owner_of
from domain.play.moments import settle
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.anchors import AtMoment, WhilePresent
from domain.vocabulary.values import ModifierChanged, ModifierLifted
from systems.weaverdice.checks.checks import Manner, check
from systems.weaverdice.harm import statuses, wounds
from systems.weaverdice.harm.afflictions import BurnData
from systems.weaverdice.harm.effect_tables import REPEATS, Effect
from systems.weaverdice.harm.wound_context import WoundEffectContext, weaken
from systems.weaverdice.moments import RESTED
from systems.weaverdice.sheet import effort
from systems.weaverdice.sheet.stats import PHYSICAL, STATS, score
from systems.weaverdice.turns import fights

JOLT: Final = "jolt"
"""The type of the losses to shock, which come back by themselves."""

BACK_A_TURN, BACK_RESTING = 1, 3
"""WD-WFX-16: the points that come back each turn, and in one in which they rest."""


def weaken_stat(s: WoundEffectContext, effect: Effect) -> None:
    """WD-WFX-11: a loss that the table names."""
    for stat in effect.among:
        weaken(s, stat, effect.amount, effect.lasts)


def weaken_while_bleeding(s: WoundEffectContext, effect: Effect) -> None:
    """WD-WFX-04: bleeding, and a loss until it is stopped."""
    bleeding = WhilePresent(path=f"{s.who}.conditions.{s.gain('bleeding')}")
    for stat in effect.among:
        weaken(s, stat, effect.amount, "wound", until=bleeding)


def weaken_highest(s: WoundEffectContext, effect: Effect) -> None:
    """WD-WFX-05: a loss to the highest of some stats; among equal ones the target picks."""
    scores = {stat: score(s.play, s.who, stat) for stat in effect.among}
    highest = tuple(stat for stat in effect.among if scores[stat] == max(scores.values()))
    weaken(s, s.offer("highest", highest, "Which of your highest stats is weakened?"), effect.amount, "wound")


def tear(s: WoundEffectContext, effect: Effect) -> None:
    """WD-WFX-14, ruling 35: a loss to a physical stat of the target's choice, half of which is scarring."""
    left = tuple(stat for stat in effect.among if score(s.play, s.who, stat))
    if not left:
        return
    stat = s.ask("torn", left, f"Which physical stat loses {effect.amount}?")
    scarred = effect.amount // 2
    weaken(s, stat, effect.amount - scarred, "wound")
    if score(s.play, s.who, stat):
        scar = conditions.gain(s.play, s.who, "scarred", source=s.source, of="effect")
        weaken(s, stat, scarred, "long-term", until=WhilePresent(path=f"{s.who}.conditions.{scar}"))


def jolt(s: WoundEffectContext, effect: Effect) -> None:
    """WD-WFX-16, ruling 37: a Guts roll; what it falls short of 10 is lost in points, which the target spreads."""
    jolted(s, effect.amount)


def jolted(s: WoundEffectContext, short_of: int) -> int:
    """Lose what the Guts roll falls short of; the die of that roll as it fell."""
    rolled = check(s.play, s.who, "jolt", "guts", short_of, how=Manner(painless=True))
    limits = {stat: score(s.play, s.who, stat) for stat in STATS}
    for stat, points in spread(s, "jolted", max(0, short_of - rolled.total), limits, "are lost to shock").items():
        weaken(s, stat, points, "encounter", type=JOLT)
    return rolled.natural


def jolt_again(s: WoundEffectContext, effect: Effect) -> None:
    """WD-WFX-19, ruling 104: shock upon shock, as long as the die of the Guts roll is even; a dot of effort has it go on
    with 4 and 6 only, two with 6 only."""
    prompt = "Spend a dot so that the shock goes on less easily?"
    dots = effort.asked_for_any(s.play, s.who, prompt=prompt, rule="WD-WFX-19", at_most=max(REPEATS))
    while jolted(s, effect.amount) in REPEATS[dots]:
        if not any(score(s.play, s.who, stat) for stat in STATS):
            return


def ease(play: Play, who: str) -> None:
    """WD-WFX-16: a point that shock took comes back each turn."""
    _ease(play, who, BACK_A_TURN)


def ease_resting(play: Play, who: str) -> None:
    """WD-WFX-16: three of them do in a turn in which they rest, the one of the turn's end among them."""
    if conditions.has(play, who, "eased") or not _jolts(play, who):
        return
    if turns.running(play):
        turn = fights.in_this_fight(play, AtMoment(moment="turn_end", subject=who))
        conditions.gain(play, who, "eased", until=turn)
        _ease(play, who, BACK_RESTING - BACK_A_TURN)
    else:
        _ease(play, who, BACK_RESTING)


def _ease(play: Play, who: str, points: int) -> None:
    for _ in range(points):
        jolts = _jolts(play, who)
        if not jolts:
            return
        stat = next(iter(jolts))
        if len(jolts) > 1:
            owner = "gm" if play.option("open_choices") == "gm" else owner_of(play, who)
            stat = play.offer(
                "eased", owner, tuple(jolts), stat, "Which stat regains a point?", about=who, closes="turn"
            )
        with play.citing("WD-WFX-16"):
            _give_back(play, who, jolts[stat])


def _jolts(play: Play, who: str) -> dict[str, str]:
    """The stats that are weakened by shock, with the loss of each that began first."""
    names_by_stat: dict[str, str] = {}
    for stat in STATS:
        losses = play.where(who, "modifiers", f"attributes.{stat}")
        if names := sorted(name for name in losses if losses[name].type == JOLT):
            names_by_stat[stat] = names[0]
    return names_by_stat


def _give_back(play: Play, who: str, name: str) -> None:
    lost = play.character(who).modifiers[name].amount
    if not isinstance(lost, int) or lost >= -1:
        play.emit(who, ModifierLifted(name=name, because="came back"))
        settle(play, f"{who}.modifiers.{name}")
    else:
        play.emit(who, ModifierChanged(name=name, amount=lost + 1))


def mangle(s: WoundEffectContext, effect: Effect) -> None:
    """WD-WFX-17: 1d4-1 of long-term damage to each stat; each dot of effort that is spent cancels any three points."""
    rolled = {stat: s.play.roll(s.who, f"mangled/{stat}", "1d4-1").total for stat in STATS}
    damage = {stat: min(points, score(s.play, s.who, stat)) for stat, points in rolled.items()}
    losses = ", ".join(f"{stat} {points}" for stat, points in damage.items() if points) or "nothing"
    prompt = f"Lost are {losses}. Spend a dot to cancel {effect.amount} points?"
    dots = effort.asked_for_any(s.play, s.who, prompt=prompt, rule="WD-WFX-17")
    cancelled = spread(s, "cancelled", effect.amount * dots, damage, "of damage are cancelled")
    for stat, points in damage.items():
        weaken(s, stat, points - cancelled.get(stat, 0), "long-term")


def burn_away(s: WoundEffectContext, _: Effect) -> None:
    """WD-WFX-18: from now on each round takes a physical stat point, until treatment."""
    conditions.gain(s.play, s.who, "burning_away", source=s.source, by=s.by, type=s.type, tier=s.tier)


def burn_on(play: Play, _: str) -> None:
    """WD-WFX-18: at the end of the round a physical stat point of the attacker's choice is gone for good."""
    for who in statuses.those_in(play, "burning_away"):
        for burn in play.where(who, "conditions", "burning_away").values():
            left = sorted(
                (stat for stat in PHYSICAL if score(play, who, stat)), key=lambda stat: -score(play, who, stat)
            )
            burnt = BurnData.of(burn)
            type, tier, by = burnt.type, burnt.tier, burnt.by
            s, slots = WoundEffectContext(play, who, type, tier, by=by), wounds.slots(play, who)
            if left:
                with play.citing("WD-WFX-18"):
                    stat = s.offer("burnt", tuple(left), "Which of their physical stats loses a point?", s.attacker())
                    weaken(s, stat, 1, "permanent")
                    if wounds.slots(play, who) < slots:
                        wounds.hold_out(play, who)


def spread(s: WoundEffectContext, what: str, points: int, limits: Mapping[str, int], done: str) -> dict[str, int]:
    """Points spread over stats, none of them beyond its limit, as the target says: `brawn 2, wits 1`.

    The default takes each point where most are left. No question is asked where all there is goes.
    """
    most = sum(limits.values())
    if points >= most or points <= 0:
        return dict(limits) if points >= most else {}
    even = evenly(points, limits)
    example = ", ".join(f"{stat} {number}" for stat, number in even.items())
    prompt = f"Stat points that {done}: {points}. Say of which stats, as in {example}."
    answer = s.play.ask(what, s.owner(), (), example, prompt, about=s.who)
    return read(answer, points, limits)


def evenly(points: int, limits: Mapping[str, int]) -> dict[str, int]:
    """Take so many points, each where most are left; there have to be as many."""
    taken: dict[str, int] = {}
    for _ in range(points):
        stat = max(limits, key=lambda name: limits[name] - taken.get(name, 0))
        taken[stat] = taken.get(stat, 0) + 1
    return taken


def read(answer: str, points: int, limits: Mapping[str, int]) -> dict[str, int]:
    """Return what an answer takes from which stat. Refused where it is none, or does not come to the number of points."""
    parts = [re.fullmatch(r"\s*([a-z]+)\s+(\d{1,3})\s*", part) for part in answer.split(",")]
    taken = {part[1]: int(part[2]) for part in parts if part is not None}
    fits = all(number <= limits.get(stat, 0) for stat, number in taken.items())
    if None in parts or len(taken) < len(parts) or not fits or sum(taken.values()) != points:
        listed = ", ".join(f"{stat} {number}" for stat, number in limits.items() if number)
        sentence = numbered(
            "{answer!r} does not spread {count} point; name stats with points, of at most {listed}.",
            "{answer!r} does not spread {count} points; name stats with points, of at most {listed}.",
            points,
            answer=answer,
            listed=listed,
        )
        raise Refused("WD-RULING-37", sentence)
    return taken


DOES: Final[dict[str, Callable[[WoundEffectContext, Effect], None]]] = {
    "weaken": weaken_stat,
    "weaken_while_bleeding": weaken_while_bleeding,
    "weaken_highest": weaken_highest,
    "tear": tear,
    "jolt": jolt,
    "jolt_again": jolt_again,
    "mangle": mangle,
    "burn_away": burn_away,
}
"""By the tables' words."""

MOMENTS = {"turn_end": (ease,), "round_end": (burn_on,), RESTED: (ease_resting,)}
