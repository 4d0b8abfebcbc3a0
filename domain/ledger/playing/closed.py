"""The one check that nothing new is played in a closed campaign."""

from __future__ import annotations

from domain.aggregates import CAMPAIGN, Campaign
from domain.play.reading import World
from domain.vocabulary.lifecycle import CampaignState, state_of


class ClosedCampaign(Exception):
    """The campaign is closed: it takes no command and no change of the past. Nothing was written."""

    slug = "campaign-closed"

    def __init__(self) -> None:
        super().__init__(
            "this campaign is closed: nothing new is played in it, and its past is not changed; a game master can reopen "
            "it (`retcon reopen`, or PATCH the campaign with the state open)"
        )


def check_open(world: World) -> None:
    """Check that something new may be played in a campaign. Raises ClosedCampaign."""
    if current_state(world) != "open":
        raise ClosedCampaign


def current_state(world: World) -> CampaignState:
    """Return the state of a world's campaign."""
    campaign = world.aggregate(CAMPAIGN)
    assert isinstance(campaign, Campaign), "every ledger has its campaign"
    return state_of(campaign.lifecycle) if campaign.lifecycle else "open"
