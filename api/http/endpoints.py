"""Requests to use cases: read on the event loop, then admitted, decoded, carried out and answered in one thread.

The framework finds the route and describes it. Its own way from there on (parameters and dependencies resolved one by one, a
thread for each step) takes longer than most use cases, so an `Endpoint` stands in front of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Self, TypeVar, TypeVarTuple, cast
from urllib.parse import unquote, urlencode
from uuid import UUID

import msgspec
from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.exceptions import InternalServerException
from litestar.exceptions.http_exceptions import RequestEntityTooLarge
from litestar.serialization import default_serializer
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send
from msgspec.structs import replace

from api.access import ON_BEHALF_OF, Access, Asked, Caller, Seat
from api.answers import encoded, raw
from api.http.inputs import Parameters, ReadParameters
from api.http.kept_answers import KEPT_ANSWERS, KeptAnswers, key_of
from api.http.problem_answers import answer as problem_answer
from api.http.representations import REPRESENTATIONS, Answer, Representation, Representations, response
from api.members import as_uuid
from api.problems import NotSignedIn
from api.proxy.networks import Networks
from api.proxy.subpath import public_path
from api.services import Services
from api.storage.token_checks import TOKEN_CHECKS, TokenChecks
from projections.translation.catalogues import languages
from projections.translation.negotiation import language_of

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

PARAMETERS: Final = "parameters"
"""The key of the application's `ReadParameters` in its state."""

LANGUAGE: Final = "language"
"""The parameter of use cases whose answers are in the language that their reader prefers."""

LARGEST_BODY: Final = 1024 * 1024
"""Bytes: a batch of a thousand commands."""

AT_ONCE: Final = 64 * 1024
"""Bytes of a body that are read before its sender is admitted; a larger one is read afterwards."""

JSON: Final = (b"content-type", b"application/json")
"""The header of a JSON body."""

encode: Final = msgspec.json.Encoder(enc_hook=default_serializer).encode


class EndpointResult(msgspec.Struct, frozen=True):
    """The outcome of a use case, as it is answered; without a `content` the body is empty."""

    content: Any
    status: int
    headers: Mapping[str, str] = {}


class Given(msgspec.Struct, frozen=True):
    """A request and the arguments that its use case was called with."""

    scope: HTTPScope
    arguments: dict[str, Any]


Form = Callable[[Any, Given], EndpointResult]
"""Makes a result of what a use case returned."""


