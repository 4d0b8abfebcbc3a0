"""The project's own files, read as text and as syntax trees, and what can be wrong with them.

Each finding is a sentence that starts with where it was found; no findings is good.
"""

import ast
import re
import subprocess
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGES: Final = ("domain", "projections", "api", "systems")

OUTSIDE: Final = "tests/outside/undertow/"
"""A package of somebody else's, as it were."""

CLIENT: Final = "api/client/"
"""The folder of the distribution `retcon-client`."""

LONGEST_FILE: Final = 400
LONGEST_FUNCTION: Final = 40
MOST_MODULES: Final = 25
CODE: Final = {".py", ".js", ".mjs", ".sql", ".css"}

Function = ast.FunctionDef | ast.AsyncFunctionDef
Sources = Mapping[str, str]
"""Texts by path from the project's root, with forward slashes."""

VAGUE_MODULES: Final = {"utils", "util", "misc", "helpers", "helper", "common"}
VAGUE_CLASS: Final = re.compile(r".(Manager|Helper)$")
VAGUE_DEED: Final = re.compile(r".(Event|Command)$")
"""Vague where everything is an event or a command: in the vocabulary and in games."""
WAIVER: Final = re.compile(r"# noqa: [^#]*\b(C901|PLR091[125])\b")
FOREIGN: Final = re.compile(
    r"(?<![\w.)}\]])/work/|pypi\.org|pythonhosted\.org|registry\.npmjs\.org|file:/{3}|--(extra-)?index-url |--find[-]links "
)


def files(root: Path = ROOT) -> list[str]:
    """Every file of the project: tracked, or new and not ignored."""
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    )
    return sorted({name for name in listing.stdout.split("\0") if name and (root / name).is_file()})


def texts(root: Path = ROOT) -> dict[str, str]:
    """The files that hold text."""
    by_name = {}
    for name in files(root):
        content = (root / name).read_bytes()
        if b"\0" not in content:
            by_name[name] = content.decode(errors="replace")
    return by_name


def python(sources: Sources, *packages: str) -> dict[str, str]:
    """The Python files among the sources; of the named packages only, where any is named."""
    return {
        name: text
        for name, text in sources.items()
        if name.endswith(".py") and (not packages or name.partition("/")[0] in packages)
    }


def overlong_files(sources: Sources) -> Iterator[str]:
    """Files of our own code that no longer fit the limit; what is vendored is not ours."""
    for name, text in sources.items():
        length = text.count("\n")
        if Path(name).suffix in CODE and "vendor" not in Path(name).parts and length > LONGEST_FILE:
            yield f"{name} has {length} lines; {LONGEST_FILE} are the limit"


def overlong_functions(sources: Sources) -> Iterator[str]:
    """Functions, docstring and signature included, that fit no screen and are no pure dispatch."""
    for name, function in _functions(sources):
        length = (function.end_lineno or function.lineno) - function.lineno + 1
        if length > LONGEST_FUNCTION and not is_pure_dispatch(function):
            yield f"{name}:{function.lineno} {function.name} has {length} lines; {LONGEST_FUNCTION} are the limit"


def waived_complexity(sources: Sources) -> Iterator[str]:
    """Functions that switch off a complexity rule and are no pure dispatch."""
    for name, function in _functions({name: text for name, text in sources.items() if WAIVER.search(text)}):
        head = sources[name].splitlines()[function.lineno - 1 : function.body[0].lineno]
        if any(WAIVER.search(line) for line in head) and not is_pure_dispatch(function):
            yield f"{name}:{function.lineno} {function.name} waives a complexity rule; only a pure dispatch may"


def is_pure_dispatch(function: Function) -> bool:
    """Whether the body, after its docstring, is one `match` whose cases hold one statement each."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    match body:
        case [ast.Match(cases=cases)]:
            return all(len(case.body) == 1 and not _is_compound(case.body[0]) for case in cases)
        case _:
            return False


def _is_compound(statement: ast.stmt) -> bool:
    return hasattr(statement, "body")


def undocumented(sources: Sources) -> Iterator[str]:
    """Public modules, classes and functions (methods are told by their class) whose docstring is missing or empty talk."""
    for name, text in sources.items():
        tree = ast.parse(text, name)
        if not ast.get_docstring(tree):
            yield f"{name} has no docstring"
        for node in tree.body:
            if isinstance(node, ast.ClassDef | Function) and not node.name.startswith("_"):
                docstring = ast.get_docstring(node)
                if not docstring:
                    yield f"{name}:{node.lineno} {node.name} has no docstring"
                elif _only_repeats(docstring, node.name):
                    yield f"{name}:{node.lineno} {node.name} has a docstring that only repeats its name"


def _only_repeats(docstring: str, name: str) -> bool:
    words = re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower())
    stated = set(re.findall(r"[a-z]+", docstring.lower())) - {"a", "an", "the", "of", "is", "was", "this"}
    return stated <= set(words)


def named_systems(sources: Sources, systems: set[str]) -> Iterator[str]:
    """Places outside a game's folder and the tests that know the game by its id; `freeform` everybody may know."""
    for system in sorted(systems - {"freeform"}):
        pattern = re.compile(rf"(?<![A-Za-z]){system.replace('_', '[-_]')}(?![A-Za-z])")
        for name, text in python(sources).items():
            if name.startswith(("tests/", f"systems/{system}/")):
                continue
            for number, line in enumerate(text.splitlines(), start=1):
                if pattern.search(line):
                    yield f"{name}:{number} names the system {system}; only its own folder may"


