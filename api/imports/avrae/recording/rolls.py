"""Rolls as Avrae prints them: `2d20kh1 (~~3~~, 17) + 2 = `19``.

Each die group names its dice and then shows them in brackets: struck through where dropped, bold at the lowest and
highest face, `2 -> 4` where a minimum lifted it, `6!` where it exploded. A label in square brackets may follow any
number or group. The printed dice are added up again, and a sum that does not come out is refused.
"""

from __future__ import annotations

import re
from fractions import Fraction

import msgspec

from api.imports.dice import RecordedDie
from domain.messages import text as worded


class PrintedRoll(msgspec.Struct, frozen=True):
    """A roll with its dice in the order printed.

    `notation` is the roll without its results (`2d20kh1+2`). `modifiers` are the signed constants that stand outside
    brackets and products.
    """

    notation: str
    dice: tuple[RecordedDie, ...]
    modifiers: tuple[int, ...]
    total: int


class UnreadableRoll(ValueError):
    """The printed text is no roll, or its sum is wrong; the message is a sentence for people."""

    slug = "unreadable-roll"


_WHOLE = re.compile(r"(?P<sum>.+) = `?(?P<total>-?\d{1,12})`?", re.DOTALL | re.ASCII)
_TOKEN = re.compile(
    r"""\s*(?:
        (?P<count>\d{0,4})d(?P<sides>\d{1,9}|%)(?P<keeping>(?:[a-z]{1,2}[hl<>]?\d{1,9})*)\s*\((?P<faces>[^()]*)\)
      | (?P<number>\d{1,9}(?:\.\d{1,9})?)
      | (?P<sign>//|[-+*/()])
      | \[(?P<label>[^\]]*)\]
    )\s*""",
    re.VERBOSE | re.ASCII,
)
_FACE = re.compile(r"(?:\d{1,9} -> )*(?P<value>\d{1,9})!?", re.ASCII)
_CHANGES_COUNT = re.compile(r"rr|ro|ra|e")
_DEEPEST = 32


def parse_roll(text: str) -> PrintedRoll:
    """Reads one printed roll.

    Raises:
        UnreadableRoll: the text is no roll, shows other dice than it names, or does not add up to its total.
    """
    whole = _WHOLE.fullmatch(text.strip())
    if whole is None:
        raise UnreadableRoll(
            worded("“{text}” is not a printed roll; one ends in its total, as in “1d20 (11) + 1 = `12`”.", text=text)
        )
    total = int(whole["total"])
    value = _Sum(whole["sum"]).whole()
    if int(value.amount) != total:
        raise UnreadableRoll(
            worded(
                "The dice and constants of “{text}” make {amount}, but {total} is printed.",
                text=text,
                amount=int(value.amount),
                total=total,
            )
        )
    return PrintedRoll(value.notation, value.dice, value.modifiers, total)


class _Value(msgspec.Struct, frozen=True):
    """A part of a sum: its worth, how it is written without results, its dice, and its bare constants."""

    amount: Fraction
    notation: str
    dice: tuple[RecordedDie, ...] = ()
    modifiers: tuple[int, ...] = ()


class _Sum:
    """Recursive descent over the tokens of a sum: sums of products of signed groups."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = _tokens(text)
        self._at = 0
        self._depth = 0

    def whole(self) -> _Value:
        value = self._sum()
        if self._at != len(self._tokens):
            raise self._unreadable()
        return value

    def _sum(self) -> _Value:
        value = self._product()
        while sign := self._take("+", "-"):
            right = self._product()
            value = _Value(
                value.amount + right.amount if sign == "+" else value.amount - right.amount,
                f"{value.notation}{sign}{right.notation}",
                value.dice + right.dice,
                value.modifiers + tuple(number if sign == "+" else -number for number in right.modifiers),
            )
        return value

    def _product(self) -> _Value:
        value = self._signed()
        while sign := self._take("*", "//", "/"):
            right = self._signed()
            if sign != "*" and right.amount == 0:
                raise UnreadableRoll(worded("“{text}” divides by nothing; a divisor must not be 0.", text=self._text))
            match sign:
                case "*":
                    amount = value.amount * right.amount
                case "//":
                    amount = Fraction(value.amount // right.amount)
                case _:
                    amount = value.amount / right.amount
            value = _Value(amount, f"{value.notation}{sign}{right.notation}", value.dice + right.dice)
        return value

    def _signed(self) -> _Value:
        sign = self._take("-", "+")
        value = self._group()
        if sign != "-":
            return value
        return _Value(-value.amount, f"-{value.notation}", value.dice, tuple(-number for number in value.modifiers))

    def _group(self) -> _Value:
        if self._take("("):
            self._depth += 1
            if self._depth > _DEEPEST:
                raise UnreadableRoll(
                    worded("The roll nests brackets deeper than {deepest}; no real roll does.", deepest=_DEEPEST)
                )
            inner = self._sum()
            if not self._take(")"):
                raise self._unreadable()
            self._depth -= 1
            value = _Value(inner.amount, f"({inner.notation})", inner.dice)
        else:
            value = self._atom()
        labels = "".join(f" [{label}]" for label in self._labels())
        return msgspec.structs.replace(value, notation=value.notation + labels)

    def _atom(self) -> _Value:
        if self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            if token["number"] is not None:
                return _constant(token["number"])
            if token["sides"] is not None:
                return _dice(token)
        raise self._unreadable()

    def _labels(self) -> list[str]:
        labels = []
        while self._at < len(self._tokens) and self._tokens[self._at]["label"] is not None:
            labels.append(self._tokens[self._at]["label"])
            self._at += 1
        return labels

    def _take(self, *signs: str) -> str | None:
        if self._at < len(self._tokens) and (sign := self._tokens[self._at]["sign"]) in signs:
            self._at += 1
            return str(sign)
        return None

    def _unreadable(self) -> UnreadableRoll:
        return UnreadableRoll(
            worded("“{text}” is not a sum of dice and constants, such as “1d12 (4) + 3 [slashing]”.", text=self._text)
        )


def _tokens(text: str) -> list[re.Match[str]]:
    tokens = []
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise UnreadableRoll(
                worded(
                    "“{part}” in “{roll}” is neither dice, a number, a sign nor a [label].",
                    part=text[at:],
                    roll=text,
                )
            )
        tokens.append(token)
        at = token.end()
    return tokens


def _constant(digits: str) -> _Value:
    amount = Fraction(digits)
    return _Value(amount, digits, modifiers=(int(amount),) if amount.denominator == 1 else ())


def _dice(token: re.Match[str]) -> _Value:
    sides = 100 if token["sides"] == "%" else int(token["sides"])
    named = int(token["count"] or 1)
    dice = tuple(_die(sides, face.strip()) for face in token["faces"].split(","))
    if len(dice) != named and not _CHANGES_COUNT.search(token["keeping"]):
        raise UnreadableRoll(
            worded(
                "“{dice}” names {named} dice but shows {shown}.",
                dice=token[0].strip(),
                named=named,
                shown=len(dice),
            )
        )
    amount = Fraction(sum(die.value for die in dice if die.kept))
    return _Value(amount, f"{token['count']}d{token['sides']}{token['keeping']}", dice)


def _die(sides: int, face: str) -> RecordedDie:
    bare = _FACE.fullmatch(face.replace("~~", "").replace("**", ""))
    if bare is None or not 1 <= int(bare["value"]) <= sides:
        raise UnreadableRoll(
            worded("“{face}” is no face of a d{sides}; faces run from 1 to {sides}.", face=face, sides=sides)
        )
    return RecordedDie(sides, int(bare["value"]), kept="~~" not in face)
