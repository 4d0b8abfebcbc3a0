"""An OpenID Connect provider on this machine, over HTTP: it signs with keys of its own, and lies where a test asks it to."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit
from uuid import uuid4

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT, SECRET = "retcon", "a secret of this client"

Lie = Callable[[dict[str, Any]], dict[str, Any]]


class LocalProvider:
    """A provider. `subject` is who is signed in at it; `lie` changes the claims that it signs."""

    def __init__(self, url: str, keys: list[RSAKey]) -> None:
        self.url = url
        self.keys = keys
        self.subject, self.name = str(uuid4()), "Pat Doe"
        self.lie: Lie = dict
        self.sign: Callable[[dict[str, Any]], str] = self.signed
        self.metadata: dict[str, Any] = {}
        self.names_itself = True
        self.asked: list[str] = []
        self.codes: dict[str, dict[str, str]] = {}

    def signed(self, claims: dict[str, Any]) -> str:
        """An ID token, signed with the newest key."""
        key = self.keys[-1]
        token: str = jwt.encode({"alg": "RS256", "kid": key.kid}, claims, key)
        return token

    def described(self) -> dict[str, Any]:
        """What the provider says of itself."""
        return {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/keys",
            "userinfo_endpoint": f"{self.url}/userinfo",
            "end_session_endpoint": f"{self.url}/leave",
            "id_token_signing_alg_values_supported": ["RS256"],
            "code_challenge_methods_supported": ["S256"],
            "authorization_response_iss_parameter_supported": True,
            **self.metadata,
        }

    def authorize(self, asked: dict[str, str]) -> str:
        """The address to send a browser back to, once its person has signed in."""
        assert asked["client_id"] == CLIENT
        assert asked["response_type"] == "code"
        assert asked["code_challenge_method"] == "S256"
        code = f"code-{len(self.codes)}-{time.monotonic_ns()}"
        self.codes[code] = asked
        back = {"code": code, "state": asked["state"]} | ({"iss": self.url} if self.names_itself else {})
        return f"{asked['redirect_uri']}?{urlencode(back)}"

    def exchange(self, asked: dict[str, str], authorization: str) -> tuple[int, dict[str, Any]]:
        """An answer of the token endpoint. A code is good once, for the address and the proof key that it was asked with."""
        if authorization != "Basic " + base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode():
            return 401, {"error": "invalid_client"}
        wanted = self.codes.pop(asked.get("code", ""), None)
        challenge = hashlib.sha256(asked.get("code_verifier", "").encode()).digest()
        proof = base64.urlsafe_b64encode(challenge).rstrip(b"=").decode()
        if wanted is None or wanted["code_challenge"] != proof or wanted["redirect_uri"] != asked["redirect_uri"]:
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        claims = {"iss": self.url, "sub": self.subject, "aud": CLIENT, "iat": now, "exp": now + 300}
        token = self.sign(self.lie({**claims, "nonce": wanted["nonce"], "name": self.name}))
        return 200, {"access_token": self.subject, "token_type": "Bearer", "id_token": token}

    def published(self) -> dict[str, Any]:
        """The keys that everybody may know."""
        return {"keys": [key.as_dict(private=False) for key in self.keys]}


def new_key(kid: str) -> RSAKey:
    """A key to sign with."""
    return RSAKey.generate_key(2048, {"kid": kid, "use": "sig", "alg": "RS256"})


@contextmanager
def running() -> Iterator[LocalProvider]:
    """A provider that answers while the body runs."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    provider = LocalProvider(f"http://127.0.0.1:{server.server_address[1]}", [new_key("first")])
    Handler.provider = provider
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Handler(BaseHTTPRequestHandler):
    """Answers the requests to a provider."""

    provider: LocalProvider

    def do_GET(self) -> None:
        provider, address = self.provider, urlsplit(self.path)
        provider.asked.append(address.path)
        match address.path:
            case "/.well-known/openid-configuration":
                self._answer(200, provider.described())
            case "/keys":
                self._answer(200, provider.published())
            case "/userinfo":
                self._answer(200, {"sub": provider.subject, "preferred_username": "pdoe"})
            case "/authorize":
                asked = {name: values[0] for name, values in parse_qs(address.query).items()}
                self.send_response(302)
                self.send_header("Location", provider.authorize(asked))
                self.end_headers()
            case _:
                self._answer(404, {})

    def do_POST(self) -> None:
        self.provider.asked.append(self.path)
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        asked = {name: values[0] for name, values in parse_qs(body).items()}
        self._answer(*self.provider.exchange(asked, self.headers.get("authorization", "")))

    def _answer(self, status: int, content: dict[str, Any]) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(content).encode())

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""
