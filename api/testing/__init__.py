"""Tools for tests of a game: a table in memory, and a count of the rules that have a test.

None of it is needed to play, and nothing here imports pytest but the plugin (`api.testing.plugin`), which only pytest loads.
"""
