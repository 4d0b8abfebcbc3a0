"""The words of a game that sentences say, read from its source and its data: kinds, conditions, states, reasons, values and rolls.

A word is a constant of a module, or a string that is given to a field of an event by name. Rules give reasons in the same way.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec

from domain.system import System
from projections.names import plain
from projections.phrases.durations import nouns_of
from projections.phrases.formulas import value_named
from projections.translation.terms import CHOSEN, FIELD, MODIFIER, PROMPT, REASON, ROLL, VALUE, WORD, key_of
from projections.translation.texts import Translatable

_BASE: Final = "systems.freeform"
"""The package of the base, which has the reasons and questions of the core too."""

_CORE: Final = ("domain.kit", "domain.play")
"""The packages of the core that rules give reasons and ask questions by."""

_FIELDS: Final = frozenset(
    {"what", "kind", "state", "severity", "slot", "location", "counter", "of", "outcome", "restriction", "provenance"}
    | {"source", "phase"}
)
"""Fields of events that hold words of the game."""

_NAMED: Final = frozenset({"option", "command", "system_of", "System", "OptionSpec", "Window", "question"})
"""Functions whose names are no words of sentences."""

_REASONS: Final = frozenset({"because", "why"})
"""Fields of events that hold reasons."""

_WORDS: Final = re.compile(r"[a-z][a-z0-9' _/-]*")
"""A word or several, in small letters."""

_PROSE: Final = re.compile(r"[A-Za-z][A-Za-z0-9' ,-]*")
"""A reason, or what a modifier is called."""

_SEVERAL: Final = re.compile(r"[a-z][a-z']*(?: [a-z0-9'-]+)+[,:]?(?: [a-z0-9'-]+)*")
"""Several words in small letters: a reason, where a rule gives it without the name of a field."""

_ENDING: Final = re.compile(
    r"(?:end|over|lose|ease|die|destroy|mend|wake|release|lift|leave|break|kill|stop|forget|use_up|restore|let_go)"
)
"""Names of functions of a game that take a reason, also one of a single word."""

_ELSEWHERE: Final = frozenset(
    {"refuse", "text", "numbered", "compile", "sub", "missing", "Fault", "Refused", "ValueError"}
)
"""Functions whose strings are no words of the game."""

_FIELD: Final = re.compile(r"\{[^{}]*\}")

_PROMPT: Final = re.compile(r"[A-Za-z{](?=.* )(?!.*(?:[\\|*^]|\(\?)).+\?(?: [A-Z].*)?", re.DOTALL)
"""A question, with what there is to say of it behind, and no pattern."""

_ASKING: Final = frozenset({"ask", "offer"})
"""Functions that ask a question."""

_PROMPT_AT: Final = 4
"""The place of the prompt among what they are given."""

_DATA: Final = "dict[str, Scalar]"
"""The type of data of a game's own, before an event takes it."""

_PATH: Final = re.compile(r"(?:[a-z_]+\.)+[a-z_]+")


def term_texts(package: str, system: System) -> Iterator[Translatable]:
    """Yield the words of a game, once in each role."""
    known = dict.fromkeys((*_declared(system), *_written(package)))
    yield from (Translatable(word, role, source="terms") for word, role in sorted(known))


def _declared(system: System) -> Iterator[tuple[str, str]]:
    """Yield the words that a game declares: its rolls and questions, and the values of its layout."""
    for name in (*(system.roll_kinds or {}), *(system.question_kinds or {})):
        yield key_of(plain(name)), ROLL
    layout = system.layout
    for section in (*layout.sheet, *layout.board, *layout.group, *layout.roster) if layout else ():
        for path in getattr(section, "of", {}):
            yield key_of(value_named(path)), VALUE
        yield from (word for wanted in getattr(section, "where", {}).values() for word in _wanted(wanted))
    for text in layout.moments.values() if layout else ():
        yield from ((what, WORD) for what in nouns_of(text) if what)
    for name in (*system.conditions, *system.bonds, *system.derived_formulas, *system.periods):
        yield key_of(plain(name)), WORD
    for struct in (struct for structs in system.vocabulary.data.values() for struct in structs):
        yield from ((key_of(field.name), FIELD) for field in msgspec.structs.fields(struct))


def _wanted(value: object) -> Iterator[tuple[str, str]]:
    """Yield the words that a part of a layout looks for."""
    for each in value if isinstance(value, tuple | list) else (value,):
        if isinstance(each, str):
            yield from _word(each)


def _written(package: str) -> Iterator[tuple[str, str]]:
    """Yield the words that a game writes in its code."""
    for folder in (package, *(_CORE if package == _BASE else ())):
        for path in sorted(Path(str(files(folder))).rglob("*.py")):
            words = words_in(ast.parse(path.read_text("utf-8")))
            yield from words if folder == package else (each for each in words if each[1] in (REASON, PROMPT))


