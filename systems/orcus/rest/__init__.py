"""Rests, streaks and the time between fights.

Recoveries in a fight are in `harm`."""
