"""The lines of a recording as typed events: rolls, boards and states as the bot printed them, and all faults.

`story` works out what they mean together."""
