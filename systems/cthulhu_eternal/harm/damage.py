"""Damage: what a hit comes to, from its dice to what armor lets through, and the Hit Points it costs."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.rolls import addend
from domain.kit.values import set_base
from domain.play.adjusting import Adjustment, adjusted, at_least, times
from domain.play.moments import come
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.rulebook import table
from domain.system import OptionSpec
from domain.vocabulary.log import Contribution
from domain.vocabulary.values import DamageTaken
from systems.cthulhu_eternal import moments
from systems.cthulhu_eternal.fields import Harm, Stuns, Supernatural, Why
from systems.cthulhu_eternal.harm import injuries, protection
from systems.cthulhu_eternal.people import hit_points, is_thing, stat
from systems.freeform.fields import Notation


class _Bonus(msgspec.Struct, frozen=True, rename={"least": "from"}, forbid_unknown_fields=True):
    least: int
    bonus: int


class _Damage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    most_str: int
    percent_per_die: int
    lethal_die: str
    bonus: tuple[_Bonus, ...]


_DAMAGE: Final = table(__package__, "damage", _Damage)
BONUSES: Final = _DAMAGE.bonus
MOST_STR: Final = _DAMAGE.most_str
"""The highest STR in the table of bonuses."""

OWN_BONUS: Final = "damage_bonus"
"""The damage bonus that the game master entered for a creature, in place of the one by its STR."""

LETHALITY_BY_DICE: Final = "lethality_by_dice"
"""The option by which a Lethality rating is damage dice."""

Stopping = Literal["stops", "ignored", "unclear"]


class Hit(NamedTuple):
    """A hit, or another harm: `dice` to be rolled under `label`, or an `amount` already decided.

    `by` is the character who deals it. `hand_to_hand` (and unarmed) damage has the STR bonus; a `critical` hit is
    doubled, a flesh wound `halved`. `armor` says whether armor and cover count: a called shot goes past them, and for
    what is not of this world the game master may have to decide. `piercing` is None where a weapon pierces armor by no
    number in particular. `supernatural` damage ignores all armor, and reaches the Transcendent. `stuns` says that it is
    a stun attack. Damage of no `attack` (a fall, a poison) neither stuns by its weight nor shatters the Fragile, and
    mostly goes past armor. `harm` is a word for it.
    """

    dice: str = ""
    amount: int = 0
    by: str = ""
    hand_to_hand: bool = False
    critical: bool = False
    halved: bool = False
    armor: Stopping = "stops"
    piercing: int | None = 0
    supernatural: bool = False
    stuns: bool = False
    attack: bool = True
    harm: str = ""
    label: str = "damage"


class Suffered(NamedTuple):
    """The result of harm: the Hit Points there were and those that were lost."""

    before: int
    lost: int


class Hurt(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Harm that no attack was rolled for: `damage` is to be rolled, or it is an `amount` of Hit Points."""

    who: CharacterRef
    damage: Annotated[Notation, Meta(description="The dice of the harm, which no attack was rolled for")] = ""
    amount: Annotated[int, Meta(ge=0, le=10_000, description="The harm in Hit Points, where it is not rolled")] = 0
    by: Annotated[CharacterRef, Meta(description="Who deals it")] = ""
    attack: Annotated[
        bool,
        Meta(description="Whether it is an attack: then armor counts, half of what is left stuns, the fragile break"),
    ] = False
    hand_to_hand: Annotated[
        bool, Meta(description="Whether it is dealt hand to hand, so that the dealer's STR counts")
    ] = False
    critical: Annotated[bool, Meta(description="Whether it is doubled, before armor")] = False
    halved: Annotated[bool, Meta(description="Whether it is halved, before armor and after any doubling")] = False
    armor: Annotated[
        Stopping | None,
        Meta(
            description="What armor and cover do: count, are ignored, or `unclear`, which asks the game master; left out, they count against attacks alone"
        ),
    ] = None
    piercing: Annotated[
        Annotated[int, Meta(ge=0, le=1_000)] | None, Meta(description="How many points of Armor it pierces")
    ] = 0
    supernatural: Supernatural = False
    stuns: Stuns = False
    harm: Harm = "harm"


class EnterDamageBonus(Command, frozen=True, kw_only=True, omit_defaults=True):
    """For a creature whose strength is beyond the table."""

    who: CharacterRef
    bonus: Annotated[
        int, Meta(ge=-100, le=1_000, description="Points that it adds to the damage it deals hand to hand")
    ]
    because: Why = ""


