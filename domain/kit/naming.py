"""Names of things: handles for people to type, names for instances, and finding an instance by its word."""

from __future__ import annotations

import re
from itertools import count
from typing import Any

from domain.aggregates import CAMPAIGN
from domain.paths import parse
from domain.play.play import Play
from domain.play.reading import not_there
from domain.play.refusals import Absent, Refused
from domain.visibility.audience import Viewer, may_know_of, may_read_sheet, may_see
from domain.vocabulary.anchors import (
    AnyAnchor,
    AtMoment,
    SimpleAnchor,
    UntilEncounterEnds,
    UntilFirst,
    UntilSaved,
    WhilePresent,
)
from domain.vocabulary.audiences import is_public, narrower
from domain.vocabulary.base import Audience
from domain.vocabulary.catalogue import Handle, HandleFreed, HandleGiven
from domain.vocabulary.profile import ProfileChanged

_OTHER = re.compile(r"[^a-z0-9]+")
_LONGEST = 60


def handle_of(name: str) -> str:
    """A name as a handle: lower-cased, with `-` for all that is no letter a to z and no digit; empty where none is left."""
    return _OTHER.sub("-", name.lower()).strip("-")[:_LONGEST].strip("-")


def give_handle(play: Play, ref: str, name: str, wanted: str, audience: Audience) -> str:
    """Give a new aggregate its handle: the wanted one, or one made from its name. Refused where the wanted one is taken.

    For an aggregate that everybody may know of, a handle that only a hidden character has is free, and the hidden one yields: otherwise
    the choice would tell that they are there.
    """
    kind, is_open = ref.partition("/")[0], is_public(narrower(play.deed.envelope.audience, audience))
    if wanted and handle_of(wanted) != wanted:
        raise Refused(
            "handle",
            "{wanted!r} is no handle; it could be {handle_of}.",
            wanted=wanted,
            handle_of=handle_of(wanted) or kind,
        )
    if wanted and not _is_free(play, wanted, is_open=is_open):
        raise Refused(
            "handle", "The handle {wanted} is taken; choose another, or leave it out to get a free one.", wanted=wanted
        )
    handle = wanted or free_handle(play, handle_of(name) or kind, is_open=is_open)
    if handle in play.campaign().handles:
        _yield(play, handle)
    record_handle(play, handle, ref, name, audience)
    return handle


def free_handle(play: Play, handle: str, *, is_open: bool = False) -> str:
    """The handle, or the first of `<handle>-2`, `<handle>-3` … that nobody has; for an aggregate that `is_open` to everybody, nobody
    of whom everybody may know."""
    tried = (handle if n == 1 else f"{handle}-{n}" for n in count(1))
    return next(h for h in tried if _is_free(play, h, is_open=is_open))


def _is_free(play: Play, handle: str, *, is_open: bool) -> bool:
    handles = play.campaign().handles
    return handle not in handles or (is_open and not is_public(handles[handle].audience))


def _yield(play: Play, handle: str) -> None:
    """Give a hidden aggregate another handle in place of this one."""
    taken = play.campaign().handles[handle]
    ref, profile = taken.ref, play.aggregate(taken.ref).profile["self"]
    other = free_handle(play, handle)
    play.emit(CAMPAIGN, HandleFreed(name=handle, because="yielded"))
    record_handle(play, other, ref, profile.name, profile.audience)
    play.emit(ref, ProfileChanged(name="self", handle=other))


def record_handle(play: Play, handle: str, ref: str, name: str, audience: Audience) -> None:
    """Enter a handle in the campaign's list, where it is looked up."""
    entered = Handle(ref=ref, kind=ref.partition("/")[0], folded=name.strip().lower(), audience=audience)
    play.emit(CAMPAIGN, HandleGiven(name=handle, handle=entered))


def id_of(ref: str) -> str:
    """The last part of a reference, by which its turn and its place on the map are named."""
    return ref.partition("/")[2]


def called(play: Play, ref: str) -> str:
    """The handle by which the table calls an aggregate."""
    return str(play.aggregate(ref).profile["self"].handle)


def new_name(play: Play, word: str) -> str:
    """A name for a new instance, made from the word it goes by: `prone-12` for what entry 12 brings."""
    return play.new_id(handle_of(word) or "it")


