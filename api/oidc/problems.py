"""Problems between this service and a provider."""

from __future__ import annotations

from api.problems import ApiProblem


class ProviderFailed(ApiProblem):
    """The provider does not answer, or not as OpenID Connect says."""

    slug = "provider-failed"
    status = 503
    title = "The sign-in service does not answer as it should"


class IdentityRefused(ApiProblem):
    """The way back from the provider proves no identity: it belongs to another browser, was taken before, or was forged."""

    slug = "identity-refused"
    status = 403
    title = "This does not let you in"
