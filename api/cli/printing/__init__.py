"""Sheets, boards, maps and layouts as tables for a terminal. The commands are in `api.cli.commands`."""
