"""Completion in shells: `values` finds the values, `shells` prints them. `api.cli.completing` declares where."""
