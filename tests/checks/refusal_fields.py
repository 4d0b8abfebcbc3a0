"""The words of English that refusals are handed as fields, found by following each field through the source.

A field is followed from the call that makes a sentence to what it was assigned, to the calls that handed it to a parameter, and to what
functions return. Strings that nobody marked with `text` stay English in every language. One word alone may be a key that a command
names: it counts only where it stands by itself in the function that refuses.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from api.testing.refusal_texts import SENTENCES, refusing_errors

TAKING: Final = frozenset({"refuse", "missing", *SENTENCES})
"""Calls that take the fields of a template by name, beside the errors that refuse."""

PASSING: Final = frozenset(
    {"either", "in_series", "listed", "next", "opening", "reversed", "sorted", "str", "together", "tuple"}
)
"""Functions whose value has the words of their arguments."""

METHODS: Final = frozenset({"capitalize", "get", "join", "lower", "replace", "strip", "title", "upper", "values"})
"""Methods whose value has the words of what they belong to and of their arguments."""

WORD: Final = re.compile(r"[A-Za-z]{2,}")
KEY: Final = re.compile(r"\S*[/<>@:=_{}]\S*|[A-Z]{2,}(-[A-Z]+)*(-\d+)?|\S+\.\S+")
"""A path, a placeholder, the name of an argument or the id of a rule: the same in all languages."""

DEEPEST: Final = 6
"""How many functions a field is followed through."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
Values = Mapping[str, list[ast.expr]]
Word = tuple[str, str]
"""Where a word stands, and the word."""


class Module:
    """A module: its functions, imports and calls, and what its variables may be."""

    def __init__(self, name: str, tree: ast.Module) -> None:
        self.name = name
        self.dotted = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        self.functions = defaultdict[str, list[Function]](list)
        self.imports = dict[str, tuple[str, str]]()
        self.calls = list[tuple[Function | None, ast.Call]]()
        self.values = defaultdict[Function | None, defaultdict[str, list[ast.expr]]](lambda: defaultdict(list))
        self.returned = defaultdict[Function | None, list[ast.expr]](list)
        waiting: list[tuple[Function | None, ast.AST]] = [(None, tree)]
        while waiting:
            function, node = waiting.pop()
            self._take(function, node)
            inside = node if isinstance(node, Function) else function
            waiting += [(inside, child) for child in ast.iter_child_nodes(node)]

    def _take(self, function: Function | None, node: ast.AST) -> None:
        match node:
            case ast.Call():
                self.calls.append((function, node))
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self.functions[node.name].append(node)
            case ast.ImportFrom(module=str() as module):
                self.imports |= {each.asname or each.name: (module, each.name) for each in node.names}
            case ast.Return(value=ast.expr() as value):
                self.returned[function].append(value)
            case _:
                for name, value in _assigned(node):
                    self.values[function][name].append(value)


