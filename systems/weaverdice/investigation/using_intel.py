"""Utilize Intel: a slot of downtime in which intel is turned into other intel, and then used for something."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.kit import counters
from domain.kit.commands import command
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.rulebook import table
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.log import Noted
from systems.freeform.fields import Because, Key, Title
from systems.weaverdice.checks.checks import DEFAULT_TARGET
from systems.weaverdice.investigation import intel, theories
from systems.weaverdice.moments import DOWNTIME_END
from systems.weaverdice.sheet.stats import STATS

Action = Literal["squash-bugs", "interrogate", "chase-tail", "scrub-history", "obfuscate"]

SLOT: Final = "utilize-intel"
"""The counter that stands at 1 while a Utilize Intel action goes on."""


NUMBERS: Final = ("2", "3", "4", "5", "6", "7")
"""The target numbers that there are (WD-CHK-02)."""


class _Notes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tier: int
    pieces: int
    number: int
    tiers: int


class _Moving(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    downtimes: int
    most: int


class Protection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """WD-UTIL-04: a protective action: what it does, the stat that it suggests, and what a success guards."""

    title: str
    effect: str
    stat: str
    guards: str


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    notes: _Notes
    moving: _Moving
    actions: dict[Action, Protection]


TABLE: Final = table(__package__, "using_intel", _Table)
CATALOGUE: Final = (
    CatalogueKind(name="protection", title="Protective actions", table=TABLE.actions, rules=("WD-UTIL-04",)),
)


class _Into(NamedTuple):
    """The product of intel that is turned into something: so many pieces of a type and a tier."""

    how: str
    kind: str
    tier: int
    pieces: int = 1


class OfIntel(Command, frozen=True, kw_only=True, omit_defaults=True):
    """The fields that commands for a Utilize Intel action share."""

    who: CharacterRef


class ConvertIntel(OfIntel, frozen=True, kw_only=True, omit_defaults=True):
    """`card` is a piece of intel, by name, or by type and tier as in `hero 2`."""

    card: Annotated[Key, Meta(description="A piece of intel, by name, or by type and tier as in `hero 2`")]


class UpgradeIntel(OfIntel, frozen=True, kw_only=True, omit_defaults=True):
    """`cards` are three pieces of intel, by name, or by type and tier as in `hero 2`."""

    cards: Annotated[
        tuple[Key, ...],
        Meta(
            min_length=1,
            max_length=20,
            description="Three pieces of intel, by name, or by type and tier as in `hero 2`",
        ),
    ]


class UseIntelOtherwise(OfIntel, frozen=True, kw_only=True, omit_defaults=True):
    """`what` is done with it, which the rules do not name."""

    what: Annotated[Title, Meta(description="What is done with it, which the rules do not name")]
    cards: Annotated[tuple[Key, ...], Meta(description="The pieces of intel that are used up")] = ()
    outcome: Annotated[Because, Meta(description="In a few words")] = ""


@command("Begin a Utilize Intel action: any number of conversions, up to one other use of intel.", by="owner", slots=1)
def utilize_intel(play: Play, command: OfIntel) -> None:
    """WD-UTIL-11, WD-RULING-90: a slot for any number of upgrades, downgrades and shuffles, up to one other use of
    intel."""
    with play.citing("WD-UTIL-11"):
        phase = AtMoment(moment=DOWNTIME_END)
        counters.restart(play, command.who, SLOT, 1, what="slot", until=phase, title="Utilize Intel")


def is_under_way(play: Play, who: str) -> bool:
    """Whether a character is at a Utilize Intel action."""
    return counters.times(play, who, SLOT) > 0


def check_under_way(play: Play, who: str) -> None:
    """Refused where a character is not at a Utilize Intel action, or has wrapped it up."""
    if not is_under_way(play, who):
        play.refuse("WD-UTIL-11", "No Utilize Intel action is under way; begin one first: it takes a slot of downtime.")


def wrap_up(play: Play, who: str) -> None:
    """WD-UTIL-11: any other use of intel ends the action, unless the game master lets it go on."""
    prompt = "Does this use of intel end the Utilize Intel action?"
    with play.citing("WD-UTIL-11"):
        if is_under_way(play, who) and play.offer("slot", "gm", ("ends", "goes on"), "ends", prompt) == "ends":
            counters.clear(play, who, SLOT)


@command("Turn three pieces of intel of one type and tier into one of the next tier.", by="owner", slots=0)
def upgrade_intel(play: Play, command: UpgradeIntel) -> None:
    """WD-UTIL-01, WD-RULING-87: three pieces of one type and tier, up to tier 3, become one that is exactly one tier
    higher."""
    who, cards = command.who, intel.pick(play, command.who, command.cards)
    check_under_way(play, who)
    if len(cards) != intel.TABLE.upgrade:
        play.refuse(
            "WD-UTIL-01",
            "It takes {upgrade} different pieces of intel, not {cards}.",
            upgrade=intel.TABLE.upgrade,
            cards=len(cards),
        )
    pieces = [intel.card_of(play, who, name) for name in cards]
    if len({(piece.tier, intel.kind_of(piece), piece.exclusive_to) for piece in pieces}) > 1:
        play.refuse("WD-UTIL-01", "All of them have to be of the same tier and type; choose others.")
    if pieces[0].tier >= max(intel.TABLE.tiers):
        raise Refused("WD-UTIL-01", "There is no tier above {tier}; upgrade intel of tier 1 to 3.", tier=pieces[0].tier)
    kind = intel.kind_of(pieces[0])
    with play.citing("WD-UTIL-01"):
        _turn(play, who, cards, _Into("upgraded", kind, pieces[0].tier + 1))


@command("Turn a piece of intel into two of the tier below, of the same type.", by="owner", slots=0)
def downgrade_intel(play: Play, command: ConvertIntel) -> None:
    """WD-UTIL-02: a piece of tier 2 to 4 becomes two of the tier below, of the same type."""
    who, name = command.who, _named(play, command, "WD-UTIL-02")
    card = intel.card_of(play, who, name)
    into = _Into("downgraded", intel.kind_of(card), card.tier - 1, intel.TABLE.downgrade)
    with play.citing("WD-UTIL-02"):
        _turn(play, who, (name,), into)


@command("Turn a piece of intel into one of the tier below, of a type that a die picks.", by="owner", slots=0)
def shuffle_intel(play: Play, command: ConvertIntel) -> None:
    """WD-UTIL-03, WD-RULING-88, WD-RULING-89, rulings 88 and 89: a piece of tier 2 to 4 becomes one of the tier below,
    of a type that a d8 picks."""
    who, name = command.who, _named(play, command, "WD-UTIL-03")
    tier = intel.card_of(play, who, name).tier
    kind = intel.TYPES[play.roll(who, "shuffle", f"1d{len(intel.TYPES)}").total - 1]
    with play.citing("WD-UTIL-03"):
        _turn(play, who, (name,), _Into("shuffled", kind, tier - 1))


def _named(play: Play, command: ConvertIntel, rule: str) -> str:
    """The piece of intel that is made less of. Refused where there is nothing below it."""
    check_under_way(play, command.who)
    (name,) = intel.pick(play, command.who, (command.card,))
    if (tier := intel.card_of(play, command.who, name).tier) <= min(intel.TABLE.tiers):
        raise Refused(rule, "There is nothing below tier {tier}; choose intel of tier 2 to 4.", tier=tier)
    return name


def _turn(play: Play, who: str, cards: tuple[str, ...], into: _Into) -> None:
    """Intel becomes other intel; from where it was, whom it serves and how far it can be trusted stay as they were."""
    spent = [(intel.holder(play, who, name), name, intel.spend(play, who, name, into.how)) for name in cards]
    sources = "; ".join(dict.fromkeys(card.provenance for _, _, card in spent))
    users = {card.users for _, _, card in spent}
    made = [
        intel.gain(
            play,
            who,
            tier=into.tier,
            kind=into.kind,
            provenance=sources,
            users=users.pop() if len(users) == 1 else (),
            target=spent[0][2].exclusive_to,
            fresh=False,
        )
        for _ in range(into.pieces)
    ]
    for ref, name, _ in spent:
        theories.hand_on(play, ref, intel.path(ref, name), tuple(intel.path(who, new) for new in made))


@command("Record a use of intel that the rules do not name.", actor="who", slots=1)
def use_intel_otherwise(play: Play, command: UseIntelOtherwise) -> None:
    """WD-UTIL-12: any other use of intel that the game master finds suitable."""
    with play.citing("WD-UTIL-12"):
        for card in intel.pick(play, command.who, command.cards):
            intel.spend(play, command.who, card, command.what)
        play.emit(command.who, Noted(name="intel_used", data={"what": command.what, "outcome": command.outcome}))
    wrap_up(play, command.who)


def picked_stat(play: Play, suggested: str) -> str:
    """Ruling 91: the stat that is suggested, unless the game master picks another."""
    return play.offer("stat", "gm", STATS, suggested, "Which stat is rolled?")


def picked_target(play: Play) -> int:
    """Ruling 91: 4+, unless the game master sets another number."""
    return int(play.offer("target", "gm", NUMBERS, str(DEFAULT_TARGET), "What is the target number?"))
