"""A cape's circle: the enclave in which their own followers stand, and how followers come to it."""

from __future__ import annotations

from domain.components.anchors import AnyAnchor, AtMoment
from domain.components.creature import Link, Modifier, Profile
from domain.components.group import Follower, Membership
from domain.events.group import FollowerGained, MemberJoined
from domain.events.undertakings import LinkMade
from domain.events.values import Introduced, ModifierApplied
from domain.play.play import Play
from systems.freeform.naming import give_handle, handle_of, id_of
from systems.weaverdice.occasions import DOWNTIME_END

CIRCLE = "circle"


def grant_follower(
    play: Play, who: str, type: str, *, title: str = "", tapped_until: AnyAnchor | None = None, kind: str = "follower"
) -> str:
    """A follower of some type joins somebody's circle, ready or still tapped; the name of the instance.

    No roll, and no look at the cap: who gives it has said so (ruling 58), and one too many is accepted (ruling 63).
    """
    name = play.new_id(handle_of(type) or kind)
    follower = Follower(
        kind=kind,
        of=type,
        title=title or type,
        state="tapped" if tapped_until else "ready",
        tapped_until=tapped_until,
        cap=f"limits.{kind}s",
    )
    play.emit(circle(play, who), FollowerGained(name=name, follower=follower))
    return name


def circle(play: Play, who: str) -> str:
    """The enclave of somebody's own followers; it comes to be with the first of them."""
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
    return ref


def followers(play: Play, who: str, kind: str = "follower") -> dict[str, Follower]:
    """Somebody's followers (or underlings), by the name of their instance."""
    for _, link in sorted(play.where(who, "links", CIRCLE).items()):
        return play.where(link.to, "followers", kind)
    return {}


def room_taken(play: Play, who: str, kind: str = "underling") -> int:
    """WD-OPT-19: the slots that somebody's underlings fill: one each, more where one was said to be worth more."""
    return sum(int(there.data.get("slots") or 1) * there.count for there in followers(play, who, kind).values())


def until_next_phase_is_over(play: Play) -> AnyAnchor:
    """WD-FOL-05: what brings a tapped follower back: the end of the next downtime phase, after the one under way."""
    phases = play.campaign().phases
    under_way = any(phases[name].state != "processed" for name in phases)
    return AtMoment(moment=DOWNTIME_END, passing=int(under_way))


def make_room(play: Play, who: str, limit: str, why: str, amount: int = 1) -> None:
    """Raise one of somebody's limits for good: of followers, of underlings, of skills, of slots."""
    more = Modifier(path=limit, amount=amount, title=why)
    play.emit(who, ModifierApplied(name=play.new_id(handle_of(why) or "room"), modifier=more))
