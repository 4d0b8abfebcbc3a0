"""The command line, `retcon`: it opens the ledger itself, beside a service that may be running on it."""

from api.cli.root import main

__all__ = ["main"]
