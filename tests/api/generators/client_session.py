"""A first session on the client that openapi-python-client makes; prints what came of it, as JSON."""

import json
import sys
from typing import Any

from generated_client import AuthenticatedClient, Client
from generated_client import models as m
from generated_client.api.campaigns import found_campaign
from generated_client.api.characters import show_character
from generated_client.api.history import revise
from generated_client.api.members import accept_invitation, invite
from generated_client.api.play import give_command, list_decisions, show_entry


def report(url: str, token: str) -> dict[str, Any]:
    """Play a session: a character is hit, the hit is undone, a question is answered, and a command is refused."""
    gm = AuthenticatedClient(base_url=url, token=token, timeout=60)
    campaign = found_campaign.sync(client=gm, body=m.NewCampaign(name="The Long Night", system="freeform")).id
    code = invite.sync(campaign, client=gm, body=m.NewInvitation(role=m.NewInvitationRole.PLAYER)).code
    joined = accept_invitation.sync(code, client=Client(base_url=url, timeout=60), body=m.Acceptance(name="Pat"))
    player = AuthenticatedClient(base_url=url, token=joined.secret, timeout=60)
    member = str(joined.member)

    def hp() -> int:
        current: int = show_character.sync(campaign, "hero", client=player).tracks["hp"].current
        return current

    tracks = m.FreeformCreateCharacterArgsTracks()
    tracks["hp"] = 10
    hero = m.FreeformCreateCharacterArgs(name="Hero", owners=[member], tracks=tracks)
    created = m.FreeformCreateCharacter(type_="freeform.create_character", args=hero)
    give_command.sync(campaign, client=gm, body=created)
    levels = [hp()]
    hit = m.FreeformDamageArgs(track="hp", target="hero", amount=3)
    given = give_command.sync(campaign, client=player, body=m.FreeformDamage(type_="freeform.damage", args=hit))
    entry = given.entry
    levels.append(hp())
    plan = revise.sync(campaign, client=gm, body=m.RevisionRequest(undo=[entry], dry_run=True))
    revise.sync(campaign, client=gm, body=m.RevisionRequest(undo=[entry], plan=plan.plan))
    levels.append(hp())

    missed = m.FreeformDamageArgs(track="hp", target="nobody", amount=1)
    refused = give_command.sync(campaign, client=player, body=m.FreeformDamage(type_="freeform.damage", args=missed))
    assert isinstance(refused, m.Problem)
    return {
        "hp": levels,
        "status": show_entry.sync(campaign, entry, client=gm).status,
        "choice": choice(campaign, gm, player, member),
        "refused": refused.status,
    }


def choice(campaign: Any, gm: AuthenticatedClient, player: AuthenticatedClient, member: str) -> Any:
    """Ask a member a question, answer it as them, and return the choice that the ledger has."""
    question = m.FreeformAskArgs(owner=member, prompt="Go in?", options=["yes", "no"], default="no", key="door")
    give_command.sync(campaign, client=gm, body=m.FreeformAsk(type_="freeform.ask", args=question))
    (asked,) = list_decisions.sync(campaign, client=player)
    answer = m.FreeformAnswerArgs(deed=asked.deed, key=asked.key, choice=asked.options[0])
    body = m.FreeformAnswer(type_="freeform.answer", args=answer)
    given = give_command.sync(campaign, client=player, body=body)
    return given.command.args["choice"]


print(json.dumps(report(*sys.argv[1:])))
