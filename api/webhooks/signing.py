"""Signatures of what is sent, as Standard Webhooks has them (https://www.standardwebhooks.com, version 1.0.0)."""

from __future__ import annotations

import hmac
from base64 import b64encode
from hashlib import sha256
from typing import Final

SECRET_MARK: Final = "whsec_"
"""The prefix of every secret, behind which it is base64."""


def shown(secret: bytes) -> str:
    """Return a secret as its holder keeps it."""
    return SECRET_MARK + b64encode(secret).decode()


def signed(id: str, timestamp: int, body: bytes, secret: bytes) -> dict[str, str]:
    """Return the headers of a message: its id, the second it is sent in, and the signature of both and the body."""
    signature = hmac.digest(secret, b"%s.%d.%s" % (id.encode(), timestamp, body), sha256)
    return {
        "webhook-id": id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": f"v1,{b64encode(signature).decode()}",
    }
