"""A client for Retcon, sync and async: typed answers, retries that never play twice, and a stream that resumes.

Functions without side effects make requests; `Client` and `AsyncClient` send them. `answers` has the types of all answers.
"""

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
