"""The sheet of a cape: stats, skills, backgrounds, effort, morale, and the day that restores them.

How they grow is in `growth`."""
