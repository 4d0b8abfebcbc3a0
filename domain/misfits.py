"""Values that do not fit the type they are for, said to people: what must stand there, and what stood there instead."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from domain.messages import either, numbered, text
from domain.shapes import hint


class Misfit(msgspec.Struct, frozen=True):
    """A value that does not fit. `field` is its place, a path (`args.who`), empty for the whole; `problem` goes on where the
    place stands (`must be text, not a whole number`), where `said` is false, and else is a sentence of its own; `right`
    says what would fit, where more than the problem is to be said."""

    field: str
    problem: str
    right: str = ""
    said: bool = False

    def sentence(self, whole: str) -> str:
        """Return the problem with its place, or with what the whole is called, and what would fit."""
        problem = self._in_field() if self.field else self._in(whole)
        return text("{problem}; {right}", problem=problem, right=self.right) if self.right else problem

    def _in_field(self) -> str:
        if self.said:
            return text("`{field}`: {problem}", field=self.field, problem=self.problem)
        return text("`{field}` {problem}", field=self.field, problem=self.problem)

    def _in(self, whole: str) -> str:
        if self.said:
            return text("{whole}: {problem}", whole=whole, problem=self.problem)
        return text("{whole} {problem}", whole=whole, problem=self.problem)


_AT: Final = re.compile(r"(?P<said>.*?)(?: - at (?:`key` in )?`\$\.?(?P<path>[^`]*)`)?\Z", re.DOTALL)
_NAMED: Final = re.compile(r"Object (?P<how>contains unknown|missing required) field `(?P<name>[^`]*)`")
_KIND: Final = re.compile(r"Expected `(?P<right>[^`]+)`(?:, got `(?P<wrong>\w+)`)?\Z")
_BOUND: Final = re.compile(
    r"Expected `(?P<kind>[^`]+)` (?P<of>of length )?(?P<bound><=|>=|<|>) (?P<limit>-?[\d.e+]+)\Z"
)
_COUNT: Final = re.compile(
    r"Expected `array` of (?:at (?P<at>least|most) )?length (?P<least>\d+)(?: to (?P<most>\d+))?(?:, got \d+)?\Z"
)
_WORD: Final = re.compile(r"Invalid (?:enum )?value (?P<word>.+)\Z", re.DOTALL)


def misfit(kind: Any, refusal: str, *, within: str = "") -> Misfit:
    """Return what does not fit a type, by what msgspec said of it, at a place `within` what was sent."""
    match = _AT.match(refusal)
    assert match is not None, "the pattern fits any text"
    named = _NAMED.match(match["said"])
    parts = (within, (match["path"] or "").replace("[...]", "[]"), named["name"] if named else "")
    field, right = ".".join(part for part in parts if part), hint(kind, refusal)
    if named:
        lacks = named["how"] == "missing required"
        return Misfit(field, text("is missing") if lacks else text("is no field here"), right)
    problem = _problem(match["said"])
    return Misfit(field, problem or match["said"], right, said=not problem)


def _problem(refusal: str) -> str:
    """Return the problem in the words of people; an empty text where msgspec says something of another form."""
    if match := _KIND.match(refusal):
        right = _kinds(match["right"])
        if match["wrong"] is None:
            return text("must be {right}", right=right)
        return text("must be {right}, not {wrong}", right=right, wrong=_kinds(match["wrong"]))
    if match := _BOUND.match(refusal):
        return _out_of_bounds(match["of"] is not None, match["kind"], match["bound"], match["limit"])
    if match := _COUNT.match(refusal):
        return _of_another_length(match["at"], match["least"], match["most"])
    if match := _WORD.match(refusal):
        return text("cannot be {word}", word=match["word"])
    return next((problem for start, problem in _OTHERS.items() if refusal.startswith(start)), "")


_OTHERS: Final[Mapping[str, str]] = {
    "Invalid UUID": text("must be an id such as 0190b2f0-7c1e-7000-8000-000000000000"),
    "Invalid RFC3339": text("must be a time such as 2026-01-31T20:00:00Z"),
    "Invalid base64": text("must be base64"),
    "Integer value out of range": text("is too large or too small"),
    "Number out of range": text("is too large or too small"),
}


def _of_another_length(at: str | None, least: str, most: str | None) -> str:
    match at, most:
        case "least", _:
            return text("must hold at least {least}", least=least)
        case "most", _:
            return text("must hold at most {most}", most=least)
        case _, None:
            return text("must hold {count}", count=least)
        case _:
            return text("must hold {least} to {most}", least=least, most=most)


def _out_of_bounds(of_length: bool, kind: str, bound: str, limit: str) -> str:
    match of_length, "str" in kind, bound:
        case False, _, ">=":
            return text("must be at least {least}", least=limit)
        case False, _, "<=":
            return text("must be at most {most}", most=limit)
        case False, _, ">":
            return text("must be more than {limit}", limit=limit)
        case False, _, _:
            return text("must be less than {limit}", limit=limit)
        case True, True, ">=":
            return at_least_characters(limit)
        case True, True, _:
            return at_most_characters(limit)
        case True, False, ">=":
            return text("must hold at least {least}", least=limit)
        case _:
            return text("must hold at most {most}", most=limit)


def at_least_characters(least: str) -> str:
    """Say that a text must have so many characters at least."""
    return numbered("must have at least {count} character", "must have at least {count} characters", int(least))


def at_most_characters(most: str) -> str:
    """Say that a text must have so many characters at most."""
    return numbered("must have at most {count} character", "must have at most {count} characters", int(most))


def _kinds(kinds: str) -> str:
    """Types of JSON in words: `a whole number or text`. That a value may be left out is not said."""
    several = [kind for kind in kinds.split(" | ") if kind != "null"] or ["null"]
    return either(_kind(kind) for kind in several)


def _kind(kind: str) -> str:
    words = {
        "str": text("text"),
        "int": text("a whole number"),
        "float": text("a number"),
        "bool": text("true or false"),
        "array": text("a list"),
        "object": text("an object"),
        "null": text("nothing"),
        "uuid": text("an id"),
        "datetime": text("a time"),
    }
    return words.get(kind, kind)
