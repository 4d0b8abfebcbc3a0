"""The sentences with which the code of a package refuses, read from its source.

A sentence is a string in a call that refuses (`play.refuse(…)`, `Refused(…)`, `NotFound(…)`) or that makes a sentence (`text(…)`,
`numbered(…)`), or one that is assigned to a variable `template`, or the field `says` of a table. Strings without a space are words of a program, such as the id of a rule.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import Any, Final

from domain import messages
from projections.translation.texts import Translatable

SENTENCES: Final = frozenset({"text", "worded", "numbered"})
"""Functions that make a sentence; `worded` is `text` where that name is taken."""

_CALLS: Final = frozenset({"refuse", "missing", "problem_with", "FieldProblem", "_Told"})
_BASES: Final = frozenset(
    {"Refused", "ApiProblem", "BadCommand", "NotationError", "RevisionRefused", "PlanMoved", "StillOwed"}
)
"""Errors that refuse, whose subclasses do too."""

_MORE: Final = frozenset(
    {
        "BadPoint",
        "Busy",
        "ClosedCampaign",
        "CommandIdTaken",
        "DiscordRefused",
        "ForbiddenDestination",
        "HeadMoved",
        "NotAllowed",
        "OutcomeUnknown",
        "Stale",
        "TooMuchAsked",
    }
    | {"UnknownCampaign", "UnknownCommand", "UnknownComponent", "UnknownEpoch", "UnknownSystem", "UnknownThing"}
)
_PROSE: Final = frozenset({"sentence", "otherwise", "says"})
"""Parameters that a sentence is handed on in."""

_PARTS: Final = frozenset({"sentence", "right", "words"})
"""Fields of templates that are parts of a sentence themselves."""

_ELSEWHERE: Final = ("api/cli/", "api/client/", "api/demo/", "api/storage/", "api/testing/")
"""Folders of the interface that nobody is answered from in another language."""

_DEMO: Final = "demo.toml"
"""The file of a game's demo, whose sentences are told at the command line."""

_ROOT: Final = Path(str(files("api"))).parent


def refusal_texts(*packages: str) -> Iterator[Translatable]:
    """Yield the sentences of packages, once each, with the first file that has them."""
    known = dict[tuple[str, str], str]()
    for path in _sources(packages):
        for one, other in sentences(ast.parse(path.read_text("utf-8"))):
            known.setdefault((one, other), _place(path, packages))
    for path in _data(packages):
        for says in _said(tomllib.loads(path.read_text("utf-8"))):
            known.setdefault((says, ""), _place(path, packages))
    if "domain" in packages:
        known.update(dict.fromkeys(((pair, "") for pair in messages.PAIRS), "domain/messages.py"))
    yield from (Translatable(one, plural=other, source=place) for (one, other), place in known.items())


def _sources(packages: Iterable[str]) -> list[Path]:
    """The modules of packages, without those that answer nobody."""
    folders = [Path(str(files(package))) for package in packages]
    modules = chain.from_iterable(sorted(folder.rglob("*.py")) for folder in folders)
    return [path for path in modules if not any(part in path.as_posix() for part in _ELSEWHERE)]


def _data(packages: Iterable[str]) -> list[Path]:
    """The tables of packages, in which sentences stand that rules refuse with."""
    tables = (path for package in packages for path in sorted(Path(str(files(package))).rglob("*.toml")))
    return [path for path in tables if path.name != _DEMO]


def _said(data: Any) -> Iterator[str]:
    """Yield the sentences of a table: the fields `says`."""
    match data:
        case {"says": str() as sentence}:
            yield sentence
        case dict():
            yield from chain.from_iterable(map(_said, data.values()))
        case list():
            yield from chain.from_iterable(map(_said, data))


def _place(path: Path, packages: tuple[str, ...]) -> str:
    """A file as it is named in a catalogue: from the root of the project, or in the package of a game."""
    inside = Path(str(files(packages[0]))) if len(packages) == 1 else _ROOT
    return path.relative_to(inside).as_posix()


