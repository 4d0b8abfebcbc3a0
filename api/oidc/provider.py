"""The provider: what it says of itself, its keys, the address to send a person to, and who has come back from there.

Its description and its keys are read with the first person who signs in, and kept for an hour. A token with an unknown
key has the keys read again, so that a provider may change them at any time; but not more often than once a minute, so
that forged tokens do not keep it busy.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from threading import Lock
from typing import Any, Final, TypeVar
from urllib.parse import urlencode

import httpx2
import msgspec
from authlib.common.errors import AuthlibBaseError
from authlib.common.security import generate_token
from authlib.integrations.httpx_client import OAuth2Client
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from api.oidc.identity_tokens import Identity, UnknownKey, identity_in, name_in
from api.oidc.problems import IdentityRefused, ProviderFailed
from api.settings import is_private
from domain.messages import text

T = TypeVar("T")

PATIENCE: Final = 10.0
"""Seconds that the provider has for each part of an answer."""

KEPT: Final = 3600.0
"""Seconds for which metadata and keys are kept."""

PAUSE: Final = 60.0
"""Seconds between two times that keys are read again because of an unknown one."""

LARGEST: Final = 256 * 1024
"""Bytes of an answer, at most."""


class Metadata(msgspec.Struct, frozen=True):
    """The description that a provider gives of itself (OpenID Connect Discovery 1.0, section 3)."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    userinfo_endpoint: str | None = None
    end_session_endpoint: str | None = None
    id_token_signing_alg_values_supported: tuple[str, ...] = ("RS256",)
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("client_secret_basic",)
    code_challenge_methods_supported: tuple[str, ...] | None = None
    authorization_response_iss_parameter_supported: bool = False


class Started(msgspec.Struct, frozen=True, kw_only=True):
    """An attempt to sign in: the address to go to, and what the browser keeps until it comes back."""

    url: str
    state: str
    nonce: str
    verifier: str


class Provider:
    """An OpenID Connect provider, as one client of it. Thread-safe."""

    def __init__(self, issuer: str, client: str, secret: str | None, scopes: str) -> None:
        self.issuer, self.client = issuer, client
        self._secret, self._scopes = secret, scopes
        self._lock = Lock()
        self._metadata: tuple[float, Metadata] | None = None
        self._keys: tuple[float, KeySet] | None = None
        self._read_anew = -math.inf
        """The time at which keys were read because of an unknown one."""
        self._failed_at = -math.inf
        """The time at which the provider could not be asked where one signs out of it."""

    def start(self, address: str) -> Started:
        """Begin an attempt that ends at an address of ours. Raises ProviderFailed."""
        metadata = self.metadata()
        state, nonce, verifier = (generate_token(48) for _ in range(3))
        with self._http(metadata, address) as http:
            url, _ = http.create_authorization_url(
                metadata.authorization_endpoint, state=state, nonce=nonce, code_verifier=verifier
            )
        return Started(url=url, state=state, nonce=nonce, verifier=verifier)

    def finish(self, *, code: str, nonce: str, verifier: str, issuer: str | None, address: str) -> Identity:
        """Return who has come back to an address of ours: the code is exchanged for an ID token, and that is checked.
        `issuer` is who sends the browser, as it says. Raises IdentityRefused, ProviderFailed.
        """
        metadata = self.metadata()
        self._check_issuer(issuer, metadata)
        with self._http(metadata, address) as http:
            given = _asked(
                lambda: http.fetch_token(metadata.token_endpoint, code=code, code_verifier=verifier, grant_type=_CODE)
            )
            token = given.get("id_token")
            if not isinstance(token, str) or len(token) > LARGEST:
                raise ProviderFailed("it has sent no ID token; ask the operator whether `openid` is among its scopes")
            identity = self._identity(token, nonce, metadata)
            if identity.name is None and metadata.userinfo_endpoint is not None:
                return _named(http, metadata.userinfo_endpoint, identity)
        return identity

    def farewell(self, address: str) -> str | None:
        """Return the address at which one signs out of the provider itself, and is sent back to an address of ours (OpenID
        Connect RP-Initiated Logout 1.0). None where the provider has none, or cannot be asked just now.
        """
        if time.monotonic() - self._failed_at < PAUSE:
            return None
        try:
            endpoint = self.metadata().end_session_endpoint
        except ProviderFailed:
            self._failed_at = time.monotonic()
            return None
        if endpoint is None or not is_private(endpoint):
            return None
        joint = "&" if "?" in endpoint else "?"
        return f"{endpoint}{joint}{urlencode({'client_id': self.client, 'post_logout_redirect_uri': address})}"

    def metadata(self) -> Metadata:
        """Return what the provider says of itself. Raises ProviderFailed."""
        with self._lock:
            if self._metadata is None or time.monotonic() - self._metadata[0] > KEPT:
                self._metadata = (time.monotonic(), self._discovered())
            return self._metadata[1]

    def _discovered(self) -> Metadata:
        address = self.issuer.rstrip("/") + "/.well-known/openid-configuration"
        try:
            metadata = msgspec.convert(_read(address), Metadata)
        except msgspec.ValidationError as wrong:
            raise ProviderFailed(
                text("{address} is no description of a provider: {wrong}", address=address, wrong=wrong)
            ) from wrong
        if metadata.issuer != self.issuer:
            raise ProviderFailed(
                text(
                    "it calls itself {issuer!r}, and RETCON_OIDC_ISSUER is {own!r}; the operator has to "
                    "set the address that it calls itself by",
                    issuer=metadata.issuer,
                    own=self.issuer,
                )
            )
        for each in (metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri):
            if not is_private(each):
                raise ProviderFailed(text("its address {each!r} is not https", each=each))
        supported = metadata.code_challenge_methods_supported
        if supported is not None and "S256" not in supported:
            raise ProviderFailed("it does not support proof keys (PKCE with S256), which this service needs")
        return metadata

    def _identity(self, token: str, nonce: str, metadata: Metadata) -> Identity:
        try:
            return self._proved(token, self._known_keys(metadata), nonce, metadata)
        except UnknownKey:
            keys = self._known_keys(metadata, anew=True)
        try:
            return self._proved(token, keys, nonce, metadata)
        except UnknownKey as unknown:
            raise IdentityRefused("the sign-in service's answer has an unknown signature; sign in again") from unknown

    def _proved(self, token: str, keys: KeySet, nonce: str, metadata: Metadata) -> Identity:
        return identity_in(
            token,
            keys,
            issuer=self.issuer,
            client=self.client,
            nonce=nonce,
            algorithms=metadata.id_token_signing_alg_values_supported,
        )

    def _known_keys(self, metadata: Metadata, *, anew: bool = False) -> KeySet:
        """Return the provider's keys, read again where they are old, or `anew` unless that was done just now."""
        with self._lock:
            now = time.monotonic()
            again = anew and now - self._read_anew > PAUSE
            if again:
                self._read_anew = now
            if self._keys is None or again or now - self._keys[0] > KEPT:
                self._keys = (now, _key_set(metadata.jwks_uri))
            return self._keys[1]

    def _check_issuer(self, issuer: str | None, metadata: Metadata) -> None:
        """Check that a browser comes from this provider (RFC 9207). Raises IdentityRefused."""
        is_missing = issuer is None and metadata.authorization_response_iss_parameter_supported
        if is_missing or issuer not in (None, self.issuer):
            raise IdentityRefused("you came back from another sign-in service than you were sent to; sign in again")

    def _http(self, metadata: Metadata, address: str) -> Any:
        """A client of the provider for one attempt."""
        supported = metadata.token_endpoint_auth_methods_supported
        method = "client_secret_basic" if "client_secret_basic" in supported else "client_secret_post"
        return OAuth2Client(
            client_id=self.client,
            client_secret=self._secret,
            token_endpoint_auth_method=method if self._secret else "none",
            scope=self._scopes,
            redirect_uri=address,
            code_challenge_method="S256",
            timeout=PATIENCE,
        )


