"""The table of settings in `deploy/SETTINGS.md`, from what `api/settings.py` says of each. `make docs` writes it."""

from __future__ import annotations

from typing import Final

from api.settings import VARIABLES
from tests.checks.source import ROOT

PAGE: Final = ROOT / "deploy" / "SETTINGS.md"

HEADING: Final = "| variable | meaning |\n|---|---|\n"


def table() -> str:
    """Return the table: a row for each variable, in the order in which they are declared."""
    return HEADING + "".join(f"| `{name}` | {meaning} |\n" for name, meaning in VARIABLES.items())


def main() -> None:
    before, heading, _old = PAGE.read_text(encoding="utf-8").partition(HEADING)
    assert heading, "the page has no table of settings"
    PAGE.write_text(before + table(), encoding="utf-8")


if __name__ == "__main__":
    main()
