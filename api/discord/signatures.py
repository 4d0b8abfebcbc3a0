"""Signatures: an interaction counts only if Discord has signed it, for this application, just now."""

from __future__ import annotations

from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

TOLERANCE: Final = 60
"""Seconds by which the time of a request may differ from ours. Discord waits three seconds for an answer, so an older request
is a replay; the rest is for clocks that are wrong."""


class NotSigned(Exception):
    """The request does not come from Discord, or not just now. The text says why, and repeats nothing of the request."""


class Verifier:
    """Checks requests by the public key of an application, 64 hexadecimal digits."""

    def __init__(self, public_key: str) -> None:
        self._key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))

    def check(self, signature: str, timestamp: str, body: bytes, now: float) -> None:
        """Check a request by the values of its headers `X-Signature-Ed25519` and `X-Signature-Timestamp`. Raises NotSigned."""
        try:
            self._key.verify(bytes.fromhex(signature), timestamp.encode("latin-1") + body)
        except (InvalidSignature, ValueError) as wrong:
            raise NotSigned("the signature of the request is not valid") from wrong
        if not (timestamp.isascii() and timestamp.isdigit() and abs(int(timestamp) - now) <= TOLERANCE):
            raise NotSigned("the request is not of this minute")
