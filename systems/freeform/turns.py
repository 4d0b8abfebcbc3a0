"""Turns: joining, leaving, and passing them forth and back.

Places of equal initiative and tiebreak act together: whose turn it is, is a set. Where the order changes in between (an
enemy falls, another joins), the next turn is found from the initiative of the character who had the last one.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import fights
from domain.kit.commands import command
from domain.kit.fights import ORDER, InEncounter, fight
from domain.kit.naming import id_of
from domain.kit.turns import TurnCount, count_of, moment_of, pace, pass_to, subjects
from domain.play import moments
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.base import Audience
from domain.vocabulary.turns import TurnEntered, TurnEntry, TurnLeft, TurnPassed
from systems.freeform.fields import Because, Number, Word


class Join(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`initiative` is given, or rolled with a `notation`. Without `who` it is the environment's turn (or any `kind`'s). Of
    equal initiatives the higher `tiebreak` comes first; where that is equal too, they act at the same time."""

    who: Annotated[
        CharacterRef, Meta(description="Who joins; left out, it is the environment's turn, or any kind's")
    ] = ""
    initiative: Annotated[Number | None, Meta(description="Their initiative, where it is not rolled")] = None
    notation: Annotated[str, Meta(description="The dice of their initiative, where it is rolled")] = ""
    tiebreak: Annotated[
        Number,
        Meta(
            description="What comes first of equal initiatives: the higher; where that is equal too, they act at the same time"
        ),
    ] = 0
    kind: Annotated[str, Meta(description="The kind of the turn")] = ""
    entry: Annotated[str, Meta(description="The name of the place in the order, where one creature has several")] = ""
    members: Annotated[tuple[CharacterRef, ...], Meta(description="Who acts together with them")] = ()


