"""Recognition: which template an English sentence was made from, and with what in its fields.

Entries hold sentences in English, as they were said. Their templates are known to the catalogues, so that they can be said in
another language afterwards, without a change of what is stored.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

_FIELD: Final = re.compile(r"(?<!\{)\{([A-Za-z_0-9]*)(?:![rsa])?(?::[^{}]*)?\}(?!\})")

_LETTERS: Final = 7
"""The number of letters that a template has at least beside its fields: a shorter one fits what people write themselves."""

_REMEMBERED: Final = 2048
"""The number of sentences whose template is remembered, of each catalogue."""


class Recognized(NamedTuple):
    """A template, with what its fields say in a sentence."""

    template: str
    fields: Mapping[str, str]

    def filled(self, template: str, say: Callable[[str], str]) -> str:
        """Return another template with these fields, as `say` gives them. They are as they were said already: a template does
        not write them once more in its own way."""
        own = _FIELD.sub(lambda match: f"{{{match[1]}}}", template)
        return own.format_map({name: say(field) for name, field in self.fields.items()})


class Templates:
    """Templates, by which sentences are recognized. A sentence that several fit was made from the one with the most letters."""

    def __init__(self, templates: Iterable[str]) -> None:
        self._by_start: defaultdict[str, list[tuple[int, str, re.Pattern[str]]]] = defaultdict(list)
        for template in dict.fromkeys(templates):
            letters = sum(map(str.isalpha, _FIELD.sub("", template)))
            if _FIELD.search(template) and letters >= _LETTERS:
                self._by_start[_start_of(template)].append((letters, template, _pattern(template)))
        self.recognize = lru_cache(_REMEMBERED)(self._recognize)

    def _recognize(self, sentence: str) -> Recognized | None:
        """Return the template of a sentence; None for one that has none."""
        candidates = [*self._by_start.get(sentence[:_START], ()), *self._by_start.get("", ())]
        fitting = ((letters, template, pattern.fullmatch(sentence)) for letters, template, pattern in candidates)
        best = max(
            ((letters, template, match) for letters, template, match in fitting if match), default=None, key=_letters
        )
        return (
            None
            if best is None
            else Recognized(best[1], {k: v for k, v in best[2].groupdict().items() if v is not None})
        )


_START: Final = 4
"""The number of characters by which templates are looked up that do not begin with a field."""


def _letters(fitting: tuple[int, str, re.Match[str]]) -> int:
    return fitting[0]


def _start_of(template: str) -> str:
    start = template[:_START]
    return "" if "{" in start else start


def _pattern(template: str) -> re.Pattern[str]:
    """The sentences that a template makes. A field that it names twice says the same both times."""
    parts, known = _FIELD.split(template), set[str]()
    pattern = ""
    for index, part in enumerate(parts):
        if index % 2 == 0:
            pattern += re.escape(part.replace("{{", "{").replace("}}", "}"))
        elif part in known:
            pattern += f"(?P={part})"
        else:
            known.add(part)
            some = "*?" if pattern[-1:].isalpha() else "+?"  # an ending (`step{s}`) may be none
            pattern += f"(?P<{part}>.{some})" if part else f".{some}"
    return re.compile(pattern, re.DOTALL)
