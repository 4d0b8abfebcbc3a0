"""The service without a socket, for sessions that are kept by hand."""

from tests.api.conftest import app, http, owner_token, services  # noqa: F401
