"""Files that people save of Roll20: chat archives, as pages with their data or as copied pages alone, and characters as JSON.

`archive` finds out what a file is, `messages` reads the data of a page and `page` what it shows, `rolls` and `templates` what both
hold, `characters` the sheets. Nobody who is read becomes a game master: pages say who is one by name only, and anybody can take a name.
"""
