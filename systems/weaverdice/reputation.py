"""Reputation, a card a point: who may use it with whom, what it does in talks, and how much of it outlasts the day."""

from __future__ import annotations

from typing import Final

import msgspec

from domain.campaign import CAMPAIGN
from domain.components.creature import Card
from domain.events.holdings import CardCounted, CardGained, CardSpent
from domain.play.moments import everyone, settle
from domain.play.play import Play
from domain.rulebook import table
from systems.weaverdice import costume, statuses
from systems.weaverdice.checks import Manner, check

KIND: Final = "reputation"
MARKS: Final = "marks"

ICON: Final = "icon"
AFFILIATION: Final = "affiliation"
"""Origins of reputation that costume brings, and that works in costume only (WD-COS-13, WD-COS-14)."""

HAMPERED: Final = "hampered_reputation"
"""WD-OPT-21: who is in it cannot use reputation while the media look at somebody else."""

KEPT_FROM, KEPT_AGAIN_FROM = 4, 6
"""WD-REP-07, ruling 10: what keeps an exclusive card the first time, and every later time."""


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
    data = {"origin": origin} if origin else {}
    card = Card(
        kind=KIND,
        title=source,
        provenance=source,
        exclusive_to=exclusive_to,
        users=users,
        counters={MARKS: 0},
        data={**data, **({"kept_from": kept_from} if kept_from else {})},
    )
    play.emit(who, CardGained(name=name, card=card))
    return name


def held(play: Play, who: str) -> int:
    """How many points of reputation somebody holds."""
    return len(play.where(who, "cards", KIND))


def holder(play: Play, who: str, card: str) -> str:
    """Whose card it is: their own, or somebody's who shares it with them. Raises Absent where nobody has it."""
    if card in play.where(who, "cards", KIND):
        return who
    people = (ref for ref in everyone(play) if ref.startswith("character/"))
    found = next((other for other in people if card in play.where(other, "cards", KIND)), None)
    return found or play.missing(f"{who}.cards.{card}", f"There is no reputation {card!r}; give the name of a card.")


def usable(play: Play, who: str, card: str, to: str) -> bool:
    """WD-REP-02, WD-REP-08: whether it is theirs to use, works with whoever is addressed, and matters to them.

    `to` is a character, an enclave, or the name of a person or group.
    """
    return not _objection(play, who, card, to)


def spend(play: Play, who: str, card: str, to: str = "", rule: str = "WD-REP-06") -> None:
    """WD-REP-06, WD-REP-07, ruling 10: a card is spent when it is used. One that is exclusive to whoever is addressed
    may be kept by a Social roll: on 4+ it stays and is marked, with a mark on 6+."""
    if objection := _objection(play, who, card, to):
        play.refuse(*objection)
    owner = holder(play, who, card)
    with play.citing(rule):
        if not _kept(play, who, owner, card):
            play.emit(owner, CardSpent(name=card, because=f"used with {to}" if to else "used"))
            settle(play, f"{owner}.cards.{card}")


def _kept(play: Play, who: str, owner: str, card: str) -> bool:
    held = play.character(owner).cards[card]
    if kept_from := int(held.data.get("kept_from") or 0):
        with play.citing("WD-REP-11"):
            return play.roll(who, f"keep/{card}", "1d6", target=kept_from).outcome == "success"
    if not held.exclusive_to:
        return False
    with play.citing("WD-REP-07"):
        number = KEPT_AGAIN_FROM if held.counters.get(MARKS, 0) else KEPT_FROM
        kept = check(play, who, f"keep/{card}", "social", number, how=Manner(impersonal=True)).success
        if kept:
            play.emit(owner, CardCounted(name=card, counter=MARKS, amount=1))
    return kept


def _objection(play: Play, who: str, card: str, to: str) -> tuple[str, str] | None:
    """The rule against using it so, and what would be right."""
    owner = holder(play, who, card)
    held = play.character(owner).cards[card]
    if who not in (held.users or (owner,)):
        return "WD-REP-02", "This reputation is for others to use; play one of your own."
    if statuses.has(play, who, HAMPERED):
        return "WD-OPT-21", "The media look at somebody else for now; reputation is of no use until that is over."
    if held.data.get("origin") in (ICON, AFFILIATION) and not costume.worn(play, owner):
        return (
            "WD-COS-13",
            "What the costume is known for works while it is worn; put it on, or use another reputation.",
        )
    if not to and not held.exclusive_to:
        return None
    addressed = words_for(play, to)
    if held.exclusive_to and not addressed & words_for(play, held.exclusive_to):
        return "WD-REP-02", f"This reputation works with {held.exclusive_to} only."
    unmoved = {str(value) for key, value in held.data.items() if key.startswith("rejected/")}
    if any(addressed & words_for(play, rejecting) for rejecting in unmoved):
        return "WD-REP-08", "This reputation does not matter to them; it stays unspent."
    return None


def words_for(play: Play, to: str) -> frozenset[str]:
    """What somebody goes by: reference, handle and name, and those of the groups that they are a member of."""
    if "/" not in to or not play.exists(to):
        return frozenset({to.casefold()} - {""})
    profile = play.aggregate(to).profile["self"]
    words = {to, profile.handle.casefold(), profile.name.casefold()}
    if to.startswith("character/"):
        for group in play.where(CAMPAIGN, "handles", "enclave").values():
            if any(member.character == to for member in play.enclave(group.ref).members.values()):
                words |= words_for(play, group.ref)
    return frozenset(words)
