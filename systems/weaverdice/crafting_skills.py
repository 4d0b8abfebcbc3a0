"""The skills of crafting."""