def words_in(module: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the words in the code of a module, with their roles."""
    inner = {id(value) for node in ast.walk(module) if isinstance(node, ast.JoinedStr) for value in node.values}
    for node in ast.walk(module):
        match node:
            case ast.Assign(targets=[target], value=value):
                yield from _assigned(target, value)
            case ast.AnnAssign(annotation=annotation, value=ast.Dict() as data) if ast.unparse(annotation) == _DATA:
                yield from _keys(data)
            case ast.AnnAssign(annotation=ast.Name(id="Source"), value=ast.Constant(value=str() as text)) if text:
                yield key_of(text), WORD
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if name.isupper():
                yield from _constants(value)
            case ast.Call(func=func, args=args, keywords=keywords):
                called = ast.unparse(func).rpartition(".")[2]
                yield from _given(called, keywords)
                yield from (word for arg in args for text in _strings(arg) for word in _reason(called, text))
                yield from _asked(args) if called in _ASKING else ()
            case ast.Constant(value=str() as text) if id(node) not in inner and _PROMPT.fullmatch(text):
                yield text, PROMPT
            case ast.JoinedStr() if _PROMPT.fullmatch(template := template_of(node)):
                yield template, PROMPT


def _assigned(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, str]]:
    """Yield the words that a name, or several, are given: constants of a module, and prompts by that name."""
    match target, value:
        case ast.Name(id="prompt"), _:
            yield from ((text, PROMPT) for text in _prompts(value))
        case ast.Name(id=name), _ if name.isupper():
            yield from _constants(value)
        case ast.Tuple(elts=names), ast.Tuple(elts=values):
            if all(isinstance(name, ast.Name) and name.id.isupper() for name in names):
                yield from (word for each in values for word in _constants(each))


def _asked(args: list[ast.expr]) -> Iterator[tuple[str, str]]:
    """Yield the prompt of a question, and the answers that it is asked with."""
    yield from ((text, PROMPT) for arg in args[_PROMPT_AT : _PROMPT_AT + 1] for text in _prompts(arg))
    for option in (option for arg in args if isinstance(arg, ast.Tuple) for option in arg.elts):
        if isinstance(option, ast.Constant) and isinstance(option.value, str) and _WORDS.fullmatch(option.value):
            yield key_of(option.value), CHOSEN


def _prompts(value: ast.expr) -> Iterator[str]:
    """Yield the sentences that a question may be asked in; one may begin with a field."""
    if isinstance(value, ast.JoinedStr):
        yield template_of(value)
    elif isinstance(value, ast.IfExp):
        yield from (*_prompts(value.body), *_prompts(value.orelse))
    else:
        yield from _strings(value)


def _constants(value: ast.expr) -> Iterator[tuple[str, str]]:
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield from _word(value.value)


def _word(text: str) -> Iterator[tuple[str, str]]:
    if _PATH.fullmatch(text):
        yield key_of(value_named(text)), VALUE
    elif _WORDS.fullmatch(text) and not text.endswith("/"):
        yield from ((key_of(plain(part)), WORD) for part in {text, text.replace("/", " ")} if len(part) > 1)


def _given(called: str, keywords: list[ast.keyword]) -> Iterator[tuple[str, str]]:
    """Yield the words that a call gives to fields of an event."""
    for keyword in keywords:
        if keyword.arg == "data" and isinstance(keyword.value, ast.Dict):
            yield from _keys(keyword.value)
        for text in _strings(keyword.value):
            if keyword.arg in _FIELDS or (keyword.arg == "name" and called not in _NAMED):
                yield from _word(text)
            elif keyword.arg in _REASONS and _PROSE.fullmatch(_FIELD.sub("", text)):
                yield text if "{" in text else key_of(text), REASON
            elif (called, keyword.arg) == ("Modifier", "title") and _PROSE.fullmatch(text):
                yield key_of(text), MODIFIER


def _keys(data: ast.Dict) -> Iterator[tuple[str, str]]:
    """Yield what the fields of data of the game's own are called."""
    keys = (key.value for key in data.keys if isinstance(key, ast.Constant))
    yield from ((key_of(key), FIELD) for key in keys if isinstance(key, str) and _WORDS.fullmatch(key))


def _reason(called: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield the reason that a call gives by its place, if it gives one."""
    if called in _ELSEWHERE:
        return
    plain_text = _FIELD.sub("it", text)
    if _SEVERAL.fullmatch(plain_text) or (_ENDING.search(called) and _WORDS.fullmatch(plain_text)):
        yield text if "{" in text else key_of(text), REASON


def template_of(sentence: ast.JoinedStr) -> str:
    """Return an f-string as a template; its fields go by the last name in them."""
    parts: list[str] = []
    for value in sentence.values:
        if isinstance(value, ast.FormattedValue):
            names = re.findall(r"[a-z_]+", ast.unparse(value.value)) or ["value"]
            name = next(
                name for name in (names[-1], *(f"{names[-1]}_{n}" for n in range(2, 9))) if f"{{{name}}}" not in parts
            )
            parts.append(f"{{{name}}}")
        elif isinstance(value, ast.Constant):
            parts.append(str(value.value))
    return "".join(parts)


def _strings(value: ast.expr) -> Iterator[str]:
    """Yield the strings that an expression may come to."""
    match value:
        case ast.Constant(value=str() as text):
            yield text
        case ast.IfExp(body=body, orelse=otherwise):
            yield from _strings(body)
            yield from _strings(otherwise)
        case ast.JoinedStr() if not (template := template_of(value)).startswith("{"):
            yield template
