"""A client for Retcon, sync and async: typed answers, retries that never play twice, and a stream that resumes.

Functions without side effects make requests; `Client` and `AsyncClient` send them.
"""

from retcon_client.async_client import AsyncClient
from retcon_client.client import Client
from retcon_client.problems import (
    FieldProblem,
    MissingRoll,
    NoReply,
    Problem,
    RetconError,
    ServiceProblem,
    UnreadableReply,
)
from retcon_client.replies import Reply, Secret
from retcon_client.requests import Request, ResultPage, listing, path_to, request
from retcon_client.retries import NO_RETRIES, Retries

__all__ = [
    "NO_RETRIES",
    "AsyncClient",
    "Client",
    "FieldProblem",
    "MissingRoll",
    "NoReply",
    "Problem",
    "Reply",
    "Request",
    "ResultPage",
    "RetconError",
    "Retries",
    "Secret",
    "ServiceProblem",
    "UnreadableReply",
    "listing",
    "path_to",
    "request",
]
