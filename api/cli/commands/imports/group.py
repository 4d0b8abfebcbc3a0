"""The group `import`, with the commands that other modules add to it."""

from __future__ import annotations

from api.cli.commands.imports import export_import, histories
from api.cli.commands.imports.recordings import importing

for _history in (histories.characters, histories.foundry, histories.roll20, export_import.take_in):
    importing.add_command(_history)
