"""Initialization of an encounter: the Awareness checks that make the Active Phase Cycle, and those who stay back in it."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import turns
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.fights import InEncounter, fight
from domain.kit.naming import id_of
from domain.messages import text
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.log import Contribution
from domain.vocabulary.turns import EncounterBegun, Pace, TurnChanged, TurnEntered, TurnEntry
from domain.vocabulary.undertakings import Task, TaskBegun, TaskEnded
from systems.midnight_in_vaia import people
from systems.midnight_in_vaia.encounter import rounds

ROOM: Final = 2**40
"""The distance below a place at which a character who stays behind it acts, so that there is room between for others who do."""


PLACE: Final = "place"
"""The kind of the task by which an encounter keeps the place in the cycle of a character who has left it."""


@data_of("tasks", PLACE)
class KeptPlace(rounds.Chosen, frozen=True, kw_only=True, omit_defaults=True):
    """The place in the cycle of a character who has left, for when they come back."""

    initiative: int
    tiebreak: int


class Aware(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Check Awareness."""

    who: CharacterRef


class Stay(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`behind` is whom they let act first: they start their phase right after that one's."""

    who: CharacterRef
    behind: Annotated[
        CharacterRef, Meta(description="Whom they let act first: they start their phase right after that one's")
    ]


class BringIn(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """They have no place in the cycle."""

    who: Annotated[tuple[CharacterRef, ...], Meta(description="Non-player characters who take part, by handle or id")]


@command("Check Awareness (v:20) for a place in the Active Phase Cycle.", by="owner", scene=True, replaces=("join",))
def awareness(play: Play, command: Aware) -> None:
    """MV-INIT-01, MV-INIT-02, MV-INIT-03, MV-INIT-04, MV-INIT-07, MV-RULING-48, rulings 2, 42 and 48: the result of
    (v:20) Awareness is the place in the cycle, equal ones share it. A character who comes while the rounds go on has
    their place from the next one; one who comes back has the one they had."""
    encounter = fight(play)
    who = command.who
    check_not_over(play, encounter)
    if people.is_npc(play, who):
        play.refuse("MV-INIT-04", "Non-player characters have no place in the cycle: bring them in without one.")
    if rounds.entry_of(play, who) is not None:
        play.refuse("MV-INIT-07", "Their place in the cycle has been assigned, and cannot be changed.")
        return
    since = _next_round(play, encounter)
    if _kept(who) in play.encounter(encounter).tasks:
        _take_again(play, encounter, who, since)
        return
    with play.citing("MV-INIT-01"):
        result = play.roll(who, "awareness", "1d20", modifiers=_modifiers(play, who)).total
    with play.citing("MV-INIT-02", "MV-INIT-03"):
        _enter(play, encounter, who, rounds.Place(result, 0), rounds.CycleData(since=since))


def _enter(play: Play, encounter: str, who: str, place: rounds.Place, data: rounds.CycleData) -> None:
    turns.enter(
        play,
        encounter,
        who,
        place.result,
        place.tiebreak,
        kind=people.PLAYER,
        state="waiting",
        data=data.stored(),
    )


def keep_place(play: Play, encounter: str, who: str) -> None:
    """MV-INIT-07, ruling 48: keep the place that was assigned to a character who leaves an encounter, for when they come
    back."""
    entry = rounds.entry_of(play, who)
    if entry is None or entry.kind != people.PLAYER:
        return
    turn = rounds.CycleData.of(entry)
    kept = KeptPlace(initiative=entry.initiative, tiebreak=entry.tiebreak, stayed=turn.stayed, result=turn.result)
    task = Task(kind=PLACE, data=kept.stored(), audience=entry.audience)
    with play.citing("MV-INIT-07"):
        play.emit(encounter, TaskBegun(name=_kept(who), task=task))


def _take_again(play: Play, encounter: str, who: str, since: int) -> None:
    """MV-INIT-07, ruling 48: give a character back the place that was kept, without a roll."""
    kept = KeptPlace.read(play.encounter(encounter).tasks[_kept(who)])
    turn = rounds.CycleData(since=since, stayed=kept.stayed, result=kept.result)
    with play.citing("MV-INIT-07"):
        play.emit(encounter, TaskEnded(name=_kept(who), because="back"))
        _enter(play, encounter, who, rounds.Place(kept.initiative, kept.tiebreak), turn)


def _kept(who: str) -> str:
    return f"{PLACE}/{id_of(who)}"


def _modifiers(play: Play, who: str) -> tuple[Contribution, ...]:
    """Ruling 2: the Awareness modifier of the sheet, unless the campaign leaves it out."""
    if not play.option("awareness_bonus"):
        return ()
    return (Contribution(label="awareness", amount=play.value(who, "attributes.awareness").total),)


def _next_round(play: Play, encounter: str) -> int:
    """The round from which a new place counts: 0 before the first, else the one that follows. The encounter begins with
    the first place."""
    now = turns.pace(play, encounter)
    if now.state == "running":
        return now.round + 1
    if "now" not in play.encounter(encounter).pace:
        play.emit(encounter, EncounterBegun(name="now", pace=Pace(phase=rounds.INITIALIZATION)))
    return 0


def check_not_over(play: Play, encounter: str) -> None:
    """MV-OUT-02: refused once the cycle has been left for good."""
    if turns.pace(play, encounter).state == "ended":
        play.refuse("MV-OUT-02", "The encounter is over; for another, create a new one.")


def check_initialization(play: Play, rule: str, sentence: str) -> None:
    """Refused with this sentence outside initialization: before the encounter begins to form, and once its rounds run."""
    encounter = fight(play)
    check_not_over(play, encounter)
    now = turns.pace(play, encounter)
    if not now.phase:
        play.refuse("MV-INIT-01", "Initialization has not begun: it starts with the first Awareness check.")
    elif now.state != "preparing" or now.phase != rounds.INITIALIZATION:
        play.refuse(rule, sentence)


@command(
    "Start one's Active Phase later in every Full Round: right after a character with a lower result.",
    by="owner",
    scene=True,
)
def stay(play: Play, command: Stay) -> None:
    """MV-INIT-06, MV-INIT-07, ruling 37: before the first Active Phase a character may let others go first, once; the later
    place is kept in all rounds."""
    encounter = fight(play)
    check_initialization(play, "MV-INIT-07", text("A place is chosen during initialization; in the rounds it is kept."))
    own, other = _placed(play, command.who), _placed(play, command.behind)
    if rounds.CycleData.of(own).stayed:
        play.refuse("MV-INIT-07", "They have stayed back once; their place cannot be changed again.")
    place = rounds.place_of(other)
    if rounds.place_of(own) <= place:
        play.refuse("MV-INIT-06", "They can only stay back behind somebody with a lower place in the cycle; name one.")
    with play.citing("MV-INIT-06"):
        play.emit(
            encounter,
            TurnChanged(
                name=id_of(command.who),
                initiative=place.result,
                tiebreak=_behind(play, encounter, place),
                data=rounds.CycleData(stayed=True, result=own.initiative).stored(),
            ),
        )


def _placed(play: Play, who: str) -> TurnEntry:
    entry = rounds.entry_of(play, who)
    if entry is None or entry.kind != people.PLAYER:
        play.missing(f"{fight(play)}.order.{id_of(who)}", "{who} has no place in the cycle yet.", who=who)
    return entry


def _behind(play: Play, encounter: str, place: rounds.Place) -> int:
    """A tiebreak between a place and those that stay behind it already."""
    order = play.encounter(encounter).order
    here = (rounds.place_of(order[name]) for name in sorted(order) if order[name].kind == people.PLAYER)
    lower = [other.tiebreak for other in here if other.result == place.result and other.tiebreak < place.tiebreak]
    return (place.tiebreak + max(lower)) // 2 if lower else place.tiebreak - ROOM


@command(
    "Non-player characters take part in an encounter, without a place in the cycle.", scene=True, replaces=("join",)
)
def bring_in(play: Play, command: BringIn) -> None:
    """MV-INIT-04, ruling 18: non-player characters take part, and have their Upkeep, without a place in the cycle."""
    encounter = fight(play)
    check_not_over(play, encounter)
    for who in dict.fromkeys(command.who):
        if not people.is_npc(play, who):
            play.refuse("MV-INIT-01", "Player characters come in by their Awareness check.")
        if rounds.entry_of(play, who) is not None:
            play.refuse("MV-INIT-04", "{who} takes part already; leave them out.", who=who)
        audience = play.character(who).profile["self"].audience
        entry = TurnEntry(subject=who, kind=people.NPC, audience=audience)
        with play.citing("MV-INIT-04"):
            play.emit(encounter, TurnEntered(name=id_of(who), turn=entry))


OPTIONS = (
    OptionSpec(
        name="awareness_bonus",
        default=True,
        choices=(True, False),
        text="Whether the Awareness modifier of the sheet is added to the (v:20) check.",
        rules=("MV-INIT-01", "MV-RULING-02"),
    ),
)
