"""The wound effects, by damage type and tier."""
