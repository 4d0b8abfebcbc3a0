"""Actions: combos, those of several rounds, interrupting and non-standard ones."""
