"""A browser without scripts: it keeps cookies, follows redirects, and sends the forms of the pages that it was shown."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from http.cookies import SimpleCookie
from typing import Any

import httpx


class Browser:
    """A browser of its own, with its own cookies."""

    def __init__(
        self, http: httpx.Client, agent: str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0"
    ) -> None:
        self.http = http
        self.agent = agent
        self.cookies: dict[str, str] = {}
        self.page = ""

    def send(self, method: str, path: str, **sent: Any) -> httpx.Response:
        """A request with this browser's cookies. Redirects are not followed."""
        headers = {"User-Agent": self.agent, **sent.pop("headers", {})}
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        self.http.cookies.clear()  # the client is everybody's, and keeps what each browser is given
        answer = self.http.request(method, path, headers=headers, follow_redirects=False, **sent)
        self.http.cookies.clear()
        for header in answer.headers.get_list("set-cookie"):
            for name, morsel in SimpleCookie(header).items():
                if morsel["max-age"] == "0":
                    self.cookies.pop(name, None)
                else:
                    self.cookies[name] = morsel.value
        return answer

    def open(self, path: str, status: int = 200) -> str:
        """The page at a path, after redirects."""
        answer = self.send("GET", path)
        while answer.status_code == 303:
            answer = self.send("GET", answer.headers["location"])
        assert answer.status_code == status, f"{answer.status_code}: {answer.text}"
        self.page = answer.text
        return self.page

    def submit(self, action: str, /, status: int = 303, **fields: str) -> httpx.Response:
        """Send the first form of the page that has this address, its hidden fields included."""
        form = next(form for form in forms_in(self.page) if form.action == action)
        answer = self.send("POST", action, data={**form.hidden, **fields})
        assert answer.status_code == status, f"{answer.status_code}: {answer.text}"
        return answer

    def hidden(self) -> dict[str, str]:
        """The hidden fields of the first form of the page."""
        return forms_in(self.page)[0].hidden

    def submit_to(self, path: str, **fields: str) -> httpx.Response:
        """Send a form with the token of the page to any path."""
        return self.send("POST", path, data={"_form": self.hidden()["_form"], **fields})

    def sign_in(self, secret: str, name: str = "") -> httpx.Response:
        """Sign in by the form."""
        self.open("/sign-in")
        return self.submit("/sign-in", secret=secret, name=name)


class Form:
    """A form of a page: where it is sent to, and its hidden fields."""

    def __init__(self, action: str, method: str) -> None:
        self.action, self.method = action, method
        self.hidden: dict[str, str] = {}


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form(given.get("action", ""), given.get("method", "get")))
        elif tag == "input" and given.get("type") == "hidden" and self.forms:
            self.forms[-1].hidden[given["name"]] = given.get("value", "")


def forms_in(page: str) -> list[Form]:
    """The forms of a page, in their order."""
    parser = _Forms()
    parser.feed(page)
    return parser.forms


def masked(page: str) -> str:
    """A page without what differs between two tables that are otherwise alike: ids, hashes, times and form tokens."""
    page = re.sub(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "ID", page)
    page = re.sub(r"\b[0-9a-f]{64,128}\b", "DIGEST", page)
    return re.sub(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|\+00:00)?|\b\d\d:\d\d\b", "TIME", page)
