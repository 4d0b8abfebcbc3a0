"""Completion as shells take it. They need more than click gives them.

Names have spaces, values have commas and `=`, and a line may begin with settings (`RETCON_TOKEN=$ana retcon …`).
"""

from __future__ import annotations

import os
import re
from typing import Any, Final

from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
    split_arg_string,
)

_BREAKS: Final = "=:"
"""Characters behind which bash begins another word (of COMP_WORDBREAKS)."""

_UNSAFE: Final = re.compile(r"([^A-Za-z0-9_@%+=:,./-])")

_SETTING: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
"""The beginning of a word that sets a variable for the command behind it."""

_BASH: Final = """\
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


_ZSH: Final = """\
#compdef %(prog_name)s

(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }

%(complete_func)s() {
    local item
    local -a values begun
    for item in "${(@f)$(env RETCON_LINE="${(j: :)words[1,CURRENT]}" %(complete_var)s=zsh_complete ${~words[1]})}"; do
        case $item in
            dir,*) _path_files -/ ;;
            file,*) _path_files ;;
            *[=.]) begun+=("${item#plain,}") ;;
            ?*) values+=("${item#plain,}") ;;
        esac
    done
    compadd -U -V values -a values
    compadd -U -S "" -V begun -a begun
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    %(complete_func)s "$@"
else
    compdef %(complete_func)s %(prog_name)s
fi
"""

_FISH: Final = """\
function %(complete_func)s
    for item in (env RETCON_LINE=(commandline -cp | string collect) %(complete_var)s=fish_complete %(prog_name)s)
        switch $item
            case "dir,*"
                __fish_complete_directories (commandline -ct)
            case "file,*"
                __fish_complete_path (commandline -ct)
            case "*"
                string replace "plain," "" -- $item
        end
    end
end

complete --no-files --keep-order --command %(prog_name)s --arguments "(%(complete_func)s)"
"""


class LineComplete(ShellComplete):
    """Completion of the line as it is typed, quotes and all."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words between the command and the last one, and the last one as far as it is typed."""
        line = os.environ["RETCON_LINE"]
        words = split_arg_string(line)
        begin = next((place for place, word in enumerate(words) if not _SETTING.match(word)), 0) + 1
        return (words[begin:-1], words[-1]) if _last_word(line) else (words[begin:], "")

    def format_completion(self, item: CompletionItem[Any]) -> str:
        """Return a value behind what it is: plain, a file or a folder."""
        return f"{item.type},{item.value}"


class BashLineComplete(LineComplete, BashComplete):
    """Completion for bash, which splits a word at `=` and `:` and quotes nothing."""

    source_template = _BASH

    def format_completion(self, item: CompletionItem[Any]) -> str:
        """Return the part of a value that takes the place of what bash holds for the last word."""
        return f"{item.type},{replacement(os.environ['RETCON_LINE'], str(item.value))}"


class ZshLineComplete(LineComplete, ZshComplete):
    """Completion for zsh, which replaces the whole word and quotes it as it was begun."""

    source_template = _ZSH


class FishLineComplete(LineComplete, FishComplete):
    """Completion for fish, which replaces the whole word and sets no space behind `=`."""

    source_template = _FISH


def register() -> None:
    """Let click answer shells by the classes above."""
    for shell in (BashLineComplete, ZshLineComplete, FishLineComplete):
        add_completion_class(shell)


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
