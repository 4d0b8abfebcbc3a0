"""Fear in combat: regions that nobody enters who knows what comes down there, and what it takes to do so all the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions, pools
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.fights import InEncounter, fight
from domain.kit.naming import find, hold_on, id_of
from domain.messages import text
from domain.play.deciders import owner_of
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.anchors import AtMoment, UntilEncounterEnds, UntilFirst
from domain.vocabulary.base import Scalar
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Trait, TraitGained, TraitLost
from domain.vocabulary.maps import Zone, ZoneChanged, ZoneOpened
from domain.vocabulary.values import PointSpent
from systems.cthulhu_eternal import people
from systems.cthulhu_eternal.combat import actions, cover, standing
from systems.cthulhu_eternal.moments import ACTION
from systems.cthulhu_eternal.tests import skill_test
from systems.freeform.fields import Key, Until, Word

TERROR: Final = "terror"
"""The kind of a zone that is the target of a Terror-Inducing attack."""

TERRORIZED: Final = "terrorized"
"""The condition of a character whose next action has to be to hide."""

TO_GROUND: Final = "gone_to_ground"
"""The condition of a character who hesitated, and lies low until their next action."""

RESOLUTE: Final = "resolute"
"""The kind of the trait of those whom no such attack frightens."""

HESITATE, BRAVE = "go to ground", "give up 1 SAN"

Cause = Literal["lethality over a kill zone", "unnatural effects seen before", "frightening"]
"""CE-FEAR-04: what may make an attack Terror-Inducing."""


@data_of("zones", TERROR)
class TerrorData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The cause of a terror."""

    because: str = ""


