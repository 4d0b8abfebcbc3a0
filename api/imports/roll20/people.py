"""The writers of a chat: players by their ids, called by the names that they wrote under."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final

from api.imports.history.records import ToldPerson
from api.imports.markup import plain_name
from api.imports.playing import LONGEST_WORD

_MASTER: Final = "(GM)"


class ChatPeople:
    """The players of a chat. A name with `(GM)` behind it is a player's own; others may be those of characters."""

    def __init__(self) -> None:
        self._names: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._own: dict[str, str] = {}

    def meet(self, player: str, who: str) -> None:
        """Note the name under which a player wrote."""
        if player:
            self._names[player][speaker_of(who)] += 1
            if who.strip().endswith(_MASTER):
                self._own[player] = speaker_of(who)

    def call(self, player: str, name: str) -> None:
        """Note a player's own name."""
        if player:
            self._own[player] = speaker_of(name)

    def people(self) -> Iterator[ToldPerson]:
        """Yield every person, with their own name or the one that they used most."""
        for player in {**self._names, **self._own}:
            common = self._names[player].most_common(1)
            name = self._own.get(player) or (common[0][0] if common else "")
            yield ToldPerson(player, name or f"Player {player[-4:]}", "player")


def speaker_of(who: str) -> str:
    """Return the name that a person wrote under, without the mark of game masters."""
    return plain_name(who, LONGEST_WORD).removesuffix(_MASTER).strip()
