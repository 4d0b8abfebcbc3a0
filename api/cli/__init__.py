"""The command line, `retcon`. It opens the ledger itself, beside a service that may run on it.

`commands` holds its commands, `printing` lays out their results, and `root` gathers them."""

from api.cli.root import main

__all__ = ["main"]
