"""A recap as Markdown. Texts that people wrote are text there and nothing else: no markup, no link and no HTML comes
out of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from projections.phrases.catalogue import catalogue
from projections.phrases.messages import phrase
from projections.recaps.recap import Recap, RecapLine, Say, headline, remark
from projections.unfit import fit

MEDIA_TYPE: Final = "text/markdown; charset=utf-8"

_SPECIAL: Final = re.compile(r"[\\`*_\[\]<>#|~&$@]|:(?=//)|(?<=www)\.")
"""Characters that begin markup, also where a reader makes links of bare addresses."""

_LISTED: Final = re.compile(r"^(\d*)([-+=.)])")
"""The beginning of an item of a list, or of a line below a heading."""


def markdown(recap: Recap, link: Callable[[int], str] | None = None) -> str:
    """Return a recap as Markdown; `link` gives the address of an entry."""
    return "\n".join(_lines(recap, link, catalogue(recap.language).say)) + "\n"


def escaped(text: str) -> str:
    """Return a text as Markdown that shows just that, in one line."""
    line = " ".join(fit(text).split())
    return _LISTED.sub(r"\1\\\2", _SPECIAL.sub(r"\\\g<0>", line))


def _lines(recap: Recap, link: Callable[[int], str] | None, say: Say) -> Iterator[str]:
    yield f"# {escaped(headline(recap, say))}"
    yield ""
    if not recap.lines:
        yield escaped(say(phrase("recap.nothing")))
        return
    yield from (_sentence(line, link, say) for line in recap.lines)
    yield ""
    yield f"## {escaped(say(phrase('recap.receipts')))}"
    yield ""
    yield escaped(say(phrase("recap.receipts_text", entry=recap.entry)))
    yield ""
    for receipt in recap.receipts:
        yield f"- {_number(receipt.entry, link)}: `{receipt.hash}` {receipt.at[:16].replace('T', ' ')}"


def _sentence(line: RecapLine, link: Callable[[int], str] | None, say: Say) -> str:
    mark = escaped(remark(line, say))
    text = escaped(line.text)
    return f"- {text} ({_number(line.entry, link)}{f'; *{mark}*' if mark else ''})"


def _number(entry: int, link: Callable[[int], str] | None) -> str:
    return str(entry) if link is None else f"[{entry}]({link(entry)})"
