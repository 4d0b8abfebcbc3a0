"""Declaring that the values of a parameter are completed; they are imported when a shell asks for them."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Final

import rich_click as click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

WORDS: Final = "retcon.words"
"""The key of the words of the command line in the meta data of a context."""

Completer = Callable[[click.Context, click.Parameter, str], "list[CompletionItem[str]]"]


def completes(source: str) -> Completer:
    """Return a completer by the name of its function in `api.cli.completion.values`.

    It completes nothing where that fails: the person at the prompt goes on typing.
    """

    def complete(context: click.Context, asked: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
        try:
            if isinstance(asked, click.Option) and context.parent is not None:
                context = _with_value(context)
            with context.scope(cleanup=False):  # what is read of the command line, such as its profile
                values = list(getattr(import_module("api.cli.completion.values"), source)(context, incomplete))
        except Exception:
            return []
        item = import_module("click.shell_completion").CompletionItem
        typed = incomplete.casefold()
        return [item(value) for value in values if value.casefold().startswith(typed)]

    return complete


def _with_value(context: click.Context) -> click.Context:
    """Return the context as it is once the last option has a value: without one, click reads no arguments at all."""
    typed = context.meta[WORDS]
    behind = typed[typed.index(context.info_name) + 1 :]
    return context.command.make_context(context.info_name, [*behind, "?"], context.parent, resilient_parsing=True)
