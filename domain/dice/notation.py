"""The notation of rolls: a strict parser of our own.

    4d6kh3            four d6, the three highest (`k3` is short for it); kl, dh, dl likewise
    1d20adv           2d20kh1; `dis` is 2d20kl1
    d%, 4dF           a d100; fate dice, worth -1 to 1
    2d6r1, 2d6ro<3    roll ones again until something else shows; roll 1 and 2 again once
    3d6!, 3d6!>=5     every 6 (every 5 and 6) adds another die
    3d8mi2ma7         each die is worth at least 2 and at most 7
    6d6>=5f=1         counts dice of 5 and up, less those that show 1
    (2d6 + 3) * 2 // 3 - 1      a division ends its term and rounds down
    1d8 [fire] + 3 [strength]   a label names the term before it

Letters may be of either case; white space may stand between terms, signs, labels and parentheses, never inside a group
of dice. Everything else is a `NotationError`.
"""

import re
from typing import Final, NoReturn, TypeVar, cast

from msgspec.structs import replace

from domain.dice.expression import (
    Comparison,
    Constant,
    Dice,
    DiceProduct,
    DiceQuotient,
    DiceSum,
    Expression,
    Labelled,
    Negate,
    Relation,
    Reroll,
    Selection,
    faults,
    groups,
    largest,
)
from domain.messages import text as worded

__all__ = [
    "DEPTH",
    "DICE",
    "MAGNITUDE",
    "SIDES",
    "TERMS",
    "TEXT",
    "Comparison",
    "Constant",
    "Dice",
    "DiceProduct",
    "DiceQuotient",
    "DiceSum",
    "Expression",
    "Labelled",
    "Negate",
    "NotationError",
    "Reroll",
    "Selection",
    "groups",
    "parse",
]

TEXT: Final = 500
"""Characters of a text and of its canonical form: several times the longest roll of any rulebook, yet a chat line."""
DICE: Final = 1000
"""Dice of an expression, with all rerolls and explosions: a tape must stay readable and an entry small."""
SIDES: Final = 1_000_000
"""Sides of a die, and the largest number in a comparison: room for any table, small enough for exact totals."""
TERMS: Final = 100
"""Dice groups and numbers in an expression: no table adds up more by hand."""
DEPTH: Final = 20
"""Nested parentheses and signs: keeps the parser's recursion shallow."""
MAGNITUDE: Final = 2**53 - 1
"""The largest total, either side of zero, that can come out: JSON readers in a browser hold no larger one exactly."""

_GROUP: Final = re.compile(r"([0-9]*)d", re.ASCII | re.IGNORECASE)
_SIDES: Final = re.compile(r"[0-9]+|%|f", re.ASCII | re.IGNORECASE)
_OPERATOR: Final = re.compile(r"k[hl]?|d[hl]|adv|dis|ro?|m[ia]|f|!|(?=[<>=])", re.ASCII | re.IGNORECASE)
_RELATION: Final = re.compile(r"[<>]=?|=")
_NUMBER: Final = re.compile(r"[0-9]+")
_SPACE: Final = re.compile(r"[ \t\r\n]*")

T = TypeVar("T")


class NotationError(ValueError):
    """A text that is no roll. `position` counts characters from 0; the sentence says what would be right."""

    slug = "notation"

    def __init__(self, sentence: str, position: int) -> None:
        super().__init__(worded("At character {position}: {sentence}.", position=position + 1, sentence=sentence))
        self.position = position


def parse(text: str) -> Expression:
    """The roll a text asks for. Raises `NotationError`."""
    if len(text) > TEXT:
        raise NotationError(
            worded("a roll is written in at most {most} characters, not {length}", most=TEXT, length=len(text)), TEXT
        )
    return _Reader(text).whole()


