"""A cape's circle: the enclave in which their own followers stand, and how followers come to it.

The help of followers who are ready is a modifier that counts them, so that nothing has to be done when one comes, is
tapped, or goes.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.kit import conditions
from domain.kit.data import data_of
from domain.kit.naming import give_handle, handle_of, id_of
from domain.play.play import Play
from domain.play.slots import phase_under_way
from domain.rulebook import table
from domain.vocabulary.anchors import AnyAnchor, AtMoment
from domain.vocabulary.base import Scalar
from domain.vocabulary.data import Data
from domain.vocabulary.expressions import AnyExpression, Count, Least, Number, Quotient, ValueOf
from domain.vocabulary.groups import Follower, FollowerGained, MemberJoined, Membership
from domain.vocabulary.profile import Introduced, Profile
from domain.vocabulary.undertakings import Link, LinkMade
from domain.vocabulary.values import Formula, FormulaDefined, Modifier, ModifierApplied
from systems.weaverdice.moments import DOWNTIME_END
from systems.weaverdice.sheet.stats import FOLLOWER_CAP, UNDERLING_CAP

CIRCLE = "circle"

READY, TAPPED = "ready", "tapped"

TOO_MANY: Final = "too_many_followers"
"""The condition of a character who has gained followers beyond the cap, and lets go of as many by the end of the phase of number `data.due`."""


class Passive(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A benefit of untapped followers of a type: one more at `path` for every `per` of them."""

    path: Annotated[str, Meta(description="The path that followers of a type are good for untapped")]
    per: Annotated[int, Meta(description="How many of them it takes for one more at the path")]


