"""Proof: what a browser takes to check dice and the chain by itself, and sealed secrets."""

from __future__ import annotations

from typing import Annotated, Any, Final
from uuid import uuid4

import msgspec
from litestar import MediaType, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from api.answers import encoded
from api.http.endpoints import headers_of
from api.http.representations import response
from api.pages.rendering import onward, page
from api.pages.visits import PageGuard, Visit
from api.problems import Problem
from api.use_cases.campaigns import show_campaign
from api.use_cases.commands import CommandRequest, give_command
from api.use_cases.names import show_names
from api.use_cases.proof import list_seals, show_chain, show_dice, show_seal, unseal_dice

Number = Annotated[int | None, QueryParameter(ge=0, le=2**31)]

_SEAL: Final = "freeform.seal"
_UNSEAL: Final = "freeform.unseal"


@get("/campaigns/{campaign:uuid}/proof", guards=[PageGuard("member")], sync_to_thread=True)
def show_proof(visit: NamedDependency[Visit], entry: Number = None) -> Response[bytes]:
    """The check of all dice and of the chain, or of the dice of one entry; the browser fetches what it checks."""
    campaign = visit.ask(show_campaign)
    is_gm = campaign.role == "gm"
    unsealable = [] if entry or not is_gm else visit.ask(show_dice).epochs[:-1]  # the last one is not over
    epochs = [epoch.number for epoch in unsealable if epoch.sealed_seed is None]
    return page(visit, "proof.html", campaign=campaign, only=entry, unsealable=epochs)


@get("/campaigns/{campaign:uuid}/proof/dice", guards=[PageGuard("member")], sync_to_thread=True)
def send_dice(visit: NamedDependency[Visit]) -> Response[bytes]:
    """Commitments, revealed seeds and dice, as JSON."""
    return _json(visit, visit.ask(show_dice))


@get("/campaigns/{campaign:uuid}/proof/chain", guards=[PageGuard("member")], sync_to_thread=True)
def send_chain(visit: NamedDependency[Visit], after: Number = None) -> Response[bytes]:
    """A part of the chain of hashes, as JSON."""
    return _json(visit, visit.ask(show_chain, after=after or 0))


@post("/campaigns/{campaign:uuid}/proof/unseal", guards=[PageGuard("gm", "play")], sync_to_thread=True)
def take_seed(visit: NamedDependency[Visit]) -> Response[bytes]:
    """Reveal the sealed seed of an epoch."""
    visit.ask(unseal_dice, epoch=visit.form.whole("epoch", 0))
    return onward(visit, f"/campaigns/{visit.campaign}/proof")


@get("/campaigns/{campaign:uuid}/seals", guards=[PageGuard("member")], sync_to_thread=True)
def show_seals(visit: NamedDependency[Visit]) -> Response[bytes]:
    """The secrets that were sealed, with what was published of each, and a form for another."""
    return _seals(visit, None)


@post("/campaigns/{campaign:uuid}/seals", guards=[PageGuard("player", "play")], sync_to_thread=True)
def take_seal(visit: NamedDependency[Visit]) -> Response[bytes]:
    """Seal a secret."""
    form = visit.form
    secret = {"title": form.text("title"), "text": form.text("text")}
    request = CommandRequest(id=form.needed("id"), type=_SEAL, args=secret)
    _, problem = visit.tried(give_command, data=request, dry_run=False)
    return _seals(visit, problem) if problem else onward(visit, f"/campaigns/{visit.campaign}/seals")


@get("/campaigns/{campaign:uuid}/seals/{seal:str}", guards=[PageGuard("member")], sync_to_thread=True)
def show_one_seal(visit: NamedDependency[Visit], seal: FromPath[str]) -> Response[bytes]:
    """A sealed secret, and its check."""
    view = visit.ask(show_seal, seal=seal)
    campaign, me = visit.ask(show_campaign), visit.caller()
    may_reveal = campaign.role == "gm" or view.member == str(me.acts_for or me.account)
    names = visit.ask(show_names)
    return page(visit, "seal.html", campaign=campaign, names=names, seal=view, may_reveal=may_reveal)


@get("/campaigns/{campaign:uuid}/seals/{seal:str}/proof", guards=[PageGuard("member")], sync_to_thread=True)
def send_seal(visit: NamedDependency[Visit], seal: FromPath[str]) -> Response[bytes]:
    """A sealed secret with its salt, as JSON, as far as the reader may see it."""
    return _json(visit, visit.ask(show_seal, seal=seal))


@post("/campaigns/{campaign:uuid}/seals/{seal:str}/reveal", guards=[PageGuard("player", "play")], sync_to_thread=True)
def take_reveal(visit: NamedDependency[Visit], seal: FromPath[str]) -> Response[bytes]:
    """Reveal a sealed secret to everybody."""
    visit.ask(give_command, data=CommandRequest(id=str(uuid4()), type=_UNSEAL, args={"seal": seal}))
    return onward(visit, f"/campaigns/{visit.campaign}/seals/{seal}")


def _seals(visit: Visit, problem: Problem | None) -> Response[bytes]:
    return page(
        visit,
        "seals.html",
        status=problem.status if problem else 200,
        campaign=visit.ask(show_campaign),
        names=visit.ask(show_names),
        seals=visit.listed(list_seals),
        problem=problem,
        id=str(uuid4()),
    )


def _json(visit: Visit, document: Any) -> Response[bytes]:
    describing, body = encoded(msgspec.json.encode(document), headers_of(visit.scope).get(b"accept-encoding"))
    answered = response((200, describing, body), MediaType.JSON)
    answered.cookies.extend(visit.cookies)
    return answered


ROUTES = (
    show_proof,
    send_dice,
    send_chain,
    take_seed,
    show_seals,
    take_seal,
    show_one_seal,
    send_seal,
    take_reveal,
)
