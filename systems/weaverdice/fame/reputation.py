"""Reputation, a card a point: who may use it with whom, what it does in talks, and how much of it outlasts the day."""

from __future__ import annotations

import re
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef, Command, Whom
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.naming import handle_of
from domain.kit.rolls import addend
from domain.messages import text
from domain.play.deciders import owner_of
from domain.play.moments import everyone, settle
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.holdings import Card, CardChanged, CardCounted, CardGained, CardSpent
from domain.vocabulary.log import Contribution
from domain.vocabulary.undertakings import Use, UseCounted, UseOpened
from systems.freeform.fields import Key, Party, Title
from systems.weaverdice.checks.checks import DEFAULT_TARGET, PLAIN, Checked, Manner, check
from systems.weaverdice.fame import keepsakes
from systems.weaverdice.fields import Quantity, Target
from systems.weaverdice.gear import costume
from systems.weaverdice.names import words_for
from systems.weaverdice.sheet.days import undecided
from systems.weaverdice.sheet.stats import KEEPING

KIND: Final = "reputation"
MARKS: Final = "marks"

ICON: Final = "icon"
AFFILIATION: Final = "affiliation"
"""Origins of reputation that costume brings, and that works in costume only (WD-COS-13, WD-COS-14)."""

LENT: Final = "fan"
"""The origin of what fans lend for a downtime phase: it is not counted for the maximum (WD-FOL-03, ruling 62)."""

UNFIT: Final = ("WD-REP-02", "WD-REP-08")
"""The rules by which a card is of no use with the one who is addressed, or for the one who plays it."""

HAMPERED: Final = "hampered_reputation"
"""WD-OPT-21: who is in it cannot use reputation while the media look at another character."""

KEPT_FROM, KEPT_AGAIN_FROM = 4, 6
"""WD-REP-07, ruling 10: what keeps an exclusive card the first time, and every later time."""