class Fields:
    """The fields of refusals in some modules."""

    def __init__(self, sources: Iterable[tuple[str, ast.Module]]) -> None:
        self.modules = {each.dotted: each for each in (Module(name, tree) for name, tree in sources)}
        self._under_way = set[tuple[Function, str]]()
        self._callers = defaultdict[Function, list[tuple[Module, Function | None, ast.Call]]](list)
        for module in self.modules.values():
            for function, call in module.calls:
                for _, called in self._called(call, module):
                    self._callers[called].append((module, function, call))

    def words(self, *but: str) -> dict[str, list[str]]:
        """Return the words that reach a field, by where they stand, each with the fields; without those of some folders."""
        words = defaultdict[str, list[str]](list)
        for module in (each for each in self.modules.values() if not each.name.startswith(but)):
            for function, call in module.calls:
                if _name(call) in TAKING or _name(call) in refusing_errors():
                    for keyword in (each for each in call.keywords if each.arg):
                        for place, word in dict.fromkeys(self._of(keyword.value, module, function, 0)):
                            words[f"{place}: {word}"].append(f"{module.name}:{call.lineno} {keyword.arg}")
        return dict(words)

    def _of(self, node: ast.expr, module: Module, function: Function | None, depth: int) -> Iterator[Word]:
        """Yield the words that an expression may be."""
        match node:
            case ast.Constant(value=str() as words):
                yield from [(f"{module.name}:{node.lineno}", words)] if is_words(words, several=depth > 0) else []
            case ast.JoinedStr(values=values):
                words = "".join(str(each.value) if isinstance(each, ast.Constant) else " {} " for each in values)
                yield from [(f"{module.name}:{node.lineno}", words)] if is_words(words, several=depth > 0) else []
            case ast.Name(id=name):
                yield from self._of_name(name, module, function, depth)
            case ast.Call():
                yield from self._of_call(node, module, function, depth)
            case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts) | ast.Dict(values=parts):
                for part in parts:
                    yield from self._of(part, module, function, max(depth, 1))
            case _:
                for part in _parts(node):
                    yield from self._of(part, module, function, depth)

    def _of_name(self, name: str, module: Module, function: Function | None, depth: int) -> Iterator[Word]:
        if function is not None and (local := module.values[function].get(name)):
            if (function, name) not in self._under_way:
                self._under_way.add((function, name))
                for value in local:
                    yield from self._of(value, module, function, depth)
                self._under_way.discard((function, name))
        elif function is not None and name in (parameters := _parameters(function)):
            if depth < DEEPEST:
                yield from self._handed(function, parameters.index(name), name, depth + 1)
        elif name in module.values[None]:
            yield from self._of_constant(name, module, depth + 1)
        elif name in module.imports and (source := self.modules.get(module.imports[name][0])):
            yield from self._of_constant(module.imports[name][1], source, depth + 1)

    def _of_constant(self, name: str, module: Module, depth: int) -> Iterator[Word]:
        for value in module.values[None].get(name, ()) if depth < DEEPEST else ():
            yield from self._of(value, module, None, depth)

    def _of_call(self, call: ast.Call, module: Module, function: Function | None, depth: int) -> Iterator[Word]:
        name = _name(call)
        if name in PASSING or (isinstance(call.func, ast.Attribute) and name in METHODS):
            before = [call.func.value] if isinstance(call.func, ast.Attribute) else []
            for part in [*before, *(call.args[1:] if name in ("get", "replace") else call.args)]:
                yield from self._of(part, module, function, depth)
        elif name not in TAKING and depth < DEEPEST:
            for source, called in self._called(call, module):
                if called.returns is not None and ast.unparse(called.returns) in ("str", "str | None"):
                    for value in source.returned[called]:
                        yield from self._of(value, source, called, depth + 1)

    def _called(self, call: ast.Call, module: Module) -> Iterator[tuple[Module, Function]]:
        """Yield the functions that a call may mean."""
        match call.func:
            case ast.Name(id=name) | ast.Attribute(value=ast.Name(id="self"), attr=name):
                yield from ((module, each) for each in module.functions.get(name, ()))
                if name in module.imports and (source := self.modules.get(module.imports[name][0])):
                    yield from ((source, each) for each in source.functions.get(module.imports[name][1], ()))
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if owner in module.imports:
                if source := self.modules.get(".".join(module.imports[owner])):
                    yield from ((source, each) for each in source.functions.get(name, ()))

    def _handed(self, function: Function, index: int, name: str, depth: int) -> Iterator[Word]:
        """Yield the words that calls hand to a parameter of a function."""
        for module, caller, call in self._callers[function]:
            position = index - (isinstance(call.func, ast.Attribute) and _parameters(function)[0] == "self")
            given = [each.value for each in call.keywords if each.arg == name]
            if not given and not any(isinstance(each, ast.Starred) for each in call.args):
                given = call.args[position : position + 1]
            for value in given:
                yield from self._of(value, module, caller, depth)


def is_words(string: str, *, several: bool) -> bool:
    """Whether a string has words of English; `several` if one word alone does not count."""
    words = [word for word in string.split() if WORD.search(word) and not KEY.fullmatch(word.strip(".,;:()"))]
    return len(words) > several


def _assigned(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that a node assigns to, each with its value or with what it is one of."""
    match node:
        case (
            ast.Assign(targets=[target], value=value)
            | ast.AnnAssign(target=target, value=ast.expr() as value)
            | ast.NamedExpr(target=target, value=value)
            | ast.For(target=target, iter=value)
            | ast.comprehension(target=target, iter=value)
        ):
            yield from _one_by_one(target, value)


def _one_by_one(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    match target, value:
        case ast.Name(id=name), _:
            yield name, value
        case ast.Tuple(), ast.IfExp(body=body, orelse=orelse):
            yield from _one_by_one(target, body)
            yield from _one_by_one(target, orelse)
        case ast.Tuple(elts=targets), ast.Tuple(elts=values):
            for each, one in zip(targets, values, strict=False):
                yield from _one_by_one(each, one)


def _parts(node: ast.expr) -> list[ast.expr]:
    """Return the expressions that the words of an expression come from."""
    match node:
        case ast.IfExp(body=body, orelse=orelse):
            return [body, orelse]
        case ast.BoolOp(values=values):
            return values
        case ast.BinOp(left=left, right=right):
            return [left, right]
        case (
            ast.Subscript(value=value) | ast.Starred(value=value) | ast.Await(value=value) | ast.NamedExpr(value=value)
        ):
            return [value]
        case ast.GeneratorExp(elt=part) | ast.ListComp(elt=part) | ast.SetComp(elt=part):
            return [part]
        case _:
            return []


def _parameters(function: Function) -> list[str]:
    arguments = function.args
    return [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]


def _name(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""
