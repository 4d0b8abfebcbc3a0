"""Messages as Discord takes them: escaped text, a block of fixed width, and buttons. They mention nobody."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from projections.unfit import fit

LONGEST: Final = 2000
"""Characters of a message, at most."""

LONGEST_LINE: Final = 900
"""Characters of one line, at most."""

LONGEST_LABEL: Final = 80
"""Characters on a button, at most."""

IN_A_ROW: Final = 5
"""Buttons in a row, and rows in a message, at most."""

MOST_BUTTONS: Final = IN_A_ROW * IN_A_ROW

EPHEMERAL: Final = 1 << 6
"""The flag of a message that only the user sees who asked for it."""

_NOBODY: Final[dict[str, list[str]]] = {"parse": []}
"""The mentions of every message: whatever a text says, nobody is called."""

_MARKDOWN: Final = re.compile(r"([\\*_~`|<>#\[\]():@+.-])")

_BLOCK: Final = "```"


class Button(msgspec.Struct, frozen=True):
    """A button: its id comes back when a user presses it. A `main` one stands out."""

    id: str
    label: str
    main: bool = False

    @property
    def component(self) -> dict[str, Any]:
        """The button as Discord takes it."""
        return {"type": 2, "style": 1 if self.main else 2, "label": shortened(self.label), "custom_id": self.id}


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """A message: lines of escaped text, behind them lines of fixed width as they are, and buttons."""

    lines: tuple[str, ...] = ()
    block: tuple[str, ...] = ()
    buttons: tuple[Button, ...] = ()

    @property
    def content(self) -> str:
        """The text of the message, as far as it fits."""
        text = "\n".join(fitting(self.lines, LONGEST))
        if not self.block:
            return text
        room = LONGEST - len(text) - 2 * len(_BLOCK) - 3
        inside = "\n".join(fitting((line.replace("`", "ˋ") for line in self.block), room))
        block = f"{_BLOCK}\n{inside}\n{_BLOCK}"
        return f"{text}\n{block}" if text else block

    def sent(self, *, ephemeral: bool = False) -> dict[str, Any]:
        """The message as Discord takes a new one."""
        return {**self.edited, "flags": EPHEMERAL if ephemeral else 0}

    @property
    def edited(self) -> dict[str, Any]:
        """The message as Discord takes it in the place of another, which stays as public or private as it was."""
        buttons = list({button.id: button for button in self.buttons}.values())[
            :MOST_BUTTONS
        ]  # Discord takes an id once
        rows = [buttons[at : at + IN_A_ROW] for at in range(0, len(buttons), IN_A_ROW)]
        return {
            "content": self.content,
            "allowed_mentions": _NOBODY,
            "components": [{"type": 1, "components": [button.component for button in row]} for row in rows],
        }


class InteractionAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to an interaction: `private` is for the user who asked, `public` for the channel. Of both, the second comes
    behind the first. `replaces` is whether the private one takes the place of the message whose button was pressed."""

    private: Message | None = None
    public: Message | None = None
    replaces: bool = False


def sentence(*lines: str) -> Message:
    """A message of lines of plain text."""
    return Message(lines=tuple(map(escaped, lines)))


def only(*lines: str) -> InteractionAnswer:
    """Plain text for the user who asked alone."""
    return InteractionAnswer(private=sentence(*lines))


def escaped(text: str) -> str:
    """Escape a text, so that Discord shows it as it is written."""
    return _MARKDOWN.sub(r"\\\1", fit(text))


def fitting(lines: Iterable[str], room: int) -> list[str]:
    """Return as many lines as fit, shortened where one is too long, and a line that counts the others."""
    every = [line if len(line) <= LONGEST_LINE else f"{line[: LONGEST_LINE - 1]}…" for line in lines]
    if sum(len(line) + 1 for line in every) <= room:
        return every
    kept: list[str] = []
    size = len(_more(len(every)))
    for line in every:
        size += len(line) + 1
        if size > room:
            break
        kept.append(line)
    return [*kept, _more(len(every) - len(kept))]


def _more(lines: int) -> str:
    return f"… {lines} more lines"


def shortened(text: str, room: int = LONGEST_LABEL) -> str:
    """Shorten a text that Discord shows as it is, such as a label."""
    text = " ".join(fit(text).split()) or "…"
    return text if len(text) <= room else f"{text[: room - 1]}…"
