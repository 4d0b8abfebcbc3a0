"""Turns: the places in an encounter's order, who acts at them, and what is left of a turn.

A place is named by the id of the creature that has it, and may be shared (`members`: a horde, a group). Places act from the
highest initiative down, then from the highest tiebreak; those that are equal in both act together. How turns follow one
another says `domain.kit.rounds`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from domain.kit.naming import id_of
from domain.play.deciders import owner_of
from domain.play.moments import come, everyone, participants
from domain.play.play import Play
from domain.vocabulary.base import Audience, Scalar
from domain.vocabulary.turns import BudgetSpent, Pace, TurnChanged, TurnEntered, TurnEntry, TurnLeft, TurnPassed

STEP: Final = 1024
"""The distance between the tiebreaks of two places, so that others find room between them."""


class TurnCount(NamedTuple):
    """When a place acts: the higher first."""

    initiative: int
    tiebreak: int


def running(play: Play) -> str | None:
    """Return the encounter that this deed belongs to, if it is under way."""
    encounter = play.deed.encounter
    return (
        None
        if encounter is None
        else play.findings.kept(("running",), ("profile", "pace"), lambda: _running(play, encounter))
    )


def _running(play: Play, encounter: str) -> str | None:
    return encounter if play.exists(encounter) and pace(play, encounter).state == "running" else None


def pace(play: Play, encounter: str) -> Pace:
    """Return where an encounter stands in time."""
    now: Pace | None = play.encounter(encounter).pace.get("now")
    return Pace() if now is None else now


def count_of(entry: TurnEntry) -> TurnCount:
    """Return when a place acts."""
    return TurnCount(entry.initiative, entry.tiebreak)


def in_order(play: Play, encounter: str) -> list[str]:
    """Return the names of the places as they act, from the highest down; equal ones by name."""
    return list(play.findings.kept(("in order", encounter), ("order",), lambda: _in_order(play, encounter)))


def _in_order(play: Play, encounter: str) -> list[str]:
    order = play.encounter(encounter).order
    return sorted(order, key=lambda name: (-order[name].initiative, -order[name].tiebreak, name))


def place_in(play: Play, encounter: str, who: str) -> str | None:
    """Return the name of a character's place in the order of an encounter, their own or one they share; None without one."""
    order = play.encounter(encounter).order
    if id_of(who) in order:
        return id_of(who)
    return play.findings.kept(("shared", encounter), ("order",), lambda: _shared(play, encounter)).get(who)


def _shared(play: Play, encounter: str) -> dict[str, str]:
    """The places that several share, by those who do; the first by name for who shares several."""
    order = play.encounter(encounter).order
    return {who: name for name in sorted(order, reverse=True) for who in order[name].members}


def place_of(play: Play, who: str) -> str | None:
    """Return the name of a character's place in the fight that is on; None without a fight or a place."""
    encounter = running(play)
    return None if encounter is None else place_in(play, encounter, who)


def entry_of(play: Play, who: str) -> TurnEntry | None:
    """Return a character's place in the fight that is on, with what is left of their turn; None without one."""
    encounter, name = running(play), place_of(play, who)
    if encounter is None or name is None:
        return None
    entry: TurnEntry = play.encounter(encounter).order[name]
    return entry


def subjects(play: Play, encounter: str, name: str) -> tuple[str, ...]:
    """Return who acts at a place; nobody where it is no creature's."""
    entry = play.encounter(encounter).order[name]
    return tuple(dict.fromkeys(who for who in (entry.subject, *entry.members) if who))


def acting(play: Play, who: str) -> bool:
    """Whether it is a character's turn in the fight that is on, at any place of theirs."""
    encounter = running(play)
    if encounter is None:
        return False
    acts = play.findings.kept(("acting", encounter), ("order", "pace"), lambda: _acting(play, encounter))
    return who in acts


def _acting(play: Play, encounter: str) -> frozenset[str]:
    return frozenset(who for name in pace(play, encounter).active for who in subjects(play, encounter, name))