class Leave(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """By `who` with every turn they have, or by the name of one `entry`."""

    who: Annotated[CharacterRef, Meta(description="Who leaves, with every turn they have")] = ""
    entry: Annotated[str, Meta(description="The one place in the order that is left, by name")] = ""
    because: Because = ""


class SetTurn(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`who` are the characters, and `entries` the places in the order, by name, whose turn it becomes."""

    who: Annotated[tuple[CharacterRef, ...], Meta(description="The characters whose turn it becomes")] = ()
    entries: Annotated[
        tuple[Word, ...], Meta(description="The places in the order, by name, whose turn it becomes")
    ] = ()
    round: Annotated[int | None, Meta(description="Which round it is from then on; left out, it stays as it is")] = None


@command(
    "Take a place in an encounter's order of turns, with an initiative that is given or rolled.", by="owner", scene=True
)
def join(play: Play, command: Join) -> None:
    """Give a character a place in the order of turns."""
    encounter = fight(play)
    if not command.who and not play.deed.is_gm:
        raise Refused(
            "owner",
            "Name one of your characters as the one who joins; only the game master enters a turn of the environment.",
        )
    audience: Audience = "all"
    if command.who:
        audience = play.character(command.who).profile["self"].audience
    kind = command.kind or ("creature" if command.who else "environment")
    entry = TurnEntry(
        subject=command.who,
        kind=kind,
        initiative=_initiative(play, command, command.who or encounter),
        tiebreak=command.tiebreak,
        members=command.members,
        audience=audience,
    )
    play.emit(encounter, TurnEntered(name=command.entry or id_of(command.who) or kind, turn=entry))


def _initiative(play: Play, command: Join, roller: str) -> int:
    if not command.notation:
        return command.initiative or 0
    if command.initiative is not None:
        raise Refused("initiative", "The initiative is either given or rolled: leave out `initiative` or `notation`.")
    return play.roll(roller, "initiative", command.notation).total


@command(
    "Give up the place in the order of turns; a turn that is theirs alone passes on first.", by="owner", scene=True
)
def leave(play: Play, command: Leave) -> None:
    """Take a character's place out of the order; a turn that is theirs alone passes on first."""
    encounter = fight(play)
    if not command.who:
        _take_out(play, encounter, command.entry, command.because)
    elif not take_out(play, encounter, command.who, command.because):
        play.missing(f"{encounter}.order", "{who} has no place in the order of turns.", who=command.who)


def take_out(play: Play, encounter: str, subject: str, because: str) -> bool:
    """Take every place of a creature out of the order; whether it had one."""
    order = play.encounter(encounter).order
    places = [name for name in sorted(order) if order[name].subject == subject]
    for name in places:
        _take_out(play, encounter, name, because)
    return bool(places)


def _take_out(play: Play, encounter: str, entry: str, because: str) -> None:
    active = pace(play, encounter).active
    if active == (entry,):
        pass_turn(play, encounter, leaving=entry)
    elif entry in active:
        moment_of(play, encounter, (entry,), "turn_end")
        play.emit(encounter, TurnPassed(name="now", active=tuple(name for name in active if name != entry)))
    play.emit(encounter, TurnLeft(name=entry, because=because))


@command("Begin an encounter: the first round, and the first turn.", scene=True, rules=(ORDER,))
def begin(play: Play, _: InEncounter) -> None:
    """The first round begins, with the turn of the highest initiative."""
    encounter = fight(play)
    state = pace(play, encounter).state
    if state == "running":
        play.refuse(ORDER, "The encounter has begun already.")
    first = _group(play, encounter, None)
    if not first:
        play.refuse(ORDER, "Nobody has joined yet; let somebody join first.")
    fights.begin(play, encounter, first)
    moments.come(play, "round_start")
    moment_of(play, encounter, first, "turn_start")


@command("Pass the turn on. Players may when it is their character's.", by="player", scene=True, rules=(ORDER,))
def next_turn(play: Play, _: InEncounter) -> None:
    """The turn passes on; at the end of the order a new round begins."""
    encounter = fight(play)
    _running(play, encounter)
    _owning(play, encounter, pace(play, encounter).active)
    pass_turn(play, encounter)


def pass_turn(play: Play, encounter: str, leaving: str = "") -> None:
    """End the turn that is on and start the next one, with the moments of both and, at the wrap, of the round.

    A place that is `leaving` the order gets no further turn.
    """
    now = pace(play, encounter)
    here = _last(play, encounter, now.active)
    moment_of(play, encounter, now.active, "turn_end")
    following = _group(play, encounter, here, leaving)
    if following or not _turns(play, encounter, leaving):
        pass_to(play, encounter, following)
    else:
        moments.come(play, "round_end")
        following = _group(play, encounter, None, leaving)
        play.emit(encounter, TurnPassed(name="now", round=pace(play, encounter).round + 1, active=following))
        moments.come(play, "round_start")
    moment_of(play, encounter, following, "turn_start")


@command("Go back one turn in the count; nothing ends and nothing comes back by it.", scene=True, rules=(ORDER,))
def previous_turn(play: Play, _: InEncounter) -> None:
    """The turn goes back to the one before. No moment comes and nothing ends: it is a correction of the count."""
    encounter = fight(play)
    _running(play, encounter)
    now = pace(play, encounter)
    turns = _turns(play, encounter)
    here = _last(play, encounter, now.active)
    before = [turn for turn in turns if here is None or turn > here]
    if before:
        pass_to(play, encounter, _acting(play, encounter, min(before)))
    elif turns and now.round > 1:
        last = _acting(play, encounter, min(turns))
        pass_to(play, encounter, last, now.round - 1)
    else:
        play.refuse(ORDER, "This is the first turn of the first round; there is none before it.")


@command("Say whose turn it is, and optionally in which round.", scene=True, rules=(ORDER,))
def set_turn(play: Play, command: SetTurn) -> None:
    """Say whose turn it is, whatever the order says. No moment comes and nothing ends."""
    encounter = fight(play)
    _running(play, encounter)
    order = play.encounter(encounter).order
    active = list(command.entries)
    if unknown := [entry for entry in command.entries if entry not in order]:
        play.missing(
            f"{encounter}.order.{unknown[0]}", "There is no turn {unknown!r} in the order.", unknown=unknown[0]
        )
    for who in command.who:
        places = [name for name in sorted(order) if order[name].subject == who]
        if not places:
            play.missing(f"{encounter}.order", "{who} has no place in the order of turns.", who=who)
        active += places
    chosen = tuple(dict.fromkeys(active))
    pass_to(play, encounter, chosen, command.round)


@command("End an encounter, and with it whatever was to last as long.", scene=True, rules=(ORDER,))
def end_encounter(play: Play, _: InEncounter) -> None:
    """The encounter is over, and with it whatever was to last as long."""
    encounter = fight(play)
    fights.end(play, encounter)


def _running(play: Play, encounter: str) -> None:
    if pace(play, encounter).state != "running":
        raise Refused(ORDER, "The encounter is not under way; begin it first.")


def _owning(play: Play, encounter: str, entries: tuple[str, ...]) -> None:
    """Players pass on the turns of their own characters only."""
    if play.deed.is_gm:
        return
    owners = [play.aggregate(who).profile["self"].owners for name in entries for who in subjects(play, encounter, name)]
    if not any(play.deed.member in names for names in owners):
        play.refuse(ORDER, "It is not your turn; the player whose turn it is, or the game master, passes it on.")


def _turns(play: Play, encounter: str, leaving: str = "") -> set[TurnCount]:
    order = play.encounter(encounter).order
    return {count_of(order[name]) for name in order if name != leaving}


def _acting(play: Play, encounter: str, turn: TurnCount) -> tuple[str, ...]:
    order = play.encounter(encounter).order
    return tuple(name for name in sorted(order) if count_of(order[name]) == turn)


def _group(play: Play, encounter: str, after: TurnCount | None, leaving: str = "") -> tuple[str, ...]:
    """Return those who act next after a turn (first of all without one); nobody at the end of the order."""
    left = [turn for turn in _turns(play, encounter, leaving) if after is None or turn < after]
    return tuple(name for name in _acting(play, encounter, max(left)) if name != leaving) if left else ()


def _last(play: Play, encounter: str, active: tuple[str, ...]) -> TurnCount | None:
    """The last turn among those that are on; None where nobody's is."""
    order = play.encounter(encounter).order
    return min((count_of(order[n]) for n in active if n in order), default=None)
