"""Opening: the provider that the settings name.

It stands on libraries of the extra `oidc`, so it is imported only where the settings ask for it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import msgspec

from api.settings import InvalidSetting, Settings

if TYPE_CHECKING:
    from api.oidc.provider import Provider

STATE: Final = "sign_in_service"
"""The key of the sign-in service in the application's state."""


class SignInService(msgspec.Struct, frozen=True, kw_only=True):
    """The provider with which people sign in, as the pages know it: its `name`, the subject of the installation's owner, and
    whether people come in whom nobody has invited.
    """

    provider: Provider
    name: str
    owner: str | None
    welcomes: bool


def sign_in_service(settings: Settings) -> SignInService | None:
    """Return the provider that the settings name; None where they name none.

    Raises InvalidSetting where the extra `oidc` is not installed.
    """
    if settings.oidc_issuer is None or settings.oidc_client is None:
        return None
    try:
        provider = import_module("api.oidc.provider").Provider
    except ImportError as error:
        right = "install retcon[oidc], or leave it out"
        raise InvalidSetting("RETCON_OIDC_ISSUER", "needs the extra `oidc`, which is not installed", right) from error
    return SignInService(
        provider=provider(settings.oidc_issuer, settings.oidc_client, settings.oidc_secret, settings.oidc_scopes),
        name=settings.oidc_name or urlsplit(settings.oidc_issuer).hostname or settings.oidc_issuer,
        owner=settings.oidc_owner,
        welcomes=settings.oidc_strangers == "welcome",
    )