def inflict(play: Play, who: str, hit: Hit) -> Suffered:
    """CE-DMG-01, CE-DMG-18, CE-PROT-02, CE-PROT-05, CE-PROT-14, CE-PROT-16, ruling 10: the whole of a hit: dice, STR
    bonus, doubling, halving, armor, then what the target's stage of protection makes of it."""
    hit = rolled(play, who, hit)
    through = _through(play, who, hit)
    stage = protection.stage(play, who)
    if through and hit.attack and stage == "fragile":
        with play.citing("CE-PROT-02"):
            through = hit_points(play, who)
    suffered = lose(play, who, through, attack=hit.attack, by=hit.by, harm=hit.harm)
    if hit.stuns and not _untouched(play, who, hit):
        injuries.stun(play, who, "CE-DMG-18")
    return suffered


def inflict_lethal(play: Play, who: str, hit: Hit, rating: int, *, succeeded: bool) -> Suffered:
    """CE-PROT-01, CE-PROT-09, CE-PROT-10, CE-PROT-15, CE-LETH-02, CE-LETH-03, CE-LETH-05, rulings 10 and 46: what a
    Lethality roll does at each stage of protection. The amount of the `hit` is the sum of the two dice, `rating` that of the
    weapon, neither of them doubled. Success kills past all body armor, but nobody behind cover and nothing Huge; a failed
    roll deals the sum of its dice, and to the Huge it deals the rating, whatever it shows. By CE-LETH-09 only damage is dealt."""
    if protection.stage(play, who) == protection.HUGE:
        with play.citing("CE-PROT-15"):
            return inflict(play, who, hit._replace(amount=rating))
    if play.option(LETHALITY_BY_DICE):
        return inflict(play, who, hit)
    behind_cover = hit.armor != "ignored" and protection.covered(play, who)
    if not succeeded or behind_cover or _untouched(play, who, hit):
        with play.citing("CE-PROT-10" if behind_cover else "CE-LETH-03"):
            return inflict(play, who, hit)
    with play.citing("CE-LETH-02", "CE-PROT-09"):
        return kill(play, who, by=hit.by, harm=hit.harm, attack=hit.attack)


def rolled(play: Play, who: str, hit: Hit) -> Hit:
    """CE-DMG-01, CE-DMG-02, ruling 10: the hit with its dice rolled and all that comes before armor worked in, so that it
    can be dealt later: the bonus by STR (not below 0), then doubled, then halved."""
    changes = _before_armor(play, hit)
    if hit.dice:
        modifiers = _strength(play, hit)
        rolled = play.roll(hit.by or who, hit.label, hit.dice, about=who, modifiers=modifiers, adjustments=changes)
        amount = rolled.total
    else:
        amount, _ = adjusted(hit.amount, changes)
    return hit._replace(dice="", amount=amount, hand_to_hand=False, critical=False, halved=False)


def _before_armor(play: Play, hit: Hit) -> tuple[Adjustment, ...]:
    """CE-ATK-02, CE-DMG-01, ruling 10: never below 0, then doubled, then halved."""
    changes = [at_least(0)]
    if hit.critical:
        changes.append(times(2, "critical", "CE-ATK-02"))
    if hit.halved:
        changes.append(halved(play))
    return tuple(changes)


def halved(play: Play, source: str = "CE-RULING-06") -> Adjustment:
    """Ruling 6: half of what a roll came to."""
    return Adjustment("halved", lambda amount: half(play, amount), source)


def half(play: Play, amount: int) -> int:
    """Ruling 6: halves are rounded up, unless the campaign says down."""
    return amount // 2 if play.option("half_rounding") == "down" else -(-amount // 2)


def strength_bonus(play: Play, who: str) -> int:
    """CE-DMG-03, ruling 11: return what STR adds to damage: by the table, or above it as the game master entered it for
    the creature."""
    score = stat(play, who, "str")
    if score > MOST_STR and OWN_BONUS in play.character(who).attributes:
        return play.value(who, f"attributes.{OWN_BONUS}").total
    return next((row.bonus for row in reversed(BONUSES) if score >= row.least), BONUSES[0].bonus)


