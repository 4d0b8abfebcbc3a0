"""Hit points: harm, healing, dying and death.

Conditions are in `sheet`."""