class Endpoint:
    """A use case as the framework's innermost middleware: it answers, and passes nothing on."""

    def __init__(
        self,
        use_case: Callable[..., Any],
        access: Access,
        parameters: Parameters,
        form: Form,
        *,
        threaded: bool = True,
        compressed: bool = True,
        unchanging: bool = False,
        kept: bool = False,
    ) -> None:
        assert not unchanging or access.need == "nobody", "an answer that is kept is everybody's"
        self.access = access
        self._use_case = use_case
        self._parameters = parameters
        self._form = form
        self._threaded = threaded or access.need != "nobody"
        self.compressed, self.unchanging, self.kept = compressed, unchanging, kept

    def __call__(self, app: ASGIApp) -> ASGIApp:  # noqa: ARG002
        """Return this endpoint in place of the framework's handling of the route."""
        return self.answer

    def __deepcopy__(self, memo: Any) -> Self:
        """Return the same endpoint, which never changes: the framework copies each route that it takes in."""
        return self

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, also one that ends in an error."""
        asked = cast("HTTPScope", scope)
        try:
            status, headers, content = await self._answered(asked, receive)
        except Exception as error:  # inside of what logs and counts answers
            request = Request[Any, Any, Any](scope, receive, send)
            await problem_answer(request, error).to_asgi_response(None, request)(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content, "more_body": False})

    async def _answered(self, scope: HTTPScope, receive: Receive) -> Answer:
        """Raises what the use case raises, and the errors of reading and of `Access.admit`."""
        body = b""
        if self._parameters.body is not None:
            if not _is_small(scope):
                await _in_thread(self._admit, scope)
            body = await body_of(scope, receive)
        if not self._threaded:
            return self._carried_out(scope, body, None)
        if self.kept:
            return await self._kept_or_made(scope)
        return await _in_thread(self._carried_out, scope, body, None)

    async def _kept_or_made(self, scope: HTTPScope) -> Answer:
        """Return the answer that is kept for this request and the head of its campaign, or make it and keep it."""
        state, asked = scope["litestar_app"].state, asked_by(scope)
        checks: TokenChecks = state[TOKEN_CHECKS]
        assert asked.campaign is not None, "answers are kept where they follow from a campaign"
        proof = None if asked.token is None else await checks.proof(asked.token, asked.campaign)
        if proof is None or proof.head is None:
            return (await _in_thread(self._made, scope, asked))[0]
        if proof.is_unused and proof.credential.token is not None:
            await _in_thread(state.services.accounts.note_use, proof.credential.token)
        answers: KeptAnswers = state[KEPT_ANSWERS]
        key = key_of(scope, headers_of(scope), proof.credential)
        kept = answers.at(key, proof.head)
        if kept is not None:
            scope["state"]["account"] = proof.credential.account
            return kept
        answer, from_memory = await _in_thread(self._made, scope, replace(asked, proof=proof))
        if from_memory:
            answers.keep(key, proof.head, answer)
        return answer

    def _made(self, scope: HTTPScope, asked: Asked) -> tuple[Answer, bool]:
        """Return an answer, and whether it was made without asking the database."""
        pool = scope["litestar_app"].state.services.pool
        before = pool.taken
        answer = self._carried_out(scope, b"", asked)
        return answer, pool.taken == before

    def _admit(self, scope: HTTPScope) -> None:
        admitted(self.access, scope)

    def _carried_out(self, scope: HTTPScope, body: bytes, asked: Asked | None) -> Answer:
        """Return the status, the headers and the body of the answer."""
        if self.unchanging:
            return self._represented(scope)
        result = self._result(scope, body, asked)
        headers = raw(result.headers)
        if LANGUAGE in self._parameters.provided:
            headers += raw({"Content-Language": language_for(scope), "Vary": "accept-language"})
        if result.content is None:
            return result.status, headers, b""
        content = encode(result.content)
        if self.compressed:
            describing, content = encoded(content, headers_of(scope).get(b"accept-encoding"))
            headers += describing
        headers += (JSON, (b"content-length", b"%d" % len(content)))
        return result.status, headers, content

    def _represented(self, scope: HTTPScope) -> Answer:
        """Return the answer of a route whose answers never change: each is made once."""

        def make() -> Representation:
            result = self._result(scope, b"", None)
            return Representation(encode(result.content), [*raw(result.headers), JSON])

        kept: Representations = scope["litestar_app"].state[REPRESENTATIONS]
        return kept.of((public_path(scope), scope["query_string"]), make).answer(headers_of(scope))

    def _result(self, scope: HTTPScope, body: bytes, asked: Asked | None) -> EndpointResult:
        """Admit the sender, and carry the request out."""
        caller, seat = admitted(self.access, scope, asked)
        arguments = self._arguments(scope, body, caller, seat)
        return self._form(self._use_case(**arguments), Given(scope, arguments))

    def _arguments(self, scope: HTTPScope, body: bytes, caller: Caller | None, seat: Seat | None) -> dict[str, Any]:
        state = scope["litestar_app"].state
        parameters: ReadParameters = state[PARAMETERS]
        query = query_of(scope)
        parameters.check(scope, query)
        arguments = self._parameters.read(query, scope["path_params"])
        services: Services = state.services
        for name, value in (("services", services), ("caller", caller), ("seat", seat)):
            if name in self._parameters.provided:
                arguments[name] = value
        if "address" in self._parameters.provided:
            arguments["address"] = address_of(scope)
        if LANGUAGE in self._parameters.provided:
            arguments[LANGUAGE] = language_for(scope)
        if self._parameters.body is not None:
            arguments["data"] = self._parameters.decode(body)
        return arguments


def json_response(
    request: Request[Any, Any, Any], content: Any, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response[Any]:
    """Return JSON in the form that handlers of the framework give, compressed where the client takes it."""
    describing, body = encoded(encode(content), headers_of(request.scope).get(b"accept-encoding"))
    return response((status, [*raw(headers or {}), *describing], body), "application/json")


class Status:
    """The form of results that are answered as they are, with one status."""

    def __init__(self, status: int) -> None:
        self._status = status

    def __call__(self, content: Any, given: Given) -> EndpointResult:  # noqa: ARG002
        """Answer with the result itself."""
        return EndpointResult(content, self._status)


def tried_or_written(content: Any, given: Given) -> EndpointResult:
    """Answer 200 where it was only tried, and 201 where it was written."""
    tried = given.arguments["dry_run"] or given.arguments["data"].dry_run
    return EndpointResult(content, 200 if tried else 201)


def page_of_list(page: Any, given: Given) -> EndpointResult:
    """Answer with the rows of a page; a header names the next one."""
    return EndpointResult(page.rows, 200, next_page(given.scope, "after", page.next))


def admitted(access: Access, scope: Scope, asked: Asked | None = None) -> tuple[Caller | None, Seat | None]:
    """Admit the sender of a request: return the caller and their seat, which its state has from then on. `asked` is what the
    request claims, where it was read already.

    Raises the errors of `Access.admit`.
    """
    if access.need == "nobody":
        return None, None
    state, asked = scope["state"], asked or asked_by(scope)
    if asked.token is None and access.need == "anybody":
        state["caller"] = None
        return None, None
    caller, seat = access.admit(scope["litestar_app"].state.services, asked)
    state.update(caller=caller, seat=seat, account=caller.account)
    return caller, seat


def asked_by(scope: Scope) -> Asked:
    """Read the sender and the campaign from a request. Raises NotSignedIn, BadParameter."""
    headers = headers_of(scope)
    return Asked(
        _bearer(headers.get(b"authorization")),
        _member(headers.get(_ON_BEHALF_OF)),
        cast("UUID | None", scope["path_params"].get("campaign")),
        address_of(scope),
    )


def headers_of(scope: Scope) -> dict[bytes, bytes]:
    """Return the headers of a request by name; of one that is repeated the first counts."""
    return dict(reversed(list(scope["headers"])))


def language_for(scope: HTTPScope) -> str:
    """Return the language that the sender of a request prefers, of those that there are."""
    return language_of(headers_of(scope).get(b"accept-language", b"").decode("latin-1"), languages())


def address_of(scope: Scope) -> str:
    """The address a request comes from: where that is a proxy of ours, the one that the proxy says it comes from.

    A proxy may add its own header below that of the client, so all of them count, the last one first.
    """
    client = scope["client"]
    address = str(client[0]) if client else ""
    forwarded = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    if not forwarded:
        return address
    proxies: Networks = scope["litestar_app"].state.proxies
    if address not in proxies:
        return address
    for hop in reversed(",".join(forwarded).split(",")):
        if address not in proxies or not hop.strip():
            break
        address = hop.strip()
    return address


_ON_BEHALF_OF: Final = ON_BEHALF_OF.lower().encode()


def _bearer(header: bytes | None) -> str | None:
    if header is None:
        return None
    scheme, _, token = header.decode("latin-1").strip().partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise NotSignedIn("the header is `Authorization: Bearer <token>`")
    return token.strip()


def _member(header: bytes | None) -> UUID | str | None:
    """The member that a header names, by id or name; names are sent percent-encoded where they are not plain Latin."""
    if header is None:
        return None
    name = unquote(header.decode("latin-1").strip())
    return as_uuid(name) or name


def next_page(scope: HTTPScope, name: str, value: object | None) -> Mapping[str, str]:
    """The header that names the next page, where this parameter has this value; none behind the last one."""
    if value is None:
        return {}
    asked = [(key, other) for key, other in query_of(scope) if key != name]
    return {"Link": f'<{public_path(scope)}?{urlencode([*asked, (name, value)])}>; rel="next"'}


async def body_of(scope: HTTPScope, receive: Receive) -> bytes:
    """Read the body of a request. Raises RequestEntityTooLarge, and InternalServerException where the client has gone."""
    announced = headers_of(scope).get(b"content-length", b"0")
    if announced.isdigit() and int(announced) > LARGEST_BODY:
        raise RequestEntityTooLarge
    parts: list[bytes] = []
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            raise InternalServerException("client disconnected prematurely")
        parts.append(message["body"])
        size, more = size + len(parts[-1]), message["more_body"]
        if size > LARGEST_BODY:
            raise RequestEntityTooLarge
    return b"".join(parts)


def query_of(scope: HTTPScope) -> Sequence[tuple[str, str]]:
    """Return the query parameters of a request, in their order."""
    if not scope["query_string"]:
        return ()
    return list(ASGIConnection[Any, Any, Any, Any](scope).query_params.multi_items())


async def _in_thread(work: Callable[[*Ts], T], *arguments: *Ts) -> T:
    return await asyncio.get_running_loop().run_in_executor(None, work, *arguments)


def _is_small(scope: HTTPScope) -> bool:
    headers = headers_of(scope)
    length = headers.get(b"content-length", b"0")
    return b"transfer-encoding" not in headers and length.isdigit() and int(length) <= AT_ONCE
