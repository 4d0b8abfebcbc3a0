"""Rolls that others kept, in tables or JSON lines, as a campaign of their own, so that reports work on them.

`columns` finds out which column says what, `checked` makes a roll of a row, `importer` reads a file and writes its rolls down. Other
folders read what programs know beyond rolls.
"""
