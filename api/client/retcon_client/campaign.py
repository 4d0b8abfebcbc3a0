"""A service and a campaign as programs speak of them: the generated requests, and the everyday ones in fewer words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from retcon_client.answers.campaigns import CampaignView
from retcon_client.answers.entries import EntryView
from retcon_client.answers.history import RevisionView
from retcon_client.answers.plans import PlanView
from retcon_client.answers.shared import OpenQuestion
from retcon_client.following import StreamRequest
from retcon_client.handles import body_of, new_id
from retcon_client.kinds import Entry
from retcon_client.operations import CampaignOperations, ServiceOperations
from retcon_client.problems import NotOneCampaign
from retcon_client.requests import DryRunnable, Request, path_to

Dice = Mapping[str, Sequence[int]] | Sequence[int]
"""Dice that were rolled at the table: by the label of their roll, or in the order of rolling."""


class Campaign(CampaignOperations):
    """A campaign, by id. Reads go to its newest state, or to where `at` points."""

    def at(
        self,
        *,
        as_of: int | str | None = None,
        view: Literal["corrected", "as_played"] | None = None,
        known_at: int | None = None,
        viewer: str | None = None,
    ) -> Campaign:
        """Return the campaign as it was at a point: an entry, `session:2`, `scene:3` or a time. For a game master also as
        another member sees it.
        """
        point = {"as_of": as_of, "view": view, "known_at": known_at, "viewer": viewer}
        return Campaign(self.id, on_behalf_of=self.on_behalf_of, **point)  # type: ignore[arg-type]

    def play(
        self,
        type: str,
        args: Mapping[str, Any] | None = None,
        /,
        *,
        dice: Dice | None = None,
        responses: Mapping[str, str] | None = None,
        audience: Literal["all", "gm"] | Sequence[str] | None = None,
        reason: str | None = None,
        **more: Any,
    ) -> DryRunnable[Entry, EntryView]:
        """Give a command: `play("freeform.note", text="hello")`. Its args are keywords, or a mapping where the names of some
        are taken. Dice that are not given are rolled by the server, and questions that are not answered are asked.
        """
        return self.give_command(
            type=type, args={**(args or {}), **more}, dice=dice, responses=responses, audience=audience, reason=reason
        )

    def answer(self, question: OpenQuestion, choice: str, *, dice: Dice | None = None) -> DryRunnable[Entry, EntryView]:
        """Answer an open question. An offer that has taken its default is taken by `take` instead."""
        return self.play("freeform.answer", deed=question.deed, key=question.key, choice=choice, dice=dice)

    def take(self, offer: OpenQuestion, choice: str, *, plan: str | None = None) -> DryRunnable[RevisionView, PlanView]:
        """Take an offer late, until it closes: a revision of the deed that made it."""
        return self.revise(responses={str(offer.deed): {offer.key: choice}}, plan=plan)

    def follow(self, *, after: int | None = None, viewer: str | None = None) -> StreamRequest:
        """Follow the campaign live: from after that entry on (0: from the first), by default from now on."""
        query = {} if viewer is None else {"viewer": viewer}
        headers = self.headers(for_others=True)
        return StreamRequest(path=path_to("campaigns", self.id, "stream"), after=after, query=query, headers=headers)


class Service(ServiceOperations):
    """A service: its games, its accounts and their campaigns."""

    def find_campaign(self, name: str) -> Request[Campaign]:
        """Find one of the caller's campaigns by its name, in any case. Raises NotOneCampaign."""
        return self.list_campaigns(name=name, limit=500).map(lambda page: self._named(name, page.rows))

    def _named(self, name: str, rows: Sequence[CampaignView]) -> Campaign:
        campaigns = [row for row in rows if row.name.casefold() == name.casefold()]
        if len(campaigns) > 1:
            ids = ", ".join(row.id for row in campaigns)
            raise NotOneCampaign(f"Several of your campaigns are called {name!r} ({ids}); give the id of one.")
        if not campaigns:
            raise NotOneCampaign(f"None of your campaigns is called {name!r}.")
        return Campaign(campaigns[0].id, on_behalf_of=self.on_behalf_of)


def command(
    type: str,
    args: Mapping[str, Any] | None = None,
    /,
    *,
    dice: Dice | None = None,
    responses: Mapping[str, str] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Return a command for a batch, or for the entry that a revision amends or inserts."""
    envelope = {"type": type, "id": new_id(), "args": {**(args or {}), **more}, "dice": dice, "responses": responses}
    return body_of(envelope)
