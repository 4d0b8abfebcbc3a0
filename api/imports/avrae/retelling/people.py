"""People of a recording as members of its campaign: the game master, the players, and the bot as an observer."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID, uuid5

from api.imports.avrae.recording.report import RecordedPerson
from api.imports.avrae.story.happenings import Author, CombatantJoined, Happening, Said
from domain.vocabulary.chronicle import Role

AVRAE = UUID("0f0b1b6e-5a0e-5a7c-9c5e-3f7f3d2a6c41")
"""The namespace in which a recording's author ids become member ids."""

_BEGINNING = "init begin"


def member_of(author: str) -> str:
    """The member that a person of a recording becomes, in every campaign the same."""
    return str(uuid5(AVRAE, author))


_NOBODY = RecordedPerson(member_of(""), "Game master", "gm")
"""The game master of a recording that names no people."""


class People:
    """The members of the new campaign: everyone who wrote or controls a combatant; the first who began a combat leads."""

    def __init__(self, happenings: Iterable[Happening], gm_account: str | None) -> None:
        story = list(happenings)
        authors = {each.source.author.id: each.source.author for each in story if each.source.author is not None}
        controllers = [each.controller for each in story if isinstance(each, CombatantJoined) and each.controller]
        for controller in controllers:
            authors.setdefault(controller, Author(controller, controller))
        leader = _leader(story, authors)
        everybody = [_person(author, leader) for author in authors.values()]
        self.persons = tuple(everybody if leader is not None else [_NOBODY, *everybody])
        leading = next(person.member for person in self.persons if person.role == "gm")
        self.gm = gm_account or leading
        """The campaign's founder: the account that imports, else the recording's own game master."""
        self._leading = leading
        self._known = set(authors)
        self._names = {person.member: person.name for person in self.persons}

    def speaking(self, author: Author | None) -> str:
        """Return the member behind an author; for happenings without one, the recording's game master."""
        return self._leading if author is None else member_of(author.id)

    def under_another_name(self, author: Author | None) -> bool:
        """Whether the author uses another name than their member's: one bot speaks for many characters."""
        return author is not None and author.bot and self._names.get(member_of(author.id), author.name) != author.name

    def owners(self, controller: str) -> tuple[str, ...]:
        """The members who play what this person controls."""
        return (member_of(controller),) if controller in self._known else ()


def _leader(story: list[Happening], authors: dict[str, Author]) -> str | None:
    """Return the author who began the combat, else the one who brought in a monster, else the first to write. None
    without authors.
    """
    began = (
        each.source.author.id
        for each in story
        if isinstance(each, Said) and each.command == _BEGINNING and each.source.author is not None
    )
    brought = (each.controller for each in story if isinstance(each, CombatantJoined) and each.kind == "monster")
    wrote = (author.id for author in authors.values() if not author.bot)
    return next((who for who in (*began, *brought, *wrote) if who), None)


def _person(author: Author, leader: str | None) -> RecordedPerson:
    role: Role = "gm" if author.id == leader else "observer" if author.bot else "player"
    return RecordedPerson(member_of(author.id), author.name, role)
