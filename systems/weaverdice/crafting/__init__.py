"""Crafting: workshops, designs, helpers and repairs.

The things themselves are in `gear`."""
