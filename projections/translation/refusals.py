"""Refusals and problem details in another language: what rules, the domain and the interface refuse with.

The parts of the catalogues are called `refusals`: one in the package `api`, for the domain, the projections and the interface, and one
in the package of each game.
"""

from __future__ import annotations

from gettext import NullTranslations
from typing import Final

from projections.translation.catalogues import translations

REFUSALS: Final = "refusals"
"""The part of a package's texts that its refusals have, in catalogues of their own."""

BASE: Final = "api"
"""The package whose catalogues have the refusals that belong to no game."""


class Refusals(NullTranslations):
    """The translations of refusals into a language, from several packages; a text that none has stays English."""

    def __init__(self, packages: tuple[str, ...], language: str) -> None:
        super().__init__()
        self._catalogues = [translations(package, language, REFUSALS) for package in (BASE, *packages)]

    def gettext(self, message: str) -> str:
        """Return a text in this language."""
        if not message:
            return ""
        each = (catalogue.gettext(message) for catalogue in self._catalogues)
        return next((translated for translated in each if translated != message), message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form of a text for a number in this language."""
        english = msgid1 if n == 1 else msgid2
        each = (catalogue.ngettext(msgid1, msgid2, n) for catalogue in self._catalogues)
        return next((translated for translated in each if translated != english), english)
