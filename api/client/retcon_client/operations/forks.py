"""Requests about forks, written from the OpenAPI document of the service."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from retcon_client.answers.forks import BroughtView, ComparisonView, ForkView
from retcon_client.answers.plans import PlanView
from retcon_client.handles import CampaignHandle, body_of, new_id
from retcon_client.requests import DryRunnable, Request, ResultPage, path_to


class CampaignForks(CampaignHandle):
    """Requests about forks, of a campaign."""

    def list_forks(
        self, *, after: str | None = None, limit: int | None = None, name: str | None = None
    ) -> Request[ResultPage[ForkView]]:
        """The forks of the campaign that the caller takes part in, oldest first."""
        return self.listing(
            path_to("campaigns", self.id, "forks"), ForkView, query={"after": after, "limit": limit, "name": name}
        )

    def make_fork(self, *, name: str, at: int | None = None, id: str | None = None) -> Request[ForkView]:
        """Fork the campaign. Its members take part in the fork, too, and the fork has dice of its own. Nothing that
        happens in the fork changes the campaign. The caller's bots act for them in the fork as well.
        """
        return self.request(
            "POST",
            path_to("campaigns", self.id, "forks"),
            ForkView,
            body=body_of({"name": name, "at": at, "id": id or new_id()}),
        )

    def compare_fork(
        self, fork: str, *, parent_after: int | None = None, fork_after: int | None = None, limit: int | None = None
    ) -> Request[ComparisonView]:
        """Compare a fork with its campaign: both sides' entries since the fork point, and every value that differs
        today.
        """
        return self.request(
            "GET",
            path_to("campaigns", self.id, "forks", fork, "compare"),
            ComparisonView,
            query={"parent_after": parent_after, "fork_after": fork_after, "limit": limit},
        )

    def bring_back_entries(
        self,
        fork: str,
        *,
        entries: Sequence[int],
        id: str | None = None,
        after: int | None = None,
        policy: Literal["cascade", "keep", "refuse"] | None = None,
        policies: Mapping[str, Literal["cascade", "keep", "refuse"]] | None = None,
        dice: Mapping[str, Mapping[str, Sequence[int]] | Sequence[int]] | None = None,
        responses: Mapping[str, Mapping[str, str]] | None = None,
        owed: Literal["ask", "fill"] | None = None,
        reason: str | None = None,
        plan: str | None = None,
    ) -> DryRunnable[BroughtView, PlanView]:
        """Bring commands of a fork back as inserts, by default at the fork point. Their answers come along; their dice
        are rolled anew. The response is that of a revision: a dry run returns 200 and the plan, conflicts return
        409, missing dice or answers return 422.
        """
        body = {
            "id": id or new_id(), "entries": entries, "after": after, "policy": policy, "policies": policies,
            "dice": dice, "responses": responses, "owed": owed, "reason": reason, "plan": plan,
        }  # fmt: skip
        return self.rehearsable(
            "POST",
            path_to("campaigns", self.id, "forks", fork, "bring-back"),
            BroughtView,
            body=body_of(body),
            rehearsed=PlanView,
        )