def impure_calls(sources: Sources) -> Iterator[str]:
    """Clock, chance, input and output that no import contract sees, in the core of the domain and in rules."""
    reasons = {
        **dict.fromkeys(["now", "utcnow", "today"], "reads the clock"),
        **dict.fromkeys(["uuid1", "uuid4", "uuid6", "uuid7"], "draws by chance"),
        **dict.fromkeys(["open", "print", "input", "breakpoint"], "does input or output"),
    }
    suspicious = re.compile("|".join(reasons))
    for name, text in python(sources, "domain", "systems").items():
        if name.startswith("domain/ledger/") or not suspicious.search(text):
            continue
        for node in ast.walk(ast.parse(text, name)):
            match node:
                case ast.Call(func=ast.Attribute(attr=called)) if called in {"now", "utcnow", "today"}:
                    yield f"{name}:{node.lineno} {called} {reasons[called]}"
                case ast.Attribute(attr=called) | ast.Name(id=called) if (
                    called.startswith("uuid") and called in reasons
                ):
                    yield f"{name}:{node.lineno} {called} {reasons[called]}"
                case ast.Call(func=ast.Name(id=called)) if called in reasons:
                    yield f"{name}:{node.lineno} {called} {reasons[called]}"


def vague_names(sources: Sources) -> Iterator[str]:
    """Modules and classes whose name says nothing about what they are for."""
    for name, text in python(sources).items():
        path = Path(name)
        for part in VAGUE_MODULES.intersection([*path.parts[:-1], path.stem]):
            yield f"{name} is called {part}; name what is in it"
        vague = [VAGUE_CLASS, *([VAGUE_DEED] if name.startswith(("domain/vocabulary/", "systems/")) else [])]
        for node in _classes(text):
            if any(each.search(node.name) for each in vague) and not _is_error(node):
                yield f"{name}:{node.lineno} {node.name}: name it without that suffix"


def _classes(text: str) -> Iterator[ast.ClassDef]:
    named = re.search(r"class \w+(Manager|Helper|Event|Command)\b", text)
    return (node for node in statements(text) if isinstance(node, ast.ClassDef)) if named else iter(())


def _is_error(node: ast.ClassDef) -> bool:
    """Errors are named as sentences read, and `UnknownCommand` reads well."""
    return any(re.search(r"(Error|Exception|Refused|Failed)$", ast.unparse(base)) for base in node.bases)


def foreign_addresses(sources: Sources) -> Iterator[str]:
    """Places of one machine, and hosts that packages come from: neither is the project's to know."""
    for name, text in sources.items():
        for number, line in enumerate(text.splitlines(), start=1):
            if match := FOREIGN.search(line):
                yield f"{name}:{number} holds {match.group()}"


def crowded_folders(sources: Sources) -> Iterator[str]:
    """Folders with more modules than fit on a screen."""
    counts = Counter(Path(name).parent for name in python(sources, *PACKAGES) if Path(name).name != "__init__.py")
    for folder, count in counts.items():
        if count > MOST_MODULES:
            yield f"{folder.as_posix()} has {count} modules; {MOST_MODULES} are the limit"


def folders_without_init(sources: Sources) -> Iterator[str]:
    """Folders of Python files that are not packages, so that two modules of one name would collide.

    The games outside are projects of their own, whose tests are none of our modules.
    """
    for folder in sorted({Path(name).parent for name in python(sources) if not name.startswith(OUTSIDE)}):
        if folder != Path() and f"{folder.as_posix()}/__init__.py" not in sources:
            yield f"{folder.as_posix()} holds Python files and no __init__.py"


def _functions(sources: Sources) -> Iterator[tuple[str, Function]]:
    for name, text in python(sources).items():
        for node in statements(text):
            if isinstance(node, Function):
                yield name, node


def statements(text: str) -> Iterator[ast.Module | ast.stmt]:
    """A module and every statement in it, without a look into expressions, which are most of its nodes."""
    waiting: list[ast.AST] = [ast.parse(text)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Module | ast.stmt):
            yield node
        waiting += [below for field in _BLOCKS for below in getattr(node, field, ())]


_BLOCKS: Final = ("body", "orelse", "finalbody", "handlers", "cases")
"""The fields of a node that hold statements, or what holds statements itself."""