class _Reader:
    """Recursive descent over one text; each method reads one part and leaves `at` behind it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0
        self.terms = 0
        self.dice = 0

    def whole(self) -> Expression:
        expression = self.sum()
        if self.at < len(self.text):
            self.refuse(
                "expected +, -, *, //, a [label] or the end; "
                "operators such as kh1 or r1 follow their dice without white space"
            )
        if largest(expression, DICE) > MAGNITUDE:
            self.refuse(worded("totals beyond {magnitude} are not exact; use smaller numbers", magnitude=MAGNITUDE), 0)
        if len(str(expression)) > TEXT:
            self.refuse(worded("written out in full, a roll has at most {text} characters; shorten it", text=TEXT), 0)
        return expression

    def sum(self) -> Expression:
        terms = [self.term()]
        while sign := self.sign("+") or self.sign("-"):
            term = self.term()
            terms.append(term if sign == "+" else Negate(term))
        return terms[0] if len(terms) == 1 else DiceSum(tuple(terms))

    def term(self) -> Expression:
        factors = [self.factor()]
        while self.sign("*"):
            factors.append(self.factor())
        term = factors[0] if len(factors) == 1 else DiceProduct(tuple(factors))
        if self.sign("//"):
            term = DiceQuotient(term, self.divisor())
            if self.ahead("*", "//"):
                self.refuse("a division ends its term; put it in parentheses to go on, as in (1d6 // 2) * 3")
        if self.sign("["):
            term = Labelled(term, self.label())
            if self.ahead("*", "//"):
                self.refuse("a label ends its term; write it last, as in 2 * 1d6 [fire], or use parentheses")
        return term

    def factor(self) -> Expression:
        self.space()
        start = self.at
        if self.sign("-"):
            self.deeper(start)
            factor: Expression = Negate(self.factor())
        elif self.sign("("):
            self.deeper(start)
            factor = self.sum()
            if not self.sign(")"):
                self.refuse("expected + or - and more, or the ) of the ( before")
        else:
            return self.atom()
        self.depth -= 1
        return factor

    def atom(self) -> Expression:
        start = self.at
        self.count_term()
        if head := _GROUP.match(self.text, self.at):
            self.at = head.end()
            return self.group(int(head[1] or "1"), start)
        return Constant(self.number(worded("dice or a number, as in 2d6 + 3")))

    def divisor(self) -> int:
        self.space()
        start = self.at
        self.count_term()
        divisor = self.number(worded("a whole number to divide by"))
        if not 1 <= divisor <= MAGNITUDE or self.text[self.at : self.at + 1] in ("d", "D"):
            self.refuse(worded("a divisor is a plain number from 1 to {magnitude}", magnitude=MAGNITUDE), start)
        return divisor

    def label(self) -> str:
        start = self.at
        end = self.text.find("]", start)
        label = self.text[start:end].strip(" ")
        if end < 0 or not label or "[" in label or not label.isprintable():
            self.refuse("a label is printable text between [ and ], as in [fire]", start)
        self.at = end + 1
        return label

    def group(self, count: int, start: int) -> Dice:
        if not 1 <= count <= DICE:
            self.refuse(worded("a group has 1 to {dice} dice", dice=DICE), start)
        dice = self.bare(count)
        while operator := _OPERATOR.match(self.text, self.at):
            at = self.at
            self.at = operator.end()
            dice = self.operated(dice, operator[0].lower(), at)
        for fault in faults(dice):
            self.refuse(fault, start)
        self.dice += dice.count
        if self.dice > DICE:
            self.refuse(worded("a roll has at most {dice} dice in all", dice=DICE), start)
        return dice

    def bare(self, count: int) -> Dice:
        sides = _SIDES.match(self.text, self.at)
        if not sides:
            self.refuse("a die has a number of sides: d6, d100, d% or dF")
        match sides[0].lower():
            case "f":
                dice = Dice(count, 3, fate=True)
            case "%":
                dice = Dice(count, 100)
            case digits if 1 <= int(digits) <= SIDES:
                dice = Dice(count, int(digits))
            case _:
                self.refuse(worded("a die has 1 to {sides} sides", sides=SIDES))
        self.at = sides.end()
        return dice

    def operated(self, dice: Dice, operator: str, at: int) -> Dice:
        """The group with one more operator; `at` is where that began."""
        match operator:
            case "adv" | "dis":
                if (dice.count, dice.sides) != (1, 20):
                    self.refuse("advantage and disadvantage go with one d20, as in 1d20adv", at)
                better = Selection("k", "h" if operator == "adv" else "l", 1)
                return replace(dice, count=2, selection=self.once(dice.selection, better, at))
            case "k" | "kh" | "kl" | "dh" | "dl":
                return replace(dice, selection=self.once(dice.selection, self.selection(operator), at))
            case "r" | "ro":
                reroll = Reroll(self.comparison(bare=True), once=operator == "ro")
                return replace(dice, reroll=self.once(dice.reroll, reroll, at))
            case "mi":
                return replace(dice, minimum=self.once(dice.minimum, self.number(worded("a number, as in mi2")), at))
            case "ma":
                return replace(dice, maximum=self.once(dice.maximum, self.number(worded("a number, as in ma5")), at))
            case "!":
                explodes = self.comparison() if _RELATION.match(self.text, self.at) else Comparison("=", dice.sides)
                return replace(dice, explosion=self.once(dice.explosion, explodes, at))
            case "f":
                return replace(dice, failure=self.once(dice.failure, self.comparison(bare=True), at))
            case _:
                return replace(dice, success=self.once(dice.success, self.comparison(), at))

    def selection(self, operator: str) -> Selection:
        number = self.number(worded("how many dice, as in {operator}1", operator=operator))
        return Selection("d" if operator[0] == "d" else "k", "l" if operator[-1] == "l" else "h", number)

    def comparison(self, *, bare: bool = False) -> Comparison:
        """A relation and its number; where `bare`, a number alone means that it must be equal."""
        relation: Relation = "="
        if sign := _RELATION.match(self.text, self.at):
            self.at = sign.end()
            relation = cast(Relation, sign[0])
        elif not bare:
            self.refuse("expected <, <=, =, >= or > and a number")
        start = self.at
        wanted = worded("a number to compare with") if sign else worded("a face or a comparison, as in 1 or <3")
        number = self.number(wanted)
        if number > SIDES:
            self.refuse(worded("a die is compared with a number up to {sides}", sides=SIDES), start)
        return Comparison(relation, number)

    def number(self, wanted: str) -> int:
        digits = _NUMBER.match(self.text, self.at)
        if not digits:
            self.refuse(worded("expected {wanted}", wanted=wanted))
        self.at = digits.end()
        return int(digits[0])

    def once(self, earlier: T | None, value: T, at: int) -> T:
        if earlier is not None:
            self.refuse("a group takes each kind of operator once", at)
        return value

    def count_term(self) -> None:
        self.terms += 1
        if self.terms > TERMS:
            self.refuse(worded("a roll has at most {terms} groups of dice and numbers", terms=TERMS))

    def deeper(self, at: int) -> None:
        self.depth += 1
        if self.depth > DEPTH:
            self.refuse(worded("parentheses and signs nest at most {depth} deep", depth=DEPTH), at)

    def space(self) -> None:
        blank = _SPACE.match(self.text, self.at)
        self.at = blank.end() if blank else self.at

    def ahead(self, *tokens: str) -> bool:
        self.space()
        return self.text.startswith(tokens, self.at)

    def sign(self, token: str) -> str:
        """The token, if it comes next and was read; else nothing."""
        if not self.ahead(token):
            return ""
        self.at += len(token)
        return token

    def refuse(self, sentence: str, at: int | None = None) -> NoReturn:
        raise NotationError(sentence, self.at if at is None else at)
