"""Forms: each carries a token that only our own pages can know, so that no other site can send it (CSRF).

The token is an HMAC of a secret that the session keeps; where nobody is signed in, of the browser's own cookie (OWASP,
"Cross-Site Request Forgery Prevention").
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from hashlib import sha256
from secrets import token_bytes
from typing import Any, Final

import msgspec
from litestar import Request

from api.http.file_forms import MULTIPART, FileForm, opened_form
from api.problems import ApiProblem, BadBody
from domain.messages import text

FIELD: Final = "_form"
"""The field of a form that has its token."""

HEADER: Final = "x-form-token"
"""The header of a request that a script sends in place of a form."""


class ForgedForm(ApiProblem):
    """The form has no token, or another browser's: it was not sent from a page of this session."""

    slug = "forged-form"
    status = 403
    title = "This form was not sent from your page"


class Form(msgspec.Struct, frozen=True):
    """The values that were filled in, by field, without the form's token."""

    fields: Mapping[str, list[str]]

    def text(self, name: str, default: str = "") -> str:
        """Return the value of a field; the first, where it has several."""
        values = self.fields.get(name) or [default]
        return values[0].strip()

    def needed(self, name: str) -> str:
        """Return the value of a field that must not be empty. Raises BadBody."""
        if value := self.text(name):
            return value
        raise BadBody(text("`{name}` is empty; fill it in", name=name))

    def all(self, name: str) -> list[str]:
        """Return every value of a field."""
        return [value.strip() for value in self.fields.get(name, [])]

    def whole(self, name: str, default: int | None = None) -> int | None:
        """Return the value of a field as a whole number. Raises BadBody."""
        value = self.text(name)
        if not value:
            return default
        if not value.removeprefix("-").isdecimal() or len(value) > 15:
            raise BadBody(text("`{name}` is {value!r}; write a whole number", name=name, value=value))
        return int(value)

    def ticked(self, name: str) -> bool:
        """Whether a box was ticked."""
        return bool(self.text(name))


NO_FORM: Final = Form({})


def form_token(secret: bytes) -> str:
    """Return a token for the forms that belong to a secret. Each is masked anew, so that the length of a compressed page
    tells nothing of it (BREACH).
    """
    mask = token_bytes(sha256().digest_size)
    return (mask + _masked(_plain(secret), mask)).hex()


def is_token(token: str, secret: bytes) -> bool:
    """Whether a token was made for the forms of a secret."""
    try:
        sent = bytes.fromhex(token)
    except ValueError:
        return False
    size = sha256().digest_size
    return len(sent) == 2 * size and hmac.compare_digest(_masked(sent[size:], sent[:size]), _plain(secret))


def _plain(secret: bytes) -> bytes:
    return hmac.new(secret, b"retcon/form/1", sha256).digest()


def _masked(content: bytes, mask: bytes) -> bytes:
    return bytes(one ^ other for one, other in zip(content, mask, strict=True))


async def checked_form(request: Request[Any, Any, Any], secret: bytes) -> Form:
    """Read the form of a request. Raises ForgedForm, BadBody."""
    return _checked(request, await _read(request) if _kind(request) in _FORMS else NO_FORM, secret)


async def checked_upload(request: Request[Any, Any, Any], secret: bytes) -> tuple[Form, FileForm | None]:
    """Read the fields of a form that has a file at its end, and leave the file to be read. Raises ForgedForm, BadBody."""
    if _kind(request) != MULTIPART:
        return await checked_form(request, secret), None
    opened = await opened_form(request)
    return _checked(request, Form(opened.fields), secret), opened


def _checked(request: Request[Any, Any, Any], form: Form, secret: bytes) -> Form:
    token = request.headers.get(HEADER) or form.text(FIELD)
    if not is_token(token, secret):
        raise ForgedForm("open the page again and send the form from there; it may have been open for too long")
    return Form({name: values for name, values in form.fields.items() if name != FIELD})


def _kind(request: Request[Any, Any, Any]) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


_FORMS: Final = ("application/x-www-form-urlencoded", MULTIPART)


async def _read(request: Request[Any, Any, Any]) -> Form:
    sent = await request.form()
    fields: dict[str, list[str]] = {}
    for name, value in sent.multi_items():
        if not isinstance(value, str):
            raise BadBody(text("`{name}` is a file; this form takes none", name=name))
        if "\0" in name or "\0" in value:
            raise BadBody(text("`{name}` contains the character U+0000; leave it out", name=name))
        fields.setdefault(name, []).append(value.replace("\r\n", "\n"))  # as HTML sends lines
    return Form(fields)