def find(play: Play, ref: str, component: str, word: str) -> str:
    """The instance of that name, else the only one that goes by that word (its kind, what it is, where it sits).

    Refused where several do; Absent where none does, of those that the sender may know of.
    """
    family = getattr(play.aggregate(ref), component)
    if word in family and may_name(play, family[word]):
        return word
    names = sorted(name for name, instance in play.where(ref, component, word).items() if may_name(play, instance))
    if len(names) > 1:
        raise Refused(
            "which",
            "Several {component} go by {word!r}; name one of {names}.",
            component=component,
            word=word,
            names=", ".join(names),
        )
    if not names:
        raise _absent(play, ref, component, word)
    return names[0]


def may_name(play: Play, instance: Any) -> bool:
    """Whether the sender of the command may know of an instance; what is hidden from them is not there to be named."""
    giver = _giver(play)
    to = getattr(instance, "to", "") if giver else ""
    return giver is None or (may_see(giver, instance.audience) and (not to or may_know(play, to)))


def named(play: Play, ref: str, component: str, name: str) -> Any:
    """The instance of just that name. Absent where there is none that the sender may know of."""
    instance = getattr(play.aggregate(ref), component)[name]
    if not may_name(play, instance):
        raise not_there(play.world, f"{ref}.{component}.{name}")
    return instance


def _giver(play: Play) -> Viewer | None:
    """Return the member who gives the command, where anything may be hidden from them."""
    return None if play.deed.is_gm else Viewer(play.deed.member, "player")


def may_know(play: Play, ref: str) -> bool:
    """Whether the sender of the command may know that there is such an aggregate."""
    giver = _giver(play)
    if giver is None or ref == CAMPAIGN or not play.exists(ref):
        return giver is None or ref == CAMPAIGN
    profile = play.aggregate(ref).profile["self"]
    return may_know_of(giver, profile)


def _sees_sheet(play: Play, ref: str) -> bool:
    giver = _giver(play)
    if giver is None or ref == CAMPAIGN:
        return True
    profile = play.aggregate(ref).profile["self"]
    return may_read_sheet(giver, profile)


def _absent(play: Play, ref: str, component: str, word: str) -> Absent:
    """Tell a person who named an instance that is hidden from them the same as if it did not exist."""
    absent = not_there(play.world, f"{ref}.{component}.{word}")
    hidden = word in getattr(play.aggregate(ref), component)
    return Absent(f"{ref}.{component}" if hidden else absent.missing, absent.message, absent.gm_message)


def whole(play: Play, ref: str, component: str, name: str) -> Any:
    """An instance with all its fields, each of them looked at: for handing it on as it is."""
    looked = getattr(play.aggregate(ref), component)[name]
    aggregate = play.world.aggregate(ref)
    assert aggregate is not None, "it was just looked at"
    instance = aggregate.instances(component)[name]
    for field in instance.__struct_fields__:
        instances = getattr(looked, field)
        if field == "data":
            dict(instances)
    return instance


def hold_on(play: Play, until: AnyAnchor | None) -> AnyAnchor | None:
    """The anchor, on what is there: an instance that is meant by the word it goes by is named.

    Absent where there is nothing to hold on to: it would never come to an end.
    """
    match until:
        case None:
            return None
        case UntilFirst(of=()):
            raise Refused("anchor", "The first of several needs at least one of them under `of`.")
        case UntilFirst():
            return UntilFirst(of=tuple(_held(play, part) for part in until.of))
        case _:
            return _held(play, until)


def _held(play: Play, part: SimpleAnchor) -> SimpleAnchor:
    match part:
        case AtMoment() | UntilSaved() if part.subject:
            play.aggregate(part.subject)
        case UntilEncounterEnds():
            play.encounter(part.encounter)
        case WhilePresent():
            return WhilePresent(path=_named(play, part.path))
        case _:
            pass
    return part


def _named(play: Play, path: str) -> str:
    """The path of an instance, by its name. Absent where there is none."""
    try:
        at = parse(path)
    except ValueError as wrong:
        raise Refused("anchor", "{wrong}.", wrong=wrong) from wrong
    if not at.name or at.field:
        raise Refused("anchor", "{path} names no instance; name one like <id>.wounds.cut-7.", path=path)
    if not may_know(play, at.ref):
        raise Absent(at.ref)
    if not _sees_sheet(play, at.ref):
        raise not_there(play.world, path)
    name = find(play, at.ref, at.component, at.name)
    return f"{at.ref}.{at.component}.{name}"
