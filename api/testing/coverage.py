"""The rules of a game that a test proves: `python -m api.testing.coverage <folder of the game> <folder of its tests>`.

The first folder holds the game's `rules.toml`, or one folder a game with such a file. A rule is proved by a test that asserts and carries `@pytest.mark.rules("ID")`, on itself, on
its class, on one of its parameter sets, or as the module's `pytestmark`. A test asserts where its body, or a function of
the same file that it calls, holds an `assert`, a `pytest.raises` or `warns`, or a call named assert…, expect…, check…,
then… or refuse…. Rules with `planned = true` owe no test yet.

A line per system, then what is wrong. Exit status 1 where a rule lacks its test, a mark names a rule that its system does
not have, or a rules file is not as described.
"""

import ast
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

Function = ast.FunctionDef | ast.AsyncFunctionDef

CLAIMS = ("assert", "expect", "check", "then", "refuse")
CALLS_FOLLOWED = 2
"""The depth to which a test's own helpers are searched for its assertion."""


@dataclass(frozen=True)
class Inventory:
    """One system's rule ids: those a test is owed for, those planned, and rulings, which a test may name."""

    system: str
    owed: frozenset[str]
    planned: frozenset[str]
    rulings: frozenset[str]
    faults: tuple[str, ...]

    @property
    def prefixes(self) -> frozenset[str]:
        """The first part of this system's ids: in `WD-EXH-01`, `WD`."""
        return frozenset(rule.partition("-")[0] for rule in self.owed | self.planned)


@dataclass(frozen=True)
class Coverage:
    """The standing of one system against the marks of the tests."""

    inventory: Inventory
    proved: frozenset[str]
    missing: tuple[str, ...]
    unknown: tuple[str, ...]

    @property
    def summary(self) -> str:
        """The system's line."""
        inventory = self.inventory
        share = f"{len(self.proved & inventory.owed)} of {len(inventory.owed)} rules proved"
        planned = f", {len(inventory.planned)} planned" if inventory.planned else ""
        return f"{inventory.system}: {share}{planned}"

    @property
    def faults(self) -> list[str]:
        """The faults that make the check fail, a sentence each."""
        system = self.inventory.system
        return [
            *self.inventory.faults,
            *(f"{system}: no test proves {rule}" for rule in self.missing),
            *(f"{system}: a test names {rule}, which its rules.toml does not have" for rule in self.unknown),
        ]


def inventories(folder: Path) -> list[Inventory]:
    """The rules of the game in a folder, or of the games in the folders below it, by name."""
    own = folder / "rules.toml"
    return [_inventory(path) for path in ([own] if own.is_file() else sorted(folder.glob("*/rules.toml")))]


def _inventory(path: Path) -> Inventory:
    system = path.resolve().parent.name
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    rules = content.get("rule", [])
    ids = [str(rule.get("id", "")) for rule in rules]
    faults = [f"{system}: {rule} is there {count} times" for rule, count in Counter(ids).items() if count > 1]
    faults += [f"{system}: a rule has no id" for rule in ids if not rule]
    faults += [f"{system}: {rule.get('id')} has no text" for rule in rules if not str(rule.get("text", "")).strip()]
    planned = frozenset(str(rule.get("id")) for rule in rules if rule.get("planned") is True)
    rulings = frozenset(str(ruling.get("id")) for ruling in content.get("ruling", []))
    return Inventory(system, frozenset(ids) - planned - {""}, planned, rulings, tuple(faults))


def proved_rules(tests: Mapping[str, str]) -> frozenset[str]:
    """The rule ids that asserting tests carry, in files given as texts by path."""
    return frozenset(rule for name, text in tests.items() for rule in _proved_in(ast.parse(text, name)))


def _proved_in(tree: ast.Module) -> Iterator[str]:
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, Function)}
    module = _marks(
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and any(ast.unparse(target) == "pytestmark" for target in node.targets)
    )
    yield from _proved_by(tree.body, module, functions)


def _proved_by(body: list[ast.stmt], inherited: set[str], functions: Mapping[str, Function]) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _proved_by(node.body, inherited | _marks(iter(node.decorator_list)), functions)
        elif isinstance(node, Function) and node.name.startswith("test") and _asserts(node, functions, CALLS_FOLLOWED):
            yield from inherited | _marks(iter(node.decorator_list))


def _marks(expressions: Iterator[ast.expr]) -> set[str]:
    """The ids in `mark.rules(…)` calls anywhere in the expressions."""
    return {
        constant.value
        for expression in expressions
        for call in ast.walk(expression)
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("mark.rules")
        for argument in call.args
        for constant in ast.walk(argument)
        if isinstance(constant, ast.Constant) and isinstance(constant.value, str)
    }


def _asserts(function: Function, functions: Mapping[str, Function], depth: int) -> bool:
    for node in ast.walk(function):
        if isinstance(node, ast.Assert):
            return True
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func).rpartition(".")[2]
            if called in {"raises", "warns"} or called.startswith(CLAIMS):
                return True
            if depth and called in functions and _asserts(functions[called], functions, depth - 1):
                return True
    return False


def coverage(inventory: Inventory, proved: frozenset[str]) -> Coverage:
    """Set a system's rules against the rules that tests prove; only marks of its own prefixes can be unknown to it."""
    known = inventory.owed | inventory.planned | inventory.rulings
    own = {rule for rule in proved if rule.partition("-")[0] in inventory.prefixes}
    return Coverage(
        inventory=inventory,
        proved=frozenset(own & known),
        missing=tuple(sorted(inventory.owed - proved)),
        unknown=tuple(sorted(own - known)),
    )


def main(games: Path, tests: Path) -> int:
    """Print how every game stands against the tests in a folder; gives the exit status."""
    rules = inventories(games)
    if not rules:
        print("no system has a rules.toml yet")
        return 0
    texts = {str(path): path.read_text(encoding="utf-8") for path in sorted(tests.rglob("*.py"))}
    proved = proved_rules(texts)
    systems = [coverage(inventory, proved) for inventory in rules]
    faults = [fault for system in systems for fault in system.faults]
    for line in [*(system.summary for system in systems), *faults]:
        print(line)
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python -m api.testing.coverage <folder of the game> <folder of its tests>")
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
