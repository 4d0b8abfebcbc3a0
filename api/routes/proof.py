"""What anybody can check: the chain of hashes, and the ledger taken away."""

from __future__ import annotations

import msgspec
from litestar import get
from litestar.di import NamedDependency

from api.access import Access, Seat
from api.services import Services
from domain.ledger.faults import Fault
from domain.ledger.verify import Verification, verify

_MEMBER = Access("member")


class FaultView(msgspec.Struct, frozen=True):
    """Something that does not lie in the store as it was written. What exactly is the game master's to read."""

    entry: int | None
    what: str
    sentence: str | None


class VerificationView(msgspec.Struct, frozen=True, kw_only=True):
    """What checking a ledger came to: `ok` where nothing is wrong up to the head. `erased` are texts that were erased."""

    ok: bool
    entries: int
    head: int
    hash: str
    faults: tuple[FaultView, ...]
    erased: tuple[str, ...]


@get("/campaigns/{campaign:uuid}/verification", guards=[_MEMBER], sync_to_thread=True, tags=["proof"])
def show_verification(services: NamedDependency[Services], seat: NamedDependency[Seat]) -> VerificationView:
    """Check the whole ledger now: chain, events, states, texts and seeds."""
    checked = verify(services.ledger.store, seat.campaign)
    return _view(checked, is_gm=seat.actor.is_gm)


def _view(checked: Verification, *, is_gm: bool) -> VerificationView:
    return VerificationView(
        ok=checked.ok,
        entries=checked.entries,
        head=checked.head.entry,
        hash=checked.head.hash.hex(),
        faults=tuple(_fault(fault, is_gm=is_gm) for fault in checked.faults),
        erased=checked.erased,
    )


def _fault(fault: Fault, *, is_gm: bool) -> FaultView:
    return FaultView(fault.entry, fault.what, fault.sentence if is_gm else None)


ROUTES = (show_verification,)
