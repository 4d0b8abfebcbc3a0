"""The lines of a recording as typed events: rolls, boards and states as the bot printed them, and all faults.

What they mean together is worked out in `story`."""
