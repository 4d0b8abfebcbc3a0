"""Laws of dice under changes of the past."""
