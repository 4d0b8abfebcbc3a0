"""The deliverer: it claims webhooks that have news, and delivers entry after entry, each until it has arrived or is given up."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec
import structlog

from api.access import Access, Caller, Seat
from api.problems import Forbidden
from api.reading import newsreader
from api.services import Services
from api.settings import Reach
from api.storage.database import UNREACHABLE
from api.storage.webhooks import ClaimedWebhook
from api.webhooks.destinations import Resolve, resolved
from api.webhooks.sending import Post, ReceiverGone, Undeliverable, client
from domain.records.store import UnknownCampaign
from projections.views.news import News

PAGE: Final = 50
"""The number of entries that are read at once."""

PAUSE: Final = 0.25
"""Seconds between two looks for news."""

TOGETHER: Final = 8
"""The number of webhooks that a process delivers to at a time."""

LEASE: Final = timedelta(seconds=60)
"""The time for which a webhook is this process's. It is renewed with every entry that arrived."""

WAITS: Final = (5.0, 30.0, 120.0, 600.0, 3_600.0, 10_800.0, 21_600.0, 43_200.0)
"""Seconds until each next attempt at an entry. An entry that has failed once more than there are waits is given up."""

STOP_AFTER: Final = timedelta(days=3)
"""The time for which a webhook may fail without a break until it is stopped."""

_MEMBER: Final = Access("member")

_log = structlog.get_logger(__name__)


class Withdrawn(Exception):
    """The hook's token is no longer valid, or its member may no longer read the campaign."""


class Patience(msgspec.Struct, frozen=True):
    """The waits between attempts in seconds, and the time after which a failing hook is stopped."""

    waits: tuple[float, ...] = WAITS
    stop_after: timedelta = STOP_AFTER


PATIENT: Final = Patience()


class Deliverer:
    """Delivers the news of all campaigns to their webhooks."""

    def __init__(self, services: Services, post: Post, patience: Patience = PATIENT) -> None:
        self._services, self._post, self._patience = services, post, patience
        self._stop = threading.Event()

    def stop(self) -> None:
        """Finish the deliveries in hand, and begin no other."""
        self._stop.set()

    def run(self) -> None:
        """Deliver until told to stop; where the database is away, wait for it. A defect is logged, and ends nothing."""
        with ThreadPoolExecutor(TOGETHER, thread_name_prefix="webhooks") as pool:
            deliveries: set[Future[None]] = set()
            while not self._stop.is_set():
                deliveries = {each for each in deliveries if not each.done()}
                try:
                    claimed = self._services.webhooks.claim(TOGETHER - len(deliveries), LEASE)
                    deliveries |= {pool.submit(self._attend, hook) for hook in claimed}
                except UNREACHABLE as error:
                    _log.warning("webhooks_wait", detail=f"{type(error).__name__}: {error}")
                except Exception:
                    _log.exception("webhooks_failed")
                self._stop.wait(PAUSE)

    def _attend(self, hook: ClaimedWebhook) -> None:
        """Deliver what a hook has not got yet. A defect is logged, and the hook is taken up again after its lease."""
        try:
            self._deliver(hook)
        except (Withdrawn, ReceiverGone) as ended:
            self._services.webhooks.stop(hook, str(ended))
        except UNREACHABLE as error:
            _log.warning("webhooks_wait", detail=f"{type(error).__name__}: {error}")
        except Exception:
            _log.exception("webhook_failed", webhook=str(hook.id))

    def _deliver(self, hook: ClaimedWebhook) -> None:
        """Deliver for half the time of the lease at most. Raises Withdrawn, ReceiverGone."""
        position, until = hook.entry, time.monotonic() + LEASE.total_seconds() / 2
        page = self._page(hook, position)
        while page and not self._stop.is_set() and time.monotonic() < until:
            news = page.pop(0)
            if not self._arrived(hook, position, news):
                return
            position = news.entry
            page = page or self._page(hook, position)
        self._services.webhooks.release(hook)

    def _arrived(self, hook: ClaimedWebhook, position: int, news: News) -> bool:
        """Whether the next entry was delivered or given up, and the hook is still this process's. Raises ReceiverGone."""
        body = msgspec.json.encode(message(hook, news))
        try:
            self._post(hook.url, f"{hook.id}.{news.entry}", body, hook.secret)
        except Undeliverable as error:
            self._failed(hook, position, news.entry, str(error))
            return False
        return self._services.webhooks.delivered(hook, news.entry, LEASE)

    def _failed(self, hook: ClaimedWebhook, position: int, entry: int, error: str) -> None:
        waits, attempts = self._patience.waits, hook.attempts if position == hook.entry else 0
        since = hook.failing_since if position == hook.entry else None
        if since is not None and datetime.now(UTC) - since > self._patience.stop_after:
            self._services.webhooks.stop(hook, f"it has failed since {since:%Y-%m-%d %H:%M} UTC: {error}")
        elif attempts >= len(waits):
            self._services.webhooks.give_up(hook, entry, attempts + 1, error)
        else:
            self._services.webhooks.failed(hook, error, timedelta(seconds=waits[attempts]))

    def _page(self, hook: ClaimedWebhook, position: int) -> list[News]:
        """Return the next entries to deliver: none where the hook was paused, ended or replayed before they were read.
        Raises Withdrawn."""
        # The hook is looked at after the entries: those that came after a pause are not under way at it.
        page = self._news(hook, position)
        return page if page and self._services.webhooks.kept(hook, LEASE) else []

    def _news(self, hook: ClaimedWebhook, position: int) -> list[News]:
        """Return the next entries as the hook's member may see them now. Raises Withdrawn."""
        try:
            return newsreader(self._services, self._seat(hook)).after(position, PAGE)
        except (Forbidden, UnknownCampaign) as error:
            raise Withdrawn("its member, or the bot that acts for them, may no longer read the campaign") from error

    def _seat(self, hook: ClaimedWebhook) -> Seat:
        credential = self._services.accounts.credential(hook.token)
        if credential is None:
            raise Withdrawn("the token that it was made with has expired or was revoked")
        acts_for = None if credential.account == hook.member else hook.member
        return _MEMBER.seated(self._services, Caller(credential, acts_for), hook.campaign)


def message(hook: ClaimedWebhook, news: News) -> dict[str, Any]:
    """Return what is sent of an entry: the events of the live stream, in their order."""
    events = [{"event": name, "data": data} for name, data in news.events]
    return {"campaign": hook.campaign, "entry": news.entry, "events": events}


@contextmanager
def delivering(
    services: Services, reach: Reach, patience: Patience = PATIENT, resolve: Resolve = resolved
) -> Iterator[None]:
    """Deliver to webhooks in threads of their own meanwhile."""
    if reach == "off":
        yield
        return
    with client() as http:
        deliverer = Deliverer(services, Post(http, reach, resolve), patience)
        thread = threading.Thread(target=deliverer.run, name="webhooks")
        thread.start()
        try:
            yield
        finally:
            deliverer.stop()
            thread.join()
