"""Settings of a campaign: its options, its state, the bots that act for the reader; and founding one."""

from __future__ import annotations

from typing import Annotated, get_args
from uuid import UUID, uuid4

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from api.pages.rendering import onward, page
from api.pages.scopes import chosen_scopes
from api.pages.visits import PageGuard, Visit
from api.problems import BadBody
from api.storage.accounts import SCOPES
from api.storage.invitations import GRANTED
from api.use_cases.account import list_bots
from api.use_cases.campaigns import (
    CampaignChange,
    NewCampaign,
    OptionNow,
    change_campaign,
    found_campaign,
    list_options,
    show_campaign,
)
from api.use_cases.commands import CommandRequest, give_command
from api.use_cases.members import GrantWanted, end_grant, give_grant, list_grants
from api.use_cases.systems import list_systems
from domain.messages import text as worded
from domain.vocabulary.base import Scalar
from domain.vocabulary.lifecycle import CampaignState

Word = Annotated[str, QueryParameter(max_length=200)]


@get("/campaigns/new", guards=[PageGuard("founder")], sync_to_thread=True)
def show_founding(visit: NamedDependency[Visit], system: Word = "") -> Response[bytes]:
    """The form that founds a campaign."""
    return page(visit, "found.html", systems=visit.listed(list_systems), system=system, id=uuid4())


@post("/campaigns/new", guards=[PageGuard("founder", "admin")], sync_to_thread=True)
def take_founding(visit: NamedDependency[Visit]) -> Response[bytes]:
    """Found a campaign, and go on to its settings. A form that is sent twice founds one."""
    form = visit.form
    try:
        id = UUID(form.needed("id"))
    except ValueError as wrong:
        raise BadBody("`id` is no id; open the page again") from wrong
    wanted = NewCampaign(name=form.needed("name")[:200], system=form.needed("system"), id=id)
    founded = visit.ask(found_campaign, data=wanted)
    return onward(visit, f"/campaigns/{founded.id}/settings")


@get("/campaigns/{campaign:uuid}/settings", guards=[PageGuard("member")], sync_to_thread=True)
def show_settings(visit: NamedDependency[Visit]) -> Response[bytes]:
    """The options, each with what it decides, and what is set by whom it may be."""
    campaign = visit.ask(show_campaign)
    options = visit.listed(list_options)
    return page(visit, "settings.html", campaign=campaign, options=options, states=get_args(CampaignState))


@post("/campaigns/{campaign:uuid}/settings/options", guards=[PageGuard("gm", "play")], sync_to_thread=True)
def take_option(visit: NamedDependency[Visit]) -> Response[bytes]:
    """Decide an option, as the command for it does."""
    name = visit.form.needed("option")
    option = next((each for each in visit.listed(list_options) if each.name == name), None)
    if option is None:
        raise BadBody(worded("there is no option `{name}`", name=name[:100]))
    args = {"option": name, "value": _value(option, visit.form.text("value"))}
    visit.ask(give_command, data=CommandRequest(id=str(uuid4()), type="freeform.set_option", args=args))
    return onward(visit, f"/campaigns/{visit.campaign}/settings#option-{name}")


@post("/campaigns/{campaign:uuid}/settings/state", guards=[PageGuard("gm", "admin")], sync_to_thread=True)
def take_state(visit: NamedDependency[Visit]) -> Response[bytes]:
    """Close, archive or reopen the campaign."""
    wanted = next((each for each in get_args(CampaignState) if each == visit.form.text("state")), None)
    if wanted is None:
        raise BadBody(worded("`state` is one of {states}", states=", ".join(get_args(CampaignState))))
    visit.ask(change_campaign, data=CampaignChange(state=wanted, reason=visit.form.text("reason") or None))
    return onward(visit, f"/campaigns/{visit.campaign}/settings")


@get("/campaigns/{campaign:uuid}/bots", guards=[PageGuard("member")], sync_to_thread=True)
def show_grants(visit: NamedDependency[Visit]) -> Response[bytes]:
    """The bots that act for the reader here, and those that could."""
    me = visit.caller().account
    grants = visit.listed(list_grants, member=str(me))
    granted = {each.bot for each in grants}
    return page(
        visit,
        "grants.html",
        campaign=visit.ask(show_campaign),
        grants=grants,
        bots=[each for each in visit.listed(list_bots) if each.id not in granted],
        scopes=SCOPES,
        usual=GRANTED,
    )


@post("/campaigns/{campaign:uuid}/bots", guards=[PageGuard("member", "admin")], sync_to_thread=True)
def take_grant(visit: NamedDependency[Visit]) -> Response[bytes]:
    """Let a bot act for the reader, one of theirs or another by its id."""
    bot = visit.form.text("id") or visit.form.needed("bot")
    wanted = GrantWanted(scopes=chosen_scopes(visit.form))
    visit.ask(give_grant, member=str(visit.caller().account), bot=bot, data=wanted)
    return onward(visit, f"/campaigns/{visit.campaign}/bots")


@post("/campaigns/{campaign:uuid}/bots/{bot:uuid}/end", guards=[PageGuard("member", "admin")], sync_to_thread=True)
def take_grant_end(visit: NamedDependency[Visit], bot: FromPath[UUID]) -> Response[bytes]:
    """Let a bot act for the reader no longer."""
    visit.ask(end_grant, member=str(visit.caller().account), bot=str(bot))
    return onward(visit, f"/campaigns/{visit.campaign}/bots")


def _value(option: OptionNow, text: str) -> Scalar:
    """Return a value of the option's kind, as its form sends it. Raises BadBody."""
    if isinstance(option.default, bool):
        return text == "yes"
    by_text = {str(choice): choice for choice in option.choices}
    if text in by_text:
        return by_text[text]
    if not isinstance(option.default, int | float):
        return text
    try:
        return type(option.default)(text)
    except ValueError as wrong:
        raise BadBody(worded("`{option}` takes a number, not {text!r}", option=option.name, text=text[:100])) from wrong


ROUTES = (
    show_founding,
    take_founding,
    show_settings,
    take_option,
    take_state,
    show_grants,
    take_grant,
    take_grant_end,
)
