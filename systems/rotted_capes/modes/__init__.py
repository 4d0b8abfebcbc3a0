"""Many against few and one against many: hordes, struck Areas, villains, danger zones.

The ordinary turn is in `combat`."""
