"""Recaps as documents: whatever a sentence holds, a reader of Markdown or HTML sees just that."""

from __future__ import annotations

from html.parser import HTMLParser
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from projections.recaps import html, markdown
from projections.recaps.recap import Recap, RecapLine, Receipt
from projections.unfit import fit

CAMPAIGN = UUID(int=1)

GOLDEN_MARKDOWN = """\
# Ash Street: session 2, The pier

- Ada is dead. ([4](#4))
- Rat is dying. ([6](#6); *corrected by 9*)

## Receipts

Each number is an entry of the ledger, here with its hash in the chain. The recap is as of entry 9.

- [4](#4): `aa` 2026-01-01 18:04
- [9](#9): `bb` 2026-01-01 18:09
"""

GOLDEN_HTML = """\
<article class="recap">
<h1>Ash Street: session 2, The pier</h1>
<ul>
<li>Ada is dead. <small>(<a href="#4">4</a>)</small></li>
<li>Rat is dying. <small>(<a href="#6">6</a>; <em class="mark corrected">corrected by 9</em>)</small></li>
</ul>
<h2>Receipts</h2>
<p>Each number is an entry of the ledger, here with its hash in the chain. The recap is as of entry 9.</p>
<table class="receipts">
<thead><tr><th scope="col">Entry</th><th scope="col">When</th><th scope="col">Hash</th></tr></thead>
<tbody>
<tr><td><a href="#4">4</a></td><td><time datetime="2026-01-01T18:04:00Z">2026-01-01 18:04</time></td><td><code>aa</code></td></tr>
<tr><td><a href="#9">9</a></td><td><time datetime="2026-01-01T18:09:00Z">2026-01-01 18:09</time></td><td><code>bb</code></td></tr>
</tbody>
</table>
</article>"""


def recap(*texts: str, name: str = "Ash Street") -> Recap:
    lines = tuple(RecapLine(sort="death", text=text, entry=4) for text in texts)
    return Recap(
        campaign=CAMPAIGN, name=name, session=2, title="The pier", entry=9, language="en", lines=lines, receipts=()
    )


@pytest.fixture
def corrected() -> Recap:
    return Recap(
        campaign=CAMPAIGN,
        name="Ash Street",
        session=2,
        title="The pier",
        entry=9,
        language="en",
        lines=(
            RecapLine(sort="death", text="Ada is dead.", entry=4),
            RecapLine(sort="wound", text="Rat is dying.", entry=6, mark="corrected", revision=9),
        ),
        receipts=(
            Receipt(entry=4, at="2026-01-01T18:04:00Z", hash="aa"),
            Receipt(entry=9, at="2026-01-01T18:09:00Z", hash="bb"),
        ),
    )


def test_a_recap_as_markdown(corrected: Recap) -> None:
    assert markdown.markdown(corrected, "#{}".format) == GOLDEN_MARKDOWN


def test_a_recap_as_html(corrected: Recap) -> None:
    assert html.body(corrected, "#{}".format) == GOLDEN_HTML


def test_an_empty_session_says_so() -> None:
    assert "There is nothing to tell yet." in html.page(recap())
    assert "There is nothing to tell yet." in markdown.markdown(recap())


class Shown(HTMLParser):
    """The tags of a document, and the text of its items without surplus spaces."""

    def __init__(self, document: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.items: list[str] = []
        self.feed(document)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag == "li":
            self.items.append("")

    def handle_data(self, data: str) -> None:
        if self.items:
            self.items[-1] += data


anything = st.text(st.characters(codec="utf-8"), min_size=1, max_size=30) | st.lists(
    st.sampled_from([*"<>&[]()`*_#+-.1:!|~\\\"'=@/ \n", "http://", "<b>", "www.", "&amp;", "\u202e"]), max_size=12
).map("".join)


def spaced(text: str) -> str:
    return " ".join(fit(text).split())


@given(anything)
@settings(max_examples=150)
def test_markdown_shows_just_what_is_said(text: str) -> None:
    shown = Shown(MarkdownIt("commonmark").render(markdown.markdown(recap(f"{text} is dead."))))
    assert shown.tags <= {"h1", "h2", "ul", "li", "p"}
    assert spaced(shown.items[0].partition(" (4)")[0]) == spaced(f"{text} is dead.").partition(" (4)")[0]


@given(anything)
@settings(max_examples=150)
def test_html_shows_just_what_is_said(text: str) -> None:
    shown = Shown(html.body(recap(f"{text} is dead.")))
    assert shown.tags.isdisjoint({"a", "b", "script", "img"})
    assert spaced(shown.items[0].partition(" (4)")[0]) == spaced(f"{text} is dead.").partition(" (4)")[0]
