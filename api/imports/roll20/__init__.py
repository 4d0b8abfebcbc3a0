"""Files saved from Roll20: chat archives, as pages with their data or as copied pages alone, and characters as JSON.

`archive` finds out what a file is, `messages` reads the data of a page and `page` its visible text, `rolls` and
`templates` the parts common to both, `characters` the sheets. No imported person becomes a game master: pages mark one
by name only, and anybody can take a name.
"""
