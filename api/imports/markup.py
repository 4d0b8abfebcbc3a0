"""HTML of chats as plain text."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Final

_LINES: Final = frozenset(
    {"p", "div", "br", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "section", "header", "footer"}
)
_UNREAD: Final = frozenset({"script", "style", "template"})
_CLOSED_BY_THEMSELVES: Final = frozenset({"br", "img", "hr", "input", "meta", "link", "source", "wbr"})


def text_of(markup: str) -> str:
    """Return the words of a piece of HTML, a line for each block. Secret sections are left out: they are for game masters."""
    if "<" not in markup and "&" not in markup:
        return markup.strip()
    reader = _Words()
    reader.feed(markup)
    reader.close()
    lines = (" ".join(line.split()) for line in "".join(reader.words).splitlines())
    return "\n".join(line for line in lines if line)


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []
        self._unread: list[str] = []
        """The elements that are open within one that is not read, that one first."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _LINES:
            self.words.append("\n")
        if tag in _CLOSED_BY_THEMSELVES:
            return
        secret = tag == "section" and "secret" in (dict(attrs).get("class") or "").split()
        if self._unread or secret or tag in _UNREAD:
            self._unread.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in _LINES:
            self.words.append("\n")
        if tag in self._unread:
            while self._unread and self._unread.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not self._unread:
            self.words.append(data)


def plain_name(text: str, longest: int) -> str:
    """Return a name or label in one line of at most so many characters."""
    words = " ".join(re.sub(r"[\0-\x1f]", " ", text_of(text)).split())
    return words if len(words) <= longest else f"{words[: longest - 1].rstrip()}…"
