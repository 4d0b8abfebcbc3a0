"""Ids of Roll20's records, which hold the time at which these came about."""

from __future__ import annotations

from typing import Final

from api.imports.history.times import moment_of

_ALPHABET: Final = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
_DIGITS: Final = {letter: place for place, letter in enumerate(_ALPHABET)}
ID_LENGTH: Final = 20


def moment_in(record_id: str) -> int | None:
    """Return the milliseconds since 1970 in the first eight characters of an id; None for other ids."""
    if len(record_id) != ID_LENGTH or any(letter not in _DIGITS for letter in record_id):
        return None
    moment = 0
    for letter in record_id[:8]:
        moment = moment * len(_ALPHABET) + _DIGITS[letter]
    return moment_of(moment)