class FollowerType(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """WD-FOL-01: a type of follower, with its criteria and its ways of being tapped, each by key in the table's words."""

    title: str
    rules: Literal["full", "tap only", "name only"]
    criteria: dict[str, str] = {}
    taps: dict[str, str] = {}
    passives: tuple[Passive, ...] = ()


class _Types(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    most: int
    type: dict[str, FollowerType]


_TABLE: Final = table(__package__, "followers", _Types)

TYPES: Final = _TABLE.type
"""WD-FOL-02, WD-FOL-03, WD-FOL-04."""

CATALOGUE: Final = (
    CatalogueKind(
        name="follower",
        title="Types of followers",
        table=TYPES,
        labels={"taps": "tapped for", "criteria": "won by"},
        leave_out=frozenset({"rules"}),
    ),
)

MOST_THAT_COUNT: Final = _TABLE.most
"""WD-FOL-07: how many of a type a character benefits from."""


@data_of("followers")
class FollowerData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The details of a follower: how many slots they fill, who they are, who brought them, and what they help with."""

    slots: int = 1
    character: str = ""
    sponsor: str = ""
    helping: str = ""


@data_of("conditions", TOO_MANY)
class SurplusData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The downtime phase at the end of which followers beyond the cap go."""

    due: int


def grant_follower(
    play: Play, who: str, type: str, *, title: str = "", tapped_until: AnyAnchor | None = None, kind: str = "follower"
) -> str:
    """A follower of some type joins a character's circle, ready or still tapped; the name of the instance.

    No roll, and no look at the cap: who gives it has said so (ruling 58), and one too many is accepted and noted
    (ruling 63).
    """
    name = join(play, circle(play, who), type, title=title, tapped_until=tapped_until, kind=kind)
    if kind == "follower" and over(play, who) > 0 and not conditions.has(play, who, TOO_MANY):
        with play.citing("WD-FOL-09"):
            conditions.gain(play, who, TOO_MANY, due=len(play.campaign().phases) + 1)
    return name


def join(
    play: Play,
    enclave: str,
    type: str,
    *,
    title: str = "",
    tapped_until: AnyAnchor | None = None,
    kind: str = "follower",
    capped: bool = True,
    data: dict[str, Scalar] | None = None,
) -> str:
    """A follower of some type comes to stand in an enclave; the name of the instance. One who is not `capped` takes nobody
    else's place."""
    name = play.new_id(handle_of(type) or kind)
    of = handle_of(type) if handle_of(type) in TYPES else type
    follower = Follower(
        kind=kind,
        of=of,
        title=title or (TYPES[of].title if of in TYPES else type),
        state=TAPPED if tapped_until else READY,
        tapped_until=tapped_until,
        cap=f"limits.{kind}s" if capped else "",
        passives=tuple(passive.path for passive in TYPES[of].passives) if of in TYPES else (),
        data=data or {},
    )
    play.emit(enclave, FollowerGained(name=name, follower=follower))
    return name


def circle(play: Play, who: str) -> str:
    """The enclave of a character's own followers; it comes to be with the first of them."""
    for _, link in sorted(play.where(who, "links", CIRCLE).items()):
        return str(link.to)
    ref = f"enclave/{play.new_id('g')}"
    cape = play.character(who).profile["self"]
    name = f"Circle of {cape.name}"
    handle = give_handle(play, ref, name, "", cape.audience)
    profile = Profile(
        handle=handle, name=name, kind=CIRCLE, owners=cape.owners, sheet=cape.sheet, audience=cape.audience
    )
    play.emit(ref, Introduced(name="self", profile=profile))
    play.emit(ref, MemberJoined(name=id_of(who), membership=Membership(character=who)))
    play.emit(who, LinkMade(name=play.new_id(CIRCLE), link=Link(kind=CIRCLE, to=ref)))
    for path in (FOLLOWER_CAP, UNDERLING_CAP):
        limit = Formula(path=path, expression=ValueOf(path=path, of=who))
        play.emit(ref, FormulaDefined(name=path.replace(".", "-"), formula=limit))
    for type, path, amount in passives(f"link:{CIRCLE}"):
        benefit = Modifier(path=path, amount=amount, source=CIRCLE, title=f"{TYPES[type].title}s")
        play.emit(who, ModifierApplied(name=f"{CIRCLE}/{type}", modifier=benefit))
    return ref


def passives(of: str) -> list[tuple[str, str, AnyExpression]]:
    """WD-FOL-07: return the benefits of each type, by path: they count those of `of` who are ready, six at most (ruling
    59: one beyond six may take the place of one who is tapped)."""
    return [(type, p.path, _worth(type, p.per, of)) for type, does in TYPES.items() for p in does.passives]


def _worth(type: str, per: int, of: str) -> AnyExpression:
    ready = Count(component="followers", where={"kind": "follower", "of": type, "state": READY}, of=of)
    return Quotient(dividend=Least(terms=(ready, Number(value=MOST_THAT_COUNT))), divisor=per)


def followers(play: Play, who: str, kind: str = "follower") -> dict[str, Follower]:
    """A character's followers (or underlings), by the name of their instance."""
    for _, link in sorted(play.where(who, "links", CIRCLE).items()):
        return play.where(link.to, "followers", kind)
    return {}


def of_type(play: Play, who: str, type: str, *, ready: bool = False) -> tuple[str, ...]:
    """The names of a character's followers of a type, the newest last; of those who are ready, or of all."""
    return among(followers(play, who), type, ready=ready)


def among(helpers: dict[str, Follower], type: str, *, ready: bool = False) -> tuple[str, ...]:
    """Return the followers of a type, or of all types (""), the newest last."""
    fit = (n for n, f in helpers.items() if type in ("", f.of) and (f.state == READY or not ready))
    return tuple(sorted(fit, key=_age))


def _age(name: str) -> tuple[int, ...]:
    return tuple(int(part) for part in name.split("-") if part.isdigit())


def over(play: Play, who: str) -> int:
    """WD-FOL-08: return how many followers a character has beyond the cap; below 0 there is room for more."""
    total = sum(follower.count for follower in followers(play, who).values())
    capped = play.is_computed(who, FOLLOWER_CAP)
    return total - play.value(who, FOLLOWER_CAP).total if capped else 0


def room_taken(play: Play, who: str, kind: str = "underling") -> int:
    """WD-OPT-19: the slots that a character's underlings fill: one each, more where one was said to be worth more."""
    return sum(FollowerData.of(follower).slots * follower.count for follower in followers(play, who, kind).values())


def until_next_phase_is_over(play: Play) -> AnyAnchor:
    """WD-FOL-05: return the anchor that brings a tapped follower back: the end of the next downtime phase, after the
    one under way."""
    return AtMoment(moment=DOWNTIME_END, passing=int(phase_under_way(play) is not None))


def make_room(play: Play, who: str, limit: str, why: str, amount: int = 1) -> None:
    """Raise one of a character's limits for good: of followers, of underlings, of skills, of slots."""
    more = Modifier(path=limit, amount=amount, title=why)
    play.emit(who, ModifierApplied(name=play.new_id(handle_of(why) or "room"), modifier=more))
