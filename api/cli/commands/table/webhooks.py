"""Webhooks: a campaign's news sent to an address of one's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import rich_click as click
from rich.console import RenderableType

from api.cli.completing import completes
from api.cli.exits import Ended, Exit
from api.cli.opening import open_session
from api.cli.options import campaign
from api.cli.output import as_json, row, say, show, table, words
from api.cli.session import CliSession
from api.storage.webhooks import Undelivered, Webhook
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

webhook_argument = click.argument("webhook", shell_complete=completes("webhooks"))


@click.group()
def webhooks() -> None:
    """Webhooks: have the news of a campaign sent to an address of yours, as you may see them.

    WEBHOOK is a webhook's id, or its address, or a part of either that only one of yours has.
    """


@webhooks.command("add")
@campaign
@click.argument("url")
@click.option("--after", type=click.IntRange(min=0), metavar="N", help="Begin behind entry N (0: with the first).")
@as_json
def add_webhook(campaign: str, url: str, after: int | None) -> None:
    """Have what happens in a campaign sent to URL, and print the secret that signs it, this once.

    It lasts as long as your token is valid and you take part in the campaign.
    """
    with open_session() as at:
        made = at.ask(make_webhook, campaign, data=NewWebhook(url=url, after=after))
    show(made, lambda: [words(made.secret)])
    say(words(f"This is the secret of the webhook {made.webhook.id}; it is shown this once."))
    say(words(f"It sends what comes after entry {made.webhook.entry}. Try it: retcon webhooks test {campaign!r} {url}"))


@webhooks.command("list")
@campaign
@as_json
def listed_webhooks(campaign: str) -> None:
    """List your webhooks in a campaign: how far each has come, and what is wrong with it."""
    with open_session() as at:
        hooks = at.listed(list_webhooks, campaign)
    show(hooks, lambda: _hooks(hooks))


def _hooks(hooks: Sequence[Webhook]) -> Iterator[RenderableType]:
    made = table("address", "up to entry", "state", "id", right=("up to entry",), lead=1)
    for each in hooks:
        row(made, each.url, each.entry, _state(each), each.id)
    yield made


def _state(hook: Webhook) -> str:
    if hook.stopped_at is not None:
        return f"stopped {hook.stopped_at:%Y-%m-%d %H:%M}: {hook.stopped_for}"
    if hook.paused_at is not None:
        return f"paused since {hook.paused_at:%Y-%m-%d %H:%M}"
    if hook.error is None:
        return "sends"
    since = "" if hook.failing_since is None else f" since {hook.failing_since:%Y-%m-%d %H:%M}"
    return f"fails{since}: {hook.error}"


@webhooks.command("test")
@campaign
@webhook_argument
@as_json
def tested_webhook(campaign: str, webhook: str) -> None:
    """Send a signed message without events to a webhook now, and say what came of it; ends with 1 where it did not arrive."""
    with open_session() as at:
        hook = _one(at, campaign, webhook)
        tried = at.ask(try_webhook, campaign, webhook=hook.id)
    show(tried, lambda: [words(_told(hook, tried), "green" if tried.arrived else "red")])
    if not tried.arrived:
        raise Ended(Exit.REFUSED)


def _told(hook: Webhook, tried: TriedWebhook) -> str:
    return f"It arrived at {hook.url}." if tried.arrived else f"It did not arrive at {hook.url}: {tried.error}."


@webhooks.command("undelivered")
@campaign
@webhook_argument
@as_json
def undelivered_entries(campaign: str, webhook: str) -> None:
    """List the entries that a webhook gave up, each with its last error."""
    with open_session() as at:
        entries = at.listed(list_undelivered, campaign, webhook=_one(at, campaign, webhook).id)
    show(entries, lambda: _undelivered(entries))


def _undelivered(entries: Sequence[Undelivered]) -> Iterator[RenderableType]:
    made = table("entry", "attempts", "given up", "error", right=("entry", "attempts"))
    for each in entries:
        row(made, each.entry, each.attempts, f"{each.given_up:%Y-%m-%d %H:%M}", each.error)
    yield made


@webhooks.command("replay")
@campaign
@webhook_argument
@click.option("--after", type=click.IntRange(min=0), metavar="N", help="Send everything behind entry N again.")
@as_json
def replayed_webhook(campaign: str, webhook: str, after: int | None) -> None:
    """Let a webhook that stopped go on where it stands, or send everything behind an entry again."""
    with open_session() as at:
        hook = _one(at, campaign, webhook)
        now = at.ask(replay_webhook, campaign, webhook=hook.id, data=Replay(after=after))
    then = "" if now.paused_at is None else " once it goes on: it is paused"
    show(now, lambda: [words(f"{now.url} gets what comes after entry {now.entry}{then}.", "green")])


@webhooks.command("pause")
@campaign
@webhook_argument
@as_json
def paused_webhook(campaign: str, webhook: str) -> None:
    """Send nothing to a webhook until `webhooks resume`; what happens meanwhile is sent then."""
    with open_session() as at:
        now = at.ask(pause_webhook, campaign, webhook=_one(at, campaign, webhook).id)
    show(now, lambda: [words(f"Nothing is sent to {now.url} until it goes on.", "green")])


@webhooks.command("resume")
@campaign
@webhook_argument
@as_json
def resumed_webhook(campaign: str, webhook: str) -> None:
    """Let a paused webhook go on: it gets what has happened since, in order."""
    with open_session() as at:
        now = at.ask(resume_webhook, campaign, webhook=_one(at, campaign, webhook).id)
    show(now, lambda: [words(f"{now.url} gets what comes after entry {now.entry}.", "green")])


@webhooks.command("remove")
@campaign
@webhook_argument
@as_json
def removed_webhook(campaign: str, webhook: str) -> None:
    """End a webhook: nothing more is sent."""
    with open_session() as at:
        hook = _one(at, campaign, webhook)
        at.ask(end_webhook, campaign, webhook=hook.id)
    show({"ended": hook.id}, lambda: [words(f"Nothing more is sent to {hook.url}.", "green")])


def _one(at: CliSession, campaign: str, name: str) -> Webhook:
    """Return the webhook that a name means. Raises Ended."""
    hooks = at.listed(list_webhooks, campaign)
    exact = [each for each in hooks if name in (str(each.id), each.url)]
    meant = exact or [each for each in hooks if name in each.url or str(each.id).startswith(name.lower())]
    if len(meant) == 1:
        return meant[0]
    if not hooks:
        raise Ended(Exit.NOTHING, "you have no webhook in this campaign; `retcon webhooks add CAMPAIGN URL` makes one")
    listing = ", ".join(f"{each.url} ({each.id})" for each in meant or hooks)
    reason = f"{name!r} names several webhooks" if meant else f"you have no webhook {name!r} in this campaign"
    raise Ended(Exit.NOTHING, f"{reason}; there are {listing}")
