"""Summons: monsters that a power creates, how they act, and how they are gone.

A summoned monster shares its summoner's place in the order of turns, so that each action it takes is one of the summoner's.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

import msgspec

from domain.commands import CharacterRef
from domain.kit import conditions, counters, durations, pools, turns
from domain.kit.commands import command
from domain.kit.fights import InEncounter
from domain.kit.maps import positions
from domain.kit.maps.squares import Space, Square, apart, has_room
from domain.kit.naming import id_of
from domain.messages import numbered, text
from domain.play.play import Play
from domain.vocabulary.anchors import UntilTime
from domain.vocabulary.log import Noted
from domain.vocabulary.maps import Moved, TakenOff
from domain.vocabulary.turns import TurnChanged
from domain.vocabulary.undertakings import Intent, IntentEnded, LinkBroken
from systems.freeform.people import Newcomer
from systems.orcus.board.places import height_of, side_of, space_of
from systems.orcus.combat.actions import take
from systems.orcus.combat.leaving import count_by
from systems.orcus.harm.damage import inflict
from systems.orcus.moments import DIED, TURN_OVER
from systems.orcus.powers.effects import Use
from systems.orcus.powers.monsters import come_in, stat_block
from systems.orcus.sheet.conditions import DEAD
from systems.orcus.sheet.lapsing import PRESENCE, announce
from systems.orcus.sheet.people import CONJURATION, RECOVERY, SUMMON, kind_of
from systems.orcus.sheet.summoned import COMMANDED, SUMMONER, bind, instinct_of, summoned_by, summoner_of
from systems.orcus.windows import Harm

_LINE: Final = re.compile(r"(?:(\d+) )?([a-z0-9-]+)(?:: (\d+) hp)?")
_LASTS: Final = 5 * 60
"""OR-SUMM-10: how long a summoned monster stays, in seconds."""


class Summoning(NamedTuple):
    """The creatures that a power creates: how many, which stat block, and how many hit points each has; 0 for those of
    the block."""

    many: int
    word: str
    hp: int = 0


class Dismiss(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Dismiss the creatures that one has summoned."""

    who: CharacterRef
    summon: CharacterRef


def summons_of(words: str) -> Summoning | None:
    """OR-SUMM-04: read what a power creates, such as `2 wolf: 20 hp`; None where that cannot be read."""
    match = _LINE.fullmatch(words)
    return None if match is None else Summoning(int(match[1] or 1), match[2], int(match[3] or 0))


def summon(play: Play, use: Use) -> tuple[str, ...]:
    """OR-SUMM-01, OR-SUMM-04, OR-KEY-04: a power creates one or more creatures; they come with the hit points that it states."""
    line = summons_of(use.reading.power.summons)
    if line is None:
        play.refuse("OR-SUMM-04", "The power says what it summons as `2 wolf: 20 hp`.")
        return ()
    conjures = "conjuration" in use.reading.tags
    block = stat_block(play, line.word)
    block = msgspec.structs.replace(block, level=use.reading.power.level, hp=line.hp or block.hp)
    owners = tuple(play.character(use.who).profile["self"].owners)
    created = []
    for number in range(line.many):
        newcomer = Newcomer(name=block.name, owners=owners)
        who = come_in(play, newcomer, block, "conjuration" if conjures else "summon")
        bind(play, who, use.who, block.instinct)
        _appear(play, use, who, number)
        created.append(who)
    return tuple(created)


def _appear(play: Play, use: Use, who: str, number: int) -> None:
    """OR-SUMM-01, OR-SUMM-09, OR-SUMM-10: it stands on a chosen square, acts in the summoner's place, and stays five minutes."""
    if kind_of(play, who) == SUMMON:
        until = durations.first_of(UntilTime(at=play.clock() + _LASTS), durations.fight_ends(play))
    else:
        until = use.lasting or durations.fight_ends(play)
    if until is not None:
        announce(play, who, PRESENCE, Intent(kind=PRESENCE, what=use.name, due=until))
    encounter, place = turns.running(play), turns.place_of(play, use.who)
    if encounter is not None and place is not None:
        members = play.encounter(encounter).order[place].members
        play.emit(encounter, TurnChanged(name=place, members=(*members, who)))
    if play.deed.encounter is not None and number < len(use.places):
        _stand(play, play.deed.encounter, use, who, use.places[number])


