"""Negative reputation: how it is earned, cited and argued, and what it grows into."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import find, handle_of
from domain.messages import numbered
from domain.play.moments import settle
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.audiences import is_public
from domain.vocabulary.base import Audience
from domain.vocabulary.bodies import Condition
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import (
    Card,
    CardChanged,
    CardCounted,
    CardGained,
    CardLost,
    CardSpent,
    Trait,
    TraitGained,
)
from systems.freeform.fields import Because, Key, Title
from systems.weaverdice.checks.checks import CALLED_OUT, DEFAULT_TARGET, check
from systems.weaverdice.combat.windows import OVER, Volley
from systems.weaverdice.fields import Infamy, Target
from systems.weaverdice.sheet import effort
from systems.weaverdice.sheet.stats import STATS

KIND: Final = "negative_reputation"
CITED: Final = "cited"

ALLOWED: Final = "allowed_case"
"""The traits that are cases in which a cape has argued that a gun was right."""

ESCALATION: Final = "escalation"
"""The condition of a character who is dealt with otherwise for good; `data.kind` says how."""

PENALTY: Final = "standing_penalty"
NOT_YET: Final = "not yet"


class _Infamy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    citations: int
    combine: int
    escalations: dict[str, str]


_TABLE: Final = table(__package__, "infamy", _Infamy)
CATALOGUE: Final = (
    CatalogueKind(name="infamy", title="Escalations of infamy", table=_TABLE.escalations, rules=("WD-NREP-07",)),
)


@data_of("cards", KIND)
class InfamyData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The kind of situation in which the line was crossed."""

    case: str = ""


@data_of("conditions", ESCALATION)
class EscalationData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The outcome of negative reputation."""

    kind: str


class EarnInfamy(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`source` is the line that was crossed. A `hidden` card is the game master's until it is uncovered. Where it was a
    `gun`, `case` says in which kind of situation, for arguments about it."""

    who: CharacterRef
    source: Annotated[Title, Meta(description="The line that was crossed")]
    hidden: Annotated[bool, Meta(description="Whether the card is the game master's until it is uncovered")] = False
    gun: Annotated[bool, Meta(description="Whether it was for a gun")] = False
    case: Annotated[str, Meta(description="Of a gun, in which kind of situation, for arguments about it")] = ""


class CiteInfamy(Command, frozen=True, kw_only=True, omit_defaults=True):
    """It counts against the next roll of `stat`."""

    who: CharacterRef
    card: Infamy
    stat: Annotated[str, Meta(description="The stat whose next roll it counts against")] = "social"


