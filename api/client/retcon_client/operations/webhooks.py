"""Requests about webhooks, written from the OpenAPI document of the service."""

from __future__ import annotations

from retcon_client.answers.webhooks import IssuedWebhook, TriedWebhook, Undelivered, Webhook
from retcon_client.handles import CampaignHandle, body_of
from retcon_client.requests import Request, ResultPage, path_to


class CampaignWebhooks(CampaignHandle):
    """Requests about webhooks, of a campaign."""

    def list_webhooks(self, *, after: str | None = None, limit: int | None = None) -> Request[ResultPage[Webhook]]:
        """The caller's webhooks in the campaign, oldest first. No secrets."""
        return self.listing(path_to("campaigns", self.id, "webhooks"), Webhook, query={"after": after, "limit": limit})

    def make_webhook(self, *, url: str, after: int | None = None) -> Request[IssuedWebhook]:
        """Have the news of the campaign sent to an address: what the live stream sends, as the caller may see it. It
        lasts as long as the token that it is made with is valid, and the caller takes part. `webhook-signature`
        proves who sent it.
        """
        return self.request(
            "POST", path_to("campaigns", self.id, "webhooks"), IssuedWebhook, body=body_of({"url": url, "after": after})
        )

    def show_webhook(self, webhook: str) -> Request[Webhook]:
        """A webhook of the caller's, with how far it has come and its last error."""
        return self.request("GET", path_to("campaigns", self.id, "webhooks", webhook), Webhook)

    def end_webhook(self, webhook: str) -> Request[None]:
        """End a webhook: nothing more is sent."""
        return self.request("DELETE", path_to("campaigns", self.id, "webhooks", webhook), None)

    def list_undelivered(
        self, webhook: str, *, after: str | None = None, limit: int | None = None
    ) -> Request[ResultPage[Undelivered]]:
        """The entries that a webhook gave up, with the last error of each, in order. A replay sends them again."""
        return self.listing(
            path_to("campaigns", self.id, "webhooks", webhook, "undelivered"),
            Undelivered,
            query={"after": after, "limit": limit},
        )

    def try_webhook(self, webhook: str) -> Request[TriedWebhook]:
        """Send a message without events to a webhook of the caller's now, signed as its news are, and say whether it
        arrived. It changes nothing about how far the webhook has come.
        """
        return self.request("POST", path_to("campaigns", self.id, "webhooks", webhook, "tests"), TriedWebhook)

    def replay_webhook(self, webhook: str, *, after: int | None = None) -> Request[Webhook]:
        """Send the news behind an entry again, in order, or go on with a webhook that was stopped."""
        return self.request(
            "POST",
            path_to("campaigns", self.id, "webhooks", webhook, "replays"),
            Webhook,
            body=body_of({"after": after}),
        )

    def pause_webhook(self, webhook: str) -> Request[Webhook]:
        """Send nothing to a webhook until it goes on; what happens meanwhile is not lost. A replay moves where it goes
        on.
        """
        return self.request("PUT", path_to("campaigns", self.id, "webhooks", webhook, "pause"), Webhook)

    def resume_webhook(self, webhook: str) -> Request[Webhook]:
        """Let a paused webhook go on: it sends what has happened since, in order, from where it stood."""
        return self.request("DELETE", path_to("campaigns", self.id, "webhooks", webhook, "pause"), Webhook)
