"""The sheet of a cape: stats, skills, backgrounds, effort, morale, the day that brings it back, and what they are in
the world."""
