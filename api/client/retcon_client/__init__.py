"""A client for Retcon, sync and async: typed answers, retries that never play twice, and a stream that resumes.

Functions without side effects make requests; `Client` and `AsyncClient` send them. `answers` has the types of all answers.
A name is imported when it is first used, so that a program loads only the parts that it uses.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from retcon_client.answers.entries import EntryView, HiddenEntry
    from retcon_client.answers.plans import PlanView, Problem
    from retcon_client.answers.play import DecisionNews, RevisionNews
    from retcon_client.async_client import AsyncClient, AsyncFollowing
    from retcon_client.bodies import ActionRequest, Amend, Group, Insert, RolledFor
    from retcon_client.campaign import Campaign, Service, command
    from retcon_client.client import Client, Following
    from retcon_client.following import News, StreamRequest
    from retcon_client.kinds import Entry, Secret
    from retcon_client.problems import NoReply, NotOneCampaign, RetconError, ServiceProblem, UnreadableReply
    from retcon_client.replies import Reply
    from retcon_client.requests import DryRunnable, Request, ResultPage, listing, path_to, request
    from retcon_client.retries import NO_RETRIES, Retries

__all__ = [
    "NO_RETRIES", "ActionRequest", "Amend", "AsyncClient", "AsyncFollowing", "Campaign", "Client", "DecisionNews",
    "DryRunnable", "Entry", "EntryView", "Following", "Group", "HiddenEntry", "Insert", "News", "NoReply", "NotOneCampaign",
    "PlanView", "Problem", "Reply", "Request", "ResultPage", "RetconError", "Retries", "RevisionNews", "RolledFor", "Secret",
    "Service", "ServiceProblem", "StreamRequest", "UnreadableReply", "command", "listing", "path_to", "request",
]  # fmt: skip

_HOMES: Final = {
    "answers.entries": ("EntryView", "HiddenEntry"),
    "answers.plans": ("PlanView", "Problem"),
    "answers.play": ("DecisionNews", "RevisionNews"),
    "async_client": ("AsyncClient", "AsyncFollowing"),
    "bodies": ("ActionRequest", "Amend", "Group", "Insert", "RolledFor"),
    "campaign": ("Campaign", "Service", "command"),
    "client": ("Client", "Following"),
    "following": ("News", "StreamRequest"),
    "kinds": ("Entry", "Secret"),
    "problems": ("NoReply", "NotOneCampaign", "RetconError", "ServiceProblem", "UnreadableReply"),
    "replies": ("Reply",),
    "requests": ("DryRunnable", "Request", "ResultPage", "listing", "path_to", "request"),
    "retries": ("NO_RETRIES", "Retries"),
}


def __getattr__(name: str) -> Any:
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{home}"), name)
    return value
