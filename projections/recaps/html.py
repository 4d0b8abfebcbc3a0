"""A recap as HTML: a page of its own for reading and printing, and the body that other pages embed. There is no script in it."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator
from typing import Final

from projections.phrases.catalogue import catalogue
from projections.phrases.messages import phrase
from projections.recaps.recap import Recap, RecapLine, Receipt, Say, headline, remark
from projections.unfit import fit

MEDIA_TYPE: Final = "text/html; charset=utf-8"

POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of the page: it loads and runs nothing."""

_STYLE: Final = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 Georgia, serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }
.recap li { margin: .4rem 0; }
.recap small, .recap .receipts { font: .8rem/1.4 system-ui, sans-serif; }
.recap .receipts { width: 100%; border-collapse: collapse; }
.recap .receipts th, .recap .receipts td { text-align: left; vertical-align: top; padding: .1rem .5rem .1rem 0; }
.recap code { overflow-wrap: anywhere; }
@media print { body { margin: 0; max-width: none; } .recap li, .recap tr { break-inside: avoid; } a { color: inherit; } }
"""


def page(recap: Recap, link: Callable[[int], str] | None = None) -> str:
    """Return a recap as a page that stands by itself; `link` gives the address of an entry."""
    title = _text(headline(recap, catalogue(recap.language).say))
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
    return (
        f'<!DOCTYPE html>\n<html lang="{_text(recap.language)}">\n<head>{head}<style>{_STYLE}</style></head>\n'
        f"<body>\n<main>\n{body(recap, link)}\n</main>\n</body>\n</html>\n"
    )


def body(recap: Recap, link: Callable[[int], str] | None = None) -> str:
    """Return a recap as an article, to stand in a page."""
    return "\n".join(_parts(recap, link, catalogue(recap.language).say))


def _parts(recap: Recap, link: Callable[[int], str] | None, say: Say) -> Iterator[str]:
    yield '<article class="recap">'
    yield f"<h1>{_text(headline(recap, say))}</h1>"
    if not recap.lines:
        yield f"<p>{_text(say(phrase('recap.nothing')))}</p>\n</article>"
        return
    yield "<ul>"
    yield from (_sentence(line, link, say) for line in recap.lines)
    yield "</ul>"
    yield f"<h2>{_text(say(phrase('recap.receipts')))}</h2>"
    yield f"<p>{_text(say(phrase('recap.receipts_text', entry=recap.entry)))}</p>"
    yield '<table class="receipts">'
    yield f"<thead><tr>{_headings(say)}</tr></thead>\n<tbody>"
    yield from (_receipt(receipt, link) for receipt in recap.receipts)
    yield "</tbody>\n</table>\n</article>"


def _sentence(line: RecapLine, link: Callable[[int], str] | None, say: Say) -> str:
    mark = remark(line, say)
    corrected = f'; <em class="mark {line.mark}">{_text(mark)}</em>' if mark else ""
    return f"<li>{_text(line.text)} <small>({_number(line.entry, link)}{corrected})</small></li>"


def _headings(say: Say) -> str:
    columns = ("entry", "when", "hash")
    return "".join(f'<th scope="col">{_text(say(phrase(f"recap.column_{column}")))}</th>' for column in columns)


def _receipt(receipt: Receipt, link: Callable[[int], str] | None) -> str:
    when = f'<time datetime="{_text(receipt.at)}">{_text(receipt.at[:16].replace("T", " "))}</time>'
    hash = f"<code>{_text(receipt.hash)}</code>"
    return f"<tr><td>{_number(receipt.entry, link)}</td><td>{when}</td><td>{hash}</td></tr>"


def _number(entry: int, link: Callable[[int], str] | None) -> str:
    return str(entry) if link is None else f'<a href="{_text(link(entry))}">{entry}</a>'


def _text(text: str) -> str:
    """Return a text as HTML that shows just that."""
    return html.escape(fit(text))
