"""Rolls that others kept, in tables or JSON lines, as a campaign of their own, so that reports work on them.

`columns` finds out which column says what, `rows` reads a file row by row, `kept` makes a roll of a row, `importer` writes them down. What
other programs know beyond rolls is read elsewhere.
"""