class AwardReputation(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`source` is what it is for, `points` how many there are, each a card of its own. An `idea` is rewarded the first time
    only."""

    who: Annotated[CharacterRef, Meta(description="Who gets it")]
    source: Annotated[Title, Meta(description="What it is for")]
    points: Annotated[Quantity, Meta(description="How many there are, each a card of its own")] = 1
    exclusive_to: Annotated[Whom, Meta(description="The one person or group that it works with")] = ""
    users: Annotated[
        tuple[CharacterRef, ...], Meta(description="The characters who may use it, where that is not its holder alone")
    ] = ()
    idea: Annotated[str, Meta(description="The idea that it rewards, the first time only")] = ""


class CiteReputation(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`to` is the person or group addressed, `cards` what is played, by name or by what it is for: one, three or
    six."""

    who: CharacterRef
    to: Annotated[Party, Meta(description="The person or group addressed")]
    cards: Annotated[
        tuple[Key, ...], Meta(description="What is played, by name or by what it is for: one, three or six")
    ] = ()
    target: Target = DEFAULT_TARGET


class RejectReputation(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`card` is a reputation of theirs."""

    who: CharacterRef
    card: Annotated[Key, Meta(description="A reputation of theirs")]
    by: Annotated[Party, Meta(description="The person or group to whom it means nothing")]


class _Spends(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    dice: dict[int, int]


_TABLE: Final = table(__package__, "reputation", _Spends)


def award(
    play: Play,
    who: str,
    *,
    source: str,
    exclusive_to: str = "",
    users: tuple[str, ...] = (),
    origin: str = "",
    kept_from: int = 0,
) -> str:
    """WD-REP-02: one point of reputation is a card of its own; its name.

    `source` says what it is for; `exclusive_to` the one person or group with whom alone it works; `users` who may use
    it, where that is not its holder alone. `origin` is the word for what gave it (`icon`, `fan`). A d6 of `kept_from`
    or more keeps it when it is used (ruling 11).
    """
    name = play.new_id(KIND)
    data = keepsakes.ReputationData(origin=origin, kept_from=kept_from)
    card = Card(
        kind=KIND,
        title=source,
        provenance=source,
        exclusive_to=exclusive_to,
        users=users,
        counters={MARKS: 0},
        data=data.stored(),
    )
    play.emit(who, CardGained(name=name, card=card))
    return name


def reputation_points(play: Play, who: str) -> int:
    """Return how many points of reputation a character holds, but for what is lent to them for a downtime phase."""
    return len(own_cards(play, who))


def own_cards(play: Play, who: str) -> tuple[str, ...]:
    """Their own cards, from the oldest to the newest: the names of cards tell the entries that gave them."""
    cards = play.where(who, "cards", KIND)
    own = (name for name, card in cards.items() if keepsakes.ReputationData.of(card).origin != LENT)
    return tuple(sorted(own, key=lambda name: ([int(number) for number in re.findall(r"\d+", name)], name)))


def holder(play: Play, who: str, card: str) -> str:
    """Return the holder of a card: its owner, or a character who shares it with them. Raises Absent where nobody has
    it."""
    if card in play.where(who, "cards", KIND):
        return who
    people = (ref for ref in everyone(play) if ref.startswith("character/"))
    owner = next((other for other in people if card in play.where(other, "cards", KIND)), None)
    return owner or play.missing(
        f"{who}.cards.{card}", "There is no reputation {card!r}; give the name of a card.", card=card
    )


def users_of(play: Play, owner: str, card: Card) -> tuple[str, ...]:
    """WD-REP-02, WD-FOL-11: return who may use a card: a group's members of today for what is the group's; else those who
    share it, or its owner alone."""
    group = keepsakes.ReputationData.of(card).group
    if group and play.exists(group):
        return tuple(sorted(member.character for member in play.enclave(group).members.values()))
    return card.users or (owner,)


def usable(play: Play, who: str, card: str, to: str) -> bool:
    """WD-REP-02, WD-REP-08: whether it is theirs to use, works with the one who is addressed, and matters to them.

    `to` is a character, an enclave, or the name of a person or group.
    """
    return not objection(play, who, card, to)


def spend(play: Play, who: str, card: str, to: str = "", rule: str = "WD-REP-06") -> None:
    """WD-REP-06, WD-REP-07, ruling 10: a card is spent when it is used. One that is exclusive to the one who is
    addressed may be kept by a Social roll: on 4+ it stays and is marked, with a mark on 6+."""
    if forbidden := objection(play, who, card, to):
        play.refuse(*forbidden)
    owner = holder(play, who, card)
    with play.citing("WD-REP-06", rule):
        if not _kept(play, who, owner, card):
            keepsakes.remember(play, owner, card)
            play.emit(owner, CardSpent(name=card, because=f"used with {to}" if to else "used"))
            settle(play, f"{owner}.cards.{card}")


def _kept(play: Play, who: str, owner: str, card: str) -> bool:
    """WD-REP-07, WD-REP-11: whether a roll keeps it. A costume's is a plain die (ruling 11), and so is a perk's (ruling
    133); journalists and a trustworthy air add to any. WD-FOL-03: what fans lend or give is always spent."""
    reputation = play.character(owner).cards[card]
    terms = keepsakes.ReputationData.of(reputation)
    if terms.origin in keepsakes.FLEETING:
        return False
    bonus = play.value(who, KEEPING).total + keepsakes.of_the_group(play, terms.group)
    added = addend("keeping", bonus)
    own, perk = terms.kept_from, keepsakes.perk_of(play, who)
    if own or (perk and not reputation.exclusive_to):
        return _kept_on(play, who, f"keep/{card}", min(one for one in (own, perk) if one), added)
    if not reputation.exclusive_to:
        return False
    with play.citing("WD-REP-07"):
        number = KEPT_AGAIN_FROM if reputation.counters.get(MARKS, 0) else KEPT_FROM
        how = Manner(impersonal=True, modifiers=added)
        kept = check(play, who, f"keep/{card}", "social", number, how=how).success
        if kept:
            play.emit(owner, CardCounted(name=card, counter=MARKS, amount=1))
    return kept or bool(perk and _kept_on(play, who, f"keep/{card}/perk", perk, added))


def _kept_on(play: Play, who: str, label: str, number: int, added: tuple[Contribution, ...]) -> bool:
    with play.citing("WD-REP-11"):
        return play.roll(who, label, "1d6", modifiers=added, target=number).outcome == "success"


def objection(play: Play, who: str, card: str, to: str) -> tuple[str, str] | None:
    """The rule against using it so, and what would be right."""
    owner = holder(play, who, card)
    reputation = play.character(owner).cards[card]
    if who not in users_of(play, owner, reputation):
        return "WD-REP-02", text("This reputation is for others to use; play one of your own.")
    if undecided(play, owner):
        return "WD-REP-10", text("Which reputation beyond the maximum is discarded is not said yet; answer that first.")
    if conditions.has(play, who, HAMPERED):
        return "WD-OPT-21", text("The media look at somebody else for now; reputation is of no use until that is over.")
    if keepsakes.ReputationData.of(reputation).origin in (ICON, AFFILIATION) and not costume.worn(play, owner):
        return (
            "WD-COS-13",
            text("What the costume is known for works while it is worn; put it on, or use another reputation."),
        )
    if not to and not reputation.exclusive_to:
        return None
    addressed = words_for(play, to)
    if reputation.exclusive_to and not addressed & words_for(play, reputation.exclusive_to):
        return "WD-REP-02", text(
            "This reputation works with {exclusive_to} only.", exclusive_to=reputation.exclusive_to
        )
    unmoved = set(keepsakes.ReputationData.of(reputation).rejected.values())
    if any(addressed & words_for(play, rejecting) for rejecting in unmoved):
        return "WD-REP-08", text("This reputation does not matter to them; it stays unspent.")
    return None


def dice_for(play: Play, cards: int) -> int:
    """WD-REP-03, ruling 9: the dice that so many cards add to one Social roll. Refused where the table has no such spend."""
    if cards and cards not in _TABLE.dice:
        steps = ", ".join(str(step) for step in _TABLE.dice)
        play.refuse(
            "WD-REP-03", "A Social roll takes {steps} reputation for more dice, not {cards}.", steps=steps, cards=cards
        )
    return max((dice for step, dice in _TABLE.dice.items() if step <= cards), default=0)


def speak(
    play: Play,
    who: str,
    label: str,
    to: str,
    target: int = DEFAULT_TARGET,
    *,
    cards: tuple[str, ...] = (),
    how: Manner = PLAIN,
) -> Checked:
    """WD-REP-03, WD-REP-04: a Social roll with the dice that reputation adds, one of which counts; used, it is spent.

    WD-REP-05: where it fails, reputation may be spent to try once more, as long as there is any to try with.
    """
    _check_all_usable(play, who, cards, to)
    how = how._replace(modifiers=(*how.modifiers, *costume.affiliated(play, who, to)))
    extra = how.extra + dice_for(play, len(cards))
    result = check(play, who, label, "social", target, how=how._replace(extra=extra))
    for card in cards:
        spend(play, who, card, to, "WD-REP-03")
    used = set(cards)
    while not result.success and (card := _another(play, who, label, to, used)):
        used.add(card)
        result = check(play, who, f"{label}/again/{len(used) - len(cards)}", "social", target, how=how)
        spend(play, who, card, to, "WD-REP-05")
    return result


def _check_all_usable(play: Play, who: str, cards: tuple[str, ...], to: str) -> None:
    if twice := next((card for card in cards if cards.count(card) > 1), ""):
        play.refuse("WD-REP-06", "{twice} is named twice; a card is used once in a roll.", twice=twice)
    for forbidden in (objection(play, who, card, to) for card in cards):
        if forbidden is not None:
            play.refuse(*forbidden)


def _another(play: Play, who: str, label: str, to: str, used: set[str]) -> str:
    """The card that is played for another attempt; empty where none is."""
    fit = tuple(card for card in within_reach(play, who) if card not in used and usable(play, who, card, to))
    if not fit:
        return ""
    prompt = "The talks fail. Spend reputation to try again?"
    chosen = play.offer(
        "another",
        owner_of(play, who),
        ("no", *fit),
        "no",
        prompt,
        of=label,
        about=who,
        step=len(used) + 1,
        price="1 reputation",
    )
    return "" if chosen == "no" else chosen


def within_reach(play: Play, who: str) -> tuple[str, ...]:
    """The names of a character's own cards, and of those that others share with them."""
    people = (ref for ref in everyone(play) if ref.startswith("character/"))
    cards = ((ref, name, card) for ref in people for name, card in play.where(ref, "cards", KIND).items())
    return tuple(sorted(name for ref, name, card in cards if who in users_of(play, ref, card)))


def named(play: Play, who: str, word: str) -> str:
    """The name of the card that the table calls so: by its name, or by what it is for."""
    fit = within_reach(play, who)
    if word in fit:
        return word
    called = (
        name for name in fit if play.character(holder(play, who, name)).cards[name].title.casefold() == word.casefold()
    )
    return next(called, word)


@command("Make a Social roll and play reputation on it: more dice of which one counts.", by="owner", scene=True)
def cite_reputation(play: Play, command: CiteReputation) -> None:
    """WD-REP-03, WD-REP-04, WD-REP-05, WD-REP-06, WD-REP-07, WD-REP-08: a Social roll on which reputation is played."""
    cards = tuple(named(play, command.who, card) for card in command.cards)
    speak(play, command.who, "social", command.to, command.target, cards=cards)


@command("Award reputation, each point a card with its source.", actor="who")
def award_reputation(play: Play, command: AwardReputation) -> None:
    """WD-REP-01, WD-REP-02: the game master's default reward; an inventive idea brings it the first time only."""
    who = command.who
    with play.citing("WD-REP-01"):
        if command.idea:
            _count_idea(play, who, command.idea)
        for _ in range(command.points):
            award(play, who, source=command.source, exclusive_to=command.exclusive_to, users=command.users)


def _count_idea(play: Play, who: str, idea: str) -> None:
    name = f"idea/{handle_of(idea)}"
    if name in play.character(who).uses:
        play.refuse("WD-REP-01", "{idea} has brought reputation before; only a new idea does.", idea=idea)
        play.emit(who, UseCounted(name=name))
    else:
        play.emit(who, UseOpened(name=name, use=Use(what="idea", count=1, title=idea)))


@command("Say that a reputation does not matter to a character; it cannot be played to them.", actor="who")
def reject_reputation(play: Play, command: RejectReputation) -> None:
    """WD-REP-08: it does not matter to the listener, to whom it cannot be played from now on."""
    card = named(play, command.who, command.card)
    owner = holder(play, command.who, card)
    earlier = keepsakes.ReputationData.of(play.character(owner).cards[card]).rejected
    data = keepsakes.ReputationData.changes(rejected={str(len(earlier) + 1): command.by})
    play.emit(owner, CardChanged(name=card, data=data, rules=("WD-REP-08",)))
