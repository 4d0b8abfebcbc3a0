"""Recruiting: the word is put out, and dice say how many answer it.

A call is a mission of kind `recruitment` in the recruiter's circle: its details are what was asked for, its data how
many prospects there are. `candidates` tells who they are.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command, EnclaveRef
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import handle_of
from domain.messages import either
from domain.play.moments import settle
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.rulebook import table
from domain.vocabulary.bodies import Condition
from domain.vocabulary.data import Data
from domain.vocabulary.groups import Mission, MissionPlanned
from domain.vocabulary.holdings import CardLost
from domain.vocabulary.log import Contribution
from systems.freeform.fields import Because, Key, Title
from systems.weaverdice.fame import followers, reputation
from systems.weaverdice.fame.circles import circle
from systems.weaverdice.groups import memberships
from systems.weaverdice.growth.progression import milestones
from systems.weaverdice.sheet import skills
from systems.weaverdice.sheet.stats import score

CALL: Final = "recruitment"
"""The kind of the missions that are calls for recruits."""

AID: Final = "recruiting_aid"
"""The condition of a character who has the help of a skill or an asset with their next call, of `data.amount`."""

FAN: Final = "fan"
WIDE_NET: Final = "wide-net"

Seeking = Literal["capes", "troops", "followers"]
Manner = Literal["wanted", "strict", "ideal"]


class Preference(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """WD-REC-02: something to ask for or to offer."""

    modifier: int
    capes: bool = False
    quality: Annotated[bool, Meta(description="Whether it is a quality that an applicant may lack")] = True


class _Recruiting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    target: int
    details: tuple[str, ...]
    told_from: int
    asked: int
    lacking: int
    ideal: int
    lost_from: int
    speakers: tuple[str, ...]
    bonus: dict[int, int]
    preference: dict[str, Preference]


TABLE: Final = table(__package__, "recruiting", _Recruiting)
CATALOGUE: Final = (
    CatalogueKind(
        name="preference",
        title="Wishes of recruiters",
        table=TABLE.preference,
        rules=("WD-REC-02",),
        labels={"capes": "only of capes", "quality": "a quality"},
    ),
)


class Wish(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`what` is one of the table's, or the recruiter's own words, of which the game master says what they weigh. A
    `strict` quality weighs double, and nobody comes without it; the game master sets the chance of an `ideal` one."""

    what: Annotated[
        Title,
        Meta(
            description="One of the table's, or the recruiter's own words, of which the game master says what they weigh",
            extra={"catalogue": "preference"},
        ),
    ]
    manner: Annotated[Manner, Meta(description="Which of these it is, or merely wanted")] = "wanted"


@data_of("missions", CALL)
class CallData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The number of a call's prospects, what it seeks and asks about, for which group, and the fan that was tapped."""

    prospects: int
    seeking: str
    about: str
    group: str = ""
    fan: str = ""


@data_of("conditions", AID)
class AidData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The bonus that something adds to the next call."""

    amount: int = 0


class Recruit(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`seeking` is whom: capes, a crew of troops, or followers."""

    who: CharacterRef
    seeking: Annotated[Seeking, Meta(description="Whom they seek: capes, a crew of troops, or followers")] = "capes"
    wishes: Annotated[tuple[Wish, ...], Meta(description="What the recruiter asks for or offers")] = ()
    about: Annotated[tuple[str, ...], Meta(description="The details that are asked about explicitly")] = ()
    cards: Annotated[tuple[Key, ...], Meta(description="How much reputation is tapped for a die each")] = ()
    bonus_cards: Annotated[
        tuple[Key, ...], Meta(description="How much reputation is tapped for a bonus to all dice")
    ] = ()
    milestones: Annotated[int, Meta(ge=0, le=99, description="How many milestones serve for dice")] = 0
    bonus_milestones: Annotated[
        int, Meta(ge=0, le=99, description="How many milestones serve for a bonus to all dice")
    ] = 0
    among: Annotated[str, Meta(description="Those whom the cards have to impress")] = ""
    group: Annotated[EnclaveRef, Meta(description="The team, where there is one")] = ""
    speaking_for: Annotated[CharacterRef, Meta(description="The cape in charge, where another character recruits")] = ""
    fan: Annotated[bool, Meta(description="Whether a fan is tapped for one more candidate")] = False
    title: Annotated[str, Meta(description="What this call goes by")] = ""


