"""The keys of the questions that a deed has asked so far, and the next one."""

from __future__ import annotations

from collections.abc import Collection
from itertools import count

from domain.aggregates import CAMPAIGN
from domain.play.reading import TrackedReads
from domain.question_keys import QuestionKey, is_same, names_of, read, split
from domain.system import Registry, System


class AskedKeys:
    """The keys of a deed's questions. `answered` and `known` are keys that the ledger has for it: a question keeps the one
    by which it was answered or asked before, be it in the spelling of an older release."""

    def __init__(
        self, look: TrackedReads, registry: Registry, system: System, answered: Collection[str], known: Collection[str]
    ) -> None:
        self._look, self._registry, self._system = look, registry, system
        self._answered, self._known = answered, known
        self._asked: dict[QuestionKey, str] = {}

    def next(self, kind: str, about: str | tuple[str, ...], of: str, step: int) -> str:
        """The key of the question that is asked now. Raises ValueError where it is about anything but references, paths and
        numbers: only those tell whom a reader may know."""
        subjects = (about,) if isinstance(about, str) else about
        if wrong := [part for part in subjects if part and not (names_of(part) or part.isdecimal())]:
            raise ValueError(f"the question {kind!r} is about {wrong[0]!r}, which is no reference; give one")
        key = self._untaken(QuestionKey(kind, (*_words(of), *filter(None, subjects))), step)
        stored = self._asked[key] = self._as_known(key)
        return stored

    def asked(self, kind: str, of: str = "") -> str | None:
        """The key of a question that the deed has asked; None where it has not."""
        return self._asked.get(QuestionKey(kind, _words(of)))

    def _untaken(self, key: QuestionKey, step: int) -> QuestionKey:
        """The key with the number behind it by which no question of the deed goes yet; a further step of a series has the
        number of its first."""
        stepping = QuestionKey(key.kind, (*key.parts, str(step))) if step else key
        begun = QuestionKey(key.kind, (*key.parts, "1"))
        series = sum(begun.numbered(n) in self._asked for n in range(1, len(self._asked) + 1)) if step > 1 else 1
        numbered = (stepping.numbered(n) for n in count(max(series, 1)))
        return next(candidate for candidate in numbered if candidate not in self._asked)

    def _as_known(self, key: QuestionKey) -> str:
        taken = set(self._asked.values())
        for known in (set(self._answered) - taken, set(self._known) - taken):
            if str(key) in known:
                return str(key)
            kinds = self._registry.question_kinds(self._system) if known else {}
            for text in sorted(known):
                other = read(text, kinds)
                if other is not None and is_same(key, other, self._spellings, self._earlier(key)):
                    return text
        return str(key)

    def _earlier(self, key: QuestionKey) -> int:
        """Return how many questions of the kind the deed has asked about rolls of the same label before."""
        return sum(other.kind == key.kind and other.words == key.words for other in self._asked)

    def _spellings(self, part: str) -> tuple[str, ...]:
        """The words that may stand for a reference or path in a key."""
        names = names_of(part)
        if not names or "." in part or part == CAMPAIGN or not self._look.exists(part):
            return names
        return (*names, str(self._look.aggregate(part).profile["self"].handle))


def _words(of: str) -> tuple[str, ...]:
    return tuple(split(of)) if of else ()
