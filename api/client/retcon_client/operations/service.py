"""Requests about service, written from the OpenAPI document of the service."""

from __future__ import annotations

from retcon_client.answers.service import Health
from retcon_client.handles import ServiceHandle
from retcon_client.requests import Request


class ServiceService(ServiceHandle):
    """Requests about service, of a service."""

    def health(self) -> Request[Health]:
        """Report that the process is alive, without asking the database."""
        return self.request("GET", "/health", Health, for_others=False)

    def ready(self) -> Request[Health]:
        """Report whether requests can be served: the database is reached and its schema is this release's."""
        return self.request("GET", "/ready", Health, for_others=False)
