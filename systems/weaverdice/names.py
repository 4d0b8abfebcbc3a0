"""Words for people and groups, where they mean something to some of them only."""

from __future__ import annotations

from domain.aggregates import CAMPAIGN
from domain.kit.naming import handle_of, may_know
from domain.play.play import Play


def reference(play: Play, called: str) -> str:
    """The reference of a character who goes by that handle, or by that name in other letters; "" where nobody does, of
    those whom the character who gives the command may know of."""
    known = play.campaign().handles.get(handle_of(called)) if called and "/" not in called else None
    ref = called if known is None else str(known.ref)
    return ref if "/" in ref and play.exists(ref) and may_know(play, ref) else ""


def words_for(play: Play, called: str) -> frozenset[str]:
    """Return the words for a character: reference, handle and name, and those of the groups that they are a member
    of."""
    ref = reference(play, called)
    if not ref:
        return frozenset({called.casefold()} - {""})
    profile = play.aggregate(ref).profile["self"]
    words = {ref, profile.handle.casefold(), profile.name.casefold()}
    if ref.startswith("character/"):
        for group in play.where(CAMPAIGN, "handles", "enclave").values():
            if any(member.character == ref for member in play.enclave(group.ref).members.values()):
                words |= words_for(play, group.ref)
    return frozenset(words)