class AidRecruiting(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`amount` is what is added to each die of their next call, or taken off it."""

    who: CharacterRef
    amount: Annotated[
        int, Meta(ge=-20, le=20, description="What is added to each die of their next call, or taken off it")
    ]
    because: Annotated[Because, Meta(description="The skill or the asset that helps, or stands in the way")]


class Tapped(NamedTuple):
    """The means put into a call: reputation and milestones, for dice and for the bonus."""

    cards: tuple[str, ...]
    bonus_cards: tuple[str, ...]
    dice: int
    bonus: int


@command(
    "Put the word out for recruits: a die for each point of Social, each 4+ a prospective candidate.",
    by="owner",
    slots=1,
)
def recruit(play: Play, command: Recruit) -> None:
    """WD-REC-01, WD-REC-02, WD-REC-03, WD-REC-04, WD-REC-05, WD-REC-06, WD-REC-07, WD-REC-08, WD-REC-09, WD-REC-15,
    WD-FOL-03: the wishes are said, and as many dice rolled as Social is high; each 4+ is a prospective candidate."""
    who = command.who
    _check_speaks(play, command)
    _check_about(play, command)
    tapped = _tapped(play, command)
    added = _modifiers(play, command, tapped)
    with play.citing("WD-REC-01"):
        count = max(0, score(play, who, "social")) + tapped.dice
        rolled = [
            play.roll(who, f"prospect/{number}", "1d6", modifiers=added, target=TABLE.target)
            for number in range(1, count + 1)
        ]
        _open(play, command, sum(roll.outcome == "success" for roll in rolled))
    _risk(play, who, (*tapped.cards, *tapped.bonus_cards))


def _check_speaks(play: Play, command: Recruit) -> None:
    """WD-REC-05: check that a recruiter for another character is understood to speak for them."""
    knows = any(skills.knows(play, command.who, skill) for skill in TABLE.speakers)
    if command.speaking_for and command.speaking_for != command.who and not knows:
        listed = either(TABLE.speakers)
        play.refuse(
            "WD-REC-05",
            "To speak for the cape in charge takes a skill of {listed}; send somebody who has it.",
            listed=listed,
        )


def _check_about(play: Play, command: Recruit) -> None:
    if unknown := [detail for detail in command.about if detail not in TABLE.details]:
        play.refuse(
            "WD-REC-11",
            "{unknown!r} is no detail of an applicant; ask about {details}.",
            unknown=unknown[0],
            details=", ".join(TABLE.details),
        )


def _tapped(play: Play, command: Recruit) -> Tapped:
    """WD-REC-06, WD-REC-08, WD-REC-09: a card or milestone serves for a die or for the bonus, and once in a call."""
    who = command.who
    cards = tuple(reputation.named(play, who, card) for card in command.cards)
    bonus_cards = tuple(reputation.named(play, who, card) for card in command.bonus_cards)
    if len({*cards, *bonus_cards}) < len(cards) + len(bonus_cards):
        play.refuse("WD-REC-08", "A reputation is tapped once in a call: for a die or for the bonus, not for both.")
    for card in (*cards, *bonus_cards):
        if forbidden := reputation.objection(play, who, card, command.among):
            rule, sentence = forbidden
            play.refuse("WD-REC-08" if rule in reputation.UNFIT else rule, sentence)
    has = milestones(play, who)
    if command.milestones + command.bonus_milestones > has:
        play.refuse("WD-REC-09", "A milestone is used once in a call, and there are {has}.", has=has)
    put_in = len(bonus_cards) + command.bonus_milestones
    if put_in and put_in not in TABLE.bonus:
        steps = ", ".join(str(step) for step in TABLE.bonus)
        play.refuse("WD-REC-06", "A bonus to all dice takes {steps} in all, not {put_in}.", steps=steps, put_in=put_in)
    bonus = max((more for step, more in TABLE.bonus.items() if step <= put_in), default=0)
    return Tapped(cards, bonus_cards, len(cards) + command.milestones, bonus)


def _wishes(command: Recruit) -> tuple[Wish, ...]:
    """WD-REC-02: return what a call asks for and offers, each thing once: as it was said first."""
    wishes: dict[str, Wish] = {}
    for wish in command.wishes:
        wishes.setdefault(handle_of(wish.what) or wish.what, wish)
    return tuple(wishes.values())


def _modifiers(play: Play, command: Recruit, tapped: Tapped) -> tuple[Contribution, ...]:
    """WD-REC-02, WD-REC-04, WD-REC-06, WD-REC-10: return what is added to every die of the call, or taken off."""
    added = [Contribution(label=wish.what, amount=_weight(play, command, wish)) for wish in _wishes(command)]
    if command.seeking == "capes":
        capes = memberships.capes(play, command.group, command.who) if command.group else 1
        added.append(Contribution(label="capes on the team", amount=-capes))
    if tapped.bonus:
        added.append(Contribution(label="reputation", amount=tapped.bonus))
    for name, aid in sorted(play.where(command.who, "conditions", AID).items()):
        added.append(Contribution(label=str(aid.title), amount=AidData.of(aid).amount))
        conditions.end_one(play, command.who, name, "used in a call")
    return tuple(added)


def _weight(play: Play, command: Recruit, wish: Wish) -> int:
    """WD-REC-02, WD-REC-03: return the weight of a wish: as the table has it, or as the game master says; strictly
    meant, double."""
    known = TABLE.preference.get(handle_of(wish.what))
    if known is not None and known.capes and command.seeking != "capes":
        play.refuse("WD-REC-02", "Only capes can be {wish}; seek capes, or leave it out.", wish=wish.what)
    weight = _number_answered(play, wish.what) if known is None else known.modifier
    if wish.manner != "strict":
        return weight
    if weight >= 0 or (known is not None and not known.quality):
        play.refuse(
            "WD-REC-03", "There is no penalty for {wish} to double; ask for it without being strict.", wish=wish.what
        )
    return 2 * weight


def _number_answered(play: Play, what: str) -> int:
    prompt = f"What does {what!r} add to each die (below 0: take off)?"
    answer = play.ask("weight", "gm", (), "0", prompt, of=handle_of(what) or "wish")
    try:
        return int(answer)
    except ValueError:
        raise Refused(
            "WD-REC-02", "{answer!r} is no number; say by how much each die changes, like -1.", answer=answer
        ) from None


def _open(play: Play, command: Recruit, prospects: int) -> None:
    fan = ""
    if command.fan:
        with play.citing("WD-FOL-03"):
            fan = followers.tap(play, command.who, FAN)
    data = CallData(
        prospects=prospects, seeking=command.seeking, about=" ".join(command.about), group=command.group, fan=fan
    )
    wishes = {f"wish/{handle_of(wish.what) or 'wish'}": wish.manner for wish in _wishes(command)}
    call = Mission(
        kind=CALL, state="open", title=command.title or "A call for recruits", participants=(command.who,),
        details={**wishes}, data=data.stored(),
    )  # fmt: skip
    play.emit(circle(play, command.who), MissionPlanned(name=play.new_id(CALL), mission=call))


def _risk(play: Play, who: str, cards: tuple[str, ...]) -> None:
    """WD-REC-07, ruling 74: a d6 for each reputation that was tapped; on 4 to 6 it is lost."""
    with play.citing("WD-REC-07"):
        for card in cards:
            lost = play.roll(
                who, f"tapped/{card}", "1d6", judge=lambda _, t: "lost" if t >= TABLE.lost_from else "kept"
            )
            if lost.outcome == "lost":
                holder = reputation.holder(play, who, card)
                play.emit(holder, CardLost(name=card, because="tapped in recruiting"))
                settle(play, f"{holder}.cards.{card}")


def call_of(play: Play, who: str, word: str = "") -> str:
    """The call of that name or title among a character's; with "" the only one that is open. Raises Absent."""
    calls = missions(play, who, CALL)
    fit = [n for n, call in calls.items() if (word in (n, call.title) if word else call.state == "open")]
    return fit[-1] if fit else play.missing(f"{who}.missions.{word or CALL}", "There is no such call; recruit first.")


def missions(play: Play, who: str, kind: str) -> dict[str, Any]:
    """A character's calls, or candidates, by name, the oldest first."""
    all_missions = play.enclave(circle(play, who)).missions
    names = sorted(all_missions, key=lambda name: [int(part) if part.isdigit() else -1 for part in name.split("-")])
    return {name: all_missions[name] for name in names if all_missions[name].kind == kind}


@command("Let a skill or an asset help a character's next call for recruits.")
def aid_recruiting(play: Play, command: AidRecruiting) -> None:
    """WD-REC-10: a skill or an asset has a bonus of its own for the next call."""
    aid = Condition(what=AID, title=command.because, data=AidData.changes(amount=command.amount))
    conditions.add(play, command.who, aid, play.new_id("aid"), rules=("WD-REC-10",))
