"""What a game is tested with: a table in memory, and which of its rules have a test.

None of it is needed to play, and nothing here imports pytest but the plugin (`api.testing.plugin`), which only pytest loads.
"""
