"""An encounter: how it begins, its rounds and phases, and what Action Slots are spent on."""
