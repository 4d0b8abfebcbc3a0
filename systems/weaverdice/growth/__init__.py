"""Growth of capes: boxes, rewards, goals, milestones and the sixteen steps.

The values that grow are in `sheet`."""
