"""Routes: webhooks of a campaign."""

from __future__ import annotations

from litestar import delete, get, post, put

from api.routes.serving import listed, served
from api.use_cases import webhooks

_ALL = "/campaigns/{campaign:uuid}/webhooks"
_ONE = _ALL + "/{webhook:uuid}"

ROUTES = (
    listed(_ALL, webhooks.list_webhooks, tags=["webhooks"]),
    served(post, _ALL, webhooks.make_webhook, tags=["webhooks"]),
    served(get, _ONE, webhooks.show_webhook, tags=["webhooks"]),
    served(delete, _ONE, webhooks.end_webhook, tags=["webhooks"]),
    listed(_ONE + "/undelivered", webhooks.list_undelivered, tags=["webhooks"]),
    served(post, _ONE + "/tests", webhooks.try_webhook, tags=["webhooks"]),
    served(post, _ONE + "/replays", webhooks.replay_webhook, tags=["webhooks"]),
    served(put, _ONE + "/pause", webhooks.pause_webhook, tags=["webhooks"]),
    served(delete, _ONE + "/pause", webhooks.resume_webhook, status_code=200, tags=["webhooks"]),
)
