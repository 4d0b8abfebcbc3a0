"""ID tokens: what a provider signs about the person who has signed in (OpenID Connect Core 1.0, section 3.1.3.7)."""

from __future__ import annotations

import hmac
from collections.abc import Collection, Mapping
from typing import Any, Final

import msgspec
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from api.oidc.problems import IdentityRefused
from domain.messages import text

ALGORITHMS: Final = (
    "RS256",
    "RS384",
    "RS512",
    "PS256",
    "PS384",
    "PS512",
    "ES256",
    "ES384",
    "ES512",
    "EdDSA",
    "Ed25519",
)
"""The signatures that are accepted: those with a key pair. `none` and signatures with a shared secret are not among them."""

LEEWAY: Final = 60
"""Seconds by which the provider's clock may differ from ours."""

LONGEST_SUBJECT: Final = 255


class Identity(msgspec.Struct, frozen=True, kw_only=True):
    """A person as a provider knows them: `issuer` and `subject` together are theirs for good, `name` may change."""

    issuer: str
    subject: str
    name: str | None


class UnknownKey(Exception):
    """The token was signed with a key that is not among the known ones."""


def identity_in(
    token: str, keys: KeySet, *, issuer: str, client: str, nonce: str, algorithms: Collection[str]
) -> Identity:
    """Return the identity that an ID token proves. Raises UnknownKey, IdentityRefused."""
    accepted = [each for each in ALGORITHMS if each in algorithms]
    try:
        decoded = jwt.decode(token, keys, algorithms=accepted)
    except (JoseError, ValueError, KeyError, TypeError) as wrong:
        if _names_another_key(wrong):
            raise UnknownKey from wrong
        raise _refused(text("its signature does not hold ({wrong})", wrong=type(wrong).__name__)) from wrong
    _check(decoded.claims, issuer=issuer, client=client, nonce=nonce)
    return Identity(issuer=issuer, subject=decoded.claims["sub"], name=name_in(decoded.claims))


def name_in(claims: Mapping[str, Any]) -> str | None:
    """Return the name by which a person is called, of the claims that may have one."""
    names = (claims.get(claim) for claim in ("name", "preferred_username", "nickname", "given_name"))
    return next((each.strip()[:80] for each in names if isinstance(each, str) and each.strip()), None)


def _check(claims: dict[str, Any], *, issuer: str, client: str, nonce: str) -> None:
    """Check what a token with a good signature says. Raises IdentityRefused."""
    registry = jwt.JWTClaimsRegistry(
        leeway=LEEWAY,
        iss={"essential": True, "value": issuer},
        aud={"essential": True, "value": client},
        exp={"essential": True},
        iat={"essential": True},
        sub={"essential": True},
        nonce={"essential": True},
    )
    try:
        registry.validate(claims)
    except (JoseError, ValueError, TypeError) as wrong:
        raise _refused(str(wrong)) from wrong
    subject, audience = claims["sub"], claims["aud"]
    if not isinstance(subject, str) or len(subject) > LONGEST_SUBJECT or not subject.isprintable():
        raise _refused(text("its subject is none"))
    if not isinstance(claims["nonce"], str) or not hmac.compare_digest(claims["nonce"].encode(), nonce.encode()):
        raise _refused(text("it was made for another attempt to sign in"))
    several = isinstance(audience, list) and len(audience) > 1
    if (several or "azp" in claims) and claims.get("azp") != client:
        raise _refused(text("it was made for another service"))


def _names_another_key(wrong: Exception) -> bool:
    return isinstance(wrong, JoseError) and wrong.error in ("invalid_key_id", "invalid_key_type", "missing_key")


def _refused(because: str) -> IdentityRefused:
    return IdentityRefused(
        text("the sign-in service's answer cannot be trusted: {because}; sign in again", because=because)
    )
