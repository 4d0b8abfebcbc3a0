"""Webhooks: a member has a campaign's news sent to an address of theirs."""

from __future__ import annotations

from typing import Annotated, Final
from uuid import UUID, uuid4

import msgspec

from api.access import Access, Seat, allowed
from api.paging import ListPage, ListRequest, first_page
from api.problems import ApiProblem, BadBody, FieldProblem, NotFound
from api.services import Services
from api.storage.webhooks import Undelivered, Webhook
from api.webhooks.destinations import ForbiddenDestination, check_url, resolved
from api.webhooks.sending import Post, ReceiverGone, Undeliverable, client
from api.webhooks.signing import shown
from domain.messages import sentence_of, text

MOST: Final = 10
"""The number of webhooks that a member may have in a campaign."""

TRIAL: Final = 5.0
"""Seconds that a receiver has for each part of its answer to a test: a person waits for it."""

_MEMBER: Final = Access("member")

After = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class NewWebhook(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A webhook that is to be made: its address, and the entry behind which it begins, by default the newest."""

    url: Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]
    after: After | None = None


class IssuedWebhook(msgspec.Struct, frozen=True):
    """A new webhook. `secret` verifies what it sends, and is shown this once."""

    webhook: Webhook
    secret: str


class Replay(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A webhook goes on behind an entry (0: from the first); by default where it stands."""

    after: After | None = None


class TriedWebhook(msgspec.Struct, frozen=True):
    """The outcome of a test message; `error` says why it did not arrive."""

    arrived: bool
    error: str | None


class TooManyWebhooks(ApiProblem):
    """The member has as many webhooks in the campaign as one may have."""

    slug = "too-many-webhooks"
    status = 409
    title = "Too many webhooks"


@allowed(_MEMBER)
def list_webhooks(services: Services, seat: Seat, page: ListRequest) -> ListPage[Webhook]:
    """The caller's webhooks in the campaign, oldest first. No secrets."""
    rows = services.webhooks.of(seat.campaign, UUID(seat.actor.member), page.stretch())
    return first_page(rows, lambda webhook: (webhook.created_at, webhook.id), page)


@allowed(_MEMBER)
def make_webhook(services: Services, seat: Seat, data: NewWebhook) -> IssuedWebhook:
    """Have the news of the campaign sent to an address: what the live stream sends, as the caller may see it. It lasts as
    long as the token that it is made with is valid, and the caller takes part. `webhook-signature` proves who sent it."""
    try:
        check_url(data.url, services.reach)
    except ForbiddenDestination as wrong:
        sentence = sentence_of(wrong)
        raise BadBody(text("`url`: {wrong}", wrong=sentence), fields=(FieldProblem("url", sentence),)) from wrong
    token = seat.caller.credential.token
    if token is None:
        raise BadBody(
            "a webhook lasts as long as the token that it is made with: send one, or set RETCON_TOKEN to one at a command line "
            "(`retcon token create NAME` makes one)"
        )
    member = UUID(seat.actor.member)
    if member not in (seat.caller.account, seat.caller.acts_for):
        raise BadBody("a webhook is a member's, and you have no part in this campaign; make it with a member's token")
    if len(services.webhooks.of(seat.campaign, member, ListRequest(limit=MOST).stretch())) >= MOST:
        raise TooManyWebhooks(text("you have {most} webhooks in this campaign, the maximum; end one first", most=MOST))
    after = _after(services, seat, data.after)
    webhook, secret = services.webhooks.make(seat.campaign, member, token=token, url=data.url, after=after)
    return IssuedWebhook(webhook, shown(secret))


@allowed(_MEMBER)
def show_webhook(services: Services, seat: Seat, webhook: UUID) -> Webhook:
    """A webhook of the caller's, with how far it has come and its last error."""
    return _mine(services, seat, webhook)


@allowed(_MEMBER)
def end_webhook(services: Services, seat: Seat, webhook: UUID) -> None:
    """End a webhook: nothing more is sent."""
    if not services.webhooks.end(seat.campaign, UUID(seat.actor.member), webhook):
        raise _unknown(webhook)


@allowed(_MEMBER)
def list_undelivered(services: Services, seat: Seat, webhook: UUID, page: ListRequest) -> ListPage[Undelivered]:
    """The entries that a webhook gave up, with the last error of each, in order. A replay sends them again."""
    hook = _mine(services, seat, webhook)
    (after,) = page.key(tuple[int]) or (0,)
    rows = services.webhooks.undelivered(hook.id, after, None if page.limit is None else page.limit + 1)
    return first_page(rows, lambda row: (row.entry,), page)


@allowed(_MEMBER)
def replay_webhook(services: Services, seat: Seat, webhook: UUID, data: Replay) -> Webhook:
    """Send the news behind an entry again, in order, or go on with a webhook that was stopped."""
    hook = _mine(services, seat, webhook)
    services.webhooks.replay(hook.id, None if data.after is None else _after(services, seat, data.after))
    return _mine(services, seat, webhook)


@allowed(_MEMBER)
def pause_webhook(services: Services, seat: Seat, webhook: UUID) -> Webhook:
    """Send nothing to a webhook until it goes on; what happens meanwhile is not lost. A replay moves where it goes on."""
    services.webhooks.pause(_mine(services, seat, webhook).id)
    return _mine(services, seat, webhook)


@allowed(_MEMBER)
def resume_webhook(services: Services, seat: Seat, webhook: UUID) -> Webhook:
    """Let a paused webhook go on: it sends what has happened since, in order, from where it stood."""
    services.webhooks.go_on(_mine(services, seat, webhook).id)
    return _mine(services, seat, webhook)


@allowed(_MEMBER)
def try_webhook(services: Services, seat: Seat, webhook: UUID) -> TriedWebhook:
    """Send a message without events to a webhook of the caller's now, signed as its news are, and say whether it arrived.

    It changes nothing about how far the webhook has come.
    """
    hook = _mine(services, seat, webhook)
    message = {"campaign": hook.campaign, "entry": hook.entry, "events": []}
    with client(patience=TRIAL) as http:
        try:
            deliver = Post(http, services.reach, resolved)
            deliver(
                hook.url, f"{hook.id}.test.{uuid4()}", msgspec.json.encode(message), services.webhooks.secret(hook.id)
            )
        except (ReceiverGone, Undeliverable) as failed:
            return TriedWebhook(arrived=False, error=str(failed))
    return TriedWebhook(arrived=True, error=None)


def _mine(services: Services, seat: Seat, id: UUID) -> Webhook:
    hook = services.webhooks.one_of(seat.campaign, UUID(seat.actor.member), id)
    if hook is None:
        raise _unknown(id)
    return hook


def _unknown(id: UUID) -> NotFound:
    return NotFound(text("you have no webhook {id} in this campaign; list yours at /webhooks", id=id))


def _after(services: Services, seat: Seat, given: int | None) -> int:
    """Return the entry to begin behind. Raises BadBody."""
    head = services.ledger.heads.fresh(seat.campaign).head.entry
    if given is not None and given > head:
        sentence = text("there is no entry {given} yet; the newest is {head}", given=given, head=head)
        raise BadBody(text("`after`: {sentence}", sentence=sentence), fields=(FieldProblem("after", sentence),))
    return head if given is None else given