def check_own_turn(play: Play, encounter: str, rule: str) -> None:
    """Refuse, by the rule given, a player who passes on a turn that is none of their characters'."""
    everybody = [who for name in pace(play, encounter).active for who in subjects(play, encounter, name)]
    if not play.deed.is_gm and play.deed.member not in [owner_of(play, who) for who in everybody]:
        play.refuse(rule, "It is not your character's turn; wait until the turn is passed to them.")


def fighters(play: Play) -> tuple[str, ...]:
    """Return everybody who has a place in the fight that is on, as they act."""
    encounter = running(play)
    if encounter is None:
        return ()
    return play.findings.kept(("fighters", encounter), ("order",), lambda: _fighters(play, encounter))


def _fighters(play: Play, encounter: str) -> tuple[str, ...]:
    everybody = (who for name in in_order(play, encounter) for who in subjects(play, encounter, name))
    return tuple(dict.fromkeys(everybody))


def present(play: Play) -> tuple[str, ...]:
    """Return the characters that take part in the encounter of this deed, in order; where none does, everybody."""
    return _characters(play, participants(play, play.deed.encounter)) or _characters(play, everyone(play))


def _characters(play: Play, refs: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(ref for ref in refs if ref.startswith("character/") and play.exists(ref))


def enter(
    play: Play,
    encounter: str,
    who: str,
    initiative: int = 0,
    tiebreak: int = 0,
    *,
    name: str = "",
    kind: str = "creature",
    state: str = "",
    budget: Mapping[str, int] | None = None,
    data: Mapping[str, Scalar] | None = None,
) -> str:
    """Give a character a place in the order, and return its name. Everybody who may know of them may see it.

    It is named by their id where no `name` is given, as for an extra turn of a character who has a place already.
    """
    place = name or id_of(who)
    turn = TurnEntry(
        subject=who,
        kind=kind,
        initiative=initiative,
        tiebreak=tiebreak,
        state=state,
        budget=dict(budget or {}),
        data=dict(data or {}),
        audience=play.character(who).profile["self"].audience,
    )
    play.emit(encounter, TurnEntered(name=place, turn=turn))
    return place


def enter_together(
    play: Play,
    encounter: str,
    name: str,
    members: tuple[str, ...],
    *,
    initiative: int = 0,
    tiebreak: int = 0,
    audience: Audience = "all",
    data: Mapping[str, Scalar] | None = None,
) -> str:
    """Give several a place that they share, such as a horde's; those who come to one that is there join it. Return its name."""
    order = play.encounter(encounter).order
    if name in order:
        play.emit(encounter, TurnChanged(name=name, members=(*order[name].members, *members)))
        return name
    turn = TurnEntry(
        kind=name,
        initiative=initiative,
        tiebreak=tiebreak,
        members=members,
        audience=audience,
        data=dict(data or {}),
    )
    play.emit(encounter, TurnEntered(name=name, turn=turn))
    return name


def take_out(play: Play, encounter: str, name: str, because: str = "") -> None:
    """Take a place out of the order; it is no longer its turn."""
    active = pace(play, encounter).active
    if name in active:
        pass_to(play, encounter, tuple(other for other in active if other != name))
    play.emit(encounter, TurnLeft(name=name, because=because))


def pass_to(play: Play, encounter: str, places: tuple[str, ...], round: int | None = None) -> None:
    """Make it the turn of some places, which are none where it is nobody's, and of a round where one is given."""
    if round is None:
        play.emit(encounter, TurnPassed(name="now", active=places))
    else:
        play.emit(encounter, TurnPassed(name="now", active=places, round=round))


def set_state(play: Play, encounter: str, name: str, state: str) -> None:
    """Set the game's word for what is left of a turn (waiting, delayed, acted)."""
    play.emit(encounter, TurnChanged(name=name, state=state))


def moment_of(play: Play, encounter: str, places: tuple[str, ...], moment: str) -> None:
    """Let a moment come for everybody at these places, and once for nobody where a place is no creature's.

    Places that are gone from the order are passed by.
    """
    here = [name for name in places if name in play.encounter(encounter).order]
    everybody = (who for name in here for who in subjects(play, encounter, name) or ("",))
    for who in tuple(dict.fromkeys(everybody)):
        come(play, moment, who)


def left(play: Play, who: str, budget: str, whole: int = 0) -> int:
    """Return what is left of a budget of a character's turn in the fight that is on.

    A `whole` turn's where nobody fights, or where the place says nothing of it; nothing for who takes no part.
    """
    entry = entry_of(play, who)
    if entry is None:
        return whole if running(play) is None else 0
    return int(entry.budget.get(budget, whole))


def spend(play: Play, who: str, budget: str, amount: int = 1, rules: tuple[str, ...] = ()) -> None:
    """Spend some of a budget of a character's turn. Nothing happens for none, where nobody fights, or to who takes no part."""
    encounter, name = running(play), place_of(play, who)
    if encounter is not None and name is not None and amount > 0:
        play.emit(encounter, BudgetSpent(name=name, budget=budget, amount=amount, rules=rules))


def refill(play: Play, who: str, budget: Mapping[str, int]) -> None:
    """Give a character what a turn holds, and forget how far they moved; nothing happens where it is so already."""
    encounter, name = running(play), place_of(play, who)
    if encounter is None or name is None:
        return
    entry = play.encounter(encounter).order[name]
    if dict(entry.budget) != dict(budget) or entry.moved:
        play.emit(encounter, TurnChanged(name=name, budget=dict(budget), moved=0))


def moved(play: Play, who: str) -> int:
    """Return how far a character has moved in their turn, in the game's unit; 0 where nobody fights."""
    entry = entry_of(play, who)
    return 0 if entry is None else int(entry.moved)


def note_moved(play: Play, who: str, distance: int) -> None:
    """Add to how far a character has moved in this turn, in the game's unit; nothing for who takes no part."""
    encounter, name = running(play), place_of(play, who)
    if encounter is not None and name is not None:
        play.emit(encounter, TurnChanged(name=name, moved=moved(play, who) + distance))


def put(play: Play, encounter: str, name: str, index: int) -> None:
    """Give a place the index among the others (0 acts first), by the least that has to change."""
    places = in_order(play, encounter)
    if places.index(name) == index or len(places) == 1:
        return
    others = [place for place in places if place != name]
    order = play.encounter(encounter).order
    if index >= len(others):
        _count(play, encounter, name, order[others[-1]].initiative, order[others[-1]].tiebreak - STEP)
        return
    below = order[others[index]]
    above: TurnEntry | None = order[others[index - 1]] if index else None
    tied = above is not None and above.initiative == below.initiative
    room = above.tiebreak - below.tiebreak if tied and above is not None else 2 * STEP
    if room > 1:
        _count(play, encounter, name, below.initiative, below.tiebreak + room // 2)
    else:
        _spread(play, encounter, [*others[:index], name, *others[index:]], below.initiative)


def put_before(play: Play, encounter: str, name: str, other: str) -> None:
    """Move a place to just before another; nothing happens where it is the same one."""
    if name != other:
        rest = [place for place in in_order(play, encounter) if place != name]
        put(play, encounter, name, rest.index(other))


def act_before(play: Play, who: str, other: str) -> None:
    """Move a character's place in the fight that is on to just before another's. Nothing happens where one of them has none."""
    encounter, name, here = running(play), place_of(play, who), place_of(play, other)
    if encounter is not None and name is not None and here is not None:
        put_before(play, encounter, name, here)


def _spread(play: Play, encounter: str, places: list[str], initiative: int) -> None:
    """Number the places of one initiative anew, where no number is left between two of them."""
    order = play.encounter(encounter).order
    start = next(i for i, name in enumerate(places) if order[name].initiative == initiative)
    end = max(i for i, name in enumerate(places) if order[name].initiative == initiative) + 1
    for number, name in enumerate(reversed(places[start:end]), start=1):
        _count(play, encounter, name, initiative, number * STEP)


def _count(play: Play, encounter: str, name: str, initiative: int, tiebreak: int) -> None:
    play.emit(encounter, TurnChanged(name=name, initiative=initiative, tiebreak=tiebreak))
