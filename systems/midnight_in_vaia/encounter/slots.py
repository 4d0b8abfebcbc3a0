"""Action Slots: gained at the beginning of one's Active Phase, spent, taken away, reserved, hesitated over.

They are the budget of a character's entry in the encounter, in two pools: `action` and `reserved`.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import turns
from domain.kit.commands import command
from domain.kit.fights import InEncounter
from domain.kit.naming import id_of, new_name
from domain.messages import numbered
from domain.play import moments
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.turns import TurnChanged
from domain.vocabulary.values import Modifier, ModifierApplied
from systems.midnight_in_vaia import people
from systems.midnight_in_vaia.encounter import rounds, vulnerable
from systems.midnight_in_vaia.encounter.costs import Cost
from systems.midnight_in_vaia.fields import Source
from systems.midnight_in_vaia.moments import SLOTS_GAINED, SLOTS_LOST

Pool = Literal["action", "reserved"]
Price = Literal["AS", "RS", "FP", ""]

FINAL_PRICE: Final = 4
"""MV-SLOT-02: how many times as much an action costs in the Final Phase, where its price there is not listed."""


class ChangeSlots(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`amount` more Action Slots in a round, or fewer below zero: for the next so many `rounds` in which they gain slots, or
    for good."""

    who: CharacterRef
    amount: Annotated[
        int, Meta(ge=-100, le=100, description="How many more Action Slots they gain in a round, or below 0 fewer")
    ]
    because: Source
    rounds: Annotated[
        Annotated[int, Meta(ge=1, le=10_000)] | None,
        Meta(description="In how many of the next rounds; left out, for good"),
    ] = None


