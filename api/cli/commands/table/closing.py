"""Closing, archiving and reopening a campaign."""

from __future__ import annotations

from collections.abc import Callable

import rich_click as click

from api.cli.opening import open_session
from api.cli.options import campaign
from api.cli.output import as_json, say, show, words
from api.use_cases.campaigns import CampaignChange, CampaignView, change_campaign
from domain.vocabulary.lifecycle import CampaignState

because = click.option("--reason", help="The reason; the ledger keeps it.")


@click.command()
@campaign
@because
@as_json
def close(campaign: str, reason: str | None) -> None:
    """Close a campaign: nothing new is played in it, and all of it can still be read.

    Its dice epoch ends, so that every open die can be recomputed. Open questions stay, and `retcon reopen` lets play go
    on.
    """
    _change(campaign, "closed", reason, lambda name: f"{name!r} is closed.")
    say(words("`retcon reopen` lets play go on; `retcon archive` leaves the campaign out of lists."))


@click.command()
@campaign
@because
@as_json
def reopen(campaign: str, reason: str | None) -> None:
    """Open a closed or archived campaign again: play goes on."""
    _change(campaign, "open", reason, lambda name: f"{name!r} is open.")


@click.command()
@campaign
@because
@as_json
def archive(campaign: str, reason: str | None) -> None:
    """Close a campaign, and leave it out of lists of campaigns.

    All of it can still be read by its name or id, and `retcon campaigns --archived` lists it.
    """
    _change(campaign, "archived", reason, lambda name: f"{name!r} is closed and archived.")
    say(words("`retcon campaigns --archived` lists it; `retcon reopen` lets play go on."))


def _change(campaign: str, state: CampaignState, reason: str | None, sentence: Callable[[str], str]) -> None:
    with open_session() as at:
        change = CampaignChange(state=state, reason=reason)
        changed: CampaignView = at.ask(change_campaign, campaign, data=change)
    show(changed, lambda: [words(sentence(changed.name), "green")])
