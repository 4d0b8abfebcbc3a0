"""A table at which everything has happened that there is, so that every page has something to show."""

from __future__ import annotations

from typing import Final

from tests.api.people import Json, Person, Table, command
from tests.games.casting import renamed
from tests.games.own import REGISTRY
from tests.games.stories import before, setup_of

FREE: Final = frozenset({"title", "text", "reason", "prompt", "detail", "provenance", "search", "seal", "what"})
"""Fields of commands in which people write what they like."""


def everything_at(owner: Person, words: str = "") -> Table:
    """A freeform table at which the example of every command was given, as far as each still can be. `words` are added to
    whatever somebody writes freely, and are a name of everything that has one."""
    table = Table(owner, called=f"The Long Night{words}")
    base = REGISTRY.base
    players = {base.examples.player: table.pat.id}
    steps = [
        *setup_of(base),
        *(step for type in base.kinds for step in (*before(base, type), (type, base.kinds[type].example))),
    ]
    for number, (type, args) in enumerate(steps):
        written = renamed(dict(args), players)
        if words:
            written = _with(written, words)
        _give(table.gm, type, written, must=number < len(setup_of(base)))
    for kind in ("character", "encounter", "enclave") if words else ():
        table.gm.does(f"freeform.create_{kind}", name=f"Z{words}")
    struck = table.gm.does("freeform.note", text=f"Struck.{words}")["entry"]
    table.gm.ask("POST", "./revisions", 201, json={"undo": [struck], "reason": f"Wrong.{words}"})
    fork = table.gm.ask("POST", "./forks", 201, json={"name": f"What if{words}"})["id"]
    table.gm.at(fork).does("freeform.note", text=f"Otherwise.{words}")
    return table


def _give(gm: Person, type: str, args: Json, *, must: bool) -> None:
    """Give a command; what comes before all others has to be taken."""
    answer = gm.send("POST", "./commands", json=command(type, **args))
    assert answer.status_code == 201 or not must, f"{type}: {answer.text}"


def _with(args: Json, words: str) -> Json:
    """Args with these words added to everything that is written freely."""
    return {
        key: f"{value}{words}"
        if key in FREE and isinstance(value, str)
        else _with(value, words)
        if isinstance(value, dict)
        else value
        for key, value in args.items()
    }
