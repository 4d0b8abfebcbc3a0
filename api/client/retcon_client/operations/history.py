"""Requests about history, written from the OpenAPI document of the service."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from retcon_client.answers.history import Difference, RevisionView
from retcon_client.answers.plans import PlanView
from retcon_client.bodies import Amend, Group, Insert
from retcon_client.handles import CampaignHandle, body_of, new_id
from retcon_client.requests import DryRunnable, Request, path_to


class CampaignHistory(CampaignHandle):
    """Requests about history, of a campaign."""

    def revise(
        self,
        *,
        id: str | None = None,
        undo: Sequence[int] | Group | None = None,
        redo: int | None = None,
        amend: Sequence[Amend] | Amend | None = None,
        insert: Sequence[Insert] | Insert | None = None,
        policy: Literal["cascade", "keep", "refuse"] | None = None,
        policies: Mapping[str, Literal["cascade", "keep", "refuse"]] | None = None,
        dice: Mapping[str, Mapping[str, Sequence[int]] | Sequence[int]] | None = None,
        responses: Mapping[str, Mapping[str, str]] | None = None,
        owed: Literal["ask", "fill"] | None = None,
        reason: str | None = None,
        plan: str | None = None,
        rules: bool | None = None,
        from_: str | None = None,
    ) -> DryRunnable[RevisionView, PlanView]:
        """Undo, redo, amend or insert: every later entry is decided again on the same dice. A dry run returns 200 and
        the plan; send the plan's hash as `plan` to have exactly this plan written. Where the changed past lacks dice
        or answers, 422 lists them all; give them by entry, or send `"owed": "fill"`: the server rolls, and every
        question takes its default. With `rules`, the game master has the story decided anew under the current rules,
        from its beginning or from a session on (`from`): the plan's `by_rule` and `by_sheet` list the differences.
        """
        body = {
            "id": id or new_id(), "undo": undo, "redo": redo, "amend": amend, "insert": insert, "policy": policy,
            "policies": policies, "dice": dice, "responses": responses, "owed": owed, "reason": reason, "plan": plan,
            "rules": rules, "from": from_,
        }  # fmt: skip
        return self.rehearsable(
            "POST", path_to("campaigns", self.id, "revisions"), RevisionView, body=body_of(body), rehearsed=PlanView
        )

    def show_difference(
        self,
        *,
        from_: str,
        to: str | None = None,
        from_view: Literal["corrected", "as_played"] | None = None,
        to_view: Literal["corrected", "as_played"] | None = None,
        from_known_at: int | None = None,
        to_known_at: int | None = None,
    ) -> Request[Difference]:
        """Every value that differs between two points: `from` one `to` another (now unless given), each in its own view
        and as known then.
        """
        return self.request(
            "GET",
            path_to("campaigns", self.id, "diff"),
            Difference,
            query={
                "from": from_,
                "to": to,
                "from_view": from_view,
                "to_view": to_view,
                "from_known_at": from_known_at,
                "to_known_at": to_known_at,
            },
        )