def _stand(play: Play, encounter: str, use: Use, who: str, square: Square) -> None:
    """OR-SUMM-01: put it on a free square within the range of the power."""
    space, here = Space(square, side_of(play, who)), space_of(play, use.who)
    if use.reading.reach.far is not None and here is not None and apart(here, space) > use.reading.reach.far:
        sentence = numbered(
            "It appears within {count} square.", "It appears within {count} squares.", use.reading.reach.far
        )
        play.refuse("OR-TGT-01", sentence)
    if not has_room(space, positions.spaces_of(play, encounter).values()):
        play.refuse("OR-SUMM-01", "Somebody is there; choose a free square.")
    positions.put(play, encounter, id_of(who), space, subject=who)
    if height_of(play, use.who):
        play.emit(encounter, Moved(name=id_of(who), height=height_of(play, use.who)))


@command("Dismiss what you have summoned, with a swift action.", by="owner", scene=True)
def dismiss_summon(play: Play, command: Dismiss) -> None:
    """OR-SUMM-10: a summoner dismisses a summoned monster with a swift action, which costs no recovery."""
    if command.summon not in summoned_by(play, command.who):
        play.refuse("OR-SUMM-10", "They have not summoned it, or it is gone.")
        return
    take(play, command.who, text("dismissing what they summoned"), "swift")
    vanish(play, command.summon)


def vanish(play: Play, who: str) -> None:
    """OR-SUMM-06, OR-SUMM-10, OR-KEY-06: a summoned creature is gone: from the map, the order of turns and its summoner."""
    summoner = summoner_of(play, who)
    play.emit(who, LinkBroken(name=SUMMONER, because="gone"))
    if summoner is not None:
        play.emit(summoner, LinkBroken(name=f"summoned-{id_of(who)}", because="gone"))
        encounter, place = turns.running(play), turns.place_of(play, who)
        if encounter is not None and place is not None:
            count_by(play, who, summoner)
            members = tuple(other for other in play.encounter(encounter).order[place].members if other != who)
            play.emit(encounter, TurnChanged(name=place, members=members))
    if play.deed.encounter is not None and id_of(who) in play.encounter(play.deed.encounter).positions:
        play.emit(play.deed.encounter, TakenOff(name=id_of(who)))
    for name in sorted(play.where(who, "intents", PRESENCE)):
        play.emit(who, IntentEnded(name=name))
    conditions.gain(play, who, DEAD, title="gone")


def lapses(play: Play, who: str, _name: str) -> None:
    """OR-SUMM-10, ruling 25: five minutes have passed or the encounter is over, whichever comes first; that costs no recovery."""
    if summoner_of(play, who) is not None:
        with play.citing("OR-SUMM-10"):
            vanish(play, who)


def falls(play: Play, who: str) -> None:
    """OR-SUMM-06, OR-KEY-06, ruling 25: at 0 hit points a summoned monster is gone, and takes a recovery of its summoner's along."""
    for creature in summoned_by(play, who):
        if kind_of(play, creature) == CONJURATION:
            with play.citing("OR-KEY-06"):
                vanish(play, creature)
    summoner = summoner_of(play, who)
    if summoner is None:
        return
    with play.citing("OR-SUMM-06"):
        vanish(play, who)
        if kind_of(play, who) == SUMMON and not pools.drain(play, summoner, "recoveries", 1):
            inflict(play, Harm(summoner, play.value(summoner, RECOVERY).total, cause="other"))


def follows_instinct(play: Play, who: str) -> None:
    """OR-SUMM-03: a summoned monster that was not commanded in a turn behaves as its instinct says."""
    instinct = instinct_of(play, who)
    if instinct and not counters.times(play, who, COMMANDED):
        play.emit(who, Noted(name="instinct", data={"instinct": instinct}, rules=("OR-SUMM-03",)))
    if counters.times(play, who, COMMANDED):
        counters.clear(play, who, COMMANDED)


DUE: Final = {PRESENCE: lapses}
MOMENTS: Final = {DIED: (falls,), TURN_OVER: (follows_instinct,)}
