"""Measure: `python -m tests.bench [--quick] [module …]` prints the tables of these modules, or of all."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from api.storage import embedded
from tests.bench.measuring import Bench, Table, machine


def modules() -> list[str]:
    """The modules that measure something: those with a function `measure`."""
    names = [module.name for module in iter_modules([str(Path(__file__).parent)])]
    return [n for n in names if n != "__main__" and hasattr(import_module(f"tests.bench.{n}"), "measure")]


def run(names: Sequence[str], bench: Bench) -> Iterator[Table]:
    """The tables of these modules, one after the other."""
    for name in names:
        yield from import_module(f"tests.bench.{name}").measure(bench)


def main() -> None:
    known = modules()
    parser = argparse.ArgumentParser("python -m tests.bench", description="What the service costs on this machine.")
    parser.add_argument("--quick", action="store_true", help="only show that everything still works")
    parser.add_argument("module", nargs="*", help=f"any of {', '.join(known)}; by default all")
    chosen = parser.parse_args()
    if unknown := set(chosen.module) - set(known):
        parser.error(f"there is no module {', '.join(sorted(unknown))}; there is {', '.join(known)}")
    print(f"Measured on {machine()}.\n", flush=True)
    with (
        tempfile.TemporaryDirectory(prefix="retcon-bench-") as folder,
        embedded.start(Path(folder), options={"max_connections": "300"}) as server,
    ):
        for table in run(chosen.module or known, Bench(Path(folder), server, chosen.quick)):
            print(table.markdown(), flush=True)


if __name__ == "__main__":
    main()
