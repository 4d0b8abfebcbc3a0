"""The Full Round as it goes: the first in the cycle, the next, the Final Phase, Upkeep."""

from __future__ import annotations

from domain.commands import CharacterRef
from domain.kit import turns
from domain.kit.commands import command
from domain.kit.fights import InEncounter, fight
from domain.kit.naming import id_of
from domain.messages import text
from domain.play import moments
from domain.play.play import Play
from domain.system import Handler
from domain.vocabulary.turns import TurnLeft, TurnPassed
from systems.freeform.fields import Because
from systems.midnight_in_vaia import people
from systems.midnight_in_vaia.encounter import initialization, rounds, slots, upkeep
from systems.midnight_in_vaia.moments import (
    DIED,
    FINAL_PHASE,
    LEFT,
    PASSED_OVER,
    REVIVED,
    ROUND_END,
    ROUND_START,
    TURN_END,
    TURN_START,
)


class EndPhase(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """End an Active Phase."""

    who: CharacterRef


class Leave(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Take no further part: fled, fallen, or let go."""

    who: CharacterRef
    because: Because = ""


@command("Begin a Full Round: the first in the cycle gains Action Slots.", scene=True, replaces=("begin",))
def start_round(play: Play, _: InEncounter) -> None:
    """MV-ROUND-02: a Full Round starts with the character whose place is first; the first round ends initialization."""
    encounter = fight(play)
    initialization.check_not_over(play, encounter)
    now = turns.pace(play, encounter)
    if now.phase not in (rounds.INITIALIZATION, rounds.BETWEEN):
        play.refuse("MV-ROUND-02", _why_not(now.phase))
        return
    with play.citing("MV-ROUND-02"):
        play.emit(encounter, TurnPassed(name="now", round=now.round + 1, state="running", phase=rounds.ACTIVE))
    moments.come(play, ROUND_START)
    _next(play, encounter, None)


def _why_not(phase: str) -> str:
    if phase == "":
        return text("Nobody has a place in the cycle yet: an encounter starts with Awareness checks.")
    return text("A Full Round is under way; the next one starts after its Upkeep.")


@command(
    "End one's Active Phase: what is left becomes Reserved Slots, and the next one gains theirs.",
    by="owner",
    scene=True,
    replaces=("next_turn", "previous_turn", "set_turn"),
)
def end_phase(play: Play, command: EndPhase) -> None:
    """MV-ROUND-03, MV-ROUND-04, MV-SLOT-08: turn what is not used into Reserved Slots; when all who share the place are
    done, the next in the cycle gains theirs."""
    encounter = fight(play)
    who = command.who
    if not turns.acting(play, who):
        play.refuse("MV-ROUND-03", "It is not their Active Phase; only that can end.")
        return
    place = rounds.place_of(play.encounter(encounter).order[id_of(who)])
    slots.reserve(play, who)
    moments.come(play, TURN_END, who)
    still = tuple(name for name in turns.pace(play, encounter).active if name != id_of(who))
    turns.pass_to(play, encounter, still)
    if not still:
        _next(play, encounter, place)


@command(
    "Take no further part in an encounter; an Active Phase that is on ends first.",
    by="owner",
    name="leave_encounter",
    scene=True,
    replaces=("leave",),
)
def leave(play: Play, command: Leave) -> None:
    """MV-INIT-07, MV-ROUND-04, MV-MULTI-04: take a character out of the encounter; where it is their phase, that ends
    first. Their place in the cycle stays theirs; what they had announced or begun does not come to pass."""
    encounter = fight(play)
    name = id_of(command.who)
    if name not in play.encounter(encounter).order:
        play.missing(f"{encounter}.order.{name}", "{who} takes no part in the encounter.", who=command.who)
    if turns.acting(play, command.who):
        end_phase(play, EndPhase(who=command.who))
    moments.come(play, LEFT, command.who)
    initialization.keep_place(play, encounter, command.who)
    play.emit(encounter, TurnLeft(name=name, because=command.because))
    review(play)


def review(play: Play, _subject: str = "") -> None:
    """MV-SLOT-01, MV-RULING-49: an Active Phase becomes the Final Phase when nobody is left who could act after it: they have left, died
    or fallen Unconscious. It is no longer the Final Phase when one of them comes to."""
    encounter = turns.running(play)
    if encounter is None or not (now := turns.pace(play, encounter)).active:
        return
    place = rounds.place_of(play.encounter(encounter).order[now.active[0]])
    phase = rounds.ACTIVE if _to_come(play, encounter, place) else rounds.FINAL
    if phase == now.phase:
        return
    with play.citing("MV-SLOT-01"):
        play.emit(encounter, TurnPassed(name="now", phase=phase))
    if phase == rounds.FINAL:
        moments.come(play, FINAL_PHASE)


def _next(play: Play, encounter: str, after: rounds.Place | None) -> None:
    """MV-INIT-03, MV-SLOT-01: the next in the cycle gain their slots; where nobody follows, it is the Final Phase, and
    after it the Full Round ends. Characters who are dead or unconscious are passed over."""
    coming = _to_come(play, encounter, after)
    if not coming:
        _end_round(play, encounter)
        return
    final = len(coming) == 1
    phase = rounds.FINAL if final else rounds.ACTIVE
    with play.citing("MV-SLOT-01" if final else "MV-ROUND-04"):
        play.emit(encounter, TurnPassed(name="now", active=coming[0], phase=phase))
    if final:
        moments.come(play, FINAL_PHASE)
    subjects = tuple(play.encounter(encounter).order[name].subject for name in coming[0])
    for who in subjects:
        slots.gain(play, who)
    for who in subjects:
        moments.come(play, TURN_START, who)


def _to_come(play: Play, encounter: str, after: rounds.Place | None) -> list[tuple[str, ...]]:
    """The places of the round still to come, with the characters who can act in them."""
    order = play.encounter(encounter).order
    groups = [g for g in rounds.cycle(play, encounter) if after is None or rounds.place_of(order[g[0]]) < after]
    able = []
    for group in groups:
        inside = tuple(name for name in group if not rounds.is_out(play, order[name].subject))
        if inside:
            able.append(inside)
    return able


def _end_round(play: Play, encounter: str) -> None:
    """MV-ROUND-05, MV-ROUND-06: the Full Round is over, reserves are lost to Hesitation, and Upkeep comes."""
    for name in sorted(play.encounter(encounter).order):
        entry = play.encounter(encounter).order[name]
        if entry.kind == people.PLAYER and rounds.is_out(play, entry.subject):
            moments.come(play, PASSED_OVER, entry.subject)
    moments.come(play, ROUND_END)
    slots.hesitate(play)
    upkeep.hold(play, encounter)


MOMENTS: dict[str, tuple[Handler, ...]] = {DIED: (review,), REVIVED: (review,)}