def sentences(module: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the sentences of a module, each with its plural or ""."""
    for call in _refusing_calls(module):
        yield from _of_call(call)
    for node in ast.walk(module):
        match node:
            case ast.ClassDef():
                yield from ((title, "") for title in _titles(node))
            case ast.Assign(
                targets=[ast.Name(id="template") | ast.Tuple(elts=[ast.Name(id="template"), *_])], value=value
            ):
                first = value.elts[0] if isinstance(value, ast.Tuple) else value
                yield from (
                    (str(ast.literal_eval(part)), "") for part in _parts(first) if isinstance(part, ast.Constant)
                )


def unreadable(module: ast.Module) -> Iterator[ast.expr]:
    """Yield what stands where a sentence belongs and has no template: an f-string, or strings put together."""
    for call in _refusing_calls(module):
        for argument in _arguments(call):
            yield from (part for part in _parts(argument) if _is_put_together(part))
    kept = set(_kept(module))
    for node in ast.walk(module):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in kept:
                yield from (part for part in _parts(value) if _is_put_together(part))


def _kept(module: ast.Module) -> Iterator[str]:
    """Yield the variables that keep a sentence, or a part of one, until a refusal is made with it."""
    for call in (node for node in ast.walk(module) if isinstance(node, ast.Call)):
        parts = [keyword.value for keyword in call.keywords if keyword.arg in _PARTS] if _makes(call) else []
        handed = call.args[1:2] if _name(call) == "FieldProblem" else []
        yield from (part.id for part in (*parts, *handed) if isinstance(part, ast.Name))


def _refusing_calls(module: ast.Module) -> Iterator[ast.Call]:
    """The calls of a module, without those by which an error that refuses nothing hands its sentence on."""
    others = (
        node for node in ast.walk(module) if isinstance(node, ast.ClassDef) and node.name not in refusing_errors()
    )
    strange = {id(node) for error in others for node in ast.walk(error) if _is_base_init(node)}
    yield from (node for node in ast.walk(module) if isinstance(node, ast.Call) and id(node) not in strange)


def _of_call(call: ast.Call) -> Iterator[tuple[str, str]]:
    if _makes(call) == "numbered":
        match call.args:
            case [ast.Constant(value=str() as one), ast.Constant(value=str() as other), *_]:
                yield one, other
        return
    is_text = _makes(call) in SENTENCES
    for argument in _arguments(call):
        for part in _parts(argument):
            if isinstance(part, ast.Constant) and isinstance(part.value, str) and (is_text or " " in part.value):
                yield part.value, ""


def _arguments(call: ast.Call) -> list[ast.expr]:
    """The arguments of a call that may be sentences."""
    name = _name(call)
    handed_on = [keyword.value for keyword in call.keywords if keyword.arg in _PROSE]
    if _makes(call) in SENTENCES:
        return call.args[:1]
    if name in _CALLS or name in refusing_errors() or _is_base_init(call):
        return [*call.args, *handed_on]
    return handed_on


def _is_base_init(node: ast.AST) -> bool:
    """Whether a call is `super().__init__(…)`: an error hands its sentence on like that."""
    match node:
        case ast.Call(func=ast.Attribute(attr="__init__", value=ast.Call(func=ast.Name(id="super")))):
            return True
        case _:
            return False


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    """The expressions that an argument may be: both sides of a choice."""
    match node:
        case ast.IfExp(body=body, orelse=orelse):
            yield from chain(_parts(body), _parts(orelse))
        case ast.BoolOp(values=values):
            yield from chain.from_iterable(map(_parts, values))
        case _:
            yield node


def _is_put_together(node: ast.expr) -> bool:
    match node:
        case ast.JoinedStr() as string:
            return " " in "".join(str(part.value) for part in string.values if isinstance(part, ast.Constant))
        case ast.BinOp(op=ast.Add() | ast.Mod()):
            return any(isinstance(each, ast.Constant) and isinstance(each.value, str) for each in ast.walk(node))
        case ast.Call(func=ast.Attribute(attr="format", value=ast.Constant())):
            return True
        case _:
            return False


def _titles(error: ast.ClassDef) -> Iterator[str]:
    """The title of an error of the interface."""
    if error.name in refusing_errors():
        for line in error.body:
            match line:
                case ast.Assign(targets=[ast.Name(id="title")], value=ast.Constant(value=str() as title)):
                    yield title


def _makes(call: ast.Call) -> str:
    """The function by which a call makes a sentence; "" for any other call."""
    return call.func.id if isinstance(call.func, ast.Name) and call.func.id in SENTENCES else ""


def _name(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


@cache
def refusing_errors() -> frozenset[str]:
    """Return the names of the errors that become refusals and problem details."""
    bases = {
        error.name: {ast.unparse(base) for base in error.bases}
        for path in _sources(("domain", "projections", "api"))
        for error in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(error, ast.ClassDef)
    }
    known = set(_BASES | _MORE)
    while more := {name for name, parents in bases.items() if parents & known} - known:
        known |= more
    return frozenset(known)
