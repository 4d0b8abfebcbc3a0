"""The time between sessions: its slots and phases, and uses of slots that belong to no other chapter.

Crafting, training and recruiting have chapters of their own."""