class DeclareTerror(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """The attack that `who` has just made is Terror-Inducing, in `areas` of the map or on `squares` of it. It lasts until
    the next action of `who` unless `until` says otherwise."""

    who: Annotated[CharacterRef, Meta(description="Whose attack, just made, is Terror-Inducing")]
    because: Annotated[Cause, Meta(description="What makes it so terrible to those who know of it")] = "frightening"
    areas: Annotated[tuple[Word, ...], Meta(description="The areas of the map in which it is")] = ()
    squares: Annotated[tuple[tuple[int, int], ...], Meta(description="The squares on which it is")] = ()
    noticed_by: Annotated[tuple[CharacterRef, ...], Meta(description="Who knows that it is aimed there")] = ()
    inside: Annotated[tuple[CharacterRef, ...], Meta(description="Who of them is in it already")] = ()
    until: Annotated[Until, Meta(description="How long it lasts; left out, until the attacker's next action")] = None


class CheckAwareness(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """A check of whether `who` knows of a `zone` of terror, where that is in doubt."""

    who: Annotated[CharacterRef, Meta(description="Whose knowledge is in doubt")]
    zone: Annotated[Key, Meta(description="The zone of terror")] = TERROR


class Terrorized(Command, frozen=True, kw_only=True, omit_defaults=True):
    """One who is terrorized."""

    who: CharacterRef


class NameResolute(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`because` is what they are; left out, they are so no longer."""

    who: CharacterRef
    because: Annotated[
        Literal["", "insane", "hardened", "fanatical"],
        Meta(description="What they are; left out, they are so no longer"),
    ] = ""


@command("Say that the attack a character has just made is Terror-Inducing, and where.", scene=True)
def declare_terror(play: Play, command: DeclareTerror) -> None:
    """CE-FEAR-01, CE-FEAR-02, CE-FEAR-04, rulings 22 and 24: hit or miss, the region is one of terror; those who are in it and
    know of it are terrorized."""
    if not (command.areas or command.squares or command.inside):
        raise Refused("CE-FEAR-01", "Say where it lands: `areas` or `squares` of the map, or the characters `inside`.")
    encounter = fight(play)
    until = hold_on(play, command.until) or UntilFirst(
        of=(AtMoment(moment=ACTION, subject=command.who), UntilEncounterEnds(encounter=encounter))
    )
    zone = Zone(
        kind=TERROR,
        areas=command.areas,
        squares=command.squares,
        source=command.who,
        until=until,
        known_to=tuple(dict.fromkeys((*command.noticed_by, *command.inside, command.who))),
        data=TerrorData(because=command.because).stored(),
    )
    with play.citing("CE-FEAR-01", "CE-FEAR-04"):
        open_zone(play, encounter, zone, command.inside)


def open_zone(play: Play, encounter: str, zone: Zone, inside: tuple[str, ...], spared: str = "") -> None:
    """CE-FEAR-02, ruling 24: a region of terror, and those in it who know of it; not those who are `spared`."""
    play.emit(encounter, ZoneOpened(name=play.new_id(TERROR), zone=zone))
    mapped = tuple(who for who in zone.known_to if _stands_in(play, encounter, who, zone))
    for who in dict.fromkeys((*inside, *mapped)):
        if who not in (zone.source, spared):
            terrorize(play, who)


def _stands_in(play: Play, encounter: str, who: str, zone: Zone) -> bool:
    positions = play.encounter(encounter).positions
    if id_of(who) not in positions:
        return False
    here = positions[id_of(who)]
    return here.area in zone.areas or (here.x, here.y) in zone.squares


def standing_in(play: Play, encounter: str, zone: Zone) -> tuple[str, ...]:
    """Return those whom the map shows in a zone."""
    positions = play.encounter(encounter).positions
    subjects = [positions[name].subject for name in sorted(positions)]
    return tuple(who for who in subjects if who and play.exists(who) and _stands_in(play, encounter, who, zone))


def terrorize(play: Play, who: str) -> None:
    """CE-FEAR-02, CE-FEAR-06, CE-FEAR-07, ruling 24: until they have hidden, unless they are past such fear."""
    if fearless(play, who) or conditions.has(play, who, TERRORIZED):
        return
    with play.citing("CE-FEAR-02"):
        encounter = play.deed.encounter
        conditions.gain(
            play, who, TERRORIZED, until=None if encounter is None else UntilEncounterEnds(encounter=encounter)
        )


def fearless(play: Play, who: str) -> bool:
    """CE-FEAR-06, CE-FEAR-07: the adapted to violence pay nothing to brave it; the insane, hardened and fanatical resist, and
    things feel nothing."""
    if people.is_thing(play, who):
        return True
    return people.adapted_to_violence(play, who) or bool(play.where(who, "traits", RESOLUTE))


def stops(play: Play, who: str, destination: Mapping[str, Scalar]) -> bool:
    """CE-FEAR-02, CE-FEAR-03, CE-FEAR-05, CE-FEAR-06, CE-FEAR-07: whether a character who wants to go `destination` (`area`, or `x` and
    `y`) goes to ground instead, since they know what is aimed at it. Only giving up 1 SAN goes past it; the game master's
    people do not."""
    encounter = play.deed.encounter
    if encounter is None or not destination:
        return False
    zones = play.encounter(encounter).zones
    terrors = [zones[name] for name in sorted(zones) if zones[name].kind == TERROR]
    if not any(_leads_into(destination, zone) and who in zone.known_to for zone in terrors) or fearless(play, who):
        return False
    with play.citing("CE-FEAR-02"):
        if _braves(play, who):
            return False
        go_to_ground(play, who)
    return True


def _leads_into(destination: Mapping[str, Scalar], zone: Zone) -> bool:
    return destination.get("area") in zone.areas or (destination.get("x"), destination.get("y")) in zone.squares


def _braves(play: Play, who: str) -> bool:
    owner = owner_of(play, who)
    if owner == "gm" or play.character(who).tracks["san"].current < 1:
        return False
    prompt = "Death comes down there: what do they do?"
    if play.ask("terror", owner, (HESITATE, BRAVE), HESITATE, prompt, about=who) != BRAVE:
        return False
    play.emit(who, PointSpent(name="san", amount=1, rules=("CE-FEAR-03",)))
    return True


def go_to_ground(play: Play, who: str) -> None:
    """CE-FEAR-02: they lie low until their next action, behind cover where there is some."""
    conditions.gain(play, who, TO_GROUND, until=standing.until_acting(play, who))
    if rating := cover.near(play, who):
        cover.get_behind(play, who, rating)


@command("Hide, as the terrorized have to.", by="owner", scene=True)
def hide(play: Play, command: Terrorized) -> None:
    """CE-PROT-12, CE-FEAR-02, ruling 24: the action of the terrorized."""
    who = command.who
    _check_terrorized(play, who)
    actions.take(play, who, "anything else", allowed=(TERRORIZED,))
    with play.citing("CE-FEAR-02"):
        conditions.end(play, who, TERRORIZED, "hid")
        go_to_ground(play, who)


@command("Give up 1 SAN to stand up to the terror.", by="owner", scene=True)
def brave_terror(play: Play, command: Terrorized) -> None:
    """CE-FEAR-03, ruling 25: 1 SAN, given up voluntarily, is the only way past it; who has none left cannot."""
    who = command.who
    _check_terrorized(play, who)
    if play.character(who).tracks["san"].current < 1:
        play.refuse("CE-FEAR-03", "They have no SAN left to give up; they can only hide.")
    with play.citing("CE-FEAR-03"):
        pools.shift(play, who, "san", -1)
        conditions.end(play, who, TERRORIZED, "braved")


def _check_terrorized(play: Play, who: str) -> None:
    if not conditions.has(play, who, TERRORIZED):
        play.missing(f"{who}.conditions.{TERRORIZED}", "{who} is not terrorized.", who=who)


@command("Have a character test Alertness for whether they know what comes down in a region.", actor="who", scene=True)
def check_awareness(play: Play, command: CheckAwareness) -> None:
    """CE-FEAR-05, ruling 24: only who is aware is affected; in doubt an Alertness test decides. A character inside who comes to know of it is
    terrorized."""
    encounter, who = fight(play), command.who
    name = find(play, encounter, "zones", command.zone) if command.zone != TERROR else _only(play, encounter)
    zone = play.encounter(encounter).zones[name]
    if who in zone.known_to:
        play.refuse("CE-FEAR-05", "{who} knows of it already.", who=who)
    with play.citing("CE-FEAR-05"):
        if not skill_test(play, who, "alertness", "alertness").success:
            return
        play.emit(encounter, ZoneChanged(name=name, known_to=(*zone.known_to, who)))
        if _stands_in(play, encounter, who, zone):
            terrorize(play, who)


def _only(play: Play, encounter: str) -> str:
    zones = play.encounter(encounter).zones
    terrors = [name for name in sorted(zones) if zones[name].kind == TERROR]
    if len(terrors) != 1:
        raise Refused(
            "CE-FEAR-05",
            "Say which `zone` is meant; there are {terrors}.",
            terrors=", ".join(terrors) or text("none of terror"),
        )
    return terrors[0]


@command("Say that a character is too insane, hardened or fanatical to go to ground.")
def name_resolute(play: Play, command: NameResolute) -> None:
    """CE-FEAR-07: the game master says who stands up to such fire; the average human goes to ground. The resolute are no
    longer terrorized."""
    who = command.who
    with play.citing("CE-FEAR-07"):
        for name in sorted(play.where(who, "traits", RESOLUTE)):
            play.emit(who, TraitLost(name=name, because="no longer"))
        if command.because:
            play.emit(who, TraitGained(name=play.new_id(RESOLUTE), trait=Trait(kind=RESOLUTE, state=command.because)))
            conditions.end(play, who, TERRORIZED, "resolute")