class OfInfamy(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A card of a character's negative reputation."""

    who: CharacterRef
    card: Infamy
    because: Because = ""


class ArgueCase(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A Social roll decides whether the argument holds."""

    who: CharacterRef
    card: Infamy
    target: Target = DEFAULT_TARGET


class ConvertInfamy(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`penalty` is what stands in its place for good."""

    who: CharacterRef
    card: Infamy
    penalty: Annotated[Title, Meta(description="What stands in its place for good")]


class EscalateInfamy(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`into` is what the `cards` combine into; left out, they are the oldest three."""

    who: CharacterRef
    into: Annotated[str, Meta(description="What the cards combine into", extra={"catalogue": "infamy"})]
    cards: Annotated[tuple[Key, ...], Meta(description="The cards; left out, they are the oldest three")] = ()


def earn(play: Play, who: str, source: str, *, hidden: bool = False, case: str = "") -> str:
    """WD-NREP-01: a card of its own for each line that was crossed; its name. With the third one the game master is asked
    what they come to (WD-NREP-07)."""
    name = play.new_id("infamy")
    audience: Audience = "gm" if hidden else "all"
    card = Card(
        kind=KIND,
        title=source,
        provenance=source,
        counters={CITED: 0},
        audience=audience,
        data=InfamyData(case=case).stored(),
    )
    play.emit(who, CardGained(name=name, card=card))
    _ask_for_escalation(play, who)
    return name


def after_attack(play: Play, who: str, volley: Volley) -> Volley:
    """WD-NREP-03: a gun that was fired at a character is talked about."""
    command = volley.command
    if volley.arm.weapon.gun:
        shot(play, who, command.targets, case=command.case, secret=command.unseen)
    return volley


def shot(play: Play, who: str, at: tuple[str, ...] = (), *, case: str = "", secret: bool = False) -> str | None:
    """WD-NREP-03: a cape that shoots a gun at a target earns a card; its name. There is none where the case was argued
    before (WD-NREP-05), or where the target may be shot at by now (WD-NREP-07).

    A shot without witnesses is `secret`: the card is the game master's, who alone says so (WD-NREP-04).
    """
    if secret and not play.deed.is_gm:
        play.refuse("WD-NREP-04", "Whether nobody saw it is the game master's to say; leave that out.")
    fair = bool(at) and all(escalated(play, target, "guns") for target in at)
    if fair or not effort.has_effort(play, who) or allowed(play, who, case):
        return None
    with play.citing("WD-NREP-03"):
        return earn(play, who, "gun use", hidden=secret, case=case)


def named(play: Play, who: str, word: str) -> str:
    """Return the name of a negative reputation, given that, or its kind where there is one only. Raises Absent for any
    other card."""
    card = find(play, who, "cards", word)
    if card not in play.where(who, "cards", KIND):
        play.missing(f"{who}.cards.{word}", "That is no negative reputation; name one that is.")
    return card


def known(play: Play, who: str) -> tuple[str, ...]:
    """The cards that are not hidden, the oldest first."""
    cards = play.where(who, "cards", KIND)
    return tuple(sorted((name for name, card in cards.items() if is_public(card.audience)), key=lambda n: (len(n), n)))


def allowed(play: Play, who: str, case: str) -> bool:
    """WD-NREP-05: whether a character has argued that a gun is right in this kind of situation."""
    return bool(case) and f"{ALLOWED}/{handle_of(case)}" in play.character(who).traits


def escalated(play: Play, who: str, into: str) -> bool:
    """WD-NREP-07: whether a character's negative reputation has come to that."""
    return any(
        EscalationData.of(condition).kind == into for condition in play.where(who, "conditions", ESCALATION).values()
    )


@command("Give negative reputation to a character who crossed a line or fired a gun.", actor="who", scene=True)
def earn_infamy(play: Play, command: EarnInfamy) -> None:
    """WD-NREP-01, WD-NREP-03, WD-NREP-04: cruelty, betrayal, or a gun that was fired."""
    if command.gun:
        shot(play, command.who, case=command.case, secret=command.hidden)
        return
    with play.citing("WD-NREP-01"):
        earn(play, command.who, command.source, hidden=command.hidden, case=command.case)


@command(
    "Hold a negative reputation against a character: 1 less on their next roll of a stat.", actor="who", scene=True
)
def cite_infamy(play: Play, command: CiteInfamy) -> None:
    """WD-NREP-02, WD-NREP-04: a card is held against a character, 1 less on their next roll of a stat, and is not used
    up by it."""
    who, card = command.who, named(play, command.who, command.card)
    if card not in known(play, who):
        play.refuse("WD-NREP-04", "Nobody knows of this yet; uncover it before it is cited.")
    if command.stat not in STATS:
        play.missing("stat", "{stat!r} is no stat; there are {stats}.", stat=command.stat, stats=", ".join(STATS))
    with play.citing("WD-NREP-02"):
        play.emit(who, CardCounted(name=card, counter=CITED, amount=1))
        conditions.gain(play, who, CALLED_OUT, source=f"{who}.cards.{card}", stat=command.stat)


@command("Hide a negative reputation: nobody saw it.", actor="who")
def conceal_infamy(play: Play, command: OfInfamy) -> None:
    """WD-NREP-04: hide what was done in secret from all but the game master."""
    card = named(play, command.who, command.card)
    play.emit(command.who, CardChanged(name=card, shown_to="gm", rules=("WD-NREP-04",)))


@command("Let a hidden negative reputation come out.", actor="who")
def uncover_infamy(play: Play, command: OfInfamy) -> None:
    """WD-NREP-04: the authorities have looked into it and formed their theories."""
    card = named(play, command.who, command.card)
    play.emit(command.who, CardChanged(name=card, shown_to="all", rules=("WD-NREP-04",)))
    _ask_for_escalation(play, command.who)


@command(
    "Argue, when called out, that a gun was right; where that holds, the same case is allowed.", by="owner", scene=True
)
def argue_case(play: Play, command: ArgueCase) -> None:
    """WD-NREP-05: let a character who is called out for a gun argue that it was right; where that holds, the same case
    is allowed from then on. The card stays, and a lost argument is lost."""
    who, name = command.who, named(play, command.who, command.card)
    card = play.character(who).cards[name]
    case = InfamyData.of(card).case or str(card.title)
    if not card.counters.get(CITED, 0):
        play.refuse("WD-NREP-05", "Nobody has called them out on this; the case is argued when it is cited.")
    if card.state:
        play.refuse("WD-NREP-05", "This case has been argued, and that was the end of it.")
    with play.citing("WD-NREP-05"):
        won = check(play, who, "argument", "social", command.target).success
        play.emit(who, CardChanged(name=name, state="allowed" if won else "lost"))
        if won and not allowed(play, who, case):
            trait = Trait(kind=ALLOWED, title=case)
            play.emit(who, TraitGained(name=f"{ALLOWED}/{handle_of(case)}", trait=trait))


@command("Take away a negative reputation that was cited three times and is paid for.", actor="who")
def forgive_infamy(play: Play, command: OfInfamy) -> None:
    """WD-NREP-06, ruling 13: pay for what was cited three times or more."""
    name = named(play, command.who, command.card)
    cited = play.character(command.who).cards[name].counters.get(CITED, 0)
    if cited < _TABLE.citations:
        sentence = numbered(
            "It goes after {citations} citations at the earliest; there was {count}.",
            "It goes after {citations} citations at the earliest; there were {count}.",
            cited,
            citations=_TABLE.citations,
        )
        play.refuse("WD-NREP-06", sentence)
    with play.citing("WD-NREP-06"):
        play.emit(command.who, CardLost(name=name, because=command.because or "paid for"))
        settle(play, f"{command.who}.cards.{name}")


@command("Let a standing penalty take the place of a negative reputation.", actor="who", scene=True)
def convert_infamy(play: Play, command: ConvertInfamy) -> None:
    """WD-NREP-06: a standing penalty takes the card's place."""
    name = named(play, command.who, command.card)
    with play.citing("WD-NREP-06"):
        play.emit(command.who, CardSpent(name=name, because="a standing penalty"))
        settle(play, f"{command.who}.cards.{name}")
        penalty = Condition(what=PENALTY, title=command.penalty)
        conditions.add(play, command.who, penalty, play.new_id("penalty"))


@command("Combine three negative reputations into something worse, for good.", actor="who")
def escalate_infamy(play: Play, command: EscalateInfamy) -> None:
    """WD-NREP-07, ruling 13: about three cards combine into something worse, for good."""
    who = command.who
    if command.into not in _TABLE.escalations:
        play.missing(
            f"{who}.{command.into}",
            "Cards combine into one of {escalations}.",
            escalations=", ".join(_TABLE.escalations),
        )
    cards = tuple(dict.fromkeys(named(play, who, card) for card in command.cards)) or known(play, who)
    if len(cards) < _TABLE.combine:
        sentence = numbered(
            "It takes {combine} cards of negative reputation; there is {count}.",
            "It takes {combine} cards of negative reputation; there are {count}.",
            len(cards),
            combine=_TABLE.combine,
        )
        play.refuse("WD-NREP-07", sentence)
    _escalate(play, who, command.into, cards if command.cards else cards[: _TABLE.combine])


def _ask_for_escalation(play: Play, who: str) -> None:
    """Ruling 13: at three cards the game master decides what they come to, or that it is too early."""
    cards = known(play, who)
    if len(cards) < _TABLE.combine:
        return
    options = (NOT_YET, *_TABLE.escalations)
    meanings = "; ".join(f"{into}: {meaning}" for into, meaning in _TABLE.escalations.items())
    into = play.ask(ESCALATION, "gm", options, NOT_YET, f"What does it come to? {meanings}", about=who)
    if into != NOT_YET:
        _escalate(play, who, into, cards[: _TABLE.combine])


def _escalate(play: Play, who: str, into: str, cards: tuple[str, ...]) -> None:
    with play.citing("WD-NREP-07"):
        for card in cards:
            play.emit(who, CardSpent(name=card, because=into))
            settle(play, f"{who}.cards.{card}")
        escalation = Condition(
            what=ESCALATION, title=_TABLE.escalations[into], data=EscalationData(kind=into).stored(), locked=True
        )
        conditions.add(play, who, escalation, play.new_id(ESCALATION))


WINDOWS = {OVER: (after_attack,)}
