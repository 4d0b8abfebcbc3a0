"""Webhooks of a table, and what makes them send."""

from __future__ import annotations

from api.webhooks.delivering import Patience
from tests.api.people import Person
from tests.api.webhooks.receiver import Receiver, until

QUICK = Patience(waits=(0.05, 0.05, 0.05))


def hook(who: Person, receiver: Receiver, **given: object) -> tuple[str, str]:
    """A new webhook's address below the campaign, and its secret."""
    made = who.ask("POST", "./webhooks", 201, json={"url": receiver.url, **given})
    return f"./webhooks/{made['webhook']['id']}", made["secret"]


def note(who: Person, text: str = "a note", audience: str = "all") -> int:
    number: int = who.does("freeform.note", text=text, _audience=audience)["entry"]
    return number


def stopped(who: Person, path: str) -> str:
    """Why a webhook was stopped, once it is."""
    until(lambda: who.see(path)["stopped_at"] is not None)
    return str(who.see(path)["stopped_for"])
