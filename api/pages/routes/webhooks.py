"""Webhooks: where a campaign's news are sent for the reader, and what did not arrive."""

from __future__ import annotations

from uuid import UUID

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from api.pages.rendering import onward, page
from api.pages.visits import PageGuard, Visit
from api.use_cases.campaigns import show_campaign
from api.use_cases.webhooks import (
    NewWebhook,
    Replay,
    TriedWebhook,
    end_webhook,
    list_undelivered,
    list_webhooks,
    make_webhook,
    pause_webhook,
    replay_webhook,
    resume_webhook,
    try_webhook,
)


@get("/campaigns/{campaign:uuid}/webhooks", guards=[PageGuard("member")], sync_to_thread=True)
def show_webhooks(visit: NamedDependency[Visit]) -> Response[bytes]:
    """One's webhooks in the campaign, how far they have come, and what they gave up."""
    return _webhooks(visit)


@post("/campaigns/{campaign:uuid}/webhooks", guards=[PageGuard("member")], sync_to_thread=True)
def take_webhook(visit: NamedDependency[Visit]) -> Response[bytes]:
    """Make a webhook, and show its secret this once."""
    wanted = NewWebhook(url=visit.form.needed("url")[:2000], after=visit.form.whole("after"))
    return _webhooks(visit, secret=visit.ask(make_webhook, data=wanted).secret)


@post("/campaigns/{campaign:uuid}/webhooks/{webhook:uuid}/try", guards=[PageGuard("member")], sync_to_thread=True)
def take_trial(visit: NamedDependency[Visit], webhook: FromPath[UUID]) -> Response[bytes]:
    """Send a test message, and say whether it arrived."""
    return _webhooks(visit, tried=visit.ask(try_webhook, webhook=webhook))


@post("/campaigns/{campaign:uuid}/webhooks/{webhook:uuid}/replay", guards=[PageGuard("member")], sync_to_thread=True)
def take_replay(visit: NamedDependency[Visit], webhook: FromPath[UUID]) -> Response[bytes]:
    """Send the news behind an entry again, or go on where the webhook stands."""
    visit.ask(replay_webhook, webhook=webhook, data=Replay(after=visit.form.whole("after")))
    return onward(visit, f"/campaigns/{visit.campaign}/webhooks")


@post("/campaigns/{campaign:uuid}/webhooks/{webhook:uuid}/pause", guards=[PageGuard("member")], sync_to_thread=True)
def take_pause(visit: NamedDependency[Visit], webhook: FromPath[UUID]) -> Response[bytes]:
    """Send nothing to a webhook for a while, or let it go on."""
    visit.ask(resume_webhook if visit.form.ticked("goes_on") else pause_webhook, webhook=webhook)
    return onward(visit, f"/campaigns/{visit.campaign}/webhooks")


@post("/campaigns/{campaign:uuid}/webhooks/{webhook:uuid}/end", guards=[PageGuard("member")], sync_to_thread=True)
def take_webhook_end(visit: NamedDependency[Visit], webhook: FromPath[UUID]) -> Response[bytes]:
    """Send nothing more to a webhook, and forget it."""
    visit.ask(end_webhook, webhook=webhook)
    return onward(visit, f"/campaigns/{visit.campaign}/webhooks")


def _webhooks(visit: Visit, secret: str = "", tried: TriedWebhook | None = None) -> Response[bytes]:
    webhooks = visit.listed(list_webhooks)
    given_up = {each.id: visit.listed(list_undelivered, webhook=each.id) for each in webhooks}
    return page(
        visit,
        "webhooks.html",
        campaign=visit.ask(show_campaign),
        webhooks=webhooks,
        given_up=given_up,
        secret=secret,
        tried=tried,
    )


ROUTES = (show_webhooks, take_webhook, take_trial, take_replay, take_pause, take_webhook_end)