class LoseSlots(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Lost at once: unspent Action Slots in a character's own phase, else Reserved ones."""

    who: CharacterRef
    amount: Annotated[int, Meta(ge=1, le=100, description="How many slots, as far as there are so many")]


class Paid(NamedTuple):
    """The cost of an action: by which price, from which pool, how many slots. Without a price where nothing had to be
    paid: outside fights, and for non-player characters."""

    price: Price = ""
    pool: Pool = "action"
    amount: int = 0


def slots_left(play: Play, who: str, pool: Pool) -> int:
    """The slots that a character holds in the fight that is on."""
    entry = rounds.entry_of(play, who) if turns.running(play) else None
    return 0 if entry is None else entry.budget.get(pool, 0)


def available(play: Play, who: str) -> int:
    """The slots that a character can spend right now: Action Slots in their own Active Phase, else Reserved ones."""
    return slots_left(play, who, "action" if turns.acting(play, who) else "reserved")


def gain(play: Play, who: str) -> None:
    """MV-SLOT-04: give a character the Action Slots of the round; then whatever takes some of them does."""
    slots = play.value(who, people.SLOTS).total
    with play.citing("MV-SLOT-04"):
        _change(play, who, budget={"action": slots, "reserved": 0}, state="acting")
    moments.come(play, SLOTS_GAINED, who)


def spend(play: Play, who: str, cost: Cost) -> Paid:
    """MV-SLOT-02, MV-SLOT-05, MV-SLOT-09, MV-SLOT-10: pay for a character's action at the price of the phase.

    Nothing is paid outside fights and by non-player characters. Refused where it cannot be paid, as in initialization, when
    nobody has gained slots yet.
    """
    if turns.running(play) is None or people.is_npc(play, who):
        check_may_act(play, who)
        if rounds.forming(play) and not people.is_npc(play, who):
            play.refuse(
                "MV-SLOT-05",
                "The first Full Round has not begun; they can act once their Active Phase has come.",
            )
        return Paid()
    due = price(play, who, cost)
    here = slots_left(play, who, due.pool)
    rule = "MV-SLOT-02" if due.price == "FP" else "MV-SLOT-10"
    if here < due.amount:
        play.refuse(
            rule,
            "That costs {cost} now ({price}); they have {available}.",
            cost=_in_words(due),
            price=due.price,
            available=here,
        )
    with play.citing(rule):
        take(play, who, due.pool, min(here, due.amount))
    return due


def _in_words(due: Paid) -> str:
    if due.pool == "action":
        return numbered("{count} Action Slot", "{count} Action Slots", due.amount)
    return numbered("{count} Reserved Slot", "{count} Reserved Slots", due.amount)


def price(play: Play, who: str, cost: Cost) -> Paid:
    """MV-SLOT-02, rulings 1, 13 and 14: what a character in the fight that is on has to pay now.

    Four times the price of the Active Phase in the Final Phase, unless another is listed; the last in the cycle pays so
    only by the option. Refused to who cannot act, and where no price is listed for this phase.
    """
    check_able(play, who)
    own, final = turns.acting(play, who), rounds.phase(play) == rounds.FINAL
    if own and not (final and play.option("final_phase_applies_to") == "everyone"):
        if cost.active is None:
            play.refuse(
                "MV-SLOT-09", "This has no price in Action Slots: it is for Reserved Slots, in another's phase."
            )
        return Paid("AS", "action", cost.active or 0)
    if not own:
        _check_reserved(play, who, cost, final=final)
    pool: Pool = "action" if own else "reserved"
    if not final:
        return Paid("RS", pool, cost.reserved or 0)
    basis = cost.reserved if cost.active is None else cost.active
    return Paid("FP", pool, FINAL_PRICE * (basis or 0) if cost.final is None else cost.final)


def _check_reserved(play: Play, who: str, cost: Cost, *, final: bool) -> None:
    """MV-SLOT-05, MV-SLOT-09: in another's phase one needs Reserved Slots, and something that is said to work with them."""
    check_may_react(play, who)
    if cost.reserved is None and not (final and cost.final is not None):
        play.refuse("MV-SLOT-09", "This is not said to be possible with Reserved Slots: use it in your Active Phase.")


def check_able(play: Play, who: str) -> None:
    """Refused to a character who takes no part in the fight that is on, or may not act."""
    if rounds.entry_of(play, who) is None:
        play.refuse("MV-INIT-01", "They have not rolled Awareness yet; roll it first to take part in the encounter.")
    check_may_act(play, who)


def check_may_act(play: Play, who: str) -> None:
    """MV-UNC-01, ruling 44: refused to a character who can do nothing and, by the option, to one who is Vulnerable; in fights and
    out of them, to non-player characters too."""
    check_aware(play, who)
    if not play.option("vulnerable_may_act") and vulnerable.is_vulnerable(play, who):
        play.refuse(
            "MV-VULN-01",
            "They are Vulnerable, and in this campaign the Vulnerable take no actions; wait until it has ended.",
        )


def check_aware(play: Play, who: str) -> None:
    """MV-UNC-01, MV-MENT-04, ruling 44: refused to a character who is dead or unconscious or seizes, in fights and out of them."""
    if vulnerable.is_dead(play, who):
        play.refuse("MV-RULING-44", "They are dead; only the living act and react.")
    elif rounds.is_out(play, who):
        play.refuse("MV-UNC-01", "They are Unconscious and can neither act nor react; wake them first.")
    elif play.where(who, "conditions", rounds.SEIZED):
        play.refuse("MV-MENT-04", "They are stunned by a seizure: nothing can be done until it is over.")


def check_may_react(play: Play, who: str) -> None:
    """MV-SLOT-05: outside their own phase, nobody moves or reacts before they have gained slots in this round and hold
    some in reserve."""
    if not rounds.has_gained(play, who):
        play.refuse(
            "MV-SLOT-05", "Their Active Phase of this Full Round has not come; they can move and react once it has."
        )
    elif slots_left(play, who, "reserved") < 1:
        play.refuse("MV-SLOT-05", "Moving or reacting in another's phase takes Reserved Slots; there are none.")


def take(play: Play, who: str, pool: Pool, amount: int) -> None:
    """Take so many slots from a character's pool; nothing happens for none."""
    turns.spend(play, who, pool, amount)


def lose(play: Play, who: str, pool: Pool, amount: int) -> int:
    """Take slots from a character, as many as there are; how many it took."""
    lost = min(amount, slots_left(play, who, pool))
    if lost > 0:
        take(play, who, pool, lost)
        moments.come(play, SLOTS_LOST, who)
    return max(0, lost)


def reserve(play: Play, who: str) -> None:
    """MV-SLOT-08, MV-SLOT-03: turn the slots that are left at the end of one's Active Phase into Reserved Slots; in the
    Final Phase they are discarded."""
    final = rounds.phase(play) == rounds.FINAL
    left = slots_left(play, who, "action")
    with play.citing("MV-SLOT-03" if final else "MV-SLOT-08"):
        _change(play, who, budget={"action": 0, "reserved": 0 if final else left}, state="done")


def hesitate(play: Play) -> None:
    """MV-ROUND-06: take away all that anybody still holds at the end of the Full Round."""
    encounter = turns.running(play)
    for who in turns.present(play) if encounter else ():
        entry = rounds.entry_of(play, who)
        if entry is not None and entry.kind == people.PLAYER:
            with play.citing("MV-ROUND-06"):
                _change(play, who, budget={}, state="waiting")


def _change(play: Play, who: str, *, budget: dict[str, int], state: str) -> None:
    encounter = turns.running(play)
    if encounter is not None:
        play.emit(encounter, TurnChanged(name=id_of(who), budget=budget, state=state))


@command(
    "Give a character more or fewer Action Slots a round, for so many rounds or for good.",
    name="change_slots",
    scene=True,
)
def change(play: Play, command: ChangeSlots) -> None:
    """MV-SLOT-07: abilities, equipment and special effects raise or lower the Action Slots of a round."""
    alter(play, command.who, command.amount, command.because, command.rounds)


def alter(play: Play, who: str, amount: int, because: str, count: int | None) -> None:
    """MV-SLOT-07: more Action Slots, or fewer, in the next so many rounds in which a character gains them, or for good."""
    until = None if count is None else rounds.lasting(play, count, from_next=not rounds.will_gain(play, who))
    modifier = Modifier(path=people.NORMAL_SLOTS, amount=amount, source=because, title=because, until=until)
    with play.citing("MV-SLOT-07"):
        play.emit(who, ModifierApplied(name=new_name(play, because), modifier=modifier))


@command("Take slots from a character at once, because of an effect.", name="lose_slots", scene=True)
def lose_now(play: Play, command: LoseSlots) -> None:
    """MV-SLOT-07: an effect takes slots that a character holds in this round, as many as there are."""
    with play.citing("MV-SLOT-07"):
        lose(play, command.who, "action" if turns.acting(play, command.who) else "reserved", command.amount)


OPTIONS = (
    OptionSpec(
        name="final_phase_applies_to",
        default="reserved",
        choices=("reserved", "everyone"),
        text="Who pays the price of the Final Phase: those who spend Reserved Slots then, or the last in the cycle as well.",
        rules=("MV-SLOT-02", "MV-RULING-13"),
    ),
)
