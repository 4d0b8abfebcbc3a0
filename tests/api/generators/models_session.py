"""The same session on the models that datamodel-code-generator makes, sent with httpx; prints what came of it, as JSON."""

import json
import sys
from typing import Any

import generated_models as m
import httpx


class Sender:
    """Sends models, and reads answers as models."""

    def __init__(self, url: str, token: str | None) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._http = httpx.Client(base_url=f"{url}/api/v1", headers=headers, timeout=60)

    def post(self, path: str, model: Any, answer: Any) -> Any:
        """Send a model, and read the answer as this model; a refusal as a problem."""
        body = model.model_dump_json(exclude_unset=True, by_alias=True)
        sent = self._http.post(path, content=body, headers={"Content-Type": "application/json"})
        return (m.Problem if sent.is_error else answer).model_validate_json(sent.content)

    def get(self, path: str, answer: Any) -> Any:
        """Read an answer as this model, or each of its rows."""
        read = self._http.get(path).raise_for_status().json()
        return [answer.model_validate(row) for row in read] if isinstance(read, list) else answer.model_validate(read)


def report(url: str, token: str) -> dict[str, Any]:
    """Play the session: a character is hit, the hit is undone, a question is answered, and a command is refused."""
    gm = Sender(url, token)
    founded = gm.post("/campaigns", m.NewCampaign(name="The Long Night", system="freeform"), m.CampaignView)
    at = f"/campaigns/{founded.id}"
    code = gm.post(f"{at}/invitations", m.NewInvitation(role="player"), m.IssuedInvitation).code
    joined = Sender(url, None).post(f"/invitations/{code}", m.Acceptance(name="Pat"), m.Accepted)
    player, member = Sender(url, joined.secret), str(joined.member)

    def give(who: Sender, type: str, **args: Any) -> Any:
        return who.post(f"{at}/commands", m.Command.model_validate({"type": type, "args": args}), m.EntryView)

    def hp() -> int:
        current: int = player.get(f"{at}/characters/hero", m.SheetView).tracks["hp"].current
        return current

    give(gm, "freeform.create_character", name="Hero", owners=[member], tracks={"hp": 10})
    levels = [hp()]
    entry = give(player, "freeform.damage", track="hp", target="hero", amount=3).entry
    levels.append(hp())
    plan = gm.post(f"{at}/revisions", m.RevisionRequest(undo=[entry], dry_run=True), m.PlanView)
    gm.post(f"{at}/revisions", m.RevisionRequest(undo=[entry], plan=plan.plan), m.RevisionView)
    levels.append(hp())

    give(gm, "freeform.ask", owner=member, prompt="Go in?", options=["yes", "no"], default="no", key="door")
    (asked,) = player.get(f"{at}/decisions", m.OpenQuestion)
    answered = give(player, "freeform.answer", deed=asked.deed, key=asked.key, choice=asked.options[0])
    refused = give(player, "freeform.damage", track="hp", target="nobody", amount=1)
    assert isinstance(refused, m.Problem)
    return {
        "hp": levels,
        "status": gm.get(f"{at}/entries/{entry}", m.EntryView).status,
        "choice": answered.command.args["choice"],
        "refused": refused.status,
    }


print(json.dumps(report(*sys.argv[1:])))
