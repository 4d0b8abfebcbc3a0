"""Completion as shells take it. Bash needs more than click gives it: names with spaces, and words with `=` in them."""

from __future__ import annotations

import os
import re
from typing import Any, Final

from click.shell_completion import BashComplete, CompletionItem, add_completion_class, split_arg_string

_BREAKS: Final = "=:"
"""Characters behind which bash begins another word (of COMP_WORDBREAKS)."""

_UNSAFE: Final = re.compile(r"([^A-Za-z0-9_@%+=:,./-])")

_SOURCE: Final = """\
%(complete_func)s() {
    local line
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
            dir,*) compopt -o dirnames ;;
            file,*) compopt -o default ;;
            "") ;;
            *) COMPREPLY+=("${line#plain,}") ;;
        esac
    done < <(env RETCON_LINE="${COMP_LINE:0:COMP_POINT}" %(complete_var)s=bash_complete "$1")
    case ${COMPREPLY[0]} in
        *= | *.) compopt -o nospace ;;
    esac
    return 0
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""


class BashLineComplete(BashComplete):
    """Completion of the line as it is typed, quotes and all."""

    source_template = _SOURCE

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the last one, and the last one as far as it is typed."""
        line = os.environ["RETCON_LINE"]
        words = split_arg_string(line)[1:]
        return (words[:-1], words[-1]) if _last_word(line) else (words, "")

    def format_completion(self, item: CompletionItem[Any]) -> str:
        """Return the part of a value that takes the place of what bash holds for the last word."""
        return f"{item.type},{replacement(os.environ['RETCON_LINE'], str(item.value))}"


def register() -> None:
    """Let click answer bash by the class above."""
    add_completion_class(BashLineComplete)


def replacement(line: str, value: str) -> str:
    """Return the text that bash puts in place of the last word of a line, from its last break or open quote on."""
    word = _last_word(line)
    quote = _open_quote(word)
    if quote is not None:
        return value[len(_plain(word[:quote])) :]
    start = max(map(word.rfind, _BREAKS)) + 1
    return _UNSAFE.sub(r"\\\1", value[len(_plain(word[:start])) :])


def _last_word(line: str) -> str:
    """Return the last word of a line as it is typed."""
    start, quote, escaped = 0, "", False
    for place, char in enumerate(line):
        if escaped:
            escaped = False
        elif char == "\\" and quote != "'":
            escaped = True
        elif quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char.isspace():
            start = place + 1
    return line[start:]


def _open_quote(word: str) -> int | None:
    """Return the place of the quote that a word opens and does not close."""
    place = None
    for index, char in enumerate(word):
        if char in "'\"" and (place is None or char == word[place]):
            place = index if place is None else None
    return place


def _plain(word: str) -> str:
    return "".join(split_arg_string(word))