def lose(play: Play, who: str, amount: int, *, attack: bool = False, by: str = "", harm: str = "") -> Suffered:
    """CE-DMG-06, CE-DMG-15, rulings 7, 15 and 51: Hit Points are lost, past all armor, and never fall below 0; what that
    brings. One attack that takes half of what there was stuns."""
    before = hit_points(play, who)
    lost = min(amount, before)
    if lost <= 0:
        return Suffered(before, 0)
    play.emit(who, DamageTaken(name="hp", amount=lost, harm=harm, rules=("CE-DMG-01",)))
    come(play, moments.HARMED, who)
    if attack:
        come(play, moments.HURT_IN_FIGHT, who)
        if 2 * lost >= before > lost:
            injuries.stun(play, who, "CE-DMG-06")
    injuries.sink(play, who)
    if lost == before and by not in ("", who) and not is_thing(play, who):
        come(play, moments.KILLED, by)
    return Suffered(before, lost)


def kill(play: Play, who: str, *, by: str = "", harm: str = "", attack: bool = True) -> Suffered:
    """CE-DMG-14: bring a character to 0 Hit Points at once."""
    return lose(play, who, hit_points(play, who), attack=attack, by=by, harm=harm)


def lethal_dice(rating: int) -> str:
    """CE-LETH-09, ruling 47: the dice for a Lethality rating: 12D6 for 35%."""
    return f"{-(-rating // _DAMAGE.percent_per_die)}{_DAMAGE.lethal_die}"


def _strength(play: Play, hit: Hit) -> tuple[Contribution, ...]:
    if not (hit.hand_to_hand and hit.by) or is_thing(play, hit.by):
        return ()
    bonus = strength_bonus(play, hit.by)
    with play.citing("CE-DMG-03"):
        return addend("str", bonus)


def _untouched(play: Play, who: str, hit: Hit) -> bool:
    """CE-PROT-11, CE-PROT-16: whether it cannot do anything at all: to the Transcendent, or in a cover not breached."""
    if hit.supernatural:
        return False
    return (hit.attack and protection.sealed(play, who)) or protection.stage(play, who) == "transcendent"


def _through(play: Play, who: str, hit: Hit) -> int:
    """CE-PROT-05 to CE-PROT-08: return the damage that armor and cover let through."""
    if _untouched(play, who, hit):
        return 0
    if hit.supernatural or hit.armor == "ignored":
        return hit.amount
    if hit.armor == "unclear" and not _judged_to_stop(play, who):
        return hit.amount
    return max(0, hit.amount - protection.stopped(play, who, hit.piercing))


def _judged_to_stop(play: Play, who: str) -> bool:
    """CE-PROT-08: whether armor stops harm that is not of this world, where no rule tells."""
    with play.citing("CE-PROT-08"):
        prompt = "Does armor count against this?"
        return play.ask("armor", "gm", ("counts", "ignored"), "counts", prompt, about=who) == "counts"


@command("A character takes harm that no attack was rolled for.", scene=True)
def hurt(play: Play, command: Hurt) -> None:
    """CE-DMG-01, CE-DMG-02, CE-DMG-18, CE-PROT-07, CE-PROT-08, CE-PROT-18, CE-RULING-29: harm by no attack that was
    rolled for; the game master says what armor does against it."""
    if bool(command.damage) == bool(command.amount) and not command.stuns:
        raise Refused("amount", "Say how much harm it is: dice to roll as `damage`, or an `amount`.")
    given = {field: getattr(command, field) for field in Hit._fields if hasattr(command, field)}
    armor = command.armor or ("stops" if command.attack else "ignored")
    inflict(play, command.who, Hit(**{**given, "dice": command.damage, "armor": armor}))


@command("Enter what a creature's strength adds to its damage, where it is beyond the table.")
def enter_damage_bonus(play: Play, command: EnterDamageBonus) -> None:
    """CE-DMG-03, CE-RULING-11: for a character with a STR above those in the table, the game master says what it adds."""
    if stat(play, command.who, "str") <= MOST_STR:
        play.refuse(
            "CE-DMG-03",
            "The table covers a STR up to {most_str}; enter a bonus only for a higher one.",
            most_str=MOST_STR,
        )
    with play.citing("CE-DMG-03"):
        set_base(play, command.who, OWN_BONUS, command.bonus)


OPTIONS = (
    OptionSpec(
        name="half_rounding",
        default="up",
        choices=("up", "down"),
        text="Which way halves of damage and ratings are rounded.",
        rules=("CE-RULING-06",),
    ),
)