_CODE: Final = "authorization_code"


def _asked(ask: Callable[[], T]) -> T:
    """Ask the provider to exchange a code. Raises IdentityRefused where it refuses, ProviderFailed where it fails."""
    try:
        return ask()
    except AuthlibBaseError as refused:
        raise IdentityRefused(
            text("the sign-in service says `{error}`; sign in again", error=refused.error)
        ) from refused
    except (httpx2.HTTPError, ValueError) as failed:
        raise ProviderFailed("it cannot be reached, or does not answer in JSON; try again") from failed


def _read(address: str) -> dict[str, Any]:
    """Read a JSON object from an address of the provider. Raises ProviderFailed."""
    try:
        answer = httpx2.get(address, timeout=PATIENCE, headers={"accept": "application/json"}, follow_redirects=False)
        answer.raise_for_status()
        read = msgspec.json.decode(answer.content[:LARGEST])
    except (httpx2.HTTPError, msgspec.DecodeError) as failed:
        raise ProviderFailed(
            text("{address} cannot be read; try again, or ask the operator of this service", address=address)
        ) from failed
    if not isinstance(read, dict):
        raise ProviderFailed(text("{address} has no JSON object", address=address))
    return read


def _key_set(address: str) -> KeySet:
    """Read keys from an address of the provider. Raises ProviderFailed."""
    try:
        return KeySet.import_key_set(_read(address))
    except (JoseError, ValueError, KeyError, TypeError) as wrong:
        raise ProviderFailed(text("the keys at {address} cannot be read", address=address)) from wrong


def _named(http: Any, address: str, identity: Identity) -> Identity:
    """Return an identity with the name that the provider gives when asked for it, as not all put it into the token."""
    try:
        claims = http.get(address).raise_for_status().json()
    except (httpx2.HTTPError, ValueError, AuthlibBaseError):
        return identity
    if not isinstance(claims, dict) or claims.get("sub") != identity.subject:
        return identity
    return msgspec.structs.replace(identity, name=name_in(claims))
