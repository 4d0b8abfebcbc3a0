"""The end of a day, the night, and the new day."""
