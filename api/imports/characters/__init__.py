"""Characters that people keep in tables: a row each, with columns of their own choosing.

`columns` finds out which column says what, `reading` makes a history of a table, which `api.imports.history` retells.
"""
