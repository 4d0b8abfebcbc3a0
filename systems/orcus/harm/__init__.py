"""Hit points: harm, healing, dying and death."""
