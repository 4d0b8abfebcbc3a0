"""Combos: what one begins in their Active Phase and others finish with the slots they hold in reserve."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import turns
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.fights import InEncounter, fight
from domain.kit.naming import id_of
from domain.messages import numbered
from domain.play.play import Play
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.data import Data
from domain.vocabulary.log import Noted
from domain.vocabulary.maps import Position
from domain.vocabulary.undertakings import Intent, IntentAdvanced, IntentAnnounced, IntentChanged, IntentEnded
from systems.midnight_in_vaia import people
from systems.midnight_in_vaia.encounter import slots
from systems.midnight_in_vaia.encounter.actions import COMBO
from systems.midnight_in_vaia.encounter.costs import Cost, CostText, cost_of
from systems.midnight_in_vaia.fields import Called
from systems.midnight_in_vaia.moments import TURN_END

Squares = Annotated[int, Meta(ge=0, le=10_000, description="In squares; left out where the effect names none")]


@data_of("intents", COMBO)
class ComboData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The costs of the parts of partners for whom the combo waits still."""

    waits: dict[str, str] = {}


class BeginCombo(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`partners` finish it, each at the `finishing` cost."""

    who: CharacterRef
    what: Called
    cost: CostText
    partners: Annotated[tuple[CharacterRef, ...], Meta(description="Who finishes it with them")]
    finishing: Annotated[CostText, Meta(description="What finishing it costs each of them")]
    distance: Annotated[Squares | None, Meta(description="How far from each other all of them may be")] = None


class FinishCombo(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`who` does their part of the combo that `begun_by` has begun."""

    who: Annotated[CharacterRef, Meta(description="Who does their part of it")]
    begun_by: Annotated[CharacterRef, Meta(description="Who has begun it")]


@command("Begin a combo with Action Slots; its partners finish it with Reserved Slots.", by="owner", scene=True)
def begin_combo(play: Play, command: BeginCombo) -> None:
    """MV-MULTI-01, MV-MULTI-02, MV-RULING-46: the active character begins it, if everybody has slots and is near
    enough."""
    who = command.who
    partners = tuple(dict.fromkeys(command.partners))
    if not partners or who in partners:
        play.refuse("MV-MULTI-01", "A combo takes several characters; name the others as its partners.")
    if turns.running(play) is not None and not turns.acting(play, who):
        play.refuse("MV-MULTI-02", "A combo is begun with Action Slots, in one's own Active Phase.")
    part = _part(cost_of(command.finishing))
    _check_slots(play, (who, *partners))
    for partner in partners:
        _check_part(play, partner, part)
    if command.distance is not None:
        _check_distance(play, (who, *partners), command.distance)
    with play.citing("MV-MULTI-02"):
        paid = slots.spend(play, who, cost_of(command.cost))
        intent = Intent(
            kind=COMBO,
            what=command.what,
            by=who,
            paid={paid.pool: paid.amount},
            remaining=len(partners),
            due=AtMoment(moment=TURN_END, subject=who) if turns.running(play) else None,
            data=ComboData(waits=dict.fromkeys(partners, command.finishing)).stored(),
        )
        play.emit(who, IntentAnnounced(name=play.new_id(COMBO), intent=intent))


def _check_slots(play: Play, everybody: tuple[str, ...]) -> None:
    """MV-MULTI-01: check that everybody has Action Slots or Reserved Slots to spend."""
    if turns.running(play) is None:
        return
    without = [who for who in everybody if slots.available(play, who) < 1]
    if without:
        names = ", ".join(without)
        sentence = numbered(
            "Everybody in a combo needs slots to spend; {names} has none.",
            "Everybody in a combo needs slots to spend; {names} have none.",
            len(without),
            names=names,
        )
        play.refuse("MV-MULTI-01", sentence)


def _part(finishing: Cost) -> Cost:
    """MV-MULTI-02: return the cost of a partner's part: Reserved Slots or, in a phase that they share, as many Action
    Slots."""
    return finishing if finishing.active is not None else finishing._replace(active=finishing.reserved)


def _check_part(play: Play, partner: str, part: Cost) -> None:
    """MV-MULTI-01, ruling 46: a partner can pay the whole of their part, as it would be paid now."""
    if turns.running(play) is None or people.is_npc(play, partner):
        return
    due = slots.price(play, partner, part)
    available = slots.slots_left(play, partner, due.pool)
    if available < due.amount:
        play.refuse(
            "MV-MULTI-01",
            numbered(
                "A partner pays the whole of their part: {count} slot; {partner} has {available} to spend.",
                "A partner pays the whole of their part: {count} slots; {partner} has {available} to spend.",
                due.amount,
                partner=partner,
                available=available,
            ),
        )


def _check_distance(play: Play, everybody: tuple[str, ...], distance: int) -> None:
    """MV-MULTI-01: check that everybody is within the effect's distance of everybody else."""
    where = [_position(play, who) for who in everybody]
    apart = max(squares_between(one, other) for one in where for other in where)
    if apart > distance:
        play.refuse(
            "MV-MULTI-01",
            numbered(
                "They are {count} square apart; this combo works within {distance}.",
                "They are {count} squares apart; this combo works within {distance}.",
                apart,
                distance=distance,
            ),
        )


def apart(play: Play, who: str, other: str) -> int | None:
    """Return the squares between two people; None where they do not both stand on squares of the map."""
    encounter = play.deed.encounter
    positions = play.encounter(encounter).positions if encounter and play.exists(encounter) else {}
    spots = [position for ref in (who, other) if (position := positions.get(id_of(ref))) and position.x is not None]
    return squares_between(*spots) if len(spots) == 2 else None


def _position(play: Play, who: str) -> Position:
    encounter = fight(play)
    position: Position | None = play.encounter(encounter).positions.get(id_of(who))
    if position is None or position.x is None or position.y is None:
        play.missing(
            f"{encounter}.positions.{id_of(who)}",
            "The square of {who} is not known; put them on the map first.",
            who=who,
        )
    return position


def squares_between(one: Position, other: Position) -> int:
    """Return the distance of two squares, a diagonal step counting as one."""
    sides = ((one.x or 0) - (other.x or 0), (one.y or 0) - (other.y or 0), one.height - other.height)
    return max(abs(side) for side in sides)


@command("Do one's part of a combo that a character has begun.", by="owner", scene=True)
def finish_combo(play: Play, command: FinishCombo) -> None:
    """MV-MULTI-02: a partner spends Reserved Slots (Action Slots in a phase that they share); with the last of them the
    combo happens."""
    who, by = command.who, command.begun_by
    name = _combo_with(play, by, who)
    intent = play.character(by).intents[name]
    part = _part(cost_of(ComboData.of(intent).waits[who]))
    with play.citing("MV-MULTI-02"):
        slots.spend(play, who, part)
        play.emit(by, IntentChanged(name=name, data=ComboData.changes(waits={who: None})))
        play.emit(by, IntentAdvanced(name=name))
        if intent.remaining == 0:
            play.emit(by, Noted(name=COMBO, data={"what": intent.what}))
            play.emit(by, IntentEnded(name=name, because="done"))


def _combo_with(play: Play, by: str, who: str) -> str:
    """A character's first combo that waits for a partner's part."""
    begun = sorted(play.where(by, "intents", COMBO).items())
    name = next((name for name, intent in begun if who in ComboData.of(intent).waits), None)
    if name is None:
        play.missing(f"{by}.intents.{COMBO}", "{partner} has begun no combo that waits for {who}.", partner=by, who=who)
    return name
