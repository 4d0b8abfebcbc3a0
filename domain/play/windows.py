"""Windows: moments with a payload. A rule opens one, and the chapters that mind it change what the rule goes on with.

An attack that is declared, rolled, hits and lands opens a window at each of these points. A shield that stops it, a rule that
makes it worse and a power that interrupts it are handlers in chapters of their own, so that the attack imports none of them.

Handlers run in the order in which the system lists them. Where the system lets the owner of the subject order what is
simultaneous, the owner is offered what comes first, second, and so on. A handler reads, rolls, emits, asks and refuses like any
rule, and may open windows itself, so that interrupts are interrupted to any depth.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any, Generic, NamedTuple, TypeVar, get_type_hints

from domain.messages import text
from domain.play.moments import in_order
from domain.play.play import Play
from domain.play.refusals import Refused

P = TypeVar("P")

WindowHandler = Callable[[Play, str, P], P]
"""(play, subject, payload) -> payload, changed or not."""

MOST_NESTED = 50
"""The maximum number of windows open within one another; more are handlers that answer each other without end."""


class Window(NamedTuple, Generic[P]):
    """A point of a rule at which others may step in, declared once in a game with the type of what they are given.

    Once `over` says that nothing more can come of a payload, the handlers that have not run yet are passed by.
    """

    name: str
    payload: type[P]
    over: Callable[[P], bool] = lambda _: False

    def open(self, play: Play, subject: str, payload: P) -> P:
        """Let everything that minds this window change the payload, and return what it is then.

        `subject` is the reference of the character whose window it is, "" for nobody's. Raises ValueError where the system
        does not declare the window; Refused where more than `MOST_NESTED` windows are open.
        """
        if self.name not in play.system.windows:
            raise ValueError(f"{play.system.name} declares no window {self.name!r}; add it to its windows")
        if len(play.windows) == MOST_NESTED:
            endless = text(
                "More than {most_nested} interrupts answer one another; decline one of them.", most_nested=MOST_NESTED
            )
            raise Refused("windows", endless)
        handlers = {handler.__name__: handler for handler in play.system.windows[self.name]}
        play.windows.append(self.name)
        try:
            for handler in in_order(play, self.name, subject, handlers):
                if self.over(payload):
                    break
                payload = handler(play, subject, payload)
        finally:
            play.windows.pop()
        return payload

    def check(self, handler: WindowHandler[Any]) -> None:
        """Check that a handler takes and returns the payload of this window. Raises ValueError."""
        hints = get_type_hints(handler)
        taken = [hints.get(name) for name in signature(handler).parameters]
        if taken[2:] != [self.payload] or hints.get("return") != self.payload:
            form = f"(play, subject, {self.payload.__name__}) -> {self.payload.__name__}"
            raise ValueError(f"{handler.__name__} minds the window {self.name!r}; it has to be {form}")


WindowTable = Mapping[Window[Any], tuple[WindowHandler[Any], ...]]
"""The handlers of each window; the type of a chapter's `WINDOWS` where their payloads differ."""
