"""Rotted Capes: who somebody is, and what weighs on them: scores, defenses, Pace, sizes, exhaustion and conditions."""
